"""Prove that kill -9 loses nothing acknowledged and leaves nothing half done."""

from pathlib import Path

import pytest

from storage import Database, Store
from tests.storage.children import PATIENCE, running
from tests.storage.samples import a_step, a_table, some_seats


async def test_acknowledged_acts_survive_a_kill(path: Path) -> None:
    """Kill a busy process after more and more acts, each time on what the last one left."""
    stored = 0
    for table_events in (1, 2, 3, 5, 8, 13, 400):
        with running("act", path) as child:
            assert child.stdout is not None
            said = [int(child.stdout.readline()) for _ in range(table_events)]
            child.kill()
            # What it said in the meantime was acknowledged as well; a last line may be cut off.
            rest = child.stdout.read()
            said += [int(line) for line in rest.splitlines(keepends=True) if line.endswith("\n")]
            child.wait(PATIENCE)
        assert said == list(range(stored + 1, stored + 1 + len(said)))

        database = await Database.open(path)
        store = Store(database)
        found = await store.table("aaaaa")
        assert found is not None
        row, seats = found
        log = await store.log("aaaaa")
        await database.close()
        # One more may have reached the disk without the word of it reaching anybody.
        assert said[-1] <= row.revision <= said[-1] + 1
        assert [step.step for step in log] == list(range(1, row.revision + 1))
        assert [step.interaction_id for step in log] == [step.step for step in log]
        assert row.state == f"state {row.revision}"
        assert seats == some_seats(question_number=row.revision)
        stored = row.revision


@pytest.mark.parametrize("again", range(3))
async def test_a_kill_inside_a_transaction_undoes_it(path: Path, again: int) -> None:
    with running("stop_inside", path) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "inside\n"
        child.kill()
        child.wait(PATIENCE)
    database = await Database.open(path)
    store = Store(database)
    row = a_table(phase="playing", revision=1)
    assert await store.table("aaaaa") == (row, some_seats(question_number=1))
    assert await store.log("aaaaa") == [a_step()]
    await store.save_whereabouts("aaaaa", board_revision=again)
    await database.close()
