"""The slash commands of Ameno Kirifuda."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.ui.incoming.game_commands import GameCog, MoveCommand
from cogs.kirifuda.help import HELP
from cogs.kirifuda.render import RENDER
from cogs.kirifuda.rules import GAME

if TYPE_CHECKING:
    from discord.ext import commands


class KirifudaCog(GameCog):
    """`/kirifuda new`, `rules`, and its five moves."""

    game = GAME
    render = RENDER
    help = HELP
    moves = (
        MoveCommand(
            "draft",
            "Take one of the blessing cards that lie open",
            {"blessing": "The card, such as spring2: two stones in spring"},
        ),
        MoveCommand(
            "discard",
            "Give up some of your blessing cards, each for a new stone",
            {"blessings": "The cards, such as spring2, winter0 — or none"},
        ),
        MoveCommand("play", "Play one of your cards", {"card": "The card, such as autumn 8"}),
        MoveCommand(
            "place",
            "Place a stone for the trick you won",
            {
                "space": "The space, such as spring A",
                "to": "If the row is full: where the stone that lay there goes",
            },
            frozenset({"to"}),
        ),
        MoveCommand(
            "return",
            "Take three of your stones back for Bad Karma",
            {"stones": "Their spaces, such as springA, autumnB, autumnC"},
        ),
    )


async def setup(bot: commands.Bot) -> None:
    """Add the cog to the bot."""
    requests: Any = getattr(bot, "requests", None)
    await bot.add_cog(KirifudaCog(requests))
