"""Where something lies on Discord, and why there, by the code that refused another place."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.wording import Wording

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_GUILD: Final = 10004
NO_ACCESS: Final = 50001
NOT_ALLOWED: Final = 50013
THREAD_LOCKED: Final = 160005
TOO_MANY_THREADS: Final = 160006

_WHY: Final = {
    TOO_MANY_THREADS: _("this server has as many open threads as Discord allows"),
    NO_ACCESS: _("I can't see the channel"),
    NOT_ALLOWED: _("I'm missing a permission"),
    THREAD_LOCKED: _("the thread is locked"),
    UNKNOWN_CHANNEL: _("the channel was deleted"),
    UNKNOWN_GUILD: _("I'm not on the server any more"),
}


def discord_address(guild_id: int, *places: int | None) -> str:
    """Return the address of a channel of a server, or of a message there, if there is one."""
    parts = (str(each) for each in (guild_id, *places) if each)
    return "https://discord.com/channels/" + "/".join(parts)


def linked_place(name: str, guild_id: int, place: int) -> str:
    """Return what a place is called, and lead there once there is one: it isn't 0."""
    return f"[{name}]({discord_address(guild_id, place)})" if place else name


def mentioned(place: int | None) -> str:
    """Return the mention of a channel or thread in which a game is shown; dots while there is
    none yet.
    """
    return f"<#{place}>" if place else "…"


def place_line(code: int, wording: Wording, *, moved: bool) -> str:
    """Return why something has no thread, or has `moved` to another channel; "" for the code 0."""
    if not code:
        return ""
    said = why(code, wording)
    if moved and code not in _WHY:
        return wording.gettext("Moved here from another channel.")
    if moved:
        return wording.gettext("Moved here from another channel: {why}.", why=said)
    return wording.gettext("No thread: {why}.", why=said)


def nowhere_line(code: int, wording: Wording) -> str:
    """Return the line that says why a game's board is shown nowhere; "" if the code is 0."""
    if not code:
        return ""
    return wording.gettext(
        "I can't show this game's board: {why}. `/table board` brings it to another channel.",
        why=why(code, wording),
    )


def why(code: int, wording: Wording) -> str:
    """Return why Discord has refused something, in a few words."""
    if code in _WHY:
        return wording.gettext(_WHY[code])
    return wording.gettext("Discord refused ({code})", code=code)
