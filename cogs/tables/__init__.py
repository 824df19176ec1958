"""The commands that are the same for every game, and those about a person and a server."""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

from bot.ui.incoming.commands import CommandsCog
from bot.ui.incoming.rows.all_rows import TABLE_COMMANDS, TOPS


class TablesCog(CommandsCog):
    """`/table …`, `/hand`, `/play`, `/learn`, `/me …`, `/setup`, `/block …` and `/privacy …`.

    `/play` is also what a new server is welcomed with, and whoever writes to the bot.
    """

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Welcome a server that has invited the bot."""
        await self.requests.actions.gallery.welcome(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Welcome a server that has invited the bot while it was off."""
        await self.requests.actions.gallery.welcome(guild)

    @commands.Cog.listener()
    async def on_direct_message(self, person: int, place: int, message: int) -> None:
        """Answer somebody who has written to the bot."""
        await self.requests.actions.gallery.greet(person, place, message)


async def setup(bot: Any) -> None:
    """Add the cog to a bot; discord.py calls it."""
    await bot.add_cog(TablesCog(bot.requests, TOPS, TABLE_COMMANDS))
