"""Search: information-set Monte Carlo tree search over the worlds that fit what a seat has seen.

Single-observer ISMCTS (Cowling, Powley and Whitehouse, 2012): one tree of this seat's making; each
iteration draws a world, walks down the actions that are legal in it (UCB1, counting how often each
was to be had), adds one, plays on at random for a while, and remembers how well every seat stood.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Any

from bot.engine.dealer import QuietDealer
from bot.engine.game import Action, AnyGame
from bot.engine.views import SeatView


@dataclass(frozen=True, slots=True)
class Strength:
    """How hard a computer player thinks about one game."""

    iterations: int
    """Worlds looked into for one decision."""
    horizon: int
    """Actions played at random below the tree before the standing is judged."""
    scale: float
    """Points by which being ahead makes winning about three times as likely as not."""
    exploration: float = 0.7
    """How much is tried that doesn't look best; rewards go from 0 to 1."""
    trust: float = 4.0
    """Visits that the rule of thumb's move has as an advance."""
    sight: int = 1
    """So often each world is looked into, since drawing one may cost more than playing it."""
    urgency: float = 1.0
    """By so much what was never tried looks better than what was tried so far, on average."""
    whim: Callable[[list[Any], random.Random], Action] | None = None
    """Chooses in play beyond the tree, knowing nothing; None: any action, all as likely."""


@dataclass(slots=True)
class Thought:
    """What came of a search."""

    action: Action
    iterations: int
    steps: int
    """Actions simulated in all."""


class _Node:
    """An action of some seat, after some path: how often tried, how often to be had, its worth."""

    __slots__ = ("children", "gain", "had", "reward", "visits")

    def __init__(self) -> None:
        self.children: dict[Action, _Node] = {}
        self.visits = 0
        self.had = 0
        self.reward = 0.0
        self.gain = 0.0


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

    `hint` is the rule of thumb's choice. `until` tells whether time is up, upon which
    the best so far is given. `draw` gives the worlds; None draws them from the view.
    """
    seat = view.seat
    root = _Node()
    if hint is not None and strength.trust:
        # As if it had been tried and had done a little better than even.
        first = root.children[hint] = _Node()
        first.visits = first.had = 1
        first.reward = 0.5
    dealer = QuietDealer(rng)
    steps = done = 0
    world: Any = None
    while done < strength.iterations:
        if draw is not None:
            state = draw()
        else:
            if done % strength.sight == 0:
                world = game.world(view, rng)
            state = world.clone()
        steps += _iterate(game, state, seat, root, strength, dealer, rng)
        done += 1
        if until is not None and until():
            break
    best = max(
        legal,
        key=lambda action: _weight(root.children.get(action), strength.trust * (action == hint)),
    )
    return Thought(best, done, steps)


def _weight(node: _Node | None, advance: float) -> tuple[float, float]:
    if node is None:
        return (advance, 0.0)
    return (node.visits + advance, node.reward / node.visits if node.visits else 0.0)


def _iterate(
    game: AnyGame,
    state: Any,
    observer: int,
    root: _Node,
    strength: Strength,
    dealer: QuietDealer,
    rng: random.Random,
) -> int:
    """Walk down, add a node, play on, and remember; return the number of actions."""
    node, steps, grown = root, 0, False
    path: list[tuple[_Node, int]] = []
    to_act, legal_of, apply = game.to_act, game.legal, game.apply
    acting = to_act(state)
    # Where several are asked at once, each answers without knowing the others' answers, so the
    # order doesn't matter; the one who thinks comes first.
    seat = observer
    while acting:
        legal = legal_of(state, seat)
        children = node.children
        fresh: list[Action] = []
        best: _Node | None = None
        best_action = legal[0]
        best_value = -1.0
        for action in legal:
            child = children.get(action)
            if child is None:
                fresh.append(action)
                continue
            child.had += 1
            value = child.reward / child.visits + strength.exploration * sqrt(
                log(child.had) / child.visits
            )
            if value > best_value:
                best, best_action, best_value = child, action, value
        hoped = node.gain / (node.visits + 1) + strength.urgency
        if fresh and (best is None or best_value < hoped):
            best_action = fresh[int(rng.random() * len(fresh))]
            best = children[best_action] = _Node()
            best.had = 1
            grown = True
        assert best is not None
        apply(state, seat, best_action, dealer)
        steps += 1
        path.append((best, seat))
        node = best
        acting = to_act(state)
        if acting:
            seat = acting[0]
        if grown:
            break
    whim = strength.whim
    for _ in range(strength.horizon):
        if not acting:
            break
        seat = acting[0]
        legal = legal_of(state, seat)
        action = legal[int(rng.random() * len(legal))] if whim is None else whim(legal, rng)
        apply(state, seat, action, dealer)
        steps += 1
        acting = to_act(state)
    rewards = _rewards(game, state, acting, strength.scale)
    node = root
    for child, who in path:
        child.visits += 1
        child.reward += rewards[who]
        node.gain += rewards[who]
        node = child
    return steps


def _rewards(game: AnyGame, state: Any, acting: tuple[int, ...], scale: float) -> list[float]:
    """Return how well each seat stands, from 0 to 1: its lead over the best of the others."""
    if not acting:
        result = game.result(state)
        points: Sequence[float] = result.scores
        share = 1.0 / len(result.winners)
        won = [share if seat in result.winners else 0.0 for seat in range(len(points))]
    else:
        points = game.worth(state)
        won = None
    rewards: list[float] = []
    for seat, mine in enumerate(points):
        best = max(p for other, p in enumerate(points) if other != seat)
        lead = 1.0 / (1.0 + exp(max(-30.0, min(30.0, (best - mine) / scale))))
        rewards.append(lead if won is None else 0.6 * won[seat] + 0.4 * lead)
    return rewards
