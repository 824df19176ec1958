"""What people know of the games: how far they are in lessons, and what they have played."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass

from storage.database import Database
from storage.mapper import first


@dataclass(frozen=True, slots=True)
class LearntRow:
    """What somebody knows of a game."""

    ended: int = 0
    """How many games they have finished, those on no server too."""
    known: bool | None = None
    """True if they said that they know it, False if they asked for tips after all."""
    step: int = 0
    """The step of its lesson that they are at, from 0."""
    lesson: bool = False
    """Whether they have been through its lesson."""


class LearntStore:
    """Reads and writes what people know of the games."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self.database = database

    async def of(self, person: int, game: str) -> LearntRow:
        """Return what a person knows of a game; nothing at first."""
        query = (
            "SELECT coalesce(l.ended, 0), l.known, coalesce(s.step, 0), coalesce(l.lesson, 0)"
            " FROM (SELECT 1)"
            " LEFT JOIN learnt l ON l.person = :person AND l.game = :game"
            " LEFT JOIN lessons s ON s.person = :person AND s.game = :game"
        )
        found = await self.database.one(_row, query, {"person": person, "game": game})
        assert found is not None
        return found

    async def save_known(self, person: int, games: Collection[str], known: bool) -> None:
        """Save whether a person says that they know some games, or wants tips in them."""
        put = (
            "INSERT INTO learnt (person, game, known)"
            " SELECT :person, value, :known FROM json_each(:games) WHERE true"
            " ON CONFLICT (person, game) DO UPDATE SET known = excluded.known"
        )
        values = {"person": person, "games": json.dumps(list(games)), "known": known}
        await self.database.write(put, values)

    async def save_lesson_done(self, person: int, game: str) -> None:
        """Save that a person has been through a game's lesson; they want no tips any more."""
        put = (
            "INSERT INTO learnt (person, game, lesson) VALUES (?, ?, 1)"
            " ON CONFLICT (person, game) DO UPDATE SET lesson = 1, known = nullif(known, 0)"
        )
        await self.database.write(put, (person, game))

    async def lesson_step(self, person: int, game: str) -> int:
        """Return the step of a game's lesson that a person is at; 0 at first."""
        query = "SELECT step FROM lessons WHERE person = ? AND game = ?"
        return await self.database.one(first, query, (person, game)) or 0

    async def save_lesson_step(self, person: int, game: str, step: int) -> None:
        """Save the step of a game's lesson that a person is at."""
        put = (
            "INSERT INTO lessons (person, game, step) VALUES (?, ?, ?)"
            " ON CONFLICT (person, game) DO UPDATE SET step = excluded.step"
        )
        await self.database.write(put, (person, game, step))

    async def reads_words(self, person: int) -> bool:
        """Tell whether a person reads words in place of pictures."""
        return bool(
            await self.database.one(first, "SELECT text FROM people WHERE id = ?", (person,))
        )

    async def save_words(self, person: int, words: bool) -> None:
        """Save whether a person reads words in place of pictures."""
        put = (
            "INSERT INTO people (id, text) VALUES (?, ?)"
            " ON CONFLICT (id) DO UPDATE SET text = excluded.text"
        )
        await self.database.write(put, (person, words))


def _row(found: tuple[int, int | None, int, int]) -> LearntRow:
    ended, known, step, lesson = found
    return LearntRow(ended, None if known is None else bool(known), step, bool(lesson))
