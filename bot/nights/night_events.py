"""What is noted of a change to a night. Pure."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.nights.dates import read_stored
from bot.nights.night import Change, Night, Press
from bot.nights.series_rules import date_sign
from storage.night_rows import NightEventRow


def events_of(
    change: Change, before: Night, after: Night, press: Press, at: int
) -> list[NightEventRow]:
    """Return what is noted of a change; also that all dates to come have moved with the night."""
    event = NightEventRow(
        night_id=after.id,
        at=at,
        what=change.what,
        interaction_id=press.interaction_id,
        by=press.by.id or None,
        whom=change.whom,
        note=change.note,
    )
    moved = _dates_moved(before, after) if change.what == "edited" else ""
    if not moved:
        return [event]
    return [event, replace(event, what="series_moved", interaction_id=None, by=None, note=moved)]


def _dates_moved(before: Night, after: Night) -> str:
    """Return the date after a night of a series, and to which it has moved with it; "" if not."""
    one, other = before.goes_on, after.goes_on
    if one is None or other is None or one.local == other.local:
        return ""
    step = timedelta(weeks=other.weeks)
    first, then = (date_sign(read_stored(each.local) + step) for each in (one, other))
    return f"{first} {then}"
