"""What a picture is made of: plain frozen shapes. Nothing here draws or needs Pillow.

All lengths are pixels, x to the right and y down from the top left corner of what holds the shape:
the picture, or a `Group`. Colours are `#rrggbb`. Two pictures that are equal look equal, so a
picture is known by its shapes alone: see `Picture.key`.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property
from operator import attrgetter
from typing import Any, Final, Literal

LEAST_TEXT: Final = 30
"""The smallest size of a text: on a phone a board is shown at less than half its width."""
_PLAIN = re.compile(r"[0-9+−=?×/:.·, ]+|[A-Z]")

Point = tuple[int, int]
Anchor = Literal["lm", "mm", "rm"]
"""How a text lies at its point: it starts there, is centred on it, or ends there."""


@dataclass(frozen=True, slots=True)
class Box:
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
class Oval:
    """An ellipse around a centre, or a part of one.

    The part goes from `start` to `end`, in degrees clockwise from 3 o'clock: a slice if filled, an
    arc if it is only an edge.
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
class Polygon:
    """A closed shape with straight sides."""

    points: tuple[Point, ...]
    fill: str | None = None
    edge: str | None = None
    edge_width: int = 2


@dataclass(frozen=True, slots=True)
class Line:
    """A line through some points, with round ends."""

    points: tuple[Point, ...]
    colour: str
    thickness: int = 4


@dataclass(frozen=True, slots=True)
class Text:
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
class Group:
    """Shapes that belong together, such as a card, moved by (x, y).

    The drawing process draws it once and caches it, so group whatever recurs: each card, mark and
    plate. `faded` shows it half transparent, for what is over but still shown.
    """

    x: int
    y: int
    shapes: tuple[Shape, ...]
    faded: bool = False


Shape = Box | Oval | Polygon | Line | Text | Group


@dataclass(frozen=True, slots=True)
class Inset:
    """The middle of another picture, scaled to fill a rectangle."""

    x: int
    y: int
    width: int
    height: int
    picture: Picture


@dataclass(frozen=True)
class Picture:
    """A picture: its size, the colour of its ground, and what lies on it, lowest first.

    Other pictures lie below all shapes. Without a ground ("") it is transparent, like an emoji.
    """

    width: int
    height: int
    ground: str
    shapes: tuple[Shape, ...]
    insets: tuple[Inset, ...] = ()

    @cached_property
    def packed(self) -> bytes:
        """The picture as bytes; equal ones have equal bytes.

        Packing plain tuples takes a third of the time that shapes take.
        """
        text = io.BytesIO()
        pickler = pickle.Pickler(text, protocol=5)
        # Then the bytes don't depend on which parts are one and the same object.
        pickler.fast = True
        insets = [(i.x, i.y, i.width, i.height, i.picture.packed) for i in self.insets]
        shapes = tuple(map(_plain, self.shapes))
        pickler.dump((self.width, self.height, self.ground, shapes, insets))
        return text.getvalue()

    @cached_property
    def key(self) -> str:
        """Tells this picture from all that look different: 64 hexadecimal digits."""
        return hashlib.sha256(self.packed).hexdigest()

    def __reduce__(self) -> tuple[Callable[[bytes], Picture], tuple[bytes]]:
        """Travel packed to the process that draws."""
        return _unpacked, (self.packed,)


_KINDS: Final[tuple[type[Shape], ...]] = (Box, Oval, Polygon, Line, Text, Group)
_NUMBERS: Final = {kind: number for number, kind in enumerate(_KINDS)}
_FIELDS: Final = [attrgetter(*(each.name for each in fields(kind))) for kind in _KINDS]


def _plain(shape: Shape) -> tuple[Any, ...]:
    """Return a shape as its class's number and its fields."""
    number = _NUMBERS[type(shape)]
    if isinstance(shape, Group):
        return number, shape.x, shape.y, tuple(map(_plain, shape.shapes)), shape.faded
    return number, *_FIELDS[number](shape)


def _shape(plain: tuple[Any, ...]) -> Any:
    """Return the shape that was turned into these numbers and fields."""
    kind, values = _KINDS[plain[0]], plain[1:]
    if kind is Group:
        x, y, shapes, faded = values
        return Group(x, y, tuple(map(_shape, shapes)), faded)
    return kind(*values)


def _unpacked(packed: bytes) -> Picture:
    """Return a packed picture. Only for bytes that our own processes have written."""
    width, height, ground, shapes, plain = pickle.loads(packed)  # noqa: S301  # both ends are ours
    insets = tuple(Inset(x, y, w, h, _unpacked(inner)) for x, y, w, h, inner in plain)
    return Picture(width, height, ground, tuple(map(_shape, shapes)), insets)
