"""What people type for a date and a time, read and completed.

Times of day and dates in numbers are read here, since `11/27` and `friday 8` are read in surprising
ways elsewhere; words and months, in many languages, are read by dateparser.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Any, Final, Literal, cast
from zoneinfo import ZoneInfo

from bot.nights.dates import Moment, local_time, moment
from bot.nights.japanese_dates import in_numbers

Why = Literal["empty", "unclear", "past", "far", "weekday"]
"""Why a text gives no date: there is none, it can't be read, it is in the past or more than a year
ahead, or the weekday that was typed isn't the date's."""

USUAL: Final = time(20)
"""When a night begins if only a day was typed."""
LONGEST: Final = 60
"""Characters; nobody types a longer date."""

_WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS: Final = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_LANGUAGES: Final = {"no": "nb", "zh-CN": "zh-Hans", "zh-TW": "zh-Hant"}
"""Languages of Discord that dateparser calls something else."""
_MONTH_FIRST: Final = ("en-US", "ja", "ko", "zh-CN", "zh-TW")
_NAMES: Final = ("today", "tomorrow", *_WEEKDAYS)

_CLOCK: Final = re.compile(
    r"(?<![\d.:])(?P<hour>\d{1,2})(?::(?P<minute>\d\d))?\s*(?P<half>[ap])\.?m\.?(?![a-z])"
    r"|(?<![\d.:])(?P<hour24>\d{1,2}):(?P<minute24>\d\d)(?![\d:])",
    re.IGNORECASE,
)
# A month is never 13 or more and never 00, so this is no date.
_DOTTED: Final = re.compile(r"(?:^|\s)(?P<hour>\d{1,2})\.(?P<minute>00|1[3-9]|[2-5]\d)$")
_BARE: Final = re.compile(r"(?:^|\s)(?P<hour>\d{1,2})$")
_NUMBERS: Final = re.compile(
    r"(?<!\d)(?:(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})"
    r"|(?P<one>\d{1,2})(?P<sep>[./-])(?P<two>\d{1,2})"
    r"(?:(?P=sep)(?P<year>\d{4}|\d{2})|\.)?)(?![\d./-])"
)
_WORD: Final = re.compile(r"[^\W\d_]{2,}")


class BadDate(ValueError):
    """A text that gives no date a night can have; `why` says what is wrong."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why: Why = why


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who reads and types dates: which languages they use, and whether months come
    first.
    """

    languages: tuple[str, ...] = ("en",)
    month_first: bool = False


@dataclass(frozen=True, slots=True)
class _Day:
    """What a text says about the day: which days it may be, the earlier first."""

    days: tuple[date, ...]
    clock: time | None = None
    """A part of the day that was named: evening, noon."""
    span: timedelta | None = None
    """How long from now it is, if that was typed instead of a day."""


def load(reader: Reader = Reader()) -> None:
    """Load the parser of dates in a reader's languages.

    It takes most of a second the first time: call it in a thread before the first `read`.
    """
    _parsed("friday", datetime(2026, 1, 1), reader.languages)  # noqa: DTZ001


def reader_of(locale: str) -> Reader:
    """Return how somebody with one of Discord's locales reads dates."""
    language = _LANGUAGES.get(locale, locale.partition("-")[0])
    return Reader(tuple(dict.fromkeys((language, "en"))), locale in _MONTH_FIRST)


def read(
    text: str, now: int, zone: ZoneInfo, reader: Reader = Reader(), usual: time = USUAL
) -> Moment:
    """Return the moment that a text means to somebody in a zone. Raises BadDate if there is none.

    It is the first that fits after now, at most a year ahead. A day without a time means the usual
    one; a bare hour from 1 to 11 is in the afternoon or evening.
    """
    text = _plain(text)
    if not text:
        raise BadDate("empty")
    here = local_time(now, zone)
    text = in_numbers(text, here.date(), month_first=reader.month_first)
    for rest, clock in _splits(text):
        day = _day(rest, here.date(), reader)
        if day is None:
            continue
        if day.span is not None:
            if clock is not None:
                continue
            return _checked(_after(now, day.span, zone), now, here, zone)
        return _first(day, clock or day.clock or usual, now, here, zone)
    raise BadDate("unclear")


def proposals(
    text: str,
    now: int,
    zone: ZoneInfo,
    reader: Reader = Reader(),
    usual: time = USUAL,
    most: int = 10,
) -> Sequence[Moment]:
    """Return the moments to propose for a text that may be half typed, the likeliest first.

    Nothing typed gives the next seven days. All of them are what `read` can give.
    """
    found: dict[int, Moment] = {}
    today = local_time(now, zone).date()
    text = in_numbers(_plain(text), today, month_first=reader.month_first)
    for candidate, hour in _candidates(text, now, zone, reader, usual):
        try:
            one = read(candidate, now, zone, reader, hour)
        except BadDate:
            continue
        found.setdefault(one.at, one)
        if len(found) >= most:
            break
    return list(found.values())


