"""One's own tables: how long `/me games` takes for a person who sits at many, among very many, and
how long it takes to be away from many.
"""

from __future__ import annotations

import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

from bot.sandbox import Sandbox
from bot.tables.away_days import AwayDays
from bot.tables.clock import DAY, USUAL
from storage.database import Database
from storage.rows import LogRow, SeatRow, TableRow
from tests.bench import many_tables
from tests.bench.report import figure, heading
from tests.tables.conftest import ADA, BOB, CLEO, open_setup

TABLES = 10_000
MINE = 50
SERVERS = 5
SEATS = 4
OTHERS = 3_000
"""How many other people sit at the tables."""
STEPS = 40
TIMES = 40
NOW = 1_790_000_000
LEFT = 25
"""From how many tables somebody is away at once."""


async def games() -> None:
    """Measure the command and the turning of a page, at the bot's own process."""
    heading(f"/me games: {MINE} tables in {SERVERS} servers, among {TABLES:,} in progress")
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox() as sandbox:
            sandbox.ratelimits.generous()
            sandbox.sharding.generous()
            ada, path = sandbox.person("Ada"), Path(folder) / "bench.sqlite3"
            await fill(path, int(ada.id))
            async with many_tables.process(sandbox, ["-m", "bot", "run"], path):
                await sandbox.until(lambda: sandbox.gateway.online, 60)
                asked: list[float] = []
                turned: list[float] = []
                for _ in range(TIMES):
                    begun = time.perf_counter()
                    answer = await ada.slash("me games", channel="games")
                    asked.append(time.perf_counter() - begun)
                    begun = time.perf_counter()
                    if answer.message is None:
                        raise RuntimeError("the bench was not answered")
                    answer = await ada.press(answer.message, "Next page")
                    turned.append(time.perf_counter() - begun)
                    if f"Page 2 of {MINE // 10}" not in answer.text:
                        raise RuntimeError(f"the bench was answered: {answer.text}")
    for what, times in (("the command: median / worst", asked), ("a page: median / worst", turned)):
        value = f"{statistics.median(times) * 1000:.1f} / {max(times) * 1000:.1f} ms"
        figure(what, value, "< 300 ms")


async def away() -> None:
    """Measure how long it takes until all tables of a person know that they are away, or back."""
    heading(f"/me away: {LEFT} tables over days, each asking")
    times: dict[str, list[float]] = {"away": [], "back": []}
    with tempfile.TemporaryDirectory() as folder:
        setup = await open_setup(Path(folder) / "bench.sqlite3")
        setup.uncap()
        days, tables = AwayDays(setup.tables), []
        for _ in range(LEFT):
            table = await setup.game(ADA, BOB, CLEO)
            async with setup.tables.held(table.id):
                await setup.tables.change(table, pace="days", move_time=USUAL["days"])
            while table.to_act() != (table.seat_of(ADA.id),):
                await setup.play(table, table.to_act()[0])
            tables.append(table)
        for _ in range(TIMES):
            begun = time.perf_counter()
            await days.set(ADA.id, None, int(setup.time) + DAY, None)
            times["away"].append(time.perf_counter() - begun)
            if any(not table.on_away_days() for table in tables):
                raise RuntimeError("a table doesn't know that somebody is away")
            begun = time.perf_counter()
            await days.end(ADA.id)
            times["back"].append(time.perf_counter() - begun)
        await setup.database.close()
    for what, taken in times.items():
        value = f"{statistics.median(taken) * 1000:.1f} / {max(taken) * 1000:.1f} ms"
        figure(f"{what}: median / worst", value, "≤ 1,000 ms")


async def fill(path: Path, person: int) -> None:
    """Put the tables into a new database; the person sits at some of them, on several servers."""
    rng = random.Random(7)
    theirs = set(rng.sample(range(TABLES), MINE))
    database = await Database.open(path)

    def run(connection: sqlite3.Connection) -> None:
        for number in range(TABLES):
            for name, rows in rows_of(number, rng, person if number in theirs else None).items():
                put(connection, name, rows)

    await database.transaction(run)
    await database.close()


def rows_of(
    number: int, rng: random.Random, person: int | None
) -> dict[str, list[TableRow] | list[SeatRow] | list[LogRow]]:
    """Return the rows of a table some steps into its game."""
    letters = "abcdefghijklmnopqrstuvwxyz234567"
    table_id = "".join(letters[number // 32**place % 32] for place in range(5))
    people = [1_000 + other for other in rng.sample(range(OTHERS), SEATS)]
    if person is not None:
        people[rng.randrange(SEATS)] = person
    asked = rng.randrange(SEATS)
    head = TableRow(
        id=table_id,
        game="donburiko",
        rules_version=1,
        phase="playing",
        options="{}",
        host=people[0],
        guild_id=500 + number % SERVERS,
        channel_id=600 + number % SERVERS,
        place_id=700 + number,
        board_id=20_000 + number,
        # Nothing is to be put up: the boards show what stands.
        board_revision=STEPS,
        revision=STEPS,
        opened_by=40_000 + number,
        opened_at=NOW,
        touched_at=NOW + number,
        language="en-GB",
        state="x" * 2_000,
    )
    seats = [
        SeatRow(table_id, seat, one, f"Person {one}", STEPS if seat == asked else None, first=one)
        for seat, one in enumerate(people)
    ]
    log = [
        LogRow(table_id, step, step % SEATS, "{}", "[]", "[]", None, NOW + step)
        for step in range(STEPS + 1)
    ]
    return {"tables": [head], "seats": seats, "log": log}


def put(
    connection: sqlite3.Connection, name: str, rows: Iterable[TableRow | SeatRow | LogRow]
) -> None:
    """Insert rows into the table of the database whose columns are their fields."""
    for row in rows:
        columns = [field.name for field in fields(row)]
        marks = ", ".join("?" * len(columns))
        connection.execute(
            f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({marks})",
            [getattr(row, column) for column in columns],
        )
