"""How turns call people: what is planned with what asks, what people chose, and their digest."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.tables.clocks import Clocks
from bot.tables.table import Table
from bot.tables.trouble import Trouble
from bot.tables.turn_calls import CallWays, demand_digest, newly_asked, next_digest
from storage import DatabaseFull
from storage.call_store import CallsRow, PlannedCall
from storage.rows import SeatRow
from tests.storage.samples import a_table
from tests.tables.conftest import ADA, BOB, Setup

HEAD = a_table(game="korpokkur", phase="playing", pace="days", move_time=1)
Planned = list[tuple[str, int, str, str]]


async def planned(setup: Setup) -> Planned:
    """Return all calls by direct message: table, person, reason and state."""
    return await setup.database.read(
        lambda link: link.execute(
            "SELECT table_id, person, reason, state FROM dm_calls ORDER BY id"
        ).fetchall()
    )


async def directly(setup: Setup, person: int) -> None:
    await setup.tables.call_ways.choose(CallsRow(person, "dm"))


async def moved_on(setup: Setup, table: Table) -> Table:
    """Let whoever is asked move until somebody else is."""
    asked = table.to_act()
    while table.to_act() == asked:
        table = await setup.play(table, asked[0])
    return table


async def test_a_call_is_planned_with_the_step_that_asks_and_only_once(setup: Setup) -> None:
    for person in (ADA, BOB):
        await directly(setup, person.id)
    table = await setup.game(ADA, BOB)
    first = table.seats[table.to_act()[0]].person
    assert await planned(setup) == [(table.id, first, "move", "planned")]
    before = await planned(setup)
    await setup.tables.change(table)
    assert await planned(setup) == before, "a change that asks nobody calls once more"
    table = await moved_on(setup, table)
    second = table.seats[table.to_act()[0]].person
    assert (await planned(setup))[1:] == [(table.id, second, "move", "planned")]


async def test_what_isnt_saved_calls_nobody(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    """The call is in the transaction that asks: one is stored if and only if the other is."""
    for person in (ADA, BOB):
        await directly(setup, person.id)
    table = await setup.lobby(ADA, BOB)

    def fails(*_given: object) -> None:
        raise DatabaseFull("no room")

    monkeypatch.setattr("storage.store.put_calls", fails)
    with pytest.raises(Trouble):
        await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    assert await setup.tables.store.log(table.id) == [], "the deal is stored without its call"


async def test_who_is_called_otherwise_has_nothing_planned(setup: Setup) -> None:
    """Nor has a table for which another way was chosen than usual."""
    await setup.tables.call_ways.choose(CallsRow(ADA.id, "quiet"))
    await directly(setup, BOB.id)
    table = await setup.lobby(ADA, BOB)
    await setup.tables.call_ways.choose_here(table.id, BOB.id, "thread")
    table = await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    await moved_on(setup, table)
    assert await planned(setup) == []


async def test_reminders_are_calls_too(setup: Setup) -> None:
    await directly(setup, ADA.id)
    await directly(setup, BOB.id)
    table = await setup.game(ADA, BOB)
    await setup.tables.change(table, pace="days", move_time=3600)
    clocks = Clocks(setup.tables, wall=lambda: setup.time)
    for part in (0.6, 0.95):
        setup.time = 1_000_000 + part * 3600
        await clocks.ring(table.id)
    assert [reason for _table, _person, reason, _state in await planned(setup)] == [
        *("move", "half", "last"),
    ]


async def test_ways_are_read_again_after_a_restart(setup: Setup) -> None:
    ways = setup.tables.call_ways
    table = await setup.game(ADA, BOB)
    await ways.choose(CallsRow(ADA.id, "dm"))
    await ways.choose_here(table.id, ADA.id, "quiet")
    await ways.choose(CallsRow(BOB.id, "dm", calls_closed=1))
    again = CallWays(setup.tables.store)
    await again.load()
    for each in (ways, again):
        assert each.way(ADA.id, table.id) == "quiet"
        assert each.way(ADA.id, "other") == "dm"
        assert each.way(BOB.id, table.id) == "thread", "closed direct messages reach nobody"
        assert each.dms_refused(BOB.id, untold=True) and not each.dms_refused(ADA.id)


def test_newly_asked_is_who_wasnt_asked_that_before() -> None:
    me = SeatRow("aaaaa", 0, 1, "Ada", 3)
    computer = replace(me, seat=1, person=-2, level="easy")
    away = replace(me, seat=2, person=3, stand_in="away")
    call = PlannedCall("aaaaa", 3, 1, "move", 9)
    assert newly_asked([], [me, computer, away], HEAD, 9) == [call]
    assert newly_asked([me], [me], HEAD, 9) == []
    assert newly_asked([], [replace(me, back_at=99)], HEAD, 9) == [], "their clock stands still"
    half = replace(me, clock_limit=9, clock_left=5, clock_at=1, reminders=1)
    assert newly_asked([me], [half], HEAD, 9) == [replace(call, reason="half")]
    over = replace(me, clock_limit=9, clock_left=0, reminders=2)
    assert newly_asked([half], [over], HEAD, 9) == [replace(call, reason="over")]
    assert newly_asked([], [me], replace(HEAD, paused=True), 9) == []


def test_the_next_digest_is_the_next_time_the_clock_there_shows_it() -> None:
    """On days on which the clocks change as well, and once a day for each time."""
    rng, berlin = random.Random(4), ZoneInfo("Europe/Berlin")
    for _ in range(300):
        now = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp()) + rng.randrange(365 * 86_400)
        times = sorted(rng.sample(range(24 * 60), rng.randint(1, 3)))
        found = next_digest(times, berlin, now)
        assert found is not None and found > now
        shown = datetime.fromtimestamp(found, berlin)
        leapt = (shown.month, shown.day, shown.hour) == (3, 29, 3)
        assert leapt or shown.hour * 60 + shown.minute in times
        assert found - now <= timedelta(hours=25).total_seconds(), "a digest was left out"
    assert next_digest([], berlin, 0) is None


def test_a_fourth_time_is_one_too_many() -> None:
    assert demand_digest([60, 5, 60]) == [5, 60]
    with pytest.raises(Trouble, match="Three at most"):
        demand_digest([1, 2, 3, 4])
