"""How a round is seated: its tables, who is taught there, and which seats are free."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from bot.nights.assign_tables import Measure, SeatedRound
from bot.nights.table_sizes import TableSizes


@dataclass(frozen=True, slots=True)
class Teaching:
    """A table at which somebody plays the game for the first time."""

    table: int
    """Its number in the round, from 1."""
    learners: tuple[int, ...]
    teachers: tuple[int, ...] = ()
    over: bool = False
    """Whether its game is over, so that it keeps no round waiting."""


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A seat at a table of the round that is played which anybody who has none may take."""

    table: str
    """The id of the table."""
    number: int
    """The table's number in its round."""
    seat: int
    place: int
    """Where its game is shown; 0 as long as it is nowhere."""
    since: int = 0
    """When that it is free was noted."""
    told: tuple[int, ...] = ()
    """Who knows that it is free: they were called to it, or have read of it on their own page."""
    left: int | None = None
    """How many moves are left there at most; None if nobody can tell."""
    late: bool = False
    """Whether these are too few for whoever takes it now to get its points."""

    @property
    def at(self) -> tuple[str, int]:
        """Return what distinguishes it from others: the id of the table, and its number there."""
        return self.table, self.seat

    def known_to(self, people: Iterable[int]) -> FreeSeat:
        """Return the seat once these people know of it."""
        return replace(self, told=tuple(dict.fromkeys((*self.told, *people))))


@dataclass(frozen=True, slots=True)
class Minded:
    """A seat at which a computer plays for somebody who may lose it to whoever waits."""

    table: str
    """The id of the table."""
    person: int
    gone: int | None
    """The table's revision since which they are gone."""
    until: int
    """When they may lose it, if they aren't back."""


@dataclass(frozen=True, slots=True)
class Seating:
    """How a round is seated: proposed, or dealt."""

    sizes: TableSizes
    seated: SeatedRound
    measure: Measure
    plan: tuple[SeatedRound, ...] = ()
    """The rounds that were planned with it."""
    revision: int = 0
    """The change of the night by which it was proposed so: no other proposal has the same."""
    swaps: tuple[tuple[int, int], ...] = ()
    """Who has changed places by a host's hand, in order."""
    put_off: int = 0
    """How often its announced deal was put off as people had come or gone."""
    waited: int = 0
    """How often its deal has waited for the message that announces it."""
    new: tuple[tuple[str, int], ...] = ()
    """Who hasn't finished a game of a kind tonight, as tables name it; () once it is dealt."""
    teaching: tuple[Teaching, ...] = ()
    """The tables at which somebody is taught, once it is dealt."""
    games_picked: int = 0
    """How often a host's hand has changed what is played at a table."""
    rests: tuple[int, ...] = ()
    """Whom a host has sit the round out, among the sit-outs."""
    joined: tuple[int, ...] = ()
    """Who weren't dealt in at a table, and took somebody's seat in mid-game."""
    idle: tuple[int, ...] = ()
    """Who stayed away from their game and moved nothing in it, as soon as it is over."""
    free: tuple[FreeSeat, ...] = ()
    """The seats that can be taken now, while it is played."""
    lost: tuple[int, ...] = ()
    """Who has been told that their seat has gone to somebody else."""
    again: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """Who lost their seat, is here again and waits for one, with the tables whose hands they have
    seen: they can't sit there.
    """
    minded: tuple[Minded, ...] = ()
    """Where computers play for somebody who may lose their seat, the soonest first."""
    away: tuple[int, ...] = ()
    """Who has gone from a game of it that is on, and isn't back, whether or not others may have
    their seat.
    """
    kept: tuple[int, ...] = ()
    """Who wasn't there as it was started, while their seats on the list were still kept."""
    added: bool = False
    """Whether a host has added it after the last one planned; where the night runs by itself it is
    planned from then on, unless they drop it again.
    """
    stood: int = 0
    """For how many seconds its games stood still, as the bot was away."""

    @property
    def from_the_start(self) -> frozenset[int]:
        """Return who was dealt in as the round began, and not at a table that was added later."""
        tables = (table for table in self.seated.tables if not table.added)
        return frozenset(person for table in tables for person in table.people)

    @property
    def had_seat(self) -> frozenset[int]:
        """Return who was dealt in at a table, or took a seat there later; not who lost it and waits
        as others do.
        """
        return self._at_tables - {person for person, _tables in self.again}

    @property
    def resting(self) -> frozenset[int]:
        """Return whom a host has sit the round out, and who hasn't taken a seat in it all the same:
        they don't wait for one.
        """
        return frozenset(self.rests) - self._at_tables

    def minded_until(self, until: Callable[[int], int]) -> Seating:
        """Return the seating with other times until which people may come back to their seats."""
        minded = (replace(each, until=until(each.until)) for each in self.minded)
        return replace(self, minded=tuple(minded))

    def may_sit(self, person: int, table: str) -> bool:
        """Tell whether somebody who waits can sit at a table: they have seen no hand there."""
        return table not in dict(self.again).get(person, ())

    @property
    def played(self) -> frozenset[int]:
        """Return who had a seat at a table and moved there, or stayed; all who have, while it is
        played.
        """
        return self._at_tables - {*self.idle}

    @property
    def took_part(self) -> frozenset[int]:
        """Return who was there: also who sat out, not who stayed away and moved nothing."""
        return self.placed - {*self.idle}

    @property
    def placed(self) -> frozenset[int]:
        """Return who had a place in it: was dealt in, sat out, or took a seat later."""
        return self.seated.everybody() | {*self.joined}

    @property
    def _at_tables(self) -> frozenset[int]:
        """Return who was dealt in at a table, or took a seat there later."""
        dealt = (person for table in self.seated.tables for person in table.people)
        return frozenset([*dealt, *self.joined])
