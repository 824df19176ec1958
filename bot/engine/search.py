"""Search: information-set Monte Carlo tree search over the worlds that fit what a seat has seen.

Multiple-observer ISMCTS (Cowling, Powley and Whitehouse, 2012): every seat has a tree of its own,
in which the others' actions stand as that seat sees them. Each iteration looks into a world, walks
down the actions that are legal in it (UCB1, counting how often each was to be had; whoever acts
chooses by what its own tree has found), adds one, plays on for a while, and remembers how well
every seat stood. So nobody in the search answers to a card laid face down as if it lay open.

What one seat finds below an action is never looked at by another, so trees may grow together as
long as their seats have seen the same: all start from one root, and they part at an action that
isn't shown whole.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cache
from math import log, sqrt, tanh
from typing import Any

from bot.engine.dealer import QuietDealer
from bot.engine.game import Action, AnyGame, Item, Result
from bot.engine.views import SeatView

Whim = Callable[[list[Any], random.Random], Action]
"""Chooses one of the legal actions where the search plays on without thinking."""

Instinct = Callable[[Any, int, random.Random], Action | None]
"""Chooses by the state, by what the seat that acts may see of it; None leaves it to whim or chance.

It isn't told what is legal, which saves what it costs to find all that out.
"""

Narrow = Callable[[SeatView[Any, Any], Sequence[Any], Any, random.Random], Sequence[Any]]
"""Leaves out some of what a seat may do: by its view, what is legal, the rule of thumb's choice."""


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
    instinct: Instinct | None = None
    """Comes before the whim."""
    patience: int = 0
    """So often play goes on from a point below the first before its actions are told apart.

    The better the instinct is, the less is lost by it, and trying them all takes its time. It goes
    for points that all have seen alike.
    """
    end: Callable[[Any], bool] | None = None
    """Tells where all is dealt anew, so that nothing but the standing goes on.

    Nothing is looked into beyond; None: there is no end but that of the match.
    """
    shuffles: bool = True
    """Whether play goes on beyond a shuffle.

    False ends it like `end`, before anything is drawn: where all would be dealt anew, the standing
    is judged as it is when the dealer is asked to shuffle.
    """
    mixes: frozenset[str] = frozenset()
    """The kinds of actions between which chance decides if they look about as good."""
    margin: float = 0.0
    """By so much reward an action may look worse than the best and still be as good."""
    narrows: Narrow | None = None
    """Decides by chance what would tell too much if it were thought about; None decides nothing."""


@dataclass(slots=True)
class Thought:
    """What came of a search."""

    action: Action
    iterations: int
    steps: int
    """Actions simulated in all."""


class _Node:
    """A point in a tree, and how the action that led there did for who took it."""

    __slots__ = ("action", "among", "children", "had", "reward", "seen", "spread", "visits")

    def __init__(self, action: Action | None = None) -> None:
        self.action = action
        """What led there, as who did it knows it."""
        self.among: list[_Node] | None = None
        """Where all leads that can be done there, if that is the same in every world."""
        self.children: dict[int, _Node] = {}
        """By the `id` of what was done there; `_Known` holds one of each."""
        self.seen: dict[int, _Node] = {}
        """By the `id` of what others saw of it, once not all have seen the same."""
        self.visits = 0
        """How often the action was taken."""
        self.had = 0
        """How often it was to be had."""
        self.reward = 0.0
        """What it brought on average."""
        self.spread = 0.0
        """How unsure that is: the exploration, divided by the root of the visits."""


class _Known:
    """What a search came by: all that was done, one of each kept, so that it is told by its `id`.

    To ask a dictionary for a frozen dataclass hashes all its fields, each time.
    """

    __slots__ = ("_first", "ids", "rewards", "shown_of")

    def __init__(self) -> None:
        self.ids: set[int] = set()
        """Of everything that is kept; nothing else can have one of them."""
        self.rewards: dict[tuple[float, ...], list[float]] = {}
        """How well each seat stands, by the points they may count on."""
        self.shown_of: dict[int, int] = {}
        """By the `id` of an action, that of what the others see of it, once it was asked for."""
        self._first: dict[Hashable, Any] = {}

    def keep(self, thing: Any) -> Any:
        """Return the first that was equal to this, which is kept from now on."""
        first = self._first.setdefault(thing, thing)
        self.ids.add(id(first))
        return first

    def shown(self, action: Action) -> int:
        """Return the `id` of what the others see of an action that is kept."""
        found = self.shown_of.get(id(action))
        if found is None:
            found = self.shown_of[id(action)] = id(self.keep(action.shown()))
        return found


class _Swift(QuietDealer):
    """Shuffles sooner: not one swap after another, but all at once by a number for each item."""

    def shuffle(self, items: list[Item]) -> list[Item]:
        """Return the items in a random order."""
        chance = self._rng.random
        return sorted(items, key=lambda _: chance())


