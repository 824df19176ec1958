"""The board of Colors of Kasane as a picture: the field, everybody's robe, the melds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.engine.text import marked as _
from bot.ui.pictures.brushes import WIDTH, seat_mark
from bot.ui.pictures.game_pictures import Described, GamePictures
from bot.ui.pictures.palette import GOLD, LIGHT, MUTED, SEATS
from bot.ui.pictures.shapes import Box, Group, Picture, Shape, Text
from cogs.kasane import meld_art
from cogs.kasane.card_art import (
    EMOJI,
    MIST,
    NIGHT,
    PLATE,
    ROBE_WIDTH,
    TRACK,
    card_back,
    covered_card,
    robe,
    silk_card,
)
from cogs.kasane.cover import COVER, EXAMPLES
from cogs.kasane.first_melds import first
from cogs.kasane.meld_art import meld_grid
from cogs.kasane.views import MELDS, ROW, Public

_HEIGHT: Final = 490
_EDGE: Final = 10
_LEFT_WIDTH: Final = 450
"""The part for the field and the robes."""
_MELDS_LEFT: Final = WIDTH - _EDGE - meld_art.WIDTH
_MELDS_TOP: Final = (_HEIGHT - len(MELDS) * meld_art.LINE) // 2 + 3
_CARDS_TOP: Final = _EDGE + 36
_STEP: Final = 34
"""How much of a covered card is seen."""
_CARD_WIDTH: Final = 84
_CARD_HEIGHT: Final = 84


def board(view: Public, asked: tuple[int, ...]) -> Picture:
    """Return the board as everybody may see it."""
    shapes = [
        *_mist(),
        *_field(view.rows, view.seats),
        *meld_grid(view.marks, _MELDS_LEFT, _MELDS_TOP),
        *_people(view, asked),
    ]
    return Picture(WIDTH, _HEIGHT, NIGHT, tuple(shapes))


def _mist() -> list[Shape]:
    bands = ((0, 70, 300, 46), (120, 94, 420, 46), (430, 250, 370, 60), (300, 290, 300, 50))
    # Each is a shape of its own: as one group they would be a large sprite, most of it empty.
    return [Box(x, y, width, height, MIST, height // 2) for x, y, width, height in bands]


def _field(rows: Sequence[Sequence[int]], seats: int) -> list[Shape]:
    """Return the rows of the field side by side, each from its hindmost card to the front."""
    pitch = _LEFT_WIDTH // seats
    most = ROW[seats]
    found: list[Shape] = []
    for at, cards in enumerate(rows):
        x = _EDGE + at * pitch + (pitch - _CARD_WIDTH) // 2
        height = (most - 1) * _STEP + _CARD_HEIGHT
        found.append(_row_number(at + 1, x + _CARD_WIDTH // 2))
        found.append(Box(x, _CARDS_TOP, _CARD_WIDTH, height, TRACK, 10))
        for depth, code in enumerate(cards[:-1]):
            y = _CARDS_TOP + depth * _STEP
            found.append(covered_card(code, x, y, _CARD_WIDTH, _CARD_HEIGHT))
        if cards:
            y = _CARDS_TOP + (len(cards) - 1) * _STEP
            found.append(
                silk_card(cards[-1], x - 4, y, _CARD_WIDTH + 8, _CARD_HEIGHT, 56, front=True)
            )
    return found


def _row_number(number: int, x: int) -> Group:
    return Group(x, _EDGE + 16, (Text(0, 0, f"{number}", 32, MUTED),))


def _people(view: Public, asked: Sequence[int]) -> list[Shape]:
    """Return a plate for each seat: mark, points, cards in hand, robe."""
    top = _CARDS_TOP + (ROW[view.seats] - 1) * _STEP + _CARD_HEIGHT + 12
    gap = 6
    height = (_HEIGHT - _EDGE - top - gap * (view.seats - 1)) // view.seats
    ranks = [(score, len(cards)) for score, cards in zip(view.scores, view.robes, strict=True)]
    best = [seat for seat in range(view.seats) if ranks[seat] == max(ranks) and view.turn is None]
    found: list[Shape] = []
    for seat in range(view.seats):
        y = top + seat * (height + gap)
        edge = SEATS[seat] if seat in asked else GOLD if seat in best else None
        found.append(Box(_EDGE, y, _LEFT_WIDTH, height, PLATE, 12, edge, 4))
        found += _person(view, seat, y, height, asked=seat in asked)
    return found


def _person(view: Public, seat: int, y: int, height: int, *, asked: bool) -> list[Shape]:
    middle = y + height // 2
    robe_left = _EDGE + _LEFT_WIDTH - ROBE_WIDTH - 8
    hand = Group(150, middle, (Text(0, 0, f"{view.hand_sizes[seat]}", 30, LIGHT, "lm"),))
    return [
        seat_mark(seat, _EDGE + 30, middle, 18, asked=asked),
        Group(_EDGE + 102, middle, (Text(0, 0, f"{view.scores[seat]}", 38, GOLD, "rm"),)),
        card_back(122, middle - 15, 22, 30),
        hand,
        robe(view.robes[seat], robe_left, y + 6, height - 12),
    ]


_COVER_TEXT: Final = _(
    "Cards 2, 4 and 6 in front of the moon, beside a purple robe with many colours at its collar"
)
_RULES_TEXTS: Final[Mapping[int, str]] = {
    0: _(
        "A 1 is taken from the front of a row, on top of the hand 6-7-3-2. The meld 3-2-1 is "
        "laid on the robe and scores 3"
    ),
    2: _(
        "An example of each meld: 7-7; 1-7-2; 6-1-2; 9-3-8; 5-7-4; 5-3-2-1; 5-6-9; 7-5-1-1; 6-4-8"
    ),
    3: _(
        "The robe 8-7-6 and the hand 3-2-4-6: the 6 of the robe and 2-4-6 of the hand are "
        "marked. The robe becomes 8-7-6-2-4-6 and scores 4"
    ),
    4: _(
        "Points for the number of colours: 1: +5, 2: +4, 3: +3, 4: +2, 5: 0, 6: +2, 7: +3, 8:"
        " +4, 9: +5"
    ),
}
"""What the pictures of the rules show, for those who can't see them: by the page, from 0."""

PICTURES: Final = GamePictures(
    board=board,
    cover=Described(COVER, _COVER_TEXT),
    emoji=EMOJI,
    rules={page: Described(drawn, _RULES_TEXTS[page]) for page, drawn in EXAMPLES.items()},
    first=first,
)
"""All pictures of this game."""
