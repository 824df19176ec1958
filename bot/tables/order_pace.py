"""When a move is played that was set ahead: drawn, so that its time tells nothing of a hand.

What is drawn depends on the pace of the table, on how long its seat has been given and on its
person's quiet hours, never on what was set or why.
"""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from bot.tables.clock import MINUTE, Quiet
from storage.rows import Pace


class Span(NamedTuple):
    """The fewest and the most seconds."""

    least: int
    most: int


ASKED: Final = {"live": Span(2, 5), "days": Span(20 * MINUTE, 90 * MINUTE)}
"""How long after its seat was asked something that was set is played; without a clock as over
days."""
NEXT: Final = {"live": Span(1, 3), "days": Span(5, MINUTE)}
"""The same for the further questions of a visit."""
MOVED: Final = {"live": 1, "days": 2 * MINUTE}
"""How long after somebody else's move at least."""
OF_TIME_LEFT: Final = 0.4
"""The most of the time left that it may take."""
LATE: Final = 30
"""By more seconds than this nothing is overdue, unless the bot or the table stood still."""


class OrderPace:
    """Draws the times at which moves are played that were set ahead."""

    def __init__(self, chance: random.Random) -> None:
        """Take chance."""
        self._chance = chance

    def asked(self, pace: Pace, now: int, left: int | None, quiet: Quiet | None) -> int:
        """Return when it is played on a seat asked now; `left` is None without a clock."""
        span = ASKED[_kind(pace)]
        if left is not None:
            most = min(span.most, int(left * OF_TIME_LEFT))
            span = Span(min(span.least, most // 2), most)
        return self._at(pace, now, span, quiet)

    def next(self, pace: Pace, now: int, quiet: Quiet | None) -> int:
        """Return when it is played on a seat that has just answered and is asked again."""
        return self._at(pace, now, NEXT[_kind(pace)], quiet)

    def moved(self, pace: Pace, due: int, now: int) -> int:
        """Return when it is played that was due at a time, now that somebody else has moved."""
        return max(due, now + MOVED[_kind(pace)])

    def _at(self, pace: Pace, now: int, span: Span, quiet: Quiet | None) -> int:
        due = now + self._chance.randint(*span)
        if quiet is None or pace == "live":
            return due
        for start, end in quiet.spans(due):
            if start > due:
                break
            if due < end:
                # A move in somebody's night would say that nobody made it.
                return end + self._chance.randint(*span)
        return due


def _kind(pace: Pace) -> str:
    return "live" if pace == "live" else "days"
