"""A seat that somebody has left at a running table is offered to those who wait, at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.nights.announcing import edit
from bot.nights.guest_presses import mark_not_here, press_here, press_home
from bot.nights.minded_seats import may_be_lost
from bot.nights.more_tables import LONG_WAITED
from bot.nights.night import Night, Rule
from bot.nights.night_json import post_of
from bot.nights.standing_posts import holds
from bot.tables.clock import MINUTE
from bot.tables.history import History
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import SeatTaken
from cogs.kirifuda.rules import GAME as KIRIFUDA
from tests.nights.setup import HOST, Setup, people
from tests.only import first
from tests.refusal import refused_with

LATE = Person(300, "Kim")


async def playing(setup: Setup) -> tuple[Night, Table]:
    """Deal a round on a night that runs by itself; return it and a table without its host."""
    night = await setup.at_doors(await setup.announced(), *people(8))
    await setup.nights.change(night.id, setup.press(), edit(pilot="auto"))
    tables = await setup.dealt(night)
    table = first([each for each in tables if not each.sits(HOST.id)], "a table")
    return await setup.nights.get(night.id), table


async def offered(setup: Setup, night: Night) -> list[list[int]]:
    """Return who is told of free seats, post by post that holds."""
    await setup.round_runner.free_seats.settled()
    night = await setup.nights.get(night.id)
    posts = [post_of(row) for row in await setup.nights.store.standing(night.id)]
    found = [each for each in posts if each.kind == "vacant" and holds(night, each) == "yes"]
    return [[*each.people] for each in found]


def verbs(setup: Setup) -> TableVerbs:
    """Return what people do at tables."""
    return TableVerbs(setup.tables, History(setup.tables))


@pytest.mark.parametrize("first_comes", [True, False])
async def test_who_waits_is_called_to_a_seat_that_is_left(setup: Setup, first_comes: bool) -> None:
    night, table = await playing(setup)
    left = Person(table.seats[1].person, table.seats[1].name)
    if first_comes:
        await setup.guests(night, LATE, rule=press_here)
        assert await offered(setup, night) == [], "no seat is free"
    await verbs(setup).leave(table.id, left)
    if not first_comes:
        assert await offered(setup, night) == [], "nobody waits"
        await setup.guests(night, LATE, rule=press_here)
    assert await offered(setup, night) == [[LATE.id]]
    (seat,) = (await setup.nights.get(night.id)).free_seats
    assert (seat.table, seat.number, seat.seat) == (table.id, table.night_table, 1)
    setup.time += 60
    await setup.timer.ring(night.id)
    assert await offered(setup, night) == [[LATE.id]], "called twice"
    await verbs(setup).replace(table.id, LATE, 1)
    await setup.quiet()
    assert await offered(setup, night) == [], "a seat that is taken is still offered"


async def test_the_seat_of_a_computer_is_free_for_who_comes_late(setup: Setup) -> None:
    """With its moves so far; unlike one that somebody has left, it is there from the deal on."""
    setup.tables.add_game(KIRIFUDA)
    night = await setup.at_doors(await setup.announced(game="kirifuda"), *people(5))
    tables = await setup.dealt(night)
    assert await offered(setup, night) == [], "nobody waits"
    table = first([each for each in tables if each.computers()], "a table with a computer")
    number = table.seats.index(table.computers()[0])
    await setup.guests(night, LATE, rule=press_here)
    assert await offered(setup, night) == [[LATE.id]]
    others = [each for each in table.seats if each.person > 0]
    for away in others:
        with refused_with(SeatTaken.text):
            await verbs(setup).replace(table.id, LATE, table.seats.index(away))
    await verbs(setup).replace(table.id, LATE, number)
    await setup.quiet()
    assert await offered(setup, night) == [] and table.seats[number].here
    await setup.play_out(table)
    rows = await setup.tables.store.results.of_night(night.id)
    assert LATE.id in {row.person for row in rows}, "who played all of it has no points"


async def test_no_other_seat_of_a_computer_is_free(setup: Setup) -> None:
    """Off nights, turn by turn, and where computers finish the game."""
    setup.tables.add_game(KIRIFUDA)
    night = await setup.at_doors(await setup.announced(game="kirifuda"), *people(5))
    tables = await setup.dealt(night)
    table = first([each for each in tables if each.computers()], "a table with a computer")
    assert table.free()
    for fields in ({"night_id": None}, {"pace": "days"}):
        assert not replace(table, **fields).free(), fields
    await setup.round_runner._night_verbs.play_out(table.id, HOST)
    assert not table.free()
    await setup.guests(night, LATE, rule=press_here)
    assert await offered(setup, night) == []


async def test_who_comes_back_to_their_seat_is_here_whatever_a_host_marked(setup: Setup) -> None:
    """Until a host marks them again, who knows better then."""
    night, table = await playing(setup)
    person = Person(table.seats[1].person, table.seats[1].name)
    await setup.round_runner._night_verbs.put_away(table.id, HOST, person.id)
    await setup.nights.change(night.id, setup.press(), mark_not_here(person.id))
    await verbs(setup).back(table.id, person)
    await setup.quiet()
    found = (await setup.nights.get(night.id)).guests.find(person.id)
    assert found is not None and found.here, "who plays is said not to be here"
    await setup.nights.change(night.id, setup.press(), mark_not_here(person.id))
    setup.round_runner.dealer.deal(night.id)
    await setup.quiet()
    found = (await setup.nights.get(night.id)).guests.find(person.id)
    assert found is not None and not found.here, "what a host marks is undone"


async def test_who_went_home_and_comes_back_to_their_seat_is_here_again(setup: Setup) -> None:
    night, table = await playing(setup)
    person = Person(table.seats[1].person, table.seats[1].name)
    await setup.guests(night, person, rule=press_home)
    await setup.round_runner._night_verbs.put_away(table.id, HOST, person.id)
    await verbs(setup).back(table.id, person)
    await setup.quiet()
    found = (await setup.nights.get(night.id)).guests.find(person.id)
    assert found is not None and found.here, "who is back at the table is said to have gone home"


async def test_each_who_waits_is_told_of_each_seat_once(setup: Setup) -> None:
    night, table = await playing(setup)
    other = Person(301, "Lea")
    await setup.guests(night, LATE, rule=press_here)
    for number in (1, 2):
        seat = table.seats[number]
        await verbs(setup).leave(table.id, Person(seat.person, seat.name))
        assert await offered(setup, night) == [[LATE.id]] * number
    await setup.guests(night, other, rule=press_here)
    assert await offered(setup, night) == [[LATE.id], [LATE.id], [other.id]]
    seat = table.seats[1]
    await verbs(setup).back(table.id, Person(seat.person, seat.name))
    assert len(await offered(setup, night)) == 2, "one post tells of no seat but that"


@pytest.mark.parametrize(
    ("gone", "over"), [("home", False), ("not here", False), ("not here", True)]
)
async def test_who_has_gone_and_is_away_leaves_their_seat(
    setup: Setup, gone: str, over: bool
) -> None:
    """And isn't back because the game is played to its end without them."""
    night, table = await playing(setup)
    await setup.guests(night, LATE, rule=press_here)
    person = Person(table.seats[1].person, table.seats[1].name)
    if gone == "home":
        await setup.guests(night, person, rule=press_home)
        assert await offered(setup, night) == [], "they may play it out"
        await setup.round_runner._night_verbs.put_away(table.id, HOST, person.id)
    else:
        await setup.round_runner._night_verbs.put_away(table.id, HOST, person.id)
        assert await offered(setup, night) == [], "who is only away may come back"
        await setup.nights.change(night.id, setup.press(), mark_not_here(person.id))
    assert await offered(setup, night) == [[LATE.id]]
    assert table.seats[1].free and table.seats[1].person == person.id
    if over:
        for each in (await setup.nights.reader.tables_of(night)).values():
            found = await setup.tables.get(each.id)
            found.become(replace(found, phase="finished"))
        setup.round_runner.dealer.deal(night.id)
        await setup.quiet()
        night = await setup.nights.get(night.id)
        guest = night.guests.find(person.id)
        assert night.playing is None and guest is not None and not guest.here, "back by nobody"
        return
    await verbs(setup).back(table.id, person)
    assert await offered(setup, night) == [], "whoever is back has their seat"


