"""Games over days: *Next* beside *My hand*, calls by direct message beside those in the thread,
what is set ahead beside a vote, and the timer while very much is set.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

from bot.engine.ahead import Line
from bot.sandbox import Actor, Message
from bot.tables.clock import DAY
from bot.tables.history import History
from bot.tables.order_timer import OrderTimer
from bot.tables.set_ahead import SetAhead
from bot.tables.table_verbs import TableVerbs
from cogs.donburiko import ahead as donburiko_ahead
from storage.database import Database
from storage.order_store import OrderRow, put_orders
from storage.rows import TableRow
from tests.bench.many_tables import cpu_seconds
from tests.bench.my_games import put, rows_of
from tests.bench.report import figure, heading
from tests.e2e.play import Clicks, Sitting, begin, menu
from tests.e2e.scenes import people, server
from tests.e2e.stage import Stage
from tests.e2e.timed import poised, until_asked
from tests.only import only
from tests.tables.conftest import ADA, BOB, CLEO, Setup, open_setup

TABLES: Final = 10
"""Through so many tables somebody goes with *Next*."""
ROUNDS: Final = 4
"""How often somebody goes through them."""
CALLS: Final = 12
"""How many turns call by each way."""
ORDERS: Final = 10_000
"""How many moves are set ahead and wait."""
TIMES: Final = 200


def run() -> None:
    """Print all figures."""
    asyncio.run(_orders())
    asyncio.run(_timer())
    asyncio.run(_next())
    asyncio.run(_calls())


async def _taken(what: Callable[[], Awaitable[object]]) -> float:
    begun = time.perf_counter()
    await what()
    return time.perf_counter() - begun


def _ratio(one: Sequence[float], other: Sequence[float]) -> str:
    """Return how many times as long one thing takes as another, and how long, by the medians."""
    mine, theirs = statistics.median(one), statistics.median(other)
    return f"{mine / theirs:.2f} ({mine * 1000:.1f} ms)"


async def _orders() -> None:
    """Measure setting a move ahead, and asking for a pause and giving that up."""
    heading("ahead: setting a move, beside a vote")
    with tempfile.TemporaryDirectory() as folder:
        setup = await open_setup(Path(folder) / "bench.sqlite3")
        setup.tables.add_ahead("donburiko", donburiko_ahead)
        set_ahead = SetAhead(setup.tables)
        verbs = TableVerbs(setup.tables, History(setup.tables))
        table = await setup.game(ADA, BOB, CLEO)
        seat = (table.to_act()[0] + 1) % 3
        person = (ADA, BOB, CLEO)[seat]
        while not set_ahead.offered(table, seat):
            await setup.play(table, table.to_act()[0])
        offered = set_ahead.offered(table, seat)[0]
        line, setting, voting = Line(offered.case, offered.moves[0]), list[float](), list[float]()
        told = 0

        def hear(_table: object) -> None:
            nonlocal told
            told += 1

        setup.tables.listeners.append(hear)
        for _ in range(TIMES):
            voting.append(await _taken(lambda: verbs.voting.propose(table.id, person, "pause")))
            await verbs.voting.vote(table.id, person, yes=False)
            before = told
            setting.append(await _taken(lambda: set_ahead.set_line(table.id, person.id, line)))
            if told != before:
                raise RuntimeError("somebody is told that a move was set ahead")
            await set_ahead.undo(table.id, person.id)
        await setup.database.close()
    figure("setting a move, in votes; nobody is told", _ratio(setting, voting), "≤ 1.20")


async def _timer() -> None:
    """Measure a round of the timer while nothing of all that is set is due."""
    with tempfile.TemporaryDirectory() as folder:
        setup = await open_setup(Path(folder) / "bench.sqlite3")
        await _fill(setup)
        timer = OrderTimer(setup.tables, setup.moves)
        rounds = [await _taken(timer.due_timer.round) for _ in range(TIMES)]
        await setup.database.close()
    value = f"{statistics.median(rounds) * 1000:.1f} / {max(rounds) * 1000:.1f} ms"
    figure(f"a round of the timer, {ORDERS:,} set: median / worst", value, "≤ 10 ms")


async def _fill(setup: Setup) -> None:
    """Put tables with moves set ahead into the database, each due some time later."""
    rng, due = random.Random(7), int(setup.time) + DAY
    database: Database = setup.database
    for start in range(0, ORDERS, 1000):

        def run(connection: sqlite3.Connection, start: int = start) -> None:
            for number in range(start, start + 1000):
                rows = rows_of(number, rng, None)
                rows["log"] = []
                for name, some in rows.items():
                    put(connection, name, some)
                (head,) = rows["tables"]
                assert isinstance(head, TableRow)
                table_id = head.id
                order = OrderRow(table_id, 0, 1, 5, "{}", "{}", 1, due + number)
                put_orders(connection, table_id, [order])

        await database.transaction(run)


async def _next() -> None:
    """Measure going through ten waiting tables: *Next* and a move at each; then *My hand* at each.

    *Next* and *My hand* are compared by the processor time of the bot.
    """
    heading(f"Next: {TABLES} tables that wait, by presses in one message")
    with tempfile.TemporaryDirectory() as folder:
        async with Stage(Path(folder)) as stage:
            place = server(stage)
            who = people(stage, place, "Ada", "Bob")
            ada, sittings = who[0], list[Sitting]()
            for number in range(TABLES):
                # Nobody may have more than five open.
                seated = who if number % 2 else who[::-1]
                sitting = await begin(stage, seated, Clicks(), "donburiko", {"pace": "days"})
                await until_asked(sitting, ada)
                sittings.append(sitting)
            await stage.shown()
            hands, leads, presses = list[float](), list[float](), list[float]()
            for _ in range(ROUNDS):
                await _led(stage, ada, leads, presses)
                # Whoever is asked then opens their hands: as much is shown, of tables left as long.
                for each in sittings:
                    begun = cpu_seconds(stage.pid)
                    message = await each.open_hand(who[1])
                    hands.append(cpu_seconds(stage.pid) - begun)
                    await _moved(who[1], message)
                    await stage.shown()
    soon = statistics.quantiles(presses, n=20)[-1]
    figure("Next, in presses of My hand, by processor time", _ratio(leads, hands), "≤ 1.20")
    figure(f"{len(presses)} presses: 95 % within", f"{soon * 1000:.0f} ms", "≤ 250 ms")


async def _led(stage: Stage, ada: Actor, leads: list[float], presses: list[float]) -> None:
    """Let somebody go through all their tables: note what *Next* takes, and every press."""
    message = _needed((await ada.slash("me games")).message)
    for _ in range(TABLES):
        nexts = (each for each in message.buttons if each.startswith("▸ Next"))
        label = only(nexts, "the button to the next table")
        begun, before = time.perf_counter(), cpu_seconds(stage.pid)
        outcome = await ada.press(message, label)
        leads.append(cpu_seconds(stage.pid) - before)
        presses.append(time.perf_counter() - begun)
        message = await _moved(ada, _needed(outcome.message), presses)
        await stage.shown()


async def _moved(actor: Actor, message: Message, presses: list[float] | None = None) -> Message:
    """Let somebody move on a hand until they are asked no more; return what it then shows."""
    while found := menu(actor, message):
        click = found[max(found, key=len)]
        begun = time.perf_counter()
        message = _needed((await click()).message)
        if presses is not None:
            presses.append(time.perf_counter() - begun)
    return message


async def _calls() -> None:
    """Measure from a move until whoever is asked next is called."""
    heading(f"calls: from a move to the message, {CALLS} turns each")
    times: dict[str, list[float]] = {"thread": [], "dm": []}
    with tempfile.TemporaryDirectory() as folder:
        async with Stage(Path(folder)) as stage:
            for number in range(CALLS):
                for way, found in times.items():
                    found.append(await _call(stage, way, f"{way} {number}"))
    figure(
        "by direct message, in calls in the thread", _ratio(times["dm"], times["thread"]), "≤ 1.10"
    )


async def _call(stage: Stage, way: str, name: str) -> float:
    """Return the seconds from a move until the other is called who has chosen a way."""
    place, names = server(stage), (f"Ada {name}", f"Bob {name}")
    for each in names:
        stage.sandbox.host.add_person(each)
    who = people(stage, place, *names)
    sitting = await begin(stage, who, Clicks(), "donburiko", {"pace": "days"})
    bob: Actor = who[1]
    if way == "dm":
        page = _needed((await bob.slash("me calls")).message)
        await bob.press(page, "By direct message")
        await stage.until(lambda: len(bob.in_dm().sees()) == 1)
    await until_asked(sitting, who[0])
    await stage.shown()
    click = await poised(sitting, who[0])

    def calls() -> set[str]:
        if way == "dm":
            found = [
                each for each in bob.in_dm().sees() if each.content.startswith("Your turn in ")
            ]
        else:
            found = [ping for ping in sitting.pings() if bob.id in ping.mentions]
        return {each.id for each in found}

    before = calls()
    begun = time.perf_counter()
    moved = asyncio.ensure_future(click())
    while calls() <= before:
        await asyncio.sleep(0.002)
    taken = time.perf_counter() - begun
    await moved
    return taken


def _needed(message: Message | None) -> Message:
    if message is None:
        raise RuntimeError("the bench was not answered")
    return message
