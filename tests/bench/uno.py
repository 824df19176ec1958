"""Random play on the UNO of rlcard, to compare our games' figures with: a core of the same kind.

rlcard is installed only for the benchmarks.
"""

from __future__ import annotations

import importlib
import random
from typing import Any

SEATS = 2
"""rlcard's own number of players."""


class Uno:
    """Plays UNO at random, on the bare game: no environment, no encoding for learners."""

    def __init__(self) -> None:
        """Load the game. Raises ImportError if rlcard isn't installed."""
        module: Any = importlib.import_module("rlcard.games.uno")
        self._game: Any = module.Game(num_players=SEATS)
        self._rng = random.Random(1)

    def play(self) -> int:
        """Play one game; return how many steps it took."""
        game, rng = self._game, self._rng
        game.init_game()
        steps = 0
        while not game.is_over():
            legal = game.get_legal_actions()
            game.step(legal[int(rng.random() * len(legal))])
            steps += 1
        return steps
