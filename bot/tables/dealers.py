"""Who deals at a table: chance, or for tests a file of recorded draws."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from bot.engine.dealer import LiveDealer, ReplayDealer
from bot.engine.match import SpeakingDealer
from bot.tables.forms import Forms

Dealers = Callable[[int], SpeakingDealer]
"""Gives a dealer for one step of a table that has drawn so many times before."""


def live() -> Dealers:
    """Return dealers that draw from the operating system's chance."""
    chance = random.SystemRandom()
    return lambda _drawn: LiveDealer(chance)


def from_file(path: Path) -> Dealers:
    """Return dealers that give every table the draws of a file, from its beginning.

    The file is a JSON list in the order of drawing: a list for each shuffle, the item for each
    pick. A table goes on where it was, also after a restart. Raises ValueError or OSError.
    """
    draws = Forms.load_draws(path.read_text(encoding="utf-8"))
    return lambda drawn: ReplayDealer(draws[drawn:])
