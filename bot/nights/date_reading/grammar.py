"""What words and numbers of a typed date say together: days, an hour, a zone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final, Literal

from bot.nights.date_reading import rules as r
from bot.nights.date_reading.rules import Build, Facts
from bot.nights.date_reading.tokens import UNKNOWN, TextCut, Token, Typed
from bot.tables.zones import Zone

BARE_HOUR: Final = 0.5
"""How much odder a lone number is as an hour than a word; as a day of the month it is odder."""
BARE_DAY: Final = 2.6
ANOTHER_LANGUAGE: Final = 2.0
"""How odd a word is that means something else in the reader's own language."""
NAMES: Final = "mwrG"
"""Months, weekdays and days: what they mean in another language is offered all the same."""


Why = Literal["empty", "unclear", "past", "far", "no day", "no time", "which day"]


class BadDate(ValueError):
    """A text that gives no date; `why` says what is wrong, and `word` with which part of it."""

    def __init__(self, why: Why, word: str = "") -> None:
        super().__init__(why)
        self.why: Why = why
        self.word = word


@dataclass(frozen=True, slots=True)
class Said:
    """Everything that one reading of a text says. What it doesn't say is None."""

    weekday: int | None = None
    which: str = ""
    """next, after next, this, last or weekend, said of the weekday."""
    week: int | None = None
    """How many weeks of the calendar ahead the day is; 0 is this one."""
    plus: int | None = None
    """How many weeks after it the day is."""
    date: tuple[int | None, int, int] | None = None
    """Year if it was typed, month and day."""
    iso: bool | None = None
    """It was written as a machine does, so the hour is as well."""
    short: tuple[int, int, int | None, str] | None = None
    """Two numbers whose order depends on who types, the year, and the sign between them."""
    day: int | None = None
    """A day of a month."""
    months: int | None = None
    """How many months ahead that is."""
    whole: bool | None = None
    """A month was named, which says nothing yet without a day."""
    nth: tuple[int, int | None] | None = None
    """Which of such weekdays, in which month."""
    days: int | None = None
    """How many days ahead."""
    span: timedelta | None = None
    stamp: int | None = None
    over: bool | None = None
    """Something that was: yesterday, 2 hours ago."""
    now: bool | None = None
    clock: Typed | None = None
    part: str | None = None
    ends: bool | None = None
    end_half: str | None = None
    end_hour: int | None = None
    zones: tuple[Zone, ...] | None = None
    every: int | None = None
    """After how many weeks it is meant again, if a weekday is."""
    cost: float = 0.0
    odd: float = 0.0
    """What it costs besides that names are words of another language."""

    @property
    def has_year(self) -> bool:
        """Tell whether the year was typed."""
        dated, short = self.date, self.short
        return bool((dated and dated[0]) or (short and short[2]))

    @property
    def nothing(self) -> bool:
        """Tell whether the text says neither a day nor a time: `weekly`, `Berlin`."""
        times = (self.clock, self.part, self.span, self.stamp, self.over, self.now)
        return not self.day_said and all(each is None for each in times)

    @property
    def day_said(self) -> bool:
        """Tell whether the text names a day."""
        facts = (
            self.weekday,
            self.date,
            self.short,
            self.day,
            self.nth,
            self.days,
            self.week,
            self.whole,
            self.months,
        )
        return any(each is not None for each in facts)

    @property
    def weekday_alone(self) -> bool:
        """Tell whether the text names a weekday, and nothing else of which one."""
        others = replace(self, weekday=None)
        return self.weekday is not None and not (others.day_said or self.which or self.plus)

    @property
    def time_alone(self) -> bool:
        """Tell whether the text names a time of day, and no day."""
        return self.clock is not None and not (self.day_said or self.span or self.stamp)


@dataclass(frozen=True, slots=True)
class _Rule:
    pattern: re.Pattern[str]
    build: Build
    cost: float


