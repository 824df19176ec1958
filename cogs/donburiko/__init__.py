"""Donburiko!: collect acorns, but no more than six at a time."""

from bot.games.game_package import setup_of

setup = setup_of(__name__)
