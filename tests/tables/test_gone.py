"""Who is gone from a table, since when, and what undoes it: their seats come last at the end."""

from __future__ import annotations

import pytest

from bot.tables.clocks import after_ring
from bot.tables.history import History
from bot.tables.night_verbs import NightVerbs
from bot.tables.seat import Person, Seat
from bot.tables.table import Table
from bot.tables.table_verbs import TableVerbs
from storage.rows import OnTimeout
from tests.tables.conftest import ADA, BOB, CLEO, DAI, EMI, Setup


def verbs_of(setup: Setup) -> TableVerbs:
    """Return the verbs of people at the tables of a room."""
    return TableVerbs(setup.tables, History(setup.tables))


async def stored_gone(setup: Setup, table: Table) -> dict[int, int]:
    """Return who is gone, as it lies on disk, which must be as it is in memory."""
    found = await setup.tables.store.table(table.id)
    assert found is not None, "there is no such table"
    kept = {row.seat: row.gone for row in found[1] if row.gone is not None}
    assert kept == table.gone() == table.face().gone(), "after a restart others would be gone"
    return kept


async def test_who_leaves_is_gone_until_they_are_back(setup: Setup) -> None:
    verbs, table = verbs_of(setup), await setup.game(ADA, BOB, CLEO)
    assert await stored_gone(setup, table) == {}
    await verbs.leave(table.id, CLEO)
    await verbs.leave(table.id, BOB)
    gone = await stored_gone(setup, table)
    assert [*sorted(gone, key=gone.__getitem__)] == [2, 1], "who left first isn't the first gone"
    await verbs.back(table.id, CLEO)
    assert {*await stored_gone(setup, table)} == {1}, "coming back undoes nothing"
    await verbs.leave(table.id, CLEO)
    gone = await stored_gone(setup, table)
    assert gone[1] < gone[2], "who was back before they left again counts from the first time"


async def test_a_seat_counts_as_left_by_whoever_left_it_last_and_is_there_again_once_taken(
    setup: Setup,
) -> None:
    verbs, table = verbs_of(setup), await setup.game(ADA, BOB, CLEO)
    await verbs.leave(table.id, CLEO)
    since = (await stored_gone(setup, table))[2]
    await verbs.kick(table.id, DAI, "moderator", 2)
    assert await stored_gone(setup, table) == {2: since}, "being removed later changes when"
    await verbs.replace(table.id, EMI, 2)
    assert await stored_gone(setup, table) == {}, "who took a seat over is gone"
    await verbs.kick(table.id, DAI, "moderator", 1)
    await verbs.leave_for_good(table.id, ADA)
    assert {*await stored_gone(setup, table)} == {0, 1}, "who was removed or forgotten isn't gone"


def test_who_was_gone_already_as_they_left_counts_from_when_they_were() -> None:
    left = Seat(ADA.id, ADA.name).gone_away(3, 4).left(5, 6)
    assert left.gone == 4, "being away first costs nothing"


@pytest.mark.parametrize("rule", ["seat", "move", "ask"])
async def test_whose_seat_a_computer_has_by_the_clock_is_gone(
    setup: Setup, rule: OnTimeout
) -> None:
    """Not after one move that ran out, nor where the table only asks again."""
    verbs, table = verbs_of(setup), await setup.game(ADA, BOB)
    async with setup.tables.held(table.id) as held:
        await setup.tables.change(held, pace="live", move_time=60)
    object.__setattr__(table, "on_timeout", rule)
    seat = table.to_act()[0]
    setup.time += 61
    seats, told = after_ring(table, int(setup.time), {})
    await setup.tables.change(table, told, seats=seats)
    assert {*await stored_gone(setup, table)} == ({seat} if rule == "seat" else set())
    if rule == "seat":
        await verbs.back(table.id, Person(table.seats[seat].person, "Back"))
        assert await stored_gone(setup, table) == {}


async def test_computers_that_finish_a_game_make_nobody_gone_who_was_not(setup: Setup) -> None:
    verbs, table = verbs_of(setup), await setup.game(ADA, BOB, CLEO)
    object.__setattr__(table, "night_id", "nnnnn")
    await verbs.leave(table.id, BOB)
    await NightVerbs(setup.tables).play_out(table.id, EMI)
    assert table.away() == (0, 2), "computers don't finish the game"
    assert {*await stored_gone(setup, table)} == {1}, "who was there is gone"


async def test_who_is_back_to_a_seat_that_a_computer_played_comes_behind_as_computers_finish(
    setup: Setup,
) -> None:
    """Coming back a moment before takes no place from who has played."""
    table = await setup.game(ADA, BOB)
    object.__setattr__(table, "night_id", "nnnnn")
    await verbs_of(setup).leave(table.id, BOB)
    await setup.play_beside_computer(table, 6)
    await verbs_of(setup).back(table.id, BOB)
    assert await stored_gone(setup, table) == {}
    await NightVerbs(setup.tables).play_out(table.id, EMI)
    assert {*await stored_gone(setup, table)} == {1}, "a computer's place is above who played"
