"""Prove what is kept about what people know of the games."""

from __future__ import annotations

import shutil
from pathlib import Path

from storage import Database, Store
from storage.database import MIGRATIONS
from storage.learnt_store import LearntRow
from tests.storage.samples import ANNA, BEN, a_result, a_step, a_table, some_seats


async def test_at_first_nobody_knows_anything(store: Store) -> None:
    """Each person and each game by itself."""
    assert await store.learnt.of(ANNA, "donburiko") == LearntRow(0, None, 0)
    assert not await store.learnt.reads_words(ANNA)
    await store.learnt.save_known(ANNA, ["donburiko", "kasane"], True)
    await store.learnt.save_known(ANNA, ["kasane"], False)
    await store.learnt.save_lesson_step(ANNA, "donburiko", 4)
    await store.learnt.save_words(ANNA, True)
    assert await store.learnt.of(ANNA, "donburiko") == LearntRow(0, True, 4)
    assert await store.learnt.of(ANNA, "kasane") == LearntRow(0, False, 0)
    assert await store.learnt.of(BEN, "donburiko") == LearntRow(), "somebody else got it"
    assert await store.learnt.reads_words(ANNA) and not await store.learnt.reads_words(BEN)


async def test_a_game_is_counted_with_its_last_step_or_not_at_all(store: Store) -> None:
    """What is known besides stays as it is."""
    await store.learnt.save_known(ANNA, ["donburiko"], False)
    await store.open_table(a_table(), some_seats(people=(ANNA, BEN)))
    over = a_table(phase="finished", revision=1)
    await store.save_step(over, some_seats(people=(ANNA, BEN)), a_step(), ended=[ANNA, BEN])
    assert await store.learnt.of(ANNA, "donburiko") == LearntRow(1, False, 0)
    assert await store.learnt.of(BEN, "donburiko") == LearntRow(1, None, 0)
    assert await store.learnt.of(ANNA, "kasane") == LearntRow()


async def test_who_has_results_has_finished_games(path: Path, tmp_path: Path) -> None:
    """In a database from before that was counted; nobody is made of those who were forgotten."""
    older = tmp_path / "older"
    older.mkdir()
    for file in sorted(MIGRATIONS.glob("*.sql"))[:16]:
        shutil.copy(file, older)
    database = await Database.open(path, migrations=older)
    results = [a_result(f"aaaa{n}", 0, ANNA) for n in "ab"]
    await Store(database).results.save([*results, a_result("aaaaa", 1, -5)])
    await database.close()
    database = await Database.open(path)
    assert (await Store(database).learnt.of(ANNA, "donburiko")).ended == 2
    people = await database.column("SELECT person FROM learnt")
    assert people == [ANNA], f"games are counted for {people}"
