"""A search by trees: information-set Monte Carlo tree search, one iteration at a time.

Multiple-observer ISMCTS (Cowling, Powley and Whitehouse, 2012): every seat has a tree of its own,
which holds the others' actions as that seat sees them. Each iteration takes a world and an action
to begin with, walks down the actions that are legal in it (UCB1 with the number of times each was
possible; whoever acts chooses by its own tree), adds a new one, plays on for a while, and records
how well every seat stood. So nobody in the search tells apart actions that look alike.

Yet every world of a decision holds the cards of the seat that thinks, so that the others' best
replies would be those to its hand, and to what it has laid face down. Where cards are hidden, they
learn them in worlds of their own instead (`replies`), or go by the instinct alone.

No seat uses what another has found, so seats may share one tree as long as they have seen the
same: all start from one root, and their trees part at an action that isn't shown whole.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from math import exp, log, sqrt, tanh
from typing import Any, Final

from bot.engine.dealer import QuietDealer
from bot.engine.game import Action, AnyGame, Item, Result
from bot.engine.strength import Strength
from bot.engine.tree import KnownActions, Node, follow


class _FastDealer(QuietDealer):
    """A quiet dealer that shuffles faster: it sorts by a random number for each item."""

    def shuffle(self, items: list[Item]) -> list[Item]:
        chance = self._rng.random
        return sorted(items, key=lambda _: chance())


class Shuffled(Exception):
    """The dealer was asked to shuffle, and the search plays no further than that."""


class _NoShuffleDealer(QuietDealer):
    """A quiet dealer that ends the play when it is asked to shuffle."""

    def shuffle(self, items: list[Item]) -> list[Item]:
        raise Shuffled


MOST: Final = 20_000
"""No search takes so many iterations."""


@cache
def _roots_of_logs() -> list[float]:
    """Return the root of the logarithm of each number up to `MOST`; that of 0 is never used."""
    return [0.0, *(sqrt(log(number)) for number in range(1, MOST + 1))]


class TreeSearch:
    """One search: what it was asked, and the trees it has grown so far."""

    __slots__ = (
        "actions",
        "dealer",
        "game",
        "logs",
        "rewards",
        "rng",
        "root",
        "seat",
        "seats",
        "strength",
    )

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        seat: int,
        strength: Strength,
        rng: random.Random,
    ) -> None:
        self.game = game
        self.seats = seats
        """How many there are."""
        self.seat = seat
        """The seat that thinks."""
        self.strength = strength
        self.rng = rng
        self.dealer = _FastDealer(rng) if strength.shuffles else _NoShuffleDealer(rng)
        self.root = Node()
        self.actions = KnownActions()
        self.rewards: dict[tuple[float, ...], list[float]] = {}
        """How well each seat stands, by the points they may count on."""
        self.logs = _roots_of_logs()

    def first(self, action: Action) -> Node:
        """Return how an action that iterations began with did."""
        return self.root.children.get(id(self.actions.keep(action))) or Node()

    def iterate(self, world: Any, first: Action | None = None) -> int:
        """Play in a copy of a world, perhaps from an action on; return how many were simulated."""
        state = world.clone()
        path: list[tuple[Node, int]] = []
        acting, over = self.walk_down(state, path, first)
        steps = len(path)
        if not over:
            acting, played = self._roll_out(state, acting)
            steps += played
        self._back_up(path, self._rewards(state, acting))
        return steps

    def walk_down(
        self, state: Any, path: list[tuple[Node, int]], first: Action | None
    ) -> tuple[tuple[int, ...], bool]:
        """Take `first`, then actions by the trees until one is new; append them all to `path`.

        Returns the seats asked then, and whether play ends there.
        """
        strength, dealer = self.strength, self.dealer
        to_act, apply, end = self.game.to_act, self.game.apply, strength.end
        actions, shown_of = self.actions, self.actions.shown_of
        node = self.root
        apart: list[Node] | None = None
        """Each seat's place in its tree, once not all have seen the same."""
        acting = to_act(state)
        # Where several are asked at once, each answers without knowing the others' answers, so the
        # order doesn't matter; the one who thinks comes first.
        seat = self.seat if self.seat in acting else acting[0]
        while acting:
            if path and strength.trees == "none":
                break
            if apart is not None:
                node = apart[seat]
            elif len(path) > (first is not None) and node.visits < strength.patience:
                break
            best, fresh = self.step(node, state, seat, None if path else first)
            action = best.action
            assert action is not None
            path.append((best, seat))
            try:
                apply(state, seat, action, dealer)
            except Shuffled:
                return acting, True
            acting = to_act(state)
            over = not acting or (end is not None and end(state))
            if fresh or over:
                return acting, over
            shown = shown_of.get(id(action)) or actions.shown(action)
            if apart is None and shown == id(action):
                node = best
            else:
                apart = apart or [node] * self.seats
                follow(apart, shown)
                apart[seat] = best
            seat = acting[0]
        return acting, False

    def step(self, node: Node, state: Any, seat: int, only: Action | None) -> tuple[Node, bool]:
        """Return where a seat goes on from a node, and whether that is new to the tree.

        Nothing but `only` is possible if that is given.
        """
        legal = self.game.legal(state, seat) if only is None else (only,)
        among, fresh = self.children(node, legal)
        return (self._expand(node, among, fresh), True) if fresh else (self._select(among), False)

    def children(self, node: Node, legal: Sequence[Action]) -> tuple[list[Node], Sequence[Action]]:
        """Return the nodes of the actions possible at a node, and the actions never taken there."""
        actions, ids, children = self.actions, self.actions.ids, node.children
        found: list[Node] = []
        fresh: list[Action] = []
        for each in legal:
            child = children.get(id(each))
            if child is None:
                if id(each) not in ids:
                    each = actions.keep(each)
                    child = children.get(id(each))
                if child is None:
                    fresh.append(each)
                    continue
            found.append(child)
        return found, fresh

    def _expand(self, node: Node, among: list[Node], fresh: Sequence[Action]) -> Node:
        for child in among:
            child.had += 1
        action = fresh[int(self.rng.random() * len(fresh))]
        best = node.children[id(action)] = Node(action)
        best.had = 1
        return best

    def _select(self, among: list[Node]) -> Node:
        """Return the most promising child, by what it brought and how unsure that is (UCB1)."""
        logs = self.logs
        best, best_value = among[0], -1.0
        for child in among:
            child.had = had = child.had + 1
            value = child.reward + child.spread * logs[had]
            if value > best_value:
                best, best_value = child, value
        return best

    def _roll_out(self, state: Any, acting: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        """Play on without search; return the seats asked then, and the number of actions played."""
        strength, dealer, rng, horizon = self.strength, self.dealer, self.rng, self.strength.horizon
        to_act, legal_of, apply = self.game.to_act, self.game.legal, self.game.apply
        instinct, whim, end = strength.instinct, strength.whim, strength.end
        chance = rng.random
        played, over = 0, not acting
        while not over and played < horizon:
            seat = acting[0]
            action = None if instinct is None else instinct(state, seat, rng)
            if action is None:
                legal = legal_of(state, seat)
                action = legal[int(chance() * len(legal))] if whim is None else whim(legal, rng)
            played += 1
            try:
                apply(state, seat, action, dealer)
            except Shuffled:
                break
            acting = to_act(state)
            over = not acting or (end is not None and end(state))
        return acting, played

    def _rewards(self, state: Any, acting: tuple[int, ...]) -> list[float]:
        """Return how well each seat stands where play stopped, 0.5 being even."""
        strength = self.strength
        if not acting:
            return _ended(self.game.result(state), strength)
        points = self.game.worth(state)
        # Most searches come to the same standings again and again.
        rewards = self.rewards.get(points)
        if rewards is None:
            rewards = self.rewards[points] = _standing(points, strength)
        return rewards

    def _back_up(self, path: list[tuple[Node, int]], rewards: list[float]) -> None:
        explore = self.strength.exploration
        for node, seat in path:
            node.visits = visits = node.visits + 1
            node.reward += (rewards[seat] - node.reward) / visits
            node.spread = explore / sqrt(visits)


def _standing(points: Sequence[float], strength: Strength) -> list[float]:
    judge = _chances if strength.rivals == "all" else _leads
    return judge(points, strength.scale)


def _chances(points: Sequence[float], scale: float) -> list[float]:
    """Return how likely each seat is to win among all of them, with an even share as 0.5.

    A lead of `scale` makes it e times as likely as another.
    """
    first = max(points)
    likely = [exp((mine - first) / scale) for mine in points]
    even = 2 * sum(likely) / len(likely)
    return [each / even for each in likely]


def _leads(points: Sequence[float], scale: float) -> list[float]:
    """Return how well each seat stands, from 0 to 1: its lead over the best of the others."""
    second, first = sorted(points)[-2:]
    # A logistic curve, by way of a tangent that can't grow too large for any lead.
    steep = 0.5 / scale
    return [
        0.5 + 0.5 * tanh(steep * (mine - (first if mine < first else second))) for mine in points
    ]


def _ended(result: Result, strength: Strength) -> list[float]:
    """Return how well each seat did: by winning, and against the best also by the lead."""
    if strength.rivals == "all":
        share = len(result.scores) / 2 / len(result.winners)
        return [share if seat in result.winners else 0.0 for seat in range(len(result.scores))]
    share = 0.6 / len(result.winners)
    return [
        0.4 * lead + (share if seat in result.winners else 0.0)
        for seat, lead in enumerate(_leads(result.scores, strength.scale))
    ]
