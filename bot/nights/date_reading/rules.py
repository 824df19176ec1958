"""What each pattern of words and numbers in a typed date says: the builders of `grammar`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from bot.nights.date_reading.tokens import Token, Typed

Facts = dict[str, Any]
"""What a few words say: names of the fields of `Said`, and their values."""
Build = Callable[[Sequence[Token]], Facts | None]
"""Reads the words that fit a pattern; None if they say nothing together."""

_UNITS: Final = {"minutes": 1 / 60, "hours": 1.0}
_DAYS: Final = {"days": 1, "weeks": 7, "fortnights": 14}


def values(tokens: Sequence[Token], kind: str) -> list[Any]:
    """Return what the words of one kind mean."""
    return [token.value for token in tokens if token.kind == kind]


def one(tokens: Sequence[Token], kind: str) -> Any:
    """Return what the first word of a kind means; None without any."""
    return next(iter(values(tokens, kind)), None)


# Hours


def _half(tokens: Sequence[Token]) -> str:
    return one(tokens, "a") or ""


def hour(tokens: Sequence[Token], *, minute: int = 0, bare: bool = False) -> Typed | None:
    """Return the hour that is the first number, by its sign and half of the day."""
    value, how = one(tokens, "n")
    signed = "時" if "k" in {token.kind for token in tokens} else ""
    if how == "long" or not isinstance(value, int) or (how == "article" and not signed):
        return None
    if value > 24 and not signed:
        return None
    exact = how == "0" or value > 12
    lone = bare and not minute
    return Typed(value, minute, exact, lone, bool(signed) and not lone, signed, _half(tokens))


def clocked(clock: Typed | None) -> Facts | None:
    """Return an hour as a fact."""
    return None if clock is None else {"clock": clock}


def written(tokens: Sequence[Token]) -> Facts:
    """Read `20:00` and `8:30 pm`."""
    clock: Typed = one(tokens, "c")
    return {"clock": replace(clock, half=_half(tokens))}


def with_minutes(tokens: Sequence[Token]) -> Facts | None:
    """Read `20 Uhr 30` and `eight thirty`."""
    minute, how = values(tokens, "n")[1]
    # Those of `20h à 23h` are two hours.
    if [token for token in tokens if token.kind == "n"][1].loose:
        return None
    if not isinstance(minute, int) or minute > 59 or (minute < 10 and how != "0"):
        return None
    return clocked(hour(tokens, minute=minute))


def half_hour(tokens: Sequence[Token]) -> Facts | None:
    """Read `half past eight`, `20時半`, `ocho y media`; `halb neun` is before the hour."""
    kinds = [token.kind for token in tokens]
    before = one(tokens, "h") == -1 and "e" not in kinds
    clock = hour(tokens, minute=30)
    if clock is None:
        return None
    if kinds.index("h") > kinds.index("n") and before:
        return None
    return clocked(replace(clock, hour=(clock.hour - 1) % 24) if before else clock)


def beside_hour(tokens: Sequence[Token]) -> Facts | None:
    """Read `quarter to 8` and `8 moins le quart`; which number is the hour is the word's."""
    numbers = [value[0] for value in values(tokens, "n")]
    sign = next(token for token in tokens if token.kind in "eb")
    place = tokens.index(sign)
    minutes_first = sign.value == "minutes"
    quarter = one(tokens, "q")
    if quarter is not None:
        hour_first = tokens[0].kind == "n"
        if hour_first == minutes_first:
            return None
        hour, minutes = numbers[0], quarter
    else:
        hour, minutes = reversed(numbers) if minutes_first else numbers
        # `8 to 10` and `20 to 23` are spans.
        timed = minutes % 5 == 0 or "u" in {token.kind for token in tokens}
        if minutes_first and (not timed or hour > 12):
            return None
    if not isinstance(hour, int) or not isinstance(minutes, int) or not 0 < minutes < 60:
        return None
    total = hour * 60 + (minutes if tokens[place].kind == "e" else -minutes)
    found = Typed(total // 60 % 24, total % 60, hour > 12, half=_half(tokens))
    return {"clock": found}


def beside_half(tokens: Sequence[Token]) -> Facts | None:
    """Read `fünf vor halb neun`."""
    (minutes, _how), (hour, _same) = values(tokens, "n")
    sign = next(token for token in tokens if token.kind in "eb")
    if one(tokens, "h") != -1 or sign.value != "minutes":
        return None
    total = hour * 60 - 30 + (minutes if sign.kind == "e" else -minutes)
    return {"clock": Typed(total // 60 % 24, total % 60, half=_half(tokens))}


def quarters(minutes: int) -> Build:
    """Read `viertel neun` and `dreiviertel neun`, as many say in Germany's east and south."""

    def build(tokens: Sequence[Token]) -> Facts | None:
        clock = hour(tokens, minute=minutes)
        return None if clock is None else {"clock": replace(clock, hour=(clock.hour - 1) % 24)}

    return build


def after_noon(tokens: Sequence[Token]) -> Facts | None:
    """Read `midi et demi`."""
    part = one(tokens, "p")
    minute = 30 if one(tokens, "h") is not None else one(tokens, "q")
    minute = minute if minute is not None else one(tokens, "n")[0]
    if part not in ("noon", "midnight") or not isinstance(minute, int):
        return None
    return {"clock": Typed(12 if part == "noon" else 0, minute, exact=True)}


# Days


def weekday(tokens: Sequence[Token]) -> Facts:
    """Read `Friday`, `next Friday`, `every Friday`, `the weekend`."""
    number, flag = one(tokens, "w")
    which = "weekend" if flag == "weekend" else ""
    kinds = {token.kind for token in tokens}
    if "x" in kinds:
        which += " next" if one(tokens, "x") == 1 else " after"
    elif "t" in kinds:
        which += " this"
    found: Facts = {"weekday": number, "which": which.strip()}
    if "l" in kinds:
        found["over"] = True
    every = one(tokens, "j") or (1 if flag == "every" else None)
    return found | ({"every": every} if every else {})


def named_date(tokens: Sequence[Token]) -> Facts | None:
    """Read `4th of December 2026`."""
    numbers = [value[0] for value in values(tokens, "n")] + values(tokens, "O")
    day, *years = numbers
    year = one(tokens, "Y")
    if years and years[0] < 100:
        if years[0] < 24:
            return None
        year = 2000 + years[0]
    return {"date": (year, one(tokens, "m"), day)} if isinstance(day, int) else None


def day_of_month(tokens: Sequence[Token]) -> Facts | None:
    """Read `the 4th`, also of next month."""
    value = one(tokens, "O") or one(tokens, "n")[0]
    found: Facts = {"day": value}
    if "M" in {token.kind for token in tokens} or "x" in {token.kind for token in tokens}:
        found["months"] = 1
    written = _is_day(value) and "article" not in [how for _n, how in values(tokens, "n")]
    return found if written else None


def _is_day(value: object) -> bool:
    return isinstance(value, int) and 0 < value < 32


def nth(tokens: Sequence[Token]) -> Facts | None:
    """Read `first Friday of December`; `last` is the -1st."""
    number = -1 if one(tokens, "O") is None and tokens[0].kind == "l" else one(tokens, "O")
    if number is None and "o" in {token.kind for token in tokens}:
        number = one(tokens, "n")[0]
    months = 1 if "M" in {token.kind for token in tokens} else None
    weekday, _flag = one(tokens, "w")
    if number is None or not -1 <= number <= 5:
        return None
    return {"nth": (number, one(tokens, "m")), "weekday": weekday, "months": months}


def relative(tokens: Sequence[Token]) -> Facts:
    """Read `tomorrow` and `tonight`."""
    days, part = one(tokens, "r")
    found: Facts = {"days": days} | ({"part": part} if part else {})
    return found | ({"over": True} if days < 0 else {})


# Spans


def span(tokens: Sequence[Token]) -> Facts | None:
    """Read `in 2 hours`, `3日後`, `in an hour and a half`, `2 weeks ago`."""
    hours, days, months = 0.0, 0, None
    numbers = [
        token for token in tokens if token.kind in "nFhq" or (token.kind == "u" and token.value)
    ]
    pending: float | None = None
    for token in numbers:
        if token.kind == "u":
            count = 1 if pending is None else pending
            if token.value in _UNITS:
                hours += count * _UNITS[token.value]
            elif token.value in _DAYS and count == int(count):
                days += int(count) * _DAYS[token.value]
            elif token.value == "months" and count == int(count):
                months = int(count)
            else:
                return None
            pending = None
        elif token.kind == "h":
            if hours:
                hours, pending = hours + 0.5, None
            else:
                pending = 0.5
        elif token.kind == "q":
            pending = (pending or 1) / 4
        else:
            pending = token.value if token.kind == "F" else token.value[0]
    if pending is not None or (hours and days) or days > 9999 or hours > 99999:
        return None
    if "g" in {token.kind for token in tokens}:
        return {"over": True}
    if hours:
        return {"span": timedelta(seconds=round(hours * 3600))}
    return {"months": months} if months is not None else {"days": days}


def weeks_after(tokens: Sequence[Token]) -> Facts | None:
    """Read `a week from Friday`, `Friday week`, `vendredi en huit`."""
    count = values(tokens, "n")[0][0] if values(tokens, "n") else 1
    unit, later = one(tokens, "u"), one(tokens, "y")
    if later is not None:
        count, unit = later, "weeks"
    if unit not in ("weeks", "fortnights", "days") or not isinstance(count, int):
        return None
    days = count * _DAYS[unit]
    if "r" in {token.kind for token in tokens}:
        offset, part = one(tokens, "r")
        return {"days": offset + days} | ({"part": part} if part else {})
    if days % 7:
        return None
    return {"weekday": one(tokens, "w")[0], "plus": days // 7}


def in_clock(tokens: Sequence[Token]) -> Facts:
    """Read `dans 1h30`, `in 1:30` and `in 1 h 30`."""
    clock: Typed | None = one(tokens, "c")
    if clock is None:
        (hours, _how), (minutes, _same) = values(tokens, "n")
        return {"span": timedelta(hours=hours, minutes=minutes)}
    return {"span": timedelta(hours=clock.hour, minutes=clock.minute)}


def lasting(tokens: Sequence[Token]) -> Facts | None:
    """Read `for 3 hours`."""
    return {"ends": True} if span(tokens[1:]) else None


def in_week(tokens: Sequence[Token]) -> Facts | None:
    """Read `next week`, `the week after next`, in whatever order."""
    if one(tokens, "u") == "weeks":
        number = one(tokens, "x")
        return (
            {"week": number or 0} if "l" not in {each.kind for each in tokens} else {"over": True}
        )
    if one(tokens, "u") == "months":
        return {"months": one(tokens, "x") or 0, "whole": True}
    return None


def compound(tokens: Sequence[Token]) -> Facts:
    """Read a compound: `freitagabend 8`."""
    weekday, part = tokens[0].value
    return {"weekday": weekday, "part": part}


def iso(tokens: Sequence[Token]) -> Facts:
    """Read `2026-11-27`, whose hours are of 24."""
    return {"date": tokens[0].value, "iso": True}
