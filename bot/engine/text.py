"""Texts that people read: marked where they are written, translated where they are said."""

from __future__ import annotations

import unicodedata
from typing import Final


def marked(text: str) -> str:
    """Return a text as it is; the call marks it for translation, which happens where it is said."""
    return text


JOINER: Final = "\u200d"
"""What joins several emoji into one; it shows only by its effect."""
_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""What counts as a letter or a sign, and shows as a gap: Hangul fillers, Braille without a dot."""


def cleaned(text: str) -> str:
    """Return words that a person typed as another may read them, on one line.

    What can't be seen, or turns the text around it, is dropped. A code block can't be opened, and a
    link shows where it leads.
    """
    kept = "".join(
        " " if char.isspace() or char in _BLANKS else char
        for char in text.replace("`", "'")
        if char.isspace() or char == JOINER or not unicodedata.category(char).startswith("C")
    )
    words = [word.strip(JOINER) for word in kept.split()]
    return " ".join(filter(_shows, words)).replace("](", "] (")


def _shows(word: str) -> bool:
    """Tell whether there is anything in a word but what sits on other characters, or joins them."""
    return any(char != JOINER and unicodedata.category(char)[0] != "M" for char in word)
