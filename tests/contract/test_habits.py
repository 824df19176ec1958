"""Ten simple habits of every game, as players for the arena."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.engine.dealer import QuietDealer
from bot.engine.game import AnyGame
from tests.arena import habits
from tests.arena.arena import habits_of, player_of


def test_there_are_ten_habits_and_each_of_them_shows(game: AnyGame) -> None:
    player = player_of(game.info.key)
    named = habits_of(game.info.key)
    if not named:
        pytest.skip(f"{game.info.title} has no habits")
    assert len(named) == 10
    for name, habit in named.items():
        rng, differs = random.Random(name), False
        for seats in game.info.seats:
            dealer = QuietDealer(rng)
            state: Any = game.setup(seats, game.info.variants[0], dealer)
            while acting := game.to_act(state):
                seat = rng.choice(acting)
                view, legal = game.view(state, seat), game.legal(state, seat)
                suiting = habit(view, legal)
                assert set(suiting) <= set(legal), f"{name} wants what can't be done"
                differs = differs or 0 < len(suiting) < len(legal)
                game.apply(state, seat, habits.choose(habit, player, view, legal, rng), dealer)
        assert differs, f"{name} left nothing out in whole games"
