"""Colors of Kasane: layer a robe of twelve from a hand that is never sorted."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discord.ext import commands


async def setup(bot: commands.Bot) -> None:
    """Add the game's cog to the bot."""
    # Imported here, so that the rules can be imported without discord.
    from cogs.kasane.cog import KasaneCog

    await KasaneCog.add_to(bot)
