"""A typed date cut into words and numbers, in each way that it can be cut."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from bot.nights.date_reading.vocabulary import SKIPPED, Meaning, vocabulary
from bot.tables.zone_names import letters
from bot.tables.zones import zone_at

MOST_PATHS: Final = 96
"""In how many ways a text is read at most: 60 signs can be cut in thousands."""
UNKNOWN: Final = "?"

_SPACE: Final = re.compile(r"[\s,;()\[\]{}「」【】、。!?.·・|*_`\"“”„«»]+")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*|\S", re.UNICODE)
_LETTERS_APART: Final = re.compile("[぀-ヿ㐀-鿿가-힣฀-๿]")
"""Scripts that put no space between words."""
_KANJI: Final = re.compile(
    "[〇一二三四五六七八九十]{1,3}(?=[時月日分年週か]|時間)|(?<=第)[一二三四五]"
)
_REIWA: Final = re.compile(r"令和(\d{1,2})年")
_DIGITS: Final = {letter: number for number, letter in enumerate("〇一二三四五六七八九")}

_STAMP: Final = re.compile(r"<t:(\d{1,11})(?::[a-z])?>|(?<!\d)((?:1[6-9]|2\d)\d{8})(?!\d)")
_YEAR_FIRST: Final = re.compile(
    r"(?<!\d)(\d{4})\s?[-./年년]\s?(\d{1,2})\s?[-./月월]\s?(\d{1,2})(?!\d)\s?(?:[日일]|\.)?"
    r"|(?<!\d)(20\d\d)(\d\d)(\d\d)(?=t\d|\D|$)"
)
_MONTH_DAY: Final = re.compile(r"(\d{1,2})\s?[月월]\s?(\d{1,2})(?!\d)\s?[日일号號]?")
_MONTH: Final = re.compile(r"(\d{1,2})[月월](?!\s?\d)")
_SHORT: Final = re.compile(
    r"(?<![\d:])(\d{1,2})(?:(\.)\s?|([/-]))(\d{1,2})"
    r"(?:(?:\2|\3)(\d\d?)(?!\d)|(?:\2\s?|\3)(\d{4}|\d{1,2}(?=\.(?!\d)))(?!\d)|(?!\d))\.?(?![\d:])"
)
_CLOCK: Final = re.compile(
    r"(?<![\d:])(\d{1,2})(?::(\d\d)(?::\d\d)?|\s?h\s?(\d\d)|\.(\d\d)|[時时點点시]\s?(\d{1,2})[分분])"
    r"(?![\d:])"
)
_MINUTES_BEFORE: Final = re.compile(r"(\d{1,2})時(\d{1,2})分前")
_ASIAN_HOUR: Final = re.compile(r"(\d{1,2})\s?[时點点시](?!\d)")
_FRACTION: Final = re.compile(r"(?<!\d)(\d{1,2})[.,](\d)(?!\d)")
_NTH: Final = re.compile(r"第(\d{1,2})週?")
_NUMBER: Final = re.compile(r"\d+")
_LOCAL_TIME: Final = re.compile("[぀-ヿ一-鿿]{2,8}(?:時間|標準時)")
_DASH: Final = re.compile(r"[-–—~〜−→/]|(?<=\s)\.\.+")
_STAMPED: Final = re.compile(r"t\d\d:?\d\d(?::?\d\d)?$")
_COMPACT: Final = re.compile(r"(?<=\dt)(\d\d)(\d\d)(?:\d\d)?(?!\d)")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a text with one of its meanings."""

    kind: str
    value: Any
    start: int
    end: int
    foreign: bool = False
    """The word means something else in a language that comes before."""
    cost: float = 0.0
    """How odd it would be to mean this."""
    loose: bool = False
    """There was a word before it that says nothing."""


