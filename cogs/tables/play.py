"""`/play`: the games to choose from, and the welcome on a new server that leads there."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.incoming.commands_cog import CommandsCog
from bot.ui.incoming.game_commands import ANYWHERE, FOR_EVERYBODY
from bot.ui.incoming.requests import Requests
from bot.ui.posting.replies import report
from bot.ui.services import Interaction


class PlayCog(CommandsCog):
    """`/play`, its controls, and the welcome."""

    def __init__(self, requests: Requests) -> None:
        self.gallery = requests.actions.gallery
        self.play: app_commands.Command[Any, ..., None] = app_commands.Command(
            name="play",
            description="Pick a game and play it, with friends or against computers",
            callback=self.show,
            allowed_contexts=ANYWHERE,
            allowed_installs=FOR_EVERYBODY,
        )
        super().__init__(requests, self.play)

    async def show(self, interaction: Interaction) -> None:
        """Show all games."""
        await self.requests.answered(interaction, self.gallery.show_all(interaction))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Welcome a server that has invited the bot."""
        await self._welcome(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Welcome a server that has invited the bot while it was off."""
        await self._welcome(guild)

    async def _welcome(self, guild: discord.Guild) -> None:
        try:
            await self.gallery.welcome(guild)
        except Exception as error:
            # As the bot leaves, its line is closed under what is still on the way.
            if not self.requests.services.bot.is_closed():
                report(error, "welcoming a server")


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    requests: Any = getattr(bot, "requests", None)
    await bot.add_cog(PlayCog(requests))
