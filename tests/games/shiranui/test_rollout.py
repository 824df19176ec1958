"""Shiranui: how a search plays on does nearly always what the rule of thumb does."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.engine.dealer import QuietDealer
from bot.engine.views import SeatView
from cogs.shiranui import rollout, rule_of_thumb
from cogs.shiranui.rules import GAME
from cogs.shiranui.views import Options, Play

SEATS = GAME.info.seats


def _like(view: SeatView[Any, Any], one: object, other: object) -> bool:
    """Tell whether two actions are the same, or plays that promise the rule of thumb as much."""
    if not (isinstance(one, Play) and isinstance(other, Play)):
        return one == other
    return rule_of_thumb._value(view.public, one.card, None) == rule_of_thumb._value(
        view.public, other.card, None
    )


@pytest.mark.parametrize("seats", SEATS)
def test_it_does_as_a_rule_what_the_rule_of_thumb_does(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rollout, "WHIM", 0.0)
    rng = random.Random(seats)
    alike = choices = 0
    for _ in range(20):
        dealer = QuietDealer(rng)
        state = GAME.setup(seats, Options(), dealer)
        while acting := GAME.to_act(state):
            seat = acting[0]
            legal = GAME.legal(state, seat)
            view = GAME.view(state, seat)
            thumb = rule_of_thumb.choose(view, legal, rng)
            if len(legal) > 1:
                choices += 1
                alike += _like(view, rollout.instinct(state, seat, rng), thumb)
            GAME.apply(state, seat, thumb, dealer)
    assert choices > 200
    assert alike / choices > 0.75
