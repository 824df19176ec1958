"""The clocks of all tables: a timer rings for each that is due, and says when time is over."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Final

from bot.tables.clock import Clock, Standstill, ahead
from bot.tables.due_timer import AGAIN, LOOK, DueTimer
from bot.tables.quiet_hours import OwnClock, away_set, demand_settable, still, still_of
from bot.tables.seat import Seat
from bot.tables.table import Table
from bot.tables.table_event import TableEvent, TableEventKind
from bot.tables.tables import Tables
from bot.tables.trouble import NotSaved, Trouble
from storage.clock_store import ClockRow
from storage.due_rows import DueRows
from storage.errors import StorageError, WriteRefused
from storage.rows import OnTimeout, Pace
from storage.statements import ALIVE

NEAR: Final = 24
"""What boards and pings say may be off by this part of a question's time: an hour of a day."""
IN_A_ROW: Final = 2
"""How many moves in a row run out before a computer stands in for the person."""
LEAP: Final = 5.0
"""By more seconds than this the machine's clock doesn't run ahead of the loop's, unless it leaps:
a laptop was suspended, or somebody set the clock. Nobody had that time."""

log = logging.getLogger(__name__)


class Clocks:
    """Rings for every table whose clock is due: reminds, and deals with what has run out of time.

    All it relies on is on disk, and a ring is one transaction: so no ring is lost and none comes
    twice, whatever ends the process. Time in which the bot was down doesn't count.
    """

    def __init__(self, tables: Tables, wall: Callable[[], float] = time.time) -> None:
        """Take the tables, and the machine's clock in seconds since 1970; `start` begins."""
        self._tables = tables
        self._wall = wall
        self._looked: tuple[float, float] | None = None
        """What the machine's clock and the loop's said at the last look."""
        self._leapt: dict[str, tuple[int, int]] = {}
        """Tables whose clocks are still to pass over a leap: from when to when."""
        self._out_of_order: set[str] = set()
        """Tables whose clocks stand and should run, or run and should stand."""
        self._noted, self._alive = -inf, 0
        """When it was last noted that the bot is alive, by the loop's clock, and as of when."""
        self.due_timer = DueTimer(
            "clocks",
            DueRows(tables.store.database, "clocks"),
            tables.now,
            self.ring,
            _wait_after,
            before=self._put_right,
            after=self._say_alive,
        )
        tables.listeners.append(self.hear)

    async def start(self, look: float = LOOK) -> None:
        """Set all clocks going from now, as they stood when the bot went down, and keep watch.

        No table may have been asked for yet. `look` is how long the timer may go without asking
        what time it is. Raises StorageError.
        """
        now = self._tables.now()

        def go_on(row: ClockRow, last: int | None) -> tuple[ClockRow, bool]:
            after = going_on(row, last, now)
            return after, shown_wrong(row, after)

        count = await self._tables.store.clocks.recalculate(go_on, now)
        if count:
            log.info("resumed %d clocks", count)
        self._noted, self._alive = asyncio.get_running_loop().time(), now
        self.due_timer.start(look)

    async def close(self) -> None:
        """Stop, and note when that was: from now on no time counts."""
        if await self.due_timer.close():
            await self._note_alive()

    def hear(self, table: Table) -> None:
        """Take note that a table has changed."""
        if out_of_order(table):
            self._out_of_order.add(table.id)
            self.due_timer.look_now()
        due = min((seat.clock.due or inf for seat in table.seats if seat.clock), default=inf)
        self.due_timer.hear(due)

    async def ring(self, table_id: str) -> bool:
        """Do what is due at a table now; return whether anything was. Raises Trouble."""
        async with self._tables.held(table_id) as table:
            if table.asleep:
                # Nobody can see the table, so nobody's time goes by until it wakes. Since when it
                # sleeps isn't known, for its clocks should stand by now.
                seats = [_standing_still(seat) for seat in table.seats]
                table_events: list[TableEvent] = []
            else:
                now = self._tables.now()
                stills = await self._tables.people.stills_at(table, now)
                seats, table_events = after_ring(table, now, stills)
            if seats == table.seats:
                return False
            await self._tables.change(table, table_events, seats=seats)
            return True

    async def set_person(self, row: OwnClock) -> None:
        """Save a person's time zone and quiet hours, and recalculate their clocks.

        Raises Trouble if there is no such zone or the hours are too long, and NotSaved if the disk
        refuses it.
        """
        people = self._tables.people
        row = demand_settable(row)
        before = await people.row(row.id)
        # When somebody is away is set elsewhere.
        row = replace(row, **away_set(before))
        try:
            await people.keep(row)
        except WriteRefused as error:
            raise NotSaved from error
        for table_id in await self._tables.store.clocks.of(row.id):
            # One that fails keeps its old time to ring, and is recalculated when it does.
            with contextlib.suppress(Trouble):
                await self._recalculate(table_id, before, row)

    async def _recalculate(self, table_id: str, before: OwnClock, after: OwnClock) -> None:
        """Apply a person's new quiet hours to their clock, from now."""
        async with self._tables.held(table_id) as table:
            number = table.seat_of(after.id)
            if table.pace != "days" or number is None:
                return
            seat, now = table.seats[number], self._tables.now()
            if seat.running is None:
                return
            clock = seat.running.stop(now, still_of(before, table, seat, now))
            seat = replace(seat, clock=clock)
            clock = clock.run(table.pace, now, still_of(after, table, seat, now))
            seats = [*table.seats]
            seats[number] = replace(seat, clock=clock)
            await self._tables.change(table, seats=seats)

    # Around each round of the timer

    async def _put_right(self) -> None:
        """Set right what is due at no time: clocks that run or stand wrongly, or have leapt."""
        await self._notice_leap()
        timer = self.due_timer
        for table_id in self._out_of_order - timer.put_off.keys():
            self._out_of_order.discard(table_id)
            if not await timer.do(table_id, self._put_in_order):
                # A clock that stands is due at no time, so nothing else would come back to it.
                self._out_of_order.add(table_id)
        # Where a leap can't be passed over is put off, so nothing rings there.
        for table_id in self._leapt.keys() - timer.put_off.keys():
            await timer.do(table_id, self._pass_over_leap)

    async def _say_alive(self) -> None:
        # Also while no clock runs: game nights tell from it how long the bot was away. It wasn't
        # for as long as the machine's clock has leapt, once all tables have passed over that.
        leapt = not self._leapt and abs(self._tables.now() - self._alive) >= LOOK
        if leapt or asyncio.get_running_loop().time() >= self._noted + LOOK:
            await self._note_alive()

    async def _put_in_order(self, table_id: str) -> bool:
        """Set the clocks going at a table that has woken, and stop them at one that sleeps."""
        async with self._tables.held(table_id) as table:
            if out_of_order(table):
                await self._tables.change(table)
        return True

    async def _notice_leap(self) -> None:
        """Make all running clocks pass over the time by which the machine's clock has leapt."""
        wall, loop = self._wall(), asyncio.get_running_loop().time()
        before, self._looked = self._looked, (wall, loop)
        leap = 0.0 if before is None else (wall - before[0]) - (loop - before[1])
        if leap <= LEAP:
            return
        now = self._tables.now()
        running = await self._tables.store.clocks.running()
        for table_id in running:
            # Of two leaps before the first is passed over, the time between counts for nobody.
            earlier = self._leapt.get(table_id, (now - round(leap), now))
            self._leapt[table_id] = (earlier[0], now)
        log.info("the clock leapt by %.0f seconds: %d tables go on from now", leap, len(running))

    async def _pass_over_leap(self, table_id: str) -> bool:
        """Let the clocks of a table go on as if a leap of the machine's clock hadn't been."""
        start, end = self._leapt[table_id]
        async with self._tables.held(table_id) as table:
            stills = await self._tables.people.stills_at(table, end)
            seats = [
                replace(seat, clock=past_leap(seat.clock, table.pace, start, end, still))
                for seat, still in ((seat, stills.get(seat.person)) for seat in table.seats)
            ]
            if seats != table.seats:
                await self._tables.change(table, seats=seats)
        del self._leapt[table_id]
        return True

    async def _note_alive(self) -> None:
        """Note that the bot is alive now; what comes after doesn't count if it isn't."""
        self._noted, self._alive = asyncio.get_running_loop().time(), self._tables.now()
        try:
            await self._tables.store.set_meta(ALIVE, str(self._alive))
        except WriteRefused:
            # The storage says so already, and the next look tries again.
            pass
        except StorageError as error:
            log.error("no sign of life could be noted: %s", error)


