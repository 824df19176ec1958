"""Ameno Kirifuda: win tricks, but no more than you have stones for."""

from bot.games.game_package import setup_of

setup = setup_of(__name__)
