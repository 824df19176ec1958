"""Asking to be let in at a table that is by invitation: once each, answered by its host alone."""

from __future__ import annotations

import pytest

from bot.tables.asking_in import MOST_ASKING, NOT_ASKING, AskingIn
from bot.tables.history import History
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import HOST_ONLY, NOT_INVITED, TAKEN_OFF, Blocked, Trouble
from storage.asking_in_store import AskerRow
from tests.refusal import refused_with
from tests.tables.conftest import ADA, BOB, CLEO, DAI, EMI, Setup, open_setup


@pytest.fixture
def asking_in(setup: Setup) -> AskingIn:
    """Return who lets people ask."""
    return AskingIn(setup.tables, setup.lobby_verbs)


async def by_invitation(setup: Setup, *people: Person) -> Table:
    """Open a table, seat people, and let nobody else come who isn't invited."""
    table = await setup.lobby(*people)
    return await setup.lobby_verbs.choose(table.id, people[0].id, closed=True)


async def test_who_is_let_in_has_a_seat_and_may_come_back(
    setup: Setup, asking_in: AskingIn
) -> None:
    table = await by_invitation(setup, ADA)
    await asking_in.ask(table.id, BOB)
    assert table.face().asking == (BOB,), "nobody sees that somebody asks"
    with refused_with(HOST_ONLY):
        await asking_in.let_in(table.id, BOB.id, BOB.id, setup.next_interaction())
    _table, seated = await asking_in.let_in(table.id, ADA.id, BOB.id, setup.next_interaction())
    assert seated and [seat.person for seat in table.seats] == [ADA.id, BOB.id]
    assert table.face().asking == ()
    with refused_with(NOT_ASKING):
        await asking_in.let_in(table.id, ADA.id, BOB.id, setup.next_interaction())
    await setup.lobby_verbs.leave(table.id, BOB.id)
    await setup.lobby_verbs.join(table.id, BOB)


async def test_who_is_turned_down_cannot_tell_it_from_waiting(
    setup: Setup, asking_in: AskingIn
) -> None:
    """They may ask again as often as they like: it changes nothing, and the host sees nothing."""
    table = await by_invitation(setup, ADA)
    await asking_in.ask(table.id, BOB)
    await asking_in.ask(table.id, CLEO)
    await asking_in.turn_down(table.id, ADA.id, BOB.id)
    assert table.face().asking == (CLEO,)
    assert table.face().have_asked == (BOB, CLEO), "others see who was turned down"
    revision = table.revision
    for person in (BOB, CLEO):
        await asking_in.ask(table.id, person)
        assert table.has_asked(person.id)
        with refused_with(NOT_INVITED):
            await setup.lobby_verbs.join(table.id, person)
    assert table.revision == revision, "somebody who has asked before has changed something"
    await setup.database.close()
    again = await open_setup(setup.path)
    table = await again.tables.get(table.id)
    assert (table.face().asking, table.face().have_asked) == ((CLEO,), (BOB, CLEO)), "not kept"
    await again.database.close()


async def test_where_all_seats_are_taken_who_is_let_in_is_invited(
    setup: Setup, asking_in: AskingIn
) -> None:
    table = await by_invitation(setup, ADA)
    await asking_in.ask(table.id, BOB)
    for person in (CLEO, DAI, EMI):
        await setup.lobby_verbs.invite(table.id, ADA.id, [person.id])
        await setup.lobby_verbs.join(table.id, person)
    _table, seated = await asking_in.let_in(table.id, ADA.id, BOB.id, setup.next_interaction())
    assert not seated and len(table.seats) == 4
    assert table.invites(BOB.id) and table.face().asking == ()
    await setup.lobby_verbs.leave(table.id, EMI.id)
    await setup.lobby_verbs.join(table.id, BOB)


async def test_with_the_last_seat_the_game_begins_if_that_was_chosen(
    setup: Setup, asking_in: AskingIn
) -> None:
    table = await by_invitation(setup, ADA)
    await setup.lobby_verbs.choose(table.id, ADA.id, start_when_full=True)
    for person in (BOB, CLEO, DAI):
        await asking_in.ask(table.id, person)
    for person in (BOB, CLEO, DAI):
        pressed = setup.next_interaction()
        await asking_in.let_in(table.id, ADA.id, person.id, pressed)
    assert (table.phase, table.started_by) == ("playing", pressed)
    assert [seat.person for seat in table.seats] == [each.id for each in (ADA, BOB, CLEO, DAI)]


async def test_who_cannot_come_cannot_ask(setup: Setup, asking_in: AskingIn) -> None:
    table = await by_invitation(setup, ADA, BOB)
    verbs = TableVerbs(setup.tables, History(setup.tables))
    await verbs.kick(table.id, ADA, "host", 1)
    with refused_with(TAKEN_OFF):
        await asking_in.ask(table.id, BOB)
    await setup.tables.servers.block(1, CLEO.id, ADA.id)
    with pytest.raises(Blocked):
        await asking_in.ask(table.id, CLEO)
    with pytest.raises(Trouble, match="already have a seat"):
        await asking_in.ask(table.id, ADA)
    await setup.lobby_verbs.invite(table.id, ADA.id, [DAI.id])
    with pytest.raises(Trouble, match=r"press \*\*Join"):
        await asking_in.ask(table.id, DAI)
    assert table.face().asking == ()
    # Whoever is blocked while they wait isn't let in.
    await asking_in.ask(table.id, EMI)
    await setup.tables.servers.block(1, EMI.id, ADA.id)
    with pytest.raises(Trouble, match="can't take part"):
        await asking_in.let_in(table.id, ADA.id, EMI.id, setup.next_interaction())
    assert len(table.seats) == 1


async def test_an_open_table_needs_no_asking(setup: Setup, asking_in: AskingIn) -> None:
    """Nor does one that begins: who still waited then is on no page any more."""
    table = await by_invitation(setup, ADA, BOB)
    await asking_in.ask(table.id, CLEO)
    await setup.lobby_verbs.choose(table.id, ADA.id, closed=False)
    assert table.face().asking == ()
    with refused_with(NOT_ASKING):
        await asking_in.turn_down(table.id, ADA.id, CLEO.id)
    await setup.lobby_verbs.choose(table.id, ADA.id, closed=True)
    await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    assert table.face().asking == ()
    with pytest.raises(Trouble, match="already begun"):
        await asking_in.ask(table.id, DAI)


async def test_only_so_many_wait_at_once(setup: Setup, asking_in: AskingIn) -> None:
    table = await by_invitation(setup, ADA)
    rows = tuple(AskerRow(table.id, 5000 + n, f"P{n}", 1) for n in range(MOST_ASKING))
    async with setup.tables.held(table.id) as held:
        await setup.tables.change(held, askers=rows)
    with pytest.raises(Trouble, match="Too many"):
        await asking_in.ask(table.id, BOB)
    await asking_in.turn_down(table.id, ADA.id, 5000)
    await asking_in.ask(table.id, BOB)
    assert len(table.face().asking) == MOST_ASKING
