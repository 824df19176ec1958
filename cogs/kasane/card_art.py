"""How the silks of Colors of Kasane are drawn: cards, piles, robes, and the emoji made of them.

Each number has a colour of its own, and is printed on the card wherever it lies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bot.ui.pictures.brushes import KEPT, card
from bot.ui.pictures.game_pictures import EMOJI_SIZE
from bot.ui.pictures.palette import GOLD, INK, LIGHT
from bot.ui.pictures.shapes import Box, Group, Line, Picture, Shape, Text
from cogs.kasane.views import NUMBERS, PLUS_ONE, ROBE_COUNTS_FROM, WHOLE_ROBE

NIGHT: Final = "#221a2c"
"""The ground of every picture: an evening at court."""
MIST: Final = "#2b2138"
"""Bands of mist on it."""
PLATE: Final = "#352a44"
"""The ground of plates and boxes."""
TRACK: Final = "#1a1422"
"""Where a robe will lie."""


class Silk(NamedTuple):
    """How a card is coloured."""

    face: str
    lining: str
    """The seam along its left edge."""
    ink: str
    """Its number."""


SILKS: Final[Mapping[int, Silk]] = {
    PLUS_ONE: Silk("#fbf3dc", "#d9a520", INK),
    1: Silk("#c2233f", "#f2a0a8", LIGHT),
    2: Silk("#f6b3c4", "#d9628a", INK),
    3: Silk("#fbd033", "#c98a00", INK),
    4: Silk("#93c23a", "#4f7f1d", INK),
    5: Silk("#ee7d35", "#fbd0a4", INK),
    6: Silk("#7ccbe8", "#2d86b3", INK),
    7: Silk("#234f8f", "#8fb7ea", LIGHT),
    8: Silk("#76408f", "#cfa4e2", LIGHT),
    9: Silk("#55565e", "#b5b7c0", LIGHT),
}
"""The nine colours, and gold on white for the "+1"."""

PITCH: Final = 21
"""How much of a silk in a robe is seen before the next one."""
ROBE_WIDTH: Final = (WHOLE_ROBE - 1) * PITCH + 30
"""How wide a whole robe is."""


def number(code: int) -> str:
    """Return what is written on a card."""
    return "+1" if code == PLUS_ONE else str(code)


@lru_cache(KEPT)
def silk_card(
    code: int, x: int, y: int, width: int, height: int, size: int, *, front: bool = False
) -> Group:
    """Return a card with its number in the middle; one in `front` has a bright edge."""
    silk = SILKS[code]
    edge, edge_width = (LIGHT, 5) if front else (INK, 2)
    marks = (*_seam(silk, height), Text(width // 2 + 3, height // 2, number(code), size, silk.ink))
    return card(x, y, width, height, silk.face, marks, edge=edge, edge_width=edge_width)


@lru_cache(KEPT)
def covered_card(code: int, x: int, y: int, width: int, height: int) -> Group:
    """Return a card of which only the upper strip will be seen."""
    silk = SILKS[code]
    marks = (*_seam(silk, height), Text(width // 2 + 3, 18, number(code), 30, silk.ink))
    return card(x, y, width, height, silk.face, marks)


def _seam(silk: Silk, height: int) -> tuple[Shape, ...]:
    return (Box(6, 7, 5, height - 14, silk.lining, 2),)


def robe(cards: Sequence[int], x: int, y: int, height: int, places: int = WHOLE_ROBE) -> Group:
    """Return a robe's silks next to each other on their track, each over the one before.

    A line of gold marks where it has enough cards for its colours to score.
    """
    width = (places - 1) * PITCH + 30
    found: list[Shape] = [Box(0, 0, width, height, TRACK, 8)]
    if len(cards) < ROBE_COUNTS_FROM < places:
        goal = (ROBE_COUNTS_FROM - 1) * PITCH + 24
        found.append(Line(((goal, 6), (goal, height - 6)), GOLD, 3))
    found += [_layer(code, at * PITCH, 0, height) for at, code in enumerate(cards)]
    return Group(x, y, tuple(found))


@lru_cache(KEPT)
def _layer(code: int, x: int, y: int, height: int) -> Group:
    """Return a silk of a robe; the next one covers its right part."""
    silk = SILKS[code]
    # There is no room for "+1" next to the next silk.
    sign = "+" if code == PLUS_ONE else str(code)
    face = Box(0, 0, 30, height, silk.face, 7, INK, 2)
    return Group(x, y, (face, Text(11, height // 2, sign, 30, silk.ink)))


def card_back(x: int, y: int, width: int, height: int) -> Group:
    """Return a small card face down: a hand's, or the draw pile's."""
    lines = [Line(((5, at), (width - 5, at)), "#b58fd0", 2) for at in range(7, height - 4, 6)]
    return Group(x, y, (Box(0, 0, width, height, "#5a3f74", 5, LIGHT, 2), *lines))


def card_emoji(code: int) -> str:
    """Return the name of the emoji of a card."""
    return "kas_plus1" if code == PLUS_ONE else f"kas_{code}"


def _emoji(code: int) -> Picture:
    shapes = (silk_card(code, 16, 2, 96, 124, 62 if code == PLUS_ONE else 84),)
    return Picture(EMOJI_SIZE, EMOJI_SIZE, NIGHT, shapes)


def place(x: int, y: int, width: int, height: int) -> Group:
    """Return the empty place right of a hand, where the next card goes: dashes around a plus."""
    dash, found = width // 4, list[Shape]()
    for far in (0, width):
        for at in range(0, height, 2 * dash):
            found.append(Line(((far, at), (far, min(at + dash, height))), GOLD, 5))
    for far in (0, height):
        for at in range(0, width, 2 * dash):
            found.append(Line(((at, far), (min(at + dash, width), far)), GOLD, 5))
    middle, down, arm = width // 2, height // 2, width // 5
    found.append(Line(((middle - arm, down), (middle + arm, down)), GOLD, 6))
    found.append(Line(((middle, down - arm), (middle, down + arm)), GOLD, 6))
    return Group(x, y, tuple(found))


NEXT: Final = "kas_next"
"""The emoji of the place where the next card goes."""

EMOJI: Final[Mapping[str, Picture]] = {
    **{card_emoji(code): _emoji(code) for code in (PLUS_ONE, *NUMBERS)},
    NEXT: Picture(EMOJI_SIZE, EMOJI_SIZE, NIGHT, (place(19, 5, 90, 118),)),
}
"""One for each card, and one for where the next goes."""
