"""Which tables stay in memory though nobody is using them."""

from __future__ import annotations

import gc

import pytest

from bot.tables import table_cache
from tests.tables.conftest import ADA, BOB, Setup


def kept(setup: Setup, *table_ids: str) -> list[bool]:
    """Tell which tables are in memory."""
    gc.collect()
    return [setup.tables.cache.loaded(each) is not None for each in table_ids]


async def test_a_table_that_is_over_is_let_go_before_any_other(setup: Setup) -> None:
    setup.uncap()
    first = (await setup.lobby(ADA)).id
    over = (await setup.game(ADA, BOB)).id
    await setup.end(over)
    assert kept(setup, first, over) == [True, True]
    await setup.tables.get(first)
    second = (await setup.lobby(ADA)).id
    assert kept(setup, first, over, second) == [True, False, True], "it takes up memory for nobody"
    assert (await setup.tables.get(over)).phase == "cancelled"


async def test_no_more_tables_than_there_is_room_for_stay_in_memory(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_cache, "WARM", 2)
    setup.uncap()
    tables = [(await setup.lobby(ADA)).id for _ in range(3)]
    assert kept(setup, *tables) == [False, True, True]


async def test_what_was_read_of_a_table_while_somebody_was_forgotten_is_read_again(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = (await setup.lobby(ADA, BOB)).id
    setup.tables.cache.drop(await setup.tables.get(table_id))
    read, times = setup.tables.store.table, 0

    async def table(asked: str) -> object:
        nonlocal times
        times += 1
        found = await read(asked)
        if times == 1:
            # Nobody has the table in memory yet, so there is none to be dropped.
            await setup.tables.forget(BOB.id, ["Bob"])
        return found

    monkeypatch.setattr(setup.tables.store, "table", table)
    names = [seat.name for seat in (await setup.tables.get(table_id)).seats]
    assert "Bob" not in names, "a person who was forgotten stays in memory"
    assert times == 2
