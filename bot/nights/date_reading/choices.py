"""From what a typed date says to moments: which days it may be, and which hours on these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Final, Literal

from bot.nights.date_reading.grammar import BadDate, Said
from bot.nights.date_reading.hours import Hour, hours_of

NoteKind = Literal["end", "every", "over", "weekday", "near"]

CLOSE: Final = timedelta(days=60)
"""How long a date without a year has been over for somebody to mean it, perhaps."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The days that may be meant, and the hours on them, the likeliest first.

    Each slot is one way to mean the day; of its dates the first that is ahead counts.
    """

    slots: tuple[tuple[date, ...], ...]
    hours: tuple[Hour, ...]
    notes: tuple[tuple[NoteKind, date | int | None], ...] = ()
    yearless: frozenset[date] = frozenset()
    """Dates that were typed without their year."""
    soon: bool = False
    """Today was named and no hour: it may be the next full one."""


@dataclass(slots=True)
class _Days:
    today: date
    slots: list[tuple[date, ...]] = field(default_factory=list)
    notes: list[tuple[NoteKind, date | int | None]] = field(default_factory=list)
    yearless: frozenset[date] = frozenset()


def choices(
    said: Said,
    today: date,
    usual: time,
    *,
    order: str,
    late_hours: bool,
    as_written: bool | None = None,
) -> Choices:
    """Return the days and hours that a text means to somebody. Raises BadDate if there are none.

    `order` is that of year, month and day in numbers: "dmy". `late_hours` says whether 25 is an
    hour, as it is in Japan. What `as_written` says of a bare one, `hours_of` says.
    """
    days = _days(said, today, order=order)
    notes = days.notes
    if said.ends:
        notes.append(("end", None))
    if said.every:
        notes.append(("every", None if said.weekday is None else said.every))
    found = hours_of(said, usual, late_hours=late_hours, as_written=as_written)
    hours = tuple(dict.fromkeys(found))
    soon = (
        said.days == 0 and said.clock is None and said.part in (None, "evening", "night", "tonight")
    )
    return Choices(tuple(days.slots), hours, tuple(notes), days.yearless, soon)


# Days


def _days(said: Said, today: date, *, order: str) -> _Days:
    found = _Days(today)
    if said.every and (said.day is not None or said.nth is not None or said.plus):
        # Every third Friday, or every three weeks.
        raise BadDate("unclear")
    if said.whole and said.day is None and said.nth is None:
        raise BadDate("which day")
    if said.nth is not None:
        found.slots.append(tuple(_nth(said, today)))
    elif said.date is not None or said.short is not None:
        _dated(found, said, today, order=order)
    elif said.day is not None:
        found.slots.append(tuple(_of_months(said.day, said.months, today)))
        _on_weekday(found, said)
    elif said.days is not None:
        found.slots.append((_later(today, said.days),))
        _on_weekday(found, said)
    elif said.weekday is not None:
        found.slots.extend(_weekdays(said, today))
    elif said.months is not None and said.week is None:
        found.slots.append(tuple(_of_months(today.day, said.months, today)))
    elif said.week is not None:
        raise BadDate("which day")
    else:
        found.slots.append((today, _later(today, 1)))
    if not any(found.slots):
        raise BadDate("no day")
    _on_day(found, said)
    return found


def _on_day(found: _Days, said: Said) -> None:
    """Check that what is said besides a date is the same day: `tomorrow, 26.11.`."""
    if said.days is None or (said.date, said.short, said.day) == (None, None, None):
        return
    meant = _later(found.today, said.days)
    found.slots = [(meant,) for slot in found.slots if meant in slot][:1]
    if not found.slots:
        raise BadDate("unclear")


def _later(day: date, days: int) -> date:
    try:
        return day + timedelta(days=days)
    except OverflowError:
        raise BadDate("far") from None


def _dated(found: _Days, said: Said, today: date, *, order: str) -> None:
    """Add the dates that numbers or a month's name give, in the order of who types first."""
    for year, month, day in _orders(said, order=order):
        dates = tuple(_in_years(year, month, day, today))
        if dates:
            found.slots.append(dates)
            if year is None:
                found.yearless |= {*dates}
    _on_weekday(found, said)


def _orders(said: Said, *, order: str) -> Iterator[tuple[int | None, int, int]]:
    if said.date is not None:
        yield said.date
        return
    assert said.short is not None
    one, two, year, sign = said.short
    if order == "ymd" and year is not None and year < 2032:
        yield 2000 + one, two, year % 100
    if sign == "." and order == "dmy":
        yield year, two, one
        return
    if sign == "." and order == "mdy":
        # With dots the day comes first, but not for everybody.
        order = "dmy"
    if order == "ymd" and sign == "/" and year is None and one <= 12:
        # Where the year comes first, nobody writes the day before the month.
        yield year, one, two
        return
    orders = [(year, one, two), (year, two, one)]
    yield from (each for each in (orders if order != "dmy" else reversed(orders)) if each[1] <= 12)


