"""The ping of each table: a short message that mentions those who are asked or reminded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

import discord

from bot.nights.minded_seats import left_to_play
from bot.nights.teaching import taught_before
from bot.tables.table import Table
from bot.ui.pages.nights.seats_to_take import left_for_you
from bot.ui.pages.page import Page
from bot.ui.pages.tables.ping import beside_moves, ping_rows, ping_text
from bot.ui.pages.tables.who_to_ping import (
    PendingCalls,
    PingCall,
    Reason,
    calls_at,
    just_seated,
    start_calls,
)
from bot.ui.posting.alarms import Alarms
from bot.ui.posting.kept_messages import change, mentioning
from bot.ui.services import Services

PAUSE: Final = 5.0
"""The least number of seconds until a ping says where the table stands for who is asked again after
their move, or no longer names who has made a sealed choice, unless a ping is held back for less.
"""


@dataclass(slots=True)
class PostedPing:
    """The ping of a table that this process knows to be on Discord, if any."""

    id: int | None = None
    calls: frozenset[PingCall] = frozenset()
    """What it calls for."""
    text: str = ""
    named: frozenset[int] = frozenset()
    """Whom it has named since it was put up."""
    outdated: dict[int, frozenset[int]] = field(default_factory=dict)
    """The earlier messages that have yet to be taken down, and whom they have named."""
    away: dict[int, str] = field(default_factory=dict)
    """What those say that were left to people who are away, by id."""
    written_at: float = float("-inf")
    """When it was put up or edited, by the loop's clock."""

    def messages(self) -> tuple[int | None, ...]:
        """Return the ids of all of it that lies on Discord."""
        return self.id, *self.outdated, *self.away


