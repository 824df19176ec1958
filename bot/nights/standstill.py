"""Tables of a night at which nothing goes on: who leads it is called once that has lasted.

What a table calls them for is done once it is over.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.nights.night import Change, Night, NoNight
from bot.nights.nights import Nights
from bot.nights.pilot import TIMER, asked, without_call
from bot.tables.table import Table
from bot.tables.trouble import Trouble

LASTS: Final = 2
"""It has lasted after so many times the usual time for a move."""

log = logging.getLogger(__name__)


def stands_still(table: Table) -> bool:
    """Tell whether a game can't go on now: it is paused, all its people are away, nobody can see
    it, or it can't be read.
    """
    at_play = table.phase == "playing" and table.pace != "days"
    return at_play and (table.paused or table.deserted() or table.asleep or table.frozen)


def lasts_at(night: Night, tables: Iterable[Table]) -> int | None:
    """Return when a table has stood still for long; None while all go on."""
    since = (each.touched_at for each in tables if stands_still(each))
    earliest = min(since, default=None)
    return None if earliest is None else earliest + LASTS * night.row.move_time


def noted(night: Night, at: int | None) -> Night:
    """Return a night on which those who lead it are to be called for a table at a time, unless they
    lead it alone; at None no table stands still any more.
    """
    if at is not None:
        return night if night.row.pilot == "host" else asked(night, "still", at)
    calls = (each for each in night.calls if each.why != "still" or each.said)
    done = tuple(replace(each, done=True) if each.why == "still" else each for each in calls)
    return replace(night, calls=done)


class Standstills:
    """Notes on nights that tables of theirs stand still, or go on again."""

    def __init__(self, nights: Nights) -> None:
        self._nights = nights
        self._still: set[str] = set()
        """The tables that stand still, as far as this process has seen."""
        self._looks: set[asyncio.Task[None]] = set()
        nights.tables.listeners.append(self._table_changed)

    async def close(self) -> None:
        """Stop noting; the next start looks again."""
        for task in self._looks:
            task.cancel()
        await asyncio.gather(*self._looks, return_exceptions=True)

    def look(self, night_id: str) -> None:
        """Look at all tables of a night, and note how they stand."""
        task = asyncio.create_task(self._look(night_id), name=f"tables of {night_id}")
        self._looks.add(task)
        task.add_done_callback(self._looks.discard)

    async def lasts_at(self, night: Night) -> int | None:
        """Return when a table of a night has stood still for long; None while all go on."""
        tables = (await self._nights.reader.tables_of(night)).values()
        for table in tables:
            (self._still.add if stands_still(table) else self._still.discard)(table.id)
        return lasts_at(night, tables)

    def _table_changed(self, table: Table) -> None:
        told = stands_still(table) is (table.id in self._still) and not table.over
        if table.night_id is not None and not told:
            self.look(table.night_id)

    async def _look(self, night_id: str) -> None:
        try:
            async with self._nights.held(night_id) as night:
                after = noted(night, await self.lasts_at(night))
                for table in (await self._nights.reader.tables_of(night)).values():
                    after = without_call(after, table.id) if table.over else after
                if after != night:
                    change = Change(after, "still")
                    await self._nights.save(night, change, TIMER, self._nights.tables.now())
        except NoNight:
            pass
        except Trouble as error:
            # The next ring of the night looks again.
            log.warning("night %s: its tables weren't looked at: %s", night_id, error)
