"""7 Little Korpokkurs: gather seven of them, and get rid of the butterbur leaves."""

from bot.games.game_package import setup_of

setup = setup_of(__name__)