class Pings:
    """Sends pings. Nobody is pinged twice for one thing, even across restarts."""

    def __init__(self, services: Services, schedule: Callable[[str], object], pause: float) -> None:
        """`schedule` has a table looked after again.

        The call of somebody who has just made a move, or come back, is held back for `pause`
        seconds.
        """
        self._services = services
        self._pause = pause
        self._pending: dict[str, PendingCalls] = {}
        self._steps: dict[str, tuple[int, int | None, float]] = {}
        """The newest step that was looked at, who had come back since, and when it was first
        looked at, by table."""
        self._alarms = Alarms(schedule, services.tables.now)
        self._held_back = Alarms(schedule, services.tables.now)

    def close(self) -> None:
        """Forget what was to be done later. What is held back is made up for at the next start."""
        self._alarms.close()
        self._held_back.close()

    def count_calls(self, table: Table) -> PendingCalls:
        """Note who is asked now and wasn't before."""
        asked = self._in_thread(table)
        calls = self._pending.setdefault(
            table.id, PendingCalls(asked, table.motion, pause=self._pause)
        )
        mover, back = None, table.newly_back()
        step, was_back, since = self._steps.get(table.id, (None, None, 0.0))
        since = since if step == table.step() else _now()
        self._steps[table.id] = table.step(), back, since
        if back not in (None, was_back):
            # They look at their hand, as who has made a move does.
            mover = back
        elif step != table.step():
            mover = table.newest_mover()
        calls.update(asked, table.motion, _now(), mover)
        seats = table.people_here() if table.phase == "playing" else ()
        here = {table.seats[seat].person for seat in seats}
        # A vote may call somebody back who is gone, and whoever is gone may not know it.
        away: tuple[Reason, ...] = ("vote", "taken", "back")
        calls.due = {call for call in calls.due if call.person in here or call.reason in away}
        return calls

    def _in_thread(self, table: Table) -> frozenset[PingCall]:
        """Return the calls that are for a table's thread.

        Whoever wants their turns to call them in another way isn't called to them here.
        """
        way = self._services.tables.call_ways.way
        return frozenset(
            call
            for call in calls_at(table.face())
            if call.reason in ("start", "vote", "seated", "back")
            or way(call.person, table.id) == "thread"
        )

    def forget(self, table_id: str) -> None:
        """Look the ping up before sending the next one: it isn't certain whom it called."""
        if table_id in self._pending:
            self._pending[table_id].ping_known = False

    def drop(self, table_id: str) -> None:
        """Forget a table that is over."""
        self._pending.pop(table_id, None)
        self._steps.pop(table_id, None)

    async def show(self, table: Table, ping: PostedPing) -> bool:
        """Mention those who are newly asked in a short message, which replaces the one before.

        Tell whether everybody has been called: not while a call is held back.
        """
        assert table.place_id is not None
        calls = self.count_calls(table)
        calls.compare_with_ping(ping.calls, _begun(table))
        now = _now()
        until = calls.release(now)
        if until is not None:
            self._held_back.set(table.id, until - now)
        if calls.due:
            await self._call(table, ping, calls)
        else:
            # What is held back isn't called for any more, so that it is made up for after a crash.
            await self._mend(table, ping, ping.calls & calls.asked - calls.held.keys())
        return not calls.held

    async def _call(self, table: Table, ping: PostedPing, calls: PendingCalls) -> None:
        assert table.place_id is not None
        due = calls.take_due(_now())
        # People who aren't called yet aren't named either: after a crash the text tells who was
        # called.
        asked = calls.asked - calls.held.keys() | due
        text = await self._text(table, asked)
        place = self._services.bot.get_partial_messageable(table.place_id)
        new = await place.send(
            text,
            view=self._controls(table, asked),
            allowed_mentions=_mentioning(due),
        )
        _outdate(ping)
        ping.id, ping.calls, ping.text = new.id, asked, text
        ping.named = frozenset(call.person for call in asked)
        ping.written_at = _now()

    async def _mend(self, table: Table, ping: PostedPing, true: frozenset[PingCall]) -> None:
        """Take the ping down once nothing in it is true, and correct what has become wrong.

        Where somebody is asked again after their own move, their call stays and says where the
        table stands by then; so is a call taken out where others are still choosing at the same
        time. Both wait a little: who moves on at once costs no request.
        """
        assert table.place_id is not None
        if ping.id is None:
            return
        reasons = {call.reason for call in ping.calls}
        if not true and reasons & {"start", "seated"} and table.face().computers_asked():
            # Whoever came from elsewhere finds the way by it until the next person is called.
            return
        if not true:
            _outdate(ping)
            ping.calls = true
            return
        gone = {call.reason for call in ping.calls - true}
        if gone == {"start"}:
            # What was said of the game as it began stays with the call of who moves first.
            return
        text = await self._text(table, true)
        same = beside_moves(text) == beside_moves(ping.text)
        again = same and not gone
        if text == ping.text:
            return
        if again or (gone and gone <= {"move", "start"}):
            if all(call.reason == "vote" for call in true):
                return
            since = max(ping.written_at, self._steps[table.id][2] if again else 0.0)
            wait = since + min(PAUSE, self._pause) - _now()
            if wait > 0:
                self._alarms.set(table.id, wait)
                return
        place = self._services.bot.get_partial_messageable(table.place_id)
        # An edit notifies nobody, but unmarks the message for those that it doesn't mention.
        message = place.get_partial_message(ping.id)
        mentioned, view = _mentioning(true), self._controls(table, true)
        await change(message.edit(content=text, allowed_mentions=mentioned, view=view))
        ping.calls, ping.text = true, text
        ping.written_at = _now()

    def _controls(self, table: Table, calls: frozenset[PingCall]) -> discord.ui.View:
        wording = self._services.wording(table)
        rows = ping_rows(self._services.game_of(table), table.face(), calls, wording)
        return Page("", rows=rows).view()

    async def _text(self, table: Table, calls: frozenset[PingCall]) -> str:
        ends = await self._services.tables.people.ends(table)
        services, hurried = self._services, await self._hurried(table, calls)
        playable, wording = services.game_of(table), services.wording(table)
        seats = () if table.night_id is None else just_seated(table.face())
        left = {seat: left_for_you(*left_to_play(table, seat), wording) for seat in seats}
        return ping_text(playable, table.face(), calls, ends, wording, hurried=hurried, left=left)

    async def _hurried(self, table: Table, calls: frozenset[PingCall]) -> tuple[int, ...] | None:
        """Return the seats of those who have learned a game since they had more time, as it
        begins; None if nobody there had more.
        """
        begins = any(call.reason == "start" for call in calls)
        if not begins or table.teaching or table.night_id is None:
            return None
        night = await self._services.nights.get(table.night_id)
        people = [seat.person for seat in table.seats]
        before = taught_before(night, table.night_round or 0, people)
        if not before:
            return None
        game = table.game_key if night.several else ""
        learned = {person for person, last in before.items() if last == game}
        new = await self._services.nights.reader.new_to(night, learned)
        learned -= {person for kind, person in new if kind == game}
        return tuple(number for number, person in enumerate(people) if person in learned)


def _begun(table: Table) -> frozenset[PingCall]:
    """Return the calls to the start of a game in which only computers have moved so far.

    A night's table is first seen here as its game begins, and a computer that moves first is often
    quicker than its thread and board.
    """
    moved = any(s.level is None and table.own_moves(n)[0] for n, s in enumerate(table.seats))
    if table.phase != "playing" or table.paused or moved:
        return frozenset()
    return start_calls(table.face())


def _now() -> float:
    return asyncio.get_running_loop().time()


def _outdate(ping: PostedPing) -> None:
    """Mark the current message to be taken down when there is time for it."""
    if ping.id is not None:
        ping.outdated[ping.id] = ping.named
        ping.id = None


def _mentioning(calls: Iterable[PingCall]) -> discord.AllowedMentions:
    return mentioning({call.person for call in calls})
