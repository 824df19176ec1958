"""When something is due at tables besides the clocks of their seats."""

import json
from collections.abc import Collection

from storage.database import Database
from storage.mapper import first


class TableTimes:
    """What can be read of the times at which games begin by themselves and votes are over."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self._database = database

    async def due(self, now: int, without: Collection[str] = ()) -> list[str]:
        """Return the tables where something is due by now, of all but some, the earliest first."""
        return await self._database.column(
            "SELECT id FROM tables WHERE due <= ?"
            " AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY due",
            (now, json.dumps(list(without))),
        )

    async def earliest_due(self, without: Collection[str] = ()) -> int | None:
        """Return when something is due next at a table, of all but some; None if nothing is."""
        return await self._database.one(
            first,
            "SELECT due FROM tables WHERE due IS NOT NULL"
            " AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY due LIMIT 1",
            (json.dumps(list(without)),),
        )
