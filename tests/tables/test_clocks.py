"""The clocks of all tables: they remind, run out, stand still, and outlive every end of the bot."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from itertools import count
from math import inf
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import pytest

from bot.engine.game import AnyGame
from bot.tables.clock import DAY, HOUR, MINUTE, Clock
from bot.tables.clocks import Clocks, past_leap, shifted
from bot.tables.seat import Person, Seat
from bot.tables.sweep_tables import sweep_tables
from bot.tables.table import Table
from bot.tables.table_event import TableEvent, TableEventKind
from bot.tables.tables import Tables
from bot.tables.trouble import NotSaved, Trouble
from cogs.donburiko.rules import GAME as DONBURIKO
from cogs.kirifuda.rules import GAME as KIRIFUDA
from cogs.korpokkur.actions import Answer
from cogs.korpokkur.rules import GAME as KORPOKKUR
from cogs.shiranui.rules import GAME as SHIRANUI
from cogs.shiranui.views import Play
from storage.database import Database
from storage.due_rows import DueRows
from storage.errors import DatabaseFull
from storage.rows import OnTimeout, Pace, PersonRow
from storage.statements import ALIVE
from tests.tables.conftest import ADA, BOB, CLEO, DAI, Setup, open_setup
from tests.waiting import until

T = TypeVar("T")
PATIENCE = 60.0
"""Bounds the wait for what never comes."""
SOON = 0.01
"""So often the timer of a test looks up, in seconds: its clock is set by hand."""


async def paced(
    setup: Setup,
    *people: Person,
    pace: Pace = "days",
    rule: OnTimeout = "move",
    game: AnyGame = DONBURIKO,
    **more: Any,
) -> Table:
    """Begin a game with clocks."""
    setup.tables.add_game(game)
    info = game.info
    fields: dict[str, Any] = {"pace": pace, "on_timeout": rule, **more}
    return await setup.game(*people, game_key=info.key, options=info.variants[0], **fields)


async def asked_at_once(setup: Setup, rule: OnTimeout = "move") -> Table:
    """Play until several are asked at the same time."""
    table = await paced(setup, ADA, BOB, CLEO, rule=rule, game=KIRIFUDA)
    while len(table.to_act()) < 2:
        await setup.play(table, table.to_act()[0])
    return table


def asked(table: Table) -> Seat:
    """Return the seat that is asked."""
    (number,) = table.to_act()
    return table.seats[number]


def clock(table: Table) -> Clock:
    """Return the clock that runs."""
    found = asked(table).clock
    assert found is not None, "no clock runs"
    return found


async def to_next_ring(setup: Setup, table: Table) -> None:
    """Let the time come at which the table rings."""
    due = clock(table).due
    assert due is not None, "nothing is due"
    setup.time = due


async def run_out(setup: Setup, clocks: Clocks, table: Table) -> None:
    """Let the person who is asked run out of time."""
    seat, timeouts = table.to_act()[0], asked(table).timeouts
    while table.seats[seat].timeouts == timeouts:
        await to_next_ring(setup, table)
        assert await clocks.ring(table.id), "the clock rang for nothing"


def moves_of(table: Table) -> list[Any]:
    """Return what the one who is asked may do."""
    return [*table.legal(table.to_act()[0])]


async def by_computer(setup: Setup, table: Table, action: Any) -> None:
    """Let a computer move for the one who is asked."""
    (number,), step = table.to_act(), table.question_number(table.to_act()[0])
    await setup.moves.play_for_computer(
        table.id, number, lambda _view, _legal: action, question_number=step
    )


async def deeds(setup: Setup, table: Table) -> list[str]:
    """Return what is on disk about what was done to a table."""
    return [act.what for act in await setup.tables.store.table_events(table.id)]


def retry_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retry at once what couldn't be saved or read."""
    for module in ("clocks", "due_timer"):
        monkeypatch.setattr(f"bot.tables.{module}.AGAIN", SOON)


async def all_rung(setup: Setup) -> None:
    """Wait until nothing is due any more."""
    async with asyncio.timeout(PATIENCE):
        while await DueRows(setup.database, "clocks").due(int(setup.time)):
            await asyncio.sleep(SOON)


@asynccontextmanager
async def going(setup: Setup) -> AsyncIterator[Clocks]:
    """Keep a timer watching."""
    clocks = Clocks(setup.tables)
    await clocks.start(SOON)
    try:
        yield clocks
    finally:
        await clocks.close()
        setup.tables.listeners.remove(clocks.hear)


@pytest.fixture
def clocks(setup: Setup) -> Clocks:
    """Return clocks that ring only when the test says so."""
    return Clocks(setup.tables)


# Reminders


@pytest.mark.parametrize(("pace", "times"), [("live", [90, 180]), ("days", [43200, 77760, 86400])])
async def test_a_question_reminds_and_runs_out(
    setup: Setup, clocks: Clocks, pace: Pace, times: list[int]
) -> None:
    start = setup.time
    table = await paced(setup, ADA, BOB, pace=pace)
    for reminders, seconds in enumerate(times[:-1], start=1):
        await to_next_ring(setup, table)
        assert setup.time == start + seconds
        revision = table.revision
        assert await clocks.ring(table.id)
        assert clock(table).reminders == reminders
        assert table.revision == revision + 1
        assert await deeds(setup, table) == []
    await to_next_ring(setup, table)
    assert setup.time == start + times[-1]
    assert await clocks.ring(table.id)
    assert asked(table).stand_in == "once"


