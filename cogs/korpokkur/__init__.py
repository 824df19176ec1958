"""7 Little Korpokkurs: gather seven of them, and get rid of the butterbur leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discord.ext import commands


async def setup(bot: commands.Bot) -> None:
    """Add the game's cog to the bot."""
    # Imported here, so that the rules can be imported without discord.
    from cogs.korpokkur.cog import KorpokkurCog

    await KorpokkurCog.add_to(bot)
