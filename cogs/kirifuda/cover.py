"""The cover of Ameno Kirifuda, and the pictures on its rules pages."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from bot.ui.pictures.brushes import WIDTH, arrow, seat_mark
from bot.ui.pictures.palette import GOLD, LIGHT, SEATS
from bot.ui.pictures.shapes import Box, Group, Line, Oval, Picture, Polygon, Shape, Text
from cogs.kirifuda import row_art
from cogs.kirifuda.card_art import HUES, NIGHT, blessing_card, season_card, season_mark
from cogs.kirifuda.row_art import rows, space_middle
from cogs.kirifuda.trick_art import trick_shapes
from cogs.kirifuda.views import FREE, INDEX, SEASONS, SPACES, Trick

_VERMILION: Final = "#d9482f"
_SHADOW: Final = "#8f2a20"
_HILL: Final = tuple((x, 288 + (x - 400) ** 2 // 3600) for x in range(0, 801, 20))
"""The crest of the hill on which the gate stands."""


def _gate() -> tuple[Shape, ...]:
    return (
        Box(-112, -176, 24, 176, _VERMILION, 4),
        Box(88, -176, 24, 176, _VERMILION, 4),
        Box(-116, -20, 32, 20, _SHADOW, 3),
        Box(84, -20, 32, 20, _SHADOW, 3),
        Box(-138, -136, 276, 18, _VERMILION, 3),
        Box(-13, -178, 26, 44, _SHADOW, 2),
        Polygon(((-176, -220), (0, -204), (176, -220), (160, -178), (-160, -178)), _VERMILION),
        Polygon(
            ((-182, -228), (0, -212), (182, -228), (178, -214), (0, -198), (-178, -214)), _SHADOW
        ),
    )  # fmt: skip


def _cover() -> Picture:
    """Return a gate in front of the moon, the four seasons around it, and a run of stones."""
    falling = (
        (1, 60, 44, 12), (1, 146, 26, 9), (1, 226, 66, 11), (2, 252, 24, 9), (3, 560, 32, 11),
        (3, 640, 60, 9), (4, 704, 30, 11), (4, 764, 58, 9), (4, 590, 88, 8), (1, 28, 96, 8),
    )  # fmt: skip
    sky: list[Shape] = [
        Group(400, 148, (Oval(0, 0, 138, 138, "#22263f"), Oval(0, 0, 118, 118, "#f1e4bd"))),
        *(season_mark(season, x, y, half) for season, x, y, half in falling),
        Group(0, 0, (Polygon((*_HILL, (800, 400), (0, 400)), "#0d0f1c"),)),
        Group(400, 312, _gate()),
    ]
    cards = [
        season_card(code, x, y, 104, 148, won=code == 41)
        for code, x, y in ((13, 26, 118), (27, 142, 144), (38, 554, 144), (41, 670, 118))
    ]
    stones: list[Shape] = [
        Group(238, 336, (Box(0, 0, 324, 54, "#34567c", 14),)),
        Group(0, 0, (Line(((280, 363), (360, 363)), SEATS[1], 9),)),
        *(seat_mark(seat, 280 + 80 * n, 363, 24) for n, seat in enumerate((1, 1, 0, 2))),
    ]
    return Picture(WIDTH, 400, NIGHT, (*sky, *cards, *stones))


def _laid(stones: Mapping[int, int]) -> list[int]:
    """Return whose stone lies on each space, given those that aren't free."""
    return [stones.get(space, FREE) for space in SPACES]


def _example(
    stones: Mapping[int, int], *more: Shape, open_: Sequence[int] = (), row: int | None = None
) -> Picture:
    """Return the rows with some stones, and what else there is."""
    spaces = [INDEX[space] for space in open_]
    shapes = (*rows(_laid(stones), 12, 12, spaces, row), *more)
    return Picture(WIDTH, row_art.HEIGHT + 24, NIGHT, shapes)


def _arrow_between(start: int, end: int) -> Group:
    (x, y), (to_x, to_y) = space_middle(INDEX[start]), space_middle(INDEX[end])
    return arrow((12 + x, 12 + y + 24), (12 + to_x, 12 + to_y - 4), GOLD, 7)


def _game() -> Picture:
    """Return a trick that winter 1 wins, and where the stone for it goes."""
    trick = trick_shapes(Trick(1, 0, (32, 33, 38, 41), 3), 4)
    return _example({41: 3, 42: 3, 12: 0, 22: 1, 23: 1, 33: 2}, *trick, open_=(42,), row=4)


def _score() -> Picture:
    """Return five stones, three of them side by side, a blessing card, and how that adds up."""
    sums = (
        Text(500, 66, "5×3=15", 52, LIGHT, "lm"),
        blessing_card(12, 500, 112, 76, 110, achieved=True),
        Text(596, 168, "+5", 52, LIGHT, "lm"),
        Text(500, 262, "=20", 52, GOLD, "lm"),
    )
    return _example({11: 0, 13: 0, 32: 0, 33: 0, 34: 0, 21: 1, 22: 1, 43: 2}, *sums)


def _beaten() -> Picture:
    """Return how the seasons beat each other in a circle, and a trick without trumps."""
    ring: list[Shape] = [Group(214, 153, (Oval(0, 0, 100, 100, None, "#3d4465", 5),))]
    for number, season in enumerate(SEASONS):
        angle = math.radians(90 * number - 90)
        x, y = 214 + round(100 * math.cos(angle)), 153 + round(100 * math.sin(angle))
        disc = Oval(0, 0, 42, 42, HUES[season].row)
        ring += [Group(x, y, (disc,)), season_mark(season, x, y, 30)]
        way = math.radians(90 * number - 45)
        x, y = 214 + round(100 * math.cos(way)), 153 + round(100 * math.sin(way))
        dx, dy = round(-17 * math.sin(way)), round(17 * math.cos(way))
        ring.append(arrow((x - dx, y - dy), (x + dx, y + dy), LIGHT, 6))
    trick = trick_shapes(Trick(1, 0, (32, 33, 38, 25), 2), 4)
    return Picture(WIDTH, row_art.HEIGHT + 24, NIGHT, (*ring, *trick))


def _push() -> Picture:
    """Return a full summer row, out of which a stone is pushed into autumn."""
    stones = {21: 0, 22: 1, 23: 2, 24: 1, 31: 1, 34: 0}
    new = (arrow((530, 117), (466, 117), GOLD, 7), seat_mark(2, 580, 117, 34))
    return _example(stones, _arrow_between(22, 33), *new, open_=(32, 33), row=2)


COVER: Final = _cover()
"""What represents the game in lists."""
EXAMPLES: Final[Mapping[int, Picture]] = {0: _game(), 2: _beaten(), 3: _push(), 4: _score()}
"""What is shown on pages of the rules: the examples that their texts mention."""
