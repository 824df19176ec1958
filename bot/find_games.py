"""Who can play which game: every game's rules, with its computer players, found by looking."""

from __future__ import annotations

import importlib
import importlib.util
import logging
import pkgutil
import traceback
from dataclasses import dataclass
from typing import Any

import cogs
from bot.engine.computer import Player
from bot.engine.game import AnyGame

log = logging.getLogger(__name__)


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
    """Return every game under cogs/ that computers can play, by its key. Needs no discord.

    One that can't be loaded is logged and left out: it mustn't stop the others.
    """
    found: dict[str, Opponent] = {}
    for name in sorted(f"cogs.{each.name}" for each in pkgutil.iter_modules(cogs.__path__)):
        try:
            if importlib.util.find_spec(f"{name}.player"):
                one = _opponent(name)
                found[one.game.info.key] = one
        except Exception as error:
            frames = "".join(traceback.format_tb(error.__traceback__))
            log.error("%s is left out: %s\n%s", name, type(error).__name__, frames)
    return found


def _opponent(name: str) -> Opponent:
    game = importlib.import_module(f"{name}.rules").GAME
    # A module with these names is a player.
    player: Any = importlib.import_module(f"{name}.player")
    return Opponent(game, player)
