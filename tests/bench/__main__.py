"""Print all figures: `make bench`."""

from __future__ import annotations

import importlib
import pkgutil

import cogs
from bot.engine.game import AnyGame
from tests.bench import engine


def games() -> list[AnyGame]:
    """Return every game of the house."""
    found: list[AnyGame] = []
    for package in pkgutil.iter_modules(cogs.__path__):
        try:
            rules = importlib.import_module(f"cogs.{package.name}.rules")
        except ModuleNotFoundError:
            continue  # a cog that is no game
        found.append(rules.GAME)
    return found


if __name__ == "__main__":
    engine.run(games())
