"""Ameno Kirifuda: win tricks, but no more than you have stones for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discord.ext import commands


async def setup(bot: commands.Bot) -> None:
    """Add the game's cog to the bot."""
    # Imported here, so that the rules can be imported without discord.
    from cogs.kirifuda.cog import KirifudaCog

    await KirifudaCog.add_to(bot)
