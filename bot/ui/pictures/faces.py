"""The faces of the computer players: a small emoji each, told apart by hair, eyes and ornament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from bot.ui.pictures.brushes import star
from bot.ui.pictures.game_pictures import EMOJI_SIZE
from bot.ui.pictures.palette import INK, LIGHT
from bot.ui.pictures.shapes import Box, Group, Line, Oval, Picture, Polygon, Shape

Temper = Literal["calm", "cheeky", "solemn", "dreamy"]
"""How a computer takes what happens."""
Ornament = Literal["sun", "star", "dot", "leaf", "flower", "wave", "bell", "fruit"]

SKIN: Final = "#f4d3b0"
CHEEK: Final = "#ee9c86"
MIDDLE: Final = EMOJI_SIZE // 2


class Face(NamedTuple):
    """What a computer looks like."""

    temper: Temper
    hair: str
    ornament: Ornament
    colour: str
    """Of the ornament."""


FACES: Final[Mapping[str, Face]] = {
    "Akari": Face("calm", "#5a3a2a", "sun", "#ffc94a"),
    "Hinata": Face("dreamy", "#b5651d", "flower", "#ffd94a"),
    "Hotaru": Face("dreamy", "#2b2b3a", "dot", "#c8f26a"),
    "Kaede": Face("calm", "#8a3b1e", "leaf", "#e8763a"),
    "Koharu": Face("calm", "#6b4a6e", "flower", "#ffb3cf"),
    "Minato": Face("solemn", "#22384f", "wave", "#56b4e9"),
    "Momiji": Face("solemn", "#3a2320", "leaf", "#d9453a"),
    "Nagi": Face("cheeky", "#2f6f73", "wave", "#9fe0dc"),
    "Sora": Face("dreamy", "#7f9fc4", "star", "#ffffff"),
    "Suzu": Face("cheeky", "#4a4a4a", "bell", "#ffc94a"),
    "Tsubaki": Face("solemn", "#1f1a1a", "flower", "#d0314a"),
    "Yuzu": Face("cheeky", "#a8802a", "fruit", "#f6e04a"),
}
"""By the name of the computer."""


def face_emoji(name: str) -> str:
    """Return the name of the emoji of a computer's face."""
    return f"face_{name.lower()}"


def face_pictures() -> dict[str, Picture]:
    """Return the face of each computer, by the name of its emoji."""
    return {face_emoji(name): _picture(face) for name, face in FACES.items()}


def _picture(face: Face) -> Picture:
    shapes = (
        Oval(MIDDLE, MIDDLE, 60, 60, face.hair, INK, 3),
        Oval(MIDDLE, MIDDLE + 10, 46, 44, SKIN),
        # A fringe, as wide as the face.
        Oval(MIDDLE, MIDDLE - 6, 46, 34, face.hair, start=180, end=360),
        *_eyes(face.temper),
        *_mouth(face.temper),
        Group(MIDDLE + 34, MIDDLE - 36, _ornament(face.ornament, face.colour)),
    )
    return Picture(EMOJI_SIZE, EMOJI_SIZE, "", shapes)


def _eyes(temper: Temper) -> tuple[Shape, ...]:
    """Return the eyes: open, one winking, level below brows, or closed."""
    left, right, level = MIDDLE - 20, MIDDLE + 20, MIDDLE + 12
    match temper:
        case "calm":
            return tuple(Oval(x, level, 6, 8, INK) for x in (left, right))
        case "cheeky":
            wink = Line(
                ((right - 9, level + 4), (right, level - 5), (right + 9, level + 4)), INK, 5
            )
            return Oval(left, level, 7, 9, INK), Oval(left + 2, level - 3, 2, 3, LIGHT), wink
        case "solemn":
            brows = (Box(x - 11, level - 14, 22, 5, INK) for x in (left, right))
            return (*brows, *(Oval(x, level, 6, 5, INK) for x in (left, right)))
        case "dreamy":
            return tuple(
                Oval(x, level - 4, 10, 9, edge=INK, edge_width=5, start=20, end=160)
                for x in (left, right)
            )


def _mouth(temper: Temper) -> tuple[Shape, ...]:
    low = MIDDLE + 32
    cheeks = tuple(Oval(x, MIDDLE + 24, 7, 5, CHEEK) for x in (MIDDLE - 32, MIDDLE + 32))
    match temper:
        case "calm":
            smile = Oval(MIDDLE, low - 8, 14, 12, edge=INK, edge_width=5, start=25, end=155)
            return (*cheeks, smile)
        case "cheeky":
            return (*cheeks, Oval(MIDDLE, low - 6, 16, 16, "#9c3b34", start=0, end=180))
        case "solemn":
            return (Box(MIDDLE - 11, low, 22, 5, INK),)
        case "dreamy":
            return (*cheeks, Oval(MIDDLE, low, 5, 6, "#9c3b34"))


def _ornament(kind: Ornament, colour: str) -> tuple[Shape, ...]:
    """Return what is in somebody's hair, around its own middle."""
    match kind:
        case "sun":
            rays = (
                Line(((-dx, -dy), (dx, dy)), colour, 5)
                for dx, dy in ((20, 0), (0, 20), (14, 14), (14, -14))
            )
            return (*rays, Oval(0, 0, 12, 12, colour, INK, 2))
        case "star":
            return (star(0, 0, 20, colour),)
        case "dot":
            return Oval(0, 0, 17, 17, "#5b6b2d"), Oval(0, 0, 11, 11, colour)
        case "leaf":
            stem = Line(((0, 8), (4, 22)), INK, 4)
            return stem, star(0, 0, 22, colour)
        case "flower":
            petals = ((0, -11), (10, -3), (7, 9), (-7, 9), (-10, -3))
            return (
                *(Oval(x, y, 9, 9, colour, INK, 2) for x, y in petals),
                Oval(0, 0, 6, 6, "#ffe9a8"),
            )
        case "wave":
            return tuple(
                Oval(0, y, 18, 8, edge=colour, edge_width=6, start=200, end=340)
                for y in (-6, 6, 18)
            )
        case "bell":
            clapper = Oval(0, 15, 5, 5, INK)
            return clapper, Oval(0, 0, 15, 15, colour, INK, 2), Box(-15, 5, 30, 5, INK)
        case "fruit":
            leaf = Polygon(((0, -14), (12, -24), (14, -12)), "#3f8f4a")
            return Oval(0, 2, 17, 15, colour, INK, 2), leaf
