"""The bot is removed from a server: its tables sleep at once, and wake when it is back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import discord
import pytest

from bot.process.app import Bot
from bot.process.settings import read_settings
from bot.tables.table import Table
from bot.tables.trouble import NOT_YOUR_TURN
from tests.refusal import refused_with
from tests.tables.conftest import ADA, BOB, Setup, open_setup
from tests.tables.test_computer_players import Thinkers, against, seated, until

SERVER = 1
"""Where the tables of a house are."""
ELSEWHERE = 2


@dataclass
class Guild:
    """A server where every channel is there."""

    id: int = SERVER

    def get_channel_or_thread(self, channel_id: int) -> int:
        """Return whatever channel is asked for."""
        return channel_id


def server(guild_id: int = SERVER) -> discord.Guild:
    return cast(discord.Guild, Guild(guild_id))


@pytest.fixture
async def setup(tmp_path: Path) -> AsyncIterator[Setup]:
    """Yield tables of Donburiko!, and a clock that the test sets."""
    setup = await open_setup(tmp_path / "house.sqlite3")
    yield setup
    await setup.database.close()


@pytest.fixture
async def bot(setup: Setup) -> AsyncIterator[Bot]:
    """Yield a bot that serves the tables of a house, and isn't connected to anything."""
    async with Bot(setup.tables, read_settings(None)) as bot:
        await bot._messages.close()
        yield bot


async def test_all_tables_of_the_server_sleep_and_no_others(setup: Setup, bot: Bot) -> None:
    lobby, game, over = [await setup.lobby(ADA), await setup.game(ADA, BOB), await setup.lobby(BOB)]
    await setup.lobby_verbs.leave(over.id, BOB.id)
    transactions = setup.database.transaction
    count = 0

    async def counted(run: Any) -> Any:
        nonlocal count
        count += 1
        return await transactions(run)

    setup.database.transaction = counted  # type: ignore[method-assign]
    await bot._events.on_guild_remove(server(ELSEWHERE))
    assert not lobby.asleep, "a table of another server sleeps"
    assert not game.asleep, "a table of another server sleeps"
    count = 0
    await bot._events.on_guild_remove(server())
    assert lobby.asleep, "the lobby doesn't sleep"
    assert game.asleep, "the game doesn't sleep"
    assert not over.asleep, "a table that is over need not sleep"
    assert count == 2, "the tables weren't put to sleep all at once, beside a note of it"
    for table in (lobby, game):
        found = await setup.tables.store.table(table.id)
        assert found is not None
        assert found[0].asleep, "after a restart it would be awake"


async def test_clocks_stand_while_the_bot_is_away(setup: Setup, bot: Bot) -> None:
    table = await setup.game(ADA, BOB)
    await setup.tables.change(table, pace="days", move_time=24 * 3600)
    (asked,) = table.to_act()
    before = table.seats[asked].clock
    assert before is not None
    assert before.at is not None
    setup.time += 60
    await bot._events.on_guild_remove(server())
    await bot._clocks.due_timer.round()
    clock = table.seats[asked].clock
    assert clock is not None
    assert clock.at is None, "the clock runs on"
    assert clock.left == before.left - 60, "time until the removal isn't counted, or more is"
    setup.time += 3600
    await bot._events.on_guild_join(server())
    await bot._clocks.due_timer.round()
    clock = table.seats[asked].clock
    assert clock is not None
    assert clock.at is not None, "the clock doesn't go on"
    assert clock.left == before.left - 60, "time away is counted"


async def computers_turn(setup: Setup, table: Table) -> None:
    """Play until a computer is asked."""
    while not table.computers_asked():
        await setup.play(table, table.to_act()[0])


async def test_no_computer_moves_after_the_removal(setup: Setup, bot: Bot) -> None:
    workers = Thinkers()
    async with seated(setup, workers) as computers:
        workers.gate.clear()
        table = await against(setup, next(iter(setup.tables.games.values())), "casual")
        await computers_turn(setup, table)
        await until(lambda: workers.jobs)
        step = table.step()
        await bot._events.on_guild_remove(server())
        workers.gate.set()
        for _ in range(20):
            await asyncio.sleep(0)
        assert table.step() == step, "a computer has moved where nobody can see it"
        assert not computers._attended, "a computer still thinks"
        await bot._events.on_guild_join(server())
        await until(lambda: table.step() > step)


async def test_a_move_that_waits_for_the_table_comes_too_late(setup: Setup) -> None:
    workers = Thinkers()
    async with seated(setup, workers):
        workers.gate.clear()
        table = await against(setup, next(iter(setup.tables.games.values())), "casual")
        await computers_turn(setup, table)
        (seat,) = table.computers_asked()
        question = table.question_number(seat)
        await setup.tables.sleep_guild(SERVER)
        with refused_with(NOT_YOUR_TURN):
            await setup.moves.play_for_computer(
                table.id, seat, lambda _view, legal: legal[0], question_number=question
            )


@pytest.mark.parametrize("outage", [True, False])
async def test_an_outage_is_no_removal(setup: Setup, bot: Bot, outage: bool) -> None:
    table = await setup.game(ADA, BOB)
    await bot._async_setup_hook()
    await bot.add_cog(bot._events)
    data: Any = {"id": SERVER, "name": "here", "unavailable": False}
    bot._connection._add_guild(discord.Guild(data=data, state=bot._connection))
    told: Any = {"id": SERVER, "unavailable": True} if outage else {"id": SERVER}
    bot._connection.parse_guild_delete(told)
    if outage:
        for _ in range(20):
            await asyncio.sleep(0.005)
        assert not table.asleep, "a fault of Discord's puts tables to sleep"
    else:
        await until(lambda: table.asleep)
