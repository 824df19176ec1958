"""A clock for one question: how long somebody has, when it rings, and the hours it stands still.

All times are whole seconds since 1970, UTC; "counted" seconds leave out a person's quiet hours,
and the days they are away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from functools import lru_cache
from typing import Final, Protocol
from zoneinfo import ZoneInfo

from storage.rows import Pace

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
USUAL: Final[Mapping[Pace, int]] = {"live": 3 * MINUTE, "days": 24 * HOUR, "none": 0}
"""Seconds for a move, if nothing else is chosen."""
TEACHING_TIME: Final = 10 * MINUTE
"""Seconds for the first move of somebody who learns the game: they aren't hurried."""
TEACHING_LATER: Final = 5 * MINUTE
"""Seconds for each later one: nobody waits for long for somebody who isn't there any more."""
REMINDERS: Final[Mapping[Pace, tuple[float, ...]]] = {
    "live": (0.5,),
    "days": (0.5, 0.9),
    "none": (),
}
"""The parts of the time after which somebody is reminded."""
MOST_QUIET: Final = 12 * 60
"""No quiet hours are longer, in minutes: nobody stops a clock for good."""


def teaching_times(usual: int) -> tuple[int, int]:
    """Return how many seconds somebody who learns the game has for their first move, and for each
    later one, where the others have the `usual` ones.
    """
    return max(TEACHING_TIME, usual), max(TEACHING_LATER, usual)


class Standstill(Protocol):
    """When somebody's clock stands still by itself: in quiet hours, and on days they are away."""

    def spans(self, at: int) -> Iterator[tuple[int, int]]:
        """Yield the times as (from, to), in order and apart from each other, beginning with any
        that may not be over at a time.
        """
        ...

    def away(self, start: int, end: int) -> int:
        """Return for how many of the seconds between two times it stands because they are away."""
        ...


@dataclass(frozen=True, slots=True)
class Quiet:
    """A person's quiet hours, in minutes of the day where they are; over midnight if need be."""

    zone: ZoneInfo
    start: int
    end: int

    def spans(self, at: int) -> Iterator[tuple[int, int]]:
        """Yield the quiet hours as (from, to), beginning with any that may not be over at a time.

        They begin when the wall clock first shows their start, and last until it has shown their
        end for the last time: with an hour that comes twice they are longer.
        """
        day = datetime.fromtimestamp(at, self.zone).toordinal() - 1
        while True:
            yield _span(self, day)
            day += 1

    def away(self, start: int, end: int) -> int:
        """Return 0: it isn't because they are away."""
        del start, end
        return 0


def ahead(at: int, seconds: int, still: Standstill | None) -> int:
    """Return when a number of counted seconds will have gone by since a time.

    It is the first such moment at which the clock doesn't stand still.
    """
    if still is None:
        return at + seconds
    for start, end in still.spans(at):
        if start - at > seconds:
            break
        if end > at:
            seconds -= max(0, start - at)
            at = end
    return at + seconds


def counted(start: int, end: int, still: Standstill | None) -> int:
    """Return the counted seconds between two times; 0 if the second comes before the first."""
    if end <= start:
        return 0
    total = end - start
    if still is None:
        return total
    for since, until in still.spans(start):
        if since >= end:
            break
        total -= max(0, min(until, end) - max(since, start))
    return total


