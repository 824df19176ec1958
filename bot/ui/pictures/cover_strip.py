"""The covers of all games side by side, numbered as they are listed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.ui.pictures.brushes import WIDTH
from bot.ui.pictures.palette import GROUND, INK, LIGHT, PANEL
from bot.ui.pictures.shapes import Box, Group, Inset, Oval, Picture, Shape, Text

IN_A_ROW: Final = 5
HEIGHT: Final = 220
"""The height of a row."""
GAP: Final = 6


def cover_strip(covers: Sequence[Picture | None]) -> Picture:
    """Return the middle of each cover, five a row; a game without one has its number alone."""
    across = min(IN_A_ROW, len(covers))
    rows = -(-len(covers) // IN_A_ROW)
    width = WIDTH // across
    shapes: list[Shape] = []
    insets: list[Inset] = []
    for number, cover in enumerate(covers):
        x, y = number % IN_A_ROW * width, number // IN_A_ROW * HEIGHT
        place = (x + GAP // 2, y, width - GAP, HEIGHT - (GAP if rows > 1 else 0))
        if cover is None:
            shapes.append(Box(*place, PANEL))
        else:
            insets.append(Inset(*place, cover))
        shapes.append(_number(number + 1, x + GAP // 2 + 34, y + 34))
    return Picture(WIDTH, rows * HEIGHT, GROUND, tuple(shapes), tuple(insets))


def _number(number: int, x: int, y: int) -> Group:
    return Group(x, y, (Oval(0, 0, 26, 26, LIGHT, INK, 3), Text(0, 0, str(number), 36, INK)))
