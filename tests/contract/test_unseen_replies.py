"""In a search the others answer alike to what looks alike, whatever the seat that thinks hides."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.arena import player_of
from bot.engine.dealer import QuietDealer
from bot.engine.game import Action, AnyGame
from bot.engine.strength import Strength
from bot.engine.views import SeatView
from tests.imagined_answers import Answers, answers, apart

POSITIONS = 12
SEARCHES = 8
"""For each action of a position."""
ALIKE = 0.14
"""How much further apart two actions may be than the same one twice, on average."""


def positions(game: AnyGame, seats: int) -> Iterator[tuple[SeatView[Any, Any], list[Action]]]:
    """Yield views of seats, each with two actions that look the same to the others."""
    rng, player = random.Random(3), player_of(game.info.key)
    while True:
        state: Any = game.setup(seats, game.info.variants[0], QuietDealer(rng))
        while acting := game.to_act(state):
            seat = acting[0]
            view, legal = game.view(state, seat), game.legal(state, seat)
            alike: dict[Any, list[Action]] = {}
            for action in legal:
                alike.setdefault(action.shown(), []).append(action)
            several = [each for each in alike.values() if len(each) > 1]
            if several and len(acting) == 1 and rng.random() < 0.1:
                yield view, rng.sample(rng.choice(several), 2)
            game.apply(state, seat, player.choose(view, legal, rng), QuietDealer(rng))


def seen_through(game: AnyGame, strength: Strength) -> float:
    """Return how much further apart the answers to two actions are than to the same one twice."""
    rng, seats, excess = random.Random(6), min(game.info.seats), 0.0
    for (view, pair), _ in zip(positions(game, seats), range(POSITIONS), strict=False):
        one, same, other = (
            sum(
                (answers(game, view, action, strength, rng.random()) for _ in range(SEARCHES)),
                start=Answers(),
            )
            for action in (pair[0], pair[0], pair[1])
        )
        excess += apart(one, other) - apart(one, same)
    return excess / POSITIONS


@pytest.mark.long
def test_others_do_not_answer_to_what_they_cannot_see(game: AnyGame) -> None:
    strength = player_of(game.info.key).LEVELS["sharp"]
    if not strength.replies:
        pytest.skip(f"{game.info.title} has no cards that are laid hidden")
    assert seen_through(game, strength) < ALIKE
    # In the worlds of the seat that thinks they would, or the figure above would prove nothing.
    assert seen_through(game, replace(strength, replies=False)) > ALIKE
