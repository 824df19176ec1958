"""Private pages and hands that lie open, for the process after this one, which can't follow."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Final

from storage.database import Database
from storage.mapper import Mapper

OPEN_FOR: Final = 15 * 60
"""Seconds for which Discord lets an answer be changed."""


@dataclass(frozen=True, slots=True)
class OpenPageRow:
    """A page or a hand that was laid open."""

    page: int
    """What distinguishes its message."""
    token: str
    """With this Discord lets it be changed, for a quarter of an hour."""
    language: str
    at: int
    hand: bool = False
    """Whether it is a hand."""
    about: str = ""
    """What a page is about, such as the id of a night; "" for hands."""
    kind: str = ""
    person: int = 0
    """Whose page it is."""


_PAGES: Final = Mapper(OpenPageRow, "open_pages")


class OpenPageStore:
    """Notes which pages lie open. What is older than Discord lets be changed is thrown away."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self.database = database

    async def lay_open(self, row: OpenPageRow) -> None:
        """Note a page; an older note of the same message gives way."""

        def run(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM open_pages WHERE at <= ?", (row.at - OPEN_FOR,))
            connection.execute(_PAGES.put("page"), _PAGES.values(row))

        await self.database.transaction(run)

    async def forget(self, page: int) -> None:
        """Forget a page that says that nothing follows, or where something else lies."""

        def run(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM open_pages WHERE page = ?", (page,))

        await self.database.transaction(run)

    async def take(self, now: int) -> list[OpenPageRow]:
        """Return the pages that can still be changed, and forget all."""

        def run(connection: sqlite3.Connection) -> list[OpenPageRow]:
            query = f"{_PAGES.select} WHERE at > ? ORDER BY page"
            found = connection.execute(query, (now - OPEN_FOR,)).fetchall()
            connection.execute("DELETE FROM open_pages")
            return [_PAGES(each) for each in found]

        return await self.database.transaction(run)
