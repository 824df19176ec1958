"""What the others are imagined to answer in a search of one action."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Final

from bot.engine.game import Action, AnyGame, Dealer
from bot.engine.learned_replies import OwnTree
from bot.engine.search import search_by
from bot.engine.strength import Strength
from bot.engine.tree_search import TreeSearch
from bot.engine.views import SeatView

ITERATIONS: Final = 240
"""Of each search."""

Answers = Counter[Action]


def answers(
    game: AnyGame, view: SeatView[Any, Any], action: Action, strength: Strength, seed: float
) -> Answers:
    """Return what others answered to an action in the later part of a search of nothing else."""
    found: Answers = Counter()
    rules: Any = type(game)

    class Watched(rules):
        """Notes what is done right after the action."""

        after: int | None = None

        def apply(self, state: Any, seat: int, action: Any, dealer: Dealer) -> None:
            """Note and apply."""
            if self.after == 1:
                found[action] += 1
            self.after = None if self.after is None else self.after + 1
            super().apply(state, seat, action, dealer)

    watched, rng = Watched(), random.Random(seed)
    seats = len(game.worth(game.world(view, rng)))
    search = search_by(strength.at(seats), watched, seats, view.seat, rng)
    for number in range(ITERATIONS):
        world = game.world(view, rng)
        if isinstance(search, OwnTree):
            search.replies(action).learn(world, action)
        watched.after = 0 if number > ITERATIONS / 3 else None
        TreeSearch.iterate(search, world, action)
        watched.after = None
    return found


def apart(one: Answers, other: Answers) -> float:
    """Return how far apart two distributions are, from 0 to 1."""
    return (
        sum(
            abs(one[each] / one.total() - other[each] / other.total())
            for each in one.keys() | other.keys()
        )
        / 2
    )
