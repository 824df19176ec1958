"""Several dates in one text, with commas between them: taken apart, and offered while typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.engine.text import marked as _
from bot.nights.date_reading.grammar import BadDate
from bot.nights.dates import Moment, local_time, moment
from bot.nights.typed_dates import USUAL, names_day
from bot.tables.trouble import Trouble
from bot.tables.typed_lists import listed

FEWEST_DATES: Final = 2
MOST_DATES: Final = 6
_TAIL: Final = re.compile(r" · [^,;，；、\n]*")
"""What the label of a choice says after its date."""
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
    parts = dates_in(text)
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
        if not names_day(each, languages):
            raise BadDate("which day", each)
    return parts
