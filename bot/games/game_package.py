"""What makes a game's package under cogs/ an extension of discord.py: its `setup`."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any


def setup_of(package: str) -> Callable[[Any], Coroutine[Any, Any, None]]:
    """Return the `setup` of a game's package, which adds the game's own cog to a bot."""

    async def setup(bot: Any) -> None:
        # Imported here, so that the rules can be imported without discord.
        from bot.ui.incoming.game_commands import cog_of

        await bot.add_cog(cog_of(package)(bot.requests))

    return setup
