"""Where something lies that goes on: places and cards of tables, nights and questions."""

from __future__ import annotations

# The query is put together from literals in this file; every value is bound.
# ruff: noqa: S608
import json
import sqlite3
from collections.abc import Collection
from typing import Final

from storage.database import Database
from storage.mapper import column

_IN_USE: Final = (
    ("coalesce(place_id, channel_id)", "tables", "phase = 'playing'"),
    ("channel_id", "nights", "state IN ('open', 'doors', 'playing')"),
    ("thread_id", "nights", "state IN ('open', 'doors', 'playing')"),
    ("voice", "nights", "state IN ('open', 'doors', 'playing')"),
    ("channel_id", "asks", "state IN ('open', 'closed')"),
)
"""Where something lies, of which table, and whether it goes on."""
_CARDS: Final = tuple(
    f"SELECT id FROM {table} WHERE guild_id = ? AND {goes_on} AND asleep = 0"
    " AND card_id IN (SELECT value FROM json_each(?))"
    for place, table, goes_on in _IN_USE
    if place == "channel_id"
)
"""What finds the nights, and the questions, whose card is one of some messages of a server."""


class PlaceStore:
    """Reads where something goes on."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self._database = database

    async def in_use(self, guild_ids: Collection[int]) -> list[tuple[int, int, int]]:
        """Return the places of some servers where something goes on.

        Each is told as its server, the channel in which a thread lies, and the place itself.
        """
        found = " UNION ".join(
            f"SELECT guild_id, channel_id, {place} FROM {table} WHERE {goes_on} AND asleep = 0"
            f" AND {place} IS NOT NULL AND guild_id IN (SELECT value FROM json_each(:guilds))"
            for place, table, goes_on in _IN_USE
        )
        guilds = {"guilds": json.dumps(list(guild_ids))}
        query = f"{found} ORDER BY 1, 2, 3"
        return await self._database.read(lambda link: link.execute(query, guilds).fetchall())

    async def cards_among(
        self, guild_id: int, messages: Collection[int]
    ) -> tuple[list[str], list[str]]:
        """Return the nights and the questions that go on whose card is among messages of a server.

        That is asked for each message that anybody deletes anywhere: in one hop, and of those of
        that server alone.
        """
        values = (guild_id, json.dumps(list(messages)))

        def run(connection: sqlite3.Connection) -> tuple[list[str], list[str]]:
            nights, asks = (column(connection, query, values) for query in _CARDS)
            return nights, asks

        return await self._database.read(run)
