"""Somebody is forgotten: their seats go to computers, and nothing names them any more."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.nights.announcing import publish
from bot.nights.forgetting import Forgetting
from bot.nights.night import Night
from bot.nights.proposals import start_all
from bot.tables.history import History
from bot.tables.seat import Person
from bot.tables.table import NewTable, Table
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import WAS_FORGOTTEN
from storage.former_players import is_former
from tests.nights.setup import GUILD, HOST, Setup
from tests.refusal import refused_with
from tests.storage.traces import columns_with

QUINN = Person(812_345_678_901_234_567, "Quinn")
OTHERS = [Person(QUINN.id + number, f"P{number}") for number in range(1, 6)]


def verbs(setup: Setup) -> TableVerbs:
    return TableVerbs(setup.tables, History(setup.tables))


async def forget(setup: Setup, person: Person = QUINN) -> None:
    """Forget somebody, and see that nothing names them any more, in memory or on disk."""
    forgetting = Forgetting(setup.nights, verbs(setup))
    assert await forgetting.forget(person.id, {person.name}), (
        f"traces of {person.name} are left in the file"
    )
    store = setup.tables.store
    assert (
        await store.privacy.tables_naming(person.id),
        await store.privacy.nights_naming(person.id),
    ) == (
        (),
        (),
    ), "somebody is still named after being forgotten"
    own = await store.privacy.own_rows(person.id)
    assert not any(own.values()), "something is still kept"


async def game(setup: Setup, *people: Person, **more: Any) -> Table:
    """Begin a game of Donburiko! with these people."""
    setup.interaction += 10
    table = await setup.lobby_verbs.open(
        NewTable(
            game_key="donburiko",
            guild_id=GUILD,
            channel_id=2,
            person=people[0],
            options=setup.tables.games["donburiko"].Options(),
            interaction_id=setup.interaction,
            language="en",
            **more,
        )
    )
    for person in people[1:]:
        await setup.lobby_verbs.join(table.id, person)
    return await setup.lobby_verbs.start(table.id, people[0], setup.interaction + 1)


async def test_a_game_goes_on_and_nobody_comes_back_to_other_cards(setup: Setup) -> None:
    """Whoever was forgotten may not sit down there again; anybody else may take the seat."""
    table = await game(setup, QUINN, *OTHERS[:2])
    await verbs(setup).leave(table.id, OTHERS[1])
    await forget(setup)
    table = await setup.tables.get(table.id)
    assert [seat.level is None for seat in table.seats] == [False, True, True]
    assert table.host == OTHERS[0].id, "nobody is host any more"
    assert (await verbs(setup).seats_open_to(table, QUINN))[0] == ()
    for seat in (0, 2):
        with refused_with(WAS_FORGOTTEN):
            await verbs(setup).replace(table.id, QUINN, seat)
    assert await verbs(setup).seats_open_to(table, OTHERS[3]) == ((0, 2), None)
    await verbs(setup).replace(table.id, OTHERS[3], 0)


async def test_a_finished_game_keeps_its_result_and_can_be_checked(setup: Setup) -> None:
    """All but the code of its start, which was made of everybody's ids."""
    table = await game(setup, QUINN, *OTHERS[:2])
    await setup.play_out(table)
    before = await setup.tables.store.results.of_table(table.id)
    await forget(setup)
    after = await setup.tables.store.results.of_table(table.id)
    assert [(row.points, row.place, row.score) for row in after] == [
        (row.points, row.place, row.score) for row in before
    ]
    assert [is_former(row.person) for row in after] == [True, False, False]
    assert await History(setup.tables).verify(table.id) is None
    table = await setup.tables.get(table.id)
    assert is_former(table.seats[0].person) and table.seats[0].name == ""


