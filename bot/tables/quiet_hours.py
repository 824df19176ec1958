"""What people have set for themselves: the hours in which nobody waits for them."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.engine.text import marked as _
from bot.tables.clock import MOST_QUIET, Quiet
from bot.tables.trouble import Trouble
from storage.rows import PersonRow
from storage.store import Store

if TYPE_CHECKING:
    from bot.tables.table import Table

OwnClock = PersonRow
"""What a person has set for themselves: their time zone and quiet hours."""

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
            found = await self._store.person(person_id)
            # What was set while it was read is newer.
            self._known.setdefault(person_id, found)
        return self._known[person_id]

    async def keep(self, row: OwnClock) -> None:
        """Keep what a person sets now."""
        await self._store.save_person(row)
        self._known[row.id] = row

    def forget(self, person_id: int) -> None:
        """Read a person's settings again the next time."""
        self._known.pop(person_id, None)

    async def quiets(self, people: Iterable[int]) -> Mapping[int, Quiet]:
        """Return the quiet hours of those among the people who have any."""
        found = {person: quiet_of(await self.row(person)) for person in people}
        return {person: quiet for person, quiet in found.items() if quiet is not None}

    async def quiet_at(self, table: Table) -> Mapping[int, Quiet]:
        """Return the quiet hours of the people who are asked at a table, if they count there."""
        if table.pace != "days":
            return {}
        return await self.quiets(table.seats[seat].person for seat in table.people_asked())

    async def ends(self, table: Table) -> Mapping[int, int]:
        """Return when time runs out for each seat whose clock runs, as seconds since 1970."""
        quiets = await self.quiet_at(table)
        found: dict[int, int] = {}
        for number in table.people_asked():
            seat = table.seats[number]
            end = None if seat.clock is None else seat.clock.ends(quiets.get(seat.person))
            if end is not None:
                found[number] = end
        return found


def demand_settable(row: OwnClock) -> OwnClock:
    """Return what a person wants to set. Raises Trouble if it can't be set."""
    if row.zone is not None and row.zone not in available_timezones():
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
