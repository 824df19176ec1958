"""Lists that people type: one reader for games, dates, times of day and names."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

_COMMAS: Final = re.compile(r"[,;，；、､\n]")
# あと means "in …", as in あと3日.
_WORDS: Final = re.compile(r"[·・･&＆]|\band\b|(?<!あ)と", re.IGNORECASE)


def listed(text: str, is_one: Callable[[str], bool] = lambda _: False) -> list[str]:
    """Return what a list names, as it was typed, without what is left blank.

    Commas stand between two of them, and so do "·", "&", "and" and と; but what `is_one` by
    itself isn't taken apart, since a name may have such a word within.
    """
    text = text.strip()
    if is_one(text):
        return [text]
    for apart in (_COMMAS, _WORDS):
        if apart.search(text):
            return [each for part in apart.split(text) for each in listed(part, is_one)]
    return [text] if text else []


def before_last(text: str) -> tuple[str, str]:
    """Return a list in two parts: what comes before its last item, and that one."""
    ends = [each.end() for apart in (_COMMAS, _WORDS) for each in apart.finditer(text)]
    last = text[max(ends, default=0) :].lstrip()
    return text.removesuffix(last), last
