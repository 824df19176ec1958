"""The dates that a series leaves out just before or after one of its nights, or once it moves."""

from __future__ import annotations

from datetime import timedelta

from bot.nights.dates import UnknownZone, local_time, moment, read_stored, stored, zone_of
from bot.nights.night import Night, Post
from bot.nights.series_rules import left_out, next_at
from bot.nights.standing_posts import FROM, OF_DATES


def left_out_before(night: Night, now: int = 0) -> list[int]:
    """Return when dates to come are that are left out between a night and the one before it, in
    order; none in a zone that isn't known any more. Where it isn't known what time it is `now`, it
    is at least when the night last changed.
    """
    series = night.series
    if series is None or series.night_id != night.id:
        return []
    try:
        zone = zone_of(night.row.zone)
    except UnknownZone:
        return []
    own = read_stored(night.row.local).date()
    left = [read_stored(each) for each in sorted(series.skipped) if each < series.local]
    # It may have moved to one of them.
    found = [moment(each, zone).at for each in left if each.date() != own]
    return [each for each in found if each > max(now, night.row.touched_at)]


def left_out_next(night: Night, now: int = 0) -> list[int]:
    """Return when dates to come are that are left out between a night and the next one of its
    series, by the same time.
    """
    at, now = next_at(night) or 0, max(now, night.row.touched_at)
    return [each.at for each in left_out(night, now) if each.at < at]


def left_out_from(night: Night, at: int) -> tuple[list[int], int]:
    """Return when dates to come are that are left out from a moment on, to which all nights of a
    series have moved, and when the first night is that takes place.
    """
    series = night.series
    try:
        zone = zone_of(night.row.zone)
    except UnknownZone:
        return [], at
    local = local_time(at, zone)
    if series is None:
        return [], at
    left = [moment(read_stored(e), zone).at for e in sorted(series.skipped) if e >= stored(local)]
    while stored(local) in series.skipped:
        local += timedelta(weeks=series.weeks)
    left = [each for each in left if each > night.row.touched_at]
    return left, moment(local, zone).at


def outlived(night: Night, post: Post, following: Night | None) -> bool:
    """Tell whether what was said of a series' dates is no news any more: the next night, which is
    announced since, has begun, is off or has another date than was said.
    """
    if following is None or post.kind not in OF_DATES:
        return False
    _left, first = left_out_from(night, post.details.get(FROM, following.guests.starts_at))
    return following.row.state != "open" or following.guests.starts_at != first
