"""Texts that people read: marked where they are written, translated where they are said."""

from __future__ import annotations

import unicodedata
from typing import Final


def marked(text: str) -> str:
    """Return a text as it is; the call marks it for translation, which happens where it is said."""
    return text


JOINER: Final = "\u200d"
"""What joins several emoji into one; it shows only by its effect."""


def cleaned(text: str) -> str:
    """Return words that a person typed as another may read them, on one line.

    What can't be seen, or turns the text around it, is dropped. A code block can't be opened, and a
    link shows where it leads.
    """
    kept = "".join(
        " " if char.isspace() else char
        for char in text.replace("`", "'")
        if char.isspace() or char == JOINER or not unicodedata.category(char).startswith("C")
    )
    return " ".join(kept.split()).replace("](", "] (")
