"""Games that are written down: the draws and moves of the golden transcripts."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass
from pathlib import Path

from cogs.donburiko.views import DECK

GOLDEN = Path(__file__).parents[1] / "golden"
_MOVE = re.compile(r" *[0-9]+ seat ([0-9]) of [0-9]+: (\w+)\((.*)\)")
_SCORES = re.compile(r"scores (\[.*\]) · winners (\[.*\])")


@dataclass(frozen=True)
class Written:
    """A whole match: its draws, each move as (seat, words), and how it ended."""

    seats: int
    draws: list[object]
    moves: list[tuple[int, list[str]]]
    scores: list[int]
    winners: list[int]

    @property
    def words(self) -> list[str]:
        """Return the words of all moves in a row."""
        return [word for _, words in self.moves for word in words]


def golden(seats: int) -> Written:
    """Read the transcript of Donburiko! for so many seats."""
    text = (GOLDEN / f"donburiko-{seats}.txt").read_text("utf-8")
    lines = text.splitlines()
    found = _SCORES.search(text)
    assert found is not None
    return Written(
        seats,
        [json.loads(line[5:]) for line in lines if line.startswith("draw ")],
        [(int(move[1]), _words(move[2], move[3])) for move in map(_MOVE.match, lines) if move],
        json.loads(found[1]),
        json.loads(found[2]),
    )


def endless(seats: int, seed: int) -> list[object]:
    """Return draws for the longest match there can be, whatever is played."""
    rng = random.Random(seed)
    deck = DECK[seats]
    return [rng.randrange(seats), *(rng.sample(deck, len(deck)) for _ in range(60))]


def _words(kind: str, fields: str) -> list[str]:
    """Return a move of a transcript in the words in which it is typed."""
    given = dict(part.split("=") for part in fields.split(", "))
    match kind:
        case "add":
            card = {"15": "1or5", "0": "loach"}.get(given["card"], given["card"])
            face = "down" if given["face_down"] == "True" else "up"
            return [kind, card, given["row"], face]
        case "take":
            return [kind, given["row"]]
        case "count":
            return [kind, given["total"] + ("!" if given["announce"] == "True" else "")]
        case _:
            raise ValueError(kind)
