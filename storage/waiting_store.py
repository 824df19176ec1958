"""Which tables wait for somebody, for the button that leads to the next of them."""

# The queries are literals of this file and of the mapper; every value is bound.
# ruff: noqa: S608

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from storage.database import Database
from storage.mapper import Mapper
from storage.rows import NamedTable, SeatRow
from storage.statements import SEAT

_TABLE = Mapper(NamedTable, "tables")
_COLUMNS = ", ".join(
    [*(f"tables.{each}" for each in _TABLE.names), *(f"seats.{each}" for each in SEAT.names)]
)
_QUERY = (
    f"SELECT (SELECT at FROM log WHERE table_id = id ORDER BY step DESC LIMIT 1), {_COLUMNS}"
    " FROM seats JOIN tables ON id = seats.table_id"
    " WHERE person = :person AND question_number IS NOT NULL"
    " AND phase = 'playing' AND NOT asleep AND NOT paused AND guild_id <> 0"
    " AND id NOT IN (SELECT table_id FROM orders WHERE person = :person AND due IS NOT NULL)"
    " ORDER BY opened_at DESC, tables.rowid DESC"
)


class AskedAt(NamedTuple):
    """A table where somebody is asked, and how they sit there."""

    table: NamedTable
    seat: SeatRow
    moved: int | None
    """When the newest step was taken."""


class WaitingStore:
    """Reads what waits for a person, at once: hands that are drawn again ask for it."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self._database = database

    async def asked_at(self, person: int) -> list[AskedAt]:
        """Return the tables on servers where a person is asked, newest first, but those where a
        move that they set ahead is about to be played.
        """
        seats = 1 + len(_TABLE.names)

        def run(connection: sqlite3.Connection) -> list[AskedAt]:
            return [
                AskedAt(_TABLE(each[1:seats]), SEAT(each[seats:]), each[0])
                for each in connection.execute(_QUERY, {"person": person})
            ]

        return await self._database.read(run)
