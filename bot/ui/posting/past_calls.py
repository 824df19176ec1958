"""Calls by direct message whose turns are over: each says so, and goes once the next one comes; and
those that another one has called to again, which go at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.tables.seat import Seat
from bot.tables.table import Table
from bot.tables.waiting import waits_until_back
from bot.ui.pages.my_calls import Came
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.kept_messages import change, take_down
from bot.ui.posting.retry_queue import RetryQueue
from bot.ui.services import Services


@dataclass(slots=True)
class SentCall:
    """A call that lies in somebody's direct messages, and what came of it."""

    person: int
    place: int
    message: int
    waits: set[str]
    """The tables that it called to and where their turn isn't over."""
    over: Callable[[Mapping[str, Came]], str]
    """Returns what it says then, by the tables where something came of the turn."""
    came: dict[str, Came] = field(default_factory=dict)


class PastCalls:
    """Edits each call once nothing that it called to waits any more: it has no buttons then, but
    where a computer plays on. Once its person is called anew, it is taken down.

    What was sent is kept in memory alone: after a restart an old call stays as it is.
    """

    def __init__(self, services: Services, answers_first: AnswersFirst) -> None:
        self._services = services
        self._calls: dict[int, SentCall] = {}
        self._over: defaultdict[int, list[SentCall]] = defaultdict(list)
        """Those that say that their turns are over, by person."""
        self._at_tables: defaultdict[str, set[int]] = defaultdict(set)
        # Who has chosen to be called like this is nobody's business.
        self._queue: RetryQueue[int] = RetryQueue("past", self._edit, answers_first, secret=True)
        self._gone: RetryQueue[int] = RetryQueue("gone", self._clear, answers_first, secret=True)

    async def close(self) -> None:
        """Stop editing and taking down."""
        await self._queue.close()
        await self._gone.close()

    def remember(
        self,
        person: int,
        place: int,
        message: int,
        tables: Iterable[str],
        over: Callable[[Mapping[str, Came]], str],
    ) -> None:
        """Note that a call was sent; `over` returns what it says in the end."""
        call = SentCall(person, place, message, {*tables}, over)
        for older in [each for each in self._calls.values() if each.person == person]:
            if older.waits <= call.waits and not older.came:
                # All that it still says is said anew.
                self._forget(older)
                self._over[person].append(older)
        self._calls[message] = call
        for table_id in call.waits:
            self._at_tables[table_id].add(message)
        if person in self._over:
            self._gone.schedule(person)

    def table_changed(self, table: Table) -> None:
        """Edit the calls whose turns this change has ended."""
        if table.paused or table.id not in self._at_tables:
            return
        asked = {table.seats[seat].person for seat in table.people_asked()}
        for message in [*self._at_tables[table.id]]:
            call = self._calls[message]
            seat = table.mine(call.person)
            if call.person in asked or (seat is not None and seat.ran_out):
                # Whoever comes back before the computer has moved is asked again.
                continue
            came = None if seat is None or table.over else _came_of(table, seat)
            if came is not None:
                call.came[table.id] = came
            call.waits.discard(table.id)
            self._at_tables[table.id].discard(message)
            if not call.waits:
                self._queue.schedule(message)
        if not self._at_tables[table.id]:
            del self._at_tables[table.id]

    def _forget(self, call: SentCall) -> None:
        """Let no change of a table edit a call any more."""
        del self._calls[call.message]
        for table_id in call.waits:
            self._at_tables[table_id].discard(call.message)
            if not self._at_tables[table_id]:
                del self._at_tables[table_id]

    async def _edit(self, message: int) -> None:
        call = self._calls.get(message)
        if call is None:
            # A newer one has come meanwhile.
            return
        place = self._services.bot.get_partial_messageable(call.place)
        said: dict[str, Any] = {"content": call.over(call.came)}
        if all(each.how == "move" for each in call.came.values()):
            # Nothing is left to be done there.
            said["view"] = None
        await change(place.get_partial_message(message).edit(**said))
        if self._calls.pop(message, None) is not None:
            self._over[call.person].append(call)

    async def _clear(self, person: int) -> None:
        for call in [*self._over[person]]:
            await take_down(self._services.bot, call.place, call.message)
            self._over[person].remove(call)
        if not self._over[person]:
            del self._over[person]


def _came_of(table: Table, seat: Seat) -> Came | None:
    """Return what came of a turn that is over; None if its person moved, or has left."""
    late = seat.timeouts > 0
    if seat.away:
        return Came("waits" if waits_until_back(table, seat.person) else "seat", late)
    return Came("move", late) if late else None
