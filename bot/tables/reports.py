"""Reports: somebody says that something is wrong at a table, for whoever runs the bot to look into.

Who reported and what they wrote is for the operator alone; nobody at the table learns of it.
"""

from __future__ import annotations

import json
import logging
import platform
import random
from importlib.metadata import version
from typing import Final

from bot.engine.text import cleaned
from bot.engine.text import marked as _
from bot.tables.clock import DAY, HOUR
from bot.tables.recent_errors import RecentErrors
from bot.tables.table import Table
from bot.tables.table_event import TableEvent
from bot.tables.tables import Tables, unused_id
from bot.tables.trouble import NoTable, NotSaved, Trouble
from storage.errors import WriteRefused
from storage.reports import ReportRow, ReportStore

LONGEST: Final = 500
"""The most characters of a report."""
MOST_A_DAY: Final = 3
"""How many reports somebody may send within a day."""
KEPT_DAYS: Final = 90
"""For how many days a report is kept."""

log = logging.getLogger(__name__)


class Reports:
    """Takes reports, and notes at a table that the operator has looked at it."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._store = ReportStore(tables.store.database)
        self._chance = random.SystemRandom()
        self.errors = RecentErrors()
        """Notes nothing until it is among the handlers of a logger."""

    async def send(self, table: Table, person: int, typed: str) -> str:
        """Keep what somebody reports about a table, and return its number.

        Raises Trouble if it is empty or too long, or if too much was reported lately.
        """
        words = cleaned(typed)
        if not words:
            raise Trouble(_("Write what is wrong."))
        if len(words) > LONGEST:
            raise Trouble(
                _("A report can have {most} characters, and this has {n}. Shorten it."),
                most=LONGEST,
                n=len(words),
            )
        now = self._tables.now()
        runs = f"Python {platform.python_version()}, discord.py {version('discord.py')}"
        row = ReportRow(
            id=await unused_id(self._chance, self._store.report),
            table_id=table.id,
            step=table.step(),
            person=person,
            at=now,
            words=words,
            versions=f"rules {table.rules_version}, {runs}",
            errors=json.dumps(self.errors.kinds),
        )
        try:
            came_of = await self._store.save(
                row, most=MOST_A_DAY, since=now - DAY, table_since=now - HOUR
            )
        except WriteRefused as error:
            raise NotSaved from error
        if came_of == "person":
            raise Trouble(
                _("You can send {most} reports a day. Try again tomorrow."), most=MOST_A_DAY
            )
        if came_of == "table":
            # It says no more: who else has written, and when, is nobody's business.
            raise Trouble(_("No report can be sent from here just now. Try again in an hour."))
        return row.id

    async def sweep(self) -> None:
        """Delete the reports that were kept for long enough."""
        await self._store.prune(self._tables.now() - KEPT_DAYS * DAY)

    async def heed_operator(self) -> None:
        """Note at each table that the operator wants to look at that they do; the board says it."""
        for table_id, since in (await self._store.asked_to_look()).items():
            try:
                if not await self._store.has_looked(table_id, since):
                    await self._note_looked(table_id)
            except NoTable:
                log.info("table %s: it is gone, so nobody looks at it", table_id)
            await self._store.done_looking(table_id)

    async def _note_looked(self, table_id: str) -> None:
        async with self._tables.held(table_id, frozen=True) as table:
            if table.frozen:
                await self._store.note_looked(table_id, self._tables.now())
                self._tables.cache.drop(table)
            else:
                await self._tables.change(table, [TableEvent("looked", "clock")])
