"""How a trick is drawn, and above it which season beats which."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.ui.pictures.brushes import crown, seat_mark
from bot.ui.pictures.palette import LIGHT, MUTED
from bot.ui.pictures.shapes import Box, Group, Line, Polygon, Shape
from cogs.kirifuda.card_art import PLATE, season_card, season_mark
from cogs.kirifuda.views import SEASONS, Trick, next_season, strength

LEFT: Final = 466
WIDTH: Final = 322
_SEASONS: Final = 74
CARDS_TOP: Final = 104
CARD_HEIGHT: Final = 124
_MARKS: Final = CARDS_TOP + CARD_HEIGHT + 34
"""The middle of the marks of who played the cards above."""


def trick_shapes(
    trick: Trick, seats: int, asked: Sequence[int] = (), *, over: bool = False
) -> list[Shape]:
    """Return a trick's cards above the marks of who played them, the best one crowned.

    Those who haven't played yet have a free place. `over`: the trick is shown faded.
    """
    led = trick.cards[0] // 10 if trick.cards else None
    best = max(trick.cards, key=lambda card: strength(card, led or 0), default=0)
    found: list[Shape] = order_of_seasons(led, over=over)
    for step in range(seats):
        seat = (trick.leader + step) % seats
        left, width = card_place(step, seats)
        if step < len(trick.cards):
            card = trick.cards[step]
            face = season_card(
                card, left, CARDS_TOP, width, CARD_HEIGHT, won=card == best, faded=over
            )
            found.append(face)
            if card == best:
                found.append(crown(left + width - 22, CARDS_TOP + 4, 36))
        else:
            found.append(free_place(left, width))
        middle = left + width // 2
        found.append(seat_mark(seat, middle, _MARKS, 20, asked=seat in asked))
    return found


def card_place(step: int, seats: int) -> tuple[int, int]:
    """Return the left edge and the width of a card in a trick."""
    width = (WIDTH - 8 * (seats - 1)) // seats
    return LEFT + step * (width + 8), width


def free_place(left: int, width: int) -> Group:
    """Return a place for a card that isn't there yet."""
    return Group(left, CARDS_TOP, (Box(0, 0, width, CARD_HEIGHT, PLATE, 10, "#454c70", 3),))


def order_of_seasons(led: int | None, *, over: bool = False) -> list[Shape]:
    """Return which season beats which: trumps, then the one led; before that, how they beat each
    other in a circle.
    """
    marks: list[Shape] = []
    if led is None:
        for number, season in enumerate(SEASONS):
            x = 24 + number * 80
            marks.append(season_mark(season, x, 0, 19))
            marks.append(_arrow_head(x + 40))
        return [Group(LEFT, _SEASONS, tuple(marks))]
    trumps = next_season(led)
    marks.append(crown(18, -1, 30))
    marks.append(season_mark(trumps, 58, 0, 19))
    marks.append(_greater_than(98))
    marks.append(season_mark(led, 140, 0, 19))
    marks.append(_greater_than(180))
    found: list[Shape] = [Group(LEFT, _SEASONS, tuple(marks), faded=over)]
    weak = next_season(trumps), next_season(next_season(trumps))
    others = tuple(season_mark(season, 222 + 50 * n, 0, 17) for n, season in enumerate(weak))
    found.append(Group(LEFT, _SEASONS, others, faded=True))
    return found


def _arrow_head(x: int) -> Polygon:
    return Polygon(((x - 9, -11), (x + 9, 0), (x - 9, 11)), MUTED)


def _greater_than(x: int) -> Line:
    return Line(((x - 8, -11), (x + 8, 0), (x - 8, 11)), LIGHT, 4)