class _Shuffled(Exception):
    """The dealer was asked to shuffle where nothing is looked into beyond."""


class _Last(QuietDealer):
    """Has dealt for the last time: it shuffles no more."""

    def shuffle(self, items: list[Item]) -> list[Item]:
        """Raise _Shuffled."""
        raise _Shuffled


@cache
def _roots_of_logs(most: int) -> list[float]:
    """Return the root of the logarithm of each number up to `most`; of 0 it is never wanted."""
    return [0.0, *(sqrt(log(number)) for number in range(1, most + 1))]


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
    dealer = _Swift(rng) if strength.shuffles else _Last(rng)
    if strength.narrows is not None:
        legal = strength.narrows(view, legal, hint, rng)
    root, known = _Node(), _Known()
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
        steps += _iterate(game, state, view.seat, legal, seats, root, known, strength, dealer, rng)
        done += 1
        if until is not None and until():
            break
    return Thought(_best(legal, root, known, strength, hint, rng), done, steps)


def _best(
    legal: Sequence[Action],
    root: _Node,
    known: _Known,
    strength: Strength,
    hint: Action | None,
    rng: random.Random,
) -> Action:
    """Return what was taken most often, or by chance something like it where that is mixed."""
    found = [root.children.get(id(known.keep(action))) or _Node() for action in legal]
    rewards = [node.reward for node in found]
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
    choices: Sequence[Action],
    seats: int,
    root: _Node,
    known: _Known,
    strength: Strength,
    dealer: QuietDealer,
    rng: random.Random,
) -> int:
    """Walk down, add a node, play on, and remember; return the number of actions."""
    node = root
    apart: list[_Node] | None = None
    """For each seat where its tree has got to, once not all have seen the same."""
    path: list[tuple[_Node, int]] = []
    to_act, legal_of, apply = game.to_act, game.legal, game.apply
    ids, shown_of, chance = known.ids, known.shown_of, rng.random
    explore, instinct, whim = strength.exploration, strength.instinct, strength.whim
    logs = _roots_of_logs(strength.iterations)
    end, over = strength.end, False
    patience = strength.patience
    steps = 0
    acting = to_act(state)
    # Where several are asked at once, each answers without knowing the others' answers, so the
    # order doesn't matter; the one who thinks comes first.
    seat = observer
    while acting:
        if apart is not None:
            node = apart[seat]
        elif node.visits < patience and node is not root:
            break
        fresh: list[Action] = []
        among: list[_Node] | None = node.among
        if among is None:
            among, children = [], node.children
            for each in choices if node is root else legal_of(state, seat):
                child = children.get(id(each))
                if child is None:
                    if id(each) not in ids:
                        each = known.keep(each)
                        child = children.get(id(each))
                    if child is None:
                        fresh.append(each)
                        continue
                among.append(child)
            if node is root and not fresh:
                node.among = among
        if fresh:
            for child in among:
                child.had += 1
            action = fresh[int(chance() * len(fresh))]
            best = node.children[id(action)] = _Node(action)
            best.had = 1
        else:
            best, best_value = node, -1.0
            for child in among:
                child.had = had = child.had + 1
                value = child.reward + child.spread * logs[had]
                if value > best_value:
                    best, best_value = child, value
            action = best.action
        assert action is not None
        steps += 1
        path.append((best, seat))
        try:
            apply(state, seat, action, dealer)
        except _Shuffled:
            over = True
            break
        acting = to_act(state)
        over = not acting or (end is not None and end(state))
        if fresh or over:
            break
        shown = shown_of.get(id(action)) or known.shown(action)
        if apart is None and shown == id(action):
            node = best
        else:
            if apart is None:
                apart = [node] * seats
            for other, node in enumerate(apart):
                then = node.seen.get(shown)
                if then is None:
                    then = node.seen[shown] = _Node()
                apart[other] = then
            apart[seat] = best
        seat = acting[0]
    last = steps + strength.horizon
    while not over and steps < last:
        seat = acting[0]
        action = None if instinct is None else instinct(state, seat, rng)
        if action is None:
            legal = legal_of(state, seat)
            action = legal[int(chance() * len(legal))] if whim is None else whim(legal, rng)
        steps += 1
        try:
            apply(state, seat, action, dealer)
        except _Shuffled:
            break
        acting = to_act(state)
        over = not acting or (end is not None and end(state))
    if acting:
        points = game.worth(state)
        # As a rule a search comes to some standings again and again.
        rewards = known.rewards.get(points)
        if rewards is None:
            rewards = known.rewards[points] = _leads(points, strength.scale)
    else:
        rewards = _ended(game.result(state), strength.scale)
    for node, who in path:
        node.visits = visits = node.visits + 1
        node.reward += (rewards[who] - node.reward) / visits
        node.spread = explore / sqrt(visits)
    return steps


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
