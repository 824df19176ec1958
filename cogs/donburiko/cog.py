"""The slash commands of Donburiko!."""

from __future__ import annotations

from typing import Any

from bot.ui.incoming.game_commands import GameCog
from cogs.donburiko.help import HELP
from cogs.donburiko.lesson import LESSON
from cogs.donburiko.picture import PICTURES
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import GAME


class DonburikoCog(GameCog, name=GAME.info.title):
    """`/donburiko new`, `/donburiko rules` and a command for each move, made from these parts."""

    game = GAME
    render = RENDER
    help = HELP
    pictures = PICTURES
    lesson = LESSON


async def setup(bot: Any) -> None:
    """Add the cog to a bot; discord.py calls it."""
    await bot.add_cog(DonburikoCog(bot.requests))
