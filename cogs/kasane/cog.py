"""The slash commands of Colors of Kasane."""

from __future__ import annotations

from bot.ui.incoming.game_commands import GameCog
from cogs.kasane.help import HELP
from cogs.kasane.render import RENDER
from cogs.kasane.rules import GAME


class KasaneCog(GameCog):
    """`/kasane`: new, rules, and a command for each kind of move."""

    game = GAME
    render = RENDER
    help = HELP
