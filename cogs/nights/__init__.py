"""The commands for game nights, and for the standings and seasons of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discord.ext import commands


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cogs to the bot."""
    from cogs.nights.desk import setup as add_desk
    from cogs.nights.nights import setup as add_nights
    from cogs.nights.standings import setup as add_standings

    # The first adds the groups that the others add commands to.
    await add_standings(bot)
    await add_nights(bot)
    await add_desk(bot)
