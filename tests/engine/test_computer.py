"""Computer players: what a level does with the rule of thumb, the search and its time."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from bot.engine.computer import decide
from bot.engine.strength import Strength
from bot.engine.views import SeatView
from tests.engine.toy import GAME, Play, State

GOOD, BAD = Play(6), Play(1)


class Player:
    """Chooses the same by its rule of thumb every time."""

    def __init__(self, thumb: Play | None) -> None:
        self.thumb = thumb

    @property
    def LEVELS(self) -> Mapping[str, Strength]:  # noqa: N802  # as in a player module
        """Tell how hard it thinks."""
        return {"sharp": Strength(iterations=300, horizon=4, scale=1.0)}

    def choose(self, view: Any, legal: Sequence[Any], rng: random.Random) -> Any:
        """Choose what it was told to; fail if there is nothing to choose."""
        assert self.thumb in legal, "the rule of thumb was asked what can't be chosen"
        return self.thumb


def decision(
    thumb: Play | None,
    level: str,
    *,
    hand: Sequence[int] = (1, 6),
    seed: int = 1,
    until: Callable[[], bool] | None = None,
) -> Any:
    """Decide the last trick."""
    state = State(2, [list(hand), [2, 3][: len(hand)]], [0, 0], [0, 1])
    view: SeatView[Any, Any] = GAME.view(state, 0)
    return decide(GAME, Player(thumb), level, view, random.Random(seed), until)


def test_what_is_forced_is_done_without_thinking() -> None:
    assert decision(None, "sharp", hand=[5]) == Play(5)


def test_casual_keeps_to_the_rule_of_thumb_and_sharp_knows_better() -> None:
    assert decision(BAD, "casual") == BAD
    assert decision(BAD, "sharp") == GOOD


@pytest.mark.parametrize("thumb", [GOOD, BAD])
def test_a_search_without_time_does_what_the_rule_of_thumb_says(thumb: Play) -> None:
    found = {decision(thumb, "sharp", seed=seed, until=lambda: True) for seed in range(10)}
    assert found == {thumb}


def test_a_level_that_there_is_not_is_an_error() -> None:
    with pytest.raises(KeyError):
        decision(GOOD, "perfect")
