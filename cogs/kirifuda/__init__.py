"""Ameno Kirifuda: win tricks, but no more than you have stones for."""

from bot.game_package import setup_of

setup = setup_of(__name__)
