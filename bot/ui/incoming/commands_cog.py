"""What cogs with commands of their own share: how the commands come and go."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.ui.incoming.requests import Requests

Command = app_commands.Command[Any, ..., Any] | app_commands.Group


class CommandsCog(commands.Cog):
    """A cog that adds its commands when it is added, and takes them down when it is removed."""

    def __init__(self, requests: Requests, *own: Command) -> None:
        """Take what answers commands, and the cog's own commands and groups."""
        self.requests = requests
        self.own = own

    async def cog_load(self) -> None:
        """Put the commands up."""
        for each in self.own:
            self.requests.services.bot.tree.add_command(each)

    async def cog_unload(self) -> None:
        """Take the commands down."""
        for each in self.own:
            self.requests.services.bot.tree.remove_command(each.name)
