"""The language and the names in which something is said."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache, lru_cache
from typing import Protocol

from babel.dates import format_date, format_skeleton, format_time
from babel.numbers import format_decimal
from wcwidth import wcswidth, wcwidth

from bot.engine.text import cleaned
from bot.engine.text import marked as _
from bot.ui.pages.catalogues import AS_WRITTEN, ENGLISH, catalogue, languages, locale_of
from bot.ui.pages.command_mentions import command_name, mentioned, option_name
from bot.ui.pictures.emoji import seat_emoji
from bot.ui.pictures.faces import FACES, face_emoji

NAME_CELLS = 20
NO_EMOJI: Mapping[str, str] = {}
SEAT_SHAPES = "●▲■◆★✚"
"""The mark of each seat in texts and pictures, by its number."""
NO_BREAK = "\u00a0"
"""A space that no line is broken at."""
FORMER = _("a former player")
"""The name of somebody whose data was deleted."""
SIGN = "🤖"
"""Precedes the name of a computer player."""
PHONE_LINE = 38
"""How many cells of an ordinary text fit in a line on a phone; a CJK character takes two."""
_ENDED_TWICE = re.compile(r"(?<=\w[!?！？])([*_]{0,3}[”\"]?)(?:\.(?=\s|$)|。)")
"""The full stop behind a name that ends a sentence by itself: "a seat in **Donburiko!**."."""
_EMOJI = re.compile(r"<a?:\w{2,32}:[0-9]{17,20}>", re.ASCII)
_STOP_BEHIND_EMOJI = re.compile(r"(?<=>)[.。]$")
"""A full stop that may stand in a line of its own: a line breaks at any emoji before it."""
_MARKDOWN = {ord(each): f"\\{each}" for each in "\\`*_~|>#-[]()<@:/"}
"""What formats, mentions, or makes a link: "discord.gg/…" is one without any colon."""
_NUMBERED = re.compile("#[0-9]+$")
_ADDRESS_LAST = re.compile(r"https?://[^\s)]+$")
_TIME_LAST = re.compile(r"<t:\d+(:\w)?>$")


class Wording:
    """Speaks one language and knows what the people on the seats are called."""

    def __init__(
        self,
        language: str,
        names: tuple[str, ...] = (),
        emoji: Mapping[str, str] = NO_EMOJI,
    ) -> None:
        """Take a Discord locale such as `en-GB`, and the display names in seat order.

        Whoever has no name any more is a former player. `emoji` has those that Discord knows, by
        the name a game gave them, as they are written in a text: `<:kk_don_acorn4_0a1b2c3d:123>`.
        """
        texts = catalogue(language)
        self.known_emoji = emoji
        self.words_alone = False
        """Whether its reader wants words in place of pictures, too."""
        self.language = language
        self._texts = texts
        self._names = _apart(tuple(name or self.gettext(FORMER) for name in names))
        self._addressed = tuple(bool(name) and not name.startswith(SIGN) for name in names)
        self._minded: Collection[int] = ()
        """The seats of people whose names have the sign of computers in sentences."""

    def gettext(self, text: str, /, **values: object) -> str:
        """Return a text in this language, in which the commands it names can be pressed.

        With values, its placeholders are filled in.
        """
        return self._said(self._texts.gettext(text), values)

    def pgettext(self, context: str, text: str, /, **values: object) -> str:
        """Return a text that means something else elsewhere in some languages."""
        return self._said(self._texts.pgettext(context, text), values)

    def ngettext(self, one: str, many: str, count: int, /, **values: object) -> str:
        """Return the text for a count: of one, or of several.

        `{n}` is filled in as the count, unless it is among the values.
        """
        return self._said(self._texts.ngettext(one, many, count), {"n": count, **values})

    def _said(self, text: str, values: Mapping[str, object]) -> str:
        said = mentioned(text, self._texts.pgettext)
        if not values:
            return said
        said = said.format(**values)
        # Most texts have none of these, and to look for them is quicker.
        ends = "!" in said or "?" in said or "！" in said or "？" in said
        return _ENDED_TWICE.sub(r"\1", said) if ends else said

    def command(self, command: str) -> str:
        """Return what this language's Discord calls a command: the last of its words."""
        return command_name(command, self._texts.pgettext).split()[-1]

    def option(self, command: str, option: str) -> str:
        """Return what this language's Discord calls an option of a command."""
        return option_name(command, option, self._texts.pgettext)

    @property
    def translated(self) -> bool:
        """Tell whether this is a language other than the code's, with texts of its own."""
        return self._texts is not AS_WRITTEN

    def emoji(self, name: str) -> str:
        """Return an emoji as it is written in a text; "" until Discord knows it."""
        return self.known_emoji.get(name, "")

    def drawn(self, name: str, words: str) -> str:
        """Return an emoji, or the words that replace it until Discord knows it."""
        return self.known_emoji.get(name, words)

    def in_words(self) -> Wording:
        """Return the same without emoji, for where none are shown or nobody can see them.

        Pages that are worded with it have no pictures.
        """
        same = copy.copy(self)
        same.known_emoji, same.words_alone = NO_EMOJI, True
        return same

    def with_short_names(self, cells: int) -> Wording:
        """Return the same with the names on the seats cut to a number of cells."""
        same = copy.copy(self)
        same._names = _apart(tuple(cut(name, cells) for name in self._names))
        return same

    def with_minded(self, seats: Collection[int]) -> Wording:
        """Return the same for what computers do for the people on some seats: in a sentence their
        names have the sign of computers, as in lines about what happened.
        """
        same = copy.copy(self)
        same._minded = seats
        return same

    def mark(self, seat: int) -> str:
        """Return the mark of a seat: its colour and shape as an emoji, or else its shape alone."""
        return self.drawn(seat_emoji(seat), SEAT_SHAPES[seat])

    def marked(self, seat: int, cells: int | None = None) -> str:
        """Return the mark and the name of a seat; no line breaks between them.

        The name may be cut to a number of cells, not counting the sign of a computer.
        """
        return f"{self.mark(seat)}{NO_BREAK}{self._signed(seat, cells)}"

    def faced(self, seat: int, cells: int | None = None) -> str:
        """Return the mark and the name of a seat as `marked`, a computer's after its face."""
        name = self.computer(seat)
        face = "" if name is None else self.emoji(face_emoji(name))
        parts = (self.mark(seat), face, self._signed(seat, cells))
        return NO_BREAK.join(part for part in parts if part)

    def computer(self, seat: int) -> str | None:
        """Return which computer sits on a seat, by its English name; None for a person."""
        name = self._names[seat]
        if not name.startswith(f"{SIGN} "):
            return None
        return _computers().get(_NUMBERED.sub("", name.removeprefix(f"{SIGN} ")).strip())

    def _signed(self, seat: int, cells: int | None) -> str:
        name = self._names[seat]
        sign = f"{SIGN}{NO_BREAK}" if name.startswith(f"{SIGN} ") else ""
        name = name.removeprefix(f"{SIGN} ")
        name = escaped(name if cells is None else cut(name, cells))
        return f"{sign}{name}"

    def name(self, seat: int) -> str:
        """Return the name on a seat as it appears in a sentence, safe to put into any text.

        Some languages never use a person's bare name, like Japanese with "{name}さん"; computer
        players get no such title.
        """
        name = self._signed(seat, None)
        said = self.addressed(name) if self._addressed[seat] else name
        return f"{SIGN}{NO_BREAK}{said}" if seat in self._minded else said

    def addressed(self, name: str) -> str:
        """Return a person's name, in finished words, as it appears in a sentence."""
        return self.gettext("{name}", name=name)

    def listing(self, seat: int) -> str:
        """Return the name on a seat as it appears in a list, safe to put into any text."""
        return escaped(self._names[seat])

    def bare(self, seat: int) -> str:
        """Return the name on a seat for places without markdown: labels and code blocks."""
        return self._names[seat]

    def brief(self, seat: int) -> str:
        """Return the name on a seat without the sign of computer players, where room is scarce."""
        return self._names[seat].removeprefix(SIGN).strip()

    def on_button(self, seat: int) -> str:
        """Return the same as it appears in a sentence, for a button's label."""
        name = self.brief(seat)
        return self.addressed(name) if self._addressed[seat] else name

    def names(self, seats: tuple[int, ...]) -> str:
        """Return the names on several seats as a list in words."""
        return self.listed([self.name(seat) for seat in seats])

    def annotated(self, name: str, more: str, space: str = " ") -> str:
        """Return a name with a few words about it in brackets, after a space where one is usual."""
        text = self.gettext("{name} ({more})").replace(" ", space)
        return text.format(name=name, more=more)

    def at(self, time: int) -> str:
        """Return when something comes that does so soon: "21:40 (in 4 minutes)".

        Whoever reads a page once that is past sees that it is.
        """
        return self.annotated(f"<t:{time}:t>", f"<t:{time}:R>")

    def listed(self, names: Sequence[str]) -> str:
        """Return several names as a list in words."""
        _ = self.gettext
        if len(names) < 2:
            return "".join(names)
        if len(names) == 2:
            return _("{one} and {other}", one=names[0], other=names[1])
        return _("{some} and {last}", some=self.series(names[:-1]), last=names[-1])

    def either(self, texts: Sequence[str]) -> str:
        """Return several texts of which one holds: "4, 6 or 8"."""
        if len(texts) < 2:
            return "".join(texts)
        return self.gettext("{some} or {last}", some=self.series(texts[:-1]), last=texts[-1])

    def series(self, texts: Iterable[str]) -> str:
        """Return several texts one after the other, without an "and" before the last one."""
        return self.gettext(", ").join(texts)

    def span(self, fewest: int, most: int) -> str:
        """Return how many of something there may be: "2–4", or one number."""
        if fewest == most:
            return str(most)
        return self.gettext("{fewest}–{most}", fewest=fewest, most=most)

    def times(self, soonest: int, latest: int) -> str:
        """Return between which hours something happens: "20:35–21:05", or one hour."""
        hours = f"<t:{soonest}:t>", f"<t:{latest}:t>"
        if soonest == latest:
            return hours[1]
        return self.gettext("{fewest}–{most}", fewest=hours[0], most=hours[1])

    def labelled(self, label: str, text: str) -> str:
        """Return a text behind what it is about: "Red: 12"."""
        return self.gettext("{label}: {text}", label=label, text=text)

    def sentences(self, first: str, *others: str) -> str:
        """Return sentences one after the other; empty ones are left out. What has no full stop of
        its own, as it ends in names or a number, has one before the next that isn't in brackets.
        """
        behind = self.gettext("{text} {next}")
        for other in filter(None, others):
            if first and _has_no_stop(first) and other[0] not in "(（":
                first = self.gettext("{sentence}.", sentence=first)
            first = behind.format(text=first, next=other) if first else other
        return first

    def number(self, value: int | Decimal) -> str:
        """Return a number as written where the language is spoken: "1,234", "1.234".

        This is for what may reach 1,000, as no number within a game does, and for a Decimal, which
        is shown with one decimal place.
        """
        return _number(value, "#,##0.0" if isinstance(value, Decimal) else None, self.language)

    def weekday(self, day: date) -> str:
        """Return the day of the week in short."""
        return format_skeleton("EEE", _at_noon(day), locale=locale_of(self.language))

    def day(self, day: date) -> str:
        """Return a day of about now: "27 Nov"."""
        return format_skeleton("MMMd", _at_noon(day), locale=locale_of(self.language))

    def whole_day(self, day: date) -> str:
        """Return a day of any year: "27 Nov 2026"."""
        return format_skeleton("yMMMd", _at_noon(day), locale=locale_of(self.language))

    def moment(self, local: datetime, this_year: int | None = None) -> str:
        """Return a local time for choices, where Discord can't write one.

        Its year is left out if it is this year, or if this year isn't given.
        """
        return f"{self.short_day(local, this_year)} {self.clock(local)}"

    def clock(self, local: datetime) -> str:
        """Return a time of day as Discord would write it in this language: "20:00", "8:00 PM"."""
        return format_time(local.time(), "short", locale=locale_of(self.language))

    def short_day(self, day: date, this_year: int | None = None) -> str:
        """Return a day with its weekday in short, and with its year if that isn't this one."""
        skeleton = "MMMEd" if this_year in (None, day.year) else "yMMMEd"
        return format_skeleton(skeleton, day, locale=locale_of(self.language))

    def day_in_full(self, day: date) -> str:
        """Return a day with its weekday and year."""
        return format_date(day, "full", locale=locale_of(self.language))

    def in_english(self) -> Wording:
        """Return the same in English, which everybody may type."""
        same = copy.copy(self)
        same.language, same._texts = ENGLISH, AS_WRITTEN
        return same


