"""Three melds with their points, for somebody who has never laid one: signs alone, no words."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.ui.pictures.brushes import WIDTH
from bot.ui.pictures.game_pictures import Described
from bot.ui.pictures.palette import GOLD, LIGHT
from bot.ui.pictures.shapes import Box, Group, Picture, Shape, Text
from cogs.kasane.card_art import NIGHT, PLATE, silk_card
from cogs.kasane.meld_art import asks
from cogs.kasane.views import Meld, SeatView

_HEIGHT: Final = 150
_GAP: Final = 10
_PLATE_WIDTH: Final = (WIDTH - 4 * _GAP) // 3
_CARD_STEP: Final = 54
_CARD_HEIGHT: Final = 76

_EXAMPLES: Final[tuple[tuple[Meld, tuple[int, ...], str, int], ...]] = (
    ("kagen", (4, 3, 2), "", 3),
    ("juu", (2, 8), "+", 2),
    ("katyou", (7, 9, 5), "", 3),
)
"""A meld, its cards, the sign between them, and its points."""


def first(view: SeatView) -> Described | None:
    """Return the three melds for a seat that has marked no box in this game yet."""
    return None if view.seat in view.public.marks else _PICTURE


def _melds() -> Picture:
    shapes: list[Shape] = []
    for at, (meld, cards, sign, points) in enumerate(_EXAMPLES):
        x = _GAP + at * (_PLATE_WIDTH + _GAP)
        shapes.append(Box(x, _GAP, _PLATE_WIDTH, _HEIGHT - 2 * _GAP, PLATE, 14))
        shapes += _cards(cards, sign, x + 14)
        right = x + _PLATE_WIDTH - 14
        shapes.append(Group(right, _GAP + 46, (Text(0, 0, f"+{points}", 46, GOLD, "rm"),)))
        shapes.append(Group(x + 14, _HEIGHT - _GAP - 23, asks(meld)))
    return Picture(WIDTH, _HEIGHT, NIGHT, tuple(shapes))


def _cards(cards: tuple[int, ...], sign: str, x: int) -> list[Shape]:
    found: list[Shape] = []
    for at, code in enumerate(cards):
        if at and sign:
            found.append(Group(x + 14, _GAP + 46, (Text(0, 0, sign, 40, LIGHT),)))
            x += 28
        found.append(silk_card(code, x, _GAP + 8, _CARD_STEP - 4, _CARD_HEIGHT, 44))
        x += _CARD_STEP
    return found


_PICTURE: Final = Described(
    _melds(),
    _(
        "Three melds: 4-3-2, only down, 3 points; 2 and 8, whose sum is 10, 2 points; 7-9-5, all "
        "odd, 3 points"
    ),
)
