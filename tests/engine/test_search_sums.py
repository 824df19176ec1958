"""The search in small exact numbers: what it counts, whom it trusts, which worlds it picks."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from itertools import count
from math import sqrt
from types import SimpleNamespace
from typing import Any

import pytest

from bot.engine.game import Action
from bot.engine.learned_replies import Replies, _Places
from bot.engine.likely_worlds import POOL, LikelyWorlds
from bot.engine.search import (
    _batch,  # pyright: ignore[reportPrivateUsage]
    _marks,  # pyright: ignore[reportPrivateUsage]
    _reward,  # pyright: ignore[reportPrivateUsage]
    _value,  # pyright: ignore[reportPrivateUsage]
    search_by,
    think,
)
from bot.engine.strength import Strength
from bot.engine.tree import KnownActions, Node, follow
from bot.engine.tree_search import TreeSearch
from bot.engine.views import SeatView
from tests.engine.test_search import HAND, PLAYS, STRENGTH, last_trick, view_of
from tests.engine.toy import GAME, Play, State


def search_of(strength: Strength = STRENGTH) -> TreeSearch:
    """Return a search of seat 0 at the toy game, which has tried nothing yet."""
    return TreeSearch(GAME, 2, 0, strength, random.Random(1))


# What is counted


def test_a_node_knows_the_mean_of_what_its_own_seat_got() -> None:
    search = search_of(replace(STRENGTH, exploration=0.6))
    mine, theirs = Node(Play(1)), Node(Play(6))
    path = [(mine, 0), (theirs, 1)]
    for rewards in ([1.0, 0.25], [0.5, 0.75], [0.0, 0.8], [0.1, 0.2]):
        search._back_up(path, rewards)
    assert (mine.visits, theirs.visits) == (4, 4), "not every visit was counted once"
    assert mine.reward == pytest.approx(0.4), "seat 0 got 1, 0.5, 0 and 0.1: 0.4 on average"
    assert theirs.reward == pytest.approx(0.5), "seat 1 got 0.25, 0.75, 0.8 and 0.2: 0.5"
    assert mine.spread == pytest.approx(0.6 / sqrt(4)), "0.6 by the root of four visits"


def test_what_seems_best_with_what_is_unsure_of_it_is_tried_next() -> None:
    search = search_of()
    good, unsure = Node(Play(1)), Node(Play(6))
    good.had = unsure.had = 6
    good.reward, good.spread = 0.6, 0.1
    unsure.reward, unsure.spread = 0.5, 0.1
    assert search._select([unsure, good]) is good, "as unsure as the other, and better"
    unsure.spread = 0.3
    assert search._select([good, unsure]) is unsure, "0.5 with 0.3 unsure promises more"
    twin = Node(Play(2))
    twin.had, twin.reward, twin.spread = good.had, good.reward, good.spread
    assert search._select([good, twin]) is good, "of equals the first is tried"


def test_actions_that_were_never_taken_come_before_all_others() -> None:
    search = search_of()
    known = search.actions.keep(Play(1))
    search.root.children[id(known)] = there = Node(known)
    # An equal action that is another object leads to the same node.
    found, fresh = search.children(search.root, [Play(1), Play(6)])
    assert found == [there], "an action already taken isn't known again"
    assert fresh == [Play(6)], f"{fresh} count as never taken, and only Play(6) is"


def test_rewards_are_of_points_or_of_the_end() -> None:
    state = State(2, [[1], [2]], [0, 0], [1, 0])
    search = search_of()
    running = search._rewards(state, (0, 1))
    assert running[0] > 0.5 > running[1], "who leads stands better"
    assert search._rewards(state, (0, 1)) is running, "the same standing is worked out twice"
    ended = State(2, [[1], [2]], [0, 0], [0, 2])
    assert search._rewards(ended, ())[1] > 0.6, "who has won gets no more than for the lead"


def test_every_seat_is_moved_on_to_where_what_it_was_shown_leads() -> None:
    there = Node()
    one, other = Node(), Node()
    one.seen[7] = there
    trees = [one, other]
    follow(trees, 7)
    assert trees[0] is there, "a place that was there is made anew"
    assert trees[1] is other.seen[7], "a new place isn't kept"


# How iterations are shared out


@pytest.mark.parametrize(
    ("actions", "ends"),
    [(2, [420]), (3, [420]), (4, [210, 420]), (7, [105, 210, 420]), (13, [70, 140, 210, 420])],
)
def test_the_last_round_of_a_search_takes_half(actions: int, ends: list[int]) -> None:
    assert [*_marks(actions, 420)] == ends


@pytest.mark.parametrize("cards", [2, 3, 7])
def test_a_decision_takes_as_many_iterations_however_many_actions_there_are(cards: int) -> None:
    """Also where they can't be shared out evenly: else the time would tell what a hand holds."""
    state = State(9, [HAND[:cards], [2, 4, 6, 8, 10, 12, 14][:cards]], [0, 0], [0, 0])
    for most in (1, 10, 101):
        strength = replace(STRENGTH, iterations=most)
        thought = think(GAME, view_of(state, 0), GAME.legal(state, 0), strength, random.Random(1))
        assert thought.iterations == most, (
            f"{cards} actions share {most} iterations, and {thought.iterations} are made"
        )


