"""Discord's refusals: whether one shuts a place, and how long it is known to last.

What they are in words is `bot/ui/pages/place_words.py`.
"""

from __future__ import annotations

from math import inf
from typing import Final

import discord

from bot.ui.pages.place_words import (
    NO_ACCESS,
    NOT_ALLOWED,
    THREAD_LOCKED,
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
)

UNKNOWN_MESSAGE: Final = 10008
TOO_OLD_TO_EDIT: Final = 30046
TOO_LARGE: Final = 40005
EMPTY: Final = 50006
REFUSED_FORM: Final = 50035
ARCHIVED: Final = 50083
THREAD_EXISTS: Final = 160004

OUR_MISTAKES: Final = frozenset({0, EMPTY, REFUSED_FORM})
"""The codes of a 400 about what was sent: it would be refused anywhere."""
GONE: Final = frozenset({UNKNOWN_CHANNEL, UNKNOWN_GUILD})
OWN_WAYS: Final = frozenset({TOO_OLD_TO_EDIT, ARCHIVED, THREAD_EXISTS})
"""The codes of a 400 after which something else may still work in the same place."""
LASTING: Final = frozenset({NO_ACCESS, NOT_ALLOWED, THREAD_LOCKED, UNKNOWN_CHANNEL})
"""The codes about a place, not one message, that last until something there changes."""
FOR_ALL: Final = frozenset({NO_ACCESS, NOT_ALLOWED})
"""Those of them that apply to all threads of a channel."""
KEPT: Final = 10 * 60.0
"""Seconds for which one of Discord's limits is taken to hold: it may come and go by itself."""


def shut(error: discord.HTTPException) -> bool:
    """Tell whether a place is gone or closed to the bot, so that trying again is pointless.

    So is an archived thread until it is reopened: callers who can do that try it first.
    """
    return error.code == ARCHIVED or _shuts(error.status, error.code)


def message_gone(error: discord.HTTPException) -> bool:
    """Tell whether a message no longer exists."""
    return error.code == UNKNOWN_MESSAGE


def refuses_picture(error: discord.HTTPException) -> bool:
    """Tell whether Discord may accept a message that it has refused, without its picture."""
    return error.status in (413, 429) or error.code in (REFUSED_FORM, NOT_ALLOWED, TOO_LARGE)


def kept_for(status: int, code: int) -> float:
    """Return for how many seconds a refusal is known to last; 0 if it may have been the last."""
    if code in LASTING:
        return inf
    return KEPT if status == 400 and _shuts(status, code) else 0


def _shuts(status: int, code: int) -> bool:
    if status == 400:
        return code not in OUR_MISTAKES | OWN_WAYS
    return status == 403 or (status == 404 and code in GONE)
