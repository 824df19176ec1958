"""`/privacy …`: what is kept about somebody, and how it is deleted."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.ui.incoming.commands_cog import CommandsCog
from bot.ui.incoming.game_commands import ANYWHERE, FOR_EVERYBODY
from bot.ui.incoming.requests import Requests
from bot.ui.services import Interaction


class PrivacyCog(CommandsCog):
    """`/privacy about`, `show` and `delete`, and their controls."""

    def __init__(self, requests: Requests) -> None:
        self.privacy = requests.actions.privacy
        self.group = app_commands.Group(
            name="privacy",
            description="What I keep about you: see it, or delete it",
            allowed_contexts=ANYWHERE,
            allowed_installs=FOR_EVERYBODY,
        )
        subcommands: tuple[tuple[str, str, Any], ...] = (
            ("about", "Read what I keep about you, and who runs this bot", self.about),
            ("show", "Get a file of everything I keep about you", self.show),
            ("delete", "Delete your data; I ask first if you're sure", self.delete),
        )
        for name, text, callback in subcommands:
            self.group.add_command(
                app_commands.Command(name=name, description=text, callback=callback)
            )
        super().__init__(requests, self.group)

    async def about(self, interaction: Interaction) -> None:
        """Say in brief what is kept, and who keeps it."""
        await self.requests.answered(interaction, self.privacy.about(interaction))

    async def show(self, interaction: Interaction) -> None:
        """Give the person a file of everything that is kept about them."""
        await self.requests.answered(interaction, self.privacy.show(interaction))

    async def delete(self, interaction: Interaction) -> None:
        """Say what is deleted and what stays, and ask whether they are sure."""
        await self.requests.answered(interaction, self.privacy.ask(interaction))


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    requests: Any = getattr(bot, "requests", None)
    await bot.add_cog(PrivacyCog(requests))