def _in_years(year: int | None, month: int, day: int, today: date) -> Iterator[date]:
    # A 29th of February comes in eight years at the latest.
    for each in range(today.year, today.year + 9) if year is None else (year,):
        try:
            found = date(each, month, day)
        except ValueError:
            continue
        yield found


def _of_months(day: int, months: int | None, today: date) -> Iterator[date]:
    """Yield the dates with a day of the month: from now on, or in the month so far ahead."""
    for ahead in range(13) if months is None else (months,):
        year, month = divmod(today.month - 1 + ahead, 12)
        try:
            found = date(today.year + year, month + 1, day)
        except ValueError:
            continue
        if found >= today:
            yield found


def _nth(said: Said, today: date) -> Iterator[date]:
    """Yield the nth of such weekdays in a month, this year's or the next's."""
    assert said.nth is not None and said.weekday is not None
    number, month = said.nth
    ahead = range(13) if said.months is None else (said.months,)
    for months in ahead:
        year, index = divmod(today.month - 1 + months, 12)
        if month is not None and index + 1 != month:
            continue
        first = date(today.year + year, index + 1, 1)
        days = [first + timedelta(days=each) for each in range(31)]
        fitting = [
            day for day in days if day.month == first.month and day.weekday() == said.weekday
        ]
        yield from fitting[number if number < 0 else number - 1 :][:1]


def _on_weekday(found: _Days, said: Said) -> None:
    """Keep the days that fall on the weekday that was typed; if none does, offer the nearest."""
    if said.weekday is None or not any(found.slots):
        return
    today = found.today
    # `fri 26` is one of these weeks; `fri 26 nov` may be next year's.
    most = 366 if said.day is None else 62
    slots = [
        tuple(day for day in slot if day.weekday() == said.weekday and (day - today).days <= most)
        for slot in found.slots
    ]
    if any(slots):
        found.slots = [slot for slot in slots if slot]
        return
    day = found.slots[0]
    found.notes.append(("weekday", said.weekday))
    nearest = tuple(
        each + timedelta(days=(said.weekday - each.weekday() + 3) % 7 - 3) for each in day
    )
    found.slots.append(nearest)


def _weekdays(said: Said, today: date) -> Iterator[tuple[date, ...]]:
    assert said.weekday is not None
    number, which = said.weekday, said.which
    week = said.week
    coming = _later(today, (number - today.weekday()) % 7)
    if "weekend" in which:
        yield from _weekends(said, today)
    elif week is not None:
        monday = _later(today, -today.weekday())
        yield (_later(monday, 7 * week + number),)
        if number == 6 and week:
            # Where weeks begin on Sunday, it is the one before.
            yield (_later(monday, 7 * week - 1),)
    elif said.plus is not None:
        yield (_later(coming, 7 * said.plus),)
    elif "next" in which:
        after = coming if coming > today else _later(coming, 7)
        yield (after,)
        yield (_later(after, 7),)
    elif "after" in which:
        monday = _later(today, -today.weekday())
        after = _later(monday, 14 + number)
        yield (_later(coming, 7),)
        if after != _later(coming, 7):
            yield (after,)
    else:
        yield (coming, _later(coming, 7))


def _weekends(said: Said, today: date) -> Iterator[tuple[date, ...]]:
    saturday = _later(today, 5 - today.weekday()) if today.weekday() < 6 else _later(today, -1)
    weeks = said.week or 0
    for ahead in (0, 7) if "next" in said.which else (7 * weeks,):
        yield (_later(saturday, ahead),)
        yield (_later(saturday, ahead + 1),)


def moments_of(found: Choices) -> Iterator[tuple[tuple[date, ...], Hour]]:
    """Yield the ways to mean a day and an hour, the likeliest first.

    Every hour of the likeliest day comes before the other days, which have its first hour.
    """
    for number, slot in enumerate(found.slots):
        for hour in found.hours if number == 0 else found.hours[:1]:
            yield slot, hour


def at_hour(day: date, hour: Hour) -> datetime:
    """Return the wall time of an hour that may lie after the day's midnight."""
    days, hours, minutes = hour
    try:
        return datetime.combine(day, time(hours, minutes)) + timedelta(days=days)
    except OverflowError:
        raise BadDate("far") from None


def full_hours(here: datetime, count: int) -> Sequence[datetime]:
    """Return the next full hours."""
    first = here.replace(minute=0)
    return [first + timedelta(hours=ahead) for ahead in range(1, count + 1)]
