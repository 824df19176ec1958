"""What people notice of computers that think: clicks and the event loop, with and without them."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bot.sandbox import Sandbox, threads
from bot.tables.lobby_verbs import LobbyVerbs
from bot.tables.seat import Person
from bot.tables.table import NewTable
from bot.tables.tables import Tables
from cogs.donburiko.rules import GAME
from storage.database import Database
from storage.store import Store
from tests.bench import many_tables
from tests.bench.many_tables import Click
from tests.bench.report import figure, heading
from tests.uncapped import uncap

CLICKS = 900
"""Among 300 the 99th percentile would be three or four of them, and differ too much by chance."""
APART = 0.03
"""Seconds between two clicks: people at several tables, whose boards are edited meanwhile."""
TABLES = 80
"""How many tables of computers keep two workers thinking all the time."""


async def people_and_computers() -> None:
    """Measure acting clicks and the lateness of the event loop, with two searches running."""
    heading("while computers think: two searches all the time, boards edited (Donburiko!)")
    median: dict[int, float] = {}
    p99: dict[int, float] = {}
    for tables in (0, TABLES):
        times, late, moves = await _measured(tables)
        name = "with two searches" if tables else "without"
        median[tables], p99[tables] = statistics.median(times), _p99(times)
        value = f"{median[tables] * 1000:.1f} / {p99[tables] * 1000:.1f} ms"
        figure(f"{name}: click to first answer, median / p99", value)
        value = f"{statistics.median(late) * 1000:.2f} / {_p99(late) * 1000:.2f} ms"
        target = "p99 < 5 ms" if tables else ""
        figure(f"{name}: lateness of the event loop, median / p99", value, target)
        if tables:
            figure(f"{name}: moves of computers meanwhile", f"{moves}")
    figure("p99 of clicks, with / without", f"{p99[TABLES] / p99[0]:.2f} ×", "≤ 2 ×")


async def _measured(tables: int) -> tuple[list[float], list[float], int]:
    """Return the seconds of each click, how late the loop was, and the moves of computers."""
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox() as sandbox:
            sandbox.ratelimits.generous()
            sandbox.sharding.generous()
            sandbox.deadlines.ack_seconds = 60
            path, lateness = Path(folder) / "bench.sqlite3", Path(folder) / "late"
            clicks = await many_tables.fill(path, sandbox, CLICKS + 20)
            await _fill_with_computers(path, sandbox, tables)
            arguments = ["-m", "tests.bench.late", str(lateness)]
            env = {"COMPUTER_DELAY": "0", "COMPUTER_WORKERS": "2"}
            async with many_tables.process(sandbox, arguments, path, env):
                await sandbox.until(lambda: sandbox.gateway.online, 60)
                await _click(sandbox, clicks[CLICKS:])  # warm
                before, start = await _moves(path), time.monotonic()
                times = await _click(sandbox, clicks[:CLICKS])
                end, after = time.monotonic(), await _moves(path)
                late = await _late(lateness, start, end)
    return times, late, after - before


async def _click(sandbox: Sandbox, clicks: Sequence[Click]) -> list[float]:
    """Make one click after the other; return the seconds to each first answer."""
    times: list[float] = []
    for click in clicks:
        start = time.perf_counter()
        data = {"component_type": 2, "custom_id": click.custom_id}
        it = sandbox.interactions.hand_in(
            3, click.person, click.channel, data, message=click.message
        )
        await it.first
        times.append(time.perf_counter() - start)
        if it.status != "answered":
            raise RuntimeError(f"a click of the bench was not answered: {it.status}")
        await asyncio.sleep(APART)
    return times


async def _fill_with_computers(path: Path, sandbox: Sandbox, count: int) -> None:
    """Begin games of sharp computers alone, each with a board in a thread of its own."""
    channel, world = sandbox.channel("games"), sandbox.world
    assert channel.guild is not None
    database = await Database.open(path)
    tables = Tables(Store(database))
    lobby_verbs = LobbyVerbs(tables)
    tables.add_game(GAME)
    uncap(tables, int(channel.guild.id))
    ada = Person(int(sandbox.person("Ada").id), "Ada")
    for _ in range(count):
        table = await lobby_verbs.open(
            NewTable(
                game_key=GAME.info.key,
                guild_id=int(channel.guild.id),
                channel_id=int(channel.id),
                person=ada,
                options=GAME.Options(),
                interaction_id=int(world.mint()),
                language="en-GB",
            )
        )
        for _ in range(max(GAME.info.seats) - 1):
            await lobby_verbs.add_computer(table.id, ada.id, "sharp")
        # At a real table a person always sits; here only the computers are wanted.
        await tables.change(table, seats=table.seats[1:])
        await lobby_verbs.start(table.id, ada, int(world.mint()))
        thread = threads.add_thread(world, channel, world.bot, f"Table {table.id}", 11)
        board = world.add_message(thread, world.bot, content="board")
        card = world.add_message(channel, world.bot, content="card")
        await tables.save_whereabouts(
            table.id,
            place_id=int(thread.id),
            board_id=int(board.id),
            card_id=int(card.id),
            board_revision=table.revision,
        )
    await database.close()


async def _moves(path: Path) -> int:
    """Return how many moves of computers lie on disk."""

    def count() -> int:
        with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as found:
            query = "SELECT count(*) FROM log WHERE interaction_id IS NULL"
            return found.execute(query).fetchone()[0]

    return await asyncio.to_thread(count)


async def _late(file: Path, start: float, end: float) -> list[float]:
    """Return how late the loop was between two moments, once all of it is written."""
    while True:
        rows = [tuple(map(float, line.split())) for line in file.read_text().splitlines()[:-1]]
        if rows and rows[-1][0] >= end:
            return [late for at, late in rows if start <= at <= end]
        await asyncio.sleep(0.1)


def _p99(values: Sequence[float]) -> float:
    return sorted(values)[int(len(values) * 0.99)]