async def test_nothing_rings_before_its_time(setup: Setup, clocks: Clocks) -> None:
    table = await paced(setup, ADA, BOB)
    await to_next_ring(setup, table)
    setup.time -= 1
    revision = table.revision
    assert not await clocks.ring(table.id)
    assert table.revision == revision
    setup.time += 1
    assert await clocks.ring(table.id)
    assert not await clocks.ring(table.id)


async def test_each_question_has_its_own_clock(setup: Setup, clocks: Clocks) -> None:
    """Several are asked at once; whoever has answered isn't reminded."""
    table = await asked_at_once(setup)
    first, *others = table.to_act()
    setup.time += HOUR
    await setup.play(table, first)
    assert table.seats[first].clock is None
    dues = {seat.clock.due for number in others if (seat := table.seats[number]).clock}
    assert dues == {int(setup.time) + 11 * HOUR}
    setup.time += 11 * HOUR
    assert await clocks.ring(table.id)
    assert [seat.clock.reminders for seat in table.seats if seat.clock] == [1] * len(others)


async def test_a_move_of_somebody_else_doesn_t_wind_a_clock(setup: Setup) -> None:
    table = await asked_at_once(setup)
    before = table.seats[table.to_act()[1]].clock
    setup.time += HOUR
    await setup.play(table, table.to_act()[0])
    assert table.seats[table.to_act()[0]].clock == before


# Out of time


async def test_a_computer_makes_the_move_and_then_the_person_is_asked(
    setup: Setup, clocks: Clocks
) -> None:
    table = await paced(setup, ADA, BOB)
    number = table.to_act()[0]
    await run_out(setup, clocks, table)
    assert table.seats[number].timeouts == 1
    assert table.computers_asked() == (number,)
    assert table.people_asked() == ()
    assert await deeds(setup, table) == ["out"]
    assert await DueRows(setup.database, "clocks").earliest_due() is None
    await setup.moves.play_for_computer(
        table.id,
        number,
        lambda _view, legal: legal[0],
        question_number=table.question_number(number),
    )
    assert table.seats[number].stand_in is None
    assert table.seats[number].timeouts == 1
    assert clock(table).left == 24 * HOUR


@pytest.mark.parametrize("reserve", [0, 72 * HOUR])
async def test_one_time_out_costs_one_move(setup: Setup, clocks: Clocks, reserve: int) -> None:
    """Whoever was to answer an offer, and is then to make one, has new time for that."""
    more: dict[str, Any] = {"reserve": reserve, "move_time": 8 * HOUR} if reserve else {}
    table = await paced(setup, ADA, BOB, CLEO, game=KORPOKKUR, **more)
    while not any(isinstance(each, Answer) for each in moves_of(table)):
        await setup.play(table, table.to_act()[0])
    number = table.to_act()[0]
    await run_out(setup, clocks, table)
    await by_computer(setup, table, moves_of(table)[0])
    assert table.people_asked() == table.to_act() == (number,), "a computer goes on for them"
    assert (table.seats[number].stand_in, table.seats[number].timeouts) == (None, 1)
    assert clock(table).left == (8 if reserve else 24) * HOUR, "there is no time for the next move"
    await run_out(setup, clocks, table)
    assert await deeds(setup, table) == ["out", "away"], "the second in a row isn't counted"


async def test_a_time_out_spends_nothing_that_could_be_kept(setup: Setup, clocks: Clocks) -> None:
    """A computer plays the card at once, so nothing of the turn is left, and no token is given."""
    table = await paced(setup, ADA, BOB, CLEO, game=SHIRANUI)
    while not any(each.extra for each in moves_of(table)):
        await setup.play(table, table.to_act()[0])
    number, offered = table.to_act()[0], list[Any]()

    def pick(_view: Any, legal: list[Any]) -> Any:
        offered.extend(legal)
        return legal[0]

    await run_out(setup, clocks, table)
    step = table.question_number(number)
    await setup.moves.play_for_computer(table.id, number, pick, question_number=step)
    assert {type(each) for each in offered} == {Play}
    assert number not in table.to_act()


async def test_two_in_a_row_hand_the_seat_to_a_computer(setup: Setup, clocks: Clocks) -> None:
    table = await paced(setup, ADA, BOB)
    number = table.to_act()[0]
    await run_out(setup, clocks, table)
    await setup.moves.play_for_computer(
        table.id,
        number,
        lambda _view, legal: legal[0],
        question_number=table.question_number(number),
    )
    while table.to_act() != (number,):
        await setup.play(table, table.to_act()[0])
    step = table.step()
    await run_out(setup, clocks, table)
    assert table.seats[number].stand_in == "away"
    assert table.seats[number].away_since == step
    assert table.people_here() == (1 - number,)
    assert await deeds(setup, table) == ["out", "away"]


