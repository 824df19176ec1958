"""The slash commands of Colors of Kasane."""

from __future__ import annotations

from typing import Any

from bot.ui.incoming.game_commands import GameCog
from cogs.kasane.help import HELP
from cogs.kasane.lesson import LESSON
from cogs.kasane.picture import PICTURES
from cogs.kasane.render import RENDER
from cogs.kasane.rules import GAME


class KasaneCog(GameCog, name=GAME.info.title):
    """`/kasane new`, `/kasane rules` and a command for each move, made from these parts."""

    game = GAME
    render = RENDER
    help = HELP
    pictures = PICTURES
    lesson = LESSON


async def setup(bot: Any) -> None:
    """Add the cog to a bot; discord.py calls it."""
    await bot.add_cog(KasaneCog(bot.requests))
