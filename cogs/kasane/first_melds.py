"""How a card is taken and laid, then three melds with their points, for who has never laid one.

Signs alone, no words.
"""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.ui.pictures.brushes import WIDTH, arrow
from bot.ui.pictures.game_pictures import Described
from bot.ui.pictures.palette import GOLD, LIGHT
from bot.ui.pictures.shapes import Box, Group, Line, Picture, Shape, Text
from cogs.kasane.card_art import NIGHT, PLATE, covered_card, robe, silk_card
from cogs.kasane.meld_art import asks
from cogs.kasane.views import Meld, SeatView

_HEIGHT: Final = 150
_GAP: Final = 10
_MIDDLE: Final = _HEIGHT // 2
_CARD_WIDTH: Final = 48
_CARD_HEIGHT: Final = 68
_SIGN_WIDTH: Final = 24
"""How much room is between two cards of a meld."""

_EXAMPLES: Final[tuple[tuple[Meld, tuple[int, ...], int], ...]] = (
    ("kagen", (4, 3, 2), 3),
    ("juu", (2, 8), 2),
    ("katyou", (7, 9, 5), 3),
)
"""A meld, its cards, and its points."""
_KEPT: Final = 6
"""The card that stays in hand when the first meld is laid."""
_BEHIND: Final = (8, 5)
"""The cards behind the one that is taken for it."""


def first(view: SeatView) -> Described | None:
    """Return the picture for a seat that has marked no box in this game yet."""
    if view.seat in view.public.marks:
        return None
    return _MELDS if view.private.hand else _TAKING


def _taking() -> Picture:
    """Return how the front card of a row comes to the right of a hand, and a meld to a robe."""
    _meld, cards, points = _EXAMPLES[0]
    row: list[Shape] = [
        covered_card(code, 62, _GAP + 4 + at * 32, 60, 60) for at, code in enumerate(_BEHIND)
    ]
    row.append(silk_card(cards[-1], 59, _GAP + 68, 66, 56, 42, front=True))
    left, top, step = 216, _MIDDLE - _CARD_HEIGHT // 2, _CARD_WIDTH + 2
    plate = Box(left - 14, top - 22, 4 * step + 26, _CARD_HEIGHT + 44, PLATE, 14)
    hand = [
        silk_card(code, left + at * step, top, _CARD_WIDTH, _CARD_HEIGHT, 42)
        for at, code in enumerate((_KEPT, *cards))
    ]
    frame = Box(left + step - 5, top - 9, 3 * step + 8, _CARD_HEIGHT + 18, None, 10, GOLD, 4)
    shapes = (
        *row, arrow((136, _MIDDLE + 30), (196, _MIDDLE + 12), GOLD, 7), plate, *hand, frame,
        arrow((436, _MIDDLE), (496, _MIDDLE), GOLD, 7), robe(cards, 510, top, _CARD_HEIGHT, 8),
        Group(704, _MIDDLE, (Text(0, 0, f"+{points}", 52, GOLD, "lm"),)),
    )  # fmt: skip
    return Picture(WIDTH, _HEIGHT, NIGHT, shapes)


def _melds() -> Picture:
    """Return each example on a plate: its cards, how the board shows its meld, its points."""
    width = (WIDTH - 4 * _GAP) // 3
    found: list[Shape] = []
    for at, (meld, cards, points) in enumerate(_EXAMPLES):
        x = _GAP + at * (width + _GAP)
        below = _HEIGHT - _GAP - 26
        found.append(Box(x, _GAP, width, _HEIGHT - 2 * _GAP, PLATE, 14))
        found += _cards(meld, cards, x + 12)
        found.append(Group(x + 12, below, asks(meld)))
        found.append(Group(x + width - 14, below, (Text(0, 0, f"+{points}", 42, GOLD, "rm"),)))
    return Picture(WIDTH, _HEIGHT, NIGHT, tuple(found))


def _cards(meld: Meld, cards: tuple[int, ...], left: int) -> list[Shape]:
    """Return the cards of a meld with what is between them: down, plus, or nothing."""
    top, step = _GAP + 6, _CARD_WIDTH + (4 if meld == "katyou" else _SIGN_WIDTH)
    found: list[Shape] = []
    for at, code in enumerate(cards):
        x = left + at * step
        found.append(silk_card(code, x, top, _CARD_WIDTH, _CARD_HEIGHT, 42))
        middle = (x - _SIGN_WIDTH // 2, top + _CARD_HEIGHT // 2)
        if at and meld == "kagen":
            found.append(Group(*middle, (Line(((-5, -11), (5, 0), (-5, 11)), LIGHT, 5),)))
        elif at and meld == "juu":
            found.append(Group(*middle, (Text(0, 0, "+", 36, LIGHT),)))
    if meld == "juu":
        middle = (left + 2 * step - _SIGN_WIDTH + 4, top + _CARD_HEIGHT // 2)
        found.append(Group(*middle, (Text(0, 0, "=10", 42, LIGHT, "lm"),)))
    return found


_TAKING: Final = Described(
    _taking(),
    _(
        "A 2 is taken from the front of a row to the right of the hand 6-4-3. 4-3-2, which only "
        "goes down, is laid on the robe for 3 points; the 6 stays in hand"
    ),
)
_MELDS: Final = Described(
    _melds(),
    _(
        "Three melds: 4-3-2, which only goes down, 3 points; 2 and 8, whose sum is 10, 2 points; "
        "7-9-5, all odd, 3 points"
    ),
)
