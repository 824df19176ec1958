"""A seat at a table, and who sits there. All of it is public."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, cast

from bot.engine.computer import LEVELS, Level
from bot.tables.clock import Clock
from storage.rows import AwayHow, Freed, StandIn

STAND_IN_LEVEL: Level = "steady"
"""How well a computer plays that stands in for a person."""


HowGone = Literal["away", "left", "home", "not_here", "gave_up", "emptied"]
"""How it came that a computer plays a person's seat: they are away for now, left the game, went
home, were found gone so that anybody may take the seat, gave up, or were taken off the table."""


def known_level(text: str | None) -> Level | None:
    """Return a level by its name; None if there is none of that name."""
    return cast(Level, text) if text in LEVELS else None


@dataclass(frozen=True, slots=True)
class Person:
    """Someone on Discord: the id, and the display name on the server as it is written there."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits on a seat, and what they were called when they last did something here."""

    person: int
    """The id on Discord; of a computer player, a negative number of its own at this table."""
    name: str
    level: Level | None = None
    """How well a computer player plays; None for a person."""
    first: int | None = None
    """The person who sat here when the game began, as `person`."""
    stand_in: StandIn | None = None
    """How a computer plays here for the person; None if it doesn't.

    "left" may also be said of a computer's seat: a person may take it over.
    """
    away_since: int | None = None
    """The step of the game after which the person was last away; None for who was there until
    computers were told to finish the game.
    """
    gone: int | None = None
    """The table's revision since which the person is gone, so that the seat comes behind all who
    are there; None while nobody is. Where computers finish a game, that alone makes nobody gone.
    """
    gave_up: bool = False
    """Whether the person gave the game up: a computer plays here to its end."""
    timeouts: int = 0
    """How many of the person's moves have run out of time in a row."""
    clock: Clock | None = None
    """Runs while the person is asked, if the table has a pace."""
    reserve_left: int | None = None
    """How many seconds the person has left in reserve, not counting what the clock has counted;
    while they wait, with all that their last visit gave, also above the whole. None without a
    reserve, and before the whole of it was given.
    """
    away_used: int = 0
    """For how many seconds clocks have stopped here because the person was away."""
    back_at: int | None = None
    """Until when the person is away; None unless their away days go on."""
    away_how: AwayHow | None = None
    """How the seat goes on until then."""
    asked_at: int | None = None
    """Since when the person is asked; None while they aren't."""
    vote_at: int | None = None
    """From when the others may decide to go on without them."""
    said_back: bool = False
    """Whether the person has said that they are back since they were asked."""
    nudged: bool = False
    """Whether the person was reminded of their question where no clock does it."""
    freed: Freed | None = None
    """Why anybody may take the seat, if its person hasn't left it themselves."""
    learns: bool = False
    """Whether the person learns the game here, and has more time for a move than the others."""

    # How somebody sits: this is the only place that asks `stand_in`.

    @property
    def here(self) -> bool:
        """Whether a person sits here and is not away."""
        return self.level is None and self.stand_in in (None, "once")

    @property
    def away(self) -> bool:
        """Whether the person is away, and may come back at any time."""
        return self.stand_in == "away" and not self.gave_up

    @property
    def went_away(self) -> bool:
        """Whether the person is away, and not just because computers finish the game."""
        return self.away and self.gone is not None

    @property
    def never_came(self) -> bool:
        """Whether the person was to come late, and a computer has played here from the start."""
        return self.away and self.away_since == 0 and not self.gone

    @property
    def stayed(self) -> bool:
        """Whether the person is there, or was until computers were told to finish the game."""
        return self.here or (self.away and self.away_since is None)

    @property
    def free(self) -> bool:
        """Whether somebody else may take the seat over: its person has left, was found gone, or
        was taken off.
        """
        return self.stand_in == "left"

    @property
    def how_gone(self) -> HowGone | None:
        """How the person has gone from the game; None if they haven't."""
        if self.gave_up:
            return "gave_up"
        if not self.free:
            return "away" if self.away else None
        return "emptied" if self.level is not None else self.freed or "left"

    @property
    def absent(self) -> bool:
        """Whether a computer plays for a person until somebody comes: not where they gave up."""
        return self.away or self.free

    @property
    def ran_out(self) -> bool:
        """Whether a computer makes the one move for which the person had no time left."""
        return self.stand_in == "once"

    @property
    def computer(self) -> bool:
        """Whether a computer player sits here in nobody's place."""
        return self.level is not None and not self.free

    @property
    def mind(self) -> Level | None:
        """How well the computer plays that acts here; None if a person acts."""
        return self.level or (None if self.stand_in is None else STAND_IN_LEVEL)

    @property
    def rests(self) -> bool:
        """Whether the person is away for some days and needn't be called: no clock runs here."""
        return self.back_at is not None and not self.reminders

    @property
    def reminders(self) -> int:
        """How often the person was reminded of their question."""
        return int(self.nudged) if self.clock is None else self.clock.reminders

    @property
    def running(self) -> Clock | None:
        """The clock while it counts; None while it stands, and without one."""
        return None if self.clock is None or self.clock.at is None else self.clock

    def counts_from(self, otherwise: int) -> int:
        """Return since when the clock counts; while none does, from another time."""
        at = None if self.clock is None else self.clock.at
        return otherwise if at is None else at

    @property
    def stopped_for(self) -> int:
        """For how many seconds clocks had stopped because of away days, when one last changed."""
        return self.away_used if self.clock is None else self.clock.away_used

    @property
    def sat_in(self) -> bool:
        """Whether a computer plays here because its person wants that while they are away."""
        return self.away and self.away_how == "computer"

    # What becomes of it

    def back(self, name: str) -> Seat:
        """Return the seat as its person plays there, who is called this now."""
        how = None if self.away_how is None else "clock"
        # Whoever comes back on an away day plays on here as if no computer had been asked for.
        return replace(
            self,
            name=name,
            stand_in=None,
            away_since=None,
            gone=None,
            timeouts=0,
            clock=None,
            away_how=how,
            asked_at=None,
            vote_at=None,
            said_back=False,
            nudged=False,
            freed=None,
        )

    def answered(self, name: str) -> Seat:
        """Return the seat once its question is answered, by a move that was set ahead: that is no
        sign of its person, who is called this now, but what comes next is a new question, and no
        turn was missed.
        """
        return replace(
            self,
            name=name,
            timeouts=0,
            clock=None,
            asked_at=None,
            vote_at=None,
            said_back=False,
            nudged=False,
        )

    def still_there(self) -> Seat:
        """Return the seat as its person says that they are there: their time begins anew."""
        return replace(self.back(self.name), said_back=True)

    def out_of_time(self) -> Seat:
        """Return the seat with a computer that makes one move for the person."""
        return replace(self, stand_in="once")

    def moved_on(self) -> Seat:
        """Return the seat once the move that a computer was to make for the person is over."""
        return replace(self, stand_in=None) if self.ran_out else self

    def gone_away(self, step: int | None, revision: int | None) -> Seat:
        """Return the seat once its person is away, after a step of the game; after none if it is
        only because computers finish the game.

        They are gone from a revision of the table on; None if they are not to blame for it.
        """
        return replace(self, stand_in="away", away_since=step, gone=revision, clock=None)

    def given_up(self, step: int, revision: int) -> Seat:
        """Return the seat once its person has given the game up, after a step, at a revision."""
        return replace(self.gone_away(step, revision), gave_up=True)

    def left(self, step: int, revision: int, freed: Freed | None = None) -> Seat:
        """Return the seat once its person has left, after a step and at a revision; or once it is
        `freed` though they haven't.
        """
        since = step if self.here else self.away_since
        gone = revision if self.gone is None else self.gone
        return replace(
            self,
            stand_in="left",
            away_since=since,
            gone=gone,
            timeouts=0,
            clock=None,
            freed=freed,
        )

    def for_anybody(self, before: Seat, revision: int) -> Seat:
        """Return the seat of a computer, put there at a revision, as one that anybody may take
        over; `before` is how the seat was.
        """
        gone = revision if before.gone is None else before.gone
        return replace(self, stand_in="left", first=before.first, gone=gone)
