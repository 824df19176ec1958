"""One table as the house sees it: seats, phase, and the match that keeps its own secrets."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Any, cast

from bot.engine.computer import LEVELS, Level
from bot.engine.game import AnyGame, Event, Options, Result
from bot.engine.match import Match
from bot.engine.views import PrivateView, PublicView, SeatView
from bot.tables.trouble import Frozen, NotBegun
from storage.rows import Phase

RECENT = 12
"""So many of the last public events are kept in memory for the board."""


@dataclass(frozen=True, slots=True)
class Person:
    """Someone on Discord: the id, and the display name on the server as it is written there."""

    id: int
    name: str


@dataclass(slots=True)
class Seat:
    """Who sits on a seat, and what they were called when they last did something here."""

    person: int
    """The id on Discord; of a computer player, a negative number of its own at this table."""
    name: str
    level: Level | None = None
    """How well a computer player plays; None for a person."""


def known_level(text: str | None) -> Level | None:
    """Return a level by its name; None if there is none of that name."""
    return cast(Level, text) if text in LEVELS else None


def _events() -> deque[Event]:
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
    recent: deque[Event] = field(default_factory=_events)
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

    def computers_asked(self) -> tuple[int, ...]:
        """Return the seats of computer players that are asked now."""
        return tuple(seat for seat in self.to_act() if self.seats[seat].level is not None)

    def ask(self, seat: int) -> int:
        """Return the number of the question that a seat was asked last."""
        return self._game_on().ask(seat)

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

    def _game_on(self) -> Match:
        if self.frozen:
            raise Frozen
        if self._match is None:
            raise NotBegun
        return self._match
