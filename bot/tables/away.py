"""Away days: when somebody is away, for how long their clocks stop for it, and what a seat says.

Nothing here changes a table or a person: each function says what holds, or would.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.tables.clock import DAY, Quiet
from bot.tables.seat import Seat
from storage.rows import Pace, PersonRow

ALLOWANCES: Final = (0, 3, 7, 14)
"""For how many days in all a clock may stop at a table because its person is away."""
LONGEST: Final = 60
"""Nobody is away for more days at once."""


@dataclass(frozen=True, slots=True)
class QuietAndAway:
    """When somebody's clock stands still: in quiet hours, and while they are away."""

    quiet: Quiet | None
    start: int
    end: int

    def spans(self, at: int) -> Iterator[tuple[int, int]]:
        """Yield the times as (from, to), beginning with any that may not be over at a time."""
        held: tuple[int, int] | None = (self.start, self.end)
        for start, end in () if self.quiet is None else self.quiet.spans(at):
            if held is None or end < held[0]:
                yield start, end
            elif start <= held[1]:
                held = min(start, held[0]), max(end, held[1])
            else:
                yield held
                held = None
                yield start, end
        if held is not None:
            yield held

    def away(self, start: int, end: int) -> int:
        """Return for how many of the seconds between two times it stands because they are away."""
        return max(0, min(end, self.end) - max(start, self.start))


def stopped(row: PersonRow, away_days: int, used: int, at: int) -> tuple[int, int] | None:
    """Return from when until when a clock stops because its person is away; None if it doesn't.

    It was last set going at a time, when it had stopped for `used` seconds before. However often it
    is set going, it stops until the same moment.
    """
    if row.away_from is None or row.away_until is None:
        return None
    start = max(row.away_from, at)
    end = min(row.away_until, start + max(0, away_days * DAY - used))
    return (start, end) if start < end else None


def is_away(row: PersonRow, now: int) -> bool:
    """Tell whether somebody's away days have begun and aren't over."""
    if row.away_from is None or row.away_until is None:
        return False
    return row.away_from <= now < row.away_until


def shown(seat: Seat, row: PersonRow, pace: Pace, now: int) -> Seat:
    """Return a seat of a game at play, saying whether its person's away days go on there.

    Games that are played live have none, and what somebody chose for one seat stays.
    """
    goes_on = pace != "live" and not seat.free and not seat.gave_up and is_away(row, now)
    if not goes_on:
        # Where a computer sits in, it goes as the days are ended there.
        return seat if seat.sat_in else without(seat)
    if seat.back_at == row.away_until:
        return seat
    return replace(seat, back_at=row.away_until, away_how=seat.away_how or row.away_how)


def without(seat: Seat) -> Seat:
    """Return a seat that says nothing of away days."""
    return replace(seat, back_at=None, away_how=None) if seat.back_at is not None else seat
