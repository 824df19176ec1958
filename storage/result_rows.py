"""The rows of what games have ended with, and of the seasons that add it up."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

SeasonTables = Literal["all", "nights"]
"""Which tables a season counts: all of the server, or those of game nights alone."""
SeasonRule = Literal["average"]
"""How a season adds up."""

FULL_POINTS = 5040
"""The points of a first place: the least number that 2 · (seats − 1) divides for 2 to 11 seats, so
that points are whole numbers also where places are shared."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """How one seat of a game has ended. It is kept after its table was deleted.

    So is how it has ended for somebody who earned nothing on the seat that they had: such rows are
    numbered on after the last seat.
    """

    table_id: str
    seat: int
    person: int | None
    """The person who gets the points: None for nobody, since a computer played there; a negative
    number for somebody who was forgotten.
    """
    name: str
    """What they were called then; empty where nobody noted it, and for nobody."""
    guild_id: int
    game: str
    seats: int
    score: int
    place: float
    """From 1 up; those who share some places have the mean of them."""
    points: int
    """From 0 for the last place to `FULL_POINTS` for the first."""
    won: bool
    decisions: int
    """How many decisions were made on the seat, not counting moves that were taken back."""
    by_computer: int
    """How many of them a computer made."""
    counts: bool
    """Whether at least two people have a row of the table."""
    ended_at: int
    night_id: str | None = None
    """The game night that the table belonged to; None for one that belonged to none."""
    round: int | None = None
    gone: bool = False
    """Whether its person was gone at the end."""

    @property
    def of_seat(self) -> bool:
        """Whether it is a seat's row, and not of somebody who earned nothing there."""
        return self.seat < self.seats


class EarlierResult(NamedTuple):
    """How an earlier game ended for somebody: what their next result is held against."""

    person: int
    seats: int
    score: int
    won: int
    counts: int
    gone: int


class Points(NamedTuple):
    """What standings are made of: the points of one person at one table."""

    table_id: str
    person: int
    points: int
    won: bool
    of_seat: bool = True
    """Whether it is a seat's row, and not of somebody who earned nothing there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow:
    """Results of a server that are added up."""

    id: int = 0
    """0 until it is stored."""
    guild_id: int
    name: str
    """No two of a server have the same, ignoring case."""
    first_day: str
    """As "2026-11-27"."""
    last_day: str
    zone: str
    """The time zone of both days."""
    begins_at: int
    ends_at: int
    """The first second after it."""
    game: str | None = None
    """None for all games."""
    tables: SeasonTables = "all"
    rule: SeasonRule = "average"