async def vanishes(setup: Setup, table: Table, number: int) -> Person:
    """Let the time of somebody at a table run out, so that a computer plays for them."""
    async with setup.tables.held(table.id) as held:
        seats = [*held.seats]
        seats[number] = seats[number].gone_away(held.step(), held.revision)
        await setup.tables.change(held, seats=seats)
    await setup.round_runner.free_seats.settled()
    return Person(table.seats[number].person, table.seats[number].name)


async def after(setup: Setup, night: Night, seconds: int) -> list[list[int]]:
    """Let time go by; return who is told of free seats then."""
    setup.time += seconds
    await setup.timer.due_timer.round()
    return await offered(setup, night)


@pytest.mark.parametrize("pilot", ["host", "helper", "auto"])
async def test_a_seat_that_a_computer_has_minded_for_long_goes_to_who_waits(
    setup: Setup, pilot: str
) -> None:
    """As one that was left; whoever vanished may take it back until somebody has taken it."""
    night, table = await playing(setup)
    await setup.nights.change(night.id, setup.press(), edit(pilot=pilot))
    person = await vanishes(setup, table, 1)
    assert await after(setup, night, LONG_WAITED) == [] and table.seats[1].away, "nobody waits"
    await vanishes(setup, table, 2)
    await setup.guests(night, LATE, rule=press_here)
    assert await offered(setup, night) == [[LATE.id]], "a computer plays on while somebody waits"
    free = [number for number, seat in enumerate(table.seats) if seat.free]
    assert free == [1], "more seats are lost than somebody waits for, or another first"
    guest = (await setup.nights.get(night.id)).guests.find(person.id)
    assert guest is not None and not guest.here, "who vanished is dealt in again"
    await verbs(setup).back(table.id, person)
    await setup.quiet()
    assert await offered(setup, night) == [], "who is back has lost their seat"
    guest = (await setup.nights.get(night.id)).guests.find(person.id)
    assert guest is not None and guest.here, "who is back is said not to be here"
    assert await after(setup, night, LONG_WAITED) == [[LATE.id]] and table.seats[2].free


