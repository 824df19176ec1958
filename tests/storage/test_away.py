"""Away days in storage: what games of before have, and when whose days are due."""

from __future__ import annotations

from pathlib import Path

from storage import Database, Store
from storage.due_rows import DueRows
from storage.rows import PersonRow
from tests.storage.older import older_database
from tests.storage.samples import ANNA, BEN, CLEO


async def test_games_of_before_keep_their_clocks_and_get_the_usual_days(
    path: Path, tmp_path: Path
) -> None:
    await older_database(path, tmp_path, 24)
    database = await Database.open(path, migrations=tmp_path / "older24")
    clock = "clock_left = 100, clock_at = 60, reminders = 1, due = 110, question_number = 1"
    await database.write(f"UPDATE seats SET {clock} WHERE table_id = 'play1' AND seat = 2", ())
    await database.close()
    store = Store(await Database.open(path))
    found = await store.table("play1")
    assert found is not None
    row, seats = found
    seat = seats[2]
    assert (seat.clock_left, seat.clock_at, seat.reminders, seat.due) == (100, 60, 1, 110), (
        "a clock goes on otherwise after the update"
    )
    assert (row.away_days, seat.away_used, seat.back_at, seat.away_how) == (7, 0, None, None)
    assert (row.reserve, seat.clock_limit, seat.reserve_left) == (0, row.move_time, None), (
        "a clock isn't what it was before there were reserves"
    )
    assert await store.people.row(ANNA) == PersonRow(ANNA)
    await store.database.close()


async def test_days_are_due_in_their_order(store: Store) -> None:
    for person, due in ((ANNA, 30), (BEN, 10), (CLEO, None)):
        row = PersonRow(person, away_from=due, away_until=50, away_how="table", away_due=due)
        await store.people.save(row)
        assert await store.people.row(person) == row
    times = DueRows(store.database, "away days")
    assert await times.due(30) == [str(BEN), str(ANNA)]
    assert await times.due(30, [str(BEN)]) == [str(ANNA)]
    assert await times.earliest_due() == 10
    assert await times.earliest_due([str(BEN), str(ANNA)]) is None
