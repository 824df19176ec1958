"""Prove that damage, missing permission and a full disk are named, and lose nothing stored."""

import contextlib
import os
import shutil
import sqlite3
import tempfile
import traceback
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import pytest

from storage import (
    Database,
    DatabaseCorrupt,
    DatabaseFull,
    DatabaseUnwritable,
    StorageError,
    Store,
    WriteRefused,
)
from storage import database as database_module
from storage.database import MIGRATIONS
from storage.errors import DatabaseForeign, DatabaseHeld, from_os, from_sqlite
from tests.storage.children import PATIENCE, heard, needs_mount, running
from tests.storage.samples import a_step, a_table, some_seats
from tests.up_to_date import up_to_date

NOBODY = 65534


_FILLED: Final[dict[int, bytes]] = {}
"""The databases that were filled in this process, by how many tables they have."""


async def _fill(path: Path, tables: int = 40) -> None:
    """Store tables with logs in a new database and close it."""
    if tables in _FILLED:
        path.touch(0o600)
        path.write_bytes(_FILLED[tables])
        return
    database = await Database.open(up_to_date(path))
    store = Store(database)
    for number in range(tables):
        row = a_table(f"t{number:04}")
        await store.open_table(row, some_seats(row.id))
        row = replace(row, phase="playing", revision=1, state="s" * 900)
        await store.save_step(
            row, some_seats(row.id, question_number=1), a_step(row.id, interaction_id=number)
        )
    await database.close()
    _FILLED[tables] = path.read_bytes()


async def _content(path: Path) -> list[object]:
    """Return all that the store has, through the store."""
    database = await Database.open(path)
    try:
        store = Store(database)
        heads = await store.tables_of_guild(10)
        return [(await store.table(h.id), await store.log(h.id)) for h, _ in heads]
    finally:
        await database.close()


async def _refused(path: Path, refusal: type[StorageError] = DatabaseCorrupt) -> str:
    """Open a database that must be refused untouched; give the sentence."""
    before = path.read_bytes()
    with pytest.raises(refusal) as refused:
        await Database.open(path)
    assert type(refused.value) is refusal, f"refused as {refused.value!r}"
    assert str(path) in str(refused.value), f"the file isn't named: {refused.value}"
    assert path.read_bytes() == before, "the file was changed though it was refused"
    return str(refused.value)


@pytest.mark.parametrize(
    ("start", "replacement"),
    [
        pytest.param(0, b"garbage garbage!", id="header"),
        pytest.param(0, b"\0" * 100, id="zeroed header"),
        pytest.param(16, b"\x00\x03", id="page size"),
        pytest.param(44, b"\xff\xff\xff\xff", id="schema format"),
        pytest.param(56, b"\x00\x00\x00\x02", id="text encoding"),
        pytest.param(100, b"\xff" * 200, id="schema page"),
        pytest.param(b"CREATE TABLE log", Random(1).randbytes(500), id="schema"),
        pytest.param(b"table_id", b"\xff\xfe( \xfd", id="schema text"),
    ],
)
async def test_a_broken_start_of_the_file_is_named(
    path: Path, start: int | bytes, replacement: bytes
) -> None:
    await _fill(path, 3)
    content = bytearray(path.read_bytes())
    start = start if isinstance(start, int) else content.index(start)
    content[start : start + len(replacement)] = replacement
    path.write_bytes(content)
    assert "damaged" in await _refused(path)


async def test_a_schema_that_is_no_text_is_named(path: Path) -> None:
    await _fill(path, 3)
    content = path.read_bytes()
    assert content.count(b"CREATE TABLE meta ") == 1
    path.write_bytes(content.replace(b"CREATE TABLE meta ", b"CREATE TABLE m \xff\xfe "))
    assert "not text" in await _refused(path)


