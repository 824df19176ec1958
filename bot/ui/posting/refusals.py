"""Discord's refusals: whether one shuts a place, how long it is known to last, and in words."""

from __future__ import annotations

from math import inf
from typing import Final

import discord

from bot.engine.text import marked as _
from bot.ui.pages.wording import Wording

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_GUILD: Final = 10004
UNKNOWN_MESSAGE: Final = 10008
TOO_OLD_TO_EDIT: Final = 30046
TOO_LARGE: Final = 40005
NO_ACCESS: Final = 50001
EMPTY: Final = 50006
NOT_ALLOWED: Final = 50013
REFUSED_FORM: Final = 50035
ARCHIVED: Final = 50083
THREAD_EXISTS: Final = 160004
THREAD_LOCKED: Final = 160005
TOO_MANY_THREADS: Final = 160006

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


_WHY: Final = {
    TOO_MANY_THREADS: _("this server has as many open threads as Discord allows"),
    NO_ACCESS: _("I can't see the channel"),
    NOT_ALLOWED: _("I don't have the permission"),
    THREAD_LOCKED: _("the thread is locked"),
    UNKNOWN_CHANNEL: _("it was deleted"),
    UNKNOWN_GUILD: _("I'm not on the server any more"),
}


def no_thread(code: int, wording: Wording) -> str:
    """Return the line that says why something has no thread; "" if the code is 0."""
    if not code:
        return ""
    return wording.gettext("No thread: {why}.", why=why(code, wording))


def why(code: int, wording: Wording) -> str:
    """Return why Discord has refused something, in a few words."""
    if code in _WHY:
        return wording.gettext(_WHY[code])
    return wording.gettext("Discord refused ({code})", code=code)
