"""The slash commands of 7 Little Korpokkurs."""

from __future__ import annotations

from bot.ui.incoming.game_commands import GameCog
from cogs.korpokkur.help import HELP
from cogs.korpokkur.render import RENDER
from cogs.korpokkur.rules import GAME


class KorpokkurCog(GameCog):
    """`/korpokkur`: new, rules, and a command for each kind of move."""

    game = GAME
    render = RENDER
    help = HELP
