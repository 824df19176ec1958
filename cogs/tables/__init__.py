"""The commands that are the same for every game."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discord.ext import commands


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cogs to the bot."""
    from cogs.tables.cog import setup as add_cog
    from cogs.tables.learn import setup as add_learn
    from cogs.tables.me import setup as add_mine
    from cogs.tables.play import setup as add_play
    from cogs.tables.privacy import setup as add_privacy
    from cogs.tables.server import setup as add_server

    await add_cog(bot)
    await add_mine(bot)
    await add_play(bot)
    await add_learn(bot)
    await add_server(bot)
    await add_privacy(bot)
