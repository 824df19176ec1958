"""Messages: what a game leaves in a channel, and how many requests to Discord it takes."""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from bot.engine.game import AnyGame
from bot.sandbox.monitor import Exchange
from tests.bench.report import figure, heading
from tests.e2e.litter import played
from tests.e2e.play import Clicks, Sitting, begin
from tests.e2e.scenes import people, server
from tests.e2e.scripts import NAMES
from tests.e2e.stage import Stage
from tests.e2e.wander import move

FASTER: Final = 10
"""How much faster time goes by for the bot than on the wall."""
PACE: Final = (8.0, 20.0)
"""The seconds that people take for a move at a live table."""
MOVES: Final = 40
"""How many moves of each table are counted."""
TABLES: Final = 3
"""How many tables of each game are played: how many calls one of them needs is much by chance."""
SEATS: Final = 3
QUIET: Final = "1000000"
"""More requests a second than there ever are, so that no board is calm."""


async def of_games(games: Iterable[AnyGame]) -> None:
    """Play a game of each kind by clicks, at the bot's own process, and count its messages."""
    games = list(games)
    await _at_human_pace(games)
    heading("messages of a whole game, all seats taken (people, by clicks)")
    with tempfile.TemporaryDirectory() as folder:
        async with Stage(Path(folder)) as stage:
            for game in games:
                litter = await played(stage, game)
                title = game.info.title
                figure(f"{title}: left beside board and card", f"{litter.left}", "≤ 1 a round")
                figure("… at once on the way: the moving ping", f"{litter.most}", "1")
                figure(
                    "… moves, messages sent, edits",
                    f"{litter.moves}, {litter.sent}, {litter.edited}",
                )


async def _at_human_pace(games: Sequence[AnyGame]) -> None:
    """Print the requests for each move, with the bot's token and with those of clicks.

    Pings are held back by the time somebody acted, so it makes no difference to them whether hands
    lie open. While the bot is busy, all hands that lie open keep a live table's board calm.
    """
    low, high = PACE
    heading(f"requests a move: {SEATS} people, a move in {low:.0f}-{high:.0f} s a table")
    for pause, calm_above, what, target in (
        ("45", QUIET, "", "≤ 1.3"),
        ("45", "0", " (busy: boards are calm)", "≤ 0.7"),
        ("0", QUIET, " (pings not held back)", ""),
    ):
        with tempfile.TemporaryDirectory() as folder:
            stage = Stage(
                Path(folder),
                FASTER=str(FASTER),
                PING_PAUSE=pause,
                PICTURE_PAUSE="2",
                CALM_ABOVE=calm_above,
            )
            stage.wrapped = [sys.executable, "-m", "tests.bench.faster"]
            # The bot soon takes a line for dead on which it hears nothing.
            stage.sandbox.gateway.heartbeat_seconds = 1.0
            async with stage:
                counts = await asyncio.gather(*(_of_tables(stage, game) for game in games))
        for game, (moves, count) in zip(games, counts, strict=True):
            asked = sum(count.values()) - count["answer"]
            kinds = f"board {count['edit'] / moves:.2f}, sent {count['send'] / moves:.2f}, deleted"
            kinds = f"{kinds} {count['delete'] / moves:.2f}, answers {count['answer'] / moves:.2f}"
            figure(
                f"{game.info.title}, {moves} moves{what}",
                f"{asked / moves:.2f}",
                f"{target:<8}{kinds}",
            )


async def _of_tables(stage: Stage, game: AnyGame) -> tuple[int, Counter[str]]:
    """Return the number of moves of all tables of a game, and of requests by what they are."""
    counts = await asyncio.gather(*(_counted(stage, game, seed) for seed in range(5, 5 + TABLES)))
    return sum(moves for moves, _ in counts), sum((count for _, count in counts), Counter())


async def _counted(stage: Stage, game: AnyGame, seed: int) -> tuple[int, Counter[str]]:
    """Play at human pace; return the number of moves, and of requests by what they are.

    Counting goes on until the next move would be due: the ping of somebody who then doesn't come
    isn't included. What ends a game is.
    """
    seats = min(game.info.seats, key=lambda seats: abs(seats - SEATS))
    place = server(stage)
    who, live = people(stage, place, *NAMES[:seats]), {"pace": "live", "move_time": 60}
    sitting = await begin(stage, who, Clicks(), game.info.key, live)
    for person in who:
        await sitting.open_hand(person)
    rng = random.Random(seed)
    counted: Counter[str] = Counter()
    # What the start has brought on isn't counted.
    await stage.shown()
    since = len(stage.sandbox.requests)
    moves, due = 0, time.monotonic()
    while moves < MOVES:
        due += rng.uniform(*PACE) / FASTER
        await asyncio.sleep(due - time.monotonic())
        if await move(sitting, rng) is None:
            break
        moves += 1
    if moves == MOVES:
        await asyncio.sleep(due + rng.uniform(*PACE) / FASTER - time.monotonic())
    else:
        await stage.shown()
    for each in list(stage.sandbox.requests)[since:]:
        if kind := _kind(sitting, each):
            counted[kind] += 1
    return moves, counted


def _kind(sitting: Sitting, exchange: Exchange) -> str | None:
    """Return what a request about a table is; None if it is about something else."""
    path = exchange.path.strip("/").split("/")
    if path[0] in ("interactions", "webhooks"):
        return "answer" if sitting.table_id in exchange.sent.decode("utf-8", "replace") else None
    if path[0] != "channels" or path[1] not in (sitting.place.id, sitting.card.channel.id):
        return None
    return {"POST": "send", "PATCH": "edit", "DELETE": "delete"}.get(exchange.method, "other")
