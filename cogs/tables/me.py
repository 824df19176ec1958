"""`/me …`: what belongs to a person, on every server and in direct messages."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.incoming.commands_cog import CommandsCog
from bot.ui.incoming.game_commands import ANYWHERE, FOR_EVERYBODY
from bot.ui.incoming.requests import Requests
from bot.ui.pages.tables import my_tables
from bot.ui.services import Interaction
from storage.rows import Reminders


class MeCog(CommandsCog):
    """`/me games`, `clock`, `hide`, `apart` and `reminders`."""

    def __init__(self, requests: Requests) -> None:
        self.me = requests.actions.me
        self.group = app_commands.Group(
            name="me",
            description="Your games, your clock, your reminders, your name in standings",
            allowed_contexts=ANYWHERE,
            allowed_installs=FOR_EVERYBODY,
        )
        self.group.add_command(
            app_commands.Command(
                name="games",
                description="List your games on all servers, those waiting for you first",
                callback=self.games,
            )
        )
        self.group.add_command(
            app_commands.Command(
                name="hide",
                description="Don't show your name to others in standings",
                callback=self.hide,
            )
        )
        self.group.add_command(
            app_commands.Command(
                name="apart",
                description="Pick people you would rather not be seated with; nobody is told",
                callback=self.apart,
            )
        )
        self.group.add_command(
            app_commands.Command(
                name="reminders",
                description="Choose where I remind you of game nights",
                callback=self.reminders,
            )
        )
        clock: app_commands.Command[Any, ..., None] = app_commands.Command(
            name="clock",
            description="See or set your time zone and your quiet hours",
            callback=self.clock,
        )
        clock.autocomplete("zone")(self.zones)
        self.group.add_command(clock)
        super().__init__(requests, self.group)

    async def games(self, interaction: Interaction) -> None:
        """List the tables where the person sits, on all servers."""
        await self.requests.answered(interaction, self.me.games(interaction))

    @app_commands.describe(
        zone="Where you are: a city in your time zone",
        start="Quiet hours begin at this time of day, as in 22:00",
        end="Quiet hours end at this time of day, as in 7:30",
    )
    @app_commands.rename(start="from", end="to")
    async def clock(
        self,
        interaction: Interaction,
        zone: str | None = None,
        start: str | None = None,
        end: str | None = None,
    ) -> None:
        """Show the time zone and the quiet hours of a person, or set them first."""
        await self.requests.answered(interaction, self.me.clock(interaction, zone, start, end))

    async def hide(self, interaction: Interaction) -> None:
        """Don't show the person's name to others in standings any more."""
        await self.requests.answered(interaction, self.me.hide(interaction, True))

    @app_commands.describe(person="Whom to add; see all of them if you leave this out")
    async def apart(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show whom the person would rather not be seated with, or add somebody first."""
        added = self.me.apart(interaction, None if person is None else person.id)
        await self.requests.answered(interaction, added)

    @app_commands.describe(where="thread: in the game night's thread · dm: by direct message")
    async def reminders(self, interaction: Interaction, where: Reminders | None = None) -> None:
        """Show where the person is reminded of game nights, or choose that first."""
        await self.requests.answered(interaction, self.me.reminders(interaction, where))

    async def zones(self, interaction: Interaction, text: str) -> list[app_commands.Choice[str]]:
        """Return the time zones to choose from while somebody types."""
        found = my_tables.zone_choices(text, self.requests.services.tables.now())
        return [app_commands.Choice(name=label, value=zone) for zone, label in found]


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    requests: Any = getattr(bot, "requests", None)
    await bot.add_cog(MeCog(requests))
