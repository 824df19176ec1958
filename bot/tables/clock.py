"""A clock for one question: how long somebody has, when it rings, and the hours it stands still.

All times are whole seconds since 1970, UTC; "counted" seconds leave out a person's quiet hours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from storage.rows import Pace

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
USUAL: Final[Mapping[Pace, int]] = {"live": 3 * MINUTE, "days": 24 * HOUR, "none": 0}
"""Seconds for a move, if nothing else is chosen."""
NUDGES: Final[Mapping[Pace, tuple[float, ...]]] = {
    "live": (0.5,),
    "days": (0.5, 0.9),
    "none": (),
}
"""The parts of the time after which somebody is reminded."""
MOST_QUIET: Final = 12 * 60
"""No quiet hours are longer, in minutes: nobody stops a clock for good."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """A person's quiet hours, in minutes of the day where they are; over midnight if need be."""

    zone: ZoneInfo
    start: int
    end: int

    def spans(self, at: int) -> Iterator[tuple[int, int]]:
        """Give the quiet hours as (from, to), beginning with any that may not be over at a time."""
        day = datetime.fromtimestamp(at, self.zone).date() - timedelta(days=1)
        while True:
            until = day if self.end > self.start else day + timedelta(days=1)
            yield (
                int(datetime.combine(day, _time(self.start), self.zone).timestamp()),
                int(datetime.combine(until, _time(self.end), self.zone).timestamp()),
            )
            day += timedelta(days=1)


def ahead(at: int, seconds: int, quiet: Quiet | None) -> int:
    """Return when so many counted seconds will have gone by since a time."""
    if quiet is None:
        return at + seconds
    for start, end in quiet.spans(at):
        if start - at >= seconds:
            break
        if end > at:
            seconds -= max(0, start - at)
            at = end
    return at + seconds


def counted(start: int, end: int, quiet: Quiet | None) -> int:
    """Return the counted seconds between two times; 0 if the second comes before the first."""
    if end <= start:
        return 0
    total = end - start
    if quiet is None:
        return total
    for since, until in quiet.spans(start):
        if since >= end:
            break
        total -= max(0, min(until, end) - max(since, start))
    return total


@dataclass(frozen=True, slots=True)
class Clock:
    """How much time is left for a question. It never changes: winding gives another one."""

    limit: int
    """Seconds for the whole move."""
    left: int
    """Counted seconds that were left at `at`."""
    at: int | None
    """Since when it counts; None while it stands still."""
    nudges: int
    """So many reminders were given."""
    due: int | None
    """When it rings next, for a reminder or because time has run out; None while it stands."""

    def ends(self, quiet: Quiet | None) -> int | None:
        """Return when time will have run out; None while it stands still."""
        return None if self.at is None else ahead(self.at, self.left, quiet)

    def run(self, pace: Pace, now: int, quiet: Quiet | None) -> Clock:
        """Return the clock set going, or reckoned anew with other quiet hours."""
        left = self.stop(now, quiet).left
        due = ahead(now, max(0, left - _last_stretch(pace, self)), quiet)
        return replace(self, left=left, at=now, due=due)

    def stop(self, now: int, quiet: Quiet | None) -> Clock:
        """Return the clock stopped."""
        if self.at is None:
            return self
        left = max(0, self.left - counted(self.at, now, quiet))
        return replace(self, left=left, at=None, due=None)

    def nudged(self, pace: Pace, now: int, quiet: Quiet | None) -> Clock:
        """Return the clock going on after a reminder."""
        return replace(self, nudges=self.nudges + 1).run(pace, now, quiet)

    def run_out(self, now: int, quiet: Quiet | None) -> bool:
        """Tell whether time has run out."""
        ends = self.ends(quiet)
        return ends is not None and now >= ends


def wound(pace: Pace, limit: int, now: int, quiet: Quiet | None) -> Clock:
    """Return a clock for a new question, set going."""
    return Clock(limit, limit, None, 0, None).run(pace, now, quiet)


def kept(
    clock: Clock | None, pace: Pace, limit: int, now: int, quiet: Quiet | None, *, stands: bool
) -> Clock | None:
    """Return the clock of a seat whose person is to act: a new one, or the one that runs.

    It stands still while the table is paused.
    """
    if pace == "none":
        return None
    if clock is None:
        clock = wound(pace, limit, now, quiet)
    if stands:
        return clock.stop(now, quiet)
    return clock.run(pace, now, quiet) if clock.at is None else clock


def _last_stretch(pace: Pace, clock: Clock) -> int:
    """Return the seconds that will still be left when the clock rings next."""
    parts = NUDGES[pace]
    if clock.nudges >= len(parts):
        return 0
    return clock.limit - round(parts[clock.nudges] * clock.limit)


def _time(minutes: int) -> time:
    return time(minutes // 60, minutes % 60)
