"""What is stored about one person: read for their own eyes, or forgotten."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Collection, Mapping
from typing import Any, Final

from storage import forget
from storage.database import Database
from storage.forget import Forgotten
from storage.former_players import keyed_number, person_key
from storage.mapper import first

VACUUM_UP_TO: Final = 64 * 1024 * 1024
"""The most bytes of a file that is rewritten while people play: that takes about a second."""
BETWEEN_REWRITES: Final = 60.0
"""Seconds between two such times, so that nobody can keep holding up the others."""
UNCLEAN: Final = "unclean"
"""The key of the value that says that the file is to be rewritten."""

OWN: Final[Mapping[str, str]] = {
    "settings": (
        "SELECT zone, quiet_from, quiet_to, hidden, reminders, language, text,"
        " away_from, away_until, away_how, calls, calls_closed, digest, digest_at,"
        " nullif(called_at, 0) AS called_at FROM people WHERE id = :me"
    ),
    "set_for_tables": "SELECT table_id, calls FROM mine_here WHERE person = :me",
    "notes": "SELECT table_id, text FROM notes WHERE person = :me",
    "reports": "SELECT id, table_id, at, words FROM reports WHERE person = :me",
    "called_by_direct_message": (
        "SELECT table_id, reason, at, state FROM dm_calls WHERE person = :me"
    ),
    "would_rather_not_sit_with": "SELECT other AS person FROM apart WHERE person = :me",
    "lessons": "SELECT game, step FROM lessons WHERE person = :me",
    "learnt": "SELECT game, ended, known, lesson FROM learnt WHERE person = :me",
    "tables": (
        "SELECT t.id, t.game, nullif(t.guild_id, 0) AS server, t.phase, t.opened_at, s.seat, s.name"
        " FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.person = :me"
    ),
    "tables_opened": (
        "SELECT id, game, nullif(guild_id, 0) AS server, phase, opened_at"
        " FROM tables WHERE opener = :me"
    ),
    "tables_held_a_hand": (
        "SELECT table_id, name, agreed AS agreed_to_open_hands FROM holders WHERE person = :me"
    ),
    "tables_invited": "SELECT table_id FROM invited WHERE person = :me",
    "tables_asked_to_join": "SELECT table_id, name, at FROM asking WHERE person = :me",
    "moves_set_ahead": (
        "SELECT table_id, seat, number, case_json, action_json, set_at, due, dropped FROM orders"
        " WHERE person = :me"
    ),
    "done_at_tables": (
        "SELECT table_id, at, what, role, name FROM table_events WHERE person = :me"
    ),
    "done_at_tables_to_you": (
        "SELECT table_id, at, what, role, whom_name AS name FROM table_events WHERE whom = :me"
    ),
    "results": (
        "SELECT table_id, seat, name, guild_id AS server, game, seats, score, place, points, won,"
        " decisions, by_computer, counts, ended_at, night_id, round, gone FROM results"
        " WHERE person = :me"
    ),
    "nights_led": (
        "SELECT id, guild_id AS server, title, about, state, starts_at,"
        " CASE WHEN host = :me THEN host_name END AS name FROM nights WHERE host = :me"
        " OR EXISTS (SELECT 1 FROM json_tree(hosts) WHERE key = 'id' AND atom = :me)"
    ),
    "nights_answered": (
        "SELECT night_id, name, answer, place, marks, offered_until, remind, came_at, gone_at,"
        " late_until, games AS games_ticked"
        " FROM guests WHERE person = :me"
    ),
    "nights_to_come": (
        "SELECT guild_id AS server, nullif(series_id, '') AS series, name, kind, since, silent"
        " FROM fans WHERE person = :me"
    ),
    "nights_without_pings": "SELECT guild_id AS server FROM unpinged WHERE person = :me",
    "nights_seated": (
        "SELECT night_id, number AS round FROM rounds WHERE state <> 'proposed'"
        " AND (EXISTS (SELECT 1 FROM json_tree(seating, '$.seated') WHERE atom = :me)"
        " OR EXISTS (SELECT 1 FROM json_each(seating, '$.joined') WHERE atom = :me))"
    ),
    "done_at_nights": "SELECT night_id, at, what, note FROM night_events WHERE by = :me",
    "done_at_nights_to_you": "SELECT night_id, at, what FROM night_events WHERE whom = :me",
    "called_at_nights": (
        "SELECT night_id, kind, at FROM night_posts"
        " WHERE EXISTS (SELECT 1 FROM json_each(people) WHERE atom = :me)"
    ),
    "asks_made": (
        "SELECT id, guild_id AS server, host_name AS name, state, title, about, dates, games,"
        " until FROM asks WHERE host = :me"
    ),
    "asks_answered": (
        "SELECT ask_id, name, can, maybe, games, none AS no_date FROM ask_answers"
        " WHERE person = :me"
    ),
    "blocks": "SELECT guild_id AS server, at, until FROM blocks WHERE person IN (:me, :keyed)",
    "blocks_decided": "SELECT guild_id AS server, at, until FROM blocks WHERE by = :me",
    "bans": "SELECT at FROM bans WHERE kind = 'person' AND id IN (:me, :keyed)",
}
"""All that is stored about a person, by what it is: nothing that somebody else wished about them,
of an unfinished game only that they are in it, and what they have set ahead there themselves.
"""


class PrivacyStore:
    """Reads what is stored about one person, and forgets it."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self.database = database
        self._next_rewrite = 0.0

    async def own_rows(self, person: int) -> dict[str, list[dict[str, Any]]]:
        """Return all rows about a person, by what they are. Only for that person's eyes."""

        def run(connection: sqlite3.Connection) -> dict[str, list[dict[str, Any]]]:
            values = {"me": person, "keyed": keyed_number(person_key(connection), person)}
            found: dict[str, list[dict[str, Any]]] = {}
            for what, query in OWN.items():
                rows = connection.execute(query, values)
                columns = [column[0] for column in rows.description]
                found[what] = [dict(zip(columns, row, strict=True)) for row in rows]
            return found

        return await self.database.read(run)

    async def tables_naming(self, person: int) -> tuple[str, ...]:
        """Return the tables that name a person in any way."""
        return await self.database.read(lambda link: forget.tables_with(link, person))

    async def nights_naming(self, person: int) -> tuple[str, ...]:
        """Return the nights that name a person in any way."""
        return await self.database.read(lambda link: forget.nights_with(link, person))

    async def asks_naming(self, person: int) -> list[str]:
        """Return the questions that a person has made or answered."""
        return await self.database.column(
            "SELECT id FROM asks WHERE host = :me"
            " UNION SELECT ask_id FROM ask_answers WHERE person = :me",
            {"me": person},
        )

    async def forget(self, person: int, names: Collection[str] = ()) -> Forgotten:
        """Remove a person from every row, all or nothing; every sum stays as it is.

        `names` are what they are called besides what is stored. Call `wipe` afterwards.
        """
        return await self.database.transaction(lambda link: forget.forget(link, person, names))

    async def wipe(self, person: int, names: Collection[str]) -> bool:
        """Remove every byte of a forgotten person from the file; return False if that comes later.

        It comes later where the file is large, another program is reading it, or this was done just
        now: see `tidy`.
        """
        marks = [person.to_bytes(8, "big", signed=True), str(person).encode()]
        # Some JSON is written with escapes, for quotes alone or for all that isn't ASCII.
        for name in names:
            escaped = (json.dumps(name, ensure_ascii=pure)[1:-1] for pure in (False, True))
            marks += [each.encode() for each in {name, *escaped}]
        now = time.monotonic()
        up_to = VACUUM_UP_TO if now >= self._next_rewrite else 0
        self._next_rewrite = now + BETWEEN_REWRITES
        if await self.database.wipe(marks, up_to):
            return True
        await self._note_unclean()
        return False

    async def tidy(self) -> None:
        """Rewrite the file if traces of somebody who was forgotten may be left in it."""
        query = "SELECT 1 FROM meta WHERE key = ?"
        unclean = await self.database.one(first, query, (UNCLEAN,))
        if unclean and await self.database.rewrite():
            await self.database.write("DELETE FROM meta WHERE key = ?", (UNCLEAN,))

    async def _note_unclean(self) -> None:
        put = "INSERT OR REPLACE INTO meta (key, value) VALUES (?, '1')"
        await self.database.write(put, (UNCLEAN,))

    async def was_forgotten_at(self, table_id: str, person: int) -> bool:
        """Tell whether a person was at a table that isn't over and has been forgotten since."""
        query = (
            "SELECT 1 FROM holders WHERE table_id = :table AND person = :keyed UNION ALL"
            " SELECT 1 FROM table_events WHERE table_id = :table AND whom = :keyed"
        )

        def run(connection: sqlite3.Connection) -> bool:
            keyed = keyed_number(person_key(connection), person)
            values = {"table": table_id, "keyed": keyed}
            return connection.execute(query, values).fetchone() is not None

        return await self.database.read(run)
