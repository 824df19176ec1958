"""The slash commands of Shiranui."""

from __future__ import annotations

from bot.ui.incoming.game_commands import GameCog
from cogs.shiranui.help import HELP
from cogs.shiranui.render import RENDER
from cogs.shiranui.rules import GAME


class ShiranuiCog(GameCog):
    """`/shiranui`: new, rules, and a command for each kind of move."""

    game = GAME
    render = RENDER
    help = HELP
