"""What the desk of a game night shows besides the night itself; only what everybody may see."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from bot.engine.game import GameInfo
from bot.nights.attendance import Attendance
from bot.nights.guest_list import Guest
from bot.nights.night import Night
from bot.nights.night_calls import TableWhy
from bot.nights.table_sizes import TableSizes
from bot.tables.table_face import TableFace
from bot.ui.pages.nights.night_games import Games, easiest
from bot.ui.pages.nights.night_tables import DeskTable


@dataclass(frozen=True, slots=True)
class DeskFacts:
    """What the desk shows besides the night itself."""

    games: Games
    now: int
    tables: Sequence[DeskTable] = ()
    """The tables of the last round that was dealt, and older ones that go on, in order."""
    sizes: Sequence[TableSizes] = ()
    """How those who are In, or present, would be seated."""
    came: Mapping[int, Attendance] = field(default_factory=dict)
    """How often each guest came to the last nights."""
    elsewhere: Collection[int] = ()
    """Who plays at a live table that isn't of this night."""
    back: Collection[int] = ()
    """Who has said since they were gone in its last round that they are here, or has pressed
    something on the night since that round was over.
    """
    note: str = ""
    """Why the night has no thread, if it should have one."""
    me: int | None = None
    """Who looks at it."""
    called: Mapping[tuple[str, int], int] = field(default_factory=dict)
    """When somebody has last called the hosts from a table, by its id and the person."""
    asks: TableWhy | None = None
    """Why the table that is picked has called, while that is said."""
    following: Night | None = None
    """The night that is announced as the next one after this, once this is over."""

    @property
    def info(self) -> GameInfo:
        """Return what the game says about itself that needs the fewest players."""
        return easiest(self.games)

    @property
    def in_a_hurry(self) -> list[DeskTable]:
        """Return the tables at which people play now, and not turn by turn."""
        return [
            table
            for table in self.tables
            if table.face.phase == "playing"
            and table.face.pace != "days"
            and not table.face.played_out
        ]

    @property
    def finishing(self) -> list[DeskTable]:
        """Return the tables whose games computers are finishing."""
        return [
            table
            for table in self.tables
            if table.face.phase == "playing" and table.face.played_out
        ]

    @property
    def all_finishing(self) -> bool:
        """Whether computers finish all that is still played: no seat comes free any more."""
        return bool(self.finishing) and not self.in_a_hurry

    @property
    def seated(self) -> set[int]:
        """Return who sits at a table that is played now."""
        return {
            seat.person
            for table in self.tables
            if not table.face.lets_go
            for seat in table.face.seats
        }

    @property
    def away(self) -> set[int]:
        """Return who has left or is away from their table of the last round that was dealt, or was
        as it ended and hasn't pressed anything since; not just because computers play all seats
        there to the end.
        """
        newest = max((table.round for table in self.tables), default=0)
        return {
            seat.person
            for table in self.tables
            for seat in table.face.seats
            if table.round == newest and (seat.went_away or seat.free)
        } - {*self.back, self.me}

    @property
    def left_table(self) -> set[int]:
        """Return who of those has left their table themselves."""
        seats = (seat for table in self.tables for seat in table.face.seats)
        return {seat.person for seat in seats if seat.how_gone == "left"} & self.away

    def to_nudge(self, face: TableFace) -> tuple[int, ...]:
        """Return the seats of those at a table who can be reminded to move: neither whoever looks
        at the desk, nor whoever is there for sure, as they have called since they were asked.
        """
        return tuple(seat for seat in face.to_remind() if not self.surely_there(face, seat))

    def surely_there(self, face: TableFace, number: int) -> bool:
        """Tell whether it is certain that the person on a seat is there."""
        seat = face.seats[number]
        called = self.called.get((face.id, seat.person))
        return seat.person == self.me or (called is not None and called >= (seat.asked_at or 0))

    def table(self, table_id: str | None) -> DeskTable | None:
        """Return a table by its id; None if it isn't one of these."""
        return next((each for each in self.tables if each.face.id == table_id), None)


def seats_to_fill(night: Night, table: DeskTable, facts: DeskFacts) -> list[tuple[int, Guest]]:
    """Return each seat that can be given away, with each guest who could have it; first those that
    nobody claims, and who had no hand in this round. Whoever has gone from a table themselves is no
    such guest until they say that they are here; nor is whoever has a result in it.
    """
    if table.face.phase != "playing" or table.face.paused or table.face.played_out:
        return []
    had = {guest.person for guest in off_their_table(night, facts)}
    gone = had - {*facts.back}
    played = {
        seat.person
        for each in facts.tables
        if each.round == table.round and each.face.over
        for seat in each.face.seats
    }
    unfit = _had_hands(table) | gone | facts.away | played
    seats = {*table.face.absent(), *table.face.free()} - {*table.face.played_off()}
    return [
        (seat, guest)
        for seat in sorted(seats, key=lambda seat: (claim(night, table, seat), seat))
        for guest in sorted(not_seated(night, facts), key=lambda guest: guest.person in had)
        if guest.person not in unfit
    ]


def claim(night: Night, table: DeskTable, seat: int) -> int:
    """Return how much somebody may still claim a seat where a computer plays: most if they are only
    away, and more if they are still there.
    """
    at = table.face.seats[seat]
    there = any(guest.person == at.person for guest in night.guests.can_sit)
    return 2 * (seat not in table.face.free()) + there


def not_seated(night: Night, facts: DeskFacts) -> list[Guest]:
    """Return the guests who are there and have no seat at a table at play."""
    seated = facts.seated
    if night.playing is not None:
        # Those whose table is about to be dealt have a seat there.
        dealt = {table.number for table in facts.tables if table.round == night.playing.number}
        for number, table in enumerate(night.playing.seating.seated.tables, 1):
            if number not in dealt:
                seated.update(table.people)
    return [guest for guest in night.guests.can_sit if guest.person not in seated]


def unseated(night: Night, facts: DeskFacts) -> list[Guest]:
    """Return the guests who are there and have no seat, nor had a hand in this round; or had, and
    wait for another one.
    """
    had = {person for table in facts.tables for person in _had_hands(table)} - _again(night)
    had |= resting(night)
    return [guest for guest in not_seated(night, facts) if guest.person not in had]


def resting(night: Night) -> frozenset[int]:
    """Return whom a host has sit out the round that is played."""
    return frozenset() if night.playing is None else night.playing.seating.resting


def off_their_table(night: Night, facts: DeskFacts) -> list[Guest]:
    """Return the guests who are there, and not at their table any more, which is still at play;
    they don't wait for another seat in the round.
    """
    on = [table for table in facts.tables if not table.face.lets_go]
    had = {person for table in on for person in _had_hands(table)} - _again(night)
    return [guest for guest in not_seated(night, facts) if guest.person in had]


def _again(night: Night) -> set[int]:
    return set() if night.playing is None else {*dict(night.playing.seating.again)}


def _had_hands(table: DeskTable) -> set[int]:
    """Return who has or had a hand of a table's game, on a seat there still or not."""
    sitting = (seat.person for seat in table.face.seats)
    return {*sitting, *(holder.person for holder in table.face.holders)}
