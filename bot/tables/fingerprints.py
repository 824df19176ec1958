"""Fingerprints: what was agreed at the start, and the log of a whole game, so that both bind.

A fingerprint is taken of a canonical text: JSON with the keys of every object sorted, nothing
but `,` and `:` between the parts, and all that isn't ASCII written as `\\uXXXX`; in Python
`json.dumps(thing, sort_keys=True, separators=(",", ":"))`.

The start's is the SHA-256 of `{"game", "options", "rules_version", "seats", "started_by",
"table"}`: the key of the game, its options, the version of its rules, who sat on the seats when the
game began (ids of Discord as text; a computer player has a negative number), the id of the
interaction that started it (as text; left out where it isn't mixed into the draws), and the id of
the table.

The log's is the HMAC-SHA256, with the deal's secret (its 32 bytes) as key, of the list of all
steps, each as `{"action", "back", "draws", "seat", "step", "told"}`. It has a key because a log
holds few hidden things: of a plain hash they could be guessed. An export with open hands holds this
very list as `log`, and the key as `secret`, so that anybody can recalculate it:

    hmac.new(bytes.fromhex(export["secret"]), canonical(export["log"]), "sha256").hexdigest()

All fingerprints are written in hexadecimal. `bot.engine.chance` says how the draws
follow from the secret.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from storage.rows import LogRow, TableFacts


def start_print(
    *,
    table_id: str,
    game: str,
    rules_version: int,
    options: str,
    people: Sequence[int],
    started_by: int | None = None,
) -> str:
    """Return the fingerprint of what was agreed at the start; `options` is JSON."""
    agreed: dict[str, Any] = {
        "game": game,
        "options": json.loads(options),
        "rules_version": rules_version,
        "seats": [str(person) for person in people],
        "table": table_id,
    }
    if started_by is not None:
        agreed["started_by"] = str(started_by)
    return sha256(canonical(agreed)).hexdigest()


def start_of(table: TableFacts, game: str, options: str, people: Sequence[int]) -> str:
    """Return the fingerprint of what was agreed at the start of a table; `options` is JSON."""
    return start_print(
        table_id=table.id,
        game=game,
        rules_version=table.rules_version,
        options=options,
        people=people,
        started_by=table.started_by,
    )


def log_print(secret: str, steps: Iterable[LogRow]) -> str:
    """Return the fingerprint of a whole log under a secret (hexadecimal)."""
    text = canonical([log_entry(row) for row in steps])
    return hmac.new(bytes.fromhex(secret), text, sha256).hexdigest()


def log_entry(row: LogRow) -> dict[str, Any]:
    """Return a step as the log's fingerprint knows it. It holds what is hidden."""
    return {
        "step": row.step,
        "seat": row.seat,
        "action": json.loads(row.action),
        "draws": json.loads(row.draws),
        "told": json.loads(row.events),
        "back": row.back,
    }


def seen_entry(row: LogRow) -> dict[str, Any]:
    """Return what everybody saw of a step."""
    told = [event for audience, event in json.loads(row.events) if audience == "all"]
    return {"step": row.step, "seat": row.seat, "back": row.back, "told": told}


def heard_entry(row: LogRow, seat: int) -> dict[str, Any]:
    """Return what a seat did, and heard for itself, at a step."""
    told = [event for whom, event in json.loads(row.events) if whom != "all" and seat in whom]
    action = json.loads(row.action) if row.seat == seat else None
    return {"step": row.step, "action": action, "told": told}


def canonical(thing: Any) -> bytes:
    """Return the one text of a thing made of JSON."""
    return json.dumps(thing, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()
