"""How hard computers think: what may differ at larger tables than for two."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from bot.engine.dealer import QuietDealer
from bot.engine.search import think
from bot.engine.strength import Strength
from tests.arena.arena import rules_of

LARGER = Strength(iterations=12, horizon=4, scale=1.0, larger={"iterations": 30, "trees": "none"})


def test_a_larger_table_than_for_two_has_its_own_fields_and_the_rest_alike() -> None:
    assert LARGER.at(2) is LARGER
    for seats in (3, 6):
        there = LARGER.at(seats)
        assert (there.iterations, there.trees) == (30, "none")
        assert (there.horizon, there.scale) == (LARGER.horizon, LARGER.scale)
        assert there.at(seats) is there, "the fields were changed once more"


def test_larger_tables_share_out_the_iterations_that_they_have_themselves() -> None:
    strength = Strength(
        iterations=12, horizon=4, scale=1.0, for_two=True, larger={"iterations": 30}
    )
    assert [strength.at(seats).iterations_of(seats) for seats in (2, 3, 6)] == [12, 20, 10]


@pytest.mark.parametrize(("seats", "iterations"), [(2, 12), (3, 30)])
def test_a_search_thinks_as_hard_as_its_table_asks_for(seats: int, iterations: int) -> None:
    game: Any = rules_of("donburiko")
    state = game.setup(seats, game.info.variants[0], QuietDealer(random.Random(1)))
    seat = game.to_act(state)[0]
    legal: Sequence[Any] = game.legal(state, seat)
    thought = think(game, game.view(state, seat), legal, LARGER, random.Random(1))
    assert thought.iterations == iterations