async def test_what_is_saved_at_the_same_moment_names_nobody(setup: Setup) -> None:
    """Somebody was changing the table, with all names in memory, while they were forgotten."""
    table = await game(setup, QUINN, *OTHERS[:2])
    await setup.play_out(table)
    store = setup.tables.store
    async with setup.tables.held(table.id) as held:
        forgetting = asyncio.create_task(forget(setup))
        while await store.privacy.tables_naming(QUINN.id):
            await asyncio.sleep(0.001)
        await setup.tables.change(held, played_out=True)
        assert await store.privacy.tables_naming(QUINN.id), "the change didn't write anything anew"
    await forgetting


async def test_a_move_at_the_same_moment_writes_nobody_down_anew(setup: Setup) -> None:
    """A computer has the seat by then; in memory it still says who had it first."""
    table = await game(setup, QUINN, *OTHERS[:2])
    await verbs(setup).leave_for_good(table.id, QUINN)
    store = setup.tables.store
    async with setup.tables.held(table.id) as held:
        forgetting = asyncio.create_task(forget(setup))
        while await store.privacy.tables_naming(QUINN.id):
            await asyncio.sleep(0.001)
        await setup.tables.change(held, pace="days")
        assert columns_with(setup.database.path, QUINN.id), "the change didn't write anything anew"
    await forgetting
    assert columns_with(setup.database.path, QUINN.id) == [], (
        "the change has written down anew who was forgotten"
    )


async def test_a_guest_is_off_the_list_and_the_proposal(setup: Setup) -> None:
    """The others are seated without them; a draft of theirs goes."""
    draft = await setup.draft(host=QUINN)
    night = await setup.at_doors(await setup.announced(), QUINN, *OTHERS)
    night = await setup.round_runner.seat(night.id, setup.press())
    assert night.proposal is not None
    await forget(setup)
    night = await setup.nights.get(night.id)
    assert night.proposal is None, "somebody is proposed who isn't there any more"
    assert QUINN.id not in {guest.person for guest in night.guests.guests}
    assert await setup.nights.store.night(draft.id) is None, "the draft is still there"
    tables = await setup.dealt(night)
    assert sum(len(table.seats) for table in tables) >= len(OTHERS)


async def test_a_round_that_is_being_dealt_has_a_computer_in_their_place(setup: Setup) -> None:
    """The bot died before it had opened the tables, and they were forgotten before it went on."""
    night = await setup.at_doors(await setup.announced(), QUINN, *OTHERS)
    night = await setup.round_runner.seat(night.id, setup.press())
    press = setup.press()
    night = await setup.nights.change(night.id, press, start_all())
    seated = sum(len(table.people) for table in seating(night))
    await forget(setup)
    night = await setup.nights.get(night.id)
    setup.round_runner.dealer.deal(night.id)
    await setup.quiet()
    tables = await setup.nights.reader.tables_of(night)
    seats = [seat for table in tables.values() for seat in table.seats]
    assert len(seats) == seated
    assert sum(seat.level is not None for seat in seats) == 1, "nobody plays for them"
    assert all(table.seat_of(table.host) is not None for table in tables.values())
    for table in tables.values():
        await setup.play_out(table)
    assert (await setup.nights.get(night.id)).playing is None, "the round doesn't end"


def seating(night: Night) -> tuple[Any, ...]:
    """Return the tables of the round that is played."""
    assert night.playing is not None, "no round is being played"
    return night.playing.seating.seated.tables


async def test_a_night_goes_on_without_its_host(setup: Setup) -> None:
    """Whoever may lead any night of the server leads it."""
    draft = await setup.draft(host=QUINN)
    night = await setup.nights.change(draft.id, setup.press(QUINN, leads=True), publish())
    night = await setup.guests(night, *OTHERS)
    assert night.host_name == QUINN.name, "a host who doesn't play has no name"
    await forget(setup)
    night = await setup.nights.get(night.id)
    assert is_former(night.row.host) and night.row.state == "open"
    assert night.host_name == "", "who was forgotten is still named"
    assert len(night.guests.guests) == len(OTHERS)
    assert HOST.id != night.row.host
