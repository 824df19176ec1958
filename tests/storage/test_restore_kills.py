"""Prove that a restore killed at any step costs nothing, and starts no bot with nothing."""

import shutil
import sqlite3
from contextlib import closing
from itertools import groupby
from pathlib import Path

import pytest

from storage import Database, StorageError, Store, backup, restore
from tests.storage.child import NOW
from tests.storage.children import heard
from tests.storage.samples import a_step, a_table, some_seats

NAME = "games.sqlite3"
STEPS = 3
"""How many steps the old database has; the copy has none."""

EMPTY, OLD, NEW, REFUSED = "empty", "old", "new", "refused"
"""What a bot finds that starts after the kill."""


async def prepare(folder: Path, what: str) -> Path:
    """Make a folder with a copy and an older database as a killed bot leaves it: all in the log."""
    source, before = folder / "source", folder / "before"
    before.mkdir()
    database = await Database.open(source / NAME)
    store = Store(database)
    await store.open_table(a_table(), some_seats())
    backup(source / NAME, before / "copy.sqlite3")
    for number in range(1, STEPS + 1):
        row = a_table(phase="playing", revision=number)
        step = a_step(step=number, interaction_id=number)
        await store.save_step(row, some_seats(question_number=number), step)
    for end in ("", "-wal"):
        shutil.copy(source / f"{NAME}{end}", before / f"{NAME}{end}")
    await database.close()
    if what == "no log":
        shutil.copy(source / NAME, before / NAME)
        (before / f"{NAME}-wal").unlink()
    else:
        size = (before / NAME).stat().st_size
        assert size == 4096, f"the old file should have nothing in it, and has {size} bytes"
    if what == "gone":
        (before / NAME).unlink()
    if what == "emptied":
        (before / NAME).write_bytes(b"")
    return before


async def found_by_a_start(path: Path) -> str:
    """Say what a bot finds that starts with a database."""
    try:
        database = await Database.open(path)
    except StorageError:
        return REFUSED
    try:
        store = Store(database)
        if await store.table("aaaaa") is None:
            return EMPTY
        steps = len(await store.log("aaaaa"))
        assert steps in (0, STEPS), f"{path} has {steps} steps: neither the old ones nor none"
        return OLD if steps else NEW
    finally:
        await database.close()


def files(folder: Path) -> dict[str, bytes]:
    """Return what lies in a folder, except files that are still being made."""
    return {
        file.name: file.read_bytes() for file in folder.iterdir() if not file.name.startswith(".")
    }


EXPECTED = {
    "all in the log": [OLD, NEW],
    "no log": [OLD, NEW],
    # A log without its file can't be folded in, and is kept.
    "emptied": [REFUSED, NEW],
    "gone": [REFUSED, NEW],
}


@pytest.mark.takes(3)
@pytest.mark.parametrize(
    ("what", "often"),
    [
        pytest.param("all in the log", 6, id="all in the log"),
        pytest.param("emptied", 6, id="emptied"),
        *(pytest.param(what, 1, id=f"{what}, each", marks=pytest.mark.long) for what in EXPECTED),
    ],
)
async def test_a_restore_may_be_killed_at_any_step(tmp_path: Path, what: str, often: int) -> None:
    """Each of them in the long share, else every sixth, as most change nothing on the disk."""
    before = await prepare(tmp_path, what)
    kills = tmp_path / "kills"
    kills.mkdir()
    said = heard("restore_killed", before, kills, Path(str(often)))
    assert said == ["restored"], "a restore failed by itself"
    folders = sorted(kills.iterdir())
    assert len(folders) * often >= 70, f"a restore has only {len(folders)} steps"
    seen: list[str] = []
    # Most steps change nothing on the disk.
    for _, alike in groupby(folders, files):
        folder = next(alike)
        start = shutil.copytree(folder, tmp_path / "start" / folder.name)
        found = await found_by_a_start(start / NAME)
        seen.append(found)
        if what in ("emptied", "gone"):
            logs = [file for file in folder.glob("*-wal") if file.stat().st_size > 0]
            assert logs, f"killed at step {folder.name}: what could be mended is lost"
        elif found == NEW:
            (kept,) = folder.glob("*-before-*.sqlite3")
            with closing(sqlite3.connect(kept)) as link:
                (steps,) = link.execute("SELECT count(*) FROM log").fetchone()
            assert steps == STEPS, f"killed at step {folder.name}: old steps are lost"
        restore(folder / "copy.sqlite3", folder / NAME, lambda: NOW + 1)
        left = [file.name for file in folder.iterdir() if file.name.startswith(".")]
        assert not left, f"killed at step {folder.name}: hands stay in {left}"
        again = await found_by_a_start(folder / NAME)
        assert again == NEW, f"killed at step {folder.name}: done again, it leaves {again}"
    order = [each for each, _ in groupby(seen)]
    assert order == EXPECTED[what], f"kill after kill a bot finds {order}"