@dataclass(frozen=True, slots=True)
class Typed:
    """An hour and minute that were typed."""

    hour: int
    minute: int = 0
    exact: bool = False
    """A clock of 24 hours was meant: 08:00, 1930."""
    bare: bool = False
    """Only the hour was typed."""
    figures: bool = False
    """Its minutes were typed as a clock shows them: 11:00, 9.30, 10時半; not half past ten."""
    sign: str = ""
    """The word or sign that made it an hour."""
    half: str = ""
    """am or pm."""


@dataclass(frozen=True, slots=True)
class TextCut:
    """One way to cut a text."""

    tokens: tuple[Token, ...] = ()
    cost: float = 0.0


class Cutter:
    """Cuts one text: `paths` are the ways to read it, the likeliest among the first."""

    def __init__(self, text: str, languages: Sequence[str], places: Sequence[str]) -> None:
        """Take a text that was made plain, and the languages of its words and its places."""
        self.text = text
        self._languages = languages
        self._places = places
        self._known: dict[int, list[Token]] = {}

    def paths(self) -> list[TextCut]:
        """Return the ways to cut the text, without the words that say nothing."""
        return list(islice(self._from(0), MOST_PATHS))

    def _from(self, at: int) -> Iterator[TextCut]:
        space = _SPACE.match(self.text, at)
        if space is not None:
            at = space.end()
        if at >= len(self.text):
            yield TextCut()
            return
        tokens = self._at(at)
        for token in tokens:
            said = token.kind != SKIPPED
            # To skip a word that could mark a span is odd: "in 2 hours" isn't 2 o'clock.
            cost = token.cost if said or not any(each.kind == "i" for each in tokens) else 2.5
            for rest in self._from(token.end):
                words = (token, *rest.tokens) if said else _loosened(rest.tokens)
                yield TextCut(words, cost + rest.cost)

    def _at(self, at: int) -> list[Token]:
        """Return what may begin at a place in the text."""
        if at not in self._known:
            found = self._times_of_place(at) or self._offset(at)
            found = found or [*self._numbers(at), *self._words(at), *self._letters(at)]
            self._known[at] = found or self._places_at(at) or [self._unknown(at)]
        return self._known[at]

    def _words(self, at: int) -> Iterator[Token]:
        best: dict[int, list[Token]] = {}
        for language in self._languages:
            words, lengths = _by_first(language)
            for length in lengths.get(self.text[at], ()):
                end = at + length
                meanings = words.get(self.text[at:end])
                if meanings and end <= len(self.text) and self._ends_word(at, end):
                    known = best.setdefault(end, [])
                    foreign = bool(known)
                    known += [Token(kind, value, at, end, foreign) for kind, value in meanings]
                    break
        seen: set[str] = set()
        for token in best[max(best)] if best else ():
            # 日 behind a number is a day of the month, and no Sunday.
            # Nothing else makes a number the nth.
            after_number = at > 0 and self.text[at - 1].isdigit()
            sunday = token.kind == "w" and self.text[at] in "日月"
            fits = not (after_number and sunday) and (after_number or token.kind != "o")
            if repr((token.kind, token.value)) not in seen and fits:
                seen.add(repr((token.kind, token.value)))
                yield token
        if not best and _DASH.match(self.text, at):
            if self.text[at] != "/":
                yield Token("-", None, at, at + 1)
            around = self.text[max(0, at - 1) : at] + self.text[at + 1 : at + 2]
            if len(around) < 2 or not around.isdigit():
                yield Token(SKIPPED, None, at, at + 1)
        elif not best and self.text[at] in "@^'’":
            yield Token(SKIPPED, None, at, at + 1)

    def _ends_word(self, start: int, end: int) -> bool:
        """Tell whether a word is whole: no letter goes on before or after it."""
        before = self.text[start - 1] if start else " "
        after = self.text[end] if end < len(self.text) else " "
        return _apart(before, self.text[start]) and _apart(self.text[end - 1], after)

    def _numbers(self, at: int) -> Iterator[Token]:
        text = self.text
        if text[at] == "第" and (found := _NTH.match(text, at)) is not None:
            yield Token("O", int(found[1]), at, found.end())
        if text[at] == "<" or text[at].isdigit():
            yield from self._dates(at)
            yield from self._clocks(at)
            fraction, number = _FRACTION.match(text, at), _NUMBER.match(text, at)
            if fraction is not None:
                yield Token("F", float(f"{fraction[1]}.{fraction[2]}"), at, fraction.end(), cost=1)
            if number is not None and self._is_whole(number):
                yield from _number(number)
        elif text[at] == "t" and at and text[at - 1].isdigit() and text[at + 1 : at + 2].isdigit():
            yield Token(SKIPPED, None, at, at + 1)

    def _is_whole(self, number: re.Match[str]) -> bool:
        """Tell whether a number isn't one of several in a date or time: 8 in 8.30 and 8/12."""
        rest = self.text[number.end() : number.end() + 2]
        if len(number[0]) > 4 or not number[0].isascii():
            return False
        return not (rest[:1] in (".", ":", "/") and rest[1:].isdigit())

    def _offset(self, at: int) -> list[Token]:
        """Return what stands right behind a time: `19:30Z`, `19:30+02:00`.

        A dash is one only behind a whole date; else it leads to an end.
        """
        sign = self.text[at]
        if sign in "+±" or (sign == "z" and at and self.text[at - 1].isdigit()):
            return self._places_at(at)
        return self._places_at(at) if sign == "-" and _STAMPED.search(self.text[:at]) else []

    def _dates(self, at: int) -> Iterator[Token]:
        text = self.text
        if (found := _STAMP.match(text, at)) is not None:
            yield Token("S", int(found[1] or found[2]), at, found.end())
        if (found := _YEAR_FIRST.match(text, at)) is not None:
            numbers = tuple(int(each) for each in found.groups() if each)
            yield Token(
                "I" if "-" in found[0] or found[0].isdigit() else "d", numbers, at, found.end()
            )
        if (found := _MONTH_DAY.match(text, at)) is not None:
            yield Token("d", (None, int(found[1]), int(found[2])), at, found.end())
        if (found := _MONTH.match(text, at)) is not None and 0 < int(found[1]) < 13:
            yield Token("m", int(found[1]), at, found.end())
        if (found := _SHORT.match(text, at)) is not None:
            year = found[5] or found[6]
            short = None if year is None else int(year) + (2000 if len(year) < 3 else 0)
            value = int(found[1]), int(found[4]), short, found[2] or found[3]
            yield Token("s", value, at, found.end())

    def _clocks(self, at: int) -> Iterator[Token]:
        text = self.text
        if (found := _COMPACT.match(text, at)) is not None:
            yield Token("c", Typed(int(found[1]), int(found[2]), True), at, found.end())
        elif (found := _MINUTES_BEFORE.match(text, at)) is not None:
            hour, minute = divmod(int(found[1]) * 60 - int(found[2]), 60)
            yield Token("c", Typed(hour % 24, minute, sign="時"), at, found.end())
        elif (found := _CLOCK.match(text, at)) is not None:
            minute = int(next(each for each in found.groups()[1:] if each))
            exact = found[1].startswith("0") or int(found[1]) > 12
            # Nobody begins at 8.13, but somebody may on the 8th of December.
            odd = 0.6 + 2 * (minute % 5 > 0) if found[4] else 0
            sign = "時" if found[5] else ""
            clock = Typed(int(found[1]), minute, exact, figures=True, sign=sign)
            yield Token("c", clock, at, found.end(), cost=odd)
        elif (found := _ASIAN_HOUR.match(text, at)) is not None:
            yield Token("c", Typed(int(found[1]), bare=True, sign="時"), at, found.end())

    def _places_at(self, at: int) -> list[Token]:
        if not self._places or (at and not _apart(self.text[at - 1], self.text[at])):
            return []
        found = zone_at(self.text[at:], self._places)
        return [] if found is None else [Token("z", found[1], at, at + found[0])]

    def _letters(self, at: int) -> list[Token]:
        """Return the zone of letters that may be a word, too: CET is `cet` in French."""
        word = _WORD.match(self.text, at)
        if word is None or word[0] not in letters() or not self._ends_word(at, word.end()):
            return []
        return [replace(token, cost=3) for token in self._places_at(at) if token.end == word.end()]

    def _times_of_place(self, at: int) -> list[Token]:
        """Return the zone of `日本時間 20時`, whose first sign is a word of its own."""
        found = _LOCAL_TIME.match(self.text, at)
        return self._places_at(at) if found is not None else []

    def _unknown(self, at: int) -> Token:
        word = _WORD.match(self.text, at)
        end = at + 1 if word is None or _LETTERS_APART.match(self.text[at]) else word.end()
        return Token(UNKNOWN, None, at, end)


