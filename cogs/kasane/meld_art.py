"""The melds of Colors of Kasane as a grid: what each asks for, and who marked which box."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bot.ui.pictures.brushes import KEPT, seat_mark
from bot.ui.pictures.palette import GOLD, LIGHT, MUTED
from bot.ui.pictures.shapes import Box, Group, Line, Shape, Text
from cogs.kasane.card_art import PLATE, SILKS, TRACK
from cogs.kasane.views import BOXES, FREE, MELDS, NUMBERS, TRIOS, Meld

LINE: Final = 52
"""The height of a meld's line."""
_BOX: Final = 45
_BOX_STEP: Final = 49
_BOXES_LEFT: Final = 128
WIDTH: Final = _BOXES_LEFT + 3 * _BOX_STEP + _BOX


def meld_grid(marks: Sequence[int], x: int, y: int) -> list[Shape]:
    """Return a line for each meld: what it asks for, and its boxes.

    A free box says "+" and its points, which is how many cards it asks for; where three numbers
    are given, the points alone. A marked one has its owner's mark.
    """
    found: list[Shape] = []
    for line, meld in enumerate(MELDS):
        boxes = [(box, who) for box, who in zip(BOXES, marks, strict=True) if box.meld == meld]
        shapes = [
            _box(box.points, owner, _BOXES_LEFT + at * _BOX_STEP)
            for at, (box, owner) in enumerate(boxes)
        ]
        found.append(Group(x, y + line * LINE + _BOX // 2, (*asks(meld), *shapes)))
    return found


@lru_cache(KEPT)
def _box(points: int, owner: int, x: int) -> Group:
    y, middle = -_BOX // 2, _BOX // 2
    if owner == FREE:
        face = Box(0, 0, _BOX, _BOX, PLATE, 9)
        return Group(x, y, (face, Text(middle, middle, f"+{points}", 30, GOLD)))
    face = Box(0, 0, _BOX, _BOX, TRACK, 9)
    if owner < 0:
        cross = (Line(((13, 13), (32, 32)), MUTED, 5), Line(((13, 32), (32, 13)), MUTED, 5))
        return Group(x, y, (face, *cross))
    return Group(x, y, (face, seat_mark(owner, middle, middle, 20)))


def asks(meld: Meld) -> tuple[Shape, ...]:
    """Return what a meld asks for, right of a point: signs, no words."""
    match meld:
        case "kasane":
            return _blanks("=")
        case "juu":
            return (*_blanks("+"), Text(65, 0, "=10", 32, LIGHT, "lm"))
        case "kagen":
            return (*_ends(1, 5), *_up_or_down())
        case "jyougen":
            return (*_ends(5, 9), *_up_or_down())
        case "katyou":
            return _all_of(1)
        case "setsu":
            return _all_of(0)
        case _:
            return _silks(sorted(TRIOS[meld]))


def _silks(numbers: Sequence[int]) -> tuple[Shape, ...]:
    found: list[Shape] = []
    for at, each in enumerate(numbers):
        silk = SILKS[each]
        face = Box(at * 34, -19, 31, 38, silk.face, 6, "#191512", 2)
        found += [face, Text(at * 34 + 16, 0, str(each), 30, silk.ink)]
    return tuple(found)


def _blanks(sign: str) -> tuple[Shape, ...]:
    """Return two cards of any number with a sign between them."""
    left, right = (Box(x, -19, 22, 38, "#d9cfe6", 6, "#191512", 2) for x in (0, 41))
    return left, Text(32, 0, sign, 30, LIGHT), right


def _ends(low: int, high: int) -> tuple[Shape, ...]:
    dots = Text(40, -2, "·", 34, LIGHT)
    first, last = _silks((low,)), Group(49, 0, _silks((high,)))
    return (*first, dots, last)


def _up_or_down() -> tuple[Shape, ...]:
    up = ((94, 13), (94, -13)), ((87, -5), (94, -14), (101, -5))
    down = ((112, -13), (112, 13)), ((105, 5), (112, 14), (119, 5))
    return tuple(Line(points, LIGHT, 4) for points in (*up, *down))


def _all_of(rest: int) -> tuple[Shape, ...]:
    """Return all odd numbers, or all even ones, on strips of silk in their colours."""
    numbers = [each for each in NUMBERS if each % 2 == rest]
    step = 24
    return tuple(
        shape
        for at, each in enumerate(numbers)
        for shape in (
            Box(at * step, -19, 24, 38, SILKS[each].face, 5, "#191512", 2),
            Text(at * step + 12, 0, str(each), 30, SILKS[each].ink),
        )
    )
