"""The slash commands of Shiranui."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from bot.ui.incoming.game_commands import GameCog, MoveCommand
from cogs.shiranui.help import HELP
from cogs.shiranui.render import RENDER
from cogs.shiranui.rules import GAME

if TYPE_CHECKING:
    from discord.ext import commands


class ShiranuiCog(GameCog):
    """`/shiranui new`, `rules`, and its two moves."""

    game = GAME
    render = RENDER
    help = HELP
    options: ClassVar[Mapping[str, str]] = {
        "thirteen": "Strong totals of exactly 13 make the lowest void: for those who know the game",
        "without": "Colours to leave out: one at most for four players, none for five",
    }
    moves = (
        MoveCommand(
            "give",
            "Put tokens on a card of this trick, before you play your own",
            {
                "target": "The card on the table, such as red 3, or whose it is",
                "tokens": "How many tokens of the card's colour; 0 to give clear ones alone",
                "clear": "How many of your clear tokens; leave it out for none",
            },
            frozenset({"clear"}),
        ),
        MoveCommand("play", "Play a card from your hand", {"card": "The card, such as red 3"}),
    )


async def setup(bot: commands.Bot) -> None:
    """Add the cog to the bot."""
    requests: Any = getattr(bot, "requests", None)
    await bot.add_cog(ShiranuiCog(requests))
