"""The timer of what is due at tables besides clocks: games begin by themselves, votes are over."""

from __future__ import annotations

import logging
from math import inf

from bot.tables.due_timer import AGAIN, LOOK, DueTimer
from bot.tables.lobby_verbs import LobbyVerbs
from bot.tables.set_times import due_of, not_begun, too_late
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.trouble import NotSaved, Trouble
from storage.due_rows import DueRows
from storage.errors import StorageError

log = logging.getLogger(__name__)


class TableTimer:
    """Rings for every table where something is due; a ring is one transaction.

    So a game begins once, whatever ends the process, and a host whose game couldn't begin is called
    once: that it is to be called is saved with it.
    """

    def __init__(self, tables: Tables, lobby_verbs: LobbyVerbs) -> None:
        """Take the tables, and who deals; `start` begins."""
        self._tables = tables
        self._lobby_verbs = lobby_verbs
        times = DueRows(tables.store.database, "tables")
        self.due_timer = DueTimer("tables", times, tables.now, self.ring, _wait_after)
        tables.listeners.append(self._hear)

    def start(self, look: float = LOOK) -> None:
        """Keep watch. `look` is how long the timer may go without asking what time it is."""
        self.due_timer.start(look)

    async def close(self) -> None:
        """Stop ringing."""
        await self.due_timer.close()

    async def ring(self, table_id: str) -> bool:
        """Do what is due at a table now; return whether anything was. Raises Trouble."""
        async with self._tables.held(table_id) as table:
            now, due = self._tables.now(), due_of(table)
            if due is None or due > now:
                return False
            if table.phase == "playing":
                # A vote is counted again with every change, and one that is over goes.
                await self._tables.change(table)
            elif too_late(table, now):
                await self._tables.change(table, **not_begun("late"))
            else:
                await self._begin(table)
        return True

    async def _begin(self, table: Table) -> None:
        """Deal, as if the press that set the time were one of Start; or have the host called."""
        try:
            assert table.start_by is not None
            await self._lobby_verbs.begin(table, table.start_by)
        except NotSaved:
            raise
        except Trouble:
            # Too few are there, or the options don't suit so many.
            await self._tables.change(table, **not_begun("few"))
            return
        self._tables.tell(table)

    def _hear(self, table: Table) -> None:
        self.due_timer.hear(due_of(table) or inf)


def _wait_after(table_id: str, error: Exception) -> float:
    """Return for how many seconds a table is put off whose ring has failed."""
    match error:
        case NotSaved() | StorageError():
            log.debug("table %s: what is due is tried again", table_id)
            return AGAIN
        case Trouble():
            log.warning("table %s: what is due can't be done: %s", table_id, error)
            return inf
        case _:
            # What went wrong may name cards, so only its kind is logged.
            log.error("table %s: its timer failed: %s", table_id, type(error).__name__)
            return LOOK
