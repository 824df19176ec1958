"""Which rows are due, and when the next is: what a timer asks for."""

# Only what stands here comes into a query by its text.
# ruff: noqa: S608

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Final, Literal

from storage.database import Database
from storage.mapper import first

Kind = Literal["clocks", "tables", "orders", "away days", "calls", "nights", "asks"]
"""What is due: a clock, a start or the end of a vote, a move set ahead, …"""
_PLACES: Final[dict[Kind, tuple[str, str, str]]] = {
    "clocks": ("seats WHERE true", "table_id", "due"),
    "tables": ("tables WHERE true", "id", "due"),
    "orders": (
        "orders o JOIN tables t ON t.id = o.table_id WHERE t.paused = 0 AND t.asleep = 0",
        "o.table_id",
        "o.due",
    ),
    "away days": ("people WHERE true", "CAST(id AS TEXT)", "away_due"),
    "calls": ("people WHERE true", "CAST(id AS TEXT)", "due"),
    "nights": ("nights WHERE true", "id", "due"),
    "asks": ("asks WHERE state = 'open'", "id", "until"),
}
"""The rows, what is called due by their keys, and the column that says when; NULL is never."""


class DueRows:
    """Tells what is due of a kind, by the keys of tables, people, nights or questions."""

    def __init__(self, database: Database, kind: Kind) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self._database = database
        rows, self._key, self._at = _PLACES[kind]
        self._rows = f"{rows} AND {self._key} NOT IN (SELECT value FROM json_each(?))"

    async def due(self, now: int, without: Collection[str] = ()) -> list[str]:
        """Return what is due by now, of all but some, the earliest first."""
        query = f"SELECT {self._key} FROM {self._rows} AND {self._at} <= ? ORDER BY {self._at}"
        found = await self._database.column(query, (json.dumps(list(without)), now))
        return list(dict.fromkeys(found))

    async def earliest_due(self, without: Collection[str] = ()) -> int | None:
        """Return when something is due next, of all but some; None if nothing is."""
        query = f"SELECT {self._at} FROM {self._rows} AND {self._at} IS NOT NULL"
        order = f" ORDER BY {self._at} LIMIT 1"
        return await self._database.one(first, query + order, (json.dumps(list(without)),))
