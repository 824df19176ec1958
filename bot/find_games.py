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
