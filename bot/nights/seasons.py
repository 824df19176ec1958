"""Seasons: which days they have, and when those begin and end. Pure."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.engine.text import marked as _
from bot.tables.trouble import Trouble
from storage.result_rows import SeasonRow, SeasonTables

LONGEST: Final = 366
"""The most days a season can have."""
Season = SeasonRow
"""Results of a server that are added up. It is kept as it was made."""

ISO_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
FARTHEST: Final = 10 * 366
"""How many days from today its days may be, in either direction."""


BAD_DAY: Final = _("“{said}” isn't a day. Pick one from the list, or write it like `2026-11-27`.")


def new_season(
    guild_id: int,
    name: str,
    days: tuple[date, date],
    zone: str,
    *,
    game: str | None,
    tables: SeasonTables,
    now: int,
) -> Season:
    """Return a season from its first day to its last one. Raises Trouble if its days don't fit."""
    first, last = days
    here = ZoneInfo(zone)
    today = datetime.fromtimestamp(now, here).date()
    if last < first:
        raise Trouble(_("The last day can't be before the first day."))
    if (last - first).days >= LONGEST:
        raise Trouble(_("A season can be a year long at most."))
    if max(abs((day - today).days) for day in days) > FARTHEST:
        raise Trouble(_("Pick days within ten years from today."))
    return Season(
        guild_id=guild_id,
        name=name,
        first_day=first.isoformat(),
        last_day=last.isoformat(),
        zone=zone,
        begins_at=_begin(first, here),
        ends_at=_begin(last + timedelta(days=1), here),
        game=game,
        tables=tables,
    )


def day_of(text: str) -> date:
    """Return the day that was typed, as in "2026-11-27". Raises Trouble if it isn't one."""
    # The whole label of a choice has the weekday behind it.
    said = unicodedata.normalize("NFKC", text).partition("·")[0].strip()
    try:
        # The library accepts more than this, such as days by the number of their week.
        if ISO_DAY.fullmatch(said):
            return date.fromisoformat(said)
    except ValueError:
        pass
    raise Trouble(BAD_DAY, said=said[:20])


def first_days(today: date) -> list[date]:
    """Return the days that a season is likely to begin with."""
    month = today.replace(day=1)
    return list(dict.fromkeys([today, month, _months_on(month, 1), month.replace(month=1)]))


def last_days(first: date) -> list[date]:
    """Return the days that a season is likely to end with: the ends of months, and of the year."""
    month = first.replace(day=1)
    ends = [_months_on(month, count) - timedelta(days=1) for count in (1, 2, 3, 6, 12)]
    ends.append(first.replace(month=12, day=31))
    return sorted(set(ends))


def _months_on(month: date, count: int) -> date:
    """Return the first day of a month that comes some months later."""
    years, index = divmod(month.month - 1 + count, 12)
    return month.replace(year=month.year + years, month=index + 1)


def _begin(day: date, zone: ZoneInfo) -> int:
    """Return when a day begins; where the clocks leap over midnight, it is where they land."""
    return int(datetime.combine(day, time(), zone).timestamp())