def after_ring(
    table: Table, now: int, stills: Mapping[int, Standstill]
) -> tuple[list[Seat], list[TableEvent]]:
    """Return the seats after all that is due now, and what has been done by that."""
    seats, table_events = [*table.seats], list[TableEvent]()
    for number in table.people_asked():
        seat = seats[number]
        clock, still = seat.clock, stills.get(seat.person)
        if clock is None or clock.due is None or clock.due > now:
            continue
        if ahead(now, 0, still) > now:
            # It should have rung before: now it does so when it goes on.
            seats[number] = replace(seat, clock=clock.run(table.pace, now, still))
        elif clock.run_out(now, still):
            seats[number], deed = out_of_time(seat, table)
            table_events.append(TableEvent(deed, "clock", number, seat.person))
        else:
            seats[number] = replace(seat, clock=clock.reminded(table.pace, now, still))
    return seats, table_events


def out_of_time(seat: Seat, table: Table) -> tuple[Seat, TableEventKind]:
    """Return a seat of a table whose time has run out, and what that is called."""
    rule = table.on_timeout
    away = goes_away(seat, rule)
    late = replace(seat, timeouts=seat.timeouts + 1)
    if rule == "ask":
        return replace(late, clock=None if seat.clock is None else seat.clock.spent()), "out"
    if away:
        return late.gone_away(table.step(), table.revision), "away"
    return late.out_of_time(), "out"


