"""Computer players that search: how much they look into, and what a decision costs."""

from __future__ import annotations

import gc
import os
import random
import statistics
import time
from collections.abc import Iterable
from itertools import islice

from bot.engine.computer import Player
from bot.engine.game import AnyGame
from bot.engine.search import think
from tests.arena.arena import player_of
from tests.bench.hearts import Hearts
from tests.bench.positions import positions
from tests.bench.report import figure, heading

DECISIONS = 30
"""Of each game and number of seats, of games played by the rule of thumb; half as many of *steady*,
which has no target."""
EVERY = 3
"""Every n-th decision that leaves a choice is searched."""
REPEATS = 5


def run(games: Iterable[AnyGame]) -> None:
    """Measure the search of every game at its fewest and most seats."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    hearts = Hearts()
    # As in a worker.
    gc.freeze()
    for game in games:
        player = player_of(game.info.key)
        for seats in sorted({min(game.info.seats), max(game.info.seats)}):
            heading(f"{game.info.title} · {seats} seats · search, one core")
            beside = _hearts(hearts)
            spent, iterations, steps = _decide(game, player, "sharp", seats, DECISIONS)
            beside = (beside + _hearts(hearts)) / 2
            seconds = sum(spent)
            figure("sharp: iterations/s", f"{iterations / seconds:,.0f}")
            figure("sharp: simulated steps/s", f"{steps / seconds:,.0f}")
            figure("OpenSpiel's search on its Hearts, steps/s", f"{beside:,.0f}")
            figure("… the game's beside it", f"{steps / seconds / beside:.2f} ×", "target ≥ 1 ×")
            median, most = statistics.median(spent), max(spent)
            figure("sharp: CPU a decision, median", f"{median:.3f} s", "target ≤ 0.15 s")
            figure("sharp: CPU a decision, most", f"{most:.3f} s", "target ≤ 0.6 s")
            steady, _, _ = _decide(game, player, "steady", seats, DECISIONS // 2)
            median = statistics.median(steady)
            figure("steady: CPU a decision, median", f"{median:.3f} s")


def _hearts(hearts: Hearts) -> float:
    start, steps = time.process_time(), 0
    for _ in range(REPEATS):
        steps += hearts.decide()
    return steps / (time.process_time() - start)


def _decide(
    game: AnyGame, player: Player, level: str, seats: int, count: int
) -> tuple[list[float], int, int]:
    """Return the CPU seconds of each decision, and all iterations and simulated steps."""
    rng = random.Random(1)
    strength = player.LEVELS[level]
    spent: list[float] = []
    iterations = steps = 0
    for view, legal, hint in islice(positions(game, player, seats, rng, EVERY), count):
        start = time.process_time()
        thought = think(game, view, legal, strength, rng, hint=hint)
        spent.append(time.process_time() - start)
        iterations += thought.iterations
        steps += thought.steps
    return spent, iterations, steps
