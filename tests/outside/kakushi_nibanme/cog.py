"""The slash commands of Second Best."""

from __future__ import annotations

from typing import Any

from bot.ui.incoming.game_commands import GameCog
from kakushi_nibanme.help import HELP
from kakushi_nibanme.render import RENDER
from kakushi_nibanme.rules import GAME


class NibanmeCog(GameCog, name=GAME.info.title):
    """`/nibanme new`, `/nibanme rules` and `/nibanme play`, made from these parts."""

    game, render, help = GAME, RENDER, HELP


async def setup(bot: Any) -> None:
    """Add the cog to a bot."""
    await bot.add_cog(NibanmeCog(bot.requests))
