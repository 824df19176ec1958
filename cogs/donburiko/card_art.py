"""The cards of Donburiko! as shapes, on the board and as emoji: acorns, ponds, loaches, backs."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from bot.ui.pictures import brushes
from bot.ui.pictures.game_pictures import EMOJI_SIZE
from bot.ui.pictures.shapes import Box, Group, Line, Oval, Picture, Point, Polygon, Shape, Text
from cogs.donburiko.views import DEEP_POND, LOACH, ONE_OR_FIVE, SHALLOW_POND

CREAM: Final = "#f7ecd6"
NUT: Final = "#b9722f"
CUP: Final = "#5b3414"
BARK: Final = "#3b2410"
"""The number of an acorn."""
WATER: Final = "#bfe0f2"
WAVE: Final = "#2b7aa8"
DEEP: Final = "#0f4668"
"""The number of a pond."""
MOSS: Final = "#d3e6bd"
FISH: Final = "#56682a"
WEED: Final = "#2f4210"
"""The number of a loach."""

ACORNS: Final = (1, 2, 3, 4, 5, ONE_OR_FIVE)


def emoji_of(card: int) -> str:
    """Return the name of a card's emoji."""
    if card == LOACH:
        return "don_loach"
    return f"don_acorn{card}" if card > 0 else f"don_pond{-card}"


def face(card: int, x: int, y: int, width: int, height: int, *, faded: bool = False) -> Group:
    """Return a card that lies face up: its number above what it is."""
    if card == LOACH:
        fill, ink, text = MOSS, WEED, "0"
    elif card > 0:
        fill, ink, text = CREAM, BARK, "1/5" if card == ONE_OR_FIVE else str(card)
    else:
        fill, ink, text = WATER, DEEP, f"−{-card}"
    size = max(30, height * (36 if card == ONE_OR_FIVE else 45) // 100)
    number = Text(width // 2, height * 27 // 100, text, size, ink)
    below = _thing(card, width // 2, height * 72 // 100, min(width * 56, height * 42) // 100)
    return brushes.card(x, y, width, height, fill, (number, *below), faded=faded)


def back(x: int, y: int, width: int, height: int, owner: int | None = None) -> Group:
    """Return a card that lies face down, with its owner's mark and their chip on it."""
    card = brushes.card_back(0, 0, width, height, owner)
    if owner is None:
        return Group(x, y, (card,))
    radius = width // 5
    coin = brushes.chip(width - radius, height - radius, radius)
    return Group(x, y, (card, coin))


def acorn(x: int, y: int, size: int, tilt: int = 0) -> tuple[Shape, ...]:
    """Return an acorn around a point, as high as `size`, turned clockwise by `tilt` degrees."""
    turn = math.radians(tilt)
    cos, sin = math.cos(turn), math.sin(turn)

    def at(across: float, down: float) -> Point:
        """Return a point given in hundredths of the size, from the middle."""
        dx, dy = across * size / 100, down * size / 100
        return round(x + dx * cos - dy * sin), round(y + dx * sin + dy * cos)

    half = [math.radians(angle) for angle in range(0, 181, 15)]
    nut = tuple(at(37 * math.cos(angle), -8 + 56 * math.sin(angle) ** 0.8) for angle in half)
    cup = tuple(at(43 * math.cos(angle), -6 - 31 * math.sin(angle)) for angle in half)
    gleam = (at(-20, 2), at(-18, 18))
    return (
        Line((at(0, 44), at(0, 51)), CUP, max(2, size // 14)),
        Polygon(nut, NUT),
        Line(gleam, "#e3a862", max(2, size // 9)),
        Polygon(cup, CUP),
        Line((at(-42, -7), at(42, -7)), CUP, max(3, size // 10)),
        Line((at(0, -34), at(7, -48)), CUP, max(3, size // 11)),
    )


def waves(x: int, y: int, width: int, count: int) -> tuple[Shape, ...]:
    """Return waves around a point, one below another."""
    step, thickness = width * 34 // 100, max(4, width // 9)
    first = y - (count - 1) * step // 2
    return tuple(
        Line(_wave(x, first + number * step, width, width // 9), WAVE, thickness)
        for number in range(count)
    )


def loach(x: int, y: int, width: int) -> tuple[Shape, ...]:
    """Return a loach around a point: a slim fish with whiskers, swimming to the right."""
    wave = _wave(x, y, width * 84 // 100, width // 9)
    thick = max(6, width // 6)
    tail_x, tail_y = wave[0]
    head_x, head_y = wave[-1]
    fin = width // 6
    tail = ((tail_x, tail_y), (tail_x - fin, tail_y - fin), (tail_x - fin, tail_y + fin))
    lip = (head_x + thick // 3, head_y)
    whiskers = tuple(
        Line((lip, (head_x + thick, head_y + dy)), FISH, max(2, thick // 5))
        for dy in (-thick // 2, thick * 2 // 3)
    )
    eye = Oval(head_x, head_y - thick // 6, max(2, thick // 6), max(2, thick // 6), CREAM)
    return (Polygon(tail, FISH), *whiskers, Line(wave, FISH, thick), eye)


def _wave(x: int, y: int, width: int, height: int) -> tuple[Point, ...]:
    """Return the points of a wave, once up and once down, around a point."""
    heights = (0, -7, -10, -7, 0, 7, 10, 7, 0)
    return tuple(
        (x - width // 2 + width * number // 8, y + height * part // 10)
        for number, part in enumerate(heights)
    )


@cache
def _thing(card: int, x: int, y: int, size: int) -> tuple[Shape, ...]:
    if card == LOACH:
        return loach(x, y, size * 130 // 100)
    if card == ONE_OR_FIVE:
        left, right = x - size * 45 // 100, x + size * 42 // 100
        return (*acorn(left, y + size // 8, size * 66 // 100), *acorn(right, y, size * 92 // 100))
    if card > 0:
        return acorn(x, y, size)
    return waves(x, y, size * 130 // 100, -card)


def _emoji(*shapes: Shape) -> Picture:
    return Picture(EMOJI_SIZE, EMOJI_SIZE, CREAM, shapes)


def _emoji_back() -> Picture:
    lines = tuple(Line(((22, y), (106, y)), "#8d78a8", 8) for y in (30, 53, 76, 99))
    return _emoji(Box(4, 4, 120, 120, "#46355c", 18, "#f6f2ea", 5), *lines)


EMOJI: Final = {
    **{
        emoji_of(card): _emoji(face(card, 4, 4, 120, 120))
        for card in (*ACORNS, LOACH, SHALLOW_POND, DEEP_POND)
    },
    "don_back": _emoji_back(),
    "don_chip": _emoji(brushes.chip(64, 64, 56)),
}
"""A small picture for each card, for one that lies face down, and for a chip."""
