"""Several dates in one text, with commas between them: taken apart, and offered while typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bot.engine.text import marked as _
from bot.nights.date_reading.grammar import BadDate
from bot.nights.typed_dates import names_day
from bot.tables.trouble import Trouble

FEWEST_DATES: Final = 2
MOST_DATES: Final = 6
_APART: Final = re.compile(r"[,;，；、\n]")
"""What stands between two dates."""


def before_last_date(text: str) -> tuple[str, str]:
    """Return a list of dates in two parts: what comes before its last one, and that one."""
    end = max((each.end() for each in _APART.finditer(text)), default=0)
    last = text[end:].lstrip()
    return text.removesuffix(last), last


def separate_dates(text: str, languages: Sequence[str]) -> list[str]:
    """Return the dates of a list as they were typed.

    Raises BadDate for one that names no day: a comma within a date, or "20:00" after another day.
    Raises Trouble unless they are two to six.
    """
    # The label of a choice says more after the date.
    parts = [each.partition(" · ")[0].strip() for each in _APART.split(text)]
    parts = [each for each in parts if each]
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
