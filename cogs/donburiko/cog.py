"""The slash commands of Donburiko!."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.ui.incoming.game_commands import GameCog, MoveCommand
from cogs.donburiko.help import HELP
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import GAME

if TYPE_CHECKING:
    from discord.ext import commands


class DonburikoCog(GameCog):
    """`/donburiko new`, `rules`, and its three moves."""

    game = GAME
    render = RENDER
    help = HELP
    moves = (
        MoveCommand(
            "add",
            "Add one of your cards to a row",
            {
                "card": "The card: 4, 1 or 5, loach, pond -2",
                "row": "The number of the row",
                "face": "up wins a chip from the bank, down leaves one of yours",
            },
        ),
        MoveCommand("take", "Take a row and score it", {"row": "The number of the row"}),
        MoveCommand(
            "count",
            "Say what the row you took counts as",
            {"total": "The total; 6! announces a Donburiko"},
        ),
    )


async def setup(bot: commands.Bot) -> None:
    """Add the cog to the bot."""
    requests: Any = getattr(bot, "requests", None)
    await bot.add_cog(DonburikoCog(requests))
