"""Prove that a copy is whole, at any moment, and never costs a file."""

import asyncio
import os
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest

from storage import (
    BackupRefused,
    Database,
    DatabaseCorrupt,
    StorageError,
    Store,
    backup,
    backups,
)
from tests.storage.children import PATIENCE, heard, needs_mount, running
from tests.storage.samples import a_step, a_table, some_seats


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Say where the copy goes: to a folder of its own."""
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder / "copy.sqlite3"


def _checked(target: Path) -> None:
    """Check a copy as a stranger would, with nothing but SQLite."""
    assert [f.name for f in target.parent.iterdir()] == [target.name]
    connection = sqlite3.connect(f"{target.as_uri()}?mode=ro", uri=True)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    # Table and log are written together: in a copy of one moment they agree.
    assert (
        connection.execute(
            "SELECT id, revision FROM tables WHERE revision"
            " <> (SELECT count(*) FROM log WHERE table_id = id)"
        ).fetchall()
        == []
    )
    connection.close()
    assert [f.name for f in target.parent.iterdir()] == [target.name]


async def _steps_in(path: Path) -> int:
    database = await Database.open(path)
    found = await Store(database).table("aaaaa")
    await database.close()
    assert found is not None, "there is no such table in the copy"
    return found[0].revision


async def test_a_running_bot_can_be_copied(store: Store, path: Path, target: Path) -> None:
    await store.open_table(a_table(), some_seats())
    await asyncio.to_thread(backup, path, target)
    _checked(target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    await store.save_whereabouts("aaaaa", board_revision=7)
    copied = await Database.open(target)
    assert await Store(copied).table("aaaaa") == (a_table(), some_seats())
    await copied.close()


@pytest.mark.parametrize("pages", [256, 1])
async def test_copies_made_during_writes_are_whole(
    store: Store, path: Path, target: Path, monkeypatch: pytest.MonkeyPatch, pages: int
) -> None:
    """Also if the bot writes again and again until a copy is done, page by page."""
    monkeypatch.setattr(backups, "PAGES", pages)
    await store.open_table(a_table(), some_seats())
    acknowledged, done = 0, False

    async def write() -> None:
        nonlocal acknowledged
        while not done:
            row = a_table(phase="playing", revision=acknowledged + 1, state="x" * 20_000)
            await store.save_step(row, some_seats(), a_step(step=row.revision))
            acknowledged = row.revision

    writing = asyncio.create_task(write())
    seen: list[int] = []
    for _ in range(8):
        begun = acknowledged
        await asyncio.to_thread(backup, path, target)
        _checked(target)
        seen.append(await _steps_in(target))
        assert begun <= seen[-1] <= acknowledged + 1
        for file in target.parent.iterdir():
            file.unlink()
        while acknowledged < seen[-1] + 5:
            await asyncio.sleep(0)
    done = True
    await writing
    assert sorted(set(seen)) == seen


async def test_a_copy_can_be_broken_off(
    store: Store, path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two pages, and while the copy is checked."""
    await store.open_table(a_table(), some_seats())
    monkeypatch.setattr(backups, "PAGES", 1)
    monkeypatch.setattr(backups, "LOOK", 1)
    left = 10**9

    def stopped() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    await asyncio.to_thread(backup, path, target, stopped)
    asked = 10**9 - left
    _checked(target)
    target.unlink()
    for left in (0, 3, asked - 5):  # noqa: B007 (`stopped` counts it down)
        with pytest.raises(StorageError):
            await asyncio.to_thread(backup, path, target, stopped)
        assert not list(target.parent.iterdir()), f"asked {asked} times, something was left"


async def test_another_process_can_be_copied(path: Path, target: Path) -> None:
    with running("act", path) as child:
        assert child.stdout is not None
        said = [int(child.stdout.readline()) for _ in range(20)][-1]
        backup(path, target)
        _checked(target)
        assert await _steps_in(target) >= said
        # The bot has not been held up.
        later = [int(child.stdout.readline()) for _ in range(20)][-1]
        assert later > said


async def test_a_stopped_bot_can_be_copied(path: Path, target: Path) -> None:
    database = await Database.open(path)
    await Store(database).open_table(a_table(), some_seats())
    await database.close()
    backup(path, target)
    _checked(target)
    assert await _steps_in(target) == 0
    assert {f.name for f in path.parent.iterdir()} == {
        *(path.name, f"{path.name}.lock", target.parent.name)
    }


async def test_a_killed_bot_can_be_copied(path: Path, target: Path) -> None:
    with running("act", path) as child:
        assert child.stdout is not None
        said = [int(child.stdout.readline()) for _ in range(20)][-1]
        child.kill()
        child.wait(PATIENCE)
    assert Path(f"{path}-wal").stat().st_size > 0
    backup(path, target)
    _checked(target)
    assert await _steps_in(target) >= said
    assert await _steps_in(path) >= said


