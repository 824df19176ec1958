"""OpenSpiel's information-set search in Python on its own Hearts, to compare our search with.

OpenSpiel is installed only for the benchmarks. Its search is Python, its Hearts is compiled.
"""

from __future__ import annotations

import importlib
from typing import Any, Final

SIMULATIONS: Final = 200
"""For one decision."""
TRICKS: Final = 3
"""How many are played before: there is something to remember, and much still to come."""


class Hearts:
    """Decides in the middle of a game of Hearts, playing on at random to the end."""

    def __init__(self) -> None:
        """Deal and play some tricks. Raises ImportError if OpenSpiel isn't installed."""
        spiel: Any = importlib.import_module("pyspiel")
        search: Any = importlib.import_module("open_spiel.python.algorithms.ismcts")
        numpy: Any = importlib.import_module("numpy")
        rng: Any = numpy.random.RandomState(1)
        game: Any = spiel.load_game("hearts")
        state: Any = game.new_initial_state()
        played = 0
        while True:
            if state.is_chance_node():
                state.apply_action(
                    int(rng.choice([action for action, _ in state.chance_outcomes()]))
                )
            elif played >= 4 * TRICKS and len(state.legal_actions()) > 2:
                break
            else:
                state.apply_action(int(rng.choice(state.legal_actions())))
                played += 1
        self.steps = 0
        """Actions simulated so far, in the tree and beyond it."""
        counting = self

        class Bot(search.ISMCTSBot):
            """Counts the actions in the tree."""

            def run_simulation(self, state: Any) -> Any:
                """Count one point of the tree; the last one of a simulation isn't an action."""
                counting.steps += 1
                return super().run_simulation(state)

        class AtRandom:
            """Plays on at random and counts, as OpenSpiel's own evaluator of one rollout does."""

            def evaluate(self, state: Any) -> Any:
                """Return what a random end of the game brings."""
                steps = 0
                state = state.clone()
                while not state.is_terminal():
                    state.apply_action(rng.choice(state.legal_actions()))
                    steps += 1
                counting.steps += steps - 1
                return numpy.array(state.returns())

            def prior(self, state: Any) -> Any:
                """Return that all actions are as likely."""
                legal = state.legal_actions()
                return [(action, 1.0 / len(legal)) for action in legal]

        self._state = state
        self._bot = Bot(game, AtRandom(), 1.0, SIMULATIONS, -1, rng)

    def decide(self) -> int:
        """Search once; return how many actions were simulated."""
        self.steps = 0
        self._bot.step(self._state)
        return self.steps