def _has_no_stop(text: str) -> bool:
    """Tell whether a text ends in a word, a number, a time or a named link, and not in a full stop,
    nor in an address, of which that would be a part.
    """
    if _ADDRESS_LAST.search(text):
        return False
    end = text.rstrip("*_`)）")
    return end[-1:].isalnum() or _TIME_LAST.search(end) is not None


@cache
def _computers() -> dict[str, str]:
    """Return the English name of each computer, by what it is called in any language."""
    known = [catalogue(language) for language in (ENGLISH, *languages())]
    return {texts.gettext(name): name for texts in known for name in FACES}


@lru_cache(maxsize=4096)
def _number(value: int | Decimal, pattern: str | None, language: str) -> str:
    return format_decimal(value, pattern, locale_of(language))


def _at_noon(day: date) -> datetime:
    return datetime.combine(day, time(12))


def seat_name(name: str, level: str | None, language: str = ENGLISH) -> str:
    """Return what the person or computer on a seat is called; `language` is the table's.

    Computer players, which have a level, carry a sign, and people don't: whatever people call
    themselves on the server, nobody takes them for a computer.
    """
    if level is not None:
        return f"{SIGN} {catalogue(language).gettext(name)}"
    # Only people who were forgotten have no name at all.
    return name.replace(SIGN, "") or ("?" if name else "")


