"""The arena's flat player plays every game from what its seat sees, and so do those it imagines."""

from __future__ import annotations

import random
from typing import Any

from bot.engine.dealer import QuietDealer
from bot.engine.game import AnyGame
from bot.engine.views import SeatView
from tests.arena import flat_player
from tests.arena.arena import preference_of

PLAYOUTS = 30
DECISIONS = 4


def test_it_chooses_what_is_legal_from_the_view_alone(game: AnyGame) -> None:
    """The same view, seed and budget bring the same choice, whatever the truth is."""
    rng = random.Random(6)
    for seats in game.info.seats:
        dealer = QuietDealer(rng)
        state: Any = game.setup(seats, game.info.variants[0], dealer)
        decided = 0
        while decided < DECISIONS and (acting := game.to_act(state)):
            seat = rng.choice(acting)
            legal = game.legal(state, seat)
            action = rng.choice(legal)
            if len(legal) > 1:
                decided += 1
                action = _choose(game, game.view(state, seat))
                assert action in legal, f"{action} isn't legal"
                other = game.world(game.view(state, seat), rng)
                again = _choose(game, game.view(other, seat))
                assert again == action, "another choice from the same view"
            game.apply(state, seat, action, dealer)


def _choose(game: AnyGame, view: SeatView[Any, Any]) -> Any:
    rng = random.Random(1)
    legal = game.legal(game.world(view, rng), view.seat)
    spent = lambda played: played / PLAYOUTS  # noqa: E731
    return flat_player.choose(game, view, legal, rng, spent, preference_of(game.info.key))


def test_what_others_hide_changes_no_preference(game: AnyGame) -> None:
    prefer = preference_of(game.info.key)
    if prefer is None:
        return
    rng = random.Random(4)
    preferred = 0
    for seats in game.info.seats:
        dealer = QuietDealer(rng)
        state: Any = game.setup(seats, game.info.variants[0], dealer)
        while acting := game.to_act(state):
            seat = rng.choice(acting)
            legal = game.legal(state, seat)
            action = prefer(state, seat)
            for _ in range(3):
                world = game.world(game.view(state, seat), rng)
                assert action == prefer(world, seat), "it depends on what the seat can't see"
            assert action is None or action in legal, f"{action} isn't legal"
            preferred += action is not None
            # Mostly at random, so that there is much to see before a row is taken.
            game.apply(state, seat, rng.choice(legal), dealer)
    assert preferred, "nothing was ever preferred"
