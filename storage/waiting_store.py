"""Which tables wait for somebody, for the button that leads to the next of them."""

# The queries are literals of this file and of the mapper; every value is bound.
# ruff: noqa: S608

from __future__ import annotations

import sqlite3

from storage.database import Database
from storage.statements import Seated, seated

_WAITS = (
    "phase = 'playing' AND asleep = 0 AND guild_id <> 0"
    " AND id IN (SELECT table_id FROM seats WHERE person = :person AND question_number IS NOT NULL)"
    " AND id NOT IN (SELECT table_id FROM orders WHERE person = :person AND due IS NOT NULL)"
)


class WaitingStore:
    """Reads what waits for a person, at once: hands that are drawn again ask for it."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self._database = database

    async def tables(self, person: int) -> tuple[list[Seated], dict[str, int]]:
        """Return the tables on servers where a person is asked, newest first, but those where a
        move that they set ahead is about to be played; and the time of each one's newest step.
        """
        steps = (
            "SELECT id, (SELECT at FROM log WHERE table_id = id ORDER BY step DESC LIMIT 1)"
            f" FROM tables WHERE {_WAITS}"
        )

        def run(connection: sqlite3.Connection) -> tuple[list[Seated], dict[str, int]]:
            values = {"person": person}
            order = "ORDER BY opened_at DESC, rowid DESC"
            found = seated(connection, f"WHERE {_WAITS} {order}", values)
            moved = connection.execute(steps, values) if found else ()
            return found, {table_id: at for table_id, at in moved if at is not None}

        return await self._database.read(run)
