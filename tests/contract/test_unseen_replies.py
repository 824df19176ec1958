"""In a search the others answer alike to what looks alike, whatever the seat that thinks hides."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from bot.engine.dealer import QuietDealer
from bot.engine.game import Action, AnyGame
from bot.engine.strength import Strength
from bot.engine.views import SeatView
from tests.arena.arena import player_of
from tests.imagined_answers import Answers, answers, apart

POSITIONS = 12
MATCHES = 30
"""This many are looked through for them."""
SHARE = 0.1
"""How many of them are taken."""
SEARCHES = 8
"""For each action of a position."""
ALIKE = 0.14
"""How much further apart two actions may be than the same one twice, on average."""

Pair = tuple[SeatView[Any, Any], tuple[Action, Action]]
"""What a seat sees, and two actions."""


def pairs(game: AnyGame, seats: int) -> Iterator[Pair]:
    """Yield views of seats, each with two actions that the others can't tell apart."""
    rng, player = random.Random(3), player_of(game.info.key)
    for _ in range(MATCHES):
        state: Any = game.setup(seats, game.info.variants[0], QuietDealer(rng))
        while acting := game.to_act(state):
            seat = acting[0]
            view, legal = game.view(state, seat), game.legal(state, seat)
            one = rng.choice(legal)
            alike = [
                each
                for each in legal
                if each != one
                and each.shown() == one.shown()
                and seen(game, state, seat, each) == seen(game, state, seat, one)
            ]
            # Where several are asked at once, nobody answers to what another has done.
            if alike and len(acting) == 1 and rng.random() < SHARE:
                yield view, (one, rng.choice(alike))
            game.apply(state, seat, player.choose(view, legal, rng), QuietDealer(rng))


def seen(game: AnyGame, state: Any, seat: int, action: Action) -> list[SeatView[Any, Any]]:
    """Return what the others see once a seat has done something."""
    after = state.clone()
    game.apply(after, seat, action, QuietDealer(random.Random(1)))
    return [game.view(after, other) for other in range(len(game.worth(state))) if other != seat]


def seen_through(game: AnyGame, strength: Strength, met: Sequence[Pair]) -> float:
    """Return how much more the answers to two actions differ than those to the same one twice."""
    rng, excess = random.Random(6), 0.0
    for view, (first, second) in met:
        one, same, other = (
            sum(
                (answers(game, view, action, strength, rng.random()) for _ in range(SEARCHES)),
                start=Answers(),
            )
            for action in (first, first, second)
        )
        excess += apart(one, other) - apart(one, same)
    return excess / len(met)


@pytest.mark.long
def test_others_do_not_answer_to_what_they_cannot_see(game: AnyGame) -> None:
    strength = player_of(game.info.key).LEVELS["sharp"]
    met = list(islice(pairs(game, min(game.info.seats)), POSITIONS))
    if not met:
        pytest.skip(f"{game.info.title} has nothing hidden to answer to")
    assert strength.trees == "apart", "the others learn to answer to what they can't see"
    assert seen_through(game, strength, met) < ALIKE
    # In the worlds of the seat that thinks they would, or the figure above would prove nothing.
    assert seen_through(game, replace(strength, trees="shared"), met) > ALIKE