_HOURS: Final[tuple[tuple[str, Build, float], ...]] = (
    ("c[ku]?", r.written, 0),
    ("n(?!o?m)", lambda found: r.clocked(r.hour(found, bare=True)), BARE_HOUR),
    ("nk", lambda found: r.clocked(r.hour(found, bare=True)), 0),
    ("nknu?", r.with_minutes, 0),
    ("nn", r.with_minutes, 0.6),
    ("nk?eh|nkh|h[e]?nk?", r.half_hour, 0),
    ("nk?[eb]q|qu?[eb]nk?|nk?[eb]nu?|nu[eb]nk?", r.beside_hour, 0),
    ("nu?[eb]hnk?", r.beside_half, 0),
    ("qnk?", r.quarters(15), 0),
    ("Qnk?", r.quarters(45), 0),
)


def _end(build: Build) -> Build:
    """Return what reads the same as the end of a span, which isn't kept."""

    def ended(tokens: Sequence[Token]) -> Facts | None:
        found = build(tokens)
        if found is None:
            return None
        clock: Typed = found["clock"]
        part = r.one(tokens, "p")
        facts: Facts = {"ends": True, "end_half": clock.half, "end_hour": clock.hour}
        return facts | ({"part": part} if part else {})

    return ended


_LENGTH: Final = "nuenh|nueh|nuh|nunu|n?hu|n?qu|[nF]u"
"""Two days, an hour and a half, half an hour."""
_RULES: Final = tuple(
    _Rule(re.compile(pattern), build, cost)
    for pattern, build, cost in (
        *((f"a?(?:{core})a?", build, cost) for core, build, cost in _HOURS),
        *((f"-(?:a?(?:{core})a?)p?", _end(build), cost / 2) for core, build, cost in _HOURS),
        ("-?E", lambda _found: {"ends": True}, 0),
        ("-p", lambda _found: {"ends": True, "end_hour": 12}, 0),
        ("V[nF]u", r.lasting, 0),
        ("pe[hqn]", r.after_noon, 0),
        ("a", lambda found: {"part": {"am": "morning", "pm": "evening"}[found[0].value]}, 3),
        ("p", lambda found: {"part": found[0].value}, 0),
        ("wp", lambda found: r.weekday(found) | {"part": found[1].value}, -0.5),
        ("w", r.weekday, 0),
        ("[xtlj]w|w[xtl]", r.weekday, -0.5),
        ("v", lambda found: {"week": found[0].value}, 0),
        ("M", lambda found: {"months": 1, "whole": True}, 0),
        ("i?m", lambda _found: {"whole": True}, 3),
        ("iz", lambda found: {"zones": found[1].value}, 0),
        ("G", r.compound, 0),
        ("H", lambda found: {"weekday": 5, "which": "weekend", "week": found[0].value}, 0),
        ("[xtl]u|u[xtl]", r.in_week, 0),
        ("I", r.iso, 0),
        ("d", lambda found: {"date": found[0].value}, 0),
        ("s", lambda found: {"short": found[0].value}, 0),
        ("no?mY?|mno?Y?|[O]mY?|mOY?|Ymno?|Ynom", r.named_date, 0),
        ("no?mn|mno?n", r.named_date, 0.9),
        ("no|Dno?|O|DO", r.day_of_month, 0.2),
        ("n(?![ak])", r.day_of_month, BARE_DAY),
        ("D?no?(?:xu|ux|M)|D?O(?:xu|ux|M)|M(?:n|D?no|Dn)", r.day_of_month, 0),
        ("(?:no|O|l)wi?(?:m|M)|(?:m|M)Ow|Ow", r.nth, 0),
        ("r", r.relative, 0),
        (f"iueh|i(?:{_LENGTH})|(?:{_LENGTH})f|f(?:{_LENGTH})", r.span, 0),
        (f"g(?:{_LENGTH})|(?:{_LENGTH})g", r.span, 0),
        ("ic|inkn", r.in_clock, 0),
        ("i?nuf?w|wy|wu|wi?nuf?|i?nuf?r|ri?nuf?|ry", r.weeks_after, -0.5),
        ("N", lambda _found: {"now": True}, 0),
        ("S", lambda found: {"stamp": found[0].value}, 0),
        ("z", lambda found: {"zones": found[0].value}, 0),
        ("ju?", lambda found: {"every": found[0].value}, 0.5),
        ("Y", lambda _found: None, 0),
    )
)


