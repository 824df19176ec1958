"""Scale: what a move costs with few and with many channels in use, and a start on many servers."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from bot.sandbox import Sandbox
from tests.bench import copied_tables, many_tables
from tests.bench.many_tables import Click
from tests.bench.report import figure, heading
from tests.bench.wire import make, quiet

CHANNELS: Final = (100, 1_000, 10_000, 20_000)
"""How many channels the bot has put a board up in before the moves that are measured."""
BATCHES: Final = 5
BATCH: Final = 20
"""Moves of a batch; the batch in the middle is what counts, since others share the machine."""
TABLES: Final = 10_000
SERVERS: Final = 2_400
WATCHED: Final = 8.0
"""Seconds from the gateway on in which somebody clicks: discord.py names the servers after two."""
EVERY: Final = 0.1


async def run() -> None:
    """Measure both."""
    await channels()
    await start()


async def channels() -> None:
    """Measure moves with ever more channels in use, each of which has its own rate limits."""
    heading("a move with many channels in use (Donburiko!, board put up in each before)")
    costs: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox() as sandbox:
            sandbox.ratelimits.generous()
            sandbox.deadlines.ack_seconds = 60
            path = Path(folder) / "bench.sqlite3"
            clicks = await copied_tables.fill(path, sandbox, max(CHANNELS))
            for number, count in enumerate(CHANNELS):
                _fall_behind(path, clicks[:count])
                async with many_tables.process(sandbox, ["-m", "bot", "run"], path) as child:
                    await sandbox.until(lambda: sandbox.gateway.online, 60)
                    await many_tables.caught_up(path)
                    await quiet(child.pid)
                    moves = BATCHES * BATCH
                    here = clicks[number * moves : (number + 1) * moves]
                    costs.append(await _cost(sandbox, here, child.pid))
                    memory = many_tables.megabytes(child.pid)
                figure(
                    f"{count:,} channels: processor time of a move, memory",
                    f"{costs[-1] * 1000:.2f} ms, {memory:.0f} MB",
                )
    figure("the last beside the first", f"{costs[-1] / costs[0]:.2f} ×", "≤ 1.2 ×")


def _fall_behind(path: Path, clicks: Sequence[Click]) -> None:
    """Make the boards of some tables show an older state, so that a start puts them up again."""
    places = [(int(click.channel.id),) for click in clicks]
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executemany(
            "UPDATE tables SET board_revision = revision - 1 WHERE place_id = ?", places
        )
        connection.commit()


async def _cost(sandbox: Sandbox, clicks: Sequence[Click], pid: int) -> float:
    """Make moves in batches; return the processor seconds of one, boards and all."""
    await make(sandbox, [replace(click, custom_id=click.hand_id) for click in clicks], 10)
    await quiet(pid)
    costs: list[float] = []
    for first in range(0, len(clicks), BATCH):
        before = many_tables.cpu_seconds(pid)
        await make(sandbox, clicks[first : first + BATCH], 10)
        await quiet(pid)
        costs.append((many_tables.cpu_seconds(pid) - before) / BATCH)
    return statistics.median(costs)


async def start() -> None:
    """Measure a start with many tables on many servers, while somebody clicks."""
    heading(f"start with {TABLES:,} tables in progress on {SERVERS:,} servers")
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox() as sandbox:
            sandbox.ratelimits.generous()
            sandbox.deadlines.ack_seconds = 60
            path = Path(folder) / "bench.sqlite3"
            clicks = await copied_tables.fill(path, sandbox, TABLES, SERVERS)
            figure("database", f"{path.stat().st_size / 2**20:.0f} MB")
            begun = time.perf_counter()
            async with many_tables.process(sandbox, ["-m", "bot", "run"], path) as child:
                await sandbox.until(lambda: sandbox.gateway.online, 60)
                figure("from the start to the gateway", f"{time.perf_counter() - begun:.2f} s")
                online = time.perf_counter()
                times: list[float] = []
                for click in clicks:
                    if time.perf_counter() > online + WATCHED:
                        break
                    times += await make(sandbox, [replace(click, custom_id=click.hand_id)], 1)
                    await asyncio.sleep(EVERY)
                figure("from the gateway to the first answer", f"{times[0]:.2f} s", "< 1 s")
                figure("slowest answer of the first seconds", f"{max(times):.2f} s", "< 1 s")
                await quiet(child.pid)
                figure("memory", f"{many_tables.megabytes(child.pid):.0f} MB", "< 400 MB")
