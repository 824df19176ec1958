"""How far people are in lessons, in the database."""

from __future__ import annotations

import sqlite3

from storage.database import Database


class LessonStore:
    """What can be read and written about people's lessons."""

    database: Database

    async def lesson_step(self, person: int, game: str) -> int:
        """Return the step of a game's lesson that a person is at; 0 at first."""
        query = "SELECT step FROM lessons WHERE person = ? AND game = ?"

        def run(connection: sqlite3.Connection) -> int:
            found = connection.execute(query, (person, game)).fetchone()
            return 0 if found is None else found[0]

        return await self.database.read(run)

    async def save_lesson_step(self, person: int, game: str, step: int) -> None:
        """Save the step of a game's lesson that a person is at."""
        put = (
            "INSERT INTO lessons (person, game, step) VALUES (?, ?, ?)"
            " ON CONFLICT (person, game) DO UPDATE SET step = excluded.step"
        )
        await self.database.transaction(
            lambda connection: connection.execute(put, (person, game, step)).rowcount
        )
