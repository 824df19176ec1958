"""The slash commands of Ameno Kirifuda."""

from __future__ import annotations

from bot.ui.incoming.game_commands import GameCog
from cogs.kirifuda.help import HELP
from cogs.kirifuda.render import RENDER
from cogs.kirifuda.rules import GAME


class KirifudaCog(GameCog):
    """`/kirifuda`: new, rules, and a command for each kind of move."""

    game = GAME
    render = RENDER
    help = HELP
