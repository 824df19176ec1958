"""`/table …` and `/hand`: the commands that are the same for every game."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.ui.actions.tables.verbs import VERBS
from bot.ui.incoming.commands_cog import CommandsCog
from bot.ui.incoming.game_commands import FOR_SERVERS, IN_SERVERS
from bot.ui.incoming.requests import Requests
from bot.ui.incoming.table_commands import table_command
from bot.ui.services import Interaction


class TableCog(CommandsCog):
    """One command for each verb, `/table list`, and `/hand`."""

    def __init__(self, requests: Requests) -> None:
        self.services = requests.services
        self.group = app_commands.Group(
            name="table",
            description="Join, start, leave, end, look back: all you can do at a table",
            allowed_contexts=IN_SERVERS,
            allowed_installs=FOR_SERVERS,
        )
        for verb in VERBS.values():
            self.group.add_command(table_command(requests, verb))
        self.group.add_command(
            app_commands.Command(
                name="list", description="List the tables of this server", callback=self.list
            )
        )
        self.hand = table_command(requests, VERBS["hand"])
        self.hand.allowed_contexts = IN_SERVERS
        self.hand.allowed_installs = FOR_SERVERS
        super().__init__(requests, self.group, self.hand)

    async def list(self, interaction: Interaction) -> None:
        """List the tables of this server that the person may know of."""
        await self.requests.answered(
            interaction, self.requests.actions.table_list.show(interaction)
        )


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    requests: Any = getattr(bot, "requests", None)
    await bot.add_cog(TableCog(requests))
