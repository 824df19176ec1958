"""The cover of Donburiko!: acorns roll down a hill into a pond, where a loach waits."""

from __future__ import annotations

from typing import Final

from bot.ui.pictures.shapes import Box, Group, Line, Oval, Picture, Polygon, Shape
from cogs.donburiko import card_art

SKY: Final = "#2c4257"
DUSK: Final = "#4a5b66"
FAR: Final = "#243d36"
HILL: Final = "#34583a"
GRASS: Final = "#4a7a45"
TRUNK: Final = "#3a2a1e"
LEAVES: Final = "#2b4b30"

MOUNTAINS: Final = ((0, 210), (170, 130), (330, 190), (520, 120), (800, 210))
SLOPE: Final = ((0, 204), (210, 220), (400, 290), (560, 346), (800, 366))
"""The ridge of the hill that the acorns roll down."""


def _tree() -> tuple[Shape, ...]:
    crown = [(0, -150, 92, 62), (-70, -112, 66, 50), (72, -108, 70, 52), (6, -90, 80, 46)]
    acorns = [(-78, -84), (-18, -64), (62, -76), (20, -128), (100, -104)]
    return (
        Polygon(((-16, 10), (-10, -80), (12, -80), (18, 10)), TRUNK),
        *(Oval(x, y, across, down, LEAVES) for x, y, across, down in crown),
        *(Oval(x - 18, y - 14, across // 2, down // 3, "#3b6440") for x, y, across, down in crown),
        *(shape for x, y in acorns for shape in card_art.acorn(x, y, 30)),
    )


def _rolling(x: int, y: int, size: int, tilt: int) -> tuple[Shape, ...]:
    """Return an acorn on its way down, with what shows how fast it goes."""
    starts = [(48, 58), (68, 30), (76, 0)]
    trail = tuple(
        Line(((-far, -rise), (-far - 30, -rise - 16)), "#a9c59a", 5)
        for far, rise in [(far * size // 100, rise * size // 100) for far, rise in starts]
    )
    return (Group(x, y, (*trail, *card_art.acorn(0, 0, size, tilt))),)


def _pond() -> tuple[Shape, ...]:
    drops = [(-62, -66), (-34, -96), (0, -108), (36, -94), (64, -62)]
    return (
        Oval(0, 0, 190, 58, "#1d4e6b"),
        Oval(0, -4, 180, 50, "#3f90b8"),
        Oval(-40, -8, 92, 24, edge="#bfe0f2", edge_width=4),
        Oval(-40, -8, 58, 13, edge="#e4f4fb", edge_width=4),
        *(Oval(x - 40, y + 30, 6, 9, "#dff1fa") for x, y in drops),
        *card_art.acorn(-40, -38, 62),
        Oval(-40, -6, 40, 13, "#3f90b8"),
        Group(84, -20, card_art.loach(0, 0, 124)),
        Oval(80, -2, 70, 10, "#3f90b8"),
        *(Oval(80 + dx, 2, 26, 4, "#bfe0f2") for dx in (-36, 30)),
    )


COVER: Final = Picture(
    800,
    400,
    SKY,
    (
        Oval(628, 84, 44, 44, "#f3e3b3"),
        Box(0, 150, 800, 250, DUSK),
        Polygon((*MOUNTAINS, (800, 400), (0, 400)), FAR),
        Polygon((*SLOPE, (800, 400), (0, 400)), HILL),
        Line((*((x, y + 3) for x, y in SLOPE),), GRASS, 5),
        Group(138, 224, _tree()),
        *_rolling(306, 212, 62, 70),
        *_rolling(440, 262, 72, 150),
        Group(606, 340, _pond()),
    ),
)  # fmt: skip
"""What the game is about."""
