"""Search: information-set Monte Carlo tree search over the worlds that fit what a seat has seen.

Multiple-observer ISMCTS (Cowling, Powley and Whitehouse, 2012): every seat has a tree of its own,
which holds the others' actions as that seat sees them. Each iteration takes a world, walks down
the actions that are legal in it (UCB1 with the number of times each was possible; whoever acts
chooses by its own tree), adds a new one, plays on for a while, and records how well every seat
stood. So nobody in the search reacts to a card laid face down as if it lay open.

No seat uses what another has found, so seats may share one tree as long as they have seen the
same: all start from one root, and their trees part at an action that isn't shown whole.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import log, sqrt, tanh
from typing import Any

from bot.engine.dealer import QuietDealer
from bot.engine.game import Action, AnyGame, Item, Result
from bot.engine.tree import Actions, Node, follow
from bot.engine.views import SeatView

Whim = Callable[[list[Any], random.Random], Action]
"""Chooses one of the legal actions where the search plays on without thinking."""

Instinct = Callable[[Any, int, random.Random], Action | None]
"""Chooses by what the acting seat may see of the state; None leaves it to the whim or to chance.

It isn't told what is legal, which saves the time to work that out.
"""

Narrow = Callable[[SeatView[Any, Any], Sequence[Any], Any, random.Random], Sequence[Any]]
"""Returns fewer of the legal actions, by a seat's view and the rule of thumb's choice."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How hard a computer player thinks about one game."""

    iterations: int
    """Number of times a world is played on for one decision."""
    horizon: int
    """Number of actions played below the tree, without search, before the standing is judged."""
    scale: float
    """The lead in points at which winning is about three times as likely as not."""
    exploration: float = 0.7
    """The weight of trying what doesn't look best; rewards go from 0 to 1."""
    trust: float = 0.02
    """The head start of the rule of thumb's move, as a share of the iterations."""
    sight: int = 4
    """Iterations for each world drawn: drawing one may take longer than playing on in it."""
    whim: Whim | None = None
    """None: any action, each as likely as the other."""
    instinct: Instinct | None = None
    """Comes before the whim."""
    patience: int = 0
    """Visits to a point below the root before the tree grows there.

    Trying every action of a point takes time; the better the instinct, the less is lost by waiting.
    It holds for points that all seats have seen alike.
    """
    end: Callable[[Any], bool] | None = None
    """Tells where everything is dealt anew, so that only the standing carries over.

    The search doesn't play beyond; None: it may play to the end of the match.
    """
    shuffles: bool = True
    """Whether the search plays on beyond a shuffle.

    False stops it before the shuffle is drawn: the standing is judged as it is when the dealer is
    asked to shuffle. It is for games that deal everything anew there.
    """
    mixes: frozenset[str] = frozenset()
    """The kinds of actions among which chance decides if they look about equally good."""
    margin: float = 0.0
    """How far below the best reward an action still counts as equally good."""
    narrows: Narrow | None = None
    """Decides by chance what would tell others too much if the best were chosen; may be None."""

    def with_steady(self, **changes: Any) -> Mapping[str, Strength]:
        """Return the `LEVELS` of a game: `sharp` is this, `steady` is this with a few changes."""
        return {"steady": replace(self, **changes), "sharp": self}


@dataclass(slots=True)
class Thought:
    """The outcome of a search."""

    action: Action
    iterations: int
    steps: int
    """Number of actions simulated."""


class _FastDealer(QuietDealer):
    """A quiet dealer that shuffles faster: it sorts by a random number for each item."""

    def shuffle(self, items: list[Item]) -> list[Item]:
        """Return the items in a random order."""
        chance = self._rng.random
        return sorted(items, key=lambda _: chance())


class _Shuffled(Exception):
    """The dealer was asked to shuffle, and the search plays no further than that."""


class _NoShuffleDealer(QuietDealer):
    """A quiet dealer that ends the play when it is asked to shuffle."""

    def shuffle(self, items: list[Item]) -> list[Item]:
        """Raise _Shuffled."""
        raise _Shuffled


