"""How a card is taken, and three melds with their points, for somebody who has never laid one.

Signs alone, no words.
"""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.ui.pictures.brushes import WIDTH, arrow
from bot.ui.pictures.game_pictures import Described
from bot.ui.pictures.palette import GOLD, LIGHT
from bot.ui.pictures.shapes import Box, Group, Picture, Shape, Text
from cogs.kasane.card_art import NIGHT, PLATE, covered_card, silk_card
from cogs.kasane.meld_art import asks
from cogs.kasane.views import Meld, SeatView

_HEIGHT: Final = 150
_GAP: Final = 10
_PLATE_WIDTH: Final = 200
"""How wide a plate with a meld alone is; the first one also has the hand and the row."""
_CARDS_LEFT: Final = 14
_CARDS_TOP: Final = _GAP + 10
_CARD_STEP: Final = 44
_CARD_HEIGHT: Final = 68

_EXAMPLES: Final[tuple[tuple[Meld, tuple[int, ...], str, int], ...]] = (
    ("kagen", (4, 3, 2), "", 3),
    ("juu", (2, 8), "+", 2),
    ("katyou", (7, 9, 5), "", 3),
)
"""A meld, its cards, the sign between them, and its points."""
_KEPT: Final = 6
"""The card that stays in hand when the first meld is laid."""
_BEHIND: Final = (8, 5)
"""The cards behind the one that is taken for it."""


def first(view: SeatView) -> Described | None:
    """Return the picture for a seat that has marked no box in this game yet."""
    return None if view.seat in view.public.marks else _PICTURE


def _picture() -> Picture:
    taking, *others = _EXAMPLES
    wide = WIDTH - 4 * _GAP - 2 * _PLATE_WIDTH
    shapes: list[Shape] = [_plate(_GAP, wide), *_taking(taking[1], _GAP)]
    shapes += _meld(*taking, _GAP + _CARD_STEP)
    for at, example in enumerate(others):
        x = 2 * _GAP + wide + at * (_PLATE_WIDTH + _GAP)
        shapes += [_plate(x, _PLATE_WIDTH), *_meld(*example, x)]
    return Picture(WIDTH, _HEIGHT, NIGHT, tuple(shapes))


def _plate(x: int, width: int) -> Box:
    return Box(x, _GAP, width, _HEIGHT - 2 * _GAP, PLATE, 14)


def _taking(meld: tuple[int, ...], x: int) -> list[Shape]:
    """Return a card that stays in hand, and how the last one of a meld came to its right."""
    left, right = x + _CARDS_LEFT, x + 270
    ends = left + (1 + len(meld)) * _CARD_STEP
    kept = silk_card(_KEPT, left, _CARDS_TOP, _CARD_STEP - 2, _CARD_HEIGHT, 40)
    frame = Box(
        left + _CARD_STEP - 5, _CARDS_TOP - 6, ends - left - _CARD_STEP + 8, _CARD_HEIGHT + 12,
        None, 10, GOLD, 4,
    )  # fmt: skip
    row: list[Shape] = [
        covered_card(code, right, _GAP + 4 + at * 32, 60, 60) for at, code in enumerate(_BEHIND)
    ]
    front = silk_card(meld[-1], right - 3, _GAP + 68, 66, 56, 42, front=True)
    return [kept, *row, front, arrow((right - 12, 96), (ends + 10, 62), GOLD, 7), frame]


def _meld(meld: Meld, cards: tuple[int, ...], sign: str, points: int, x: int) -> list[Shape]:
    """Return the cards of a meld; below them what it asks for, as on the board, and its points."""
    left, below = x + _CARDS_LEFT, _HEIGHT - _GAP - 24
    found: list[Shape] = []
    at = left
    for code in cards:
        if sign and at > left:
            found.append(
                Group(at + 12, _CARDS_TOP + _CARD_HEIGHT // 2, (Text(0, 0, sign, 38, LIGHT),))
            )
            at += 26
        found.append(silk_card(code, at, _CARDS_TOP, _CARD_STEP - 2, _CARD_HEIGHT, 40))
        at += _CARD_STEP
    found.append(Group(left, below, asks(meld)))
    found.append(Group(left + 130, below, (Text(0, 0, f"+{points}", 40, GOLD, "lm"),)))
    return found


_PICTURE: Final = Described(
    _picture(),
    _(
        "A 2 is taken from the front of a row to the right of the hand 6-4-3: 4-3-2, only down, "
        "3 points. Also: 2 and 8, whose sum is 10, 2 points; 7-9-5, all odd, 3 points"
    ),
)