@pytest.mark.parametrize(("sight", "worlds"), [(4, [1, 1, 1, 1]), (6, [2, 2]), (9, [3, 1])])
def test_all_actions_are_tried_in_the_same_worlds(sight: int, worlds: list[int]) -> None:
    """Three actions share 12 iterations: four turns, and a world is good for `sight` iterations."""
    numbers = count()
    left = [Play(1), Play(2), Play(3)]
    tried = Counter(_batch(lambda: next(numbers), left, 12, sight, random.Random(1)))
    for world, turns in enumerate(worlds):
        times = [tried[world, action] for action in left]
        assert times == [turns] * 3, f"in world {world} the three actions are tried {times} times"
    assert next(numbers) == len(worlds), "more worlds are drawn than are tried"


def test_at_least_one_world_is_tried_however_many_actions_there_are() -> None:
    left = [Play(card) for card in HAND]
    batch = _batch(lambda: 0, left, 3, 4, random.Random(1))
    assert Counter(action for _, action in batch) == Counter(left)


def test_actions_come_in_a_random_order() -> None:
    left = [Play(card) for card in HAND]
    orders = {
        tuple(action for _, action in _batch(lambda: 0, left, 7, 4, random.Random(n)))
        for n in range(5)
    }
    assert len(orders) > 1, "every batch tries the actions in the same order"


# The rule of thumb's choice


def test_a_hint_is_trusted_that_equals_an_action_and_is_another_object() -> None:
    """Actions are made again each time the rules are asked."""
    firm = replace(STRENGTH, trust=2.0)
    for card in (1, 6):
        said = think(GAME, last_trick(0), PLAYS, firm, random.Random(1), hint=Play(card)).action
        assert said == Play(card), f"Play({card}) was hinted and {said} is done"
    first = think(
        GAME, last_trick(0), PLAYS, STRENGTH, random.Random(3), hint=Play(6), until=lambda: True
    )
    assert first.action == Play(6), "a search cut short at once has tried another"


def test_a_hint_is_kept_among_many_to_the_end() -> None:
    state = State(9, [HAND, [2, 4, 6, 8, 10, 12, 14]], [0, 0], [0, 0])
    firm = replace(STRENGTH, iterations=70, trust=2.0)
    legal = GAME.legal(state, 0)
    for card in (1, 13):
        thought = think(GAME, view_of(state, 0), legal, firm, random.Random(1), hint=Play(card))
        assert thought.action == Play(card), f"Play({card}) was hinted, {thought.action} is done"
        assert len(thought.rewards) == 3, f"{len(thought.rewards)} are compared to the end"
        assert thought.rewards[Play(card)] < 1.5, "what a hint is trusted is told as a reward"


def test_trust_is_added_to_the_hint_alone_and_a_price_taken_off() -> None:
    strength = replace(
        STRENGTH, trust=0.25, price=lambda action, seats: 0.125 * seats * (action == Play(6))
    )
    search = search_of(strength)
    for card in (1, 6):
        kept = search.actions.keep(Play(card))
        search.root.children[id(kept)] = Node(kept)
        search.root.children[id(kept)].reward = 0.5
    assert _reward(search, Play(1)) == 0.5
    assert _reward(search, Play(6)) == 0.25, "its price is 0.125 for each of two seats"
    assert _value(search, Play(1), Play(1)) == 0.75, "the hint isn't trusted"
    assert _value(search, Play(1), Play(6)) == 0.5, "another is trusted"
    assert _value(search, Play(1), None) == 0.5
    assert search.first(Play(3)).reward == 0, "what was never tried has brought something"


def test_a_search_learns_as_its_strength_says() -> None:
    for trees, wanted in (("none", "TreeSearch"), ("shared", "TreeSearch"), ("apart", "OwnTree")):
        strength: Any = replace(STRENGTH, trees=trees)
        made = search_by(strength, GAME, 2, 1, random.Random(1))
        assert type(made).__name__ == wanted, trees
        assert (made.seats, made.seat) == (2, 1)


# Which worlds are met


