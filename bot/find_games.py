"""Who can play which game: every game's rules, with its computer players, found by looking."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from dataclasses import dataclass

import cogs
from bot.engine.computer import Player
from bot.engine.game import AnyGame


@dataclass(frozen=True, slots=True)
class Opponent:
    """A game, and how computers play it."""

    game: AnyGame
    player: Player


def find_game(key: str) -> AnyGame | None:
    """Return the rules of a game under cogs/, by its key; None if there is none."""
    for each in pkgutil.iter_modules(cogs.__path__):
        name = f"cogs.{each.name}.rules"
        if each.name == key and importlib.util.find_spec(name):
            return importlib.import_module(name).GAME
    return None


def opponents() -> dict[str, Opponent]:
    """Return every game under cogs/ that computers can play, by its key. Needs no discord."""
    found = [
        Opponent(
            importlib.import_module(f"{name}.rules").GAME,
            # A module with these names is a player.
            importlib.import_module(f"{name}.player"),  # pyright: ignore[reportArgumentType]
        )
        for name in sorted(f"cogs.{each.name}" for each in pkgutil.iter_modules(cogs.__path__))
        if importlib.util.find_spec(f"{name}.player")
    ]
    return {each.game.info.key: each for each in found}
