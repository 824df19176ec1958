"""Who has asked to be let in at tables that are by invitation."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from storage.database import Database
from storage.mapper import Mapper


@dataclass(frozen=True, slots=True)
class AskerRow:
    """Somebody who has asked to be let in at a table: once, however they were answered."""

    table_id: str
    person: int
    name: str
    """What they were called then."""
    at: int
    answered: bool = False


ASKER = Mapper(AskerRow, "asking")
_PUT = ASKER.put("table_id", "person")


def put_askers(connection: sqlite3.Connection, askers: Sequence[AskerRow]) -> None:
    """Save who has asked, and who was answered."""
    connection.executemany(_PUT, map(ASKER.values, askers))


class AskingInStore:
    """Reads who has asked to be let in."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self.database = database

    async def at(self, table_id: str) -> list[AskerRow]:
        """Return everybody who has asked at a table, in the order of asking."""
        query = f"{ASKER.select} WHERE table_id = ? ORDER BY at, person"
        return await self.database.all(ASKER, query, (table_id,))

    async def asked_by(self, person: int, guild_id: int) -> list[str]:
        """Return the lobbies of a server where somebody has asked."""
        return await self.database.column(
            "SELECT id FROM tables WHERE guild_id = ? AND phase = 'lobby'"
            " AND id IN (SELECT table_id FROM asking WHERE person = ?)",
            (guild_id, person),
        )
