"""A yardstick for the arena: flat Monte Carlo, written from the contract of games alone.

It knows no game: neither the search of the engine nor the rules of thumb of the games are behind
it, so it errs in other ways than they do. It draws worlds from what its seat sees, tries the same
worlds with every action, plays on at random, and drops the worse half of the actions again and
again (sequential halving; Karnin, Koren and Somekh, 2013).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import ceil, log2, tanh
from typing import Any, Final

from bot.engine.dealer import QuietDealer
from bot.engine.game import Action, AnyGame, Item
from bot.engine.views import SeatView

Spent = Callable[[int], float]
"""Returns how much of the budget is used up after this many playouts, 1 being all of it."""

Preference = Callable[[Any, int], Action | None]
"""Chooses by what the acting seat may see of the state; None leaves it to chance."""

HORIZON: Final = 60
"""The most actions of a playout; a cut one is judged by `Game.worth`."""
SCALE: Final = 4.0
"""The lead in points at which winning is about three times as likely as not."""


class _Dealer(QuietDealer):
    """A quiet dealer that remembers whether it has shuffled."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.shuffled = False

    def shuffle(self, items: list[Item]) -> list[Item]:
        """Return the items in a random order."""
        self.shuffled = True
        return super().shuffle(items)


def choose(
    game: AnyGame,
    view: SeatView[Any, Any],
    legal: Sequence[Action],
    rng: random.Random,
    spent: Spent,
    prefer: Preference | None = None,
) -> Action:
    """Choose one of the legal actions of a seat from its view alone."""
    left = list(legal)
    rewards = [0.0] * len(left)
    rounds = ceil(log2(len(left)))
    played = 0
    for number in range(1, rounds + 1):
        until = played + len(left)
        # Each round has at least one world, however small the budget is.
        while played < until or spent(played) < number / rounds:
            world = game.world(view, rng)
            for place, action in enumerate(left):
                rewards[place] += _play_on(game, world.clone(), view.seat, action, rng, prefer)
            played += len(left)
        # All that are left were tried in the same worlds, so that the sums can be compared.
        best = sorted(range(len(left)), key=lambda place: -rewards[place])[: ceil(len(left) / 2)]
        left, rewards = [left[place] for place in best], [rewards[place] for place in best]
    return left[0]


def _play_on(
    game: AnyGame,
    state: Any,
    seat: int,
    action: Action,
    rng: random.Random,
    prefer: Preference | None,
) -> float:
    """Return how well a seat stands after an action, from 0 to 1, when all play on at random.

    Play ends with the match, at the horizon, or with the round: if cards are shuffled again, only
    the standing carries over.
    """
    dealer = _Dealer(rng)
    game.apply(state, seat, action, dealer)
    acting = game.to_act(state)
    played = 0
    while acting and played < HORIZON and not dealer.shuffled:
        # Where several are asked at once, nobody knows the others' answers: any order will do.
        other = acting[0]
        following = None if prefer is None else prefer(state, other)
        if following is None:
            legal = game.legal(state, other)
            following = legal[int(rng.random() * len(legal))]
        game.apply(state, other, following, dealer)
        acting = game.to_act(state)
        played += 1
    if acting:
        return _lead(game.worth(state), seat)
    result = game.result(state)
    won = 1 / len(result.winners) if seat in result.winners else 0.0
    # Winning is what counts; the lead tells a near miss from a rout.
    return 0.6 * won + 0.4 * _lead(result.scores, seat)


def _lead(points: Sequence[float], seat: int) -> float:
    """Return how far a seat is ahead of the best of the others, from 0 to 1."""
    others = max(each for other, each in enumerate(points) if other != seat)
    return 0.5 + 0.5 * tanh((points[seat] - others) / (2 * SCALE))
