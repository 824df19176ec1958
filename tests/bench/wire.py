"""The wire: from a click to its first answer, and from a start to the first click answered."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bot.sandbox import Sandbox
from tests.bench import many_tables
from tests.bench.many_tables import Click
from tests.bench.report import figure, heading

LOADS = {1: 300, 50: 800, 500: 900}
"""Clicks in flight at once, and how many are made in all."""
NOOP = "no-op"
SAME = "a move's requests alone"
"""Made by a bot that does nothing else: most of what a move costs, whatever the game."""
FIRST = "first move since a start"
"""The messages of the table are looked for, and its card is written again."""
LATER = "later move"
TABLES = 10_000
QUIET = 0.5
"""Seconds without processor time after which a bot has done all that the clicks brought on."""


async def answers() -> None:
    """Measure acting clicks, compared with bots that play nothing."""
    heading("from a click to its first answer, on one sandbox (Donburiko!, durable commit)")
    costs: dict[str, dict[int, tuple[float, float]]] = {}
    for name, arguments in (
        (NOOP, ["-m", "tests.bench.noop"]),
        (SAME, ["-m", "tests.bench.noop", "move"]),
        (FIRST, ["-m", "bot", "run"]),
        (LATER, ["-m", "bot", "run"]),
    ):
        with tempfile.TemporaryDirectory() as folder:
            async with Sandbox() as sandbox:
                sandbox.ratelimits.generous()
                sandbox.sharding.generous()
                sandbox.deadlines.ack_seconds = 60
                path = Path(folder) / "bench.sqlite3"
                count = sum(LOADS.values()) + 50
                clicks = await many_tables.fill(path, sandbox, count, behind=name == LATER)
                async with many_tables.process(sandbox, arguments, path) as child:
                    await sandbox.until(lambda: sandbox.gateway.online, 60)
                    if name == LATER:
                        await many_tables.caught_up(path)
                    await quiet(child.pid)
                    costs[name] = await _loads(sandbox, name, clicks, child.pid)
    for name in (FIRST, LATER):
        for load in LOADS:
            (answered, whole), (least, _), (_, requests) = (
                costs[each][load] for each in (name, NOOP, SAME)
            )
            if load > 1:
                # One at a time, boards are put up between the clicks.
                what = f"{name}, {load} in flight: until answered"
                figure(what, f"{answered / least:.1f} × {NOOP}", "≤ 8 ×")
            target = "≤ 4 ×" if name == LATER else ""
            what = f"{name}, {load} in flight: until all is shown"
            figure(what, f"{whole / requests:.1f} × {SAME}", target)


async def _loads(
    sandbox: Sandbox, name: str, clicks: Sequence[Click], pid: int
) -> dict[int, tuple[float, float]]:
    """Make the clicks at each load; return the processor seconds until answered, and in all."""
    left = iter(clicks)
    await make(sandbox, [next(left) for _ in range(50)], 5)  # warm
    costs: dict[int, tuple[float, float]] = {}
    for load, count in LOADS.items():
        here = [next(left) for _ in range(count)]
        # A person plays from an open hand, so the table has just been looked at.
        await make(sandbox, [replace(click, custom_id=click.hand_id) for click in here], 20)
        await quiet(pid)
        before = many_tables.cpu_seconds(pid)
        times = sorted(await make(sandbox, here, load))
        answered = many_tables.cpu_seconds(pid)
        await quiet(pid)
        after = many_tables.cpu_seconds(pid)
        costs[load] = (answered - before) / count, (after - before) / count
        until, then = (answered - before) / count * 1000, (after - answered) / count * 1000
        p99 = times[int(len(times) * 0.99)]
        target = "p99 < 300 ms" if load == 50 and name in (FIRST, LATER) else ""
        value = f"{statistics.median(times) * 1000:.1f} / {p99 * 1000:.1f} ms"
        figure(f"{name}, {load} in flight: median / p99", value, target)
        figure(
            f"{name}, {load} in flight: processor time a click",
            f"{until:.2f} + {then:.2f} ms",
            "until answered + after",
        )
    return costs


async def make(sandbox: Sandbox, clicks: Sequence[Click], load: int) -> list[float]:
    """Make clicks, this many in flight at once; return the seconds to each first answer."""
    turn = asyncio.Semaphore(load)
    times: list[float] = []

    async def one(click: Click) -> None:
        async with turn:
            start = time.perf_counter()
            data = {"component_type": 2, "custom_id": click.custom_id}
            it = sandbox.interactions.hand_in(
                3, click.person, click.channel, data, message=click.message
            )
            await it.first
            times.append(time.perf_counter() - start)
            if it.status != "answered":
                raise RuntimeError(f"a click of the bench was not answered: {it.status}")

    await asyncio.gather(*(one(click) for click in clicks))
    return times


async def quiet(pid: int) -> None:
    """Wait until a process rests: boards and pings are put up after the answer."""
    used = -1.0
    while many_tables.cpu_seconds(pid) - used > 0.015:
        used = many_tables.cpu_seconds(pid)
        await asyncio.sleep(QUIET)


async def start() -> None:
    """Measure a start with many tables in progress."""
    heading(f"start with {TABLES:,} tables in progress")
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox() as sandbox:
            sandbox.ratelimits.generous()
            sandbox.sharding.generous()
            path = Path(folder) / "bench.sqlite3"
            clicks = await many_tables.fill(path, sandbox, TABLES)
            figure("database", f"{path.stat().st_size / 2**20:.0f} MB")
            begun = time.perf_counter()
            async with many_tables.process(sandbox, ["-m", "bot", "run"], path) as child:
                await sandbox.until(lambda: sandbox.gateway.online, 60)
                await make(sandbox, clicks[:1], 1)
                spent = time.perf_counter() - begun
                figure("to the first answered interaction", f"{spent:.2f} s", "< 3 s")
                await quiet(child.pid)
                figure("memory", f"{many_tables.megabytes(child.pid):.0f} MB", "< 250 MB")
