"""The slash commands of Donburiko!."""

from __future__ import annotations

from bot.ui.incoming.game_commands import GameCog
from cogs.donburiko.help import HELP
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import GAME


class DonburikoCog(GameCog):
    """`/donburiko`: new, rules, and a command for each kind of move."""

    game = GAME
    render = RENDER
    help = HELP