async def test_a_copy_never_replaces_a_file(store: Store, path: Path, target: Path) -> None:
    target.write_text("precious")
    with pytest.raises(BackupRefused, match="exists already"):
        backup(path, target)
    assert target.read_text() == "precious"
    assert list(target.parent.iterdir()) == [target]
    with pytest.raises(BackupRefused, match="exists already"):
        backup(path, path)
    await store.open_table(a_table(), some_seats())


async def test_a_file_that_appears_during_the_copy_is_kept(
    store: Store, path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.open_table(a_table(), some_seats())
    monkeypatch.setattr(Path, "exists", lambda _: target.write_text("precious") == 0)
    with pytest.raises(BackupRefused, match="exists already"):
        backup(path, target)
    monkeypatch.undo()
    assert target.read_text() == "precious"
    assert list(target.parent.iterdir()) == [target]


def test_there_must_be_something_to_copy(path: Path, target: Path) -> None:
    with pytest.raises(BackupRefused, match="no database"):
        backup(path, target)
    assert not path.exists()
    assert list(target.parent.iterdir()) == []


def test_nothing_is_made_of_an_empty_file(path: Path, target: Path) -> None:
    path.write_bytes(b"")
    with pytest.raises(BackupRefused, match="is empty"):
        backup(path, target)
    assert list(target.parent.iterdir()) == [], "a copy of nothing passes for a backup"


async def test_there_must_be_somewhere_to_copy_to(
    database: Database, path: Path, target: Path
) -> None:
    assert database.path == path
    with pytest.raises(StorageError, match="No such file") as refusal:
        backup(path, target.parent / "missing" / "copy.sqlite3")
    assert "missing" in str(refusal.value)


@pytest.mark.parametrize(
    ("whole", "broken"),
    [
        pytest.param(b"SQLite format 3", b"sqlite FORMAT 3", id="header"),
        pytest.param(b"CREATE TABLE meta ", b"CREATE TABLE m \xff\xfe ", id="schema text"),
        pytest.param(b"\x0a\x00\x00\x00\x02", b"\x05\x00\x00\x00\x02", id="page"),
        # By it SQLite takes even the fresh copy for one that may only be read.
        pytest.param(b"\x02\x02\x00\x40", b"\x09\x02\x00\x40", id="format"),
    ],
)
async def test_a_damaged_database_gives_no_copy(
    path: Path, target: Path, whole: bytes, broken: bytes
) -> None:
    database = await Database.open(path)
    await Store(database).open_table(a_table(), some_seats())
    await database.close()
    content = path.read_bytes()
    assert whole in content
    path.write_bytes(content.replace(whole, broken))
    with pytest.raises(DatabaseCorrupt) as refusal:
        backup(path, target)
    assert f"{path} is damaged" in str(refusal.value), f"another is blamed: {refusal.value}"
    assert list(target.parent.iterdir()) == []


async def test_a_copy_has_its_name_only_once_all_of_it_is_on_the_disk(
    store: Store, path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a loss of power there is a whole copy of that name, or none."""
    await store.open_table(a_table(), some_seats())
    done: list[str] = []
    write, replace_by = backups._sync, Path.replace

    def note_write(file: Path) -> None:
        whole = file.is_dir() or file.stat().st_size >= path.stat().st_size > 0
        done.append(f"write {'folder' if file.is_dir() else 'all' if whole else 'a part'}")
        write(file)

    def note_name(file: Path, other: Path) -> Path:
        done.append("name")
        return replace_by(file, other)

    opened: list[int] = []
    open_file, close_file = os.open, os.close

    def note_open(*given: Any) -> int:
        opened.append(open_file(*given))
        return opened[-1]

    def note_close(handle: int) -> None:
        if handle in opened:
            opened.remove(handle)
        close_file(handle)

    monkeypatch.setattr(backups, "_sync", note_write)
    monkeypatch.setattr(Path, "replace", note_name)
    monkeypatch.setattr("os.open", note_open)
    monkeypatch.setattr("os.close", note_close)
    backup(path, target)
    assert done == ["write all", "name", "write folder"], f"in this order: {done}"
    assert not opened, "each copy leaves files open that were written to the disk"


@needs_mount
async def test_a_full_disk_gives_no_half_copy(store: Store, path: Path, target: Path) -> None:
    await store.open_table(a_table(state="x" * 100_000), some_seats())
    lines = heard("copy", path, target, first=f"mount -t tmpfs -o size=64k none {target.parent}")
    assert lines[0].startswith("DatabaseFull There is no room")
    assert str(target) in lines[0]
    assert lines[1:] == [""]
    lines = heard("copy", path, target, first=f"mount -t tmpfs -o size=4m none {target.parent}")
    assert lines == ["copied", target.name]


@needs_mount
async def test_a_read_only_target_is_named(store: Store, path: Path, target: Path) -> None:
    await store.open_table(a_table(), some_seats())
    lines = heard("copy", path, target, first=f"mount -t tmpfs -o ro none {target.parent}")
    assert lines[0].startswith("DatabaseUnwritable")
    assert str(target) in lines[0]