@pytest.mark.parametrize(("stopped", "away"), [(30, 0), (100, 0), (LONG_WAITED, LONG_WAITED)])
async def test_who_vanishes_keeps_their_seat_until_the_time_that_was_told(
    setup: Setup, stopped: int, away: int
) -> None:
    """Also where the bot was down before it; if it was so at that time, as much longer, as they
    couldn't come back then. The thread is told, and whoever waits reads the same on their page.
    """
    night, table = await playing(setup)
    await setup.guests(night, LATE, rule=press_here)
    await vanishes(setup, table, 1)
    until = int(setup.time) + LONG_WAITED
    setup.time += 60
    since, setup.time = int(setup.time), setup.time + stopped
    setup.round_runner.free_seats._lost_at.clear()
    await setup.timer.start(since)
    await setup.timer.close()
    assert await offered(setup, night) == [], "a stop of the bot counts"
    soon = [*may_be_lost(await setup.nights.get(night.id), [table], int(setup.time))]
    assert soon == [(table, 1, until + away)], "another time than was told"
    told = [e for e in await setup.nights.store.unsent(night.id) if e.kind == "offline"]
    assert len(told) == (stopped > MINUTE), "a restart is told, or a long stop isn't"
    later = [json.loads(each.details)["minded"] for each in told]
    assert later == [[[table.id, until + away]] if away else []] * len(told)
    assert await after(setup, night, int(until + away - setup.time) - 1) == [], "it is lost early"
    assert await after(setup, night, 1) == [[LATE.id]]


