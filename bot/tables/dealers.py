"""Who deals at a table: the secret it was opened with, or for tests a file of recorded draws."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from pathlib import Path

from bot.engine.chance import SECRET_BYTES, SealedChance
from bot.engine.dealer import LiveDealer, ReplayDealer
from bot.engine.match import SpeakingDealer
from bot.tables.game_json import GameJson

Dealers = Callable[[str | None, int], SpeakingDealer]
"""Gives a dealer for one step of a table, by its secret (hexadecimal; None if it was opened before
there were any) and the number of draws before."""


def new_secret() -> bytes:
    """Return a secret that nobody can guess, from the operating system's chance."""
    return secrets.token_bytes(SECRET_BYTES)


def live() -> Dealers:
    """Return dealers that draw from a table's secret, else from the operating system's chance."""
    chance = random.SystemRandom()

    def deal(secret: str | None, drawn: int) -> SpeakingDealer:
        return LiveDealer(chance) if secret is None else from_secret(secret, drawn)

    return deal


def from_secret(secret: str, drawn: int) -> LiveDealer:
    """Return a dealer whose draws follow from a secret, for the step after so many draws.

    Raises ValueError if it is no secret.
    """
    return LiveDealer(SealedChance(bytes.fromhex(secret), drawn))


def from_file(path: Path) -> Dealers:
    """Return dealers that give every table the draws of a file, from its beginning.

    The file is a JSON list in the order of drawing: a list for each shuffle, the item for each
    pick. A table goes on where it was, also after a restart. Raises ValueError or OSError.
    """
    draws = GameJson.load_draws(path.read_text(encoding="utf-8"))
    return lambda _secret, drawn: ReplayDealer(draws[drawn:])
