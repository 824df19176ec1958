"""Which hours a typed date may mean on its day: `8`, `8 in the morning`, `25時`, nothing at all."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import time
from typing import Final

from bot.nights.date_reading.grammar import BadDate, Said
from bot.nights.date_reading.tokens import Typed

USUAL: Final = time(20)
"""When something begins if only a day was typed, and when an evening does."""
DAY_END: Final = time(23, 59)
"""Stands for a whole day, where days count and no hour was typed."""
_PARTS: Final = {
    "morning": time(10),
    "midday": time(12),
    "noon": time(12),
    "afternoon": time(15),
    "dusk": time(17),
}
"""When a part of the day is meant to begin, without an hour. The evening is the usual hour, but
where whole days count.
"""

_MORNING: Final = range(9, 12)
"""Hours at which something may well begin as at those twelve later, so that who writes them out
means them as they stand.
"""

Hour = tuple[int, int, int]
"""Days after the one named, hour, minute."""


def hours_of(
    said: Said, usual: time, *, late_hours: bool, as_written: bool | None
) -> Iterator[Hour]:
    """Yield the hours that a text may mean on its day, the likeliest first.

    `usual` is meant where none is said. With `as_written` a bare 8 is more likely the morning, else
    the evening; if that is None, only an hour that many mean as they write it is: 11:00, not 11.
    Raises BadDate for what is no time of day.
    """
    clock = said.clock
    if clock is None:
        yield from _hours_of_part(said.part, usual)
        return
    if clock.minute > 59 or clock.hour > 29:
        raise BadDate("no time")
    half = clock.half or _half_by_end(said, clock)
    if half:
        yield from _by_half(clock, half, given=bool(clock.half))
    elif clock.hour >= 24:
        yield from _after_midnight(said, clock, late_hours=late_hours)
    elif said.part is not None:
        yield from _in_part(clock, said.part)
    elif clock.hour > 12 or ((clock.exact or said.iso) and clock.hour > 0):
        yield 0, clock.hour, clock.minute
    elif said.has_year and not clock.bare:
        # Who writes out the year means the hour as it is written.
        yield 0, clock.hour, clock.minute
        if 0 < clock.hour < 12:
            yield 0, clock.hour + 12, clock.minute
    elif clock.hour == 0:
        yield 0, 0, clock.minute
        if said.weekday is not None or said.days is not None:
            # Is that the night before that day, or after it?
            yield 1, 0, clock.minute
    elif clock.hour == 12:
        yield 0, 12, clock.minute
        if clock.bare:
            yield 1, 0, 0
    else:
        hours = (0, clock.hour + 12, clock.minute), (0, clock.hour, clock.minute)
        if as_written is None:
            as_written = clock.figures and clock.hour in _MORNING
        yield from reversed(hours) if as_written else hours


def _hours_of_part(part: str | None, usual: time) -> Iterator[Hour]:
    if part == "midnight":
        yield 1, 0, 0
        yield 0, 0, 0
    elif part == "early":
        raise BadDate("no time")
    else:
        evening = USUAL if usual == DAY_END else usual
        hour = usual if part is None else _PARTS.get(part, evening)
        yield 0, hour.hour, hour.minute


def _half_by_end(said: Said, clock: Typed) -> str:
    """Return the half of the day that the end of a span gives its beginning: 8-10pm."""
    if not said.end_half or clock.exact or clock.hour > 12 or said.end_hour is None:
        return ""
    before = clock.hour % 12 <= said.end_hour % 12
    other = {"am": "pm", "pm": "am"}[said.end_half]
    return said.end_half if before else other


def _by_half(clock: Typed, half: str, *, given: bool) -> Iterator[Hour]:
    if clock.hour > 12:
        # 20:00 pm says it twice; 20:00 am can't be.
        if half == "am" or clock.hour > 23:
            raise BadDate("no time")
        yield 0, clock.hour, clock.minute
        return
    hour = clock.hour % 12 + (12 if half == "pm" else 0)
    yield 0, hour, clock.minute
    if given and half == "am" and clock.hour == 12:
        # Is that the night before, or after?
        yield 1, 0, clock.minute


def _after_midnight(said: Said, clock: Typed, *, late_hours: bool) -> Iterator[Hour]:
    if clock.hour > 24 or clock.minute:
        if not late_hours and not clock.sign:
            raise BadDate("no time")
        yield 1, clock.hour - 24, clock.minute
        return
    if said.day_said:
        yield 1, 0, 0
    yield 0, 0, 0


def _in_part(clock: Typed, part: str) -> Iterator[Hour]:
    """Yield the hours that a number means in the morning, at night and so on."""
    hour, minute = clock.hour, clock.minute
    fits = _FITTING[part]
    if hour > 12:
        if hour not in fits:
            raise BadDate("no time")
        yield 0, hour, minute
    elif part in ("night", "late", "evening", "tonight", "midnight") and (
        hour in (0, 12) or hour < 5
    ):
        if part == "evening" and 0 < hour < 5:
            yield 0, hour + 12, minute
            return
        # The small hours belong to the evening before them, or to the day itself.
        yield 1, hour % 12, minute
        yield 0, hour % 12, minute
    elif part == "early":
        yield 0, hour % 12, minute
        yield 1, hour % 12, minute
    elif part == "morning":
        yield 0, hour if hour < 12 else 0, minute
    elif part in ("midday", "noon"):
        yield 0, hour if hour > 9 else hour + 12, minute
    else:
        yield 0, hour % 12 + 12, minute


_FITTING: Final = {
    "morning": range(13, 13),
    "midday": range(13, 16),
    "noon": range(13, 15),
    "afternoon": range(13, 20),
    "dusk": range(15, 21),
    "evening": range(16, 24),
    "tonight": range(16, 24),
    "night": range(17, 24),
    "late": range(20, 24),
    "early": range(13, 13),
    "midnight": range(13, 13),
}
"""Hours after noon that a part of the day can have: 20:00 isn't in the morning."""
