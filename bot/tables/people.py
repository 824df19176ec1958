"""What people have set for themselves: the hours in which nobody waits for them."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.tables.clock import Quiet
from storage.rows import PersonRow
from storage.store import Store

log = logging.getLogger(__name__)


class People:
    """Knows people's quiet hours; what was read once is kept in memory."""

    def __init__(self, store: Store) -> None:
        """Take the storage."""
        self._store = store
        self._known: dict[int, PersonRow] = {}

    async def row(self, person_id: int) -> PersonRow:
        """Return what a person has set."""
        if person_id not in self._known:
            self._known[person_id] = await self._store.person(person_id)
        return self._known[person_id]

    async def keep(self, row: PersonRow) -> None:
        """Keep what a person sets now."""
        await self._store.save_person(row)
        self._known[row.id] = row

    async def quiets(self, people: Iterable[int]) -> Mapping[int, Quiet]:
        """Return the quiet hours of those among the people who have any."""
        found = {person: quiet_of(await self.row(person)) for person in people}
        return {person: quiet for person, quiet in found.items() if quiet is not None}


def quiet_of(row: PersonRow) -> Quiet | None:
    """Return the quiet hours that a person has set; None without any."""
    if row.zone is None or row.quiet_from is None or row.quiet_to is None:
        return None
    try:
        return Quiet(ZoneInfo(row.zone), row.quiet_from, row.quiet_to)
    except (ZoneInfoNotFoundError, ValueError):
        # A zone that was known once: clocks then run as if nothing were set.
        log.warning("the time zone %s isn't known any more", row.zone)
        return None
