"""Which tables stay in memory though nobody is using them."""

from __future__ import annotations

import gc

import pytest

from bot.tables import table_cache
from tests.tables.conftest import ADA, BOB, House


def kept(house: House, *table_ids: str) -> list[bool]:
    """Tell which tables are in memory."""
    gc.collect()
    return [house.tables.cache.loaded(each) is not None for each in table_ids]


async def test_a_table_that_is_over_is_let_go_before_any_other(house: House) -> None:
    house.uncap()
    first = (await house.lobby(ADA)).id
    over = (await house.game(ADA, BOB)).id
    await house.end(over)
    assert kept(house, first, over) == [True, True]
    await house.tables.get(first)
    second = (await house.lobby(ADA)).id
    assert kept(house, first, over, second) == [True, False, True], "it takes up memory for nobody"
    assert (await house.tables.get(over)).phase == "cancelled"


async def test_no_more_tables_than_there_is_room_for_stay_in_memory(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_cache, "WARM", 2)
    house.uncap()
    tables = [(await house.lobby(ADA)).id for _ in range(3)]
    assert kept(house, *tables) == [False, True, True]


async def test_what_was_read_of_a_table_while_somebody_was_forgotten_is_read_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = (await house.lobby(ADA, BOB)).id
    house.tables.cache.drop(await house.tables.get(table_id))
    read, times = house.tables.store.table, 0

    async def table(asked: str) -> object:
        nonlocal times
        times += 1
        found = await read(asked)
        if times == 1:
            # Nobody has the table in memory yet, so there is none to be dropped.
            await house.tables.forget(BOB.id, ["Bob"])
        return found

    monkeypatch.setattr(house.tables.store, "table", table)
    names = [seat.name for seat in (await house.tables.get(table_id)).seats]
    assert "Bob" not in names, "a person who was forgotten stays in memory"
    assert times == 2