class Sitter(Protocol):
    """A person or a computer on a seat."""

    @property
    def name(self) -> str:
        """Return the name that is stored."""
        ...

    @property
    def level(self) -> str | None:
        """Return how well a computer plays; None for a person."""
        ...


def seat_names(seats: Iterable[Sitter], language: str) -> tuple[str, ...]:
    """Return what those on several seats are called, in the language of their table."""
    return tuple(seat_name(seat.name, seat.level, language) for seat in seats)


def open_ended(line: str) -> str:
    """Return a line without the full stop behind an emoji that it ends with."""
    return _STOP_BEHIND_EMOJI.sub("", line)


def cut(text: str, cells: int) -> str:
    """Return the text, cut to a number of fixed-width cells (a CJK character takes two)."""
    if wcswidth(text) <= cells:
        return text
    kept, width = "", 0
    for char in text:
        width += max(wcwidth(char), 0)
        if width > cells - 1:
            break
        kept += char
    return kept + "…"


def phone_lines(text: str) -> int:
    """Return into about how many lines a phone breaks a line; our emoji are as wide as any."""
    cells = sum(max(wcwidth(char), 0) for char in _EMOJI.sub("🃏", text))
    return max(1, -(-cells // PHONE_LINE))


@lru_cache(maxsize=4096)
def capital(text: str) -> str:
    """Return words that stand alone: with a capital letter, in languages that have them."""
    return text[:1].upper() + text[1:]


def escaped(text: str) -> str:
    """Return a text that shows as written where markdown is read."""
    return text.translate(_MARKDOWN)


def plain_words(text: str) -> str:
    """Return words that a person typed, such as a title or a reason, safe for any text."""
    return escaped(cleaned(text))


@lru_cache(maxsize=4096)
def bare_name(name: str) -> str:
    """Return a display name without what turns or breaks the text around it, cut to 20 cells.

    An invisible name becomes a question mark.
    """
    short = cut(cleaned(name), NAME_CELLS)
    return short if wcswidth(short) > 0 else "?"


@lru_cache(maxsize=4096)
def _apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names in seat order as bare ones, no two of which are the same.

    Shared names are told apart by the numbers of their seats; so is a name that ends that way by
    itself, so that it isn't taken for one of them.
    """
    bare = [bare_name(name) for name in names]
    alike = Counter(name.casefold() for name in bare)
    found: list[str] = []
    for number, name in enumerate(bare, start=1):
        if alike[name.casefold()] > 1 or _NUMBERED.search(name):
            mark = f" #{number}"
            name = cut(name, NAME_CELLS - len(mark)) + mark
        found.append(name)
    return tuple(found)


@lru_cache(maxsize=4096)
def plain_name(name: str) -> str:
    """Return a display name that can't format, mention, or turn the text around it."""
    return escaped(bare_name(name))