class Numbered(type(GAME)):
    """Draws worlds that are numbers, each another."""

    def __init__(self) -> None:
        self.worlds = count()

    def world(self, view: SeatView[Any, Any], rng: random.Random) -> Any:
        """Return the next number."""
        return next(self.worlds) % POOL


def picks(seed: int) -> Counter[int]:
    """Return how often each of a pool is met, whose second half weighs three times more."""

    def weight(world: Any) -> float:
        return 3.0 if world >= POOL // 2 else 1.0

    worlds = LikelyWorlds(Numbered(), last_trick(0), weight, random.Random(seed))
    return Counter(worlds() for _ in range(POOL))


def test_worlds_are_picked_by_chance_and_as_often_as_they_weigh() -> None:
    """A light one has half a chance to be met, a heavy one is met once or twice."""
    found = [picks(seed) for seed in range(60)]
    sums = Counter[int]()
    for each in found:
        assert each.total() == POOL
        assert max(each[world] for world in range(POOL // 2)) == 1, "a light one is met twice"
        assert {each[world] for world in range(POOL // 2, POOL)} <= {1, 2}, each
        sums += each
    for world in range(POOL):
        share = sums[world] / len(found)
        wanted = 1.5 if world >= POOL // 2 else 0.5
        assert share == pytest.approx(wanted, abs=0.3), f"world {world} is met {share:.2f} times"


def test_the_others_learn_in_turn_each_as_long_as_a_world_is_good_for() -> None:
    learned: list[int] = []

    class Learner(Replies):
        """Notes whose worlds it learns in."""

        __slots__ = ()

        def iterate(self, world: Any, first: Any = None) -> int:
            """Note."""
            learned.append(world)
            return 3

    class Three(type(GAME)):
        """Shows who looks; a world is who it was drawn for."""

        views = 0

        def apply(self, state: Any, seat: int, action: Any, dealer: Any) -> None:
            """Do nothing."""

        def to_act(self, state: Any) -> tuple[int, ...]:
            """Ask anybody."""
            return (0,)

        def view(self, state: Any, seat: int) -> Any:
            """Return who looks."""
            self.views += 1
            return seat

        def world(self, view: Any, rng: random.Random) -> Any:
            """Return who has looked."""
            return view

    game = Three()
    truth = State(2, [[1, 6], [2, 3]], [0, 0], [0, 0])
    search = Learner(game, 3, 1, replace(STRENGTH, sight=2), random.Random(1))
    steps = [search.learn(truth, Play(1)) for _ in range(8)]
    assert learned == [2, 0] * 4, "seat 1 thinks: seats 2 and 0 learn in turn"
    assert game.views == 4, "a view is good for two worlds, so 8 worlds take 4"
    assert steps == [3] * 8


def test_replies_are_taken_by_how_often_they_were_tried() -> None:
    search = Replies(GAME, 2, 0, STRENGTH, random.Random(1))
    state = State(2, [[1, 6], [2, 3]], [1, 0], [0, 0])
    node = Node()
    for card, visits in ((2, 1), (3, 3)):
        kept = search.actions.keep(Play(card))
        node.children[id(kept)] = Node(kept)
        node.children[id(kept)].visits = visits
    chosen = Counter(search.choose(node, state, 1) for _ in range(500))
    assert chosen[Play(3)] / 500 == pytest.approx(0.9, abs=0.05), "9 to 1: three times, squared"
    del node.children[id(search.actions.keep(Play(2)))]
    assert search.choose(node, state, 1) is None, "it has never tried Play(2)"


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Choose a card, which the others see only if it lies open."""

    card: int
    is_open: bool = True

    def shown(self) -> Choose:
        """Show no more than that something was chosen."""
        return self if self.is_open else Choose(0, is_open=False)


def test_the_others_part_in_a_tree_as_somebody_does_what_only_they_see() -> None:
    known, root = KnownActions(), Node()
    search: Any = SimpleNamespace(actions=known, seats=3, root=root)
    opened, hidden, then = (known.keep(each) for each in (Choose(1), Choose(2, False), Choose(3)))
    together = root.children[id(opened)] = Node()
    own = together.children[id(hidden)] = Node()
    others = together.seen[known.shown(hidden)] = Node()
    after = [own.seen.setdefault(id(then), Node()), others.children.setdefault(id(then), Node())]
    after.append(others.seen.setdefault(id(then), Node()))
    places = _Places(search)
    for seat, action, wanted in (
        (0, opened, [together] * 3),
        (0, hidden, [own, others, others]),
        (1, then, after),
    ):
        places.move(seat, action)
        found = [places.of(each) for each in range(3)]
        assert found == wanted, f"after {action} they stand elsewhere"
