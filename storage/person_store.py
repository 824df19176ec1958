"""What people have set for themselves, and whom they would rather not sit with."""

# The queries are put together from the names of dataclass fields and from literals in this file;
# every value is bound.

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection

from storage.database import Database
from storage.mapper import as_found, first
from storage.rows import PersonRow, Reminders
from storage.statements import PERSON


class PersonStore:
    """Reads and writes what people wish."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self.database = database

    async def row(self, person_id: int) -> PersonRow:
        """Return what a person has set for themselves; nothing is set at first."""
        found = await self.database.one(PERSON, f"{PERSON.select} WHERE id = ?", (person_id,))
        return PersonRow(person_id) if found is None else found

    async def save(self, row: PersonRow) -> None:
        """Save what a person has set, replacing what was set before."""
        await self.database.write(PERSON.put("id"), PERSON.values(row))

    async def apart(self, person: int) -> list[int]:
        """Return whom a person would rather not be seated with. Only for that person's eyes."""
        query = "SELECT other FROM apart WHERE person = ? ORDER BY other"
        return await self.database.column(query, (person,))

    async def save_apart(self, person: int, others: Collection[int]) -> None:
        """Save whom a person would rather not be seated with, replacing all before."""

        def run(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM apart WHERE person = ?", (person,))
            connection.executemany(
                "INSERT INTO apart (person, other) VALUES (?, ?)",
                [(person, other) for other in {*others} - {person}],
            )

        await self.database.transaction(run)

    async def apart_among(self, people: Collection[int]) -> list[tuple[int, int]]:
        """Return the pairs among some people that mustn't sit together, whoever asked for it."""
        query = (
            "SELECT DISTINCT min(person, other), max(person, other) FROM apart"
            " WHERE person IN (SELECT value FROM json_each(:people))"
            " AND other IN (SELECT value FROM json_each(:people)) ORDER BY 1, 2"
        )
        return await self.database.all(as_found, query, {"people": json.dumps(list(people))})

    async def reminders(self, person: int) -> Reminders:
        """Return where a person wants to be reminded of nights."""
        return "dm" if person in await self.reminded_by_dm([person]) else "thread"

    async def save_reminders(self, person: int, where: Reminders) -> None:
        """Save where a person wants to be reminded of nights."""
        put = (
            "INSERT INTO people (id, reminders) VALUES (?, ?)"
            " ON CONFLICT (id) DO UPDATE SET reminders = excluded.reminders, language = NULL"
        )
        await self.database.write(put, (person, where))

    async def note_language(self, person: int, language: str) -> None:
        """Note the language of whoever is reminded or called by direct message, nobody else's."""
        put = (
            "UPDATE people SET language = :language"
            " WHERE id = :person AND language IS NOT :language"
            " AND (reminders = 'dm' OR calls = 'dm' OR digest <> '[]' OR id IN"
            " (SELECT person FROM mine_here WHERE person = :person AND calls = 'dm'))"
        )
        values = {"person": person, "language": language}
        await self.database.write(put, values)

    async def language_of(self, person: int) -> str | None:
        """Return the language that somebody last used, if it was noted."""
        query = "SELECT language FROM people WHERE id = ?"
        return await self.database.one(first, query, (person,))

    async def reminded_by_dm(self, people: Collection[int]) -> set[int]:
        """Return which of some people want to be reminded of nights by direct message."""
        query = (
            "SELECT id FROM people WHERE reminders = 'dm'"
            " AND id IN (SELECT value FROM json_each(?))"
        )
        return set(await self.database.column(query, (json.dumps(list(people)),)))
