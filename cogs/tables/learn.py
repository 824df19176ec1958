"""`/learn`: learn a game by playing it against computers, one step at a time."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.ui.incoming.commands_cog import CommandsCog
from bot.ui.incoming.game_commands import ANYWHERE, FOR_EVERYBODY, no_choices
from bot.ui.incoming.requests import Requests
from bot.ui.pages.typed_words import narrowed
from bot.ui.posting.replies import wording_of
from bot.ui.services import Interaction


class LearnCog(CommandsCog):
    """`/learn` and its controls."""

    def __init__(self, requests: Requests) -> None:
        self.lessons = requests.actions.lessons

        @app_commands.describe(game="Which game?")
        async def learn(interaction: Interaction, game: str) -> None:
            await requests.answered(interaction, self._open(interaction, game))

        command: app_commands.Command[Any, ..., None] = app_commands.Command(
            name="learn",
            description="Learn a game in a few minutes by playing it",
            callback=learn,
            allowed_contexts=ANYWHERE,
            allowed_installs=FOR_EVERYBODY,
        )
        command.autocomplete("game")(self.games)
        super().__init__(requests, command)

    async def _open(self, interaction: Interaction, typed: str) -> None:
        key = self.requests.services.typed_game(typed, wording_of(interaction))
        await self.lessons.open(interaction, key)

    async def games(self, interaction: Interaction, text: str) -> list[app_commands.Choice[str]]:
        """Return the games that have a lesson and whose title has a text in it."""
        try:
            wording = wording_of(interaction)
            services = self.requests.services
            offered = [
                each
                for each in services.game_options(wording)
                if services.games[each.value].lesson is not None
            ]
            return [
                app_commands.Choice(name=each.label, value=each.value)
                for each in narrowed(offered, text)
            ]
        except Exception as error:
            return no_choices(interaction, error)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    requests: Any = getattr(bot, "requests", None)
    await bot.add_cog(LearnCog(requests))
