"""What the bot says in the language of those who read it; tests name its texts in English."""

from __future__ import annotations

import re
from functools import cache

from bot.sandbox import Actor, Channel
from bot.ui.pages.catalogues import ENGLISH, catalogue

JAPANESE = "ja"
_FIELD = re.compile(r"\\\{[a-z_]+\\\}")
_KANA = re.compile("[ぁ-ゖァ-ヺ]")


def said(reader: Actor | Channel, text: str) -> str:
    """Return a text of the bot as one person reads it, or as all in a channel do."""
    if isinstance(reader, Actor):
        language = reader.person.locale
    else:
        language = reader.guild.locale if reader.guild is not None else ENGLISH
    return catalogue(language).gettext(text)


def pattern(reader: Actor | Channel, text: str, field: str = ".+?") -> str:
    """Return what finds a text of the bot: its fields match what `field` matches."""
    return _pattern(said(reader, text), field)


# Whoever waits for a text looks for it after each change.
@cache
def _pattern(said: str, field: str) -> str:
    return _FIELD.sub(lambda _: f"({field})", re.escape(said))


def reads(reader: Actor | Channel, shown: str, text: str) -> bool:
    """Tell whether what is shown contains a text of the bot, whatever fills its fields."""
    return re.search(pattern(reader, text), shown) is not None


def in_japanese(text: str) -> bool:
    """Tell whether there is Japanese in a text; a name in Chinese characters isn't enough."""
    return _KANA.search(text) is not None
