"""When a night is: wall time and zone to seconds UTC, and the next date of a series.

A local time is a naive datetime in whole minutes, as the wall clock shows it. A night keeps its
local time and the name of its zone; the seconds are worked out from them, and again if zone data
change.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Literal
from zoneinfo import ZoneInfo

Leap = Literal["skipped", "twice"]
"""What a change of the clocks did to a wall time: it doesn't exist, or comes twice."""


class UnknownZone(ValueError):
    """A time zone that this machine doesn't know, or no longer; its only argument is the name."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment that was given as a wall time."""

    local: datetime
    """The wall time as it was given; this is what is stored."""
    at: int
    """Whole seconds since 1970, UTC."""
    shown: datetime
    """What the wall clock shows at that moment: another time than given if that was skipped."""
    leap: Leap | None
    """What the preview must say, if the clocks change then."""


@lru_cache(maxsize=1024)
def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by its name. Raises UnknownZone if this machine doesn't know it."""
    try:
        return ZoneInfo(name)
    # A name may not be a path at all, or be the path of a folder: each fails in its own way.
    except (LookupError, ValueError, OSError) as trouble:
        raise UnknownZone(name) from trouble


def moment(local: datetime, zone: ZoneInfo) -> Moment:
    """Return when the wall clock shows a time.

    A time that the clocks leap over moves on by the gap; of one that comes twice it is the first.
    """
    first = int(local.replace(tzinfo=zone, fold=0).timestamp())
    second = int(local.replace(tzinfo=zone, fold=1).timestamp())
    leap: Leap | None = None
    if first != second:
        # Within a gap, the offset from before it (fold 0) gives the later of the two moments.
        leap = "twice" if first < second else "skipped"
    return Moment(local, first, local_time(first, zone), leap)


def local_time(at: int, zone: ZoneInfo) -> datetime:
    """Return what the wall clock shows at a moment, in whole minutes."""
    shown = datetime.fromtimestamp(at, zone)
    return shown.replace(second=0, microsecond=0, tzinfo=None, fold=0)


def days_until(at: int, now: int, zone: ZoneInfo) -> int:
    """Return in how many days a moment is, by the calendar: 0 today, 1 tomorrow."""
    return (local_time(at, zone).date() - local_time(now, zone).date()).days


def next_of_series(local: datetime, weeks: int, zone: ZoneInfo, now: int) -> Moment | None:
    """Return the first date of a series after the one given that is still to come.

    It keeps the wall time over changes of the clocks. None with 0 weeks: nothing is repeated.
    """
    if not weeks:
        return None
    step = timedelta(weeks=weeks)
    # What was missed while the bot was away is passed over in one go.
    missed = max(0, (local_time(now, zone) - local) // step)
    following = moment(local + max(1, missed) * step, zone)
    while following.at <= now:
        following = moment(following.local + step, zone)
    return following


def stored(local: datetime) -> str:
    """Return a local time as it is stored: `2026-11-27T20:00`."""
    return local.isoformat(timespec="minutes")


def read_stored(text: str) -> datetime:
    """Return a local time from the way it is stored."""
    return datetime.fromisoformat(text)
