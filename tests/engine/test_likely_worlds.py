"""Worlds by how likely they make what the others did: as often as they weigh, and no more work."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from bot.engine.likely_worlds import POOL, LikelyWorlds
from bot.engine.search import think
from bot.engine.views import SeatView
from tests.engine.test_search import PLAYS, STRENGTH, last_trick
from tests.engine.toy import GAME, State

VIEW = last_trick(0)
"""Seat 0 holds 1 and 6; seat 1 any two of 2, 3, 4 and 5."""


class Counted(type(GAME)):
    """Counts the worlds."""

    def __init__(self) -> None:
        self.worlds = 0

    def world(self, view: SeatView[Any, Any], rng: random.Random) -> State:
        """Count and draw."""
        self.worlds += 1
        return super().world(view, rng)


def test_worlds_are_met_as_often_as_they_weigh() -> None:
    """With a 5 a hand weighs four times as much as without; half of all hands have one."""

    def weight(world: State) -> float:
        return 0.8 if 5 in world.hands[1] else 0.2

    worlds = LikelyWorlds(GAME, VIEW, weight, random.Random(1))
    met = Counter(tuple(worlds().hands[1]) for _ in range(200 * POOL))
    share = {hand: times / met.total() for hand, times in met.items()}
    assert len(share) == 6
    for hand, each in share.items():
        expected = 0.8 / 3 if 5 in hand else 0.2 / 3
        assert each == pytest.approx(expected, rel=0.15), f"{hand} was met in {each:.1%}"


def test_one_likely_world_after_another_is_another() -> None:
    """They come mixed: else an action that is tried early would be tried in few of them."""
    worlds = LikelyWorlds(
        GAME, VIEW, lambda world: 1.0 if 5 in world.hands[1] else 0.01, random.Random(1)
    )
    met = [worlds() for _ in range(20 * POOL)]
    assert len({id(world) for world in met}) < 0.7 * len(met), "each is to be met about twice"
    same = sum(one is other for one, other in pairwise(met))
    assert same < 0.2 * len(met), "it is met twice in a row"


def test_as_many_worlds_are_drawn_as_are_met() -> None:
    game = Counted()
    worlds = LikelyWorlds(game, VIEW, lambda _: 1.0, random.Random(1))
    for _ in range(3 * POOL):
        worlds()
    assert game.worlds == 3 * POOL


@pytest.mark.parametrize("weight", [1e-250, 1.0, 1e250])
def test_only_the_ratios_of_weights_count(weight: float) -> None:
    worlds = LikelyWorlds(GAME, VIEW, lambda _: weight, random.Random(1))
    met = Counter(tuple(worlds().hands[1]) for _ in range(20 * POOL))
    assert len(met) == 6
    assert max(met.values()) < 2 * min(met.values())


def test_a_search_tries_as_much_as_before_in_the_worlds_that_are_likely() -> None:
    weighed: list[SeatView[Any, Any]] = []

    def weighs(view: SeatView[Any, Any]) -> Any:
        weighed.append(view)
        return lambda world: 1.0 if 5 in world.hands[1] else 0.001

    met: Counter[bool] = Counter()

    class Noted(type(GAME)):
        """Notes in which worlds seat 0 lays its first card."""

        def apply(self, state: State, seat: int, action: Any, dealer: Any) -> None:
            """Note and apply."""
            if seat == 0:
                met[5 in state.hands[1]] += 1
            super().apply(state, seat, action, dealer)

    game = Noted()
    plain = think(game, VIEW, PLAYS, STRENGTH, random.Random(1))
    half = met[True] / met.total()
    met.clear()
    strength = replace(STRENGTH, weighs=weighs)
    listening = think(game, VIEW, PLAYS, strength, random.Random(1))
    assert weighed == [VIEW], "the weight is to be made once a decision, from the view"
    assert listening.iterations == plain.iterations == STRENGTH.iterations
    assert 0.3 < half < 0.7
    assert met[True] / met.total() > 0.95


def test_each_world_that_was_picked_is_stirred_anew() -> None:
    stirred: list[State] = []

    def stir(world: State, rng: random.Random) -> State:
        stirred.append(world)
        return world.clone()

    worlds = LikelyWorlds(GAME, VIEW, lambda _: 1.0, random.Random(1), stir)
    met = [worlds() for _ in range(2 * POOL)]
    assert met == stirred
    assert not {id(world) for world in met} & {id(world) for world in stirred}


def test_a_game_tells_how_to_stir_what_a_seat_has_seen() -> None:
    asked: list[SeatView[Any, Any]] = []

    def stirs(view: SeatView[Any, Any]) -> Any:
        asked.append(view)

    strength = replace(STRENGTH, weighs=lambda _: lambda _: 1.0, stirs=stirs)
    weighed = think(GAME, VIEW, PLAYS, replace(strength, stirs=None), random.Random(1))
    assert think(GAME, VIEW, PLAYS, strength, random.Random(1)) == weighed
    assert asked == [VIEW], "once a decision, from the view"


def test_what_was_seen_may_tell_nothing() -> None:
    strength = replace(STRENGTH, weighs=lambda _: None)
    plain = think(GAME, VIEW, PLAYS, STRENGTH, random.Random(1))
    assert think(GAME, VIEW, PLAYS, strength, random.Random(1)) == plain


def test_worlds_that_are_given_are_not_weighed() -> None:
    """The arena's player who sees all cards doesn't guess."""

    def weighs(view: SeatView[Any, Any]) -> Any:
        raise AssertionError("worlds that are given are weighed")

    truth = State(2, [[1, 6], [2, 3]], [0, 0], [0, 1])
    strength = replace(STRENGTH, weighs=weighs)
    thought = think(GAME, VIEW, PLAYS, strength, random.Random(1), draw=truth.clone)
    assert thought.iterations == STRENGTH.iterations
