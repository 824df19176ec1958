"""Private games: how soon a computer's move is on the message, and how long their turns take."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.engine.game import AnyGame
from bot.process.settings import DELAY_ALONE
from bot.sandbox import Actor
from tests.bench.report import figure, heading
from tests.e2e.alone import Alone
from tests.e2e.scripts import NAMES
from tests.e2e.stage import Stage

PRESSES: Final = 30
"""How many presses of each game are measured."""
LOOK: Final = 0.005
"""Seconds between two looks at the message and at the log."""


@dataclass
class Seen:
    """When what happened, by the machine's clock."""

    moves: list[float] = field(default_factory=list)
    """When each computer's move was on disk."""
    turns: list[float] = field(default_factory=list)
    """How many seconds after the step before it each of them came."""
    changes: list[float] = field(default_factory=list)
    """When the message changed."""

    def lags(self) -> list[float]:
        """Return how long after each move the message changed next."""
        nexts = ((move, [each for each in self.changes if each >= move]) for move in self.moves)
        return [found[0] - move for move, found in nexts if found]


async def of_games(games: Iterable[AnyGame]) -> None:
    """Play some moves of a private game of each kind."""
    heading(f"private games on a server, a computer's move after {DELAY_ALONE} s")
    with tempfile.TemporaryDirectory() as folder:
        delay = str(DELAY_ALONE)
        async with Stage(Path(folder), COMPUTER_DELAY_ALONE=delay, PICTURE_PAUSE="2") as stage:
            for name, game in zip(NAMES, games, strict=False):
                await _of_game(stage, game, stage.person(name, "games"))


async def _of_game(stage: Stage, game: AnyGame, person: Actor) -> None:
    alone = await Alone.begin(stage, person, game.info.title)
    seen = Seen()
    watching = asyncio.create_task(_watch(alone, seen))
    for _ in range(PRESSES):
        await alone.choose()
        await alone.until_asked()
        if alone.over:
            break
    watching.cancel()
    for what, times in (
        (f"{game.info.title}: turn of a computer, median / worst", seen.turns),
        ("… from its move to the message, median / worst", seen.lags()),
    ):
        figure(what, f"{statistics.median(times):.2f} / {max(times):.2f} s", "≤ 2 s")


async def _watch(alone: Alone, seen: Seen) -> None:
    """Take note of moves and of changes of the message."""
    query = (
        "SELECT count(*), count(*) FILTER (WHERE interaction_id IS NULL) FROM log"
        " WHERE table_id = ?"
    )
    ((steps, moves),) = alone.stage.rows(query, alone.table_id)
    shown, before = str(alone.message.embeds), time.monotonic()
    while True:
        await asyncio.sleep(LOOK)
        now, ((all_steps, all_moves),) = time.monotonic(), alone.stage.rows(query, alone.table_id)
        if all_moves > moves:
            seen.moves.append(now)
            seen.turns.append(now - before)
        before = now if all_steps > steps else before
        if str(alone.message.embeds) != shown:
            seen.changes.append(now)
        steps, moves, shown = all_steps, all_moves, str(alone.message.embeds)
