"""How the rows of the four seasons are drawn, with the stones on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.ui.pictures.brushes import seat_mark
from bot.ui.pictures.palette import GOLD, SEATS
from bot.ui.pictures.shapes import Box, Group, Line, Point, Shape, Text
from cogs.kirifuda.card_art import HUES, season_mark
from cogs.kirifuda.views import FREE, ROW, SEASONS, SPACES

WIDTH: Final = 440
_HEIGHT: Final = 66
_STEP: Final = _HEIGHT + 6
HEIGHT: Final = 4 * _STEP - 6
"""The height of all four rows."""
_LEFT: Final = 72
"""Where the first space begins."""
_SPACE_STEP: Final = 91
_SPACE_WIDTH: Final = 85


def rows(
    stones: Sequence[int], left: int, top: int, open_: Iterable[int] = (), row: int | None = None
) -> list[Shape]:
    """Return the rows of the four seasons with the stones on them, neighbours joined by a bar.

    `open_` are the indexes of spaces to which a stone may go now; `row` is the season of a trick
    whose stone is being placed.
    """
    found: list[Shape] = [Group(left, top, _ROWS)]
    for at in open_:
        x, y = space_middle(at)
        edge = Box(-_SPACE_WIDTH // 2, -27, _SPACE_WIDTH, 54, None, 12, GOLD, 4)
        found.append(Group(left + x, top + y, (edge,)))
    if row is not None:
        edge = Box(0, 0, WIDTH, _HEIGHT, None, 14, GOLD, 5)
        found.append(Group(left, top + (row - 1) * _STEP, (edge,)))
    for at, owner in enumerate(stones):
        if owner != FREE and (at + 1) % ROW and stones[at + 1] == owner:
            x, y = space_middle(at)
            # It runs below the letter of the space between the two stones.
            line = Line(((0, 0), (_SPACE_STEP, 0)), SEATS[owner], 9)
            found.append(Group(left + x + 10, top + y + 19, (line,)))
    for at, owner in enumerate(stones):
        if owner != FREE:
            x, y = space_middle(at)
            found.append(seat_mark(owner, left + x + 10, top + y, 24))
    return found


def space_middle(at: int) -> Point:
    """Return the middle of a space within the rows."""
    x = _LEFT + at % ROW * _SPACE_STEP + _SPACE_WIDTH // 2
    return x, at // ROW * _STEP + _HEIGHT // 2


def _bare_rows() -> tuple[Shape, ...]:
    found: list[Shape] = []
    for season in SEASONS:
        top = (season - 1) * _STEP
        hues = HUES[season]
        found.append(Box(0, top, WIDTH, _HEIGHT, hues.row, 14))
        found.append(season_mark(season, 36, top + _HEIGHT // 2, 25))
    for at, space in enumerate(SPACES):
        x, y = space_middle(at)
        hues = HUES[space // 10]
        found.append(Box(x - _SPACE_WIDTH // 2, y - 27, _SPACE_WIDTH, 54, hues.space, 12))
        letter = "ABCD"[space % 10 - 1]
        found.append(Text(x - 27, y, letter, 30, hues.bright, bold=False))
    return tuple(found)


_ROWS: Final = _bare_rows()
