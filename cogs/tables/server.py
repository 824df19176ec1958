"""`/setup` and `/block`, for those who manage a server."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables.servers import LONGEST_NOTE
from bot.ui.incoming.commands_cog import CommandsCog
from bot.ui.incoming.game_commands import FOR_SERVERS, IN_SERVERS
from bot.ui.incoming.requests import Requests
from bot.ui.pages.tables import my_tables
from bot.ui.services import Interaction

MANAGERS = discord.Permissions(manage_guild=True)
"""The people who see these commands unless a server decides otherwise; the right is checked at each
use.
"""
LONGEST_BLOCK = 365
"""In days."""


class ServerCog(CommandsCog):
    """`/setup`, `/block`, and their controls."""

    def __init__(self, requests: Requests) -> None:
        self.setup = requests.actions.setup
        self.command: app_commands.Command[Any, ..., None] = app_commands.Command(
            name="setup",
            description="Set up this server: who hosts, where tables go, what I may do",
            callback=self.show,
            allowed_contexts=IN_SERVERS,
            allowed_installs=FOR_SERVERS,
        )
        self.command.default_permissions = MANAGERS
        self.command.autocomplete("zone")(self.zones)
        self.block = app_commands.Group(
            name="block",
            description="Keep somebody from tables and game nights on this server",
            allowed_contexts=IN_SERVERS,
            allowed_installs=FOR_SERVERS,
            default_permissions=MANAGERS,
        )
        subcommands: tuple[tuple[str, str, Any], ...] = (
            ("add", "Keep somebody from tables and game nights here", self.add),
            ("remove", "Let somebody join tables and game nights here again", self.remove),
            ("list", "See who can't join tables and game nights here", self.show_list),
        )
        for name, text, callback in subcommands:
            self.block.add_command(_command(name, text, callback))
        super().__init__(requests, self.command, self.block)

    @app_commands.describe(zone="The time zone of this server: a city in it")
    async def show(self, interaction: Interaction, zone: str | None = None) -> None:
        """Show what is set on this server, or set its time zone first."""
        await self.requests.answered(interaction, self.setup.show(interaction, zone))

    @app_commands.describe(
        person="Who can't join tables and game nights any more",
        days="For how many days; until you remove it if you leave this out",
        note="Why; only those who manage this server see it",
    )
    async def add(
        self,
        interaction: Interaction,
        person: discord.User,
        days: app_commands.Range[int, 1, LONGEST_BLOCK] | None = None,
        note: app_commands.Range[str, 1, LONGEST_NOTE] | None = None,
    ) -> None:
        """Block somebody."""
        await self.requests.answered(
            interaction, self.setup.block(interaction, person, days, note or "")
        )

    @app_commands.describe(person="Who may join again")
    async def remove(self, interaction: Interaction, person: discord.User) -> None:
        """Unblock somebody."""
        await self.requests.answered(interaction, self.setup.unblock(interaction, person))

    async def show_list(self, interaction: Interaction) -> None:
        """Show who is blocked."""
        await self.requests.answered(interaction, self.setup.list_blocks(interaction))

    async def zones(self, _: Interaction, text: str) -> list[app_commands.Choice[str]]:
        """Return the time zones to choose from while somebody types."""
        found = my_tables.zone_choices(text, self.requests.services.tables.now())
        return [app_commands.Choice(name=label, value=zone) for zone, label in found]


def _command(name: str, text: str, callback: Any) -> app_commands.Command[Any, ..., None]:
    return app_commands.Command(name=name, description=text, callback=callback)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    requests: Any = getattr(bot, "requests", None)
    await bot.add_cog(ServerCog(requests))
