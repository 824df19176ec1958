"""The cover of Shiranui, the night it is set in, and the pictures on its rules pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.ui.pictures.brushes import WIDTH, arrow
from bot.ui.pictures.palette import GOLD, LIGHT
from bot.ui.pictures.shapes import Box, Group, Line, Oval, Picture, Point, Shape
from cogs.shiranui.card_art import NIGHT, card_face, symbol, token
from cogs.shiranui.trick_art import (
    HEIGHT,
    TrickShown,
    badge,
    gap_before,
    prize,
    total_shapes,
    trick_shapes,
)
from cogs.shiranui.views import BLUE, COLOURS, GREEN, RED, WHITE, YELLOW, Laid, won

_HORIZON: Final = 196
_LIGHTS: Final = {
    RED: "#ff6a5c",
    YELLOW: "#ffd75e",
    GREEN: "#6fdc96",
    BLUE: "#6fb0ff",
    WHITE: LIGHT,
}
"""The colours as lights over the sea."""
_HALOS: Final = {
    RED: ("#26182f", "#3d1d38"),
    YELLOW: ("#272432", "#40382f"),
    GREEN: ("#162a38", "#1c3d40"),
    BLUE: ("#142348", "#1b3263"),
    WHITE: ("#222a41", "#353e57"),
}


def stars(places: Sequence[Point]) -> list[Shape]:
    """Return small stars, every third a little larger."""
    return [
        Group(x, y, (Oval(0, 0, 1 + (not n % 3), 1 + (not n % 3), "#8fa3cf"),))
        for n, (x, y) in enumerate(places)
    ]


def moon(x: int, y: int, radius: int) -> Group:
    """Return a crescent around a point."""
    away = radius * 4 // 10
    shapes = (
        Oval(0, 0, radius, radius, "#f2e6b8"),
        Oval(away, -away // 2, radius * 9 // 10, radius * 9 // 10, NIGHT),
    )
    return Group(x, y, shapes)


def _light(colour: int, x: int) -> list[Shape]:
    """Return a light over the horizon, in its colour and shape, and its way over the water."""
    outer, inner = _HALOS[colour]
    lit = _LIGHTS[colour]
    y = _HORIZON - 46
    glow = (Oval(0, 0, 62, 62, outer), Oval(0, 0, 44, 44, inner))
    waves = tuple(
        Line(((-half, 16 + 15 * n), (half, 16 + 15 * n)), lit, 4)
        for n, half in enumerate((34, 26, 30, 18, 22, 10))
    )
    return [
        Group(x, y, (*glow, symbol(colour, 0, 0, 30, lit, inner))),
        Group(x, _HORIZON, waves),
    ]


def _cover() -> Picture:
    places = (
        (40, 40), (118, 96), (190, 30), (262, 70), (330, 26), (396, 88), (470, 44), (540, 80),
        (590, 22), (648, 66), (772, 108), (60, 150), (744, 150), (326, 130), (474, 132),
    )  # fmt: skip
    sea = (
        Box(0, _HORIZON, WIDTH, 400 - _HORIZON, "#122750"),
        Box(0, _HORIZON + 70, WIDTH, 400 - _HORIZON - 70, "#0f2146"),
        Line(((0, _HORIZON), (WIDTH, _HORIZON)), "#5c7fb8", 3),
    )
    lights = [each for n, colour in enumerate(COLOURS) for each in _light(colour, 96 + 152 * n)]
    halves = [each for each in lights if isinstance(each, Group)]
    glows, waves = halves[::2], halves[1::2]
    cards = (
        card_face(10 * RED + 6, 216, 224, 112, 138),
        card_face(10 * RED, 344, 224, 112, 138, edge=GOLD, edge_width=6),
        card_face(10 * GREEN + 4, 472, 224, 112, 138),
        badge(308, 262, 8),
        badge(564, 262, 7),
        *(token(RED, 230 + 26 * n, 380, 11) for n in range(2)),
        *(token(GREEN, 486 + 26 * n, 380, 11) for n in range(3)),
        prize(375, 206, 8),
    )
    shapes = (*stars(places), moon(704, 52, 30), *glows, Group(0, 0, sea), *waves, *cards)
    return Picture(WIDTH, 400, NIGHT, shapes)


def _example(laid: tuple[Laid, ...], strong: int) -> Picture:
    """Return a trick of three, as it shows on the board."""
    cards, totals = [each.card for each in laid], [each.total for each in laid]
    place, points, _void = won(cards, totals, strong, thirteen=False)
    trick = TrickShown((0, 1, 2), laid, strong, laid[place].seat, points, over=False)
    colours = dict.fromkeys([strong, *(each.card // 10 for each in laid)])
    # The winner's gap to the next higher card, which comes before it in all examples.
    left, right = gap_before(place, len(laid))
    shapes = (
        *trick_shapes(trick, 8),
        arrow((right, 168), (left, 168), GOLD),
        *total_shapes([each for each in COLOURS if each in colours], False, trick, 8),
    )
    return Picture(WIDTH, HEIGHT + 16, NIGHT, shapes)


COVER: Final = _cover()
"""What represents the game in lists."""
EXAMPLES: Final[Mapping[int, tuple[tuple[Laid, ...], int]]] = {
    0: ((Laid(0, 17, 1, 0), Laid(1, 10, 0, 0), Laid(2, 34, 2, 0)), RED),
    3: ((Laid(0, 15, 3, 0), Laid(1, 56, 2, 0), Laid(2, 51, 0, 0)), WHITE),
    4: ((Laid(0, 14, 0, 0), Laid(1, 11, 0, 0), Laid(2, 22, 0, 0)), RED),
}
"""The tricks that pages of the rules mention, by page, and their strong colour."""
RULES: Final = {page: _example(laid, strong) for page, (laid, strong) in EXAMPLES.items()}
"""These tricks as pictures."""
