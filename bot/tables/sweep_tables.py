"""What happens to tables that nobody touches: lobbies are closed, others put away or deleted."""

from __future__ import annotations

import logging

from bot.tables.clock import DAY
from bot.tables.table import Table
from bot.tables.table_event import TableEvent
from bot.tables.tables import Tables
from bot.tables.trouble import Trouble

UNTOUCHED_DAYS = 7

log = logging.getLogger(__name__)


async def sweep_tables(tables: Tables, keep_days: int | None = None) -> None:
    """Close the lobbies and put away the deserted tables that nobody touched for a week.

    Forget old tables if the settings say so.
    """
    for guild_id in await tables.servers.sweep():
        tables.cache.drop_guild(guild_id)
    await tables.store.privacy.tidy()
    now = tables.now()
    before = now - UNTOUCHED_DAYS * DAY
    stale = await tables.store.stale_lobbies(before) + await tables.store.deserted(before)
    for table_id in stale:
        try:
            async with tables.held(table_id) as table:
                if table.touched_at < before:
                    await _put_away(tables, table)
        except Trouble as trouble:
            log.warning("table %s: not swept: %s", table_id, trouble)
    if keep_days is not None:
        gone = await tables.store.prune(now - keep_days * DAY)
        await tables.store.results.prune(now - keep_days * DAY)
        tables.cache.drop_over(now - keep_days * DAY)
        log.info("deleted %d tables that ended more than %d days ago", gone, keep_days)


async def _put_away(tables: Tables, table: Table) -> None:
    """Close a lobby, or put a table that all people have left to sleep."""
    if table.phase == "lobby" and table.starts_at is None:
        await tables.change(table, phase="cancelled")
    elif table.phase == "playing" and table.deserted() and not table.asleep:
        table_events = await tables.store.table_events(table.id)
        if not table_events or table_events[-1].what != "archived":
            await tables.change(table, [TableEvent("archived", "clock")])
        await tables.save_whereabouts(table.id, asleep=True)
