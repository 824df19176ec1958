"""A table of a night stands still: its hosts are called once that has lasted, once a round."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.nights.announcing import edit
from bot.nights.night import Night
from bot.nights.pilot import ALONE, left_alone, open_calls
from bot.nights.standstill import slow_at
from bot.tables.clock import HOUR, MINUTE
from bot.tables.table import Table
from tests.nights.setup import Setup, people
from tests.only import first


async def playing(setup: Setup, pilot: str = "helper") -> tuple[Night, Table]:
    """Deal a round; return the night and one of its tables."""
    night = await setup.at_doors(await setup.announced(), *people(6))
    await setup.nights.change(night.id, setup.press(), edit(pilot=pilot))
    # Its hosts were called as the doors opened.
    setup.time += 600
    tables = await setup.dealt(night)
    return await setup.nights.get(night.id), first(tables, "a table")


async def changed(setup: Setup, table: Table, **changes: Any) -> None:
    """Change a table, and wait until the night has taken note of it."""
    async with setup.tables.held(table.id) as held:
        await setup.tables.change(held, **changes)
    await asyncio.gather(*setup.round_runner.standstills._looks)


async def called(setup: Setup, night: Night) -> list[str]:
    """Ring at the time; return what hosts are called for then."""
    if (await setup.nights.get(night.id)).row.due or setup.time >= 0:
        await setup.timer.ring(night.id)
    night = await setup.nights.get(night.id)
    return [each.why for each in open_calls(night, setup.nights.pace_of(night))]


async def test_a_table_that_stands_still_calls_a_host_once_a_round(setup: Setup) -> None:
    night, table = await playing(setup)
    lasts = 2 * night.row.move_time
    setup.time += 60
    await changed(setup, table, paused=True)
    due = (await setup.nights.get(night.id)).row.due
    assert due == setup.time + lasts, f"looked at after {(due or 0) - setup.time} s, not {lasts}"
    setup.time += lasts - 1
    assert await called(setup, night) == [], "called too early"
    setup.time += 1
    assert await called(setup, night) == ["still"]
    (post,) = [each for each in await setup.nights.store.unsent(night.id) if each.kind == "needed"]
    assert post.people == "[100]", "others than its hosts are called"
    await changed(setup, table, paused=False)
    assert await called(setup, night) == [], "they are called for what goes on again"
    await changed(setup, table, paused=True)
    setup.time += 2 * lasts
    assert await called(setup, night) == [], "called twice in a round"


async def test_a_short_pause_calls_nobody(setup: Setup) -> None:
    night, table = await playing(setup)
    for paused in (True, False, True):
        await changed(setup, table, paused=paused)
        setup.time += night.row.move_time
    assert await called(setup, night) == [], "two short pauses count as a long one"
    setup.time += night.row.move_time
    assert await called(setup, night) == ["still"]


@pytest.mark.parametrize("pilot", ["host", "auto"])
async def test_who_leads_alone_isnt_called(setup: Setup, pilot: str) -> None:
    night, table = await playing(setup, pilot)
    await changed(setup, table, paused=True)
    setup.time += 2 * night.row.move_time
    assert await called(setup, night) == (["still"] if pilot == "auto" else [])


@pytest.mark.parametrize("resumed", [False, True])
async def test_a_game_that_is_paused_is_not_finished_by_computers(
    setup: Setup, resumed: bool
) -> None:
    """Whoever paused it wants it to wait; once it is resumed, the round goes on as ever."""
    night, table = await playing(setup, "auto")
    for pause in (True, False, True, not resumed):
        await changed(setup, table, paused=pause)
        setup.time += 3 * night.row.move_time
        await called(setup, night)
    for _ring in range(30):
        setup.time = max(setup.time + 1, (await setup.nights.get(night.id)).row.due or 0)
        await setup.timer.ring(night.id)
    left = (await setup.tables.get(table.id)).left_to_computers()
    assert left is resumed, "a paused game was finished, or one that goes on never is"


async def test_a_table_that_all_have_left_alone_counts_as_one_that_stands(setup: Setup) -> None:
    night, table = await playing(setup)
    there = table.seats
    away = [seat.gone_away(0, table.revision) for seat in there]
    await changed(setup, table, seats=away)
    setup.time += 2 * night.row.move_time
    assert await called(setup, night) == ["still"]
    await changed(setup, table, seats=[*there[:1], *away[1:]])
    assert await called(setup, night) == [], "the call stays although somebody is back"


async def reminded(setup: Setup, table: Table) -> int:
    """Have who is asked at a table be reminded; return when their move takes long."""
    seats = [
        replace(seat, clock=replace(seat.clock, reminders=1)) if seat.clock else seat
        for seat in table.seats
    ]
    await changed(setup, table, seats=seats)
    return min(slow_at(table).values())


@pytest.mark.parametrize(
    ("pilot", "plays"),
    [
        ("helper", False),
        ("helper", True),
        ("host", False),
        ("auto", False),
    ],
)
async def test_a_move_that_takes_long_calls_who_leads_each_round_and_does_not_play_there(
    setup: Setup, pilot: str, *, plays: bool
) -> None:
    """Once a table and round; what else becomes of the table calls all the same."""
    night, _table = await playing(setup, pilot)
    found = (await setup.nights.reader.tables_of(night)).values()
    (table,) = [each for each in found if each.sits(night.row.host) is plays]
    at = await reminded(setup, table)
    assert at == setup.time + night.row.move_time * 2 // 3
    setup.time = at - 1
    assert await called(setup, night) == [], "called too early"
    setup.time = at
    expected = ["still"] if pilot == "helper" and not plays else []
    assert await called(setup, night) == expected
    seats = [replace(seat, clock=None, asked_at=None) for seat in table.seats]
    await changed(setup, table, seats=seats)
    assert await called(setup, night) == [], "they are called though the move is made"
    setup.time += 600
    setup.time = await reminded(setup, table)
    assert await called(setup, night) == [], "called twice in a round"
    await changed(setup, table, paused=True)
    setup.time += 2 * night.row.move_time
    assert await called(setup, night) == ([] if pilot == "host" else ["still"])


@pytest.mark.parametrize("others_first", [True, False])
async def test_the_last_table_on_calls_as_soon_as_all_are_away(
    setup: Setup, *, others_first: bool
) -> None:
    """The whole room waits for it; with others still at play, nobody does yet."""
    night, table = await playing(setup)
    found = (await setup.nights.reader.tables_of(night)).values()
    (other,) = [each for each in found if each.id != table.id]
    setup.time += 10 * night.row.move_time
    away = [seat.gone_away(0, table.revision) for seat in table.seats]
    for over in (True, False) if others_first else (False, True):
        if over:
            await changed(setup, other, phase="cancelled")
        else:
            await changed(setup, table, seats=away)
        last = over is not others_first
        assert await called(setup, night) == (["still"] if last else []), f"over: {over}"


async def test_a_process_that_starts_meanwhile_sees_that_it_goes_on(setup: Setup) -> None:
    night, table = await playing(setup)
    await changed(setup, table, paused=True)
    setup.time += 2 * night.row.move_time
    assert await called(setup, night) == ["still"]
    setup.round_runner.standstills._still.clear()
    await setup.timer.start(None)
    await asyncio.gather(*setup.round_runner.standstills._looks)
    await changed(setup, table, paused=False)
    assert await called(setup, night) == [], "the call stays although nothing stands still"
    await setup.timer.close()


async def test_a_table_that_nobody_can_see_counts_as_one_that_stands(setup: Setup) -> None:
    night, table = await playing(setup)
    await setup.tables.save_whereabouts(table.id, asleep=True)
    await asyncio.gather(*setup.round_runner.standstills._looks)
    setup.time += 2 * night.row.move_time
    assert await called(setup, night) == ["still"]


async def test_computers_finish_a_round_that_all_have_left_alone(setup: Setup) -> None:
    night, _table = await playing(setup, "auto")
    tables = [*(await setup.nights.reader.tables_of(night)).values()]
    for each in tables:
        away = [seat.gone_away(0, each.revision) for seat in each.seats]
        await changed(setup, each, seats=away)
    by = setup.time + 2 * night.row.move_time + ALONE
    while not all(each.played_out for each in tables):
        setup.time = max(setup.time + 1, (await setup.nights.get(night.id)).row.due or 0)
        assert setup.time <= by, f"nothing comes by {by}, when it was to be over"
        assert await called(setup, night) == [], "a host is called for what computers finish soon"


async def test_while_the_bot_is_down_no_time_to_come_back_to_a_game_runs_out(setup: Setup) -> None:
    night, table = await playing(setup, "auto")
    away = [seat.gone_away(0, table.revision) for seat in table.seats]
    await changed(setup, table, seats=away)
    by = int(setup.time) + 2 * night.row.move_time + ALONE
    since = by - MINUTE
    setup.time = by + HOUR
    await setup.timer.start(since)
    await setup.timer.close()
    ends = left_alone(await setup.nights.get(night.id), None)
    assert ends[table.id] == setup.time + MINUTE, "computers finish it before anybody can come back"
