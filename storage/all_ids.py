"""The ids of everything of a kind, some at a time, for code that looks at all of it."""

from collections.abc import AsyncIterator

from storage.database import Database

BATCH = 500
"""How many ids are read at a time."""

TABLES = "SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?"
NIGHTS = "SELECT id FROM nights WHERE id > ? ORDER BY id LIMIT ?"
ASKS = "SELECT id FROM asks WHERE id > ? ORDER BY id LIMIT ?"
RESULTS = "SELECT DISTINCT table_id FROM results WHERE table_id > ? ORDER BY table_id LIMIT ?"


async def all_ids(database: Database, query: str) -> AsyncIterator[str]:
    """Yield what one of the queries above finds, in the order of ids."""
    after = ""
    while True:
        found: list[str] = await database.column(query, (after, BATCH))
        for each in found:
            yield each
        if not found:
            return
        after = found[-1]
