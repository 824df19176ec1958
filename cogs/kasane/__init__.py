"""Colors of Kasane: layer a robe of twelve from a hand that is never sorted."""

from bot.games.game_package import setup_of

setup = setup_of(__name__)
