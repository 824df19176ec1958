"""Pictures: how long a board takes to draw, how large it is, and what drawing does to the loop."""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from collections.abc import Iterable

from bot.engine.game import AnyGame
from bot.tables.workers import Workers
from bot.ui.pictures import draw
from bot.ui.pictures.shapes import Picture
from tests.bench.late import EVERY
from tests.bench.report import figure, heading
from tests.contract.games import configurations, play
from tests.contract.seen import playable_of

A_SECOND = 20
"""Pictures drawn a second while the loop is watched."""
SECONDS = 10


def boards(game: AnyGame) -> list[Picture]:
    """Return the boards of one game played with each number of seats, each once."""
    pictures = playable_of(game).pictures
    if pictures is None:
        return []
    found: dict[Picture, None] = {}
    for each in configurations():
        if each.game is game and each.options == type(each.options)():
            for match, _step in play(each, each.rng("drawn")):
                found[pictures.of(match.public(), match.to_act())] = None
    return list(found)


def run(games: Iterable[AnyGame]) -> None:
    """Print the figures of each game, then those of the loop."""
    heading("Pictures: processor time and size of a board, sprites made before")
    every: list[Picture] = []
    for game in games:
        found = boards(game)
        every += found[:: max(1, len(found) // 40)]
        times, sizes = [], []
        for picture in found:
            draw.png(picture)
        for picture in found:
            start = time.process_time()
            sizes.append(len(draw.png(picture)) / 1024)
            times.append((time.process_time() - start) * 1000)
        if found:
            text = f"{statistics.median(times):.1f} / {max(times):.1f} ms, {max(sizes):.0f} KB"
            figure(f"{game.info.title}: {len(found)} boards", text, "median ≤ 8, most 20, ≤ 45 KB")
    if every:
        asyncio.run(_loop(every))


async def _loop(pictures: list[Picture]) -> None:
    """Watch how late the loop comes back while another process draws."""
    drawer = Workers([sys.executable, "-m", "bot.process.drawer"], 1)
    drawer.start()
    while not drawer.pids:
        await asyncio.sleep(0.05)
    idle = await _late(SECONDS)
    drawing = asyncio.create_task(_draw(drawer, pictures))
    busy = await _late(SECONDS)
    drawn = drawing.cancel() and await asyncio.gather(drawing, return_exceptions=True)
    assert drawn
    await drawer.close()
    heading(f"The event loop while {A_SECOND} pictures a second are drawn")
    figure("late in 99 of 100 looks, idle", f"{_percentile(idle):.2f} ms")
    figure("late in 99 of 100 looks, drawing", f"{_percentile(busy):.2f} ms", "< 5 ms")


async def _draw(drawer: Workers, pictures: list[Picture]) -> None:
    number = 0
    while True:
        start = time.monotonic()
        await drawer.think(pictures[number % len(pictures)])
        number += 1
        await asyncio.sleep(max(0.0, 1 / A_SECOND - (time.monotonic() - start)))


async def _late(seconds: float) -> list[float]:
    """Return how late short sleeps ended, in milliseconds."""
    found: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        wanted = time.monotonic() + EVERY
        await asyncio.sleep(EVERY)
        found.append((time.monotonic() - wanted) * 1000)
    return found


def _percentile(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.99)]
