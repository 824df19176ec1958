"""What every game says of its computer players, and what they may know of each other's acts."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.engine.computer import LEVELS, decide
from bot.engine.dealer import LiveDealer
from bot.engine.game import AnyGame
from bot.engine.views import SeatView
from tests.arena.arena import player_of


def test_sharp_looks_at_least_four_times_as_far_as_steady_at_every_table(game: AnyGame) -> None:
    levels = player_of(game.info.key).LEVELS
    assert set(levels) == {"steady", "sharp"}
    for seats in game.info.seats:
        steady, sharp = (
            levels[level].at(seats).iterations_of(seats) for level in ("steady", "sharp")
        )
        assert 4 * steady <= sharp, f"{seats} seats: {steady} and {sharp} iterations"


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_decides_for_what_is_legal(game: AnyGame, level: str) -> None:
    rng = random.Random(3)
    player = player_of(game.info.key)
    for seats in game.info.seats:
        dealer = LiveDealer(rng)
        state: Any = game.setup(seats, game.info.variants[0], dealer)
        for _ in range(6):
            seat = game.to_act(state)[0]
            view: SeatView[Any, Any] = game.view(state, seat)
            # Time is up at once: the least that a computer player ever does.
            action = decide(game, player, level, view, rng, lambda: True)
            assert action in game.legal(state, seat)
            game.apply(state, seat, action, dealer)
            if not game.to_act(state):
                break


def test_what_looks_the_same_to_all_is_shown_the_same(game: AnyGame) -> None:
    """Else the others in a search would answer to what they can't see."""
    rng = random.Random(8)
    for seats in game.info.seats:
        dealer = LiveDealer(rng)
        state: Any = game.setup(seats, game.info.variants[0], dealer)
        while acting := game.to_act(state):
            seat = rng.choice(acting)
            legal = game.legal(state, seat)
            heard: dict[Any, set[Any]] = {}
            for action in legal:
                copy, events = state.clone(), LiveDealer(random.Random(1))
                game.apply(copy, seat, action, events)
                public = tuple(each.event for each in events.events if each.audience == "all")
                heard.setdefault(public, set()).add(action.shown())
            assert all(len(shown) == 1 for shown in heard.values())
            game.apply(state, seat, rng.choice(legal), dealer)


def test_what_others_hide_changes_no_instinct(game: AnyGame) -> None:
    """Else the others in a search would act on what they can't see, and so would its player."""
    for strength in player_of(game.info.key).LEVELS.values():
        if strength.instinct is None:
            continue
        rng = random.Random(4)
        for seats in game.info.seats:
            dealer = LiveDealer(rng)
            state: Any = game.setup(seats, game.info.variants[0], dealer)
            turn = 0
            while acting := game.to_act(state):
                seat = rng.choice(acting)
                legal = game.legal(state, seat)
                view: SeatView[Any, Any] = game.view(state, seat)
                world = game.world(view, rng)
                first = strength.instinct(state, seat, random.Random(turn))
                assert first == strength.instinct(world, seat, random.Random(turn))
                assert first is None or first in legal
                game.apply(state, seat, first or rng.choice(legal), dealer)
                turn += 1
