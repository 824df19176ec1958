"""Somebody is forgotten: their seats go to computers, and nothing names them any more."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.nights.announcing import publish
from bot.nights.forgetting import Forgetting
from bot.nights.night import Night
from bot.nights.rounds import start_all
from bot.tables.history import History
from bot.tables.new_table import NewTable
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import WasForgotten
from storage.former_players import is_former
from tests.nights.house import GUILD, HOST, House

QUINN = Person(812_345_678_901_234_567, "Quinn")
OTHERS = [Person(QUINN.id + number, f"P{number}") for number in range(1, 6)]


def verbs(house: House) -> TableVerbs:
    return TableVerbs(house.tables, History(house.tables))


async def forget(house: House, person: Person = QUINN) -> None:
    """Forget somebody, and see that nothing names them any more, in memory or on disk."""
    forgetting = Forgetting(house.nights, verbs(house))
    assert await forgetting.forget(person.id, {person.name})
    store = house.tables.store
    assert (await store.tables_naming(person.id), await store.nights_naming(person.id)) == ((), ())
    own = await store.own_rows(person.id)
    assert not any(own.values()), "something is still kept"


async def game(house: House, *people: Person, **more: Any) -> Table:
    """Begin a game of Donburiko! with these people."""
    house.interaction += 10
    table = await house.lobby_verbs.open(
        NewTable(
            game_key="donburiko",
            guild_id=GUILD,
            channel_id=2,
            person=people[0],
            options=house.tables.games["donburiko"].Options(),
            interaction_id=house.interaction,
            language="en",
            **more,
        )
    )
    for person in people[1:]:
        await house.lobby_verbs.join(table.id, person)
    return await house.lobby_verbs.start(table.id, people[0], house.interaction + 1)


async def test_a_game_goes_on_and_nobody_comes_back_to_other_cards(house: House) -> None:
    """Whoever was forgotten may not sit down there again; anybody else may take the seat."""
    table = await game(house, QUINN, *OTHERS[:2])
    await verbs(house).leave(table.id, OTHERS[1])
    await forget(house)
    table = await house.tables.get(table.id)
    assert [seat.level is None for seat in table.seats] == [False, True, True]
    assert table.host == OTHERS[0].id, "nobody is host any more"
    assert await verbs(house).seats_open_to(table, QUINN) == ()
    for seat in (0, 2):
        with pytest.raises(WasForgotten):
            await verbs(house).replace(table.id, QUINN, seat)
    assert await verbs(house).seats_open_to(table, OTHERS[3]) == (0, 2)
    await verbs(house).replace(table.id, OTHERS[3], 0)


async def test_a_finished_game_keeps_its_result_and_can_be_checked(house: House) -> None:
    """All but the code of its start, which was made of everybody's ids."""
    table = await game(house, QUINN, *OTHERS[:2])
    await house.play_out(table)
    before = await house.tables.store.results(table.id)
    await forget(house)
    after = await house.tables.store.results(table.id)
    assert [(row.points, row.place, row.score) for row in after] == [
        (row.points, row.place, row.score) for row in before
    ]
    assert [is_former(row.person) for row in after] == [True, False, False]
    assert await History(house.tables).verify(table.id) is None
    table = await house.tables.get(table.id)
    assert is_former(table.seats[0].person) and table.seats[0].name == ""


async def test_what_is_saved_at_the_same_moment_names_nobody(house: House) -> None:
    """Somebody was changing the table, with all names in memory, while they were forgotten."""
    table = await game(house, QUINN, *OTHERS[:2])
    await house.play_out(table)
    store = house.tables.store
    async with house.tables.held(table.id) as held:
        forgetting = asyncio.create_task(forget(house))
        while await store.tables_naming(QUINN.id):
            await asyncio.sleep(0.001)
        await house.tables.change(held, played_out=True)
        assert await store.tables_naming(QUINN.id), "the change didn't write anything anew"
    await forgetting


async def test_a_guest_is_off_the_list_and_the_proposal(house: House) -> None:
    """The others are seated without them; a draft of theirs goes."""
    draft = await house.draft(host=QUINN)
    night = await house.at_doors(await house.announced(), QUINN, *OTHERS)
    night = await house.round_runner.seat(night.id, house.press(), revision=None)
    assert night.proposal is not None
    await forget(house)
    night = await house.nights.get(night.id)
    assert night.proposal is None, "somebody is proposed who isn't there any more"
    assert QUINN.id not in {guest.person for guest in night.guests.guests}
    assert await house.nights.store.night(draft.id) is None, "the draft is still there"
    tables = await house.dealt(night)
    assert sum(len(table.seats) for table in tables) >= len(OTHERS)


async def test_a_round_that_is_being_dealt_has_a_computer_in_their_place(house: House) -> None:
    """The bot died before it had opened the tables, and they were forgotten before it went on."""
    night = await house.at_doors(await house.announced(), QUINN, *OTHERS)
    night = await house.round_runner.seat(night.id, house.press(), revision=None)
    press = house.press()
    night = await house.nights.change(night.id, press, start_all(), revision=night.row.revision)
    seated = sum(len(table.people) for table in seating(night))
    await forget(house)
    night = await house.nights.get(night.id)
    house.round_runner.deal(night.id)
    await house.quiet()
    tables = await house.nights.tables_of(night)
    seats = [seat for table in tables.values() for seat in table.seats]
    assert len(seats) == seated
    assert sum(seat.level is not None for seat in seats) == 1, "nobody plays for them"
    assert all(table.seat_of(table.host) is not None for table in tables.values())
    for table in tables.values():
        await house.play_out(table)
    assert (await house.nights.get(night.id)).playing is None, "the round doesn't end"


def seating(night: Night) -> tuple[Any, ...]:
    """Return the tables of the round that is played."""
    assert night.playing is not None
    return night.playing.seating.seated.tables


async def test_a_night_goes_on_without_its_host(house: House) -> None:
    """Whoever may lead any night of the server leads it."""
    draft = await house.draft(host=QUINN)
    night = await house.nights.change(draft.id, house.press(QUINN, leads=True), publish())
    night = await house.guests(night, *OTHERS)
    await forget(house)
    night = await house.nights.get(night.id)
    assert is_former(night.row.host) and night.row.state == "open"
    assert len(night.guests.guests) == len(OTHERS)
    assert HOST.id != night.row.host
