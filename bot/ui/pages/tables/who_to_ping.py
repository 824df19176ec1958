"""Whom to call: those newly asked or reminded, and nobody twice for the same thing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from bot.tables import votes
from bot.tables.clock import MINUTE
from bot.tables.table_event import Motion, TableEvent
from bot.tables.table_face import TableFace, called_back
from bot.tables.turn_calls import URGENCY, turn_reason
from storage.call_store import TurnReason

Reason = Literal["start", "vote", "taken", "seated", "back"] | TurnReason
"""What somebody is called for: the start of a game; a move, or one for which half, most or all of
the time is over; a vote; that a computer plays for them from now on, as others wanted; or that
whoever leads the night has given them a seat, or calls them back to where nobody is.
"""

LATELY: Final = 2 * MINUTE
"""Whoever has made a move, or was called to the start of the game or to a seat, within this many
seconds isn't called at once for the next move.
"""


@dataclass(frozen=True, slots=True)
class PingCall:
    """A person and what they are called for."""

    person: int
    reason: Reason

    def covers(self, other: PingCall) -> bool:
        """Tell whether somebody who was called for this needn't be called for the other."""
        if other.reason == "seated":
            # Whoever was called to the table for anything knows that they sit there.
            return self.person == other.person
        if self.person != other.person or self.reason not in URGENCY or other.reason not in URGENCY:
            return self == other
        return URGENCY.index(self.reason) >= URGENCY.index(other.reason)


@dataclass(slots=True)
class PendingCalls:
    """Who is asked at a table, and which of them weren't asked before and haven't been called yet.

    Somebody who has just made a move most likely has their hand open, which shows that they are
    asked again. Their call is held back, and made if they haven't moved for `pause` seconds; if
    half of their time is over sooner, the reminder replaces it. So it is, too, where their own move
    has another question follow: the move may have been set ahead, and its person isn't there, which
    nobody can tell from a call that comes after any move. Everybody sees who moved when, and
    nothing else matters: neither what is in a hand nor whether it lies open. So a late ping gives
    nothing away.
    """

    asked: frozenset[PingCall]
    motion: Motion | None = None
    due: set[PingCall] = field(default_factory=set)
    ping_known: bool = False
    """False while it isn't known who was called by an earlier ping."""
    pause: float = 0.0
    held: dict[PingCall, float] = field(default_factory=dict)
    """The calls that are held back, and until when."""
    moved: dict[int, float] = field(default_factory=dict)
    """When people last made a move or were called as they got their seat, as far as this process
    knows.
    """

    def update(
        self,
        asked: frozenset[PingCall],
        motion: Motion | None,
        now: float = 0.0,
        mover: int | None = None,
    ) -> None:
        """Note who is asked now, which vote is open, and who has just made a move."""
        before = self.asked
        if not same_vote(self.motion, motion):
            before = frozenset(call for call in before if call.reason != "vote")
        # These stay due: a computer that moves first may be quicker than the ping.
        begun = {call for call in self.due if call.reason in ("start", "seated")}
        self.due = (self.due | uncalled(asked, before)) & asked | begun
        if self.pause and mover is not None:
            self.due |= {call for call in asked if call == PingCall(mover, "move")}
        self._hold_back(asked, now, mover)
        self.asked, self.motion = asked, motion

    def _hold_back(self, asked: frozenset[PingCall], now: float, mover: int | None) -> None:
        """Take the calls of those who have just made a move out of those that are due."""
        self.held = {call: until for call, until in self.held.items() if call in asked}
        if mover is not None:
            self.moved[mover] = now
        for call in [*self.due, *self.held]:
            lately = now - self.moved.get(call.person, -LATELY) < LATELY
            if call.reason != "move" or not (self.pause and lately):
                continue
            if call in self.due or call.person == mover:
                self.held[call] = now + self.pause
        self.due -= self.held.keys()

    def release(self, now: float) -> float | None:
        """Make calls due that were held back long enough; return when to look again, if ever."""
        self.due |= {call for call, until in self.held.items() if until <= now}
        self.held = {call: until for call, until in self.held.items() if until > now}
        return min(self.held.values(), default=None)

    def compare_with_ping(
        self, called: frozenset[PingCall], begun: frozenset[PingCall] = frozenset()
    ) -> None:
        """Find out who is still to be called, from what the ping on Discord has called for.

        `begun` are the calls to a start that only computers have moved after: where no ping has
        called yet, they are still owed.
        """
        if not self.ping_known:
            self.due |= frozenset() if called else begun
            # Whoever is told that a game begins is also told there that they move first.
            starting = {call.person for call in called & self.asked if call.reason == "start"}
            called |= {PingCall(person, "move") for person in starting}
            self.due |= uncalled(self.asked, called) - self.held.keys()
            self.ping_known = True

    def take_due(self, now: float = 0.0) -> frozenset[PingCall]:
        """Return the calls to make, which then count as made."""
        due = frozenset(self.due)
        self.moved |= {call.person: now for call in due if call.reason in ("start", "seated")}
        self.due.clear()
        return due


