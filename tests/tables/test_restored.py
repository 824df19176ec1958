"""A table after a restore: no question that was asked before has a number of one asked after."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.history import History
from bot.tables.table import Table
from bot.tables.trouble import STALE
from bot.tables.votes import moved
from storage.backups import begin_epoch
from tests.refusal import refused_with
from tests.tables.conftest import ADA, BOB, Setup

EPOCH = 5_000_000


def numbers(table: Table) -> list[int]:
    """Return the numbers of all seats' questions."""
    return [table.question_number(seat) for seat in range(len(table.seats))]


async def restored(setup: Setup, table: Table) -> Table:
    """Return the table as it is read after a restore."""
    await setup.database.transaction(lambda link: begin_epoch(link, EPOCH))
    setup.tables.cache.drop(table)
    return await setup.tables.get(table.id)


async def test_old_questions_are_stale_and_new_ones_count_on(setup: Setup) -> None:
    table = await setup.game(ADA, BOB)
    for _ in range(4):
        table = await setup.play(table, table.to_act()[0])
    used = numbers(table)
    table = await restored(setup, table)
    assert numbers(table) == [EPOCH + each for each in used]
    seat = table.to_act()[0]
    person = next(each for each in (ADA, BOB) if each.id == table.seats[seat].person)
    for old in (*used, table.step(), table.step() + 1):
        with refused_with(STALE):
            await setup.moves.play(
                table.id,
                person,
                lambda _view, legal: legal[0],
                question_number=old,
                interaction_id=setup.next_interaction(),
            )
    for _ in range(4):
        seat = table.to_act()[0]
        person = next(each for each in (ADA, BOB) if each.id == table.seats[seat].person)
        table = await setup.moves.play(
            table.id,
            person,
            lambda _view, legal: legal[0],
            question_number=table.question_number(seat),
            interaction_id=setup.next_interaction(),
        )
        assert min(numbers(table)) > EPOCH
        found = await setup.tables.store.table(table.id)
        assert found is not None
        kept = {row.seat: row.question_number for row in found[1]}
        asked = table.to_act()
        assert kept == {n: table.question_number(n) if n in asked else None for n in range(2)}


async def test_a_deal_can_still_be_checked(setup: Setup) -> None:
    table = await setup.game(ADA, BOB)
    table = await setup.play(table, table.to_act()[0])
    table = await restored(setup, table)
    while table.phase == "playing":
        table = await setup.play(table, table.to_act()[0])
    assert await History(setup.tables).verify(table.id) is None


async def test_an_open_vote_gets_another_number(setup: Setup) -> None:
    table = await setup.game(ADA, BOB)
    motion = moved(table, 0, "pause")
    async with setup.tables.held(table.id) as held:
        await setup.tables.change(held, motion=motion)
    table = await restored(setup, table)
    assert table.motion == replace(motion, revision=EPOCH)
    later = moved(table, 0, "pause")
    assert later.revision > EPOCH
