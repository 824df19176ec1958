"""The bot's emoji in a sandbox: all of them there beforehand, or none at all."""

from __future__ import annotations

import importlib
from functools import cache

from bot.games.find_games import packages_with
from bot.sandbox import Sandbox
from bot.sandbox.faults import Fault
from bot.ui.pictures import draw
from bot.ui.pictures.emoji import Emoji, all_emoji

_png = cache(draw.png)
"""Draws each picture once, however many sandboxes want it."""


def every_emoji() -> list[Emoji]:
    """Return the emoji of all games, and the marks of the seats."""
    games = [
        importlib.import_module(f"{name}.picture") for name in packages_with("picture").values()
    ]
    return all_emoji(game.PICTURES.emoji for game in games)


def mentions() -> dict[str, str]:
    """Return how a text shows each emoji, with made-up ids as long as Discord's."""
    return {
        emoji.name: f"<:{emoji.name_at_discord}:{10**18 + number}>"
        for number, emoji in enumerate(every_emoji())
    }


def plant(sandbox: Sandbox) -> dict[str, str]:
    """Put all the bot's emoji into a sandbox, as a bot before this one would have.

    Return what a text has for each.
    """
    found: dict[str, str] = {}
    for emoji in every_emoji():
        made = sandbox.world.add_emoji(
            emoji.name_at_discord, "image/png", _png(emoji.picture), animated=False
        )
        found[emoji.name] = f"<:{made.name}:{made.id}>"
    return found


def no_emoji(sandbox: Sandbox) -> None:
    """Make a sandbox refuse to list emoji, however often it is asked: words stand in for them."""
    sandbox.faults.lasting.append(Fault("GET", "/applications/*/emojis", status=403))
