"""Any number of open tables, for tests and benches in which few people open many."""

from __future__ import annotations

from bot.tables.servers import ServerSettings
from bot.tables.tables import Tables


def uncap(tables: Tables, guild_id: int) -> None:
    """Let everybody have any number of open tables on a server."""
    tables.servers._known[guild_id] = ServerSettings(most_open_tables=1_000_000)
