"""How Shiranui's colours, cards and tokens are drawn, and the emoji made of them.

Each colour has a shape of its own: flame, sun, leaf, drop, cloud; clear is a bubble.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from bot.ui.pictures.brushes import KEPT, card
from bot.ui.pictures.game_pictures import EMOJI_SIZE
from bot.ui.pictures.palette import INK, LIGHT
from bot.ui.pictures.shapes import Box, Group, Line, Oval, Picture, Point, Polygon, Shape, Text
from cogs.shiranui.views import BLUE, CLEAR, COLOURS, GREEN, KEYS, RED, TRICKS, WHITE, YELLOW

NIGHT: Final = "#0d1428"
"""The ground of every picture: the sky over the sea."""

PLATE: Final = "#1b2744"
"""The ground of plates and panels on the night."""

FILLS: Final = {
    CLEAR: "#3a4a6e",
    RED: "#c22f42",
    YELLOW: "#f4c534",
    GREEN: "#1f7a45",
    BLUE: "#2563c9",
    WHITE: "#e8edf3",
}
"""The background of a colour's cards and tokens."""
INKS: Final = {CLEAR: LIGHT, RED: LIGHT, YELLOW: INK, GREEN: LIGHT, BLUE: LIGHT, WHITE: INK}
"""What is drawn and written on that ground."""
DARK: Final = {
    RED: "#591f2b",
    YELLOW: "#5e4f1f",
    GREEN: "#173f2a",
    BLUE: "#1b3767",
    WHITE: "#454d61",
}
"""The ground of cards that are over."""
UNLIT: Final = "#d3d9e4"
"""What is drawn and written on that."""

_CURVE_STEPS: Final = 7

Curve = tuple[Point, Point, Point]
"""Two points that pull a curve towards them, and the point where it ends."""


def _curved(start: Point, *curves: Curve) -> tuple[Point, ...]:
    """Return the points along a closed outline, in hundredths of half its size."""
    points = [start]
    for one, other, end in curves:
        x0, y0 = points[-1]
        for step in range(1, _CURVE_STEPS + 1):
            t = step / _CURVE_STEPS
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            x = a * x0 + b * one[0] + c * other[0] + d * end[0]
            y = a * y0 + b * one[1] + c * other[1] + d * end[1]
            points.append((round(x), round(y)))
    return tuple(points)


_FLAME: Final = _curved(
    (12, -100),
    ((14, -55), (72, -25), (72, 34)),
    ((72, 78), (40, 100), (0, 100)),
    ((-42, 100), (-72, 76), (-72, 32)),
    ((-72, 0), (-52, -18), (-48, -52)),
    ((-30, -44), (-22, -30), (-18, -14)),
    ((2, -34), (14, -62), (12, -100)),
)
_TONGUE: Final = _curved(
    (4, 12),
    ((6, 34), (34, 44), (34, 68)),
    ((34, 86), (18, 94), (2, 94)),
    ((-18, 94), (-34, 86), (-34, 66)),
    ((-34, 44), (0, 40), (4, 12)),
)
_DROP: Final = _curved(
    (0, -100),
    ((16, -60), (68, -6), (68, 36)),
    ((68, 76), (38, 100), (0, 100)),
    ((-38, 100), (-68, 76), (-68, 36)),
    ((-68, -6), (-16, -60), (0, -100)),
)
_LEAF: Final = _curved(
    (-70, 70),
    ((-105, -20), (-20, -100), (92, -92)),
    ((100, 20), (20, 105), (-70, 70)),
)