@cache
def _roots_of_logs(most: int) -> list[float]:
    """Return the root of the logarithm of each number up to `most`; that of 0 is never used."""
    return [0.0, *(sqrt(log(number)) for number in range(1, most + 1))]


class _Search:
    """One search: what it was asked, and the trees it has grown so far."""

    __slots__ = (
        "actions",
        "dealer",
        "game",
        "legal",
        "logs",
        "rewards",
        "rng",
        "root",
        "seat",
        "strength",
    )

    def __init__(
        self,
        game: AnyGame,
        seat: int,
        legal: Sequence[Action],
        strength: Strength,
        rng: random.Random,
    ) -> None:
        self.game = game
        self.seat = seat
        """The seat that thinks."""
        self.legal = legal
        """What it chooses from."""
        self.strength = strength
        self.rng = rng
        self.dealer = _FastDealer(rng) if strength.shuffles else _NoShuffleDealer(rng)
        self.root = Node()
        self.actions = Actions()
        self.rewards: dict[tuple[float, ...], list[float]] = {}
        """How well each seat stands, by the points they may count on."""
        self.logs = _roots_of_logs(strength.iterations)

    def iterate(self, state: Any, seats: int) -> int:
        """Play in one world and learn from it; return the number of actions simulated."""
        path: list[tuple[Node, int]] = []
        acting, over = self._walk_down(state, seats, path)
        steps = len(path)
        if not over:
            acting, played = self._roll_out(state, acting)
            steps += played
        self._back_up(path, self._rewards(state, acting))
        return steps

    def _walk_down(
        self, state: Any, seats: int, path: list[tuple[Node, int]]
    ) -> tuple[tuple[int, ...], bool]:
        """Take actions by the trees until one is new to them; append them all to `path`.

        Returns who is asked then, and whether play ends there.
        """
        strength, dealer, root = self.strength, self.dealer, self.root
        to_act, apply, end = self.game.to_act, self.game.apply, strength.end
        actions, shown_of = self.actions, self.actions.shown_of
        node = root
        apart: list[Node] | None = None
        """Each seat's place in its tree, once not all have seen the same."""
        acting = to_act(state)
        # Where several are asked at once, each answers without knowing the others' answers, so the
        # order doesn't matter; the one who thinks comes first.
        seat = self.seat
        while acting:
            if apart is not None:
                node = apart[seat]
            elif node.visits < strength.patience and node is not root:
                break
            among, fresh = self._children(node, state, seat)
            best = self._expand(node, among, fresh) if fresh else self._select(among)
            action = best.action
            assert action is not None
            path.append((best, seat))
            try:
                apply(state, seat, action, dealer)
            except _Shuffled:
                return acting, True
            acting = to_act(state)
            over = not acting or (end is not None and end(state))
            if fresh or over:
                return acting, over
            shown = shown_of.get(id(action)) or actions.shown(action)
            if apart is None and shown == id(action):
                node = best
            else:
                apart = apart or [node] * seats
                follow(apart, shown)
                apart[seat] = best
            seat = acting[0]
        return acting, False

    def _children(self, node: Node, state: Any, seat: int) -> tuple[list[Node], Sequence[Action]]:
        """Return the nodes of the actions possible at a node, and the actions never taken there."""
        if node.among is not None:
            return node.among, ()
        actions, ids, children = self.actions, self.actions.ids, node.children
        found: list[Node] = []
        fresh: list[Action] = []
        for each in self.legal if node is self.root else self.game.legal(state, seat):
            child = children.get(id(each))
            if child is None:
                if id(each) not in ids:
                    each = actions.keep(each)
                    child = children.get(id(each))
                if child is None:
                    fresh.append(each)
                    continue
            found.append(child)
        if node is self.root and not fresh:
            node.among = found
        return found, fresh

    def _expand(self, node: Node, among: list[Node], fresh: Sequence[Action]) -> Node:
        """Add a child for one of the actions never taken at a node."""
        for child in among:
            child.had += 1
        action = fresh[int(self.rng.random() * len(fresh))]
        best = node.children[id(action)] = Node(action)
        best.had = 1
        return best

    def _select(self, among: list[Node]) -> Node:
        """Return the most promising child: by what it brought and how unsure that is (UCB1)."""
        logs = self.logs
        best, best_value = among[0], -1.0
        for child in among:
            child.had = had = child.had + 1
            value = child.reward + child.spread * logs[had]
            if value > best_value:
                best, best_value = child, value
        return best

    def _roll_out(self, state: Any, acting: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        """Play on without search; return who is asked then, and the number of actions played."""
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
            except _Shuffled:
                break
            acting = to_act(state)
            over = not acting or (end is not None and end(state))
        return acting, played

    def _rewards(self, state: Any, acting: tuple[int, ...]) -> list[float]:
        """Return how well each seat stands where play came to, from 0 to 1."""
        if not acting:
            return _ended(self.game.result(state), self.strength.scale)
        points = self.game.worth(state)
        # Most searches come to the same standings again and again.
        rewards = self.rewards.get(points)
        if rewards is None:
            rewards = self.rewards[points] = _leads(points, self.strength.scale)
        return rewards

    def _back_up(self, path: list[tuple[Node, int]], rewards: list[float]) -> None:
        """Count the rewards in every node of the path, each for the seat that acted there."""
        explore = self.strength.exploration
        for node, seat in path:
            node.visits = visits = node.visits + 1
            node.reward += (rewards[seat] - node.reward) / visits
            node.spread = explore / sqrt(visits)


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

    `hint` is the rule of thumb's choice, which gets a head start. `until` tells whether time is up;
    the best action so far is returned then. `draw` returns a new world to play in; None draws
    worlds from the view.
    """
    if strength.narrows is not None:
        legal = strength.narrows(view, legal, hint, rng)
    search = _Search(game, view.seat, legal, strength, rng)
    seats = steps = done = 0
    world: Any = None
    while done < strength.iterations:
        if draw is not None:
            state = draw()
        else:
            if done % strength.sight == 0:
                world = game.world(view, rng)
            state = world.clone()
        if not seats:
            seats = len(game.worth(state))
        steps += search.iterate(state, seats)
        done += 1
        if until is not None and until():
            break
    return Thought(_best(search, hint), done, steps)


def _best(search: _Search, hint: Action | None) -> Action:
    """Return the action taken most often, or by chance one about as good if its kind is mixed."""
    legal, strength = search.legal, search.strength
    children, actions = search.root.children, search.actions
    found = [children.get(id(actions.keep(action))) or Node() for action in legal]
    rewards = [node.reward for node in found]
    # A search that was cut short gives the whole head start, too: the rule of thumb knows more.
    head_start = 1.0 + strength.trust * strength.iterations
    ranks = [
        (node.visits + (head_start if action == hint else 0.0), reward)
        for action, node, reward in zip(legal, found, rewards, strict=True)
    ]
    at = ranks.index(max(ranks))
    if legal[at].kind not in strength.mixes:
        return legal[at]
    return search.rng.choice(
        [
            action
            for action, reward in zip(legal, rewards, strict=True)
            if action is legal[at]
            or (action.kind in strength.mixes and reward >= rewards[at] - strength.margin)
        ]
    )


def _leads(points: Sequence[float], scale: float) -> list[float]:
    """Return how well each seat stands, from 0 to 1: its lead over the best of the others."""
    second, first = sorted(points)[-2:]
    # A logistic curve, by way of a tangent that can't grow too large for any lead.
    steep = 0.5 / scale
    return [
        0.5 + 0.5 * tanh(steep * (mine - (first if mine < first else second))) for mine in points
    ]


def _ended(result: Result, scale: float) -> list[float]:
    """Return how well each seat did: most of it is winning, the rest the lead."""
    share = 0.6 / len(result.winners)
    return [
        0.4 * lead + (share if seat in result.winners else 0.0)
        for seat, lead in enumerate(_leads(result.scores, scale))
    ]
