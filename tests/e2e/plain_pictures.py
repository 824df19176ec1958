"""Pictures for bots that are forked: what they are drawn from, in place of the drawing.

How the bot's pictures look is looked at in `tests/pictures` and `tests/contract`, and each takes
longer to draw than the bot needs for the rest of a move.
"""

from __future__ import annotations

import struct
import zlib
from functools import cache

from bot.ui.pictures.shapes import Picture

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png(picture: Picture) -> bytes:
    """Return a white PNG as large as a picture. It holds all that the picture is drawn from.

    So two of them are the same if the pictures are, to the last shape, and only then.
    """
    head, white = _white(picture.width, picture.height)
    source = _chunk(b"kaKu", zlib.compress(picture.packed, 1))
    return b"".join((SIGNATURE, head, source, white, _chunk(b"IEND", b"")))


@cache
def _white(width: int, height: int) -> tuple[bytes, bytes]:
    """Return the head and the pixels, one bit each."""
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    line = b"\0" + b"\xff" * ((width + 7) // 8)
    return _chunk(b"IHDR", head), _chunk(b"IDAT", zlib.compress(line * height))


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
