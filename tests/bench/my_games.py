"""One's own tables: how long `/me games` takes for a person who sits at many, among very many."""

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
from storage.database import Database
from storage.rows import LogRow, SeatRow, TableRow
from tests.bench import many_tables
from tests.bench.report import figure, heading

TABLES = 10_000
MINE = 50
SERVERS = 5
SEATS = 4
OTHERS = 3_000
"""How many other people sit at the tables."""
STEPS = 40
TIMES = 40
NOW = 1_790_000_000


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
