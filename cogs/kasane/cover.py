"""The cover of Colors of Kasane, and the pictures on its rules pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.ui.pictures.brushes import WIDTH, arrow
from bot.ui.pictures.palette import GOLD, INK, LIGHT, MUTED
from bot.ui.pictures.shapes import Box, Group, Oval, Picture, Polygon, Shape, Text
from cogs.kasane.card_art import (
    MIST,
    NIGHT,
    PLATE,
    SILKS,
    TRACK,
    covered_card,
    robe,
    silk_card,
)
from cogs.kasane.meld_art import asks
from cogs.kasane.views import COLOUR_POINTS, MELDS, PLUS_ONE, Meld

_LAYERS: Final = (8, 1, 5, 3, 4, 6, 7, 9, 2, 1, 3, 0)
"""The colours of the robe on the cover, from the outermost."""
_NECK: Final = 570
"""The middle of the robe on the cover."""
_COLLAR: Final = 11
"""How much of each collar is seen."""


def _robe_seen_from_the_front() -> Group:
    """Return shoulders and the collars of twelve layers, one side crossing over the other."""
    outer = SILKS[_LAYERS[0]]
    found: list[Shape] = []
    for side in (-1, 1):
        edge = _NECK + side * 176
        foot = edge - side * 200
        arm = _NECK + side * 226
        shoulder = ((edge, 36), (arm - side * 12, 84), (arm, 400), (foot, 400))
        found.append(Polygon(shoulder, outer.face, INK, 3))
        for at, code in enumerate(_LAYERS):
            silk, near, far = SILKS[code], side * at * _COLLAR, side * (at + 1) * _COLLAR
            points = ((edge - near, 36), (edge - far, 36), (foot - far, 400), (foot - near, 400))
            found.append(Polygon(points, silk.face, silk.lining, 2))
    return Group(0, 0, tuple(found))


def _petal(x: int, y: int, size: int) -> Polygon:
    outline = ((0, 10), (-7, 0), (-6, -9), (-2, -12), (0, -8), (2, -12), (6, -9), (7, 0))
    lean = 3
    points = tuple(
        (x + px * size // 10 + py * lean // 10, y + py * size // 10) for px, py in outline
    )
    return Polygon(points, "#f6b3c4")


def _cover() -> Picture:
    mist = (
        Box(0, 210, 330, 44, "#3a2d4b", 22), Box(110, 176, 330, 44, MIST, 22),
        Box(20, 318, 260, 36, MIST, 18), Box(420, 40, 300, 36, MIST, 18),
        Box(560, 12, 240, 40, "#3a2d4b", 20),
    )  # fmt: skip
    places = (
        (60, 60, 15), (300, 40, 11), (420, 120, 14), (350, 200, 10), (500, 90, 12), (40, 290, 11),
        (640, 70, 10), (250, 370, 12), (330, 300, 14), (720, 30, 12),
    )  # fmt: skip
    petals = [_petal(x, y, size) for x, y, size in places]
    cards = [
        silk_card(code, 28 + at * 98, 120 + (at - 1) * (at - 1) * 8, 92, 132, 76)
        for at, code in enumerate((2, 4, 6))
    ]
    moon = Group(190, 120, (Oval(0, 0, 98, 98, "#3d3150"), Oval(0, 0, 84, 84, "#f3e6c0")))
    return Picture(WIDTH, 400, NIGHT, (moon, *mist, _robe_seen_from_the_front(), *petals, *cards))


def _line_of(codes: Sequence[int], x: int, y: int, *, front: int) -> list[Shape]:
    """Return cards next to each other; `front` is the index of the one that is ringed."""
    return [
        silk_card(code, x + at * 62, y, 58, 80, 44 if code != PLUS_ONE else 34, front=at == front)
        for at, code in enumerate(codes)
    ]


def _game() -> Picture:
    """Return how a card moves: from the front of a row onto the hand, and three onto the robe."""
    shapes: list[Shape] = [Box(30, 40, 84, 152, TRACK, 10)]
    shapes += [covered_card(code, 30, 40 + at * 34, 84, 84) for at, code in enumerate((8, 5))]
    shapes.append(silk_card(1, 26, 108, 92, 84, 56, front=True))
    shapes.append(arrow((134, 150), (206, 150), GOLD, 8))
    shapes.append(Box(216, 98, 322, 104, PLATE, 14))
    shapes += _line_of((6, 7, 3, 2, 1), 226, 110, front=4)
    # The three on top go.
    shapes.append(Box(350, 92, 190, 116, None, 14, GOLD, 5))
    shapes.append(arrow((550, 150), (606, 150), GOLD, 8))
    shapes.append(robe((3, 2, 1), 618, 116, 68, 8))
    shapes.append(Text(720, 222, "+3", 44, GOLD))
    return Picture(WIDTH, 260, NIGHT, tuple(shapes))


_SHOWN: Final[Mapping[Meld, tuple[int, ...]]] = {
    "kasane": (7, 7),
    "juu": (1, 7, 2),
    "sakura": (6, 1, 2),
    "chidori": (9, 3, 8),
    "asanoha": (5, 7, 4),
    "kagen": (5, 3, 2, 1),
    "jyougen": (5, 6, 9),
    "katyou": (7, 5, 1, 1),
    "setsu": (6, 4, 8),
}
"""A meld of each kind."""


def _melds() -> Picture:
    """Return what each meld asks for, with an example next to it."""
    shapes: list[Shape] = []
    for at, meld in enumerate(MELDS):
        column, line = divmod(at, 5)
        x, y = 30 + column * 400, 36 + line * 55
        shapes.append(Group(x, y, asks(meld)))
        shapes.append(arrow((x + 140, y), (x + 184, y), MUTED, 5))
        for place, code in enumerate(_SHOWN[meld]):
            shapes.append(Group(x + 196 + place * 38, y, (_small_card(code),)))
    return Picture(WIDTH, 300, NIGHT, tuple(shapes))


def _small_card(code: int) -> Group:
    silk = SILKS[code]
    return Group(
        0, 0, (Box(0, -21, 35, 42, silk.face, 7, LIGHT, 2), Text(18, 0, f"{code}", 30, silk.ink))
    )


def _example() -> Picture:
    """Return Bob's turn: the 6 of his robe, and 2, 4 and the 6 taken."""
    shapes: list[Shape] = [robe((8, 7, 6), 30, 44, 72, 8)]
    shapes.append(Box(69, 36, 36, 88, None, 9, GOLD, 5))
    shapes.append(Text(232, 80, "+", 44, LIGHT))
    shapes.append(Box(262, 28, 262, 104, PLATE, 14))
    shapes += _line_of((3, 2, 4, 6), 272, 40, front=3)
    shapes.append(Box(332, 22, 194, 116, None, 14, GOLD, 5))
    shapes.append(arrow((538, 80), (578, 80), GOLD, 8))
    shapes.append(robe((8, 7, 6, 2, 4, 6), 592, 44, 72, 8))
    shapes.append(Text(740, 148, "+4", 44, GOLD))
    return Picture(WIDTH, 180, NIGHT, tuple(shapes))


def _colours() -> Picture:
    shapes: list[Shape] = []
    for count, points in COLOUR_POINTS.items():
        x = 24 + (count - 1) * 85
        shapes.append(Box(x, 20, 76, 128, PLATE, 12))
        for at in range(count):
            silk = SILKS[at % 9 + 1]
            shapes.append(Box(x + 5 + at * 66 // count, 28, 66 // count, 24, silk.face, 2))
        shapes.append(Text(x + 38, 78, str(count), 32, MUTED))
        shapes.append(Text(x + 38, 120, f"+{points}" if points else "0", 38, GOLD))
    return Picture(WIDTH, 168, NIGHT, tuple(shapes))


COVER: Final = _cover()
"""What represents the game in lists."""
EXAMPLES: Final[Mapping[int, Picture]] = {0: _game(), 2: _melds(), 3: _example(), 4: _colours()}
"""What is shown on pages of the rules: the examples that their texts mention."""
