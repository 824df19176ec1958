"""One more table while a round is played: who gets it, what it counts, and when it is refused."""

from __future__ import annotations

from itertools import combinations

import pytest

from bot.nights.after_night import same_again
from bot.nights.announcing import edit
from bot.nights.assign_tables import pairs_at
from bot.nights.deal_rounds import NOBODY
from bot.nights.guest_presses import press_here, press_home
from bot.nights.more_tables import LONG_WAITED, waiting_now
from bot.nights.night import CHANGED_MEANWHILE, NOT_LEADING
from bot.nights.night_points import points_of_night
from bot.nights.rounds import round_over
from bot.tables.history import History
from bot.tables.night_verbs import NightVerbs
from bot.tables.seat import Person
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import Trouble
from cogs.korpokkur.rules import GAME as KORPOKKUR
from tests.nights.setup import HOST, Setup, people
from tests.refusal import refused_with

LATE = [Person(300 + number, f"L{number}") for number in range(3)]


async def test_those_who_wait_get_one_more_table_that_counts_like_the_others(setup: Setup) -> None:
    """Whoever sat out leaves the sit-outs; the round waits for all its tables."""
    night = await setup.at_doors(await setup.announced(), *people(6))
    night = await setup.round_runner.seat(night.id, setup.press())
    await setup.guests(night, LATE[0], rule=press_here)
    night = await setup.round_runner.start_all(night.id, setup.press(), as_it_is=True)
    await setup.quiet()
    first = len(night.dealt[0].seating.seated.tables)
    assert night.dealt[0].seating.seated.sit_outs == (LATE[0].id,)
    with pytest.raises(Trouble, match="Too few"):
        await setup.round_runner.seat_waiting(night.id, setup.press(), 1)
    await setup.guests(night, *LATE[1:], rule=press_here)
    press = setup.press()
    for _twice in range(2):
        night = await setup.round_runner.seat_waiting(night.id, press, 1)
    await setup.quiet()
    seated = night.dealt[0].seating.seated
    assert len(seated.tables) == first + 1, "one press dealt two tables"
    assert {*seated.tables[-1].people} == {each.id for each in LATE} and not seated.sit_outs
    tables = await setup.nights.reader.tables_of(night)
    for number in range(1, first + 1):
        await setup.play_out(tables[1, number])
    assert (await setup.nights.get(night.id)).playing is not None, "the round is over without it"
    await setup.play_out(tables[1, first + 1])
    night = await setup.nights.get(night.id)
    assert night.playing is None
    results, void = await setup.nights.reader.results_of(night)
    points = points_of_night(night, results, void)
    assert sorted(each.person for each in points) == sorted(
        person for table in seated.tables for person in table.people
    ), "somebody has points twice, or none"


@pytest.mark.parametrize("listed", [0, 1])
async def test_a_host_lets_in_who_waits_in_line_also_over_the_limit(
    setup: Setup, listed: int
) -> None:
    """By one press; a night that runs by itself goes by its limit."""
    night = await setup.at_doors(await setup.announced(cap=6 + listed), *people(6))
    await setup.dealt(night)
    await setup.guests(night, *LATE, rule=press_here)
    night = await setup.nights.get(night.id)
    assert len(waiting_now(night)) == listed, "the limit let others in"
    assert await setup.round_runner.more_tables(night) is None, "nobody pressed that"
    pause, moves = night.row.pause, night.row.move_time
    longer = edit(pause=pause + 600, move_time=moves + 60)
    await setup.nights.change(night.id, setup.press(leads=True), longer)
    night = await setup.round_runner.seat_waiting(night.id, setup.press(), 1)
    assert {*night.dealt[0].seating.seated.tables[-1].people} == {each.id for each in LATE}
    assert night.guests.limit == len(night.guests.there) == 9, "the limit isn't those who are in"
    draft = await same_again(setup.nights, night.id, setup.press(leads=True))
    assert draft.guests.limit == 6 + listed, "the next night begins with the limit of one evening"
    assert (draft.row.pause, draft.row.move_time) == (pause, moves), "nor with its times"


async def test_a_round_isnt_over_that_has_got_one_more_table_meanwhile(setup: Setup) -> None:
    """As its last game ends, or it would never be dealt."""
    night = await setup.at_doors(await setup.announced(), *people(6))
    tables = await setup.dealt(night)
    await setup.guests(night, *LATE, rule=press_here)
    rule = round_over(1, tables=len(tables))
    await setup.round_runner.seat_waiting(night.id, setup.press(), 1)
    night = await setup.nights.change(night.id, NOBODY, rule)
    assert night.playing is not None, "the round is over before its last table is dealt"
    await setup.quiet()


async def test_who_has_had_a_seat_in_the_round_or_went_home_gets_no_second_one(
    setup: Setup,
) -> None:
    night = await setup.at_doors(await setup.announced(), *people(6))
    tables = await setup.dealt(night)
    await setup.play_out(tables[0])
    night = await setup.guests(night, *LATE, rule=press_here)
    night = await setup.guests(night, LATE[1], rule=press_home)
    guests, sizes = await setup.round_runner.waiting(night)
    assert [each.person for each in guests] == [LATE[0].id, LATE[2].id]
    assert sizes is not None and sizes.seats == (2,)