def _plain(text: str) -> str:
    # Full-width digits and colons become plain ones.
    text = unicodedata.normalize("NFKC", text[: 2 * LONGEST])
    text = re.sub(r"(?<=\d)[Tt](?=\d)", " ", text)
    text = re.sub(r"\b(?:noon|midday)\b", "12:00", text, flags=re.IGNORECASE)
    return " ".join(text.replace(",", " ").split())[:LONGEST]


def _splits(text: str) -> Iterator[tuple[str, time | None]]:
    """Yield the ways to part a text into a day and a time of day, the likeliest first."""
    found = _CLOCK.search(text)
    if found is not None:
        clock = _clock(found)
        if clock is not None:
            yield _without_at(text[: found.start()], text[found.end() :]), clock
        return
    dotted = _DOTTED.search(text)
    if dotted is not None and int(dotted["hour"]) < 24:
        clock = time(int(dotted["hour"]), int(dotted["minute"]))
        yield _without_at(text[: dotted.start()]), clock
    bare = _BARE.search(text)
    if bare is not None and int(bare["hour"]) < 24:
        hour = int(bare["hour"])
        yield _without_at(text[: bare.start()]), time(hour + 12 if 1 <= hour <= 11 else hour)
    else:
        yield text, None
        return
    # `nov 8` is a day, after all.
    yield text, None


def _clock(found: re.Match[str]) -> time | None:
    if found["half"]:
        hour, minute = int(found["hour"]), int(found["minute"] or 0)
        if not 1 <= hour <= 12 or minute > 59:
            return None
        return time(hour % 12 + (12 if found["half"] in "pP" else 0), minute)
    hour, minute = int(found["hour24"]), int(found["minute24"])
    return time(hour, minute) if hour < 24 and minute < 60 else None


def _without_at(*parts: str) -> str:
    kept = (
        re.sub(r"(?:^|\s)(?:at|@|um)$", "", part.strip(), flags=re.IGNORECASE) for part in parts
    )
    return " ".join(part for part in kept if part)


def _day(text: str, today: date, reader: Reader) -> _Day | None:
    """Return what a text without its time of day says about the day; None if it can't be read."""
    if not text:
        return _Day((today, today + timedelta(days=1)))
    numbers = _NUMBERS.search(text)
    if numbers is None:
        return _worded_day(text, today, reader.languages)
    days = tuple(_numbered_days(numbers, today, month_first=reader.month_first))
    rest = " ".join((text[: numbers.start()] + " " + text[numbers.end() :]).split())
    if days and not rest:
        return _Day(days)
    weekday = _weekday(rest, today, reader.languages) if days else None
    if weekday is not None:
        return _Day(_on_weekday(days, weekday))
    # `in 1.5 hours` is no date.
    worded = _worded_day(text, today, reader.languages)
    return worded if worded is not None and worded.span is not None else None


def _numbered_days(found: re.Match[str], today: date, *, month_first: bool) -> Iterator[date]:
    if found["y"]:
        years, month, day = [int(found["y"])], int(found["m"]), int(found["d"])
    else:
        one, two = int(found["one"]), int(found["two"])
        month, day = (one, two) if month_first else (two, one)
        if month > 12:
            # It can only mean the other way round.
            month, day = day, month
        year = found["year"]
        typed = [int(year) % 100 + 2000 if len(year) == 2 else int(year)] if year else None
        years = typed or [today.year, today.year + 1, today.year + 2]
    for year in years:
        try:
            yield date(year, month, day)
        except ValueError:
            continue


@lru_cache(maxsize=512)
def _worded_day(text: str, today: date, languages: tuple[str, ...]) -> _Day | None:
    midnight = datetime.combine(today, time())
    late, period = _parsed(text, midnight, languages)
    if late is None or period not in ("day", "week", "time", "part_of_day"):
        return None
    # Lone letters and numbers are taken for days of the month.
    if not _WORD.search(text) and text.isascii():
        return None
    if period == "time":
        # A span moves with the hour it is counted from, a time of day doesn't.
        shifted, _ = _parsed(text, midnight + timedelta(hours=5), languages)
        if shifted is not None and shifted - late == timedelta(hours=5):
            return _Day((), span=late - midnight)
        # Times of day in numbers were read before; `20:3` is half typed.
        if any(letter.isdigit() for letter in text):
            return None
    early, _ = _parsed(text, midnight - timedelta(days=1), languages)
    relative = early is not None and late - early == timedelta(days=1)
    clock = late.time() if period in ("time", "part_of_day") else None
    if relative or early is None:
        return _Day((late.date(),), clock)
    # Seen from yesterday, today itself is ahead; seen from today it isn't any more.
    days = tuple(dict.fromkeys((early.date(), late.date())))
    if any(letter.isdigit() for letter in text):
        named = (_weekday(word, today, languages) for word in _WORD.findall(text))
        weekday = next((one for one in named if one is not None), None)
        if weekday is not None:
            days = _on_weekday(days, weekday)
    return _Day(days, clock)


