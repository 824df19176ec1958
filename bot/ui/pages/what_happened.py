"""What happened, joined: the events of a trick or a turn are told together, in one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from typing import Any, Final, NamedTuple

from wcwidth import wcwidth

from bot.engine.game import Event
from bot.ui.pages.render import Render
from bot.ui.pages.wording import NO_BREAK, PHONE_LINE, SIGN, Wording

Joins = Callable[[Sequence[Event], Event], bool]
"""Tells whether an event is told in one line with those before it."""

_PARTS: Final = re.compile(r"<a?:\w{2,32}:[0-9]{17,20}>|\\.|.", re.ASCII | re.DOTALL)
"""What a text mustn't be cut within: an emoji, or an escaped character."""


_BREAK: Final = re.compile(r"[ 、]")
"""Between words, or parts of a sentence where words stand together."""
LONGEST_WORD: Final = 12
"""Up to so many letters, the rest of a word that was cut goes, too."""
BEGINNING: Final = 14
"""How many cells of a line that is too long stay at its beginning: they say whose doing it was."""


SENTENCES: Final = re.compile(r"(?<=[.!?])\s+(?=[^\sa-z])|(?<=。)(?=.)")
"""Between two sentences, and not behind a call: "Isam! brings you 1 point"."""
BANTER: Final = "-# "
"""How a line begins that a computer says: in small letters."""
NOTHING: Final[Mapping[int, str]] = {}


class Told(NamedTuple):
    """A line about what happened, for one seat."""

    text: str
    touches: bool
    """Whether it concerns the seat's person, or is how a round has ended."""


def units(events: Iterable[Event], joins: Joins) -> list[list[Event]]:
    """Return events in lots, each of which is told in one line."""
    found: list[list[Event]] = []
    for event in events:
        if found and joins(found[-1], event):
            found[-1].append(event)
        else:
            found.append([event])
    return found


def trick_numbers(
    lots: Sequence[Sequence[Event]], began: type[Event], won: type[Event]
) -> Iterator[int | None]:
    """Yield in which trick of its round each lot is; None if no event tells.

    A round begins with an event of the kind `began`, and a trick ends with one of the kind `won`,
    which has its `number`.
    """
    number: int | None = None
    for lot in lots:
        end: Any = next((each for each in lot if isinstance(each, won)), None)
        if isinstance(lot[0], began):
            number = 1
        if end is not None:
            number = end.number
        yield number
        if end is not None:
            number = end.number + 1


def told_lines(
    render: Render,
    events: Sequence[tuple[Event, Wording]],
    seat: int | None,
    after: int = 0,
    says: Mapping[int, str] = NOTHING,
) -> list[str]:
    """Return lines about what happened after so many of the events, in the words for a seat.

    A line that had begun before that is told whole. Whatever goes by another wording isn't joined,
    as other people sat on the seats then. `says` has what is said about an event, by its `id`: it
    follows that event's line.
    """
    lines, before = (_told(render, lot, seat, says) for lot in (events, events[:after]))
    known = 0
    while known < min(len(lines), len(before)) and lines[known] == before[known]:
        known += 1
    return lines[known:]


def _told(
    render: Render,
    events: Sequence[tuple[Event, Wording]],
    seat: int | None,
    says: Mapping[int, str],
) -> list[str]:
    lines: list[str] = []
    for _same, several in groupby(events, key=lambda each: id(each[1])):
        together = list(several)
        lot, wording = [event for event, _wording in together], together[0][1]
        said = render.told(lot, seat, wording)
        for at, event in enumerate(lot, start=1):
            if id(event) in says and (about := len(render.told(lot[:at], seat, wording))):
                said[about - 1] += f"\n{says[id(event)]}"
        lines += said
    return lines


def without_banter(text: str) -> str:
    """Return a line without what computers say about it."""
    return text.partition(f"\n{BANTER}")[0]


def one_line(text: str, cells: int = PHONE_LINE) -> str:
    """Return a text that takes one line of so many cells: without its middle if it is longer.

    So it says who did something, and what came of it.
    """
    whole = text.replace("**", "").replace("\n", " ").replace(f"{SIGN} ", f"{SIGN}{NO_BREAK}")
    parts: list[str] = _PARTS.findall(whole)
    if sum(map(_cells, parts)) <= cells:
        return "".join(parts)
    shortened = _without_middle(parts, cells)
    *before, last = SENTENCES.split(whole)
    if shortened.endswith(last) or not before:
        return shortened
    # What came of it matters more than how it began.
    alone = f"… {last}"
    return alone if sum(map(_cells, _PARTS.findall(alone))) <= cells else shortened


def _without_middle(parts: Sequence[str], cells: int) -> str:
    """Return a text that is too long for a line of so many cells with its beginning and its end."""
    begin = "".join(_first_parts(parts, BEGINNING)).rstrip(f"{SIGN}{NO_BREAK}")
    words, space, _cut = begin.rpartition(" ")
    head = f"{words} … " if space else f"{begin}…"
    room = cells - sum(map(_cells, _PARTS.findall(head)))
    end = "".join(reversed(_first_parts(parts[::-1], room))).lstrip(NO_BREAK)
    cut, *rest = _BREAK.split(end, maxsplit=1)
    return head + (rest[0] if rest and rest[0] and len(cut) <= LONGEST_WORD else end)


def _first_parts(parts: Sequence[str], room: int) -> list[str]:
    """Return as many of the first parts of a text as there is room for, in cells."""
    widths = accumulate(map(_cells, parts))
    return [part for part, width in zip(parts, widths, strict=True) if width <= room]


def _cells(part: str) -> int:
    """Return how many cells a part of a text takes; an emoji is wider than two letters."""
    return 3 if part.startswith("<") and len(part) > 1 else max(wcwidth(part[-1]), 0)