async def test_who_took_over_a_seat_in_the_round_waits_for_none(setup: Setup) -> None:
    """Neither while they play nor once that game is over; the desk, the call and the page agree."""
    night = await setup.at_doors(await setup.announced(), *people(6))
    tables = await setup.dealt(night)
    night = await setup.guests(night, *LATE[:2], rule=press_here)
    assert len(waiting_now(night)) == 2
    table, owner = tables[0], tables[0].seats[1]
    await TableVerbs(setup.tables, History(setup.tables)).leave(
        table.id, Person(owner.person, owner.name)
    )
    await NightVerbs(setup.tables).seat_person(table.id, HOST, 1, LATE[0])
    await setup.quiet()
    night = await setup.nights.get(night.id)
    assert [each.person for each in waiting_now(night)] == [LATE[1].id], "who plays waits"
    await setup.play_out(table)
    await setup.quiet()
    night = await setup.nights.get(night.id)
    assert [each.person for each in waiting_now(night)] == [LATE[1].id], "who has played waits"
    guests, _sizes = await setup.round_runner.waiting(night)
    assert [each.person for each in guests] == [LATE[1].id]


async def test_who_had_the_same_seat_one_after_the_other_have_not_met(setup: Setup) -> None:
    """Nor has whoever had left before the other came: until they are back."""
    night = await setup.at_doors(await setup.announced(game="donburiko"), *people(3))
    table, *_others = await setup.dealt(night)
    first, second, third = (Person(seat.person, seat.name) for seat in table.seats)
    verbs = TableVerbs(setup.tables, History(setup.tables))

    async def met() -> set[tuple[int, int]]:
        await setup.quiet()
        (seated,) = (await setup.nights.get(night.id)).dealt[0].seating.seated.tables
        return pairs_at(seated) - {*combinations(sorted(seated.people), 2)}

    for each in (first, second):
        await verbs.leave(table.id, each)
    await verbs.replace(table.id, LATE[0], 0)
    assert await met() == {(third.id, LATE[0].id)}
    await verbs.back(table.id, second)
    await verbs.leave(table.id, third)
    await verbs.replace(table.id, LATE[1], 2)
    assert await met() == {
        *((one.id, LATE[0].id) for one in (second, third)),
        (second.id, LATE[1].id),
        (LATE[0].id, LATE[1].id),
    }


async def test_it_is_for_who_leads_and_for_the_round_that_is_played(setup: Setup) -> None:
    night = await setup.at_doors(await setup.announced(), *people(4))
    with pytest.raises(Trouble, match="No round"):
        await setup.round_runner.seat_waiting(night.id, setup.press())
    tables = await setup.dealt(night)
    await setup.guests(night, *LATE, rule=press_here)
    with refused_with(NOT_LEADING):
        await setup.round_runner.seat_waiting(night.id, setup.press(LATE[0]), 1)
    with refused_with(CHANGED_MEANWHILE):
        await setup.round_runner.seat_waiting(night.id, setup.press(), 2)
    for table in tables:
        await setup.play_out(table)
    with refused_with(CHANGED_MEANWHILE):
        await setup.round_runner.seat_waiting(night.id, setup.press(), 1)


async def test_on_a_night_that_runs_by_itself_it_is_dealt_by_itself(setup: Setup) -> None:
    """Once for those who wait, also if none of them takes a seat that is free for minutes."""
    setup.tables.add_game(KORPOKKUR)
    night = await setup.at_doors(await setup.announced(game="korpokkur"), *people(8))
    await setup.nights.change(night.id, setup.press(), edit(pilot="auto"))
    tables = await setup.dealt(night)
    night = await setup.guests(night, *LATE, rule=press_here)
    setup.time += LONG_WAITED
    verbs, left = TableVerbs(setup.tables, History(setup.tables)), tables[0].seats[1]
    await verbs.leave(tables[0].id, Person(left.person, left.name))
    await setup.round_runner.free_seats.settled()
    await setup.timer.due_timer.round()
    assert len(await setup.dealt_now(night)) == len(tables), "a seat is offered to them"
    setup.time += LONG_WAITED
    for _twice in range(2):
        await setup.timer.due_timer.round()
    found = await setup.dealt_now(night)
    assert len(found) == len(tables) + 1, "they aren't dealt a table, or more than one"
    assert {seat.person for seat in found[-1].seats} == {each.id for each in LATE}


async def test_a_late_table_is_dealt_short_if_its_game_can_be(setup: Setup) -> None:
    """From half the round's minutes on; a game without a short variant is dealt as always."""
    setup.tables.add_game(KORPOKKUR)
    for key, short in (("korpokkur", True), ("donburiko", False)):
        night = await setup.at_doors(await setup.announced(game=key), *people(6))
        tables = await setup.dealt(night)
        minutes = setup.tables.games[key].info.minutes
        night = await setup.guests(night, *LATE, rule=press_here)
        setup.time += minutes * 30 - 1
        assert not setup.round_runner.short_now(night), "it is early"
        setup.time += 1
        night = await setup.round_runner.seat_waiting(night.id, setup.press(), 1)
        await setup.quiet()
        assert [each.short for each in night.dealt[0].seating.seated.tables][-1] == short
        found = await setup.nights.reader.tables_of(night)
        info = setup.tables.games[key].info
        for (_round, number), table in found.items():
            late = short and number == len(tables) + 1
            assert table.options == (info.short if late else info.variants[0]), f"table {number}"
