"""Random games as people would play them: clicks for a move, moves in a game, scores."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator

from bot.engine.dealer import QuietDealer
from bot.engine.game import AnyGame
from bot.ui.pages.page import Button, Row, Select
from bot.ui.pages.render import Render
from bot.ui.pages.tables.menu import menu_rows
from bot.ui.pages.tables.menu_moves import MenuMove, MenuPath, menu_moves
from bot.ui.pages.wording import Wording
from tests.bench.report import figure
from tests.contract.games import Configuration, configurations
from tests.e2e.scripts import NAMES, render_of

GAMES = 10
"""How many games of each number of seats and variant."""


def run(game: AnyGame) -> None:
    """Play at random with all numbers of seats and all variants, and count."""
    counts: Counter[int] = Counter()
    worst: dict[str, int] = {}
    lengths: dict[int, list[int]] = {}
    scores: dict[int, list[int]] = {}
    for configuration in configurations():
        if configuration.game is not game:
            continue
        rng, seats = configuration.rng("clicks"), configuration.seats
        for _ in range(GAMES):
            made = list(_game(configuration, rng, scores.setdefault(seats, [])))
            lengths.setdefault(seats, []).append(len(made))
            for kind, clicks in made:
                counts[clicks] += 1
                worst[kind] = max(worst.get(kind, 0), clicks)
    usual = statistics.median(counts.elements())
    figure(
        "clicks for a move in the open hand: median, worst",
        f"{usual:.0f}, {max(counts)}",
        "≤ 2, ≤ 3",
    )
    figure("… worst by kind of move", ", ".join(f"{kind} {most}" for kind, most in worst.items()))
    for seats, length in lengths.items():
        mean, spread = statistics.mean(scores[seats]), statistics.pstdev(scores[seats])
        figure(
            f"{seats} seats: moves in a game, score",
            f"{statistics.mean(length):.0f}, {mean:.1f} ± {spread:.1f}",
            f"{len(length)} games, mean, all variants",
        )


def _game(
    configuration: Configuration, rng: random.Random, scores: list[int]
) -> Iterator[tuple[str, int]]:
    """Play a game; yield the kind of each move and its clicks, and add its scores to the others."""
    game, dealer = configuration.game, QuietDealer(rng)
    render, wording = render_of(game), Wording("en-GB", NAMES[: configuration.seats])
    state = game.setup(configuration.seats, configuration.options, dealer)
    while to_act := game.to_act(state):
        seat = rng.choice(to_act)
        legal = game.legal(state, seat)
        view = game.view(state, seat)
        move = rng.choice(found := menu_moves(render, legal, view, wording))
        yield move.action.kind, way_to(move.path, render, found, wording)
        game.apply(state, seat, move.action, dealer)
    scores += game.result(state).scores


def way_to(path: MenuPath, render: Render, found: list[MenuMove], wording: Wording) -> int:
    """Return how many buttons and lists lead from an open hand to a move."""
    made, here = 0, ()
    while here != path:
        _question, rows = menu_rows(render, found, here, "table", 0, wording)
        there = max(_leading(rows, path), key=len)
        if len(there) <= len(here):
            raise LookupError(f"{path} can't be reached from {here}")
        made, here = made + 1, there
    return made


def _leading(rows: Iterable[Row], path: MenuPath) -> Iterator[MenuPath]:
    """Yield the beginnings of a path that some control leads to."""
    for row in rows:
        parts = row if isinstance(row, tuple) else (row,)
        for part in parts:
            there = tuple(part.id.split(":")[3:])
            if there != path[: len(there)]:
                continue
            if isinstance(part, Button):
                yield there
            elif isinstance(part, Select) and len(there) < len(path):
                values = {choice.value for choice in part.choices}
                for steps in {len(value.split(":")) for value in values}:
                    tokens = path[len(there) : len(there) + steps]
                    if ":".join(tokens) in values or set(tokens[0].split("+")) <= values:
                        yield (*there, *tokens)