def uncalled(asked: frozenset[PingCall], before: frozenset[PingCall]) -> set[PingCall]:
    """Return those of the calls that none of the earlier ones covers."""
    return {call for call in asked if not any(earlier.covers(call) for earlier in before)}


def same_vote(one: Motion | None, other: Motion | None) -> bool:
    """Tell whether two votes are about the same motion, whoever has voted meanwhile."""
    if one is None or other is None:
        return one is other
    return (one.what, one.by, one.revision, one.pace, one.move_time, one.reserve) == (
        *(other.what, other.by, other.revision),
        *(other.pace, other.move_time, other.reserve),
    )


def calls_at(table: TableFace) -> frozenset[PingCall]:
    """Return who is asked at a table now, for moves and votes; computers need no call, and who is
    away gets it at the end of their days.

    When a game begins, all its people are called, whoever moves first, until the start is a while
    ago. Those who move first are called for both.
    """
    asked = (table.seats[seat] for seat in table.people_asked())
    calls = {PingCall(seat.person, turn_reason(seat)) for seat in asked if not seat.rests}
    begins = (
        table.phase == "playing"
        and table.step() == 0
        and not table.paused
        and not any(table.seats[seat].ran_out for seat in table.to_act())
    )
    if begins and all(call.reason == "move" for call in calls):
        calls |= start_calls(table)
    if table.phase == "playing" and table.motion is not None:
        alone = votes.ends_unless_back(table.motion)
        awaited = table.absent() if alone else votes.open_to(table, table.motion)
        people = [table.seats[seat] for seat in awaited if table.seats[seat].level is None]
        calls |= {PingCall(seat.person, "vote") for seat in people if not seat.rests}
    calls |= {PingCall(table.seats[seat].person, "taken") for seat in _taken_over(table)}
    if table.phase == "playing" and called_back(table):
        away = (table.seats[seat] for seat in table.away())
        calls |= {PingCall(seat.person, "back") for seat in away if not seat.rests}
    called = {call.person for call in calls}
    seated = {table.seats[seat].person for seat in just_seated(table)}
    calls |= {PingCall(person, "seated") for person in seated - called}
    return frozenset(calls)


def start_calls(table: TableFace) -> frozenset[PingCall]:
    """Return the calls of all who are at a table to the start of its game."""
    return frozenset(PingCall(table.seats[seat].person, "start") for seat in table.people_here())


def just_seated(table: TableFace) -> Iterator[int]:
    """Yield the seats that whoever leads the night has given to somebody since the newest move."""
    if table.phase != "playing":
        return
    for each in reversed(table.recent):
        if not isinstance(each, TableEvent):
            return
        if (each.what, each.role) == ("replaced", "night") and each.seat is not None:
            seat = table.seats[each.seat]
            if seat.here and seat.person == each.person:
                yield each.seat


def _taken_over(table: TableFace) -> Iterator[int]:
    """Yield the seats where a computer plays since lately because the others, or who leads the
    night, wanted that: no clock has told their people.
    """
    for number in () if table.phase != "playing" or table.deserted() else table.away():
        seat = table.seats[number]
        if seat.back_at is not None or table.step() - (seat.away_since or 0) > len(table.seats):
            continue
        told = (each for each in reversed(table.recent) if isinstance(each, TableEvent))
        put = next((each for each in told if (each.what, each.seat) == ("away", number)), None)
        if put is not None and put.role in ("night", "vote"):
            yield number
