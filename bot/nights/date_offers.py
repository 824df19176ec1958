"""Dates to offer while somebody types one, which may be half typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, time, timedelta
from itertools import islice
from typing import Final
from zoneinfo import ZoneInfo

from bot.nights.date_reading.vocabulary import Meaning, vocabulary
from bot.nights.dates import Moment, local_time, moment
from bot.nights.typed_dates import DAY_END, USUAL, BadDate, Edge, read
from bot.tables.zones import plain

MOST: Final = 10
MOST_WORDS: Final = 8
"""How many words a half-typed one may become."""
EVENINGS: Final = 7
"""How many evenings are offered to somebody who has typed nothing."""
_OTHER_HOURS: Final = (time(19), time(18), time(21))
_HOURS_AWAY: Final = (time(8), time(18))
"""Offered beside a whole day."""
_NAMES: Final = "rwm"
"""The kinds of word that are completed: days, weekdays, months."""
_UNITS: Final = ("hours", "days", "weeks")
_MINUTES_FROM: Final = 10
"""From so many on, minutes are what somebody likely counts."""


def proposals(
    text: str,
    now: int,
    zone: ZoneInfo,
    languages: Sequence[str] = ("en",),
    most: int = MOST,
    *,
    given: bool = False,
    edge: Edge | None = None,
) -> list[Moment]:
    """Return the moments to propose for a text, the likeliest first; none if nothing fits.

    What `read` makes of the text comes first. Nothing typed gives the next evenings, or where an
    edge of a span of days is typed, the next days.
    """
    if not text.strip():
        usual = {None: USUAL, "start": time(0), "end": DAY_END}[edge]
        return evenings(now, zone, usual)
    found: dict[int, Moment] = {}
    for candidate, hour in _candidates(text, now, zone, languages, edge):
        try:
            what = read(candidate, now, zone, languages, hour, given=given, edge=edge)
        except BadDate:
            continue
        for one in (what.first, *what.others):
            found.setdefault(one.at, one)
        if len(found) >= most:
            break
    return list(found.values())[:most]


def evenings(now: int, zone: ZoneInfo, usual: time) -> list[Moment]:
    """Return the next evenings, for somebody who has typed nothing."""
    today = local_time(now, zone).date()
    days = (today + timedelta(days=ahead) for ahead in range(EVENINGS + 1))
    found = (moment(datetime.combine(day, usual), zone) for day in days)
    return [each for each in found if each.at > now][:EVENINGS]


def _candidates(
    text: str, now: int, zone: ZoneInfo, languages: Sequence[str], edge: Edge | None
) -> Iterator[tuple[str, time | None]]:
    """Yield texts to read for one that may be half typed, each with the hour it means alone, if
    that isn't the usual one.
    """
    text = text.rstrip().rstrip(":")
    yield text, None
    whole = list(_completed(text, languages))
    for one in whole:
        yield one, None
    day = re.fullmatch(r"\D*?(\d{1,2})(?:\.|st|nd|rd|th|日)?", text.strip())
    if day is not None and text.strip()[0].isdigit():
        month = local_time(now, zone).month
        yield from ((f"{day[1]}.{(month - 1 + ahead) % 12 + 1}.", None) for ahead in range(3))
    for hour in _HOURS_AWAY if edge else _OTHER_HOURS:
        yield text, hour
        yield from ((one, hour) for one in whole[:1])


def _completed(text: str, languages: Sequence[str]) -> Iterator[str]:
    """Yield what a half-typed text may become."""
    head, space, last = text.rpartition(" ")
    # `fri 2` may become `fri 20`, and `20:3` becomes `20:30`.
    if head and last in ("1", "2"):
        yield from (f"{head} {hour}" for hour in ((18, 19) if last == "1" else (20, 21)))
    if re.search(r":\d$", last):
        yield f"{text}0"
    spoken = tuple(dict.fromkeys((*languages, "en")))
    yield from _spans(text, spoken)
    yield from islice((f"{head}{space}{word}" for word in _words(last, spoken)), MOST_WORDS)


def _words(part: str, languages: Sequence[str]) -> Iterator[str]:
    """Yield the days, weekdays and months that begin with a part of a word, the shortest first."""
    begun = plain(part)
    if not begun or begun[-1].isdigit():
        return
    for language in languages:
        words = vocabulary(language)
        named = [
            word
            for word, meanings in words.items()
            if word.startswith(begun) and word != begun and meanings[0][0] in _NAMES
        ]
        yield from sorted(named, key=lambda word: _rank(words[word][0], word))


def _rank(meaning: Meaning, word: str) -> tuple[int, int, int]:
    kind, value = meaning
    return _NAMES.index(kind), value[0] if kind == "r" else 0, len(word)


def _spans(text: str, languages: Sequence[str]) -> Iterator[str]:
    """Yield `in 3 hours` and the like for `in` and `in 3`, for `in 40` first `in 40 minutes`."""
    found = re.fullmatch(r"(\D+?)(?:\s*(\d{1,3}))?", text.strip())
    for language in languages:
        words = vocabulary(language)
        if found is None or ("i", None) not in words.get(plain(found[1]), ()):
            continue
        few = int(found[2] or 2) < _MINUTES_FROM
        for unit in _UNITS if few else ("minutes", *_UNITS):
            yield f"{found[1]} {found[2] or 2} {_longest(words, ('u', unit))}"
        return


def _longest(words: dict[str, tuple[Meaning, ...]], meaning: Meaning) -> str:
    """Return the longest word with a meaning, which is the plural."""
    return max((word for word, each in words.items() if meaning in each), key=len, default="")
