"""Each game: clicks for a move; then the engine at its fewest and most seats, next to another core.

What is compared is measured in the same run, in processor time, on the same core.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterable
from typing import Any

from bot.engine.dealer import LiveDealer, QuietDealer
from bot.engine.game import AnyGame
from bot.engine.match import Match, Sealed
from bot.tables.game_json import GameJson
from tests.bench import clicks
from tests.bench.report import figure, heading
from tests.bench.uno import Uno

SECONDS = 1.5
"""How long each thing is repeated."""


def run(games: Iterable[AnyGame]) -> None:
    """Measure every game."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    uno = Uno()
    for game in games:
        heading(f"{game.info.title} · all seats and variants · random play in the hand's menu")
        clicks.run(game)
        for seats in sorted({min(game.info.seats), max(game.info.seats)}):
            heading(f"{game.info.title} · {seats} seats · engine, one core")
            beside = _per_second(uno.play)
            steps, clones = _game_steps(game, seats)
            beside = (beside + _per_second(uno.play)) / 2
            figure("random play: legal + apply + events, steps/s", f"{steps:,.0f}")
            figure("random play on rlcard's UNO for two, steps/s", f"{beside:,.0f}")
            figure("… the game's beside it", f"{steps / beside:.2f} ×", "target ≥ 0.5 ×")
            figure(
                "random play through Match with JSON, steps/s", f"{_match_steps(game, seats):,.0f}"
            )
            figure("world(view), per second", f"{_worlds(game, seats):,.0f}")
            figure("clone()", f"{1e6 / clones:.2f} µs", "target ≤ 3 µs")
            figure(
                "state to JSON and back", f"{1e6 / _round_trips(game, seats):.0f} µs", "≤ 150 µs"
            )


def _per_second(work: Callable[[], int]) -> float:
    """Return how much of a task a second of the processor does.

    The task returns how much it did in one go.
    """
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        done += work()
    return done / spent


def _game_steps(game: AnyGame, seats: int) -> tuple[float, float]:
    rng = random.Random(1)
    options = game.info.variants[0]

    def play() -> int:
        dealer = LiveDealer(rng)
        state = game.setup(seats, options, dealer)
        steps = 0
        while to_act := game.to_act(state):
            legal = game.legal(state, to_act[0])
            game.apply(state, to_act[0], legal[int(rng.random() * len(legal))], dealer)
            steps += 1
        return steps

    state = _middle(game, seats)

    def clone() -> int:
        for _ in range(1000):
            state.clone()
        return 1000

    return _per_second(play), _per_second(clone)


def _match_steps(game: AnyGame, seats: int) -> float:
    rng = random.Random(1)
    game_json = GameJson(game)

    def play() -> int:
        match, _ = Match.deal(game, game_json, seats, game.info.variants[0], LiveDealer(rng))
        while to_act := match.to_act():
            action = rng.choice(match.legal(to_act[0]))
            match.accept(match.propose(to_act[0], action, LiveDealer(rng)))
        return match.step

    return _per_second(play)


def _worlds(game: AnyGame, seats: int) -> float:
    rng = random.Random(1)
    state = _middle(game, seats)
    view = game.view(state, 0)

    def worlds() -> int:
        for _ in range(100):
            game.world(view, rng)
        return 100

    return _per_second(worlds)


def _round_trips(game: AnyGame, seats: int) -> float:
    game_json = GameJson(game)
    sealed = Sealed(9, [0] * seats, _middle(game, seats))

    def trips() -> int:
        for _ in range(100):
            game_json.unseal(game_json.seal(sealed))
        return 100

    return _per_second(trips)


def _middle(game: AnyGame, seats: int) -> Any:
    """Return the state in the middle of a game played at random."""
    rng = random.Random(2)
    dealer = QuietDealer(rng)
    state = game.setup(seats, game.info.variants[0], dealer)
    states: list[Any] = []
    while to_act := game.to_act(state):
        states.append(state.clone())
        game.apply(state, to_act[0], rng.choice(game.legal(state, to_act[0])), dealer)
    return states[len(states) // 2]
