"""Clocks on disk: which rings next, and setting all of them going at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from storage import ClockRow, Database, PersonRow, SeatRow, Store
from storage.due_rows import DueRows
from storage.statements import ALIVE
from tests.storage.samples import ANNA, BEN, a_table, some_seats


async def with_clocks(store: Store, table_id: str, *seats: dict[str, Any], **table: Any) -> None:
    """Store a table in play, with something about the clock of each seat."""
    rows = some_seats(table_id, (ANNA, BEN)[: len(seats)], question_number=1)
    row = a_table(table_id, phase="playing", pace="days", move_time=100, **table)
    await store.open_table(
        row, [replace(seat, **clock) for seat, clock in zip(rows, seats, strict=True)]
    )


def runs(due: int, left: int = 60, at: int = 1_000) -> dict[str, Any]:
    """Return the columns of a clock that runs."""
    return {"clock_limit": 100, "clock_left": left, "clock_at": at, "due": due}


def stands(left: int) -> dict[str, Any]:
    """Return the columns of a clock that stands."""
    return {"clock_limit": 100, "clock_left": left}


async def seats_of(store: Store, table_id: str) -> list[SeatRow]:
    """Return the seats of a table."""
    found = await store.table(table_id)
    assert found is not None, "there is no such table"
    return found[1]


async def test_the_earliest_clock_of_all_rings_next(store: Store) -> None:
    clocks = DueRows(store.database, "clocks")
    assert await clocks.earliest_due() is None
    await with_clocks(store, "aaaaa", runs(1_500), runs(1_200))
    await with_clocks(store, "bbbbb", {}, runs(1_100))
    await with_clocks(store, "ccccc", stands(5), {})
    assert await clocks.earliest_due() == 1_100
    assert await clocks.earliest_due(["bbbbb"]) == 1_200
    assert await clocks.earliest_due(["bbbbb", "aaaaa"]) is None


async def test_what_is_due_comes_in_order_and_each_table_once(store: Store) -> None:
    clocks = DueRows(store.database, "clocks")
    await with_clocks(store, "aaaaa", runs(1_500), runs(1_200))
    await with_clocks(store, "bbbbb", {}, runs(1_100))
    assert await clocks.due(1_099) == []
    assert await clocks.due(1_100) == ["bbbbb"]
    assert await clocks.due(2_000) == ["bbbbb", "aaaaa"]
    assert await clocks.due(2_000, ["bbbbb"]) == ["aaaaa"]


async def test_looking_for_the_next_ring_reads_no_other_rows(
    store: Store, database: Database
) -> None:
    """It is asked after every ring, with any number of tables."""
    plans: list[str] = []
    for query in (
        "SELECT due FROM seats WHERE due IS NOT NULL"
        " AND table_id NOT IN (SELECT value FROM json_each('[]')) ORDER BY due LIMIT 1",
        "SELECT table_id FROM seats WHERE due <= 5"
        " AND table_id NOT IN (SELECT value FROM json_each('[]')) ORDER BY due",
    ):
        rows = await database.read(
            lambda connection, query=query: connection.execute(
                f"EXPLAIN QUERY PLAN {query}"
            ).fetchall()
        )
        plans.append(str(rows[0]))
    assert all("seats_by_due" in plan for plan in plans)


async def test_the_tables_where_a_person_s_clock_runs(store: Store) -> None:
    await with_clocks(store, "aaaaa", runs(1_500), runs(1_200))
    await with_clocks(store, "bbbbb", stands(5), runs(1_100))
    assert await store.clocks.of(ANNA) == ["aaaaa"]
    assert await store.clocks.of(BEN) == ["bbbbb", "aaaaa"]


async def test_the_tables_where_a_clock_runs(store: Store) -> None:
    """Each once; not where all clocks stand."""
    await with_clocks(store, "aaaaa", runs(1_500), runs(1_200))
    await with_clocks(store, "bbbbb", {}, runs(1_100))
    await with_clocks(store, "ccccc", stands(5), {})
    assert sorted(await store.clocks.running()) == ["aaaaa", "bbbbb"]


async def test_clocks_are_set_going_with_what_their_people_have_set(store: Store) -> None:
    await store.people.save(PersonRow(BEN, "Asia/Tokyo", 60, 120))
    await with_clocks(store, "aaaaa", {**runs(1_500), "reminders": 1}, stands(7))
    seen: list[tuple[ClockRow, int | None]] = []

    def reckon(row: ClockRow, last: int | None) -> tuple[ClockRow, bool]:
        seen.append((row, last))
        return replace(row, left=row.left - 1, at=5_000, due=5_010), False

    assert await store.clocks.recalculate(reckon, 5_000) == 2
    assert seen == [
        (ClockRow("aaaaa", 0, PersonRow(ANNA), "days", 100, 60, 1_000, 1, 1_500), None),
        (
            ClockRow(
                *("aaaaa", 1, PersonRow(BEN, "Asia/Tokyo", 60, 120), "days", 100),
                *(7, None, 0, None),
            ),
            None,
        ),
    ]
    found = [
        (seat.clock_left, seat.clock_at, seat.reminders, seat.due)
        for seat in await seats_of(store, "aaaaa")
    ]
    assert found == [(59, 5_000, 1, 5_010), (6, 5_000, 0, 5_010)]
    assert await store.meta(ALIVE) == "5000"
    seen.clear()
    await store.clocks.recalculate(reckon, 6_000)
    assert {last for _, last in seen} == {5_000}


async def test_clocks_that_stand_for_a_reason_are_left_alone(store: Store) -> None:
    await with_clocks(store, "aaaaa", stands(0), {})
    await with_clocks(store, "bbbbb", stands(5), {}, paused=True)
    await with_clocks(store, "ccccc", stands(5), runs(1_500), asleep=True)
    before = [await seats_of(store, table_id) for table_id in ("aaaaa", "bbbbb", "ccccc")]

    def reckon(row: ClockRow, _last: int | None) -> tuple[ClockRow, bool]:
        raise AssertionError(row)

    assert await store.clocks.recalculate(reckon, 5_000) == 0
    after = [await seats_of(store, table_id) for table_id in ("aaaaa", "bbbbb", "ccccc")]
    assert after[:2] == before[:2]
    # It fell asleep as the bot went down, which came before its clocks were stopped.
    first, second = before[2]
    assert after[2] == [first, replace(second, clock_at=None, due=None)]


async def test_all_clocks_are_set_going_or_none(store: Store) -> None:
    await with_clocks(store, "aaaaa", runs(1_500), runs(1_200))
    before = await seats_of(store, "aaaaa")

    def reckon(row: ClockRow, _last: int | None) -> tuple[ClockRow, bool]:
        if row.seat:
            raise ZeroDivisionError
        return replace(row, left=1), True

    with pytest.raises(ZeroDivisionError):
        await store.clocks.recalculate(reckon, 5_000)
    assert await seats_of(store, "aaaaa") == before
    assert await store.meta(ALIVE) is None


async def test_deserted_tables_are_those_where_no_person_is_here(store: Store) -> None:
    away, here = {"stand_in": "away"}, {"stand_in": "once"}
    computer = {"level": "sharp", "person": -1}
    await with_clocks(store, "aaaaa", away, {"stand_in": "left"})
    await with_clocks(store, "bbbbb", away, here)
    await with_clocks(store, "ccccc", {}, away)
    await with_clocks(store, "ddddd", away, computer)
    await with_clocks(store, "eeeee", away, away, asleep=True)
    await with_clocks(store, "fffff", away, away, touched_at=3_000)
    assert await store.deserted(2_000) == ["aaaaa", "ddddd"]


async def test_the_messages_that_a_clock_makes_wrong_are_put_right(store: Store) -> None:
    for table_id in ("aaaaa", "bbbbb", "ccccc"):
        await with_clocks(store, table_id, runs(1_500), runs(1_200))
        await store.save_whereabouts(table_id, board_revision=0)
    assert await store.to_repair() == []
    await store.clocks.recalculate(lambda row, _last: (row, row.table_id == "bbbbb"), 5_000)
    assert await store.to_repair() == ["bbbbb"]
