"""The slash commands of 7 Little Korpokkurs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from bot.ui.incoming.game_commands import GameCog, MoveCommand
from cogs.korpokkur.help import HELP
from cogs.korpokkur.render import RENDER
from cogs.korpokkur.rules import GAME

if TYPE_CHECKING:
    from discord.ext import commands


class KorpokkurCog(GameCog):
    """`/korpokkur new`, `rules`, and its eight moves."""

    game = GAME
    render = RENDER
    help = HELP
    options: ClassVar[Mapping[str, str]] = {"short": "One round without scores: about five minutes"}
    moves = (
        MoveCommand(
            "give",
            "Hold out one or two of your chips to the next player",
            {"chips": "korpokkur or butterbur", "number": "1 (Sinep) or 2 (Tup)"},
        ),
        MoveCommand(
            "answer",
            "Answer the player who holds out chips to you",
            {"answer": "eh takes them unseen, somo has them shown and refuses them"},
        ),
        MoveCommand(
            "kamuy",
            "Play one of your KAMUY cards",
            {"card": "The card", "target": "The other player, if you swap bags or seats"},
            optional=frozenset({"target"}),
        ),
        MoveCommand(
            "korkoni",
            "Call Korkoni! at a player whom you think to hold seven butterbur",
            {"target": "The player"},
        ),
        MoveCommand("isam", "Call Isam! with an empty bag: leave the round for a point", {}),
        MoveCommand("arwampe", "Call Arwampe! with seven korpokkur: win the round", {}),
        MoveCommand(
            "bag",
            "Fill your bag in secret (two players)",
            {"korpokkur": "3 or 4", "butterbur": "3 or 4"},
        ),
        MoveCommand(
            "handover",
            "Choose the KAMUY card that you give to the next player",
            {"card": "The card"},
        ),
    )


async def setup(bot: commands.Bot) -> None:
    """Add the cog to the bot."""
    requests: Any = getattr(bot, "requests", None)
    await bot.add_cog(KorpokkurCog(requests))
