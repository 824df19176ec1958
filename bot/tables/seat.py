"""A seat at a table, and who sits there. All of it is public."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.computer import Level
from bot.tables.clock import Clock
from storage.rows import StandIn

STAND_IN_LEVEL: Level = "steady"
"""How well a computer plays that stands in for a person."""


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
    """The step of the game after which the person was last away."""
    timeouts: int = 0
    """How many of the person's moves have run out of time in a row."""
    clock: Clock | None = None
    """Runs while the person is asked, if the table has a pace."""

    @property
    def here(self) -> bool:
        """Whether a person sits here and is not away."""
        return self.level is None and self.stand_in in (None, "once")

    @property
    def mind(self) -> Level | None:
        """How well the computer plays that acts here; None if a person acts."""
        return self.level or (None if self.stand_in is None else STAND_IN_LEVEL)
