"""The slash commands of Shiranui."""

from __future__ import annotations

from typing import Any

from bot.ui.incoming.game_commands import GameCog
from cogs.shiranui.help import HELP
from cogs.shiranui.lesson import LESSON
from cogs.shiranui.picture import PICTURES
from cogs.shiranui.render import RENDER
from cogs.shiranui.rules import GAME


class ShiranuiCog(GameCog, name=GAME.info.title):
    """`/shiranui new`, `/shiranui rules` and a command for each move, made from these parts."""

    game = GAME
    render = RENDER
    help = HELP
    pictures = PICTURES
    lesson = LESSON


async def setup(bot: Any) -> None:
    """Add the cog to a bot; discord.py calls it."""
    await bot.add_cog(ShiranuiCog(bot.requests))
