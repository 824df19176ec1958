"""The slash commands of 7 Little Korpokkurs."""

from __future__ import annotations

from typing import Any

from bot.ui.incoming.game_commands import GameCog
from cogs.korpokkur.help import HELP
from cogs.korpokkur.lesson import LESSON
from cogs.korpokkur.picture import PICTURES
from cogs.korpokkur.render import RENDER
from cogs.korpokkur.rules import GAME


class KorpokkurCog(GameCog, name=GAME.info.title):
    """`/korpokkur new`, `/korpokkur rules` and a command for each move, made from these parts."""

    game = GAME
    render = RENDER
    help = HELP
    pictures = PICTURES
    lesson = LESSON


async def setup(bot: Any) -> None:
    """Add the cog to a bot; discord.py calls it."""
    await bot.add_cog(KorpokkurCog(bot.requests))