@dataclass(frozen=True, slots=True)
class Clock:
    """How much time is left for a question. It never changes: winding returns another one."""

    limit: int
    """Seconds for the whole question."""
    left: int
    """Counted seconds that were left at `at`."""
    at: int | None
    """Since when it counts; None while it stands still."""
    reminders: int
    """How many reminders were given."""
    due: int | None
    """When it rings next, for a reminder or because time has run out; None while it stands."""
    away_used: int = 0
    """For how many seconds it has stopped because its person was away, in all questions so far."""

    @property
    def over(self) -> bool:
        """Tell whether it has run out for good, and nobody plays in the person's place."""
        return self.at is None and not self.left

    def ends(self, still: Standstill | None) -> int | None:
        """Return when time will have run out; None while it stands still."""
        return None if self.at is None else ahead(self.at, self.left, still)

    def run(self, pace: Pace, now: int, still: Standstill | None) -> Clock:
        """Return the clock set going, or recalculated with another standstill."""
        left = self.left_at(now, still)
        due = ahead(now, max(0, left - _last_stretch(pace, self)), still)
        return replace(self, left=left, at=now, due=due, away_used=self.used(now, still))

    def go_on(self, pace: Pace, now: int, still: Standstill | None) -> Clock:
        """Return a clock that stood set going: at least a minute is left, or all of a shorter
        limit, so that whoever looks then can still move.
        """
        return replace(self, left=max(self.left, min(self.limit, MINUTE))).run(pace, now, still)

    def stop(self, now: int, still: Standstill | None) -> Clock:
        """Return the clock stopped; a second is left at least, for only what rang has run out."""
        if self.at is None:
            return self
        left = max(1, self.left_at(now, still))
        return replace(self, left=left, at=None, due=None, away_used=self.used(now, still))

    def used(self, now: int, still: Standstill | None) -> int:
        """Return for how many seconds it will have stopped by a time because of away days."""
        passed = 0 if self.at is None or still is None else still.away(self.at, now)
        return self.away_used + passed

    def spent(self) -> Clock:
        """Return the clock as it stands once time has run out and the table only asks."""
        return replace(self, left=0, at=None, due=None)

    def reminded(self, pace: Pace, now: int, still: Standstill | None) -> Clock:
        """Return the clock going on after the reminder that is due, if one is."""
        gone = self.limit - self.left_at(now, still)
        due = sum(gone >= round(part * self.limit) for part in REMINDERS[pace])
        return replace(self, reminders=max(self.reminders, due)).run(pace, now, still)

    def run_out(self, now: int, still: Standstill | None) -> bool:
        """Tell whether time has run out."""
        ends = self.ends(still)
        return ends is not None and now >= ends

    def left_at(self, now: int, still: Standstill | None) -> int:
        """Return the counted seconds that are left at a time."""
        return self.left if self.at is None else max(0, self.left - counted(self.at, now, still))


def new_clock(
    pace: Pace, limit: int, now: int, still: Standstill | None, away_used: int = 0
) -> Clock:
    """Return a clock for a new question, set going; it has stopped for `away_used` before."""
    return Clock(limit, limit, None, 0, None, away_used).run(pace, now, still)


def clock_of(
    clock: Clock | None,
    pace: Pace,
    limit: int,
    now: int,
    still: Standstill | None,
    *,
    stands: bool,
    away_used: int = 0,
) -> Clock | None:
    """Return the clock of a seat whose person is to act: a new one, or the one that runs.

    It stands still while the table is paused, and for good once it is over.
    """
    if pace == "none":
        return None
    if clock is None:
        clock = new_clock(pace, limit, now, still, away_used)
    if stands:
        return clock.stop(now, still)
    return clock.go_on(pace, now, still) if clock.at is None and not clock.over else clock


def _last_stretch(pace: Pace, clock: Clock) -> int:
    """Return the seconds that will still be left when the clock rings next."""
    parts = REMINDERS[pace]
    if clock.reminders >= len(parts):
        return 0
    return clock.limit - round(parts[clock.reminders] * clock.limit)


@lru_cache(maxsize=4096)
def _span(quiet: Quiet, day: int) -> tuple[int, int]:
    """Return the quiet hours that begin on a day (as an ordinal)."""
    until = day if quiet.end > quiet.start else day + 1
    start = moment_of(quiet.zone, day, quiet.start)
    return start, max(start, moment_of(quiet.zone, until, quiet.end, last=True))


def moment_of(zone: ZoneInfo, day: int, minutes: int, *, last: bool = False) -> int:
    """Return when the wall clock shows a time of a day (as an ordinal), first or for the last time.

    A time that it leaps over counts as the moment of the leap.
    """
    shown = datetime.combine(date.fromordinal(day), time(minutes // 60, minutes % 60), zone)
    first, second = int(shown.timestamp()), int(shown.replace(fold=1).timestamp())
    if first <= second:
        return second if last else first
    # Only a leap brings them in this order, and it lies between them.
    before, after = second, first
    offset = datetime.fromtimestamp(after, zone).utcoffset()
    while after - before > 1:
        middle = (before + after) // 2
        if datetime.fromtimestamp(middle, zone).utcoffset() == offset:
            after = middle
        else:
            before = middle
    return after
