"""The slash commands of Ameno Kirifuda."""

from __future__ import annotations

from typing import Any

from bot.ui.incoming.game_commands import GameCog
from cogs.kirifuda.help import HELP
from cogs.kirifuda.lesson import LESSON
from cogs.kirifuda.picture import PICTURES
from cogs.kirifuda.render import RENDER
from cogs.kirifuda.rules import GAME


class KirifudaCog(GameCog, name=GAME.info.title):
    """`/kirifuda new`, `/kirifuda rules` and a command for each move, made from these parts."""

    game = GAME
    render = RENDER
    help = HELP
    pictures = PICTURES
    lesson = LESSON


async def setup(bot: Any) -> None:
    """Add the cog to a bot; discord.py calls it."""
    await bot.add_cog(KirifudaCog(bot.requests))
