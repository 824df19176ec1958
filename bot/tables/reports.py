"""Reports: somebody says that something is wrong at a table, for whoever runs the bot to look into.

Who reported and what they wrote is for the operator alone; nobody at the table learns of it.
"""

from __future__ import annotations

import json
import logging
import platform
import random
import re
from collections import deque
from importlib.metadata import version
from typing import Final

from bot.engine.text import cleaned
from bot.engine.text import marked as _
from bot.tables.clock import DAY, HOUR
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
KEPT: Final = 20
"""How many errors are kept."""
OURS: Final = ("bot.", "cogs.", "storage.")
KIND: Final = re.compile(r"[A-Z][A-Za-z]{2,40}")
"""How the name of an error's class reads."""

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


class RecentErrors(logging.Handler):
    """Notes where errors were logged and of which class they were: no text, no table, no person."""

    def __init__(self) -> None:
        """Note nothing yet; `logging` has to be told of it."""
        super().__init__(logging.ERROR)
        self._kinds: deque[str] = deque(maxlen=KEPT)

    def emit(self, record: logging.LogRecord) -> None:
        """Note a record's kind."""
        self._kinds.append(f"{record.name}: {_kind(record)}")

    @property
    def kinds(self) -> list[str]:
        """Return the kinds of the latest errors, the newest last."""
        return [*self._kinds]


def _kind(record: logging.LogRecord) -> str:
    """Return the name of the class of a record's error; "error" where it doesn't say one."""
    if record.exc_info and record.exc_info[0] is not None:
        return record.exc_info[0].__name__
    given = record.args if isinstance(record.args, tuple) else ()
    # Only the bot's own code is known to name the class of an error among what it says.
    if record.name.startswith(OURS):
        for each in given:
            if isinstance(each, str) and KIND.fullmatch(each) and _is_error(each):
                return each
    return "error"


def _is_error(name: str) -> bool:
    """Tell whether a class of errors is called that."""
    waiting: list[type[BaseException]] = [BaseException]
    while waiting:
        each = waiting.pop()
        if each.__name__ == name:
            return True
        waiting += each.__subclasses__()
    return False
