"""How people's turns call them: what they chose, their digest, and what goes by direct message."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from storage.database import Database
from storage.mapper import Mapper

Way = Literal["thread", "dm", "quiet"]
"""How somebody's turn calls them: in the table's thread, by direct message, or not at all."""
TurnReason = Literal["move", "half", "last", "over"]
"""What a turn calls somebody for: a move, or one for which half, most or all of the time is over.
"""
CallState = Literal["planned", "sent", "closed", "dropped"]
"""A call by direct message is to be sent, was sent, went to the thread instead, or was needless."""


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """A call that is to go by direct message."""

    table_id: str
    question: int
    person: int
    reason: TurnReason
    at: int


@dataclass(frozen=True, slots=True)
class CallRow:
    """A planned call as it was stored; `open` tells whether that person is still asked that."""

    id: int
    table_id: str
    reason: TurnReason
    at: int
    open: bool


@dataclass(frozen=True, slots=True)
class CallsRow:
    """How somebody wants to be called on the whole."""

    id: int
    calls: Way = "thread"
    calls_closed: int = 0
    """1 once their direct messages were found closed, 2 once they were told."""
    digest: str = "[]"
    """JSON: minutes of the day."""
    digest_at: int | None = None
    """When the next digest comes."""
    called_at: int = 0
    """When they were last called by direct message."""

    @property
    def times(self) -> list[int]:
        """Return when their digest comes, in minutes of the day."""
        return json.loads(self.digest)


@dataclass(frozen=True, slots=True)
class CallsDue:
    """What somebody may be called for, and how."""

    row: CallsRow
    planned: Sequence[CallRow]
    """The calls that are to go by direct message, in order."""
    language: str | None
    """The language that they last used, if it was noted."""


_ROW: Final = Mapper(CallsRow, "people")
_DUE: Final = (
    "UPDATE people SET due = (SELECT min(at) FROM ("
    "SELECT min(at) AS at FROM dm_calls WHERE person = :person AND state = 'planned'"
    " UNION ALL SELECT digest_at FROM people WHERE id = :person))"
    " WHERE id = :person AND calls_closed = 0"
)
"""Sets when something is due for a person: what is planned is due at once."""


def put_calls(connection: sqlite3.Connection, calls: Sequence[PlannedCall]) -> None:
    """Plan calls by direct message, each once however often it is asked for."""
    for each in calls:
        put = (
            "INSERT INTO dm_calls (table_id, question, person, reason, at) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING"
        )
        values = (each.table_id, each.question, each.person, each.reason, each.at)
        if connection.execute(put, values).rowcount:
            due = "UPDATE people SET due = min(coalesce(due, :at), :at) WHERE id = :person"
            connection.execute(due, {"at": each.at, "person": each.person})


class CallStore:
    """Reads and writes how people are called."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self.database = database

    async def ways(self) -> tuple[list[CallsRow], list[tuple[str, int, Way]], set[int]]:
        """Return all who aren't called in the thread, what people chose for single tables, and for
        whom a direct message is planned.
        """

        def run(
            link: sqlite3.Connection,
        ) -> tuple[list[CallsRow], list[tuple[str, int, Way]], set[int]]:
            people = link.execute(f"{_ROW.select} WHERE calls <> 'thread' OR calls_closed <> 0")
            here = link.execute("SELECT table_id, person, calls FROM mine_here")
            planned = link.execute("SELECT id FROM people WHERE due IS NOT NULL")
            return [_ROW(each) for each in people], here.fetchall(), {each for (each,) in planned}

        return await self.database.read(run)

    async def of(self, person: int) -> CallsRow:
        """Return how somebody wants to be called."""
        query = f"{_ROW.select} WHERE id = ?"
        return await self.database.one(_ROW, query, (person,)) or CallsRow(person)

    async def save(self, row: CallsRow) -> None:
        """Save how somebody wants to be called."""

        def run(link: sqlite3.Connection) -> None:
            link.execute(_ROW.put("id"), _ROW.values(row))
            link.execute("UPDATE people SET due = NULL WHERE id = ?", (row.id,))
            link.execute(_DUE, {"person": row.id})

        await self.database.transaction(run)

    async def save_here(self, table_id: str, person: int, way: Way | None) -> None:
        """Save how somebody wants to be called at one table; None for as usual."""

        def run(link: sqlite3.Connection) -> None:
            values = {"table": table_id, "person": person, "way": way}
            if way is None:
                link.execute(
                    "DELETE FROM mine_here WHERE table_id = :table AND person = :person", values
                )
            else:
                # What is due for somebody stands in their row.
                link.execute("INSERT INTO people (id) VALUES (?) ON CONFLICT DO NOTHING", (person,))
                link.execute(
                    "INSERT INTO mine_here (table_id, person, calls) VALUES (:table, :person, :way)"
                    " ON CONFLICT (table_id, person) DO UPDATE SET calls = excluded.calls",
                    values,
                )

        await self.database.transaction(run)

    async def due(self, person: int) -> CallsDue:
        """Return what somebody may be called for by direct message, read at once: they wait."""
        calls = (
            "SELECT id, table_id, reason, at, EXISTS (SELECT 1 FROM seats s"
            " JOIN tables t ON t.id = s.table_id WHERE t.id = dm_calls.table_id"
            " AND s.person = dm_calls.person AND s.question_number = dm_calls.question"
            " AND s.stand_in IS NULL AND t.phase = 'playing' AND t.paused = 0 AND t.asleep = 0)"
            " FROM dm_calls WHERE person = ? AND state = 'planned' ORDER BY id"
        )

        def run(link: sqlite3.Connection) -> CallsDue:
            row = link.execute(f"{_ROW.select} WHERE id = ?", (person,)).fetchone()
            planned = [
                CallRow(*rest, open=bool(is_open))
                for *rest, is_open in link.execute(calls, (person,))
            ]
            spoken = link.execute("SELECT language FROM people WHERE id = ?", (person,)).fetchone()
            return CallsDue(
                CallsRow(person) if row is None else _ROW(row),
                planned,
                None if spoken is None else spoken[0],
            )

        return await self.database.read(run)

    async def note_called(
        self,
        person: int,
        states: Collection[tuple[int, CallState]],
        *,
        called_at: int | None = None,
        digest_at: int | None = None,
    ) -> None:
        """Note what became of calls, when somebody was called, when a digest comes; if given."""

        def run(link: sqlite3.Connection) -> None:
            link.executemany(
                "UPDATE dm_calls SET state = ? WHERE id = ?",
                [(state, number) for number, state in states],
            )
            link.execute(
                "UPDATE people SET called_at = coalesce(:called, called_at),"
                " digest_at = coalesce(:digest, digest_at) WHERE id = :person",
                {"called": called_at, "digest": digest_at, "person": person},
            )
            link.execute(_DUE, {"person": person})

        await self.database.transaction(run)

    async def note_dms_refused(
        self, person: int, states: Collection[tuple[int, CallState]]
    ) -> None:
        """Note that somebody's direct messages are closed: nothing is due until they try again."""

        def run(link: sqlite3.Connection) -> None:
            link.executemany(
                "UPDATE dm_calls SET state = ? WHERE id = ?",
                [(state, number) for number, state in states],
            )
            link.execute("UPDATE people SET calls_closed = 1, due = NULL WHERE id = ?", (person,))

        await self.database.transaction(run)

    async def note_told_dms_refused(self, person: int) -> None:
        """Note that somebody was told that their direct messages are closed."""
        query = "UPDATE people SET calls_closed = 2 WHERE id = ? AND calls_closed = 1"
        await self.database.write(query, (person,))

    async def put_off(self, person: int, until: int) -> None:
        """Let nothing be due for somebody before a time."""
        query = "UPDATE people SET due = max(due, ?) WHERE id = ? AND due IS NOT NULL"
        await self.database.write(query, (until, person))
