"""Tables of a night at which nothing goes on: who leads it is called once that has lasted.

What a table calls them for is done once it is over.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from bot.nights.night import Change, Night, NoNight
from bot.nights.night_calls import Call, StillWhy
from bot.nights.nights import Nights
from bot.nights.pilot import TIMER, without_call
from bot.nights.stages import round_now
from bot.nights.still_calls import noted
from bot.nights.teaching import taught_until
from bot.tables.clock import USUAL
from bot.tables.table import Table
from bot.tables.table_face import PublicFacts
from bot.tables.trouble import Trouble

LASTS: Final = 2
"""It has lasted after so many times the usual time for a move."""
LITTLE_LEFT: Final = 3
"""A move takes long once only one in so many parts of its time is left."""

log = logging.getLogger(__name__)


def still_why(table: PublicFacts) -> StillWhy | None:
    """Return why a game doesn't go on now; None if it does."""
    if table.phase != "playing" or table.pace == "days":
        return None
    if table.frozen:
        return "unread"
    if table.asleep:
        return "unseen"
    if table.paused:
        return "paused"
    if table.deserted():
        return "deserted"
    reminded = (table.seats[seat].reminders for seat in table.people_asked())
    return "slow" if any(reminded) else None


def slow_at(table: PublicFacts) -> dict[int, int]:
    """Return from when on each of those whom a live table waits for takes long for their move, by
    their seat.
    """
    found = dict[int, int]()
    if table.phase != "playing" or table.paused or table.pace == "days":
        return found
    for number in table.people_asked():
        seat = table.seats[number]
        clock = seat.running
        if clock is not None and clock.at is not None:
            found[number] = clock.at + max(0, clock.left - clock.limit // LITTLE_LEFT)
        elif seat.asked_at is not None:
            found[number] = seat.asked_at + USUAL["live"]
    return found


def call_of(night: Night, table: PublicFacts) -> Call | None:
    """Return the call for a table of a night, from when it has stood still for long; None if it
    goes on, and a clock sees to that.
    """
    why = still_why(table)
    if why is None:
        return None
    lasts_at = table.touched_at + LASTS * night.row.move_time
    if why == "slow":
        lasts_at = min(slow_at(table).values(), default=lasts_at)
    return Call(
        "still",
        round_now(night),
        lasts_at,
        table=table.id,
        number=table.night_table or 0,
        place=0 if why == "unseen" else table.place_id or 0,
        still=why,
    )


def waited_for(night: Night, table: PublicFacts, others: Collection[PublicFacts]) -> bool:
    """Tell whether a table of a night that a host leads with help is left alone while all others of
    its round are done: everybody waits for it, so nobody waits with the call.
    """
    done = bool(others) and all(each.lets_go for each in others)
    return night.row.pilot == "helper" and still_why(table) == "deserted" and done


class Standstills:
    """Notes on nights that tables of theirs stand still, or go on again."""

    def __init__(self, nights: Nights) -> None:
        self._nights = nights
        self._still: dict[str, StillWhy | None] = {}
        """Why tables stand still, as far as this process has seen."""
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

    async def calls(self, night: Night) -> tuple[Call, ...]:
        """Return the calls for the tables of a night that stand still now."""
        calls = list[Call]()
        tables = await self._nights.reader.tables_of(night)
        for (number, _), table in tables.items():
            self._still.pop(table.id, None)
            call = call_of(night, table)
            others = [each for at, each in tables.items() if at[0] == number and each != table]
            if call is not None and waited_for(night, table, others):
                call = replace(call, at=table.touched_at)
            if call is not None:
                self._still[table.id] = call.still
                calls.append(call)
        return tuple(calls)

    def _table_changed(self, table: Table) -> None:
        if table.night_id is None:
            return
        if table.over or still_why(table) != self._still.get(table.id):
            self.look(table.night_id)

    async def _look(self, night_id: str) -> None:
        try:
            async with self._nights.held(night_id) as night:
                after = noted(night, await self.calls(night))
                tables = await self._nights.reader.tables_of(night)
                over = {at: table for at, table in tables.items() if table.over}
                for table in over.values():
                    after = without_call(after, table.id)
                after = taught_until(
                    after, {at for round_, at in over if round_ == len(night.dealt)}
                )
                if after != night:
                    change = Change(after, "still")
                    await self._nights.save(night, change, TIMER, self._nights.tables.now())
        except NoNight:
            pass
        except Trouble as error:
            # The next ring of the night looks again.
            log.warning("night %s: its tables weren't looked at: %s", night_id, error)