def goes_away(seat: Seat, rule: OnTimeout) -> bool:
    """Tell whether a computer stands in for a person from the next move on that runs out of time,
    as the rule of their table has it, and not just for that move.
    """
    return may_miss(seat, rule) == 1


def may_miss(seat: Seat, rule: OnTimeout) -> int | None:
    """Return after how many more moves in a row that run out of time a computer stands in for a
    person, as the rule of their table has it; None if none does.
    """
    if rule == "ask":
        return None
    return 1 if rule == "seat" else max(1, IN_A_ROW - seat.timeouts)


def out_of_order(table: Table) -> bool:
    """Tell whether a clock stands at a table that is awake, or runs at one that sleeps."""
    clocks = [table.seats[number].clock for number in table.people_asked()]
    return any(
        clock is not None and not clock.over and (clock.at is None) != table.asleep
        for clock in clocks
    )


def past_leap(
    clock: Clock | None, pace: Pace, start: int, end: int, still: Standstill | None
) -> Clock | None:
    """Return a clock that goes on from the end of a leap as it stood at its start.

    One that was set going after the leap stays as it is.
    """
    if clock is None or clock.at is None or clock.at > start:
        return clock
    return clock.stop(start, still).go_on(pace, end, still)


def going_on(row: ClockRow, last: int | None, now: int) -> ClockRow:
    """Return a clock set going from now; until then it has counted to the last sign of life."""
    days = row.pace == "days"
    clock = Clock(row.limit, row.left, row.at, row.reminders, row.due, row.away_used)
    at = now if row.at is None else row.at
    # A sign of life ahead of now was noted before the machine's clock was put back.
    alive = last or 0 if at > now else min(last or 0, now)
    clock = clock.stop(alive, _still(row, row.away_used, at) if days else None)
    clock = clock.go_on(row.pace, now, _still(row, clock.away_used, now) if days else None)
    return replace(row, left=clock.left, at=clock.at, due=clock.due, away_used=clock.away_used)


def _still(row: ClockRow, used: int, at: int) -> Standstill | None:
    return still(row.person, row.away_days, used, at)


def shown_wrong(before: ClockRow, after: ClockRow) -> bool:
    """Tell whether what a table's messages say about a clock is far off, now that it goes on."""
    if before.due is None or after.due is None:
        return False
    return abs(after.due - before.due) * NEAR > before.limit


def shifted(
    path: Path,
    clock: Callable[[], float] = time.time,
    steady: Callable[[], float] = time.monotonic,
) -> tuple[Callable[[], float], Callable[[], float]]:
    """Return both clocks of the machine with the seconds added that a file holds at the time.

    The steady one adds what the other has read last: were the file written between two readings,
    the clock would seem to be set.
    """
    ahead_by = 0.0

    def now() -> float:
        nonlocal ahead_by
        # While the file is being rewritten, what it held last is good enough.
        with contextlib.suppress(OSError, ValueError):
            ahead_by = float(path.read_text(encoding="utf-8"))
        return clock() + ahead_by

    now()
    return now, lambda: steady() + ahead_by


def _wait_after(table_id: str, error: Exception) -> float:
    """Return for how many seconds a table is put off whose clocks have failed."""
    match error:
        case NotSaved() | StorageError():
            log.debug("table %s: its clocks are tried again", table_id)
            return AGAIN
        case Trouble():
            log.warning("table %s: its clocks can't go on: %s", table_id, error)
            return inf
        case _:
            # What went wrong may name cards, so only its kind is logged.
            log.error("table %s: its clocks failed: %s", table_id, type(error).__name__)
            return LOOK


def _standing_still(seat: Seat) -> Seat:
    """Return a seat whose clock stands, at what was left when it was last set going."""
    clock = seat.running
    return seat if clock is None else replace(seat, clock=replace(clock, at=None, due=None))