def _by_first() -> dict[str, list[_Rule]]:
    """Return the rules by the kinds of word that they may begin with."""
    kinds = "abcdefghijklmnopqrstuvwxyzDEFGHIMNOQSVY-"
    found: dict[str, list[_Rule]] = {}
    for kind in kinds:
        found[kind] = [rule for rule in _RULES if _may_begin(rule.pattern.pattern, kind)]
    return found


def _may_begin(pattern: str, kind: str) -> bool:
    return kind in pattern


_RULES_BY_KIND: Final = _by_first()
MOST_READINGS: Final = 40
DATES: Final = frozenset({"date", "short", "day", "nth"})
"""What names a date; a text has one of them."""
AT_TWELVE: Final = ("noon", "midday", "midnight")
"""Parts of the day that are a time, too: `noon to 3`."""
AT_NIGHT: Final = ("tonight", "evening", "night", "late", "midnight")
"""Parts of the day that may be said together: of `thursday night, midnight` the last counts."""


def readings(paths: Sequence[TextCut]) -> list[Said]:
    """Return what the ways to cut a text say, the likeliest first; none if none says a date."""
    found: dict[str, Said] = {}
    for way in paths:
        path = way.tokens
        if any(token.kind == UNKNOWN for token in path) or not path:
            continue
        foreign = [token for token in path if token.foreign]
        names = sum(token.kind in NAMES for token in foreign)
        odd = ANOTHER_LANGUAGE * names
        odd_words = way.cost + ANOTHER_LANGUAGE * (len(foreign) - names)
        kinds = "".join(token.kind for token in path)
        for facts, cost in _covers(path, kinds, 0, {}):
            said = Said(**facts, cost=cost + odd_words, odd=odd)
            known = found.get(_key(said))
            if known is None or known.cost + known.odd > said.cost + said.odd:
                found[_key(said)] = said
    return sorted(found.values(), key=lambda each: each.cost + each.odd)[:MOST_READINGS]


def _key(said: Said) -> str:
    return repr(replace(said, cost=0, odd=0))


def _covers(
    path: Sequence[Token], kinds: str, at: int, so_far: Facts
) -> Iterator[tuple[Facts, float]]:
    """Yield what a path can say if each of its words is part of something said."""
    if at == len(path):
        yield so_far, 0.0
        return
    for rule in _RULES_BY_KIND.get(kinds[at], ()):
        match = rule.pattern.match(kinds, at)
        if match is None or match.end() == at:
            continue
        facts = rule.build(path[at : match.end()])
        if facts is None:
            continue
        merged = _merged(so_far, facts)
        if merged is None:
            continue
        for found, cost in _covers(path, kinds, match.end(), merged):
            yield found, cost + 1 + rule.cost


def _merged(one: Facts, other: Facts) -> Facts | None:
    """Return two facts as one; None if they say the same thing twice, and differently."""
    found = dict(one)
    if "end_hour" in other and "clock" not in one and one.get("part") not in AT_TWELVE:
        # `until 23:00` says no beginning.
        return None
    if len(DATES & (one.keys() | other.keys())) > 1:
        return None
    for name, value in other.items():
        if value is None or value == "":
            continue
        if name == "part" and name in found:
            value = _part(found[name], value)
        elif name == "every":
            # Fridays, every other week.
            value = max(value, found.get(name, 0))
        elif name in found and found[name] != value:
            value = None
        if value is None:
            return None
        found[name] = value
    return found


def _part(one: str, other: str) -> str | None:
    """Return the more exact of two parts of the day; None if they aren't the same time."""
    if one == other or not {one, other} <= {*AT_NIGHT}:
        return one if one == other else None
    return max(one, other, key=AT_NIGHT.index)