async def test_a_host_frees_no_seat_where_they_play_by_saying_who_is_gone(setup: Setup) -> None:
    night, _table = await playing(setup)
    tables = (await setup.nights.reader.tables_of(night)).values()
    table = first([each for each in tables if each.sits(HOST.id)], "the host's table")
    other = first([each for each in table.seats if each.person != HOST.id], "another")
    async with setup.tables.held(table.id) as held:
        seats = [
            each.gone_away(held.step(), held.revision) if each is other else each
            for each in held.seats
        ]
        await setup.tables.change(held, seats=seats)
    await setup.guests(night, LATE, rule=press_here)
    await setup.nights.change(night.id, setup.press(), mark_not_here(other.person))
    assert await offered(setup, night) == []


@pytest.mark.parametrize(
    ("how", "by"), [("left", "Kim"), ("a leader", "Kim"), ("taken off", ""), ("home", None)]
)
async def test_whose_seat_goes_to_another_is_told_once(
    setup: Setup, how: str, by: str | None
) -> None:
    """By a post that calls them: they aren't there to read it elsewhere; not who went home."""
    night, table = await playing(setup)
    person = Person(table.seats[1].person, table.seats[1].name)
    await setup.guests(night, LATE, rule=press_here)
    if how == "home":
        await setup.guests(night, person, rule=press_home)
    if how in ("left", "home"):
        await verbs(setup).leave(table.id, person)
    if how == "taken off":
        await verbs(setup).kick(table.id, HOST, "night", 1)
    elif how == "a leader":
        put = setup.round_runner._night_verbs.seat_person
        await setup.round_runner._night_verbs.put_away(table.id, HOST, person.id)
        await put(table.id, HOST, 1, LATE)
    else:
        await verbs(setup).replace(table.id, LATE, 1)
    for _twice in range(2):
        setup.round_runner.free_seats.look(night.id)
        await setup.quiet()
        await setup.round_runner.free_seats.settled()
    night = await setup.nights.get(night.id)
    posts = [post_of(each) for each in await setup.nights.store.standing(night.id)]
    found = [each for each in posts if each.kind == "lost"]
    details = {"round": 1, "table": table.night_table, "by": by, "start": 0}
    told = [] if by is None else [((person.id,), details)]
    assert [(each.people, dict(each.details, start=0)) for each in found] == told
    assert [holds(night, each) for each in found] == ["yes"] * len(told)
    await setup.guests(night, person, rule=press_home)
    night = await setup.nights.get(night.id)
    assert "yes" not in [holds(night, each) for each in found], "who goes home is still told"


@pytest.mark.parametrize("answer", [press_here, press_home])
@pytest.mark.parametrize("break_", [True, False])
async def test_who_is_marked_gone_in_a_break_is_asked_back_by_a_post(
    setup: Setup, break_: bool, answer: Callable[[], Rule]
) -> None:
    """What was posted as the round ended calls nobody by an edit."""
    night, table = await playing(setup)
    person = table.seats[1].person
    if break_:
        for each in (await setup.nights.reader.tables_of(night)).values():
            await setup.play_out(each)
    await setup.nights.change(night.id, setup.press(), mark_not_here(person))
    posts = [each for each in await setup.nights.store.unsent(night.id) if each.kind == "back"]
    assert [json.loads(each.people) for each in posts] == [[person]] * break_
    night = await setup.nights.get(night.id)
    assert [holds(night, post_of(each)) for each in posts] == ["yes"] * break_
    night = await setup.nights.answer(night.id, setup.press(Person(person, "P")), answer())
    assert [holds(night, post_of(each)) for each in posts] == ["no"] * break_
    assert night.left_out == (), "who has answered is asked on"
