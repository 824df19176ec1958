"""Teaching tables: who sits at one, with whom, how it is played, and who is thanked for it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.nights.announcing import edit
from bot.nights.guest_presses import press_here, press_home, toggle
from bot.nights.night import Night
from bot.nights.seating import Teaching
from bot.nights.stages import OVERTIME, goes_on_at
from bot.nights.teaching import taught_tonight
from bot.tables.clock import MINUTE, TEACHING_LATER, TEACHING_TIME, teaching_times
from bot.tables.seat import Person
from bot.tables.table import Table
from tests.nights.setup import Setup, people
from tests.only import only

TEACHER, NEW, KNOWS = people(5)[1], people(5)[2], people(5)[3]
NIGHT_MOVE = 2 * MINUTE


async def lesson_night(setup: Setup, count: int = 6, **fields: Any) -> Night:
    """Return a night whose guests are there: one teaches two, one of whom has played before."""
    night = await setup.announced(**fields)
    await setup.guests(night, NEW, KNOWS, rule=lambda: toggle("learner"))
    await setup.guests(night, TEACHER, rule=lambda: toggle("teacher"))
    await setup.database.write(
        "INSERT INTO learnt (person, game, ended) VALUES (?, 'donburiko', 1)"
        " ON CONFLICT DO UPDATE SET ended = 1",
        (KNOWS.id,),
    )
    return await setup.at_doors(night, *people(count))


def at(tables: list[Table], person: Person) -> Table:
    """Return the table at which somebody sits."""
    return only([each for each in tables if each.sits(person.id)], f"a table of {person.name}")


async def test_a_newcomer_sits_with_who_teaches_and_nobody_there_is_hurried(setup: Setup) -> None:
    night = await lesson_night(setup)
    tables = await setup.dealt(night)
    table = at(tables, NEW)
    assert table.sits(TEACHER.id) and table.host == TEACHER.id, "nobody teaches them"
    assert (table.teaching, table.pace, table.move_time) == ("taught", "live", NIGHT_MOVE)
    others = [each for each in tables if each is not table]
    assert [(each.teaching, each.move_time) for each in others] == [("", NIGHT_MOVE)] * len(others)
    assert all(any(seat.clock for seat in each.seats) for each in others), "the others have none"
    night = await setup.nights.get(night.id)
    taught = only(night.dealt[0].seating.teaching, "a teaching table")
    assert ({*taught.learners}, taught.teachers) == ({NEW.id, KNOWS.id}, (TEACHER.id,)), (
        "who asks for it isn't taught what they have played on another night"
    )
    assert night.dealt[0].seating.new == (), "it stays on disk who is new"


async def test_who_learns_there_has_more_time_most_for_the_first_move_the_others_the_usual(
    setup: Setup,
) -> None:
    table = at(await setup.dealt(await lesson_night(setup)), NEW)
    learn = {NEW.id, KNOWS.id}

    def limits() -> set[tuple[bool, bool, int]]:
        asked = ((n, seat, seat.clock) for n, seat in enumerate(table.seats) if seat.clock)
        return {(s.person in learn, table.has_moved(n), c.limit) for n, s, c in asked}

    seen = limits()
    for _ in range(3 * len(table.seats)):
        await setup.play_move(table)
        seen |= limits()
    usual = {(False, False, NIGHT_MOVE), (False, True, NIGHT_MOVE)}
    slow = {(True, False, TEACHING_TIME), (True, True, TEACHING_LATER)}
    assert seen == usual | slow, f"(learns, has moved, seconds): {seen}"
    assert teaching_times(10 * MINUTE) == (10 * MINUTE, 10 * MINUTE), (
        "learners have less time than the others"
    )


async def test_a_later_round_has_them_until_a_game_is_finished_and_none_is_unwanted(
    setup: Setup,
) -> None:
    night = await lesson_night(setup, rounds=3)
    for table in await setup.dealt(night):
        await setup.play_out(table)
    for again in (False, True):
        if again:
            await setup.guests(night, NEW, rule=lambda: toggle("learner"))
        tables = await setup.dealt(night)
        assert not any(each.teaching for each in tables), "who has finished a game is taught again"
        for table in tables:
            await setup.play_out(table)
    other = await lesson_night(setup, typed="28.11. 20:00", teach=False)
    assert not any(each.teaching for each in await setup.dealt(other)), "they weren't wanted"
    assert all(each.move_time == NIGHT_MOVE for each in await setup.dealt_now(other))


async def test_without_a_teacher_it_is_the_same_table_and_says_so(setup: Setup) -> None:
    """The teacher goes home between the proposal and the deal."""
    night = await lesson_night(setup)
    night = await setup.round_runner.seat(night.id, setup.press(), choice="computers")
    await setup.guests(night, TEACHER, rule=press_home)
    await setup.round_runner.start_all(night.id, setup.press(), as_it_is=True)
    table = at(await setup.dealt_now(night), NEW)
    learns = table.seat_of(NEW.id)
    assert learns is not None
    assert (table.teaching, table.seconds_for(learns)) == ("alone", TEACHING_TIME), (
        "it is said that somebody teaches"
    )


async def test_newcomers_who_come_late_in_the_first_round_are_taught_as_well(setup: Setup) -> None:
    night = await setup.at_doors(await setup.announced(), *people(4))
    await setup.dealt(night)
    late = [Person(300 + number, f"L{number}") for number in range(2)]
    for person in late:
        await setup.guests(night, person, rule=press_here)
    await setup.guests(night, late[0], rule=lambda: toggle("learner"))
    await setup.guests(night, late[1], rule=lambda: toggle("teacher"))
    await setup.round_runner.seat_waiting(night.id, setup.press(), 1)
    assert at(await setup.dealt_now(night), late[0]).teaching == "taught"


async def overtime(setup: Setup, night: Night) -> float:
    """Return after how many times the usual minutes the round at play runs over time."""
    now = await setup.nights.get(night.id)
    pace, since = setup.nights.pace_of(now), now.row.stage_at
    assert pace is not None and since is not None
    return ((goes_on_at(now, pace) or 0) - since) / (pace.minutes * MINUTE)


async def test_a_round_with_one_may_take_twice_as_long_while_that_is_on(setup: Setup) -> None:
    for number, teach in enumerate((True, False)):
        night = await lesson_night(setup, typed=f"{27 + number}.11. 20:00", teach=teach)
        await setup.nights.change(night.id, setup.press(), edit(pilot="helper"))
        table = at(await setup.dealt(night), NEW)
        assert await overtime(setup, night) == OVERTIME * (2 if teach else 1)
        await setup.play_out(table)
        await asyncio.gather(*setup.round_runner.standstills._looks)
        assert await overtime(setup, night) == OVERTIME, (
            "who was taught is waited for after their game"
        )


@pytest.mark.parametrize("ended", [True, False])
async def test_whoever_truly_sat_there_is_named(setup: Setup, ended: bool) -> None:
    night = await lesson_night(setup)
    tables = await setup.dealt(night)
    for table in tables if ended else [each for each in tables if not each.teaching]:
        await setup.play_out(table)
    night = await setup.nights.get(night.id)
    results, _void = await setup.nights.reader.results_of(night)
    game = night.dealt[0].seating.seated.tables[0].game
    learners = [each.person for each in at(tables, NEW).seats if each.person in {NEW.id, KNOWS.id}]
    wanted = ([(each, game) for each in learners], [TEACHER.id]) if ended else ([], [])
    assert taught_tonight(night, results) == wanted, "named for a game that hasn't ended"
    gone = [replace(each, gone=each.person == TEACHER.id) for each in results]
    assert taught_tonight(night, gone) == (wanted[0], []), "thanked, though they left"
    twice = replace(night, rounds=(*night.dealt, replace(night.dealt[0], number=2)))
    second = [replace(each, round=2) for each in results]
    assert taught_tonight(twice, [*results, *second]) == wanted, "somebody is named twice"
    # A mark that is taken back, or set, afterwards changes nothing.
    await setup.guests(night, NEW, rule=lambda: toggle("learner"))
    again = await setup.nights.get(night.id)
    assert taught_tonight(again, results) == wanted
    assert isinstance(again.dealt[0].seating.teaching[0], Teaching), "it isn't read back"
