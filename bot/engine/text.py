"""Texts that people read: marked where they are written, translated where they are said."""

from __future__ import annotations


def marked(text: str) -> str:
    """Return a text as it is; the call marks it for translation, which happens where it is said."""
    return text
