"""Shiranui: win tricks with the lowest card of the strongest colour."""

from bot.games.game_package import setup_of

setup = setup_of(__name__)
