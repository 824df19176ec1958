"""The slash commands of Colors of Kasane."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from bot.ui.incoming.game_commands import GameCog, MoveCommand
from cogs.kasane.help import HELP
from cogs.kasane.render import RENDER
from cogs.kasane.rules import GAME

if TYPE_CHECKING:
    from discord.ext import commands


class KasaneCog(GameCog):
    """`/kasane new`, `rules`, and its one move."""

    game = GAME
    render = RENDER
    help = HELP
    options: ClassVar[Mapping[str, str]] = {
        "fewer_melds": "A 2 of Kasane and a 2 of Juu start marked (three players only)",
        "easier": "A meld may be achieved after taking a +1, too",
    }
    moves = (
        MoveCommand(
            "take",
            "Take the front card of a row, and achieve a meld if you like",
            {
                "row": "The number of the row",
                "meld": "The meld to achieve, or none; needed where the card makes one",
            },
            optional=frozenset({"meld"}),
        ),
    )


async def setup(bot: commands.Bot) -> None:
    """Add the cog to the bot."""
    requests: Any = getattr(bot, "requests", None)
    await bot.add_cog(KasaneCog(requests))
