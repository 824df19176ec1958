"""The games there are, each with its rules and its computer players, found by looking.

A game is a folder under cogs/, or a package installed besides: its entry point in the group
`kakushi.games` names the game's key and the package.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import pkgutil
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path
from typing import TypeVar

import cogs
from bot.engine.ahead import Ahead
from bot.engine.computer import Player
from bot.engine.game import AnyGame

GROUP = "kakushi.games"

log = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Opponent:
    """A game, and how computers play it."""

    game: AnyGame
    player: Player
    ahead: Ahead | None = None
    """What can be set ahead in it; None for a game without such moves."""


class OtherKey(Exception):
    """A game that calls itself otherwise than its folder or its entry point does."""


def packages() -> dict[str, str]:
    """Return by name which packages there are, ours first, without importing any.

    One that was installed can't take the name of another.
    """
    found = _ours()
    for name, package in _installed():
        found.setdefault(name, package)
    return found


def _ours() -> dict[str, str]:
    names = sorted(each.name for each in pkgutil.iter_modules(cogs.__path__) if each.ispkg)
    return {name: f"cogs.{name}" for name in names}


def _installed(say: Callable[..., None] = log.debug) -> dict[tuple[str, str], str]:
    """Return which names and packages are declared, and what installed them, in a fixed order."""
    found: dict[tuple[str, str], str] = {}
    for each in distributions():
        try:
            for point in each.entry_points.select(group=GROUP):
                if is_ours(point.module):
                    # What lies under cogs/ is loaded already.
                    raise OtherKey(point.name)
                found.setdefault((point.name, point.module), f"{each.name} {each.version}")
        except Exception as error:
            # Whatever is wrong with what else is installed, the bot starts.
            say("entry points of %s can't be read: %s", each.metadata["Name"], type(error).__name__)
    return dict(sorted(found.items()))


def log_installed() -> None:
    """Log which packages were installed besides, and which of them are left out for their name."""
    taken = _ours()
    for (name, package), whence in _installed(log.error).items():
        if name in taken:
            log.error("%s (%s) is left out: there is %s already", package, whence, taken[name])
        else:
            taken[name] = package
            log.info("the game %s comes with %s (%s)", name, package, whence)


def packages_with(module: str) -> dict[str, str]:
    """Return by name the packages that have a module of this name, without importing any."""
    return {name: each for name, each in packages().items() if has_module(each, module)}


def has_module(package: str, module: str) -> bool:
    """Tell whether a package has a module of this name, without importing any."""
    return any(each.name == module for each in pkgutil.iter_modules(folders_of(package)))


def folders_of(package: str) -> list[str]:
    """Return where a package lies, without importing it; [] if it can't be found."""
    if is_ours(package):
        return [str(Path(folder) / package.removeprefix("cogs.")) for folder in cogs.__path__]
    try:
        spec = importlib.util.find_spec(package)
    except Exception:
        # A package around it may fail in any way as it is imported.
        return []
    return [*(spec.submodule_search_locations or ())] if spec is not None else []


def is_ours(package: str) -> bool:
    """Tell whether a package lies under cogs/, and wasn't installed besides."""
    return package.startswith("cogs.")


def is_game(package: str) -> bool:
    """Tell whether a package is meant to be a game: all that were installed are."""
    return not is_ours(package) or has_module(package, "rules")


def extension_of(package: str) -> str:
    """Return the module of a package that discord.py loads: a game's `cog.py`."""
    return f"{package}.cog" if is_game(package) else package


def find_game(key: str) -> AnyGame | None:
    """Return the rules of a game by its key; None if there is none. Raises as `rules` does."""
    package = packages_with("rules").get(key)
    return None if package is None else rules(key, package)


def rules(key: str, package: str) -> AnyGame:
    """Return the rules of the game in a package. Raises OtherKey, or whatever its import raises."""
    game: AnyGame = importlib.import_module(f"{package}.rules").GAME
    if game.info.key != key:
        raise OtherKey(key)
    return game


def opponent(key: str, package: str) -> Opponent:
    """Return the game in a package and how computers play it. Raises as `rules` does."""
    game = rules(key, package)
    # A module with these names is a player.
    player: Player = importlib.import_module(f"{package}.player")  # pyright: ignore[reportAssignmentType]
    return Opponent(game, player, ahead_of(package))


def ahead_of(package: str) -> Ahead | None:
    """Return what can be set ahead in the game of a package; None if it has no such moves."""
    if not has_module(package, "ahead"):
        return None
    # A module with these names is one.
    ahead: Ahead = importlib.import_module(f"{package}.ahead")  # pyright: ignore[reportAssignmentType]
    return ahead


def opponents() -> dict[str, Opponent]:
    """Return every game that computers can play, by its key. Needs no discord.

    One that fails to load is logged by kind and place, and left out.
    """
    return dict(_sound("player", opponent))


def games() -> dict[str, AnyGame]:
    """Return every game by its key. One that fails to load is logged as in `opponents`."""
    return dict(_sound("rules", rules))


def aheads() -> dict[str, Ahead]:
    """Return what can be set ahead in each game with such moves, by key; failures are logged."""

    def load(_key: str, package: str) -> Ahead | None:
        return ahead_of(package)

    return {key: each for key, each in _sound("ahead", load) if each is not None}


def _sound(module: str, load: Callable[[str, str], T]) -> Iterator[tuple[str, T]]:
    """Yield what can be loaded of the packages that have a module; log what can't."""
    for key, package in packages_with(module).items():
        try:
            yield key, load(key, package)
        except Exception as error:
            frames = "".join(traceback.format_tb(error.__traceback__))
            log.error("%s is left out: %s\n%s", package, type(error).__name__, frames)