@lru_cache(KEPT)
def symbol(colour: int, x: int, y: int, half: int, ink: str, ground: str) -> Group:
    """Return the shape of a colour around a point; `half` is half its size."""

    def scaled(points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple((round(px * half / 100), round(py * half / 100)) for px, py in points)

    def size(hundredths: int) -> int:
        return max(1, round(hundredths * half / 100))

    shapes: tuple[Shape, ...]
    if colour == RED:
        shapes = (Polygon(scaled(_FLAME), ink), Polygon(scaled(_TONGUE), ground))
    elif colour == YELLOW:
        far, near = 70, 49
        rays = (
            ((0, -98), (0, -near - 20)),
            ((0, near + 20), (0, 98)),
            ((-98, 0), (-near - 20, 0)),
            ((near + 20, 0), (98, 0)),
            ((-far, -far), (-near, -near)),
            ((near, near), (far, far)),
            ((-far, far), (-near, near)),
            ((near, -near), (far, -far)),
        )
        lines = [Line(scaled(ray), ink, size(19)) for ray in rays]
        shapes = (Oval(0, 0, size(50), size(50), ink), *lines)
    elif colour == GREEN:
        veins = (((-96, 96), (48, -48)), ((-20, 20), (-26, -30)), ((-20, 20), (30, 26)))
        lines = [Line(scaled(vein), ground, size(13)) for vein in veins[1:]]
        stem = Line(scaled(((-96, 96), (-66, 66))), ink, size(15))
        middle = Line(scaled(((-66, 66), (50, -50))), ground, size(13))
        shapes = (Polygon(scaled(_LEAF), ink), stem, middle, *lines)
    elif colour == BLUE:
        gleam = Oval(0, size(34), size(42), size(42), None, ground, size(14), 95, 180)
        shapes = (Polygon(scaled(_DROP), ink), gleam)
    elif colour == WHITE:
        low = size(62)
        shapes = (
            Oval(-size(48), size(22), size(44), size(40), ink),
            Oval(size(2), -size(12), size(54), size(54), ink),
            Oval(size(54), size(26), size(40), size(36), ink),
            Box(-size(52), size(14), size(108), low - size(14), ink, size(20)),
        )
    else:
        ring = Oval(0, 0, size(84), size(84), None, ink, size(16))
        gleam = Oval(0, 0, size(52), size(52), None, ink, size(16), 190, 265)
        shapes = (ring, gleam)
    return Group(x, y, shapes)


@lru_cache(KEPT)
def card_face(
    code: int,
    x: int,
    y: int,
    width: int,
    height: int,
    *,
    edge: str = INK,
    edge_width: int = 2,
    dark: bool = False,
) -> Group:
    """Return a card with its top left corner at (x, y): its number, and its colour's shape.

    `dark` shows it as one that is over: still legible, but no longer lit.
    """
    colour, number = divmod(code, 10)
    fill, ink = (DARK[colour], UNLIT) if dark else (FILLS[colour], INKS[colour])
    half = width * 24 // 100
    size = max(30, height * 44 // 100)
    marks = (
        Text(width * 30 // 100, height * 29 // 100, str(number), size, ink),
        symbol(colour, width - half - width // 9, height - half - height // 12, half, ink, fill),
    )
    return card(x, y, width, height, fill, marks, edge=edge, edge_width=edge_width)


@lru_cache(KEPT)
def token(colour: int, x: int, y: int, radius: int) -> Group:
    """Return a token around a point, too small for a shape: filled, or a ring if it is clear."""
    if colour == CLEAR:
        ring = Oval(0, 0, radius, radius, None, LIGHT, max(3, radius // 3))
        return Group(x, y, (ring,))
    return Group(x, y, (Oval(0, 0, radius, radius, FILLS[colour], LIGHT, 2),))


@lru_cache(KEPT)
def tile(colour: int, x: int, y: int, size: int) -> Group:
    """Return a colour's shape on a small ground of its colour, top left corner at (x, y)."""
    fill = FILLS[colour]
    mark = symbol(colour, size // 2, size // 2, size * 36 // 100, INKS[colour], fill)
    return Group(x, y, (Box(0, 0, size, size, fill, size // 5, INK, 2), mark))


@lru_cache(KEPT)
def none_of(colour: int, x: int, y: int, size: int) -> Group:
    """Return a colour struck through, top left corner at (x, y): somebody has none of it."""
    stroke = ((0, 0), (size, size))
    shapes = (tile(colour, 0, 0, size), Line(stroke, INK, size // 5), Line(stroke, LIGHT, 3))
    return Group(x, y, shapes)


def card_emoji(code: int) -> str:
    """Return the name of a card's emoji."""
    return f"shi_{KEYS[code // 10]}{code % 10}"


def token_emoji(colour: int) -> str:
    """Return the name of a token's emoji, which stands for its colour as well."""
    return f"shi_token_{KEYS[colour]}"


def _emoji() -> Mapping[str, Picture]:
    cards = [10 * colour + number for colour in COLOURS for number in range(TRICKS)]
    found = {card_emoji(code): _card_picture(code) for code in cards}
    return found | {token_emoji(colour): _token_picture(colour) for colour in (*COLOURS, CLEAR)}


def _card_picture(code: int) -> Picture:
    colour, number = divmod(code, 10)
    fill, ink = FILLS[colour], INKS[colour]
    shapes = (
        Box(3, 3, 122, 122, fill, 24, INK if ink == INK else LIGHT, 5),
        Text(43, 51, str(number), 84, ink),
        symbol(colour, 91, 93, 24, ink, fill),
    )
    return Picture(EMOJI_SIZE, EMOJI_SIZE, NIGHT, (Group(0, 0, shapes),))


def _token_picture(colour: int) -> Picture:
    fill = FILLS[colour]
    middle = EMOJI_SIZE // 2
    shapes = (
        Oval(middle, middle, 60, 60, fill, INK if fill == FILLS[WHITE] else LIGHT, 6),
        symbol(colour, middle, middle, 38, INKS[colour], fill),
    )
    return Picture(EMOJI_SIZE, EMOJI_SIZE, NIGHT, (Group(0, 0, shapes),))


EMOJI: Final = _emoji()
"""All emoji of the game, by name."""
