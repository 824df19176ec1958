"""Point discord.py at a Discord on this machine, and at nothing else."""

from __future__ import annotations

import re

# Matched as a whole, not parsed: two URL parsers may disagree about a crafted address, and a token
# sent elsewhere can't be taken back.
_ON_THIS_MACHINE = re.compile(r"http://(127\.0\.0\.1|\[::1\]|localhost)(:[0-9]{1,5})?/?")


class NotLoopback(ValueError):
    """An address that isn't on this machine; `str()` says what such an address looks like."""


def loopback_url(url: str) -> str:
    """Return `url` without its last slash. Raises NotLoopback if it isn't on this machine."""
    found = _ON_THIS_MACHINE.fullmatch(url)
    if not found or int((found[2] or ":0")[1:]) > 65535:
        raise NotLoopback(
            "give an address on this machine, such as http://127.0.0.1:8642:"
            " the bot's token is sent to it"
        )
    return url.removesuffix("/")


def point_discord_at(url: str) -> None:
    """Make discord.py talk to the Discord at `url`, REST and gateway alike.

    Call it before the bot logs in. It holds for the whole process. Raises `NotLoopback`.
    """
    # Imported here so that reading the settings doesn't load discord.py.
    import yarl
    from discord.gateway import DiscordWebSocket
    from discord.http import Route

    base = loopback_url(url)
    Route.BASE = f"{base}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(base).with_scheme("ws").with_path("/")
