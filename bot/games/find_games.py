"""The games there are, each with its rules and its computer players, found by looking."""

from __future__ import annotations

import importlib
import logging
import pkgutil
import traceback
from dataclasses import dataclass
from pathlib import Path

import cogs
from bot.engine.computer import Player
from bot.engine.game import AnyGame

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Opponent:
    """A game, and how computers play it."""

    game: AnyGame
    player: Player


def packages() -> list[str]:
    """Return the packages under cogs/, without importing any."""
    return sorted(f"cogs.{each.name}" for each in pkgutil.iter_modules(cogs.__path__) if each.ispkg)


def packages_with(module: str) -> list[str]:
    """Return the packages under cogs/ that have a module of this name, without importing any."""
    return [package for package in packages() if has_module(package, module)]


def has_module(package: str, module: str) -> bool:
    """Tell whether a package under cogs/ has a module of this name, without importing any."""
    folders = [str(Path(folder) / package.removeprefix("cogs.")) for folder in cogs.__path__]
    return any(each.name == module for each in pkgutil.iter_modules(folders))


def extension_of(package: str) -> str:
    """Return the module of a package under cogs/ that discord.py loads: a game's `cog.py`."""
    return f"{package}.cog" if has_module(package, "rules") else package


def extensions() -> list[str]:
    """Return the module that discord.py loads from each package under cogs/."""
    return [extension_of(package) for package in packages()]


def find_game(key: str) -> AnyGame | None:
    """Return the rules of a game under cogs/, by its key; None if there is none."""
    package = f"cogs.{key}"
    if package not in packages_with("rules"):
        return None
    return importlib.import_module(f"{package}.rules").GAME


def opponent(package: str) -> Opponent:
    """Return the game of a package under cogs/ and how computers play it.

    Raises whatever its import raises.
    """
    game: AnyGame = importlib.import_module(f"{package}.rules").GAME
    # A module with these names is a player.
    player: Player = importlib.import_module(f"{package}.player")  # pyright: ignore[reportAssignmentType]
    return Opponent(game, player)


def opponents() -> dict[str, Opponent]:
    """Return every game under cogs/ that computers can play, by its key. Needs no discord.

    One that fails to load is logged by kind and place, and left out.
    """
    found: dict[str, Opponent] = {}
    for package in packages_with("player"):
        try:
            one = opponent(package)
            found[one.game.info.key] = one
        except Exception as error:
            frames = "".join(traceback.format_tb(error.__traceback__))
            log.error("%s is left out: %s\n%s", package, type(error).__name__, frames)
    return found
