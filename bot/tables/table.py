"""One table as the house sees it: seats, phase, and the match that keeps its own secrets."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field, fields
from typing import Any, TypedDict, cast

from bot.engine.computer import LEVELS, Level
from bot.engine.game import AnyGame, Event, Options, Result
from bot.engine.match import Match
from bot.engine.views import PrivateView, PublicView, SeatView
from bot.tables.seat import Person, Seat
from bot.tables.table_event import Motion, Moved, TableEvent, TableEventKind
from bot.tables.table_face import TableFace
from bot.tables.trouble import Frozen, NotBegun
from storage.rows import OnTimeout, Pace, Phase, TableFacts

__all__ = ["Motion", "Moved", "Person", "Seat", "Table", "TableEvent", "TableEventKind"]

RECENT = 12
"""So many of the last public events are kept in memory for the board."""


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

    def face(self) -> TableFace:
        """Return what everybody may see of the table as it stands."""
        match = None if self.frozen else self._match
        return TableFace(
            **{each.name: getattr(self, each.name) for each in fields(TableFacts)},
            game_key=self.game_key,
            options=self.options,
            seats=tuple(self.seats),
            motion=self.motion,
            frozen=self.frozen,
            recent=tuple(self.recent),
            asked=self.to_act(),
            newest_step=self.step(),
            public_view=match.public() if match else None,
            end_result=match.result() if match and self.phase == "finished" else None,
            secret=self.opened_secret(),
        )

    def _game_on(self) -> Match:
        if self.frozen:
            raise Frozen
        if self._match is None:
            raise NotBegun
        return self._match
