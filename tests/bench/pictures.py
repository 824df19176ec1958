"""Pictures: how long a board takes to draw, how large it is, and what waits for drawing."""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from bot.engine.game import AnyGame
from bot.sandbox import Sandbox
from bot.tables.workers import Workers
from bot.ui.pictures import draw
from bot.ui.pictures.shapes import Picture
from storage.database import Database
from storage.store import Store
from tests.bench import many_tables, wire
from tests.bench.late import EVERY
from tests.bench.many_tables import Click
from tests.bench.report import figure, heading
from tests.contract.games import configurations, play
from tests.contract.seen import playable_of

A_SECOND = 20
"""Pictures drawn a second while the loop is watched."""
SECONDS = 10
PRESSES = 400
APART = 0.1
"""Seconds between two presses: enough to put the board up, too."""


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
    """Print the figures of each game, then those of the loop and of presses."""
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
    asyncio.run(_presses())


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
    assert drawn, "it had stopped drawing before that was measured"
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


async def _presses() -> None:
    """Make moves in turn for people who see pictures and for those who read words."""
    heading("From a press to its answer with the new board (Donburiko!), one after the other")
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox() as sandbox:
            sandbox.ratelimits.generous()
            sandbox.sharding.generous()
            sandbox.deadlines.ack_seconds = 60
            path = Path(folder) / "bench.sqlite3"
            clicks = await many_tables.fill(path, sandbox, PRESSES + 50)
            readers = await _half_in_words(path, clicks)
            async with many_tables.process(sandbox, ["-m", "bot", "run"], path) as child:
                await sandbox.until(lambda: sandbox.gateway.online, 60)
                await wire.make(sandbox, clicks[PRESSES:], 5)  # warm
                clicks = clicks[:PRESSES]
                # A person plays from an open hand.
                opening = [replace(click, custom_id=click.hand_id) for click in clicks]
                await wire.make(sandbox, opening, 5)
                await wire.quiet(child.pid)
                times: dict[bool, list[float]] = {True: [], False: []}
                drawn = 0
                for click in clicks:
                    words = click.person.id in readers
                    before = [each["id"] for each in click.message.attachments]
                    times[words] += await wire.make(sandbox, [click], 1)
                    after = [each["id"] for each in click.message.attachments]
                    drawn += bool(after) and after != before
                    await asyncio.sleep(APART)
    median = {words: statistics.median(each) * 1000 for words, each in times.items()}
    figure("answers that bore a new picture", f"{drawn} of {len(times[False])}")
    value = f"{median[False]:.1f} / {median[True]:.1f} ms"
    figure("with a picture / in words, median", value)
    figure("with / in words", f"{median[False] / median[True]:.2f} ×", "≤ 1.5 ×")


async def _half_in_words(path: Path, clicks: Sequence[Click]) -> set[str]:
    """Have every other person read words in place of pictures; return who they are."""
    readers = set(sorted({click.person.id for click in clicks})[::2])
    database = await Database.open(path)
    for person in readers:
        await Store(database).learnt.save_words(int(person), words=True)
    await database.close()
    return readers
