"""When those are called who follow a series as its dates change at night: in the morning. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.nights.dates import UnknownZone, zone_of
from bot.nights.night import Night, Post
from bot.nights.standing_posts import BEFORE, FROM, OF_SERIES
from bot.tables.clock import HOUR, Quiet, ahead

NIGHTLY: Final = 23 * 60, 8 * 60
"""From when until when nobody is called who follows a series whose dates change, in minutes of the
day where that is.
"""
HALF_A_DAY: Final = 12 * HOUR


def at_night(before: Night, post: Post, at: int, starts_at: int) -> Quiet | None:
    """Return the hours in which a post calls nobody who hasn't any of their own: those of the night
    where a series is, for what has changed about its dates if all are half a day away and more.

    `before` is the night as it stood, `starts_at` when it is now.
    """
    if post.kind not in OF_SERIES:
        return None
    dates = before.guests.starts_at, starts_at, *(post.details.get(e, 0) for e in (FROM, BEFORE))
    return _hours(before, at, dates)


def morning_call(night: Night, at: int, dates: Iterable[int] = ()) -> int:
    """Return when those who follow the series of a night are called of what changes at a moment
    about some of its dates; 0 if that is at once.
    """
    if night.row.state in ("doors", "playing"):
        return 0
    end = ahead(at, 0, _hours(night, at, (night.guests.starts_at, *dates)))
    return -(-end // HOUR) * HOUR if end > at else 0


def _hours(night: Night, at: int, dates: Iterable[int]) -> Quiet | None:
    if any(at <= each < at + HALF_A_DAY for each in dates):
        return None
    try:
        return Quiet(zone_of(night.row.zone), *NIGHTLY)
    except UnknownZone:
        return None