async def test_a_move_in_between_begins_the_count_anew(setup: Setup, clocks: Clocks) -> None:
    table = await paced(setup, ADA, BOB)
    number = table.to_act()[0]
    await run_out(setup, clocks, table)
    # Before the computer does: the seat is still theirs.
    await setup.play(table, number)
    assert table.seats[number].stand_in is None
    assert table.seats[number].timeouts == 0
    while table.to_act() != (number,):
        await setup.play(table, table.to_act()[0])
    await run_out(setup, clocks, table)
    assert table.seats[number].stand_in == "once"
    assert await deeds(setup, table) == ["out", "out"]


async def test_a_seat_is_handed_over_at_once_if_that_is_the_rule(
    setup: Setup, clocks: Clocks
) -> None:
    table = await paced(setup, ADA, BOB, rule="seat")
    number = table.to_act()[0]
    await run_out(setup, clocks, table)
    assert table.seats[number].stand_in == "away"
    assert await deeds(setup, table) == ["away"]


async def test_a_table_that_only_asks_rings_no_more_for_that_question(
    setup: Setup, clocks: Clocks
) -> None:
    table = await paced(setup, ADA, BOB, rule="ask")
    number = table.to_act()[0]
    await run_out(setup, clocks, table)
    assert clock(table).over
    assert table.people_asked() == (number,)
    assert await DueRows(setup.database, "clocks").earliest_due() is None
    setup.time += 30 * DAY
    assert not await clocks.ring(table.id)
    # Whatever else is changed there, the clock stays as it is.
    for paused in (True, False):
        await setup.tables.change(table, paused=paused)
    assert clock(table).over
    assert await deeds(setup, table) == ["out"]
    await setup.play(table, number)
    assert clock(table).left == 24 * HOUR


@pytest.mark.parametrize(("rule", "deed"), [("move", "out"), ("seat", "away")])
async def test_it_is_kept_whose_time_ran_out(
    setup: Setup, clocks: Clocks, rule: OnTimeout, deed: TableEventKind
) -> None:
    """Somebody else may sit there by the time that it is read."""
    table = await paced(setup, ADA, BOB, rule=rule)
    seat = table.to_act()[0]
    await run_out(setup, clocks, table)
    assert table.recent[-1] == TableEvent(deed, "clock", seat, table.seats[seat].person)
    (act,) = await setup.tables.store.table_events(table.id)
    assert act.person == table.seats[seat].person


async def test_several_run_out_together(setup: Setup, clocks: Clocks) -> None:
    table = await asked_at_once(setup)
    several = table.to_act()
    for _ in range(3):
        setup.time = min(seat.clock.due or 0 for seat in table.seats if seat.clock)
        await clocks.ring(table.id)
    assert [table.seats[number].stand_in for number in several] == ["once"] * len(several)
    assert await deeds(setup, table) == ["out"] * len(several)
    assert table.computers_asked() == several


# Standing still


async def test_a_paused_table_doesn_t_ring(setup: Setup, clocks: Clocks) -> None:
    table = await paced(setup, ADA, BOB)
    setup.time += HOUR
    await setup.tables.change(table, paused=True)
    assert await DueRows(setup.database, "clocks").earliest_due() is None
    setup.time += 30 * DAY
    assert not await clocks.ring(table.id)
    await setup.tables.change(table, paused=False)
    assert clock(table).left == 23 * HOUR
    assert clock(table).due == setup.time + 11 * HOUR


async def test_a_deserted_table_doesn_t_ring(setup: Setup, clocks: Clocks) -> None:
    table = await paced(setup, ADA, BOB)
    away = [replace(seat, stand_in="away", away_since=0) for seat in table.seats]
    await setup.tables.change(table, seats=away)
    assert table.deserted()
    assert await DueRows(setup.database, "clocks").earliest_due() is None
    assert not await clocks.ring(table.id)


async def test_no_time_goes_by_at_a_table_that_sleeps(setup: Setup) -> None:
    """Its place on Discord is gone, so nobody could answer."""
    async with going(setup):
        table = await paced(setup, ADA, BOB)
        setup.time += HOUR
        await setup.tables.save_whereabouts(table.id, asleep=True)
        await until(lambda: clock(table).at is None)
        setup.time += 30 * DAY
        await setup.tables.save_whereabouts(table.id, asleep=False)
        await until(lambda: clock(table).at is not None)
    assert clock(table).left == 23 * HOUR
    assert clock(table).due == setup.time + 11 * HOUR
    assert asked(table).stand_in is None


async def test_a_table_that_woke_as_the_bot_went_down_goes_on(setup: Setup, clocks: Clocks) -> None:
    table = await paced(setup, ADA, BOB)
    await setup.tables.save_whereabouts(table.id, asleep=True)
    setup.time += DAY
    await clocks.ring(table.id)
    await setup.tables.store.save_whereabouts(table.id, asleep=False)
    setup.tables.cache.drop(table)
    async with going(setup):
        assert clock(await setup.tables.get(table.id)).due == setup.time + 12 * HOUR


async def test_a_table_that_fell_asleep_as_the_bot_went_down_sleeps(
    setup: Setup, clocks: Clocks
) -> None:
    """Else all the time until it wakes would be its player's."""
    table = await paced(setup, ADA, BOB)
    await setup.tables.store.save_whereabouts(table.id, asleep=True)
    setup.tables.cache.drop(table)
    await setup.tables.store.set_meta(ALIVE, str(int(setup.time)))
    async with going(setup):
        setup.time += HOUR
        await setup.tables.save_whereabouts(table.id, asleep=False)
        woken = await setup.tables.get(table.id)
        await until(lambda: clock(woken).at is not None)
    assert clock(woken).due == setup.time + 12 * HOUR


