"""Draws pictures with Pillow. Only the process that draws imports this: `bot/process/drawer.py`."""

from __future__ import annotations

import io
from collections import OrderedDict
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.ui.pictures.shapes import Box, Group, Inset, Line, Oval, Picture, Polygon, Shape, Text

FINE: Final = 4
"""Each shape is drawn this many times larger and scaled down, so that its edges are smooth."""
COLOURS: Final = 192
_MARGIN: Final = 2
"""Pixels around a shape for its edge."""
KEPT_BYTES: Final = 64 * 1024 * 1024
"""The bytes that cached shapes may take. No game needs more than 40 MiB from start to end."""
_BOLD: Final = 0.035
"""The stroke that makes a text bold, as a part of its size: the built-in face has one weight."""
_MISSING: Final = str.maketrans("−×", "++")
"""Signs that the built-in face lacks: they are drawn as lines as wide as a plus."""


def png(picture: Picture) -> bytes:
    """Return a picture as a PNG with a palette; transparent if it has no ground."""
    if not picture.ground:
        return png_on_nothing(picture)
    image = _with_palette(flat(picture))
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=3)
    return file.getvalue()


def _with_palette(image: Image.Image) -> Image.Image:
    """Return a picture reduced to its most frequent colours."""
    # They are looked for among every third pixel of every third line. That takes a fifth less time,
    # and then each pixel gets the nearest colour, which quantizing the whole picture doesn't
    # ensure.
    few = image.resize((image.width // 3, image.height // 3), Image.Resampling.NEAREST)
    palette = few.quantize(COLOURS, method=Image.Quantize.FASTOCTREE)
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def png_on_nothing(picture: Picture) -> bytes:
    """Return a picture as a PNG with a transparent ground, like an emoji's."""
    image = Image.new("RGBA", (picture.width, picture.height), (0, 0, 0, 0))
    for shape in picture.shapes:
        part, x, y = drawn(shape)
        image.alpha_composite(part, (max(0, x), max(0, y)), (max(0, -x), max(0, -y)))
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def flat(picture: Picture) -> Image.Image:
    """Return a picture in full colour."""
    image = Image.new("RGB", (picture.width, picture.height), picture.ground)
    for inset in picture.insets:
        image.paste(_middle(inset), (inset.x, inset.y))
    for shape in picture.shapes:
        part, x, y = drawn(shape)
        image.paste(part, (x, y), part)
    return image


def _middle(inset: Inset) -> Image.Image:
    """Return the middle of an inset's picture, as large as the inset."""
    whole, width, height = flat(inset.picture), inset.width, inset.height
    scale = max(width / whole.width, height / whole.height)
    across, down = round(width / scale), round(height / scale)
    left, top = (whole.width - across) // 2, (whole.height - down) // 2
    box = left, top, left + across, top + down
    return whole.resize((width, height), Image.Resampling.LANCZOS, box)


class Sprites:
    """Shapes that were drawn before, the most recently used; together they take `most` bytes."""

    def __init__(self, most: int = KEPT_BYTES) -> None:
        self._most = most
        self._kept: OrderedDict[Shape, tuple[Image.Image, int, int]] = OrderedDict()
        self.bytes = 0

    def all(self) -> list[tuple[Image.Image, int, int]]:
        """Return all that are cached."""
        return list(self._kept.values())

    def of(self, shape: Shape) -> tuple[Image.Image, int, int]:
        """Return a shape drawn on nothing, and where its top left corner is."""
        found = self._kept.get(shape)
        if found is not None:
            self._kept.move_to_end(shape)
            return found
        found = self._kept[shape] = _sprite(shape)
        self.bytes += _bytes(found[0])
        while self.bytes > self._most:
            _shape, (old, _left, _top) = self._kept.popitem(last=False)
            self.bytes -= _bytes(old)
        return found


_sprites: Final = Sprites()


def drawn(shape: Shape) -> tuple[Image.Image, int, int]:
    """Return a shape drawn on nothing, and where its top left corner goes."""
    # Wherever it lies it is the same drawing, so it is looked up as if it lay at the corner.
    x, y = shape.points[0] if isinstance(shape, Polygon | Line) else (shape.x, shape.y)
    image, left, top = _sprites.of(moved(shape, -x, -y))
    return image, x + left, y + top


def _bytes(image: Image.Image) -> int:
    return image.width * image.height * 4


def _sprite(shape: Shape) -> tuple[Image.Image, int, int]:
    """Draw a shape on nothing, with smooth edges; also return where its top left corner is."""
    left, top, right, bottom = bounds(shape)
    left, top = left - _MARGIN, top - _MARGIN
    width, height = right + _MARGIN - left, bottom + _MARGIN - top
    large = Image.new("RGBA", (width * FINE, height * FINE), (0, 0, 0, 0))
    _draw(ImageDraw.Draw(large), shape, -left, -top)
    # Colours are weighted by how opaque they are, or edges would be dark.
    image = large.convert("RGBa").resize((width, height), Image.Resampling.BOX).convert("RGBA")
    if isinstance(shape, Group) and shape.faded:
        image.putalpha(image.getchannel("A").point([alpha * 45 // 100 for alpha in range(256)]))
    return image, left, top


def _draw(draw: ImageDraw.ImageDraw, shape: Shape, x: int, y: int) -> None:
    """Draw a shape FINE times as large, moved by (x, y)."""
    match shape:
        case Group():
            for each in shape.shapes:
                _draw(draw, each, x + shape.x, y + shape.y)
        case Box():
            left, top = (shape.x + x) * FINE, (shape.y + y) * FINE
            box = left, top, left + shape.width * FINE - 1, top + shape.height * FINE - 1
            radius = min(shape.radius, shape.width // 2, shape.height // 2) * FINE
            width = shape.edge_width * FINE if shape.edge else 0
            draw.rounded_rectangle(box, radius, shape.fill, shape.edge, width)
        case Oval():
            _draw_oval(draw, shape, x, y)
        case Polygon():
            points = [((px + x) * FINE, (py + y) * FINE) for px, py in shape.points]
            draw.polygon(points, shape.fill)
            if shape.edge:
                _draw_line(draw, [*points, points[0]], shape.edge, shape.edge_width * FINE)
        case Line():
            points = [((px + x) * FINE, (py + y) * FINE) for px, py in shape.points]
            _draw_line(draw, points, shape.colour, shape.thickness * FINE)
        case Text():
            _draw_text(draw, shape, x, y)


def _draw_text(draw: ImageDraw.ImageDraw, shape: Text, x: int, y: int) -> None:
    face, text = _face(shape.size * FINE), shape.text.translate(_MISSING)
    stroke = round(shape.size * FINE * _BOLD) if shape.bold else 0
    across, down = (shape.x + x) * FINE, (shape.y + y) * FINE
    if text == shape.text:
        draw.text(
            (across, down), text, shape.colour, face, anchor=shape.anchor, stroke_width=stroke
        )
        return
    before = {"l": 0.0, "m": 0.5, "r": 1.0}[shape.anchor[0]]
    left = across - face.getlength(text) * before
    for at, sign in enumerate(shape.text):
        start = left + face.getlength(text[:at])
        if sign == text[at]:
            place = (start, down)
            draw.text(place, sign, shape.colour, face, anchor="lm", stroke_width=stroke)
            continue
        _draw_sign(draw, shape, sign, start, down)


def _draw_sign(draw: ImageDraw.ImageDraw, shape: Text, sign: str, start: float, down: int) -> None:
    """Draw a sign that the face lacks in place of a plus that starts at `start`."""
    left, top, right, bottom = _face(shape.size * FINE).getbbox("+", anchor="lm")
    x, y = start + (left + right) / 2, down + (top + bottom) / 2
    far = (right - left) * 0.36
    thickness = round(shape.size * FINE * (0.08 + 2 * _BOLD * shape.bold))
    near = far * 0.8
    for across, rise in ((far, 0),) if sign == "−" else ((near, near), (near, -near)):
        ends = [(round(x - across), round(y + rise)), (round(x + across), round(y - rise))]
        _draw_line(draw, ends, shape.colour, thickness)


def _draw_oval(draw: ImageDraw.ImageDraw, shape: Oval, x: int, y: int) -> None:
    left, top = (shape.x + x - shape.across) * FINE, (shape.y + y - shape.down) * FINE
    box = left, top, left + 2 * shape.across * FINE, top + 2 * shape.down * FINE
    width = shape.edge_width * FINE if shape.edge else 0
    if (shape.start, shape.end) == (0, 360):
        draw.ellipse(box, shape.fill, shape.edge, width)
    elif shape.fill:
        draw.pieslice(box, shape.start, shape.end, shape.fill, shape.edge, width)
    else:
        draw.arc(box, shape.start, shape.end, shape.edge, width)


def _draw_line(
    draw: ImageDraw.ImageDraw, points: list[tuple[int, int]], colour: str, width: int
) -> None:
    draw.line(points, colour, width, joint="curve")
    half = width / 2
    for x, y in (points[0], points[-1]):
        draw.ellipse((x - half, y - half, x + half, y + half), colour)


@lru_cache
def _face(size: int) -> ImageFont.FreeTypeFont:
    """Return Pillow's built-in face, so that no system font is needed."""
    face = ImageFont.load_default(size)
    assert isinstance(face, ImageFont.FreeTypeFont), "Pillow was built without FreeType"
    return face


def bounds(shape: Shape) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of what a shape covers."""
    match shape:
        case Group():
            inner = [bounds(each) for each in shape.shapes] or [(0, 0, 1, 1)]
            left, top, right, bottom = zip(*inner, strict=True)
            x, y = shape.x, shape.y
            return min(left) + x, min(top) + y, max(right) + x, max(bottom) + y
        case Box():
            return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
        case Oval():
            x, y, across, down = shape.x, shape.y, shape.across, shape.down
            return x - across, y - down, x + across + 1, y + down + 1
        case Polygon():
            return _around(shape.points, shape.edge_width if shape.edge else 0)
        case Line():
            return _around(shape.points, shape.thickness)
        case Text():
            box = _face(shape.size).getbbox(
                shape.text.translate(_MISSING),
                anchor=shape.anchor,
                stroke_width=round(shape.size * _BOLD) + 1,
            )
            left, top, right, bottom = (round(edge) for edge in box)
            return shape.x + left, shape.y + top, shape.x + right + 1, shape.y + bottom + 1


def _around(points: tuple[tuple[int, int], ...], thickness: int) -> tuple[int, int, int, int]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    half = thickness // 2 + 1
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def moved(shape: Shape, x: int, y: int) -> Shape:
    """Return a shape moved by (x, y)."""
    match shape:
        case Group():
            return Group(shape.x + x, shape.y + y, shape.shapes, shape.faded)
        case Box():
            return Box(
                shape.x + x, shape.y + y, shape.width, shape.height,
                shape.fill, shape.radius, shape.edge, shape.edge_width,
            )  # fmt: skip
        case Oval():
            return Oval(
                shape.x + x, shape.y + y, shape.across, shape.down,
                shape.fill, shape.edge, shape.edge_width, shape.start, shape.end,
            )  # fmt: skip
        case Polygon():
            points = tuple((px + x, py + y) for px, py in shape.points)
            return Polygon(points, shape.fill, shape.edge, shape.edge_width)
        case Line():
            points = tuple((px + x, py + y) for px, py in shape.points)
            return Line(points, shape.colour, shape.thickness)
        case Text():
            return Text(
                shape.x + x, shape.y + y, shape.text, shape.size,
                shape.colour, shape.anchor, shape.bold,
            )  # fmt: skip
