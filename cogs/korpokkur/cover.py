"""The cover of 7 Little Korpokkurs, and the pictures on the pages of its rules."""

from __future__ import annotations

from typing import Final

from bot.ui.pictures.brushes import WIDTH, arrow, crown, tick
from bot.ui.pictures.palette import BAD, GOLD, GOOD, INK, LIGHT
from bot.ui.pictures.shapes import Group, Line, Oval, Picture, Polygon, Shape, Text
from cogs.korpokkur.components import BUTTERBUR, CARDS, ENOUGH, OF_EACH_CARD, Chips
from cogs.korpokkur.figures import (
    SKIN,
    STALK,
    bag,
    blossom,
    butterbur,
    empty_bag,
    kamuy,
    korpokkur,
    marked_bag,
    unseen_chip,
)

NIGHT: Final = "#17261f"
MEADOW: Final = "#223b2d"
FIREFLY: Final = "#e8d56a"
MOON: Final = "#f3ead0"
ROBES: Final = ("#7d4a5e", "#3f5f86", "#8a6a2e")

_HILL: Final = (
    (0, 400), (0, 362), (100, 338), (220, 320), (340, 311), (460, 311), (580, 320), (700, 338),
    (800, 362), (800, 400),
)  # fmt: skip
_FIREFLIES: Final = ((70, 60), (190, 34), (420, 26), (610, 52), (640, 96), (630, 150), (54, 190))


def _sheltered(x: int, y: int, half: int, robe: str) -> Group:
    """Return a korpokkur under a large leaf; (x, y) is the middle of its face."""

    def at(part: int) -> int:
        return round(half * part / 100)

    stalk = ((at(132), at(250)), (at(136), at(10)), (at(110), at(-120)), (at(40), at(-170)))
    return Group(x, y, (
        butterbur(at(30), at(-210), at(190), stalk=False),
        Line(stalk, STALK, at(16)),
        Polygon(((at(-50), at(70)), (at(50), at(70)), (at(92), at(250)), (at(-92), at(250))),
                robe, INK, 4),
        Line(((at(60), at(130)), (at(126), at(120))), robe, at(34)),
        Oval(at(133), at(118), at(22), at(22), SKIN, INK, 2),
        korpokkur(0, 0, half),
    ))  # fmt: skip


def _cover() -> Picture:
    shapes: list[Shape] = [Oval(716, 74, 40, 40, MOON), Polygon(_HILL, MEADOW)]
    shapes += [Oval(x, y, 4, 4, FIREFLY) for x, y in _FIREFLIES]
    shapes += [
        _sheltered(132, 264, 42, ROBES[0]),
        _sheltered(522, 256, 46, ROBES[1]),
        _sheltered(322, 282, 38, ROBES[2]),
        korpokkur(706, 236, 40),
        bag(706, 318, 74),
    ]
    shapes += [blossom(x, y, 9, "#8fb39a", MEADOW) for x, y in ((50, 380), (236, 386), (430, 378))]
    return Picture(WIDTH, 400, NIGHT, tuple(shapes))


def _row(kind: Chips, seat: int, y: int) -> list[Shape]:
    chip = butterbur if kind == BUTTERBUR else korpokkur
    row: list[Shape] = [marked_bag(seat, 80, y, 54)]
    row += [chip(176 + 62 * number, y + 6, 27) for number in range(ENOUGH)]
    row.append(arrow((604, y + 6), (660, y + 6), LIGHT, 7))
    return row


def _aim() -> Picture:
    """Return the aim: seven korpokkur win, with seven butterbur you can be caught."""
    shapes: list[Shape] = [*_row("korpokkur", 0, 76), crown(728, 78, 84)]
    shapes += [*_row("butterbur", 1, 204), empty_bag(728, 190, 56), _cross(728, 186, 34)]
    return Picture(WIDTH, 280, NIGHT, tuple(shapes))


def _offer() -> Picture:
    """Return an offer and its two answers: taken, or shown, given back and one more drawn."""
    shapes: list[Shape] = [
        marked_bag(0, 76, 150, 54),
        arrow((146, 158), (276, 158), GOLD, 7),
        unseen_chip(196, 158, 28),
        marked_bag(1, 344, 150, 54, asked=True),
        Line(((424, 150), (452, 150), (452, 76), (480, 76)), LIGHT, 5),
        Line(((452, 150), (452, 228), (480, 228)), LIGHT, 5),
        _yes(514, 76),
        butterbur(590, 76, 28),
        arrow((628, 76), (678, 76), LIGHT, 6),
        marked_bag(1, 738, 70, 46),
        _no(514, 228),
        butterbur(572, 228, 24),
        Text(608, 228, "+", 40, LIGHT),
        butterbur(644, 228, 24),
        arrow((674, 228), (704, 228), LIGHT, 6),
        marked_bag(0, 752, 222, 44),
    ]
    return Picture(WIDTH, 300, NIGHT, tuple(shapes))


def _cards() -> Picture:
    shapes: list[Shape] = [kamuy(card, 50 + 78 * at, 56, 36) for at, card in enumerate(CARDS)]
    shapes.append(Text(WIDTH - 36, 56, f"×{OF_EACH_CARD}", 36, LIGHT))
    return Picture(WIDTH, 112, NIGHT, tuple(shapes))


def _yes(x: int, y: int) -> Group:
    return Group(x, y, (Oval(0, 0, 26, 26, GOOD, INK, 2), tick(0, 0, 26, INK)))


def _no(x: int, y: int) -> Group:
    return Group(x, y, (Oval(0, 0, 26, 26, BAD, INK, 2), _cross(0, 0, 11, INK)))


def _cross(x: int, y: int, half: int, colour: str = BAD) -> Group:
    """Return a cross around a point; it means no, or out."""
    lines = [Line(((-half, side * half), (half, -side * half)), colour, max(5, half // 3))
             for side in (1, -1)]  # fmt: skip
    return Group(x, y, tuple(lines))


COVER: Final = _cover()
RULES: Final[dict[int, Picture]] = {0: _aim(), 1: _offer(), 3: _cards()}
"""The pictures of the rules by their page, from 0."""
