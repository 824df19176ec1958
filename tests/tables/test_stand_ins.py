"""Computers that mind people's seats: for one move, until they are back, and never for nobody."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.tables.clock import Clock
from bot.tables.clocks import Clocks
from bot.tables.computer_pace import JITTER
from bot.tables.seat import STAND_IN_LEVEL, Seat
from bot.tables.table import Table
from tests.tables.conftest import ADA, BOB, CLEO, Setup, open_setup
from tests.tables.test_clocks import PATIENCE, deeds, paced, run_out
from tests.tables.test_computer_players import Thinkers, by_seat, seated, until


async def go_away(setup: Setup, table: Table, *numbers: int) -> None:
    """Take people away from their seats."""
    seats = [
        seat.gone_away(table.step(), table.revision) if number in numbers else seat
        for number, seat in enumerate(table.seats)
    ]
    await setup.tables.change(table, seats=seats)


async def come_back(setup: Setup, table: Table, number: int) -> None:
    """Bring a person back without a move."""
    seats = [*table.seats]
    seats[number] = seats[number].back(seats[number].name)
    await setup.tables.change(table, seats=seats)


async def turn_of(setup: Setup, table: Table, number: int) -> None:
    """Play for the others until a seat is asked."""
    while table.to_act() != (number,):
        await setup.play(table, table.to_act()[0])


async def test_a_move_that_ran_out_is_played_once_as_a_minder_does(setup: Setup) -> None:
    thinkers = Thinkers()
    async with seated(setup, thinkers):
        table = await paced(setup, ADA, BOB)
        number, step = table.to_act()[0], table.step()
        await run_out(setup, Clocks(setup.tables), table)
        await until(lambda: table.step() > step)
        assert table.step() == step + 1
        assert table.seats[number].stand_in is None
        assert [job.level for _, job in thinkers.jobs] == [STAND_IN_LEVEL]
        assert thinkers.jobs[0][1].view.seat == number
        # Then people are asked again, be it the same one.
        assert table.people_asked() == table.to_act()
        log = await setup.tables.store.log(table.id)
        assert (log[-1].seat, log[-1].interaction_id) == (number, None)


async def test_who_acts_first_needs_no_computer(setup: Setup) -> None:
    thinkers = Thinkers()
    thinkers.gate.clear()
    async with seated(setup, thinkers) as computers:
        table = await paced(setup, ADA, BOB)
        number, step = table.to_act()[0], table.step()
        await run_out(setup, Clocks(setup.tables), table)
        await until(lambda: thinkers.jobs)
        await setup.play(table, number)
        await until(lambda: thinkers.broken_off == 1)
        thinkers.gate.set()
        assert not computers._attended
        assert table.step() == step + 1
        assert table.seats[number].stand_in is None
        assert table.seats[number].timeouts == 0


async def test_who_is_away_is_played_for_until_they_are_back(setup: Setup) -> None:
    async with seated(setup, Thinkers()) as computers:
        table = await paced(setup, ADA, BOB, pace="none")
        await go_away(setup, table, 1)
        for _ in range(6):
            await until(lambda: table.to_act() == (0,))
            await setup.play(table, 0)
        await until(lambda: table.to_act() == (0,))
        assert (await by_seat(setup, table))[1] >= 6
        await come_back(setup, table, 1)
        await turn_of(setup, table, 1)
        assert not computers._attended
        assert table.people_asked() == (1,)


async def test_who_comes_back_in_the_middle_of_a_thought_moves_themselves(setup: Setup) -> None:
    thinkers = Thinkers()
    thinkers.gate.clear()
    async with seated(setup, thinkers) as computers:
        table = await paced(setup, ADA, BOB)
        number = table.to_act()[0]
        await go_away(setup, table, number)
        await until(lambda: thinkers.jobs)
        step = table.step()
        await come_back(setup, table, number)
        await until(lambda: thinkers.broken_off == 1)
        thinkers.gate.set()
        assert not computers._attended
        assert (table.step(), table.people_asked()) == (step, (number,))
        await setup.play(table, number)
        assert table.step() == step + 1


async def test_a_table_that_all_have_left_rests_until_somebody_is_back(setup: Setup) -> None:
    thinkers = Thinkers()
    async with seated(setup, thinkers) as computers:
        table = await paced(setup, ADA, BOB, CLEO)
        number = table.to_act()[0]
        others = [each for each in range(3) if each != number]
        await go_away(setup, table, *range(3))
        assert table.deserted()
        assert not computers._attended
        assert not thinkers.jobs
        step = table.step()
        await come_back(setup, table, others[0])
        await until(lambda: table.to_act() == (others[0],))
        assert table.step() > step
        assert {job.view.seat for _, job in thinkers.jobs} <= {number, others[1]}


async def test_a_computer_s_own_seat_waits_too_for_people_to_be_back(setup: Setup) -> None:
    async with seated(setup, Thinkers()) as computers:
        table = await setup.lobby(ADA)
        await setup.lobby_verbs.add_computer(table.id, ADA.id, "casual")
        await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
        await until(lambda: table.to_act() == (0,))
        await go_away(setup, table, 0)
        assert table.deserted()
        assert not computers._attended
        step = table.step()
        await come_back(setup, table, 0)
        await setup.play(table, 0)
        assert table.step() > step


async def test_a_restart_takes_up_what_is_minded(tmp_path: Path) -> None:
    """What ran out, and who is away, at tables that wait; nothing where nobody is."""
    setup = await open_setup(tmp_path / "tables.sqlite3")
    clocks = Clocks(setup.tables)
    once, away, deserted = [await paced(setup, ADA, BOB) for _ in range(3)]
    steps = {table.id: table.step() for table in (once, away, deserted)}
    await run_out(setup, clocks, once)
    await go_away(setup, away, away.to_act()[0])
    await go_away(setup, deserted, 0, 1)
    await setup.database.close()

    setup = await open_setup(tmp_path / "tables.sqlite3")
    async with seated(setup, Thinkers()) as computers:
        once, away, deserted = [
            await setup.tables.get(table.id) for table in (once, away, deserted)
        ]
        await computers.resume()
        await until(lambda: once.step() > steps[once.id] and away.people_asked())
        assert once.step() == steps[once.id] + 1
        assert all(seat.stand_in is None for seat in once.seats)
        assert await deeds(setup, once) == ["out"]
        assert away.step() > steps[away.id]
        assert deserted.step() == steps[deserted.id]
        assert deserted.id not in computers._attended
    await setup.database.close()


async def test_a_minder_takes_as_long_as_any_computer(setup: Setup) -> None:
    """Its turn begins when the seat becomes its own, and a move comes no sooner than usual."""
    async with seated(setup, Thinkers(), delay=PATIENCE) as computers:
        table = await paced(setup, ADA, BOB)
        number = table.to_act()[0]
        before = asyncio.get_running_loop().time()
        await run_out(setup, Clocks(setup.tables), table)
        turn = computers._attended[table.id].turns[number]
        now = asyncio.get_running_loop().time()
        assert before + PATIENCE <= turn.due <= now + PATIENCE * (1 + JITTER)


async def test_no_clock_runs_where_a_computer_acts(setup: Setup) -> None:
    table = await paced(setup, ADA, BOB)
    number = table.to_act()[0]
    assert isinstance(table.seats[number].clock, Clock)
    await go_away(setup, table, number)
    assert all(seat.clock is None for seat in table.seats)
    await come_back(setup, table, number)
    mine: Seat = table.seats[number]
    assert mine.clock is not None
    assert mine.clock.left == 24 * 60 * 60