def _loosened(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    return (replace(tokens[0], loose=True), *tokens[1:]) if tokens else tokens


def _number(found: re.Match[str]) -> Iterator[Token]:
    """Yield what digits may be: an hour, a day, a year, or hour and minute without a colon."""
    digits, start, end = found[0], found.start(), found.end()
    value = int(digits)
    if len(digits) < 3:
        yield Token("n", (value, "0" if digits.startswith("0") else ""), start, end)
    elif value % 100 < 60:
        exact = len(digits) == 4
        # 2030 is a year sooner than half past eight.
        odd = 1.5 if 2020 <= value < 2040 else 0.3
        yield Token(
            "c", Typed(value // 100, value % 100, exact, figures=True), start, end, cost=odd
        )
    if len(digits) == 4:
        yield Token("Y", value, start, end)
    elif len(digits) == 3:
        yield Token("n", (value, "long"), start, end, cost=0.5)


def unread(text: str, paths: Sequence[TextCut]) -> str:
    """Return what can't be read of a text: from its first unknown word on, with its numbers."""
    ways = [path.tokens for path in paths]
    path = min(ways, key=lambda path: sum(token.kind == UNKNOWN for token in path), default=())
    unknown = [token for token in path if token.kind == UNKNOWN]
    if not unknown:
        return " ".join(text.split())
    start, end = unknown[0].start, unknown[0].end
    for token in path:
        if token.start >= end and (token.kind in (UNKNOWN, "n", "c", "Y")):
            end = token.end
        elif token.start >= end:
            break
    return " ".join(text[start:end].split())


def _apart(one: str, other: str) -> bool:
    """Tell whether two signs that follow each other can belong to different words."""
    if not (one.isalpha() or one.isdigit()) or not (other.isalpha() or other.isdigit()):
        return True
    if one.isdigit() != other.isdigit():
        return True
    if one.isdigit():
        return False
    return bool(_LETTERS_APART.match(one) or _LETTERS_APART.match(other))


@lru_cache(maxsize=64)
def _by_first(language: str) -> tuple[dict[str, tuple[Meaning, ...]], dict[str, list[int]]]:
    """Return a language's words, and how long those with the same first letter are."""
    words = vocabulary(language)
    lengths: dict[str, set[int]] = {}
    for word in words:
        lengths.setdefault(word[0], set()).add(len(word))
    return words, {first: sorted(each, reverse=True) for first, each in lengths.items()}


def in_digits(text: str) -> str:
    """Return a text in which Japanese numerals before a unit are digits: 二十時 is 20時."""
    text = _KANJI.sub(lambda found: str(_kanji(found[0])), text)
    return _REIWA.sub(lambda found: f"{2018 + int(found[1])}年", text)


def _kanji(text: str) -> int:
    tens, ten, ones = text.rpartition("十")
    if not ten:
        return int("".join(str(_DIGITS[each]) for each in text))
    return (_DIGITS[tens] if tens else 1) * 10 + (_DIGITS[ones] if ones else 0)
