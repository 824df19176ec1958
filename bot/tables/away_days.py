"""Setting away days, and the timer that has them begin and end at every table of a person."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Final

from bot.engine.text import marked as _
from bot.tables.away import LONGEST, is_away, shown, stopped
from bot.tables.clock import DAY
from bot.tables.due_timer import AGAIN, LOOK, DueTimer
from bot.tables.quiet_hours import OwnClock, still_of
from bot.tables.seat import Seat
from bot.tables.table import Table
from bot.tables.table_event import TableEvent
from bot.tables.tables import Tables
from bot.tables.trouble import NotSaved, Trouble
from storage.due_rows import DueRows
from storage.errors import StorageError, WriteRefused
from storage.rows import AwayHow

NOT_AWAY: Final = _("You're not away. Set dates with `/me away`.")

log = logging.getLogger(__name__)


class AwayDays:
    """Lets people be away, at all tables of all servers at once.

    What somebody sets is saved first, as due now, so that each table hears of it whatever ends the
    process; then it is applied in one transaction for each table, which changes nothing when it is
    repeated. What has passed of away days stays known until no clock counts it any more.
    """

    def __init__(self, tables: Tables) -> None:
        """Take the tables; `due_timer.start` begins."""
        self._tables = tables
        self._lock = asyncio.Lock()
        times = DueRows(tables.store.database, "away days")
        self.due_timer = DueTimer("away days", times, tables.now, self.ring, _wait_after)

    async def row(self, person: int) -> OwnClock:
        """Return what somebody has set."""
        return await self._tables.people.row(person)

    async def set(self, person: int, start: int | None, until: int, how: AwayHow | None) -> None:
        """Have somebody be away from a time, or from now, until another, in place of what was set.

        `how` None is as it was set, or as is usual. Raises Trouble if that can't be.
        """
        now = self._tables.now()
        if until <= now:
            raise Trouble(_("That time is over already. Nothing was changed."))
        begin = now if start is None else start
        if until <= begin:
            raise Trouble(_("You would be back before you leave. Nothing was changed."))
        if until > begin + LONGEST * DAY:
            raise Trouble(
                _("You can be away for {most} days at once. Nothing was changed."), most=LONGEST
            )
        async with self._lock:
            row = await self.row(person)
            if (is_away(row, now) and begin > now) or _is_over(row, now):
                # What has passed of it is counted before it is replaced.
                await self._keep(replace(row, away_until=now))
                row = await self._applied(person)
            if is_away(row, now):
                assert row.away_from is not None
                begin = min(begin, row.away_from)
            how = how or row.away_how or "clock"
            await self._keep(replace(row, away_from=begin, away_until=until, away_how=how))
            await self._apply_set(person)

    async def choose(self, person: int, how: AwayHow) -> None:
        """Choose how somebody's games go on while they are away. Raises Trouble if they aren't."""
        async with self._lock:
            row = await self.row(person)
            if row.away_until is None or row.away_until <= self._tables.now():
                raise Trouble(NOT_AWAY)
            if row.away_how != how:
                await self._keep(replace(row, away_how=how))
                await self._apply_set(person)

    async def end(self, person: int) -> None:
        """End somebody's away days now, or never begin them. Raises Trouble without any."""
        async with self._lock:
            row, now = await self.row(person), self._tables.now()
            if row.away_from is None or row.away_until is None or row.away_until <= now:
                raise Trouble(NOT_AWAY)
            await self._keep(replace(row, away_from=min(row.away_from, now), away_until=now))
            await self._apply_set(person)

    async def ring(self, key: str) -> bool:
        """Have a person's away days begin, end, or be as they were set, at every table.

        Returns whether anything was due. Raises Trouble if the disk refuses it.
        """
        async with self._lock:
            row = await self.row(int(key))
            if row.away_due is None or row.away_due > self._tables.now():
                return False
            await self._applied(int(key))
            return True

    async def _keep(self, row: OwnClock) -> None:
        """Save what somebody sets, as due now. Raises NotSaved if the disk refuses it."""
        now = self._tables.now()
        try:
            await self._tables.people.keep(replace(row, away_due=now))
        except WriteRefused as error:
            raise NotSaved from error
        self.due_timer.hear(now)

    async def _apply_set(self, person: int) -> None:
        """Apply what was just saved; where the disk refuses it, the timer does so later."""
        try:
            await self._applied(person)
        except NotSaved:
            self.due_timer.look_now()

    async def _applied(self, person: int) -> OwnClock:
        """Apply what somebody has set to all their tables; return it with when it is due next."""
        row, now = await self.row(person), self._tables.now()
        for head, _seats in await self._tables.store.tables_of(person, phases=("playing",)):
            try:
                await self._apply(head.id, row, now)
            except NotSaved:
                raise
            except Trouble as trouble:
                log.warning("table %s: nobody goes or comes there: %s", head.id, trouble)
        if _is_over(row, now):
            row = replace(row, away_from=None, away_until=None, away_how=None)
        due = [at for at in (row.away_from, row.away_until) if at is not None and at > now]
        row = replace(row, away_due=min(due, default=None))
        try:
            await self._tables.people.keep(row)
        except WriteRefused as error:
            raise NotSaved from error
        self.due_timer.hear(row.away_due or inf)
        return row

    async def _apply(self, table_id: str, row: OwnClock, now: int) -> None:
        async with self._tables.held(table_id) as table:
            number = table.seat_of(row.id)
            if number is None or table.phase != "playing":
                return
            before = table.seats[number]
            seat, table_events = at_table(table, number, row, now)
            if seat != before:
                seats = [*table.seats[:number], seat, *table.seats[number + 1 :]]
                await self._tables.change(table, table_events, seats=seats)


def at_table(
    table: Table, number: int, row: OwnClock, now: int
) -> tuple[Seat, Sequence[TableEvent]]:
    """Return a person's seat as what they have set for their away days makes it now.

    Its clock is set going again, so that no time of before is counted by it any more.
    """
    seat, table_events = table.seats[number], list[TableEvent]()
    away = is_away(row, now) and table.pace != "live"
    if seat.sat_in and not (away and row.away_how == "computer"):
        seat = seat.back(seat.name)
        table_events.append(TableEvent("back", "player", number, row.id))
    over = seat.back_at is not None and not away
    seat = shown(seat, row, table.pace, now)
    if over and table.pace == "none" and seat.asked_at is not None:
        # Without a clock it is as if they had been asked later.
        span = stopped(row, table.away_days, seat.away_used, seat.asked_at) or (0, 0)
        passed = max(0, min(now, span[1]) - span[0])
        seat = replace(seat, asked_at=seat.asked_at + passed, away_used=seat.away_used + passed)
    if seat.back_at is not None:
        seat = replace(seat, away_how=row.away_how)
    clock = seat.running
    if clock is None:
        return seat, table_events
    wound = clock.run(table.pace, now, still_of(row, table, seat, now))
    ended = row.away_until is not None and seat.counts_from(now) < row.away_until <= now
    sooner = wound.due is not None and clock.due is not None and wound.due < clock.due
    if ended or sooner or (away and wound.due != clock.due):
        seat = replace(seat, clock=wound)
    return seat, table_events


def _is_over(row: OwnClock, now: int) -> bool:
    return row.away_until is not None and row.away_until <= now


def _wait_after(person: str, error: Exception) -> float:
    """Return for how many seconds somebody is put off whose away days couldn't be applied."""
    if isinstance(error, NotSaved | StorageError):
        log.debug("away days are tried again")
        return AGAIN
    # What went wrong may name cards, so only its kind is logged.
    log.error("away days failed: %s", type(error).__name__)
    return LOOK
