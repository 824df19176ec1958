"""A night of sixty guests at eighteen tables, at Discord's limits."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path

import pytest

from bot.sandbox import Actor
from bot.sandbox.monitor import Exchange
from tests.e2e.night_boards import check_board
from tests.e2e.night_host import Evening, crowd
from tests.e2e.stage import Stage
from tests.e2e.wander import move

TABLES = 18
PRESSES = 20
"""How often each of some guests presses something while the tables are dealt."""


def stopped_all(exchange: Exchange) -> bool:
    """Tell whether Discord refused a request because there were too many of all kinds."""
    return exchange.status == 429 and bool((exchange.answer or {}).get("global"))


@pytest.mark.long
async def test_eighteen_tables_are_dealt_and_shown_at_discords_limits(tmp_path: Path) -> None:
    """Nothing is lost, no limit on all requests is met, and every board is right in the end."""
    async with Stage(tmp_path) as stage:
        night = await crowd(stage)
        plan = await night.plan(1)
        stage.sandbox.ratelimits.usual()
        stage.sandbox.requests.clear()
        before = events(night, "here")
        await night.start_all(plan)
        await asyncio.gather(*(press(night, guest) for guest in night.guests[:5]))
        tables = await night.dealt(1)
        await stage.shown()
        await stage.until(lambda: bool(night.lists(1)))
        refused = list(filter(stopped_all, stage.sandbox.requests))
        assert not refused, f"{len(refused)} of {len(stage.sandbox.requests)} requests"
        # Nobody clicks as fast as all of these at once.
        stage.sandbox.ratelimits.generous()
        await asyncio.gather(*(moves(night, table) for table in tables))
        await stage.shown()
        assert events(night, "here") - before == 5 * PRESSES // 2, "presses were lost or doubled"

        assert len(tables) == TABLES
        query = "SELECT first FROM seats JOIN tables ON id = table_id WHERE night_id = ?"
        seated = Counter(str(person) for (person,) in stage.rows(query, night.id))
        there = "SELECT person FROM guests WHERE came_at IS NOT NULL"
        assert seated == Counter(str(person) for (person,) in stage.rows(there))
        for table in tables:
            check_board(stage, table)
        (listed,) = night.lists(1)
        for number in range(1, TABLES + 1):
            assert f"Table {number}]" in listed.text, listed.text
        called = pings(stage, tables)
        assert max(called.values()) == 1, "somebody was called twice to one table"
        assert all(person in seated for _table, person in called)


async def moves(night: Evening, table: str) -> None:
    """Let those at a table make two moves."""
    sitting = night.sitting(table)
    for _ in range(2):
        await move(sitting, random.Random(table))


def events(night: Evening, what: str) -> int:
    """Return how often something was done to the night."""
    query = "SELECT count(*) FROM night_events WHERE night_id = ? AND what = ?"
    return int(night.stage.rows(query, night.id, what)[0][0])


def pings(stage: Stage, tables: list[str]) -> Counter[tuple[str, str]]:
    """Return how often each person was called to each table."""
    found: Counter[tuple[str, str]] = Counter()
    for table in tables:
        ((place,),) = stage.rows("SELECT place_id FROM tables WHERE id = ?", table)
        for message in stage.person("Ada").sees(stage.sandbox.world.channels[str(place)]):
            found.update((table, person) for person in message.pinged)
    return found


async def press(night: Evening, guest: Actor) -> None:
    """Make a guest look something up and answer the card, again and again."""
    card = night.card()
    for number in range(PRESSES):
        said = await guest.press(card, "Rules" if number % 2 else "I'm here")
        assert said.only_me and not said.failed, said.text
