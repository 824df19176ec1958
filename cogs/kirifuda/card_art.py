"""How the seasons, their cards and the blessing cards are drawn, and the emoji made of them.

Each season has a shape of its own: blossom, sun, maple leaf, snowflake.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from bot.ui.pictures.brushes import KEPT, card, tick
from bot.ui.pictures.game_pictures import EMOJI_SIZE
from bot.ui.pictures.palette import GOLD, INK, LIGHT
from bot.ui.pictures.shapes import Box, Group, Line, Oval, Picture, Point, Polygon, Shape, Text
from cogs.kirifuda.views import DECK, SEASONS, worth

NIGHT: Final = "#171a2c"
"""The ground of every picture: the night of the ritual."""
PLATE: Final = "#262b45"
"""The ground of plates and empty places on the night."""
BAND: Final = "#2b2440"
"""The foot of a blessing card, with its points."""
ACHIEVED: Final = "#1f5b3a"
"""The same once it is achieved."""


class Hues(NamedTuple):
    """The colours of a season."""

    bright: str
    """Its shape on dark grounds."""
    deep: str
    """Its shape on a card."""
    face: str
    """The ground of its cards."""
    row: str
    """The ground of its row on the board."""
    space: str
    """The ground of a free space there."""


HUES: Final = {
    1: Hues("#ff9cc3", "#d83c7c", "#fde6ee", "#733a58", "#3a2036"),
    2: Hues("#ffd24a", "#b97700", "#fdf2cb", "#705a1d", "#382f1a"),
    3: Hues("#ff8a4c", "#c63d17", "#fde3d2", "#76391f", "#3b211b"),
    4: Hues("#b9e3ff", "#2b79bd", "#e3f1fb", "#34567c", "#1d2f47"),
}
KEYS: Final = {1: "spring", 2: "summer", 3: "autumn", 4: "winter"}
"""What the seasons are called in the names of emoji."""

_PETAL: Final = ((0, 0), (-25, -34), (-37, -64), (-27, -90), (-12, -97), (0, -82))
_LEAF: Final = (
    (0, -100), (17, -66), (38, -76), (33, -32), (57, -54), (64, -36), (98, -40), (83, -6),
    (100, 6), (54, 42), (60, 62), (7, 54), (7, 100),
)  # fmt: skip


@lru_cache(KEPT)
def season_mark(season: int, x: int, y: int, half: int, *, on_card: bool = False) -> Group:
    """Return the shape of a season around a point; `half` is half its size."""
    hues = HUES[season]
    colour, ground = (hues.deep, hues.face) if on_card else (hues.bright, hues.space)
    match season:
        case 1:
            shapes = _blossom(half, colour, ground)
        case 2:
            shapes = _sun(half, colour)
        case 3:
            shapes = _maple(half, colour, ground)
        case _:
            shapes = _snowflake(half, colour)
    return Group(x, y, shapes)


def _blossom(half: int, colour: str, ground: str) -> tuple[Shape, ...]:
    outline = (*_PETAL, *((-x, y) for x, y in reversed(_PETAL[1:-1])))
    petals = [Polygon(_turned(outline, 72 * n, half), colour) for n in range(5)]
    threads = [
        Line((_turned(((0, -16),), 72 * n, half)[0], _turned(((0, -44),), 72 * n, half)[0]), ground,
             max(2, half // 10))
        for n in range(5)
    ]  # fmt: skip
    return (*petals, *threads, Oval(0, 0, max(2, half // 6), max(2, half // 6), ground))


def _sun(half: int, colour: str) -> tuple[Shape, ...]:
    ray = ((-17, -62), (0, -100), (17, -62))
    rays = [Polygon(_turned(ray, 45 * n, half), colour) for n in range(8)]
    return (*rays, Oval(0, 0, half * 52 // 100, half * 52 // 100, colour))


def _maple(half: int, colour: str, ground: str) -> tuple[Shape, ...]:
    outline = (*_LEAF, *((-x, y) for x, y in reversed(_LEAF[1:])))
    veins = [((0, 50), (0, -58)), ((0, 40), (56, -12)), ((0, 40), (-56, -12))]
    thin = max(1, half // 12)
    lines = [Line(_turned(vein, 0, half), ground, thin) for vein in veins]
    return (Polygon(_turned(outline, 0, half), colour), *lines)


def _snowflake(half: int, colour: str) -> tuple[Shape, ...]:
    thick = max(2, half // 7)
    arms = ((0, 0), (0, -92)), ((-24, -84), (0, -58), (24, -84)), ((-17, -52), (0, -34), (17, -52))
    return tuple(Line(_turned(arm, 60 * n, half), colour, thick) for n in range(6) for arm in arms)


def _turned(points: tuple[Point, ...], degrees: int, half: int) -> tuple[Point, ...]:
    """Return points, in hundredths of half a size, turned around the middle and made that large."""
    sin, cos = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return tuple(
        (round((x * cos - y * sin) * half / 100), round((x * sin + y * cos) * half / 100))
        for x, y in points
    )


@lru_cache(KEPT)
def season_card(
    code: int, x: int, y: int, width: int, height: int, *, won: bool, faded: bool = False
) -> Group:
    """Return a season card with its top left corner at (x, y); `won` if it wins its trick."""
    season, number = divmod(code, 10)
    half = min(width, height) * 30 // 100
    marks = (
        Text(width * 30 // 100, height * 25 // 100, str(number), height * 42 // 100, INK),
        season_mark(season, width - half - 8, height - half - 8, half, on_card=True),
    )
    edge, thick = (GOLD, 6) if won else (INK, 2)
    return card(
        x, y, width, height, HUES[season].face, marks, edge=edge, edge_width=thick, faded=faded
    )


@lru_cache(KEPT)
def blessing_card(
    code: int, x: int, y: int, width: int, height: int, *, achieved: bool = False
) -> Group:
    """Return a blessing card: how many stones it wants, in which row, and its points below."""
    season, count = divmod(code, 10)
    foot = max(30, height * 34 // 100)
    above = height - foot
    size = max(32, above * 58 // 100)
    points = str(worth(code))
    middle = width // 2
    marks: list[Shape] = [
        Box(2, above, width - 4, foot - 2, ACHIEVED if achieved else BAND, 8),
        Box(2, above, width - 4, foot // 2, ACHIEVED if achieved else BAND),
    ]
    if 5 * width >= 6 * above:
        half = min(above * 34 // 100, width * 28 // 100)
        marks.append(Text(width * 25 // 100, above // 2, str(count), size, INK))
        marks.append(season_mark(season, width * 68 // 100, above // 2, half, on_card=True))
    else:
        half = min(width * 34 // 100, (above - size * 8 // 10) * 45 // 100)
        marks.append(Text(middle, 2 + size * 4 // 10, str(count), size, INK))
        marks.append(season_mark(season, middle, above - half - 2, half, on_card=True))
    band = above + foot // 2
    text = 30 if foot < 38 else 34
    if achieved:
        marks.append(tick(middle - 9, band, 15, LIGHT))
        marks.append(Text(middle + 9, band, points, text, GOLD))
    else:
        marks.append(Text(middle, band, points, text, GOLD))
    return card(x, y, width, height, HUES[season].face, marks)


def card_emoji(code: int) -> str:
    """Return the name of the emoji of a season card."""
    return f"kir_{KEYS[code // 10]}{code % 10}"


def season_emoji(season: int) -> str:
    """Return the name of the emoji of a season."""
    return f"kir_{KEYS[season]}"


def _emoji() -> Mapping[str, Picture]:
    size, middle = EMOJI_SIZE, EMOJI_SIZE // 2
    found = {
        season_emoji(season): Picture(
            size,
            size,
            NIGHT,
            (
                Oval(middle, middle, 62, 62, HUES[season].row),
                season_mark(season, middle, middle, 48),
            ),
        )
        for season in SEASONS
    }
    for code in DECK[4]:
        season, number = divmod(code, 10)
        marks = (
            Text(35, 46, str(number), 88, INK),
            season_mark(season, 78, 86, 33, on_card=True),
        )
        face = card(6, 2, size - 12, size - 4, HUES[season].face, marks, edge_width=4)
        found[card_emoji(code)] = Picture(size, size, NIGHT, (face,))
    return found


EMOJI: Final = _emoji()
"""The emoji of the game by name."""
