"""Search: information-set Monte Carlo tree search over the worlds that fit what a seat has seen.

Multiple-observer ISMCTS (Cowling, Powley and Whitehouse, 2012): every seat has a tree of its own,
in which the others' actions stand as that seat sees them. Each iteration looks into a world, walks
down the actions that are legal in it (UCB1, counting how often each was to be had; whoever acts
chooses by what its own tree has found), adds one, plays on for a while, and remembers how well
every seat stood. So nobody in the search answers to a card laid face down as if it lay open.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Any

from bot.engine.dealer import QuietDealer
from bot.engine.game import Action, AnyGame
from bot.engine.views import SeatView

Whim = Callable[[list[Any], random.Random], Action]
"""Chooses one of the legal actions where the search plays on without thinking."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How hard a computer player thinks about one game."""

    iterations: int
    """How often a world is looked into for one decision."""
    horizon: int
    """Actions played on a whim below the tree before the standing is judged."""
    scale: float
    """Points by which being ahead makes winning about three times as likely as not."""
    exploration: float = 0.7
    """How much is tried that doesn't look best; rewards go from 0 to 1."""
    trust: float = 0.02
    """The share of the iterations that the rule of thumb's move has as an advance."""
    sight: int = 4
    """So often each world is looked into, since drawing one may cost more than playing it."""
    whim: Whim | None = None
    """None: any action, all as likely."""
    mixes: frozenset[str] = frozenset()
    """The kinds of actions between which chance decides if they look about as good."""
    margin: float = 0.0
    """By so much reward an action may look worse than the best and still be as good."""


@dataclass(slots=True)
class Thought:
    """What came of a search."""

    action: Action
    iterations: int
    steps: int
    """Actions simulated in all."""


class _Node:
    """A point in a seat's tree, and how the action that led there did for who took it."""

    __slots__ = ("children", "had", "reward", "visits")

    def __init__(self) -> None:
        self.children: dict[Hashable, _Node] = {}
        self.visits = 0
        """How often the action was taken."""
        self.had = 0
        """How often it was to be had."""
        self.reward = 0.0
        """What it brought, in all."""


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

    `hint` is the rule of thumb's choice, tried first and given an advance. `until` tells whether
    time is up, upon which the best so far is given. `draw` gives the worlds, fresh ones to play
    with; None draws them from the view.
    """
    dealer = QuietDealer(rng)
    roots: list[_Node] = []
    steps = done = 0
    world: Any = None
    while done < strength.iterations:
        if draw is not None:
            state = draw()
        else:
            if done % strength.sight == 0:
                world = game.world(view, rng)
            state = world.clone()
        if not roots:
            roots = [_Node() for _ in game.worth(state)]
        steps += _iterate(game, state, view.seat, roots, strength, dealer, rng)
        done += 1
        if until is not None and until():
            break
    return Thought(_best(legal, roots[view.seat], strength, hint, rng), done, steps)


def _best(
    legal: Sequence[Action],
    root: _Node,
    strength: Strength,
    hint: Action | None,
    rng: random.Random,
) -> Action:
    """Return what was taken most often, or by chance something like it where that is mixed."""
    found = [root.children.get(action) or _Node() for action in legal]
    rewards = [node.reward / max(1, node.visits) for node in found]
    # An advance for a search that was cut short too: then the rule of thumb knows more.
    advance = 1.0 + strength.trust * strength.iterations
    ranks = [
        (node.visits + (advance if action == hint else 0.0), reward)
        for action, node, reward in zip(legal, found, rewards, strict=True)
    ]
    at = ranks.index(max(ranks))
    if legal[at].kind not in strength.mixes:
        return legal[at]
    return rng.choice(
        [
            action
            for action, reward in zip(legal, rewards, strict=True)
            if action is legal[at]
            or (action.kind in strength.mixes and reward >= rewards[at] - strength.margin)
        ]
    )


def _iterate(
    game: AnyGame,
    state: Any,
    observer: int,
    roots: list[_Node],
    strength: Strength,
    dealer: QuietDealer,
    rng: random.Random,
) -> int:
    """Walk down, add a node, play on, and remember; return the number of actions."""
    nodes = roots[:]
    path: list[tuple[_Node, int]] = []
    to_act, legal_of, apply = game.to_act, game.legal, game.apply
    explore, whim = strength.exploration, strength.whim
    steps = 0
    grown = False
    acting = to_act(state)
    # Where several are asked at once, each answers without knowing the others' answers, so the
    # order doesn't matter; the one who thinks comes first.
    seat = observer
    while acting:
        legal = legal_of(state, seat)
        children = nodes[seat].children
        fresh: list[Action] = []
        best: _Node | None = None
        best_action = legal[0]
        best_value = -1.0
        for action in legal:
            child = children.get(action)
            if child is None or not child.visits:
                fresh.append(action)
                continue
            child.had += 1
            value = child.reward / child.visits + explore * sqrt(log(child.had) / child.visits)
            if value > best_value:
                best, best_action, best_value = child, action, value
        if fresh:
            best_action = fresh[int(rng.random() * len(fresh))]
            best = children.get(best_action)
            if best is None:
                best = children[best_action] = _Node()
            best.had += 1
            grown = True
        assert best is not None
        apply(state, seat, best_action, dealer)
        steps += 1
        path.append((best, seat))
        acting = to_act(state)
        if grown or not acting:
            break
        shown = best_action.shown()
        for other, node in enumerate(nodes):
            if other == seat:
                nodes[other] = best
                continue
            then = node.children.get(shown)
            if then is None:
                then = node.children[shown] = _Node()
            nodes[other] = then
        seat = acting[0]
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
    for node, who in path:
        node.visits += 1
        node.reward += rewards[who]
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
