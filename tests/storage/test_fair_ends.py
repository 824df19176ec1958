"""Prove that what older databases hold keeps its points as people who are gone are told apart."""

from __future__ import annotations

from pathlib import Path

from storage import Database, Store
from tests.storage.older import FORMER, older_database
from tests.storage.samples import ANNA


async def test_an_older_database_keeps_its_points_and_knows_who_is_gone(
    path: Path, tmp_path: Path
) -> None:
    """Who had left before computers finished is gone, who was there isn't; a night's leaver has a
    row, also one who was forgotten; a table outside nights gets none.
    """
    await older_database(path, tmp_path, 15)
    store = Store(await Database.open(path))
    gone = dict[str, list[int | None]]()
    for name in ("play1", "out11", "done1"):
        found = await store.table(name)
        assert found is not None
        gone[name] = [row.gone for row in found[1]]
    assert gone == {"play1": [3, 5, None], "out11": [3, None, None], "done1": [None] * 3}
    rows = await store.results.of_table("done1")
    said = "results of before have other places or points now"
    assert [(row.place, row.points) for row in rows[:3]] == [(1, 5040), (2, 2520), (3, 0)], said
    added = [(row.seat, row.person, row.points, row.counts, row.of_seat) for row in rows[3:]]
    assert added == [(3, ANNA, 0, False, False), (4, FORMER, 0, False, False)], added
    assert len(await store.results.of_table("alone")) == 3, "a table of no night got rows"
    await store.database.close()
