"""How a trick of Shiranui is drawn: its cards in order of play, and what the colours add up to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.ui.pictures.brushes import KEPT, crown, seat_mark
from bot.ui.pictures.palette import GOLD, INK, LIGHT, MUTED, SEATS
from bot.ui.pictures.shapes import Box, Group, Line, Oval, Shape, Text
from cogs.shiranui.card_art import FILLS, NIGHT, PLATE, card_face, tile, token
from cogs.shiranui.views import CLEAR, UNLUCKY, Laid, Public, sums

HEIGHT: Final = 236
"""The height of a trick with the marks above its cards and the tokens below."""
_LEFT, _RIGHT = 16, 560
"""The cards are between these; the colours' totals are to the right of them."""
_CARD_TOP, _CARD_HEIGHT = 52, 138
_CARD_WIDTHS: Final = {3: 124, 4: 110, 5: 96}
_SLOT_EDGE: Final = "#3d4c74"
_FULL: Final = 18
"""The total that fills a bar; a higher one rescales them all."""


@dataclass(frozen=True, slots=True)
class TrickShown:
    """What is drawn of a trick: the current one, or the one that has just ended."""

    seats: tuple[int, ...]
    """In order of play."""
    laid: tuple[Laid, ...]
    strong: int | None
    best: int | None
    """The seat that wins so far, or has won."""
    points: int
    """What it wins."""
    over: bool


def shown(view: Public) -> TrickShown:
    """Return the trick to draw: until the next card is played, that is the one before."""
    over = not view.trick and bool(view.last)
    first = view.last[0].seat if over else view.leader
    order = tuple((first + place) % view.seats for place in range(view.seats))
    if over:
        won = view.tricks[-1]
        return TrickShown(order, view.last, won.card // 10, won.seat, won.points, over)
    winning = view.winning()
    best = None if winning is None else winning[0].seat
    points = 0 if winning is None else winning[1]
    return TrickShown(order, view.trick, view.strong, best, points, over)


def trick_shapes(trick: TrickShown, top: int, asked: Sequence[int] = ()) -> list[Shape]:
    """Return a place for each seat in order of play, with the card it has played."""
    count = len(trick.seats)
    each = (_RIGHT - _LEFT) // count
    width = _CARD_WIDTHS[count]
    found: list[Shape] = []
    for place, seat in enumerate(trick.seats):
        left = _LEFT + place * each + (each - width) // 2
        best = seat == trick.best
        found.append(seat_mark(seat, left + 20, top + 26, 19, asked=seat in asked))
        if best:
            found.append(prize(left + 43, top + 8, trick.points))
        if place < len(trick.laid):
            found += _played(trick, trick.laid[place], left, top + _CARD_TOP, width)
        else:
            edge = SEATS[seat] if seat in asked else _SLOT_EDGE
            slot = Box(0, 0, width, _CARD_HEIGHT, "#141d36", 10, edge, 4 if seat in asked else 2)
            found.append(Group(left, top + _CARD_TOP, (slot,)))
    return found


def gap_before(place: int, count: int) -> tuple[int, int]:
    """Return where the gap between a card and the one before it begins and ends."""
    each, width = (_RIGHT - _LEFT) // count, _CARD_WIDTHS[count]
    right = _LEFT + place * each + (each - width) // 2
    return right - (each - width) + 6, right - 6


def _played(trick: TrickShown, laid: Laid, left: int, top: int, width: int) -> list[Shape]:
    best = laid.seat == trick.best
    edge, thick = (GOLD, 6) if best else (INK, 2)
    if not best and laid.card // 10 == trick.strong:
        edge, thick = LIGHT, 4
    dark = trick.over and not best
    if dark and thick > 2:
        edge = "#8f9ab3"
    found: list[Shape] = [
        card_face(laid.card, left, top, width, _CARD_HEIGHT, edge=edge, edge_width=thick, dark=dark)
    ]
    if laid.tokens or laid.clear:
        found.append(badge(left + width - 20, top + 38, laid.total, dark=dark))
    tokens = [laid.card // 10] * laid.tokens + [CLEAR] * laid.clear
    for number, colour in enumerate(tokens):
        x = left + 10 + number % 5 * (width - 20) // 4
        found.append(token(colour, x, top + _CARD_HEIGHT + 16 + number // 5 * 21, 9))
    return found


@lru_cache(KEPT)
def badge(x: int, y: int, total: int, *, dark: bool = False) -> Group:
    """Return the total of a card with tokens around a point."""
    ground = "#98a2b8" if dark else LIGHT
    shapes = (
        Oval(0, 0, 27, 27, ground, INK, 3),
        Text(0, 0, str(total), 38 if total < 10 else 34, INK),
    )
    return Group(x, y, shapes)


@lru_cache(KEPT)
def prize(x: int, y: int, points: int) -> Group:
    """Return the points a card wins, on gold."""
    text = f"+{points}"
    width = 50 if points < 10 else 60
    pill = Box(0, 0, width, 36, GOLD, 18, INK, 2)
    return Group(x, y, (pill, Text(width // 2, 18, text, 32 if points < 10 else 30, INK)))


def total_shapes(
    colours: Sequence[int], thirteen: bool, trick: TrickShown, top: int
) -> list[Shape]:
    """Return a bar for each colour, the strong one crowned, to the right of the cards.

    In Thirteen a stroke on the strong one shows where the lowest card would be void.
    """
    cards, totals = [each.card for each in trick.laid], [each.total for each in trick.laid]
    by_colour = sums(cards, totals)
    played = {card // 10 for card in cards}
    full = max(_FULL, *by_colour)
    height = HEIGHT // len(colours)
    found: list[Shape] = []
    for row, colour in enumerate(colours):
        strong, total = colour == trick.strong, by_colour[colour]
        shapes: list[Shape] = []
        if strong:
            shapes += [Box(0, 2, 224, height - 4, PLATE, 12, GOLD, 3), crown(24, height // 2, 30)]
        middle, size = height // 2, 36 if height < 56 else 44
        shapes += [
            tile(colour, 44, middle - size // 2, size),
            *_bar(size + 52, middle - 10, 76, 20, 76 * total // full, FILLS[colour]),
        ]
        if strong and thirteen:
            x = size + 52 + 76 * UNLUCKY // full
            shapes.append(Line(((x, middle - 15), (x, middle + 15)), GOLD, 3))
        if colour in played:
            shapes.append(Text(214, middle, str(total), 36, LIGHT, "rm"))
        else:
            shapes.append(Text(214, middle, "0", 30, MUTED, "rm", bold=False))
        found.append(Group(568, top + row * height, tuple(shapes)))
    return found


def _bar(x: int, y: int, width: int, height: int, filled: int, colour: str) -> list[Shape]:
    """Return a bar with an edge that shows on the night."""
    ground = Box(x, y, width, height, NIGHT, height // 2, _SLOT_EDGE, 2)
    if filled <= 0:
        return [ground]
    full = Box(x, y, max(height, filled), height, colour, height // 2, LIGHT, 2)
    return [ground, full]
