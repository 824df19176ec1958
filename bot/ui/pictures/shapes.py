"""What a picture is made of: plain frozen shapes. Nothing here draws, and nothing needs Pillow.

All lengths are pixels, x to the right and y downward from the top left corner of what holds the
shape: the picture, or a `Group`. Colours are `#rrggbb`. Two pictures that are equal look equal,
so a picture is known by its shapes alone: see `content_key`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final, Literal

LEAST_TEXT: Final = 30
"""The smallest size of a text: on a phone a board is shown at less than half its width."""
_PLAIN = re.compile(r"[0-9+−=?×/:.·, ]+|[A-Z]")

Point = tuple[int, int]
Anchor = Literal["lm", "mm", "rm"]
"""Where a text lies at its point: it begins there, is centred on it, or ends there."""


class _Pickled:
    """A shape goes to the process that draws as its class and its fields.

    The way of frozen dataclasses with slots, to name each field by its own, takes twice as long.
    """

    __slots__ = ()

    def __reduce__(self) -> tuple[type[Any], tuple[Any, ...]]:
        kind = type(self)
        return kind, _fields_of(kind)(self)


@cache
def _fields_of(kind: type[_Pickled]) -> Callable[[_Pickled], tuple[Any, ...]]:
    """Return what gets the fields of a shape of some kind, all at once."""
    names: list[str] = [*kind.__slots__]
    return attrgetter(*names)


@dataclass(frozen=True, slots=True)
class Box(_Pickled):
    """A rectangle, its corners rounded by `radius`. Without `fill` it is only an edge."""

    x: int
    y: int
    width: int
    height: int
    fill: str | None = None
    radius: int = 0
    edge: str | None = None
    edge_width: int = 2


@dataclass(frozen=True, slots=True)
class Oval(_Pickled):
    """An ellipse around a centre; a part of it from `start` to `end`, in degrees clockwise from 3
    o'clock, if these are given: a slice if filled, an arc if it is only an edge.
    """

    x: int
    y: int
    across: int
    """Half its width."""
    down: int
    """Half its height."""
    fill: str | None = None
    edge: str | None = None
    edge_width: int = 2
    start: int = 0
    end: int = 360


@dataclass(frozen=True, slots=True)
class Polygon(_Pickled):
    """A closed shape with straight sides."""

    points: tuple[Point, ...]
    fill: str | None = None
    edge: str | None = None
    edge_width: int = 2


@dataclass(frozen=True, slots=True)
class Line(_Pickled):
    """A line through some points, with round ends."""

    points: tuple[Point, ...]
    colour: str
    thickness: int = 4


@dataclass(frozen=True, slots=True)
class Text(_Pickled):
    """A number, a sign or one capital letter; never a word, so a picture serves every language.

    Raises ValueError for anything else, and for a text too small to read on a phone.
    """

    x: int
    y: int
    text: str
    size: int
    colour: str
    anchor: Anchor = "mm"
    bold: bool = True

    def __post_init__(self) -> None:
        """Refuse words, and what is too small."""
        if self.size < LEAST_TEXT:
            raise ValueError(f"a text of {self.size} px can't be read on a phone")
        if not _PLAIN.fullmatch(self.text):
            raise ValueError("a picture has no words: only numbers, signs, single capitals")


@dataclass(frozen=True, slots=True)
class Group(_Pickled):
    """Shapes that belong together, such as a card, moved by (x, y).

    It is drawn once and kept by the process that draws, so put into groups what comes again:
    each card, mark and plate. `faded` shows it half transparent: what is over but still shown.
    """

    x: int
    y: int
    shapes: tuple[Shape, ...]
    faded: bool = False


Shape = Box | Oval | Polygon | Line | Text | Group


@dataclass(frozen=True, slots=True)
class Picture(_Pickled):
    """A picture: its size, the colour of its ground, and what lies on it, lowest first.

    Without a ground ("") it lies on nothing, as an emoji does.
    """

    width: int
    height: int
    ground: str
    shapes: tuple[Shape, ...]


@lru_cache(64)
def content_key(picture: Picture) -> str:
    """Return what tells this picture from all that look different: 64 hexadecimal digits."""
    return hashlib.sha256(repr(picture).encode()).hexdigest()
