"""Search: which action looks best over the worlds that fit what a seat has seen.

All actions that are still looked at are tried in the same worlds, so that no action is lucky in
its worlds, and as often (sequential halving: Karnin, Koren and Somekh, 2013): the worse half is
dropped again and again, until few are left, and these share half of all iterations. What comes
after an action is found by trees (`tree_search`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from bot.engine.game import Action, AnyGame
from bot.engine.learned_replies import OwnTree
from bot.engine.likely_worlds import LikelyWorlds
from bot.engine.strength import Strength
from bot.engine.tree_search import TreeSearch
from bot.engine.views import SeatView

LAST: Final = 3
"""At this number of actions, halving stops."""
BATCH: Final = 100
"""About how many iterations are mixed before they are played."""


@dataclass(slots=True)
class Thought:
    """The outcome of a search."""

    action: Action
    rewards: dict[Action, float]
    """What each action brought, 0.5 being even, less its price: for those compared to the end."""
    iterations: int
    steps: int
    """Number of actions simulated."""


def think(
    game: AnyGame,
    view: SeatView[Any, Any],
    legal: Sequence[Action],
    strength: Strength,
    rng: random.Random,
    *,
    hint: Action | None = None,
    until: Callable[[], bool] | None = None,
    draw: Callable[[], Any] | None = None,
) -> Thought:
    """Choose one of the legal actions of a seat.

    `hint` is the rule of thumb's choice, which counts a little more (`Strength.trust`). `until`
    tells whether time is up; the best action so far is returned then. `draw` returns a new world to
    play in; None draws worlds from the view.
    """
    if strength.narrows is not None:
        legal = strength.narrows(view, legal, hint, rng)
    world_of = draw or _world_of(game, view, strength, rng)
    seats = len(game.worth(world_of()))
    strength = strength.at(seats)
    search = search_by(strength, game, seats, view.seat, rng)
    left = list(legal)
    iterations = strength.iterations_of(seats)
    done = steps = 0
    for most in _marks(len(left), iterations):
        while done < most:
            batch = _batch(world_of, left, min(BATCH, most - done), strength.sight, rng)
            if not done and hint in left:
                # A search that is cut short at once has tried this one.
                batch.sort(key=lambda each: each[1] != hint)
            # Every decision takes as many, or else its time would tell how many actions there were.
            for world, action in batch[: iterations - done]:
                steps += search.iterate(world, action)
                done += 1
                if until is not None and until():
                    return _thought(search, left, hint, done, steps)
        if len(left) > LAST:
            left.sort(key=lambda action: -_value(search, action, hint))
            del left[max(LAST, (len(left) + 1) // 2) :]
    return _thought(search, left, hint, done, steps)


def search_by(
    strength: Strength, game: AnyGame, seats: int, seat: int, rng: random.Random
) -> TreeSearch:
    """Return a search that learns what `Strength.trees` says."""
    kind = OwnTree if strength.trees == "apart" else TreeSearch
    return kind(game, seats, seat, strength, rng)


def _world_of(
    game: AnyGame, view: SeatView[Any, Any], strength: Strength, rng: random.Random
) -> Callable[[], Any]:
    """Return what draws worlds from a view: the likely ones more often, if that is known."""
    weight = None if strength.weighs is None else strength.weighs(view)
    if weight is None:
        return partial(game.world, view, rng)
    stir = None if strength.stirs is None else strength.stirs(view)
    return LikelyWorlds(game, view, weight, rng, stir)


def _batch(
    world_of: Callable[[], Any], left: Sequence[Action], most: int, sight: int, rng: random.Random
) -> list[tuple[Any, Action]]:
    """Return worlds with an action to try in each: all actions in the same worlds.

    In a random order, or else the others would soon know whose turn it is to be tried.
    """
    worlds: list[Any] = []
    wanted = max(1, most // len(left))
    while len(worlds) < wanted:
        worlds += [world_of()] * max(1, sight // len(left))
    batch = [(world, action) for world in worlds[:wanted] for action in left]
    rng.shuffle(batch)
    return batch


def _marks(actions: int, iterations: int) -> Iterator[int]:
    """Yield after how many iterations each round of a search ends; the last one takes half."""
    rounds, left = 0, actions
    while left > LAST:
        left = max(LAST, (left + 1) // 2)
        rounds += 1
    for number in range(1, rounds + 1):
        yield iterations * number // (2 * rounds)
    yield iterations


def _value(search: TreeSearch, action: Action, hint: Action | None) -> float:
    """Return what an action is worth, by the search and the rule of thumb."""
    return _reward(search, action) + (search.strength.trust if action == hint else 0.0)


def _reward(search: TreeSearch, action: Action) -> float:
    price = search.strength.price
    return search.first(action).reward - (0.0 if price is None else price(action, search.seats))


def _thought(
    search: TreeSearch, left: Sequence[Action], hint: Action | None, iterations: int, steps: int
) -> Thought:
    """Return the outcome: the best action left, or one about as good if its kind is mixed."""
    strength = search.strength
    best = max(left, key=lambda action: _value(search, action, hint))
    rewards = {action: _reward(search, action) for action in left}
    if best.kind in strength.mixes:
        enough = rewards[best] - strength.margin
        equal = [
            action
            for action, reward in rewards.items()
            if action == best or (action.kind in strength.mixes and reward >= enough)
        ]
        best = search.rng.choice(equal)
    return Thought(best, rewards, iterations, steps)