async def test_a_table_that_wakes_on_a_full_disk_goes_on_once_there_is_room(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is due where a clock stands, so its own errand must come back to it."""
    retry_soon(monkeypatch)
    store, refused = setup.tables.store, 0
    save = store.save_change

    async def full(*args: Any) -> None:
        nonlocal refused
        refused += 1
        if refused <= 3:
            raise DatabaseFull
        await save(*args)

    async with going(setup):
        table = await paced(setup, ADA, BOB)
        await setup.tables.save_whereabouts(table.id, asleep=True)
        await until(lambda: clock(table).at is None)
        monkeypatch.setattr(store, "save_change", full)
        await setup.tables.save_whereabouts(table.id, asleep=False)
        await until(lambda: clock(table).at is not None)
    assert refused == 4
    assert clock(table).due == setup.time + 12 * HOUR


# Quiet hours

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = (22 * 60, 7 * 60)


def berlin(text: str) -> int:
    """Return when the wall clock in Berlin shows a time."""
    return int(datetime.fromisoformat(text).replace(tzinfo=BERLIN).timestamp())


async def test_quiet_hours_stop_the_clock_of_a_days_table_alone(
    setup: Setup, clocks: Clocks
) -> None:
    for person in (ADA, BOB):
        await clocks.set_person(PersonRow(person.id, "Europe/Berlin", *NIGHT))
    setup.time = berlin("2026-03-28 20:00")
    live = await paced(setup, ADA, BOB, pace="live")
    days = await paced(setup, ADA, BOB)
    assert clock(live).due == setup.time + 90
    # Two hours in the evening, ten on the day on which the wall clock leaps.
    assert clock(days).due == berlin("2026-03-29 17:00")


async def test_no_reminder_falls_into_quiet_hours_even_if_it_comes_late(
    setup: Setup, clocks: Clocks
) -> None:
    for person in (ADA, BOB):
        await clocks.set_person(PersonRow(person.id, "Europe/Berlin", *NIGHT))
    setup.time = berlin("2026-06-01 09:30")
    table = await paced(setup, ADA, BOB)
    assert clock(table).due == berlin("2026-06-01 21:30")
    setup.time = berlin("2026-06-01 23:00")
    await clocks.ring(table.id)
    assert clock(table).reminders == 0
    assert clock(table).due == berlin("2026-06-02 07:00")
    setup.time = berlin("2026-06-02 07:00")
    assert await clocks.ring(table.id)
    assert clock(table).reminders == 1


async def test_what_a_person_sets_reckons_their_clocks_anew(setup: Setup, clocks: Clocks) -> None:
    setup.time = berlin("2026-06-01 20:00")
    tables = [await paced(setup, ADA, BOB) for _ in range(3)]
    person = asked(tables[0]).person
    setup.time = berlin("2026-06-01 21:00")
    await clocks.set_person(PersonRow(person, "Europe/Berlin", *NIGHT))
    for table in tables:
        mine = asked(table).person == person
        assert clock(table).left == (23 if mine else 24) * HOUR
        assert clock(table).due == berlin(f"2026-06-02 {17 if mine else 8:02}:00")
    assert await DueRows(setup.database, "clocks").earliest_due() == min(
        clock(table).due or 0 for table in tables
    )
    # And back: the quiet hours that have gone by don't count.
    setup.time = berlin("2026-06-02 08:00")
    await clocks.set_person(PersonRow(person))
    for table in tables:
        if asked(table).person == person:
            assert clock(table).left == 21 * HOUR
            assert clock(table).due == berlin("2026-06-02 17:00")
    assert await setup.tables.people.row(person) == PersonRow(person)


@pytest.mark.parametrize(
    "row",
    [
        PersonRow(1, "Middle/Earth"),
        PersonRow(1, "../../etc/passwd"),
        PersonRow(1, ""),
        PersonRow(1, "Asia/Tokyo", 0, None),
        PersonRow(1, "Asia/Tokyo", None, 0),
        PersonRow(1, "Asia/Tokyo", 60, 60),
        PersonRow(1, "Asia/Tokyo", 0, 12 * 60 + 1),
        PersonRow(1, "Asia/Tokyo", 60, 0),
        PersonRow(1, "Asia/Tokyo", -1, 60),
        PersonRow(1, "Asia/Tokyo", 23 * 60, 24 * 60),
        PersonRow(1, None, 0, 60),
    ],
)
async def test_what_makes_no_sense_is_refused(setup: Setup, clocks: Clocks, row: PersonRow) -> None:
    with pytest.raises(Trouble):
        await clocks.set_person(row)
    assert await setup.tables.store.people.row(1) == PersonRow(1)


@pytest.mark.parametrize("hours", [(0, 12 * 60), (18 * 60, 6 * 60), (23 * 60, 0), (None, None)])
async def test_twelve_quiet_hours_may_be_set(
    setup: Setup, clocks: Clocks, hours: tuple[int | None, int | None]
) -> None:
    row = PersonRow(1, "Asia/Tokyo", *hours)
    await clocks.set_person(row)
    assert await setup.tables.store.people.row(1) == row


# The timer


async def test_the_timer_rings_when_it_is_time(setup: Setup) -> None:
    async with going(setup):
        table = await paced(setup, ADA, BOB, pace="live")
        setup.time += 90
        await until(lambda: clock(table).reminders == 1)
        setup.time += 90
        await until(lambda: asked(table).stand_in == "once")
    assert await deeds(setup, table) == ["out"]


async def test_a_change_wakes_the_timer(setup: Setup) -> None:
    """It doesn't wait for its usual look, nor for a later clock of another table."""
    late = await paced(setup, ADA, BOB)
    clocks = Clocks(setup.tables)
    await clocks.start(PATIENCE * 2)
    await until(lambda: clocks.due_timer.next == clock(late).due)
    table = await paced(setup, CLEO, DAI, pace="live")
    await until(lambda: clocks.due_timer.next == clock(table).due)
    await clocks.close()


async def test_many_tables_ring_each_at_its_time(setup: Setup) -> None:
    setup.uncap()
    rung: list[tuple[str, int]] = []
    setup.tables.listeners.append(lambda table: rung.append((table.id, int(setup.time))))
    async with going(setup):
        start = int(setup.time)
        tables: list[Table] = []
        for _ in range(12):
            tables.append(await paced(setup, ADA, BOB, pace="live"))
            setup.time += 7
        rung.clear()
        for _ in range(95):
            setup.time += 1
            await all_rung(setup)
    assert rung == [(table.id, start + 90 + 7 * n) for n, table in enumerate(tables)]
    assert all(clock(table).reminders == 1 for table in tables)


async def test_a_full_disk_is_waited_out(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    """What couldn't be saved is tried again, and other tables don't wait for it."""
    retry_soon(monkeypatch)
    store, refused = setup.tables.store, 0
    save = store.save_change
    table = await paced(setup, ADA, BOB, pace="live")
    other = await paced(setup, ADA, BOB, pace="live")

    async def full(*args: Any) -> None:
        nonlocal refused
        if args[0].id == table.id and refused < 3:
            refused += 1
            raise DatabaseFull
        await save(*args)

    monkeypatch.setattr(store, "save_change", full)
    async with going(setup):
        setup.time += 90
        await until(lambda: clock(other).reminders)
        await until(lambda: clock(table).reminders)
    assert refused == 3
    assert clock(table).reminders == 1


async def test_a_table_that_can_t_be_read_stops_no_other(setup: Setup) -> None:
    broken = await paced(setup, ADA, BOB, pace="live")
    table = await paced(setup, ADA, BOB, pace="live")
    await setup.database.transaction(
        lambda connection: connection.execute(
            "UPDATE tables SET options = 'x' WHERE id = ?", (broken.id,)
        )
    )
    setup.tables.cache.drop(broken)
    async with going(setup) as clocks:
        setup.time += 90
        await until(lambda: clock(table).reminders)
        await until(lambda: broken.id in clocks.due_timer.put_off)
        # The timer sleeps: what can't be read isn't tried again and again.
        await until(lambda: clocks.due_timer.next == clock(table).due)


async def test_a_fault_at_one_table_stops_no_other(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = await paced(setup, ADA, BOB, pace="live")
    table = await paced(setup, ADA, BOB, pace="live")
    ring = Clocks.ring

    async def fail(self: Clocks, table_id: str) -> bool:
        if table_id == broken.id:
            raise ZeroDivisionError
        return await ring(self, table_id)

    monkeypatch.setattr(Clocks, "ring", fail)
    async with going(setup):
        setup.time += 90
        await until(lambda: clock(table).reminders)
    assert clock(broken).reminders == 0


def test_a_file_sets_the_clock_forward(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    now, steady = shifted(file, lambda: 1000.0, lambda: 7.0)
    assert (now(), steady()) == (1000, 7)
    for text, seconds in (("90", 90), ("", 90), ("x", 90), ("86400.5\n", 86400.5), ("0", 0)):
        before = steady()
        file.write_text(text)
        assert steady() == before, "it went on by itself: the clock would seem to be set"
        assert (now(), steady()) == (1000 + seconds, 7 + seconds)


# The bot goes down


async def restarted(setup: Setup) -> Setup:
    """Open the room again on the same file, at the same time."""
    await setup.database.close()
    anew = await open_setup(setup.path)
    anew.time, anew.interaction = setup.time, setup.interaction
    anew.tables.add_game(KIRIFUDA)
    return anew


@pytest.mark.parametrize("killed", [False, True])
async def test_time_while_the_bot_was_down_doesn_t_count(tmp_path: Path, killed: bool) -> None:
    setup = await open_setup(tmp_path / "tables.sqlite3")
    clocks = Clocks(setup.tables)
    await clocks.start(SOON)
    table = await paced(setup, ADA, BOB)
    setup.time += 5 * HOUR
    if killed:
        # The sign of life that it gives twice a minute is all that is left of it.
        await clocks._note_alive()
        assert clocks.due_timer._task is not None
        clocks.due_timer._task.cancel()
    else:
        await clocks.close()
    setup = await restarted(setup)
    setup.time += 30 * DAY
    async with going(setup) as clocks:
        table = await setup.tables.get(table.id)
        assert clock(table).left == 19 * HOUR
        assert clock(table).due == setup.time + 7 * HOUR
        await until(lambda: clocks.due_timer.next == clock(table).due)
        assert clock(table).reminders == 0
    await setup.database.close()


async def test_a_clock_wound_after_the_last_sign_of_life_counts_from_then(tmp_path: Path) -> None:
    setup = await open_setup(tmp_path / "tables.sqlite3")
    await setup.tables.store.set_meta(ALIVE, str(int(setup.time) - 5 * HOUR))
    table = await paced(setup, ADA, BOB)
    setup = await restarted(setup)
    setup.time += DAY
    async with going(setup):
        assert clock(await setup.tables.get(table.id)).left == 24 * HOUR
    await setup.database.close()


async def test_a_clock_put_back_before_a_restart_takes_no_time(tmp_path: Path) -> None:
    """The last sign of life lies ahead then: nobody was asked for so long."""
    setup = await open_setup(tmp_path / "tables.sqlite3")
    await setup.tables.store.set_meta(ALIVE, str(int(setup.time) + 3 * DAY))
    table = await paced(setup, ADA, BOB)
    setup = await restarted(setup)
    setup.time += HOUR
    async with going(setup):
        left = clock(await setup.tables.get(table.id)).left
        assert left == 23 * HOUR, "time that hasn't come yet is taken from whoever is asked"
    await setup.database.close()


@pytest.mark.parametrize("run", [True, False], ids=["clocks run", "no clock runs"])
async def test_a_sign_of_life_is_noted_again_and_again(setup: Setup, run: bool) -> None:
    """Even without a clock: from it game nights work out how long the bot was away."""
    async with going(setup) as clocks:
        if run:
            await paced(setup, ADA, BOB)
        setup.time += 100
        clocks._noted = -inf
        async with asyncio.timeout(PATIENCE):
            while int(await setup.tables.store.meta(ALIVE) or 0) != int(setup.time):
                await asyncio.sleep(SOON)


async def test_a_sign_of_life_is_noted_anew_once_the_clock_has_leapt(setup: Setup) -> None:
    """Or the bot would seem to have been away for that long, were it killed before the next."""
    clocks = Clocks(setup.tables)
    for _each in range(2):
        setup.time += 600
        await clocks._say_alive()
        assert int(await setup.tables.store.meta(ALIVE) or 0) == int(setup.time)


async def test_what_stood_still_stands_still_after_a_restart(tmp_path: Path) -> None:
    setup = await open_setup(tmp_path / "tables.sqlite3")
    paused = await paced(setup, ADA, BOB)
    over = await paced(setup, ADA, BOB, rule="ask")
    await run_out(setup, Clocks(setup.tables), over)
    await setup.tables.change(paused, paused=True)
    before = [clock(table) for table in (paused, over)]
    setup = await restarted(setup)
    setup.time += DAY
    async with going(setup):
        assert await DueRows(setup.database, "clocks").earliest_due() is None
        after = [clock(await setup.tables.get(table.id)) for table in (paused, over)]
    assert after == before
    await setup.database.close()


async def test_what_was_due_as_the_bot_went_down_rings_once_it_is_back(tmp_path: Path) -> None:
    setup = await open_setup(tmp_path / "tables.sqlite3")
    table = await paced(setup, ADA, BOB, pace="live")
    setup.time += 90
    await setup.tables.store.set_meta(ALIVE, str(int(setup.time)))
    setup = await restarted(setup)
    setup.time += DAY
    async with going(setup):
        table = await setup.tables.get(table.id)
        await until(lambda: clock(table).reminders == 1)
    await setup.database.close()


class Killed(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("what", ["reminder", "out", "away", "asked"])
@pytest.mark.parametrize("saved", [False, True])
async def test_a_kill_at_any_moment_rings_once_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, saved: bool
) -> None:
    """Before or after any trip to the disk, also while the next start sets the clocks going."""
    trips, deadly = 0, -1
    hop = Database._hop

    async def fatal(self: Database, fn: Callable[[sqlite3.Connection], T]) -> T:
        nonlocal trips
        trips += 1
        if trips == deadly and not saved:
            raise Killed
        answer = await hop(self, fn)
        if trips == deadly:
            raise Killed
        return answer

    monkeypatch.setattr(Database, "_hop", fatal)
    for moment in count(1):
        setup = await open_setup(tmp_path / f"{moment}.sqlite3")
        table = await about_to_ring(setup, what)
        trips, deadly, through = 0, moment, False
        try:
            # As a process that starts just as it is time to ring.
            setup.tables.cache.drop(table)
            clocks = Clocks(setup.tables)
            await setup.tables.store.clocks.recalculate(
                lambda row, _last: (row, False), int(setup.time)
            )
            for table_id in await DueRows(setup.database, "clocks").due(int(setup.time)):
                await clocks.ring(table_id)
            through = True
        except Killed:
            pass
        deadly = -1
        setup = await restarted(setup)
        async with going(setup):
            # What goes on leaves a minute.
            setup.time += 1 if what == "reminder" else MINUTE
            await all_rung(setup)
        table = await setup.tables.get(table.id)
        seat = table.seats[0] if table.seats[0].timeouts else table.seats[1]
        assert await deeds(setup, table) == DEEDS[what]
        if what == "reminder":
            assert clock(table).reminders == 1
            assert clock(table).left in (89, 90)
        else:
            assert seat.timeouts == 1
            assert seat.stand_in == {"out": "once", "away": "away", "asked": None}[what]
        await setup.database.close()
        if through:
            assert moment > 5
            return


DEEDS = {"reminder": [], "out": ["out"], "away": ["away"], "asked": ["out"]}


async def about_to_ring(setup: Setup, what: str) -> Table:
    """Begin a game, and let the time come at which something is done by the clock."""
    rule: dict[str, OnTimeout] = {"away": "seat", "asked": "ask"}
    table = await paced(setup, ADA, BOB, pace="live", rule=rule.get(what, "move"))
    setup.time += 90
    if what != "reminder":
        await Clocks(setup.tables).ring(table.id)
        setup.time += 90
    await setup.tables.store.set_meta(ALIVE, str(int(setup.time)))
    return table


async def test_a_timer_that_stumbles_goes_on(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    retry_soon(monkeypatch)
    due, failed = DueRows.due, 0

    async def fail(*args: Any) -> list[str]:
        nonlocal failed
        failed += 1
        if failed < 3:
            raise (ZeroDivisionError, DatabaseFull)[failed % 2]
        return await due(*args)

    monkeypatch.setattr(DueRows, "due", fail)
    async with going(setup):
        table = await paced(setup, ADA, BOB, pace="live")
        setup.time += 90
        await until(lambda: clock(table).reminders)
    assert failed >= 3


# Tables that everybody has left


async def test_a_table_without_people_is_put_away_after_a_week(setup: Setup) -> None:
    left = await paced(setup, ADA, BOB)
    kept = await paced(setup, ADA, BOB)
    for table, seats in ((left, left.seats), (kept, kept.seats[:1])):
        gone = [replace(seat, stand_in="left", away_since=0) for seat in seats]
        await setup.tables.change(table, seats=[*gone, *table.seats[len(gone) :]])
    setup.time += 7 * DAY
    await sweep_tables(setup.tables)
    assert not left.asleep
    setup.time += 1
    await sweep_tables(setup.tables)
    assert left.asleep
    assert left.phase == "playing"
    assert left.recent[-1] == TableEvent("archived", "clock")
    assert not kept.asleep
    for _ in range(2):
        setup.time += 8 * DAY
        await sweep_tables(setup.tables)
    assert await deeds(setup, left) == ["archived"]
    assert await deeds(setup, kept) == []


async def test_a_table_is_put_away_once_though_the_bot_went_down(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await paced(setup, ADA, BOB)
    gone = [replace(seat, stand_in="away", away_since=0) for seat in table.seats]
    await setup.tables.change(table, seats=gone)
    setup.time += 8 * DAY

    async def killed(*_: Any, **__: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Tables, "save_whereabouts", killed)
        with pytest.raises(Killed):
            await sweep_tables(setup.tables)
    assert not table.asleep
    setup.time += 8 * DAY
    await sweep_tables(setup.tables)
    assert table.asleep
    assert await deeds(setup, table) == ["archived"]


async def test_what_a_person_sets_is_refused_on_a_full_disk(
    setup: Setup, clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(_row: PersonRow) -> None:
        raise DatabaseFull

    monkeypatch.setattr(setup.tables.store.people, "save", full)
    with pytest.raises(NotSaved):
        await clocks.set_person(PersonRow(ADA.id, "Asia/Tokyo"))
    assert await setup.tables.people.row(ADA.id) == PersonRow(ADA.id)


# Whose time it is


async def test_who_is_asked_twice_in_a_row_has_a_new_clock(setup: Setup) -> None:
    """A second question of the same seat doesn't go on with what the first one left."""
    table = await paced(setup, ADA, BOB, game=KORPOKKUR)
    rng, twice = random.Random(1), 0
    while twice < 3 and table.phase == "playing":
        seat = table.to_act()[0]
        setup.time += HOUR
        await setup.play(table, seat, rng.randrange(100))
        found = table.seats[seat].clock
        if seat in table.to_act():
            twice += 1
            assert found is not None
            assert (found.left, found.at) == (24 * HOUR, int(setup.time)), "an old clock runs on"
    assert twice == 3


async def test_quiet_hours_stop_no_live_clock(setup: Setup) -> None:
    """At eleven at night, after a restart and after setting them: a live table goes on."""
    setup.time = 1_000_000 // DAY * DAY + 23 * HOUR
    clocks = Clocks(setup.tables)
    quiet = PersonRow(ADA.id, "UTC", 22 * 60, 6 * 60)
    for person in (ADA, BOB):
        await clocks.set_person(replace(quiet, id=person.id))
    table = await paced(setup, ADA, BOB, pace="live")
    began = int(setup.time)
    assert clock(table).due == began + 90, "quiet hours put off the reminder of a live table"
    setup.time += 10
    await clocks.set_person(replace(quiet, id=asked(table).person, quiet_to=7 * 60))
    assert clock(table).due == began + 90
    assert await setup.tables.people.ends(table) == {table.to_act()[0]: began + 180}
    await setup.tables.store.set_meta(ALIVE, str(began + 10))
    # Another process on the same file.
    tables = Tables(setup.tables.store, now=lambda: setup.time)
    tables.add_game(DONBURIKO)
    setup.time = began + 60
    clocks = Clocks(tables)
    await clocks.start(HOUR)
    await clocks.close()
    table = await tables.get(table.id)
    assert clock(table).due == began + 60 + 80, "quiet hours stop a live clock at a restart"
    setup.time = began + 60 + 80
    assert await clocks.ring(table.id)
    assert clock(table).reminders == 1
    setup.time = clock(table).due or 0
    assert await clocks.ring(table.id)
    assert asked(table).stand_in == "once"


# A machine whose clock leaps


async def test_a_leap_of_the_machines_clock_is_nobodys_time(setup: Setup) -> None:
    """A suspended laptop: who has an hour left before has an hour left after, as all see."""
    wall = 5_000.0
    clocks = Clocks(setup.tables, wall=lambda: wall)
    table = await paced(setup, ADA, BOB)
    setup.time += HOUR
    await clocks.due_timer.round()
    for gone in (3, 40 * HOUR, 2 * HOUR):
        left = clock(table).left_at(int(setup.time), None)
        revision = table.revision
        wall += gone
        setup.time += gone
        await clocks.due_timer.round()
        assert await deeds(setup, table) == [], "time ran out in a leap of the clock"
        used = gone if gone == 3 else 0
        assert clock(table).left_at(int(setup.time), None) == left - used
        assert (table.revision > revision) == (gone != 3), (
            "the board isn't drawn anew with the new time"
        )
    assert clock(table).reminders == 0
    await to_next_ring(setup, table)
    await clocks.due_timer.round()
    assert clock(table).reminders == 1, "no clock runs after a leap"


async def test_a_timer_that_looks_up_late_is_no_leap(setup: Setup) -> None:
    """The process was held up for a while, as its own clock says: that time is the player's."""
    wall, late = 5_000.0, 600
    clocks = Clocks(setup.tables, wall=lambda: wall)
    table = await paced(setup, ADA, BOB)
    setup.time += HOUR
    await clocks.due_timer.round()
    left = clock(table).left_at(int(setup.time), None)
    clocks._looked = (wall - late, asyncio.get_running_loop().time() - late)
    setup.time += late
    await clocks.due_timer.round()
    assert clock(table).left_at(int(setup.time), None) == left - late, "time was given back"


async def test_what_is_wound_after_a_leap_stays(setup: Setup) -> None:
    """Somebody may act before the timer looks up."""
    wall = 5_000.0
    clocks = Clocks(setup.tables, wall=lambda: wall)
    table = await paced(setup, ADA, BOB)
    await clocks.due_timer.round()
    wall += DAY
    setup.time += DAY
    await setup.play(table, table.to_act()[0])
    before = clock(table)
    wall += 10
    setup.time += 10
    await clocks.due_timer.round()
    assert clock(table) == before, "time after a leap was given back"
    assert past_leap(None, "days", 0, 9, None) is None


async def test_a_leap_is_passed_over_once_there_is_room(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then nothing rings there, also not if the clock leaps once more."""
    wall = 5_000.0
    clocks = Clocks(setup.tables, wall=lambda: wall)
    table = await paced(setup, ADA, BOB)
    await clocks.due_timer.round()

    async def full(*_rows: object) -> None:
        raise DatabaseFull("full")

    with monkeypatch.context() as patch:
        patch.setattr(setup.tables.store, "save_change", full)
        for _ in range(2):
            wall += 2 * DAY
            setup.time += 2 * DAY
            await clocks.due_timer.round()
    clocks.due_timer.put_off.clear()
    await clocks.due_timer.round()
    assert await deeds(setup, table) == []
    assert (clock(table).left, clock(table).at) == (24 * HOUR, int(setup.time))


# What the log says


async def test_no_error_is_logged_with_its_own_words(
    setup: Setup, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may name cards: of a clock that fails, of the timer, of whoever hears about a change."""
    clocks = Clocks(setup.tables)
    table = await paced(setup, ADA, BOB)
    # The lines of code that are logged hold the name, not what it stands for.
    cards = "the red seven"

    async def fails(*_asked: object) -> bool:
        raise ValueError(cards)

    def deaf(_table: Table) -> None:
        raise ValueError(cards)

    assert not await clocks.due_timer.do(table.id, fails)
    monkeypatch.setattr(clocks.due_timer._store, "earliest_due", fails)
    await clocks.start(SOON)
    await until(lambda: "the timer failed" in caplog.text)
    await clocks.close()
    heard: list[int] = []
    setup.tables.listeners[:0] = [deaf]
    setup.tables.listeners.append(lambda told: heard.append(told.revision))
    await setup.play(table, table.to_act()[0])
    assert heard == [table.revision], "a listener that fails keeps others from hearing"
    fresh = await setup.tables.store.table(table.id)
    assert fresh is not None
    assert fresh[0].revision == table.revision
    assert "a listener: ValueError" in caplog.text
    assert ", in deaf" in caplog.text, "the place of the fault isn't logged"
    assert "red seven" not in caplog.text, "an error's own words are logged"
