"""How people's turns call them: in the table's thread, by direct message, or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.engine.text import marked as _
from bot.tables.clock import moment_of
from bot.tables.seat import Seat
from bot.tables.trouble import Trouble
from bot.tables.who_sits import stored_seat
from storage.call_store import CallsRow, PlannedCall, TurnReason, Way
from storage.rows import SeatRow, TableHead
from storage.store import Store

URGENCY: Final[tuple[TurnReason, ...]] = ("move", "half", "last", "over")
MOST_DIGESTS: Final = 3
"""How many digests somebody may have a day."""


def turn_reason(seat: Seat) -> TurnReason:
    """Return how urgently the person on a seat is asked for a move."""
    if seat.clock is not None and seat.clock.over:
        return "over"
    return URGENCY[min(seat.reminders, 2)]


def newly_asked(
    before: Sequence[SeatRow], after: Sequence[SeatRow], table: TableHead, at: int
) -> list[PlannedCall]:
    """Return what people are called for by a change of a table's seats, and weren't before it."""
    known = {call.person: call for call in _asked(before, table, at)}
    if table.phase != "playing" or table.paused:
        return []
    found: list[PlannedCall] = []
    for call in _asked(after, table, at):
        old = known.get(call.person)
        if old is None or old.question != call.question or old.reason != call.reason:
            found.append(call)
    return found


def _asked(rows: Sequence[SeatRow], table: TableHead, at: int) -> list[PlannedCall]:
    found: list[PlannedCall] = []
    for row in rows:
        seat = stored_seat(row)
        # While away days stop somebody's clock nobody calls them.
        if row.question_number is not None and seat.mind is None and not seat.rests:
            reason = turn_reason(seat)
            found.append(PlannedCall(table.id, row.question_number, row.person, reason, at))
    return found


class CallWays:
    """Knows how everybody wants to be called; all who chose something are kept in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._people: dict[int, CallsRow] = {}
        self._here: dict[tuple[str, int], Way] = {}
        self.unsure: set[int] = set()
        """The people who may have got a direct message without that being noted."""

    async def load(self) -> None:
        """Read what people chose, once, before any table changes. Raises StorageError."""
        people, here, self.unsure = await self._store.calls.ways()
        self._people = {row.id: row for row in people}
        self._here = {(table_id, person): way for table_id, person, way in here}

    def chosen(self, person: int, table_id: str) -> Way | None:
        """Return how somebody wants to be called at a table in particular; None for as usual."""
        return self._here.get((table_id, person))

    def way(self, person: int, table_id: str) -> Way:
        """Return how somebody is called at a table: in the thread if direct messages are closed."""
        row = self._people.get(person) or CallsRow(person)
        way = self._here.get((table_id, person), row.calls)
        return "thread" if way == "dm" and row.calls_closed else way

    def dms_refused(self, person: int, *, untold: bool = False) -> bool:
        """Tell whether somebody's direct messages are closed; `untold`, and they don't know."""
        row = self._people.get(person)
        return row is not None and (row.calls_closed == 1 if untold else row.calls_closed > 0)

    def planned(
        self, before: Sequence[SeatRow], after: Sequence[SeatRow], table: TableHead, at: int
    ) -> list[PlannedCall]:
        """Return the calls that are to go by direct message because of a change of a table."""
        if not any(self.way(seat.person, table.id) == "dm" for seat in after):
            return []
        found = newly_asked(before, after, table, at)
        return [each for each in found if self.way(each.person, table.id) == "dm"]

    async def choose(self, row: CallsRow) -> None:
        """Keep how somebody wants to be called."""
        await self._store.calls.save(row)
        self._people[row.id] = row

    async def choose_here(self, table_id: str, person: int, way: Way | None) -> None:
        """Keep how somebody wants to be called at one table; None for as usual."""
        await self._store.calls.save_here(table_id, person, way)
        if way is None:
            self._here.pop((table_id, person), None)
        else:
            self._here[table_id, person] = way

    def note_dms_refused(self, person: int, state: int) -> None:
        """Note in memory that somebody's direct messages are closed, as was saved."""
        row = self._people.get(person) or CallsRow(person)
        self._people[person] = replace(row, calls_closed=state)

    async def follow_zone(self, person: int, zone: ZoneInfo | None, now: int) -> None:
        """Have somebody's digest come at its times of day where they are now, if they get one."""
        row = await self._store.calls.of(person)
        if row.times:
            at = None if zone is None else next_digest(row.times, zone, now)
            await self.choose(replace(row, digest_at=at))

    def forget(self, person: int) -> None:
        """Forget what somebody chose."""
        self._people.pop(person, None)
        self._here = {key: way for key, way in self._here.items() if key[1] != person}


# The digest


def next_digest(times: Sequence[int], zone: ZoneInfo, now: int) -> int | None:
    """Return when the next digest comes; None without any. `times` are a day's minutes."""
    today = datetime.fromtimestamp(now, zone).toordinal()
    days = (today, today + 1, today + 2)
    moments = (moment_of(zone, day, minutes) for day in days for minutes in times)
    return min((each for each in moments if each > now), default=None)


def demand_digest(times: Sequence[int]) -> list[int]:
    """Return the times of a digest in order, each once. Raises Trouble if they are too many."""
    found = sorted(set(times))
    if len(found) > MOST_DIGESTS:
        raise Trouble(_("Three at most. Remove one first."))
    return found
