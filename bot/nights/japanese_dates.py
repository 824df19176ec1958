"""Dates and times as Japanese people type them, put into numbers that are read like all others."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

_DATE: Final = re.compile(r"(?:(\d{4})年\s*)?(\d{1,2})月\s*(\d{1,2})日")
_DAY: Final = re.compile(r"(?<![\d月])(\d{1,2})日(?![間後])")
_CLOCK: Final = re.compile(
    r"(?P<part>午前|午後|朝|昼|夕方|夜|今夜|今晩)?\s*の?\s*"
    r"(?<!\d)(?P<hour>\d{1,2})時(?!間)(?:(?P<half>半)|(?P<minute>\d{1,2})分)?"
    r"(?:から|開始|スタート|に)?"
)
_WEEKDAY: Final = re.compile(r"\(?([月火水木金土日])曜日?\)?|\(([月火水木金土日])\)")
_IN_WEEK: Final = re.compile(rf"(今週|再来週|来週)の?\s*(?:{_WEEKDAY.pattern})")
_WEEKS: Final = {"今週": 0, "来週": 1, "再来週": 2}
"""How many weeks ahead is meant; a week begins on Monday."""
_WEEKDAYS: Final = "月火水木金土日"
_OF: Final = re.compile(r"\s*の\s*(?=\d)")
_WORDS: Final = {
    "きょう": "今日",
    "今夜": "今日",
    "今晩": "今日",
    "あした": "明日",
    "あす": "明日",
    "明晩": "明日",
    "あさって": "明後日",
}
_MORNING: Final = ("午前", "朝")
_NIGHT: Final = ("夜", "今夜", "今晩")


def in_numbers(text: str, today: date, *, month_first: bool) -> str:
    """Return a text with Japanese dates and times of day in numbers; others stay as they are.

    Width is folded before: `11月27日(金) 20時半` becomes `27/11 金曜日 20:30`, or `11/27` where
    months come first.
    """
    if text.isascii():
        return text

    def dated(found: re.Match[str]) -> str:
        year, month, day = found.groups()
        if year:
            return f" {year}-{month}-{day} "
        return f" {month}/{day} " if month_first else f" {day}/{month} "

    text = _IN_WEEK.sub(lambda found: f" {_in_week(found, today).isoformat()} ", text)
    text = _WEEKDAY.sub(lambda found: f" {found[1] or found[2]}曜日 ", text)
    text = _DATE.sub(dated, text)
    text = _DAY.sub(lambda found: f" {_next(int(found[1]), today)} ", text)
    text = _CLOCK.sub(_clock, text)
    for word, usual in _WORDS.items():
        text = text.replace(word, f" {usual} ")
    return " ".join(_OF.sub(" ", text).split())


def _in_week(found: re.Match[str], today: date) -> date:
    """Return the date of a weekday of this week or a later one."""
    monday = today - timedelta(days=today.weekday())
    days = _WEEKDAYS.index(found[2] or found[3])
    return monday + timedelta(weeks=_WEEKS[found[1]], days=days)


def _next(day: int, today: date) -> str:
    """Return the next date with a day of the month; the words as they were if there is none."""
    for ahead in range(12):
        year, month = divmod(today.month - 1 + ahead, 12)
        try:
            found = date(today.year + year, month + 1, day)
        except ValueError:
            continue
        if found >= today:
            return found.isoformat()
    return f"{day}日"


def _clock(found: re.Match[str]) -> str:
    hour, part = int(found["hour"]), found["part"]
    minute = 30 if found["half"] else int(found["minute"] or 0)
    if part in _NIGHT and (hour == 12 or hour < 5):
        # Midnight or after it: on which day isn't said, so it has to be typed another way.
        return " 24:00 "
    tonight = " 今日" if part in ("今夜", "今晩") else ""
    if part and part not in _MORNING and hour < 12:
        hour += 12
    if part or minute or hour > 11:
        return f"{tonight} {hour}:{minute:02} "
    # An hour alone means the evening, as in any other language here.
    return f" {hour} "
