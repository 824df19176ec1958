"""What people have set for themselves: the hours in which nobody waits for them."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypedDict
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.engine.text import marked as _
from bot.tables.away import QuietAndAway, stopped
from bot.tables.clock import MOST_QUIET, Quiet, Standstill
from bot.tables.reserve import in_reserve
from bot.tables.trouble import Trouble
from bot.tables.zone_names import known_zones
from storage.rows import AwayHow, PersonRow, TableSettings
from storage.store import Store

if TYPE_CHECKING:
    from bot.tables.seat import Seat
    from bot.tables.table import Table

OwnClock = PersonRow
"""What a person has set for themselves: their time zone, quiet hours, and when they are away."""

DAY_MINUTES: Final = 24 * 60
"""Minutes."""

log = logging.getLogger(__name__)


class People:
    """Knows people's quiet hours; what was read once is kept in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, OwnClock] = {}

    async def row(self, person_id: int) -> OwnClock:
        """Return what a person has set."""
        if person_id not in self._known:
            found = await self._store.people.row(person_id)
            # What was set while it was read is newer.
            self._known.setdefault(person_id, found)
        return self._known[person_id]

    async def keep(self, row: OwnClock) -> None:
        """Keep what a person sets now."""
        await self._store.people.save(row)
        self._known[row.id] = row

    def forget(self, person_id: int) -> None:
        """Read a person's settings again the next time."""
        self._known.pop(person_id, None)

    async def quiets(self, people: Iterable[int]) -> Mapping[int, Quiet]:
        """Return the quiet hours of those among the people who have any."""
        found = {person: quiet_of(await self.row(person)) for person in people}
        return {person: quiet for person, quiet in found.items() if quiet is not None}

    async def stills_at(self, table: Table, now: int) -> Mapping[int, Standstill]:
        """Return when the clocks of the people who are asked at a table stand by themselves."""
        found: dict[int, Standstill] = {}
        if table.pace != "days":
            return found
        for number in table.people_asked():
            seat = table.seats[number]
            still = still_of(await self.row(seat.person), table, seat, now)
            if still is not None:
                found[seat.person] = still
        return found

    async def ends(self, table: Table) -> Mapping[int, int]:
        """Return when time runs out for each seat whose clock runs, as seconds since 1970."""
        found: dict[int, int] = {}
        for number in table.people_asked():
            seat = table.seats[number]
            end = ends_of(await self.row(seat.person), table, seat)
            if end is not None:
                found[number] = end
        return found

    async def reserves(self, table: Table, now: int) -> Mapping[int, int]:
        """Return the seconds that each person has left where unused time carries over."""
        found: dict[int, int] = {}
        if table.phase != "playing" or not table.reserve:
            return found
        for number, seat in enumerate(table.seats):
            left = in_reserve(table, seat)
            if left is None or seat.free or seat.gave_up:
                continue
            found[number] = left
            if seat.clock is not None:
                still = still_of(await self.row(seat.person), table, seat, now)
                found[number] = seat.clock.left_at(now, still)
        return found


class AwaySet(TypedDict):
    """What a person has set about being away."""

    away_from: int | None
    away_until: int | None
    away_how: AwayHow | None
    away_due: int | None


def away_set(row: OwnClock) -> AwaySet:
    """Return what a person has set about being away."""
    return AwaySet(
        away_from=row.away_from,
        away_until=row.away_until,
        away_how=row.away_how,
        away_due=row.away_due,
    )


def demand_settable(row: OwnClock) -> OwnClock:
    """Return what a person wants to set. Raises Trouble if it can't be set."""
    if row.zone is not None and row.zone not in known_zones():
        raise Trouble(_("There is no time zone {zone}."), zone=row.zone)
    if (row.quiet_from is None) != (row.quiet_to is None):
        raise Trouble(_("Quiet hours need both `from` and `to`."))
    if row.quiet_from is None or row.quiet_to is None:
        return row
    if row.zone is None:
        raise Trouble(_("Quiet hours need your time zone: set it with `/me clock`."))
    if not (0 <= row.quiet_from < DAY_MINUTES and 0 <= row.quiet_to < DAY_MINUTES):
        raise Trouble(_("Pick times between 00:00 and 23:59."))
    if row.quiet_from == row.quiet_to:
        raise Trouble(_("Quiet hours must begin and end at different times."))
    if (row.quiet_to - row.quiet_from) % DAY_MINUTES > MOST_QUIET:
        raise Trouble(_("Quiet hours can be 12 hours long at most."))
    return row


def still_of(row: OwnClock, table: TableSettings, seat: Seat, now: int) -> Standstill | None:
    """Return when somebody's clock on a seat stands by itself, as it stands now or is begun now.

    None where it never does: such hours and days count in games over days alone.
    """
    if table.pace != "days":
        return None
    return still(row, table.away_days, seat.stopped_for, seat.counts_from(now))


def ends_of(row: OwnClock, table: TableSettings, seat: Seat) -> int | None:
    """Return when somebody's time on a seat runs out, as it is said; None if no clock runs there.

    Nobody learns of away days that haven't begun.
    """
    if seat.clock is None or seat.clock.at is None:
        return None
    if seat.back_at is None:
        row = replace(row, away_from=None, away_until=None)
    return seat.clock.ends(still_of(row, table, seat, seat.clock.at))


def still(row: OwnClock, away_days: int, used: int, at: int) -> Standstill | None:
    """Return when a clock of somebody's stands by itself that was last set going at a time.

    By then it had been `used` seconds of the days for which it may stop while they are away.
    """
    quiet, days = quiet_of(row), stopped(row, away_days, used, at)
    return quiet if days is None else QuietAndAway(quiet, *days)


def quiet_of(row: OwnClock) -> Quiet | None:
    """Return the quiet hours that a person has set; None without any."""
    if row.zone is None or row.quiet_from is None or row.quiet_to is None:
        return None
    try:
        return Quiet(ZoneInfo(row.zone), row.quiet_from, row.quiet_to)
    except (ZoneInfoNotFoundError, ValueError):
        # A zone that was known once: clocks then run as if nothing were set.
        log.warning("the time zone %s isn't known any more", row.zone)
        return None
