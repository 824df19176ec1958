"""How a table ends that can't be read: all that is known of it stays as it is stored."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.table import Table
from bot.tables.table_cache import table_event_row
from bot.tables.table_event import TableEvent, with_names
from bot.tables.tables import Tables
from bot.tables.trouble import NoTable


async def end_unread(tables: Tables, table: Table, event: TableEvent) -> Table:
    """End a table that can't be read, leaving all else in its row as it is; return it as read
    again.

    The table's lock is held. Raises NoTable if there is none of this id.
    """
    found = await tables.store.table(table.id)
    if found is None:
        raise NoTable
    row, seats = found
    steps, now = await tables.store.log(table.id), tables.now()
    event_row = table_event_row(
        table, with_names(event, table.seats, ()), now, steps[-1].step if steps else -1
    )
    ended = replace(
        row,
        phase="cancelled",
        revision=row.revision + 1,
        touched_at=now,
        paused=False,
        motion=None,
        due=None,
    )
    at_rest = [
        replace(
            seat,
            question_number=None,
            clock_left=None,
            clock_at=None,
            reminders=0,
            due=None,
            clock_limit=None,
        )
        for seat in seats
    ]
    with tables.saving(table):
        await tables.store.save_change(ended, at_rest, [event_row], orders=[])
    tables.cache.drop(table)
    table = await tables.get(table.id)
    tables.tell(table)
    return table
