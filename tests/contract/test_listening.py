"""What the others did makes the truth likelier than other worlds, if a game weighs worlds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from math import isfinite, log
from statistics import mean
from typing import Any

import pytest

from bot.engine.dealer import QuietDealer
from bot.engine.game import AnyGame
from bot.engine.strength import Weigh
from bot.engine.views import SeatView
from tests.arena.arena import player_of
from tests.contract.games import configurations

DECISIONS = 240
"""Of matches by the rule of thumb, as the search meets them: those that leave a choice."""
WORLDS = 20
"""To compare the truth with, at each."""
CLEARLY = 0.05
"""By how much the logarithm of the truth's weight is to be above that of the mean, on average."""

Drawn = tuple[SeatView[Any, Any], Any, list[Any]]
"""What a seat sees, the truth, and worlds."""


@pytest.fixture
def weighs(game: AnyGame) -> Weigh:
    """Return how the game weighs worlds."""
    found = player_of(game.info.key).LEVELS["sharp"].weighs
    if found is None:
        pytest.skip("weighs no worlds")
    return found


def drawn(game: AnyGame, seats: int) -> Iterator[Drawn]:
    """Yield the positions of some matches that leave a choice, with worlds."""
    rng, player = random.Random(seats), player_of(game.info.key)
    met = 0
    while met < DECISIONS:
        dealer = QuietDealer(rng)
        state: Any = game.setup(seats, game.info.variants[0], dealer)
        while acting := game.to_act(state):
            seat = acting[0]
            view: SeatView[Any, Any] = game.view(state, seat)
            legal = game.legal(state, seat)
            if len(legal) > 1:
                met += 1
                yield view, state.clone(), [game.world(view, rng) for _ in range(WORLDS)]
            game.apply(state, seat, player.choose(view, legal, rng), dealer)


def gain(weighs: Weigh, positions: list[Drawn]) -> float:
    """Return by how many nats the truth is likelier than a world drawn at random, on average."""
    gains: list[float] = []
    for view, truth, worlds in positions:
        weight: Callable[[Any], float] | None = weighs(view)
        gains.append(0.0 if weight is None else log(weight(truth) / mean(map(weight, worlds))))
    return mean(gains)


def test_the_truth_weighs_more_than_worlds_drawn_at_random(game: AnyGame, weighs: Weigh) -> None:
    def inverted(view: SeatView[Any, Any]) -> Callable[[Any], float] | None:
        weight = weighs(view)
        return None if weight is None else lambda world: 1 / weight(world)

    for seats in sorted({min(game.info.seats), max(game.info.seats)}):
        positions = list(drawn(game, seats))
        nats = gain(weighs, positions)
        assert nats > CLEARLY, f"with {seats} seats the truth has a lead of {nats:.3f} nats"
        # Else the lead would be one that any weights have.
        assert gain(inverted, positions) < 0


def test_no_world_that_fits_is_ruled_out(game: AnyGame, weighs: Weigh) -> None:
    """Whatever is done: here by chance, which nobody's habits agree with."""
    for each in configurations():
        if each.game is not game:
            continue
        rng = each.rng("listening")
        dealer = QuietDealer(rng)
        state: Any = game.setup(each.seats, each.options, dealer)
        while acting := game.to_act(state):
            for seat in range(each.seats):
                view: SeatView[Any, Any] = game.view(state, seat)
                weight = weighs(view)
                if weight is not None:
                    worlds = [state, *(game.world(view, rng) for _ in "123")]
                    weights = [weight(world) for world in worlds]
                    assert all(found > 1e-100 and isfinite(found) for found in weights), weights
            seat = rng.choice(acting)
            game.apply(state, seat, rng.choice(game.legal(state, seat)), dealer)


def test_what_is_stirred_fits_what_was_seen(game: AnyGame) -> None:
    """Else a computer would think about what can't be, and one that is stirred again even more."""
    stirs = player_of(game.info.key).LEVELS["sharp"].stirs
    if stirs is None:
        pytest.skip("stirs no worlds")
    for seats in game.info.seats:
        changed = 0
        for view, truth, worlds in drawn(game, seats):
            stir, rng = stirs(view), random.Random(3)
            if stir is None:
                continue
            for world in [truth, *worlds[:3]]:
                before = world.clone()
                stirred = stir(world, rng)
                assert world == before
                assert game.view(stirred, view.seat) == view
                assert game.legal(stirred, view.seat) == game.legal(truth, view.seat)
                changed += stirred != world
        assert changed > DECISIONS, f"with {seats} seats nothing is stirred"
