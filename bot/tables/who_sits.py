"""Who sits how at a table: worked out in one place, from a live table or from its rows alike."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.engine.computer import LEVELS, Level
from bot.tables.clock import Clock
from bot.tables.seat import Seat, known_level
from storage.rows import SeatRow, TableFacts, TableHead, facts_of


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoSits(TableFacts):
    """A table as far as it is known without its game, and who sits there how."""

    game_key: str
    seats: Sequence[Seat]

    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """Return the seats that are asked now; () unless the table is playing."""

    @property
    def over(self) -> bool:
        """Whether the game was played to its end, or the table was cancelled."""
        return self.phase in ("finished", "cancelled")

    @property
    def lets_go(self) -> bool:
        """Tell whether a round of a night, and its guests, needn't wait for it any more."""
        return self.over or self.pace == "days"

    def seat_of(self, person_id: int) -> int | None:
        """Return the seat of a person, or None."""
        for number, seat in enumerate(self.seats):
            if seat.person == person_id:
                return number
        return None

    def sits(self, person_id: int) -> bool:
        """Tell whether a person has one of the seats."""
        return self.seat_of(person_id) is not None

    def mine(self, person_id: int) -> Seat | None:
        """Return how a person sits at the table; None if they don't."""
        number = self.seat_of(person_id)
        return None if number is None else self.seats[number]

    def asks(self, person_id: int) -> bool:
        """Tell whether a person's seat is asked now, whoever plays there."""
        return self.seat_of(person_id) in self.to_act()

    def computers(self) -> list[Seat]:
        """Return the seats of computer players, in order."""
        return [seat for seat in self.seats if seat.computer]

    def people_here(self) -> tuple[int, ...]:
        """Return the seats of people who are not away."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.here)

    def away(self) -> tuple[int, ...]:
        """Return the seats whose people are away and may come back at any time."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.away)

    def on_away_days(self) -> tuple[int, ...]:
        """Return the seats whose people are away for some days."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.back_at is not None)

    def free(self) -> tuple[int, ...]:
        """Return the seats that somebody else may take over: those that people have left, and at a
        live table of a night those of computers, which are there only as guests were missing. None
        where computers finish the game.
        """
        if self.left_to_computers():
            return ()
        filled = self.night_id is not None and self.pace == "live"
        seats = enumerate(self.seats)
        return tuple(number for number, seat in seats if seat.free or (filled and seat.computer))

    def vacated(self) -> tuple[int, ...]:
        """Return the seats that people have left, so that somebody else may take them over."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.free)

    def absent(self) -> tuple[int, ...]:
        """Return the seats where a computer plays until somebody comes."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.absent)

    def given_up(self) -> tuple[int, ...]:
        """Return the seats whose people gave the game up."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.gave_up)

    def left(self) -> tuple[int, ...]:
        """Return the seats whose people have left the game, for a while or for good."""
        return (*self.vacated(), *self.given_up())

    def gone(self) -> dict[int, int]:
        """Return the seats whose people are gone, with the revision since which they are."""
        found = ((number, seat.gone) for number, seat in enumerate(self.seats))
        return {number: since for number, since in found if since is not None}

    def deserted(self) -> bool:
        """Tell whether the table waits because all the people who sit there are away.

        It doesn't wait where computers play the game to its end.
        """
        waits = not self.played_out and not self.people_here()
        return waits and not all(seat.computer for seat in self.seats)

    def left_to_computers(self) -> bool:
        """Tell whether computers play the game to its end, and nobody comes back to it.

        At tables of before somebody may have come back.
        """
        return self.played_out and not self.people_here()

    def people_asked(self) -> tuple[int, ...]:
        """Return the seats that are asked now where a person is to act."""
        if self.paused:
            return ()
        return tuple(seat for seat in self.to_act() if self.seats[seat].mind is None)

    def computers_asked(self) -> tuple[int, ...]:
        """Return the seats that are asked now where a computer is to act.

        None while the table is paused or sleeps, and none once all its people are away: they wait
        for them.
        """
        if self.paused or self.asleep or self.deserted():
            return ()
        return tuple(seat for seat in self.to_act() if self.seats[seat].mind is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBrief(WhoSits):
    """A table in brief, without its game: who sits there how, and where it lies."""

    seats: tuple[Seat, ...]
    asked: tuple[int, ...]
    """The seats that are asked now."""
    voting: bool
    """Whether a vote is open."""

    def to_act(self) -> tuple[int, ...]:
        """Return the seats that are asked now; () unless the table is playing."""
        return self.asked


def brief_of(stored: tuple[TableHead, Sequence[SeatRow]]) -> TableBrief:
    """Return a stored table in brief."""
    head, rows = stored
    return TableBrief(
        **facts_of(head),
        game_key=head.game,
        seats=tuple(stored_seat(row) for row in rows),
        asked=tuple(row.seat for row in rows if row.question_number is not None),
        voting=head.motion is not None,
    )


def briefs(stored: Iterable[tuple[TableHead, Sequence[SeatRow]]]) -> list[TableBrief]:
    """Return stored tables in brief, in their order."""
    return [brief_of(each) for each in stored]


def stored_seat(row: SeatRow) -> Seat:
    """Return the seat of a row."""
    clock = None
    if row.clock_left is not None and row.clock_limit is not None:
        clock = Clock(
            row.clock_limit, row.clock_left, row.clock_at, row.reminders, row.due, row.away_used
        )
    return Seat(
        row.person,
        row.name,
        _level(row.level),
        row.first,
        row.stand_in,
        row.away_since,
        row.gone,
        row.gave_up,
        row.timeouts,
        clock,
        row.reserve_left,
        row.away_used,
        row.back_at,
        row.away_how,
        row.asked_at,
        row.vote_at,
        row.said_back,
        clock is None and row.reminders > 0,
        row.freed,
        row.learns,
    )


def _level(text: str | None) -> Level | None:
    """Return a level that was kept; one that this version doesn't know becomes the first."""
    return None if text is None else known_level(text) or LEVELS[0]
