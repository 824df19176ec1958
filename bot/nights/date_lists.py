"""Several dates in one text: taken apart, mostly at commas, and offered while typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.engine.text import marked as _
from bot.nights.date_reading.grammar import BadDate
from bot.nights.dates import Moment, local_time, moment
from bot.nights.typed_dates import USUAL, ways_to_read
from bot.tables.trouble import Trouble
from bot.tables.typed_lists import listed

FEWEST_DATES: Final = 2
MOST_DATES: Final = 6
_TAIL: Final = re.compile(r" · [^,;，；、\n]*")
"""What the label of a choice says after its date."""
_TIMED: Final = re.compile(
    r"\S.*?(?:\d{1,2}[:：]\d{2}|\d{1,2}時(?:半|\d{1,2}分)?|\d\s?[ap]m)(?=\s|\Z)", re.IGNORECASE
)
"""A part of a text that ends with a time of day."""
_TUESDAY, _FRIDAY = 1, 4


def dates_in(text: str) -> list[str]:
    """Return the dates of a list as they were typed."""
    return listed(_TAIL.sub("", text))


def likely_lists(now: int, zone: ZoneInfo) -> list[list[Moment]]:
    """Return lists of evenings to offer to somebody who has typed nothing, from tomorrow on."""
    tomorrow = datetime.combine(local_time(now, zone), USUAL) + timedelta(days=1)
    friday = tomorrow + timedelta(days=(_FRIDAY - tomorrow.weekday()) % 7)
    tuesday = tomorrow + timedelta(days=(_TUESDAY - tomorrow.weekday()) % 7)
    return [
        *(_from(friday, days, zone) for days in ((0, 1, 2), (0, 1), (0, 7), (1, 8))),
        _from(tuesday, (0, 1, 2), zone),
        _from(tomorrow, (0, 1, 2), zone),
    ]


def likely_after(date: Moment, zone: ZoneInfo, room: int) -> list[list[Moment]]:
    """Return lists of at most so many dates to offer after a typed one, at its time of day."""
    found = ((1,), (1, 2), (7,), (7, 14))
    return [_from(date.local, days, zone) for days in found if len(days) <= room]


def _from(day: datetime, days: Sequence[int], zone: ZoneInfo) -> list[Moment]:
    return [moment(day + timedelta(days=each), zone) for each in days]


def separate_dates(text: str, languages: Sequence[str]) -> list[str]:
    """Return the dates of a list as they were typed.

    Raises BadDate for one that names no day: a comma within a date, or "20:00" after another day.
    Raises Trouble unless they are two to six.
    """
    parts = dates_in(with_commas(text, languages))
    if not FEWEST_DATES <= len(parts) <= MOST_DATES:
        raise Trouble(
            _(
                "Name {fewest} to {most} dates with commas between them, as in "
                "`fri 20:00, sat 19:00`. Nothing was changed."
            ),
            fewest=FEWEST_DATES,
            most=MOST_DATES,
        )
    for each in parts:
        if not _names_day(each, languages):
            raise BadDate("which day", each)
    return parts


def with_commas(text: str, languages: Sequence[str]) -> str:
    """Return dates with commas between them, where spaces alone stood there and it is certain how
    they belong together: each names a day, then a time, but for the last, which may have none yet.
    """
    if len(dates_in(text)) != 1 or ways_to_read(text, languages):
        return text
    timed = [*_TIMED.finditer(text)]
    rest = text[timed[-1].end() :].strip() if timed else ""
    parts = [*(each[0] for each in timed), *([rest] if rest else [])]
    return ", ".join(parts) if all(_says_only_a_day(each, languages) for each in parts) else text


def _says_only_a_day(text: str, languages: Sequence[str]) -> bool:
    """Tell whether a text names a day, with or without a time, and no time zone: that may belong to
    the date before as well.
    """
    ways = ways_to_read(text, languages)
    return any(each.day_said for each in ways) and not any(each.zones for each in ways)


def _names_day(text: str, languages: Sequence[str]) -> bool:
    """Tell whether a text names a day or a moment, or can't be read at all; a time alone doesn't.

    Where several dates stand in a row, a time alone belongs to nobody knows which.
    """
    ways = ways_to_read(text, languages)
    return not ways or any(each.day_said or each.span or each.stamp for each in ways)
