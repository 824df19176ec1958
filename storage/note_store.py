"""What people have noted for themselves about tables."""

from __future__ import annotations

from storage.database import Database
from storage.mapper import as_found


class NoteStore:
    """Reads and writes notes. Each is for the eyes of its person alone."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self.database = database

    async def all(self) -> list[tuple[str, int, str]]:
        """Return all notes at tables that aren't over: table, person and words."""
        query = (
            "SELECT n.table_id, n.person, n.text FROM notes n JOIN tables t ON t.id = n.table_id"
            " WHERE t.phase IN ('lobby', 'playing')"
        )
        found = await self.database.all(as_found, query)
        return [(table_id, person, text) for table_id, person, text in found]

    async def save(self, table_id: str, person: int, text: str) -> None:
        """Save what somebody noted about a table, in place of their older note; "" for nothing."""
        if text:
            query = "INSERT OR REPLACE INTO notes (table_id, person, text) VALUES (?, ?, ?)"
            await self.database.write(query, (table_id, person, text))
        else:
            query = "DELETE FROM notes WHERE table_id = ? AND person = ?"
            await self.database.write(query, (table_id, person))