@pytest.mark.parametrize("content", [b"x", b"{}\n" * 5000, b"SQLite format 3\0", b"\0" * 8192])
async def test_a_file_that_is_no_database_is_named(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert "damaged or no database" in await _refused(path)


async def test_a_file_of_another_program_that_has_no_tables_yet_is_left_alone(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 1")
    before = path.read_bytes()
    with pytest.raises(DatabaseForeign):
        await Database.open(path)
    assert path.read_bytes() == before, "another program's file was changed"


def test_a_refusal_of_the_system_that_has_no_words_of_its_own_says_what_there_is() -> None:
    assert "odd" in str(from_os(Path("x"), OSError("odd")))


@pytest.mark.parametrize(
    ("code", "words", "refusal"),
    [
        (sqlite3.SQLITE_FULL, "full", DatabaseFull),
        (sqlite3.SQLITE_CORRUPT, "malformed", DatabaseCorrupt),
        (sqlite3.SQLITE_NOTADB, "no database", DatabaseCorrupt),
        (sqlite3.SQLITE_READONLY_DBMOVED, "moved", DatabaseUnwritable),
        (sqlite3.SQLITE_CANTOPEN, "can't open", DatabaseUnwritable),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "locked", DatabaseHeld),
        (sqlite3.SQLITE_IOERR_FSYNC, "disk I/O", WriteRefused),
        (sqlite3.SQLITE_CONSTRAINT_UNIQUE, "twice", StorageError),
        # Python's own errors have no code.
        (None, "Could not decode to UTF-8 column 'name'", DatabaseCorrupt),
        (None, "Cannot operate on a closed database.", StorageError),
    ],
)
def test_each_answer_of_sqlite_has_its_refusal(
    code: int | None, words: str, refusal: type[StorageError]
) -> None:
    error = sqlite3.OperationalError(words)
    if code is not None:
        error.sqlite_errorcode = code
    told = from_sqlite(Path("games.sqlite3"), error)
    assert type(told) is refusal, f"{words} is told as {told!r}"
    assert "games.sqlite3" in str(told), f"the file isn't named: {told}"


@pytest.mark.parametrize("keep", [0.95, 0.5, 0.1])
async def test_a_file_that_was_cut_short_is_named(path: Path, keep: float) -> None:
    await _fill(path)
    os.truncate(path, int(path.stat().st_size * keep))
    await _refused(path)


@pytest.mark.parametrize("size", [1, 50, 100, 511, 4095, 4096])
async def test_a_file_that_was_cut_very_short_is_named(path: Path, size: int) -> None:
    await _fill(path, 3)
    os.truncate(path, size)
    await _refused(path)


async def test_an_emptied_file_does_not_cost_the_log_beside_it(path: Path) -> None:
    path.write_bytes(b"")
    log = Path(f"{path}-wal")
    log.write_bytes(b"acknowledged")
    assert "empty" in await _refused(path)
    assert log.read_bytes() == b"acknowledged"
    path.unlink()
    with pytest.raises(DatabaseCorrupt):
        await Database.open(path)
    assert log.read_bytes() == b"acknowledged"


async def test_each_broken_page_is_found_or_harmless(path: Path) -> None:
    """Break the head of one page after the other: never a wrong row, never another error."""
    await _fill(path)
    whole = path.read_bytes()
    content = await _content(path)
    assert len(content) == 40
    found = 0
    pages = range(0, len(whole), 4096)
    for start in pages:
        broken = bytearray(whole)
        broken[start + 100 : start + 108] = b"\xff" * 8
        broken[start : start + 8] = bytes(255 - byte for byte in whole[start : start + 8])
        path.write_bytes(broken)
        try:
            assert await _content(path) == content
        except DatabaseCorrupt:
            found += 1
    assert len(pages) > 20
    assert found > len(pages) * 0.9


async def test_a_broken_page_of_a_big_file_is_named_when_it_is_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _fill(path)
    with sqlite3.connect(path) as connection:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = 'log'"
        (page,) = connection.execute(query).fetchone()
    connection.close()
    broken = bytearray(path.read_bytes())
    broken[(page - 1) * 4096 : (page - 1) * 4096 + 8] = b"\xff" * 8
    path.write_bytes(broken)
    await _refused(path)

    monkeypatch.setattr(database_module, "CHECK_UP_TO", 0)
    database = await Database.open(path)
    try:
        store = Store(database)
        assert await store.table("t0001") is not None
        with pytest.raises(DatabaseCorrupt):
            await store.log("t0001")
        # One broken table must not stop the others.
        await store.save_change(a_table("t0002", phase="playing", revision=1), some_seats("t0002"))
    finally:
        await database.close()


async def test_random_damage_is_named_or_harmless(path: Path) -> None:
    """Overwrite random stretches: there is no answer but rows or `DatabaseCorrupt`."""
    await _fill(path, 3)
    whole = path.read_bytes()
    chance, found = Random(2), 0
    for _ in range(60):
        broken = bytearray(whole)
        start = chance.randrange(len(broken))
        length = min(chance.randrange(1, 3000), len(broken) - start)
        broken[start : start + length] = chance.randbytes(length)
        path.write_bytes(broken)
        try:
            await _content(path)
        except DatabaseCorrupt:
            found += 1
    assert found > 10


async def test_damaged_text_is_named_but_not_quoted(store: Store) -> None:
    await store.open_table(a_table(), some_seats())

    def damage(connection: sqlite3.Connection) -> None:
        connection.execute(
            "UPDATE tables SET state = CAST(? AS TEXT)", (b"a secret hand \xff\xfe of cards",)
        )

    await store.database.transaction(damage)
    with pytest.raises(DatabaseCorrupt, match="not UTF-8") as refused:
        await store.table("aaaaa")
    shown = "".join(traceback.format_exception(refused.value))
    assert "Traceback" in shown
    assert "secret" not in shown
    # Lists leave the state alone, so they go on.
    assert len(await store.tables_of_guild(10)) == 1


@pytest.fixture
def shared() -> Iterator[Path]:
    """Make a folder that other accounts can reach, with the migrations next to it."""
    top = Path(tempfile.mkdtemp())
    top.chmod(0o755)
    folder = top / "data"
    folder.mkdir()
    shutil.copytree(MIGRATIONS, top / "migrations")
    for made in (top / "migrations", *(top / "migrations").iterdir()):
        made.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(top)


def _give_away(folder: Path) -> None:
    """Let an unprivileged child own a folder and all in it, as this process does if it is one."""
    if os.geteuid() == 0:
        for made in (folder, *folder.iterdir()):
            os.chown(made, NOBODY, NOBODY)


def _opened_unprivileged(folder: Path) -> list[str]:
    return heard("open_unprivileged", folder / "tables.sqlite3", folder.parent / "migrations")


async def test_an_unprivileged_child_may_open_what_it_owns(shared: Path) -> None:
    """Prove that the refusals below come from the permissions and nothing else."""
    await _fill(shared / "tables.sqlite3", 3)
    _give_away(shared)
    assert _opened_unprivileged(shared) == ["folder written", "file written", "opened"]


async def test_a_read_only_folder_without_a_database_is_named(shared: Path) -> None:
    _give_away(shared)
    shared.chmod(0o555)
    lines = _opened_unprivileged(shared)
    assert lines[:3] == ["folder PermissionError", "file PermissionError", "DatabaseUnwritable"]
    assert str(shared) in lines[3]
    assert "permission to write" in lines[3]
    assert list(shared.iterdir()) == []


async def test_a_read_only_folder_around_a_database_is_named(shared: Path) -> None:
    await _fill(shared / "tables.sqlite3", 3)
    _give_away(shared)
    shared.chmod(0o555)
    lines = _opened_unprivileged(shared)
    assert lines[:3] == ["folder PermissionError", "file written", "DatabaseUnwritable"]
    shared.chmod(0o755)
    assert len(await _content(shared / "tables.sqlite3")) == 3


async def test_a_read_only_file_is_named(shared: Path) -> None:
    path = shared / "tables.sqlite3"
    await _fill(path, 3)
    _give_away(shared)
    path.chmod(0o444)
    lines = _opened_unprivileged(shared)
    assert lines[:3] == ["folder written", "file PermissionError", "DatabaseUnwritable"]
    path.chmod(0o644)
    assert len(await _content(path)) == 3


@pytest.mark.parametrize("locked", [[""], ["-wal"], ["", "-wal", "-shm"]])
def test_files_that_turned_read_only_after_a_kill_are_named(
    shared: Path, locked: list[str]
) -> None:
    with running("act", shared / "tables.sqlite3") as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "1\n"
        child.kill()
        child.wait(PATIENCE)
    _give_away(shared)
    for suffix in locked:
        (shared / f"tables.sqlite3{suffix}").chmod(0o444)
    lines = _opened_unprivileged(shared)
    assert lines[0] == "folder written"
    assert lines[2] == "DatabaseUnwritable"


@needs_mount
@pytest.mark.parametrize("exists", [True, False])
async def test_a_disk_mounted_read_only_is_named(path: Path, exists: bool) -> None:
    if exists:
        await _fill(path, 3)
    folder = path.parent
    lines = heard(
        "open_here",
        path,
        MIGRATIONS,
        first=f"mount --bind {folder} {folder}; mount -o remount,bind,ro {folder}",
    )
    assert lines[:2] == ["folder Read-only file system", "DatabaseUnwritable"]
    assert "mounted read-only" in lines[2]
    if exists:
        assert len(await _content(path)) == 3


@needs_mount
def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    lines = heard(
        "fill_disk", disk / "tables.sqlite3", first=f"mount -t tmpfs -o size=2m none {disk}"
    )
    assert lines == ["ballast: No space left on device", "DatabaseFull", "True []", "True True"]


@needs_mount
@pytest.mark.parametrize("limit", ["size=64k", "nr_inodes=2"])
def test_a_disk_too_full_to_start_is_named(tmp_path: Path, limit: str) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    fill = f"mount -t tmpfs -o {limit} none {disk}; head -c 64k /dev/zero > {disk}/ballast"
    lines = heard("open_here", disk / "tables.sqlite3", MIGRATIONS, first=fill)
    assert lines[-2] == "DatabaseFull"
    assert "no room" in lines[-1]


def test_a_refused_write_loses_nothing(path: Path) -> None:
    lines = heard("limit_size", path)
    assert lines == ["probe: File too large", "WriteRefused", "True []", "True True"]


async def test_a_full_database_refuses_and_recovers(database: Database) -> None:
    store = Store(database)
    await store.open_table(a_table(), some_seats())

    async def limit(pages: int) -> int:
        pragma = f"PRAGMA max_page_count = {pages}"
        return await database.read(lambda c: c.execute(pragma).fetchone()[0])

    pages = await database.read(lambda c: c.execute("PRAGMA page_count").fetchone()[0])
    assert await limit(pages) == pages
    row = a_table(phase="playing", revision=1, state="x" * 200_000)
    step = a_step(interaction_id=7)
    for _ in range(3):
        with pytest.raises(DatabaseFull, match="Nothing was changed"):
            await store.save_step(row, some_seats(question_number=1), step)
        assert await store.table("aaaaa") == (a_table(), some_seats())
        assert await store.log("aaaaa") == []
        assert await store.applied(7) is None
    assert issubclass(DatabaseFull, WriteRefused)

    await limit(pages + 1000)
    await store.save_step(row, some_seats(question_number=1), step)
    assert await store.table("aaaaa") == (row, some_seats(question_number=1))
    assert await store.log("aaaaa") == [step]


async def test_a_file_that_turns_read_only_refuses_the_write(database: Database) -> None:
    store = Store(database)
    await store.open_table(a_table(), some_seats())
    await database.read(lambda c: c.execute("PRAGMA query_only = ON").fetchall())
    with pytest.raises(DatabaseUnwritable):
        await store.save_whereabouts("aaaaa", board_revision=1)
    await database.read(lambda c: c.execute("PRAGMA query_only = OFF").fetchall())
    assert await store.table("aaaaa") == (a_table(), some_seats())
