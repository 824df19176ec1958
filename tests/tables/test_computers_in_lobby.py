"""Computer players in the lobby: who may ask for one, what they are called, who is left."""

from __future__ import annotations

import pytest

from bot.engine.computer import LEVELS
from bot.tables.lobby_rules import NAMES
from bot.tables.trouble import CHANGED, NOT_YOUR_TURN, STALE, NotAtTable, Trouble
from tests.refusal import refused_with
from tests.tables.conftest import ADA, BOB, CLEO, Setup


async def test_computers_take_seats_with_names_of_their_own(setup: Setup) -> None:
    """Each has its level, a name nobody else has, and a number that is no person's."""
    table = await setup.lobby(ADA)
    for level in LEVELS:
        await setup.lobby_verbs.add_computer(table.id, ADA.id, level)
    computers = table.seats[1:]
    assert [seat.level for seat in table.seats] == [None, "casual", "steady", "sharp"]
    assert len({seat.name for seat in computers}) == 3
    assert {seat.name for seat in computers} <= set(NAMES)
    assert sorted(seat.person for seat in computers) == [-3, -2, -1]
    before = table.seats
    setup.tables.cache.drop(table)
    assert (await setup.tables.get(table.id)).seats == before


async def test_whoever_sits_there_may_add_and_remove(setup: Setup) -> None:
    """Not only the host; but nobody from elsewhere, and not beyond the last seat."""
    table = await setup.lobby(ADA, BOB)
    await setup.lobby_verbs.add_computer(table.id, BOB.id, "steady")
    number = table.seats[2].person
    for refused in (
        setup.lobby_verbs.add_computer(table.id, CLEO.id, "sharp"),
        setup.lobby_verbs.remove_computer(table.id, CLEO.id, number),
        # A computer can't ask for company.
        setup.lobby_verbs.add_computer(table.id, 0, "sharp"),
    ):
        with pytest.raises(NotAtTable):
            await refused
    await setup.lobby_verbs.add_computer(table.id, ADA.id, "sharp")
    with pytest.raises(Trouble, match="taken"):
        await setup.lobby_verbs.add_computer(table.id, ADA.id, "sharp")
    with pytest.raises(Trouble, match="taken"):
        await setup.lobby_verbs.join(table.id, CLEO)
    await setup.lobby_verbs.remove_computer(table.id, ADA.id, number)
    with pytest.raises(Trouble, match="left"):
        await setup.lobby_verbs.remove_computer(table.id, ADA.id, number)
    with pytest.raises(Trouble, match="left"):
        await setup.lobby_verbs.remove_computer(table.id, ADA.id, BOB.id)
    assert [seat.level for seat in table.seats] == [None, None, "sharp"]


async def test_pressed_twice_a_computer_comes_once(setup: Setup) -> None:
    """A friend who sits down meanwhile is no reason to refuse it."""
    table = await setup.lobby(ADA)
    await setup.lobby_verbs.join(table.id, BOB)
    await setup.lobby_verbs.add_computer(table.id, ADA.id, "casual", computers=0)
    with refused_with(CHANGED):
        await setup.lobby_verbs.add_computer(table.id, ADA.id, "casual", computers=0)
    assert [seat.level for seat in table.seats] == [None, None, "casual"]


async def test_a_number_is_not_given_twice_at_once(setup: Setup) -> None:
    """Whoever sits down after another has left shares a number with nobody."""
    table = await setup.lobby(ADA)
    await setup.lobby_verbs.add_computer(table.id, ADA.id, "casual")
    await setup.lobby_verbs.add_computer(table.id, ADA.id, "casual")
    await setup.lobby_verbs.remove_computer(table.id, ADA.id, -1)
    await setup.lobby_verbs.add_computer(table.id, ADA.id, "casual")
    assert len({seat.person for seat in table.seats}) == 3


async def test_the_host_is_always_a_person(setup: Setup) -> None:
    """The host's part passes over computers, and computers alone hold no table open."""
    table = await setup.lobby(ADA)
    await setup.lobby_verbs.add_computer(table.id, ADA.id, "casual")
    await setup.lobby_verbs.join(table.id, BOB)
    await setup.lobby_verbs.leave(table.id, ADA.id)
    assert (table.host, table.phase) == (BOB.id, "lobby")
    await setup.lobby_verbs.leave(table.id, BOB.id)
    assert table.phase == "cancelled"


async def test_one_person_can_begin_against_computers(setup: Setup) -> None:
    """Once begun, computers neither come nor go."""
    table = await setup.lobby(ADA)
    await setup.lobby_verbs.add_computer(table.id, ADA.id, "sharp")
    await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    assert table.phase == "playing"
    for refused in (
        setup.lobby_verbs.add_computer(table.id, ADA.id, "sharp"),
        setup.lobby_verbs.remove_computer(table.id, ADA.id, -1),
    ):
        with pytest.raises(Trouble, match="begun"):
            await refused


async def test_a_computer_acts_by_the_rules_of_all(setup: Setup) -> None:
    """It must be its seat, its turn, the question that stands; the log keeps its move."""
    table = await setup.lobby(ADA)
    await setup.lobby_verbs.add_computer(table.id, ADA.id, "sharp")
    await setup.lobby_verbs.start(table.id, ADA, setup.next_interaction())
    while table.to_act() == (0,):
        await setup.play(table, 0)

    async def play(seat: int, question_number: int) -> None:
        await setup.moves.play_for_computer(
            table.id, seat, lambda _view, legal: legal[0], question_number=question_number
        )

    before = table.revision
    assert table.computers_asked() == (1,)
    with pytest.raises(NotAtTable):
        await play(0, table.question_number(0))
    with pytest.raises(NotAtTable):
        await play(2, table.question_number(1))
    with refused_with(STALE):
        await play(1, table.question_number(1) + 1)
    assert table.revision == before
    question_number = table.question_number(1)
    await play(1, question_number)
    assert table.revision == before + 1
    with pytest.raises(Trouble) as late:
        await play(1, question_number)
    assert late.value.text in (STALE, NOT_YOUR_TURN)
    row = (await setup.tables.store.log(table.id))[-1]
    assert (row.seat, row.interaction_id) == (1, None)
