"""What kind of picture some bytes are, and how large it is: read from their header alone."""

from __future__ import annotations

import struct
from dataclasses import dataclass

_SIZE_OF = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""The JPEG segments that contain the size."""


@dataclass(frozen=True, slots=True)
class ImageFile:
    """A picture's media type, its size in pixels, and whether it is animated."""

    content_type: str
    width: int
    height: int
    animated: bool = False


def read(data: bytes) -> ImageFile | None:
    """Read the header of a PNG, JPEG, GIF or WebP; None if it is none of these."""
    try:
        if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR":
            return ImageFile("image/png", *struct.unpack(">II", data[16:24]), b"acTL" in data)
        if data[:6] in (b"GIF87a", b"GIF89a"):
            moves = data.count(b"\x21\xf9\x04") > 1
            return ImageFile("image/gif", *struct.unpack("<HH", data[6:10]), moves)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp(data)
        if data.startswith(b"\xff\xd8\xff"):
            return _jpeg(data)
    except (struct.error, IndexError):
        # The data ends too early.
        pass
    return None


def _webp(data: bytes) -> ImageFile | None:
    """Read a WebP's first chunk, of which there are three kinds."""
    kind, body = data[12:16], data[20:]
    if kind == b"VP8X":
        width, height = (int.from_bytes(body[at : at + 3], "little") + 1 for at in (4, 7))
        return ImageFile("image/webp", width, height, bool(body[0] & 2))
    if kind == b"VP8L":
        (bits,) = struct.unpack("<I", body[1:5])
        return ImageFile("image/webp", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", body[6:10])
        return ImageFile("image/webp", width & 0x3FFF, height & 0x3FFF)
    return None


def _jpeg(data: bytes) -> ImageFile | None:
    """Walk through a JPEG's segments to the one with the size."""
    at = 2
    while data[at] == 0xFF:
        if data[at + 1] in _SIZE_OF:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return ImageFile("image/jpeg", width, height)
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        at += 2 + length
    return None
