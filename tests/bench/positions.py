"""Computer players asked the same again: whether they find what is better, whatever the seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from bot.engine.computer import Player
from bot.engine.dealer import QuietDealer
from bot.engine.game import Action, AnyGame
from bot.engine.search import think
from bot.engine.views import SeatView
from tests.arena.arena import player_of
from tests.bench.report import figure, heading

POSITIONS = 12
"""This many are asked about for each game and number of seats, where one action is better than all
others: where none is, it makes no difference which is chosen."""
LOOKED_AT = 60
"""No more positions are looked at to find them."""
SEEDS = 8
"""How often each is thought about."""
LONGER = 4
"""How much longer the search is that tells what is better."""
EVERY = 5
"""Every n-th decision of a game that leaves a choice is looked at."""
BETTER = 0.05
"""By so much reward one action must be better than all others."""

Position = tuple[SeatView[Any, Any], list[Action], Action]
"""What a seat sees, what it may do, and what the rule of thumb says."""


def run(games: Iterable[AnyGame]) -> None:
    """Ask every game's *sharp* at its fewest and most seats."""
    for game in games:
        player = player_of(game.info.key)
        for seats in sorted({min(game.info.seats), max(game.info.seats)}):
            heading(f"{game.info.title} · {seats} seats · the same position, {SEEDS} seeds")
            _ask(game, player, seats)


def _ask(game: AnyGame, player: Player, seats: int) -> None:
    """Print how often the same is chosen where one action is better, and where none is."""
    strength = player.LEVELS["sharp"].at(seats)
    narrows, strength = strength.narrows, replace(strength, narrows=None)
    long = replace(strength, iterations=strength.iterations * LONGER)
    asked = same = right = 0
    met = islice(positions(game, player, seats, random.Random(2), EVERY), LOOKED_AT)
    for number, (view, legal, hint) in enumerate(met):
        if asked == POSITIONS:
            break
        if narrows is not None:
            # A coin that is tossed before a search is to fall alike for all seeds.
            legal = narrows(view, legal, hint, random.Random(number))
        if len(legal) < 2:
            continue
        known = think(game, view, legal, long, random.Random(number), hint=hint).rewards
        best, second, *_ = sorted(known.values(), reverse=True)
        if best - second <= BETTER:
            continue
        chosen = Counter(
            think(game, view, legal, strength, random.Random(f"{number} {seed}"), hint=hint).action
            for seed in range(SEEDS)
        )
        asked += 1
        same += max(chosen.values())
        right += chosen[max(known, key=lambda action: known[action])]
    if asked:
        times = asked * SEEDS
        figure(f"better by {BETTER}: positions", f"{asked}")
        figure("… the same move is chosen", f"{same / times:.0%}", "target ≥ 85 %")
        figure("… it is that of a longer search", f"{right / times:.0%}")


def positions(
    game: AnyGame, player: Player, seats: int, rng: random.Random, every: int
) -> Iterator[Position]:
    """Yield every n-th position that leaves a choice, of games by the rule of thumb."""
    choices = 0
    while True:
        dealer = QuietDealer(rng)
        state: Any = game.setup(seats, game.info.variants[0], dealer)
        while acting := game.to_act(state):
            seat = acting[0]
            view: SeatView[Any, Any] = game.view(state, seat)
            legal = game.legal(state, seat)
            hint = player.choose(view, legal, rng)
            if len(legal) > 1:
                choices += 1
                if choices % every == 0:
                    yield view, legal, hint
            game.apply(state, seat, hint, dealer)
