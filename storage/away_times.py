"""When the away days of people are next to be looked at: they begin, they end, or they were set."""

import json
from collections.abc import Collection

from storage.database import Database
from storage.mapper import first


class AwayTimes:
    """What can be read of the times at which somebody's away days are due, by the person's id."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self._database = database

    async def due(self, now: int, without: Collection[str] = ()) -> list[str]:
        """Return the people whose away days are due by now, but some, the earliest first."""
        return await self._database.column(
            "SELECT cast(id AS TEXT) FROM people WHERE away_due <= ?"
            " AND cast(id AS TEXT) NOT IN (SELECT value FROM json_each(?)) ORDER BY away_due",
            (now, json.dumps(list(without))),
        )

    async def earliest_due(self, without: Collection[str] = ()) -> int | None:
        """Return when somebody's away days are due next, but for some; None if nobody's are."""
        return await self._database.one(
            first,
            "SELECT away_due FROM people WHERE away_due IS NOT NULL"
            " AND cast(id AS TEXT) NOT IN (SELECT value FROM json_each(?))"
            " ORDER BY away_due LIMIT 1",
            (json.dumps(list(without)),),
        )
