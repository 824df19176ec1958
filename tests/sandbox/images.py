"""Pictures that fill a test's purpose: one colour, and any size."""

from __future__ import annotations

import base64
import struct
import zlib


def png(width: int = 128, height: int = 128, colour: bytes = b"\xd0\x60\x30") -> bytes:
    """Return a PNG of one colour."""
    rows = (b"\0" + colour * width) * height
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows)),
        (b"IEND", b""),
    )
    chunks = (
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def data_uri(data: bytes, content_type: str = "image/png") -> str:
    """Return bytes as the data URI in which Discord takes pictures."""
    return f"data:{content_type};base64,{base64.b64encode(data).decode()}"
