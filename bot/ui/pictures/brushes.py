"""Marks that several games draw alike: seats, cards, chips, crowns, ticks, arrows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bot.ui.pictures.palette import GOLD, INK, LIGHT, MUTED, PANEL, SEATS
from bot.ui.pictures.shapes import Box, Group, Line, Oval, Point, Polygon, Shape, Text

WIDTH: Final = 800
"""The width of every board."""
MOST_HEIGHT: Final = 570
"""The greatest height of a board."""

CARD_RADIUS: Final = 10
_RIM: Final = "#8a5a10"
"""The edge of a chip."""
KEPT: Final = 512
"""How many marks of a kind are cached: a board has the same ones in place, move by move."""


@lru_cache(KEPT)
def seat_mark(seat: int, x: int, y: int, radius: int = 24, *, asked: bool = False) -> Group:
    """Return a seat's mark around a point: its shape on a disc of its colour.

    Colour and shape both identify the seat, so nobody needs to see colours. `asked` adds a ring.
    """
    colour = SEATS[seat]
    shapes: list[Shape] = []
    if asked:
        ring = radius + max(5, radius // 4)
        shapes.append(Oval(0, 0, ring, ring, edge=LIGHT, edge_width=max(3, radius // 7)))
    shapes.append(Oval(0, 0, radius, radius, colour, INK, 2))
    shapes += seat_shape(seat, 0, 0, radius * 6 // 10, INK)
    return Group(x, y, tuple(shapes))


def seat_shape(seat: int, x: int, y: int, radius: int, colour: str) -> tuple[Shape, ...]:
    """Return the bare shape of a seat: ● ▲ ■ ◆ ★ ✚ by its number."""
    match seat:
        case 0:
            return (Oval(x, y, radius * 8 // 10, radius * 8 // 10, colour),)
        case 1:
            return (Polygon(_corners(x, y + radius // 8, radius, 3, -90), colour),)
        case 2:
            return (Polygon(_corners(x, y, radius, 4, -45), colour),)
        case 3:
            return (Polygon(_corners(x, y, radius, 4, -90), colour),)
        case 4:
            return (star(x, y, radius, colour),)
        case _:
            arm = max(2, radius * 3 // 10)
            upright = Box(x - arm, y - radius, 2 * arm, 2 * radius, colour)
            return (upright, Box(x - radius, y - arm, 2 * radius, 2 * arm, colour))


def star(x: int, y: int, radius: int, colour: str) -> Polygon:
    """Return a star with five points."""
    outer = _corners(x, y, radius, 5, -90)
    inner = _corners(x, y, radius * 45 // 100, 5, -54)
    return Polygon(
        tuple(point for pair in zip(outer, inner, strict=True) for point in pair), colour
    )


def card(
    x: int,
    y: int,
    width: int,
    height: int,
    fill: str,
    marks: Sequence[Shape] = (),
    *,
    edge: str = INK,
    edge_width: int = 2,
    faded: bool = False,
) -> Group:
    """Return a card with its top left corner at (x, y); `marks` lie on it, in its own pixels."""
    face = Box(0, 0, width, height, fill, CARD_RADIUS, edge, edge_width)
    return Group(x, y, (face, *marks), faded)


@lru_cache(KEPT)
def card_back(x: int, y: int, width: int, height: int, owner: int | None = None) -> Group:
    """Return a face-down card, with its owner's mark if it is known whose it is."""
    lines = [
        Line(((width // 5, y_), (width - width // 5, y_)), "#6a5580", 3)
        for y_ in range(height // 5, height - height // 6, height // 5)
    ]
    mark = [] if owner is None else [seat_mark(owner, width // 2, height // 2, width * 28 // 100)]
    return card(x, y, width, height, "#46355c", (*lines, *mark), edge=LIGHT)


@lru_cache(KEPT)
def chip(x: int, y: int, radius: int) -> Group:
    """Return a round chip around a point."""
    disc = Oval(0, 0, radius, radius, GOLD, _RIM, max(3, radius // 5))
    return Group(x, y, (disc, Oval(0, 0, radius * 5 // 9, radius * 5 // 9, edge=_RIM)))


def tick(x: int, y: int, size: int, colour: str = LIGHT) -> Group:
    """Return a tick (✓) around a point."""
    half = size // 2
    points = ((-half, 0), (-half // 3, half * 7 // 10), (half, -half * 8 // 10))
    return Group(x, y, (Line(points, colour, max(4, size // 6)),))


def crown(x: int, y: int, size: int) -> Group:
    """Return a crown around a point: it marks what wins, or is strongest."""
    half, low = size // 2, size * 35 // 100
    points = (
        (-half, -low), (-half // 2, 0), (0, -half), (half // 2, 0), (half, -low),
        (half * 8 // 10, low), (-half * 8 // 10, low),
    )  # fmt: skip
    return Group(x, y, (Polygon(points, GOLD, INK, 2),))


def arrow(start: Point, end: Point, colour: str, thickness: int = 6) -> Group:
    """Return an arrow from one point to another."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = max(1.0, math.hypot(dx, dy))
    ux, uy, head = dx / far, dy / far, thickness * 3
    neck = (round(dx - ux * head), round(dy - uy * head))
    side = (round(-uy * head * 0.7), round(ux * head * 0.7))
    tip = ((dx, dy), (neck[0] + side[0], neck[1] + side[1]), (neck[0] - side[0], neck[1] - side[1]))
    return Group(*start, (Line(((0, 0), neck), colour, thickness), Polygon(tip, colour)))


def plates(
    y: int, height: int, contents: Sequence[Sequence[Shape]], asked: Sequence[int] = ()
) -> tuple[Shape, ...]:
    """Return a row of plates across the whole width, one for each seat in order, with its mark.

    `contents` says for each seat what its plate holds, in the plate's own pixels to the right of
    the mark. The plates of those who are asked have an edge in the seat's colour.
    """
    width = plate_width(len(contents))
    found: list[Shape] = []
    for seat, shapes in enumerate(contents):
        left = 12 + seat * (width + 8)
        is_asked = seat in asked
        edge = SEATS[seat] if is_asked else None
        found.append(Box(left, y, width, height, PANEL, 12, edge, 5))
        found.append(seat_mark(seat, left + 32, y + height // 2, 20, asked=is_asked))
        found.append(Group(left + 62, y, tuple(shapes)))
    return tuple(found)


def plate_width(seats: int) -> int:
    """Return the width of each seat's plate."""
    return (WIDTH - 24 - 8 * (seats - 1)) // seats


def label(x: int, y: int, text: str, size: int = 34, colour: str = LIGHT) -> Text:
    """Return a number or sign that starts at a point."""
    return Text(x, y, text, size, colour, "lm")


def small(x: int, y: int, text: str, colour: str = MUTED) -> Text:
    """Return a smaller number or sign, centred on a point."""
    return Text(x, y, text, 30, colour, "mm", bold=False)


def _corners(x: int, y: int, radius: int, count: int, first: int) -> tuple[Point, ...]:
    """Return the corners of a regular polygon; `first` is the angle of one, 0 at 3 o'clock."""
    angles = [math.radians(first + 360 * number / count) for number in range(count)]
    return tuple(
        (round(x + radius * math.cos(angle)), round(y + radius * math.sin(angle)))
        for angle in angles
    )
