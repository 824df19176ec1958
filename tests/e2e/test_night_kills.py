"""A night whose bot is killed after every press of its host, and at any moment."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable
from pathlib import Path

import pytest

from bot.sandbox import Message, Outcome
from tests.e2e.night_host import Evening, evening
from tests.e2e.stage import Stage
from tests.e2e.test_nights import shown

pytestmark = pytest.mark.long

MOMENTS = 50
"""How many times the bot is killed while a host and guests press whatever they like."""


ROUNDS = 10
"""The most that a night may have."""


async def struck(night: Evening, press: Awaitable[Outcome]) -> None:
    """Kill the bot as it answers a press, and start it again."""
    night.stage.dying_at(1, "POST", "/interactions/*/*/callback")
    await night.stage.death(press)
    await night.stage.start()


async def plan(night: Evening, number: int) -> Message:
    """Seat a round, or open its seating if it is proposed already."""
    desk = await night.desk()
    proposed = f"Seating of round {number}"
    page = await night.press(desk, proposed if proposed in desk.buttons else f"Seat round {number}")
    assert f"Round {number} · proposal" in page.text, page.text
    return page


def events(night: Evening, what: str) -> int:
    """Return how often something was done to the night."""
    query = "SELECT count(*) FROM night_events WHERE night_id = ? AND what = ?"
    ((count,),) = night.stage.rows(query, night.id, what)
    return int(count)


def told(night: Evening, table: str, what: str) -> int:
    """Return how often something was done to a table."""
    query = "SELECT count(*) FROM table_events WHERE table_id = ? AND what = ?"
    ((count,),) = night.stage.rows(query, table, what)
    return int(count)


async def at_table(night: Evening, table: str, *presses: str) -> None:
    """Press several things about a table, of which the last one kills the bot."""
    page: Message = await night.desk()
    picked = await night.host.select(page, "Pick a table …", table)
    assert picked.message is not None
    page = picked.message
    for which in presses[:-1]:
        page = await night.press(page, which)
    await struck(night, night.host.press(page, presses[-1]))


def check(night: Evening) -> None:
    """Check that nothing is there twice, and that points add up."""
    stage = night.stage
    for query in (
        "SELECT night_round, night_table FROM tables WHERE night_id IS NOT NULL"
        " GROUP BY night_round, night_table HAVING count(*) > 1",
        "SELECT night_round, first FROM seats JOIN tables ON tables.id = table_id"
        " WHERE night_id IS NOT NULL AND first > 0 GROUP BY night_round, first HAVING count(*) > 1",
        "SELECT table_id FROM results GROUP BY table_id"
        " HAVING sum(points) * 2 <> max(seats) * 5040",
    ):
        assert not stage.rows(query), query


async def test_a_kill_after_every_press_of_the_host(tmp_path: Path) -> None:
    async with Stage(tmp_path) as stage:
        night = await evening(stage, 7, rounds=2)

        await struck(night, night.host.press(await night.desk(), "Seat round 1"))
        assert events(night, "proposed") == 1
        await struck(night, night.host.press(await plan(night, 1), "Shuffle"))
        assert events(night, "proposed") == 2
        await struck(night, night.host.press(await plan(night, 1), "Start all"))
        assert events(night, "dealt") == 1
        tables = await night.dealt(1)
        check(night)

        await at_table(night, tables[0], "Give 5 minutes")
        assert told(night, tables[0], "more_time") == 1
        await at_table(night, tables[0], "Void it …", "Void it")
        assert night.phase(tables[0]) == "cancelled"
        for table in tables[1:]:
            await at_table(night, table, "Computers finish it")
            assert told(night, table, "played_out") == 1
        await night.over(1)

        tables = await night.start(2)
        await at_table(night, tables[0], "Play on over days")
        assert told(night, tables[0], "pace") == 1
        for table in tables[1:]:
            await at_table(night, table, "Computers finish it")
        await night.over(2)
        sure = await night.press(await night.desk(), "End the night …")
        await struck(night, night.host.press(sure, "End the night"))
        await shown(stage)
        assert events(night, "ended") == 1
        await stage.until(lambda: bool(night.marked(f"d:standings:{night.id}")))
        assert len(night.marked(f"d:standings:{night.id}")) == 1, "two recaps"
        for number in (1, 2):
            assert len(night.marked(f"d:mine:{night.id}:{number}")) == 1, "two lists of a round"
        (recap,) = night.marked(f"d:standings:{night.id}")
        (again,) = [each for each in recap.buttons if each.startswith("Same again")]
        await struck(night, night.host.press(recap, again))
        assert len(stage.rows("SELECT id FROM nights WHERE state = 'draft'")) == 1
        check(night)


async def test_kills_at_any_moment_lose_and_double_nothing(tmp_path: Path) -> None:
    """Guests come and go and a host leads on, and the bot dies whenever it does."""
    chance = random.Random(5)
    async with Stage(tmp_path) as stage:
        night = await evening(stage, 8, rounds=ROUNDS)
        number = 1
        for _ in range(MOMENTS):
            doing = asyncio.ensure_future(one_press(night, chance, number))
            await asyncio.sleep(chance.random() * 0.4)
            await stage.kill()
            doing.cancel()
            await asyncio.gather(doing, return_exceptions=True)
            await stage.start()
            if night.round_state(number) == "dealt":
                tables = await night.dealt(number)
                check(night)
                for table in tables:
                    if night.phase(table) == "playing" and not told(night, table, "played_out"):
                        await night.at_table(table, "Computers finish it")
                await night.over(number)
                number += 1
        await shown(stage)
        check(night)
        assert number > 1, "no round was ever dealt"
        posts = stage.rows(
            "SELECT kind, people, count(*) FROM night_posts WHERE kind = 'doors' GROUP BY kind"
        )
        assert [count for _kind, _people, count in posts] == [1], "the doors were told twice"
        for each in range(1, number):
            assert len(night.marked(f"d:mine:{night.id}:{each}")) == 1, "two lists of a round"


async def one_press(night: Evening, chance: random.Random, number: int) -> None:
    """Press something, as a host or as a guest."""
    guest = chance.choice(night.guests)
    if chance.random() < 0.2 and number < ROUNDS:
        page = await plan(night, number)
        await night.host.press(page, "Start all")
    else:
        await guest.press(night.card(), chance.choice(("I'm going home", "I'm here")))
