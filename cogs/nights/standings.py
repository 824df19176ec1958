"""`/nights standings` and `season` for everybody, `/night season` for hosts."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from discord import app_commands
from discord.ext import commands

from bot.nights.seasons import day_of, first_days, last_days
from bot.tables.trouble import Trouble
from bot.ui.actions.typed_names import night_options, season_options
from bot.ui.incoming.commands_cog import CommandsCog
from bot.ui.incoming.game_commands import FOR_SERVERS, IN_SERVERS, no_choices
from bot.ui.incoming.requests import Requests
from bot.ui.pages.typed_words import Suggestion
from bot.ui.pages.wording import Wording
from bot.ui.posting.replies import wording_of
from bot.ui.services import Interaction
from cogs.nights.choices import Choices, fitting

GAME_TEXT = "Which game; all of them if you leave it out"
LONGEST_NAME = 20


class StandingsCog(CommandsCog):
    """The commands, and their controls."""

    def __init__(self, requests: Requests) -> None:
        self.standings = requests.actions.standings
        self.nights = app_commands.Group(
            name="nights",
            description="Standings and seasons of this server",
            allowed_contexts=IN_SERVERS,
            allowed_installs=FOR_SERVERS,
        )
        self.night = app_commands.Group(
            name="night",
            description="Host game nights: add and change seasons",
            allowed_contexts=IN_SERVERS,
            allowed_installs=FOR_SERVERS,
        )
        standings: app_commands.Command[Any, ..., None] = app_commands.Command(
            name="standings", description="See who stands where", callback=self.show
        )
        standings.autocomplete("game")(self.games)
        standings.autocomplete("season")(self.names)
        standings.autocomplete("night")(self.played_nights)
        self.nights.add_command(standings)
        self.nights.add_command(
            app_commands.Command(
                name="season",
                description="List the seasons of this server",
                callback=self.show_seasons,
            )
        )
        season: app_commands.Command[Any, ..., None] = app_commands.Command(
            name="season",
            description="Add a season, or change one: results that are added up",
            callback=self.save,
        )
        season.autocomplete("name")(self.names)
        season.autocomplete("game")(self.games)
        season.autocomplete("first")(self.firsts)
        season.autocomplete("last")(self.lasts)
        self.night.add_command(season)
        super().__init__(requests, self.nights, self.night)

    @app_commands.describe(
        game=GAME_TEXT,
        season="Which season; all time if you leave it out",
        night="One game night instead",
    )
    async def show(
        self,
        interaction: Interaction,
        game: str | None = None,
        season: str | None = None,
        night: str | None = None,
    ) -> None:
        """Show the standings of this server."""
        if night is not None:
            recaps = self.requests.actions.night_recaps
            await self.requests.answered(interaction, recaps.show_named(interaction, night))
            return
        await self.requests.answered(interaction, self.standings.show(interaction, game, season))

    async def show_seasons(self, interaction: Interaction) -> None:
        """List the seasons of this server."""
        await self.requests.answered(interaction, self.standings.show_seasons(interaction))

    @app_commands.describe(
        name="What it is called; the name of a season that is there changes that one",
        first="Its first day, as in 2026-09-01",
        last="Its last day, as in 2026-11-30",
        tables="Which tables count; never one person against computers",
        game=GAME_TEXT,
    )
    @app_commands.choices(
        tables=[
            app_commands.Choice(name="all tables on this server", value="all"),
            app_commands.Choice(name="only tables of game nights", value="nights"),
        ]
    )
    async def save(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, LONGEST_NAME],
        first: str,
        last: str,
        tables: str,
        game: str | None = None,
    ) -> None:
        """Save a season of this server."""
        kind = "nights" if tables == "nights" else "all"
        saved = self.standings.save_season(interaction, name, (first, last), kind, game)
        await self.requests.answered(interaction, saved)

    async def games(self, interaction: Interaction, text: str) -> Choices:
        """Return the games to choose from while somebody types."""
        return fitting(text, self.requests.services.game_options(wording_of(interaction)))

    async def played_nights(self, interaction: Interaction, text: str) -> Choices:
        """Return the nights to choose from while somebody types, newest first."""
        try:
            nights = await self.requests.actions.night_recaps.nights(interaction)
        except Exception as error:
            return no_choices(interaction, error)
        return fitting(text, night_options(nights))

    async def names(self, interaction: Interaction, text: str) -> Choices:
        """Return the seasons to choose from while somebody types."""
        try:
            seasons = await self.standings.seasons(interaction)
        except Exception as error:
            return no_choices(interaction, error)
        return fitting(text, season_options(seasons))

    async def firsts(self, interaction: Interaction, text: str) -> Choices:
        """Return the days that a season may start with while somebody types."""
        try:
            return _days(text, first_days(await self._today(interaction)), wording_of(interaction))
        except Exception as error:
            return no_choices(interaction, error)

    async def lasts(self, interaction: Interaction, text: str) -> Choices:
        """Return the days that a season may end with, after the first one if that is typed."""
        try:
            try:
                first = day_of(getattr(interaction.namespace, "first", None) or "")
            except Trouble:
                first = await self._today(interaction)
            return _days(text, last_days(first), wording_of(interaction))
        except Exception as error:
            return no_choices(interaction, error)

    async def _today(self, interaction: Interaction) -> date:
        zone = ZoneInfo(await self.standings.zone(interaction))
        return datetime.fromtimestamp(self.requests.services.tables.now(), zone).date()


def _days(text: str, days: list[date], wording: Wording) -> Choices:
    return fitting(text, [Suggestion(str(day), f"{day} · {wording.weekday(day)}") for day in days])


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    requests: Any = getattr(bot, "requests", None)
    await bot.add_cog(StandingsCog(requests))
