"""One table as the house sees it: seats, phase, and the match that keeps its own secrets."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict, cast

from bot.engine.computer import LEVELS, Level
from bot.engine.game import AnyGame, Event, Options, Result
from bot.engine.match import Match
from bot.engine.views import PrivateView, PublicView, SeatView
from bot.tables.clock import Clock
from bot.tables.trouble import Frozen, NotBegun
from storage.rows import OnTimeout, Pace, Phase, Role, StandIn

RECENT = 12
"""So many of the last public events are kept in memory for the board."""


@dataclass(frozen=True, slots=True)
class Person:
    """Someone on Discord: the id, and the display name on the server as it is written there."""

    id: int
    name: str


MINDER: Level = "steady"
"""How well a computer plays that minds a person's seat."""


@dataclass(slots=True)
class Seat:
    """Who sits on a seat, and what they were called when they last did something here.

    Once it is at a table it is changed by putting another in its place.
    """

    person: int
    """The id on Discord; of a computer player, a negative number of its own at this table."""
    name: str
    level: Level | None = None
    """How well a computer player plays; None for a person."""
    first: int | None = None
    """Who sat here when the game began, as `person`."""
    stand_in: StandIn | None = None
    """How a computer plays here for the person; None if it doesn't.

    "left" may also be said of a computer's seat: a person may take it over.
    """
    away_since: int | None = None
    """The step of the game after which the person was last away."""
    timeouts: int = 0
    """So many moves of the person have run out of time in a row."""
    clock: Clock | None = None
    """Runs while the person is asked, if the table has a pace."""
    agreed: bool = False
    """The person agrees to open all hands, now that the game is over."""

    @property
    def here(self) -> bool:
        """Tell whether a person sits here and is not away."""
        return self.level is None and self.stand_in in (None, "once")

    @property
    def mind(self) -> Level | None:
        """Return how well the computer plays that acts here; None if a person acts."""
        return self.level or (None if self.stand_in is None else MINDER)


TableEventKind = Literal[
    "ended",
    "kicked",
    "left",
    "back",
    "away",
    "out",
    "replaced",
    "paused",
    "resumed",
    "pace",
    "taken_back",
    "hands_open",
    "archived",
]
"""What can be done to a table beside the moves of its game: "out" is a move that ran out of time,
"away" a seat that a computer minds from then on."""


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something that was done to a table beside the moves of its game."""

    what: TableEventKind
    role: Role
    seat: int | None = None
    """The seat that it concerns."""
    person: int | None = None
    """Who did it, or to whom the clock did it."""
    whom: int | None = None
    """Who was at the seat before."""


Moved = Literal["pace", "pause", "resume", "take_back"]
"""What can be voted on."""


@dataclass(frozen=True, slots=True)
class Motion:
    """A vote that is open: what is moved, by which seat, and which seats are for and against it."""

    what: Moved
    by: int
    ayes: tuple[int, ...]
    seq: int
    """The revision of the table that it came with: no two votes of a table have the same."""
    pace: Pace = "none"
    """Of "pace": what is moved."""
    move_time: int = 0
    noes: tuple[int, ...] = ()


class Changes(TypedDict, total=False):
    """What can be changed about a table by other things than moves."""

    seats: list[Seat]
    host: int
    phase: Phase
    pace: Pace
    move_time: int
    on_timeout: OnTimeout
    paused: bool
    motion: Motion | None
    hands_open: bool


def known_level(text: str | None) -> Level | None:
    """Return a level by its name; None if there is none of that name."""
    return cast(Level, text) if text in LEVELS else None


def _events() -> deque[Event | TableEvent]:
    return deque(maxlen=RECENT)


@dataclass(slots=True, eq=False, weakref_slot=True)
class Table:
    """A table. Only `Tables` changes it, under its lock; everybody else reads."""

    id: str
    game: AnyGame | None
    """None if this version of the bot has no such game; the table is frozen then."""
    game_key: str
    rules_version: int
    options: Options
    phase: Phase
    host: int
    seats: list[Seat]
    language: str
    guild_id: int
    channel_id: int
    opened_by: int
    opened_at: int
    touched_at: int
    seq: int = 0
    """The revision: it grows with every change, in the lobby as in play."""
    place_id: int | None = None
    card_id: int | None = None
    board_id: int | None = None
    board_seq: int = -1
    ping_id: int | None = None
    asleep: bool = False
    frozen: bool = False
    pace: Pace = "none"
    move_time: int = 0
    """Seconds for a move; 0 without a clock."""
    on_timeout: OnTimeout = "move"
    paused: bool = False
    motion: Motion | None = None
    commitment: str | None = None
    """Hexadecimal: what was shown of the deal's secret before anyone joined."""
    start_print: str | None = None
    log_print: str | None = None
    hands_open: bool = False
    rematch_of: str | None = None
    recent: deque[Event | TableEvent] = field(default_factory=_events)
    _secret: str | None = field(default=None, repr=False)
    """Hexadecimal: what the deal is drawn from. No text of a table holds it."""
    _match: Match | None = None
    _drawn: int = 0
    """So many draws its log holds: where a file of recorded draws goes on."""
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _dropped: bool = False

    def seat_of(self, person_id: int) -> int | None:
        """Return the seat of a person, or None."""
        for number, seat in enumerate(self.seats):
            if seat.person == person_id:
                return number
        return None

    def to_act(self) -> tuple[int, ...]:
        """Return the seats that are asked now; () unless the table is playing."""
        return self._match.to_act() if self._match and self.phase == "playing" else ()

    def computers(self) -> list[Seat]:
        """Return the seats of computer players, in order."""
        return [seat for seat in self.seats if seat.level is not None]

    def people_here(self) -> tuple[int, ...]:
        """Return the seats of people who are not away."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.here)

    def deserted(self) -> bool:
        """Tell whether people sit at the table and all of them are away."""
        return not self.people_here() and any(
            seat.level is None or seat.stand_in == "left" for seat in self.seats
        )

    def people_asked(self) -> tuple[int, ...]:
        """Return the seats that are asked now where a person is to act."""
        if self.paused:
            return ()
        return tuple(seat for seat in self.to_act() if self.seats[seat].mind is None)

    def computers_asked(self) -> tuple[int, ...]:
        """Return the seats that are asked now where a computer is to act.

        None while the table is paused, and none once all its people are away: they wait for them.
        """
        if self.paused or self.deserted():
            return ()
        return tuple(seat for seat in self.to_act() if self.seats[seat].mind is not None)

    def step(self) -> int:
        """Return the game's newest step; -1 before it begins."""
        return -1 if self._match is None else self._match.seq

    def question_seq(self, seat: int) -> int:
        """Return the number of the question that a seat was asked last."""
        return self._game_on().question_seq(seat)

    def legal(self, seat: int) -> list[Any]:
        """Return all that a seat may do now. Only for that seat's eyes."""
        return self._game_on().legal(seat) if self.phase == "playing" else []

    def public(self) -> PublicView:
        """Return what anyone may see. Raises NotBegun in the lobby."""
        return self._game_on().public()

    def view(self, seat: int) -> SeatView[PublicView, PrivateView]:
        """Return all that one seat knows. Raises NotBegun in the lobby."""
        return self._game_on().view(seat)

    def result(self) -> Result:
        """Return how the match ended; only for a finished table."""
        return self._game_on().result()

    def opened_secret(self) -> str | None:
        """Return what the deal was drawn from, once all agreed to open their hands; else None."""
        return self._secret if self.hands_open else None

    def _game_on(self) -> Match:
        if self.frozen:
            raise Frozen
        if self._match is None:
            raise NotBegun
        return self._match