def _weekday(text: str, today: date, languages: tuple[str, ...]) -> int | None:
    """Return which weekday a text names and nothing else; None if it doesn't."""
    if any(letter.isdigit() for letter in text):
        return None
    midnight = datetime.combine(today, time())
    seen = [_parsed(text, midnight + timedelta(days=days), languages) for days in range(2)]
    dates = [found.date() for found, period in seen if found is not None and period == "day"]
    # Seen from two following days, a weekday is the same date or a week apart; `tomorrow` isn't.
    if len(dates) != 2 or dates[1] - dates[0] not in (timedelta(0), timedelta(days=7)):
        return None
    return dates[0].weekday() if 0 < (dates[0] - today).days <= 7 else None


def _on_weekday(days: Sequence[date], weekday: int) -> tuple[date, ...]:
    """Return the first of the days that are meant if a weekday was typed too; raise BadDate."""
    fitting = tuple(day for day in days if day.weekday() == weekday)
    if not fitting:
        raise BadDate("weekday")
    return fitting


@lru_cache(maxsize=512)
def _parsed(
    text: str, base: datetime, languages: tuple[str, ...]
) -> tuple[datetime | None, str | None]:
    """Return what dateparser reads in a text at a given time, and how exact that is."""
    # It takes a fifth of a second and 20 MB to load; a bot without nights does without.
    from dateparser.date import DateDataParser

    settings: dict[str, Any] = {
        "RELATIVE_BASE": base,
        "PREFER_DATES_FROM": "future",
        "RETURN_TIME_AS_PERIOD": True,
        "PARSERS": ["relative-time", "absolute-time"],
    }
    found = DateDataParser(languages=list(languages), settings=settings).get_date_data(text)
    # Zones are chosen, not typed: they would quietly move the time.
    if found.date_obj is None or found.date_obj.tzinfo is not None:
        return None, None
    return cast("datetime", found.date_obj), found.period


def _after(now: int, span: timedelta, zone: ZoneInfo) -> Moment:
    return moment(local_time(now + int(span.total_seconds()), zone), zone)


def _first(day: _Day, clock: time, now: int, here: datetime, zone: ZoneInfo) -> Moment:
    """Return the first moment on one of the days that is after now; raise BadDate."""
    if not day.days:
        raise BadDate("unclear")
    found = [moment(datetime.combine(one, clock), zone) for one in day.days]
    ahead = next((one for one in found if one.at > now), None)
    if ahead is None:
        raise BadDate("past")
    return _checked(ahead, now, here, zone)


def _checked(one: Moment, now: int, here: datetime, zone: ZoneInfo) -> Moment:
    if one.at <= now:
        raise BadDate("past")
    try:
        latest = here.replace(year=here.year + 1)
    except ValueError:  # the 29th of February
        latest = here.replace(year=here.year + 1, month=3, day=1)
    if one.at > moment(latest, zone).at:
        raise BadDate("far")
    return one


def _candidates(
    text: str, now: int, zone: ZoneInfo, reader: Reader, usual: time
) -> Iterator[tuple[str, time]]:
    """Yield texts to read for one that may be half typed, each with the time it means alone."""
    today = local_time(now, zone).date()
    text = text.rstrip(":").rstrip()
    if not text:
        for days in range(8):
            yield (today + timedelta(days=days)).isoformat(), usual
        return
    yield text, usual
    # The morning, if an hour was typed that is taken for the evening.
    if _BARE.search(text):
        yield f"{text} am", usual
    numbers = _NUMBERS.search(text)
    if numbers is not None and not numbers["y"] and numbers["one"] != numbers["two"]:
        swapped = "/".join(filter(None, (numbers["two"], numbers["one"], numbers["year"])))
        yield text[: numbers.start()] + swapped + text[numbers.end() :], usual
    whole = list(_completed(text, today))
    for one in whole:
        yield one, usual
    for hour in (time(19), time(18), time(21)):
        yield text, hour
        if text[-1].isalpha():
            yield from ((one, hour) for one in whole[:1])


def _completed(text: str, today: date) -> Iterator[str]:
    """Yield what a half-typed text may become."""
    head, _, last = text.rpartition(" ")
    folded = last.casefold()
    if re.fullmatch(r"in( a?n?| \d{1,2})?", text, re.IGNORECASE):
        number = text[2:].strip() if text[2:].strip().isdigit() else "2"
        yield from (f"in {number} {unit}" for unit in ("hours", "days", "weeks"))
        return
    if folded.isalpha():
        for name in (*_NAMES, *_MONTHS):
            if name.casefold().startswith(folded) and name.casefold() != folded:
                yield f"{head} {name}".strip()
    day = re.fullmatch(r"(\d{1,2})(?:\.|st|nd|rd|th)?", text, re.IGNORECASE)
    if day is not None:
        for ahead in range(int(day[1]) < today.day, 3):
            yield f"{day[1]} {_MONTHS[(today.month - 1 + ahead) % 12]}"
    # `fri 2` may become `fri 20`, and `20:3` becomes `20:30`.
    if head and last in ("1", "2"):
        yield from (f"{head} {hour}" for hour in ((18, 19) if last == "1" else (20, 21)))
    if re.search(r":\d$", last):
        yield f"{text}0"
