"""Prove that a copy put back is whole, costs no file, and fits no control that was drawn before."""

import json
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from itertools import groupby, pairwise
from pathlib import Path

import pytest

from storage import (
    BackupRefused,
    Database,
    DatabaseCorrupt,
    DatabaseForeign,
    DatabaseInUse,
    DatabaseTooNew,
    DatabaseUnwritable,
    StorageError,
    Store,
    backup,
    backups,
    restore,
)
from storage.backups import A_SECOND, EPOCHS_FROM
from storage.errors import DatabaseHeld
from storage.night_rows import NightEventRow, PostRow
from storage.night_store import NightStore
from tests.storage.children import PATIENCE, running
from tests.storage.samples import a_night, a_step, a_table, some_seats
from tests.up_to_date import up_to_date

NOW = EPOCHS_FROM + 1_000_000.5
EPOCH = 1_000_000 * A_SECOND


def at(now: float) -> Callable[[], float]:
    """Return a clock that stands still."""
    return lambda: now


async def fill(path: Path) -> None:
    """Store a table in a lobby, one at play with an open vote, one that is over, and two nights."""
    database = await Database.open(up_to_date(path))
    store, nights = Store(database), NightStore(database)
    await store.open_table(a_table("lobby", revision=3, board_revision=3), some_seats("lobby"))
    motion = json.dumps({"what": "pause", "by": 0, "revision": 7})
    row = a_table("plays", phase="playing", revision=8, board_revision=8, motion=motion)
    await store.open_table(row, some_seats("plays", question_number=5))
    await store.open_table(a_table("ended", phase="finished", revision=9, board_revision=9), [])
    for night in (a_night(), a_night("ooooo", state="over")):
        event = NightEventRow(night_id=night.id, at=0, what="announced")
        await nights.open(night, event)
        post = PostRow(night_id=night.id, kind="doors", at=0)
        await nights.save(replace(night, revision=1), [], [], posts=[post])
        await nights.save_whereabouts(night.id, shown_revision=1)
    await store.set_meta("commands", "digest")
    await database.close()


@pytest.fixture
async def copy(path: Path) -> Path:
    """Return a copy of a database, after which steps were taken that the copy doesn't have."""
    await fill(path)
    found = path.with_name("copy.sqlite3")
    backup(path, found)
    database = await Database.open(path)
    row = a_table("plays", phase="playing", revision=9, board_revision=9)
    await Store(database).save_step(row, some_seats("plays", question_number=6), a_step("plays"))
    await database.close()
    return found


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    """Read from a database file that nobody has open."""
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


async def test_the_copy_is_in_place_and_the_old_one_kept(path: Path, copy: Path) -> None:
    before = copy.read_bytes()
    kept = restore(copy, path, at(NOW))
    assert kept is not None
    assert copy.read_bytes() == before, "the copy was changed"
    names = {file.name for file in path.parent.iterdir()}
    assert names == {path.name, f"{path.name}.lock", copy.name, kept.name}, "something was left"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert rows(path, "SELECT count(*) FROM log") == [(0,)]
    assert rows(kept, "SELECT count(*) FROM log") == [(1,)], "the last step is not in the kept file"
    assert rows(kept, "PRAGMA integrity_check") == [("ok",)]
    # The bot starts on either.
    for file in (path, kept):
        await (await Database.open(file)).close()


async def test_numbers_are_above_all_that_were_used(path: Path, copy: Path) -> None:
    restore(copy, path, at(NOW))
    found = rows(path, "SELECT id, question_base, revision, board_revision FROM tables ORDER BY id")
    assert found == [
        ("ended", 0, 9, 9),
        ("lobby", EPOCH, EPOCH, 3),
        ("plays", EPOCH, EPOCH, 8),
    ]
    assert rows(path, "SELECT DISTINCT question_number FROM seats WHERE table_id = 'plays'") == [
        (EPOCH + 5,)
    ]
    ((motion,),) = rows(path, "SELECT motion FROM tables WHERE id = 'plays'")
    assert json.loads(str(motion)) == {"what": "pause", "by": 0, "revision": EPOCH}
    found = rows(path, "SELECT id, revision, shown_revision FROM nights ORDER BY id")
    assert found == [("nnnnn", EPOCH, 1), ("ooooo", 1, 1)]
    assert rows(path, "SELECT value FROM meta WHERE key = 'commands'") == []


async def test_what_can_be_played_is_shown_anew(path: Path, copy: Path) -> None:
    restore(copy, path, at(NOW))
    database = await Database.open(path)
    assert set(await Store(database).to_repair()) == {"lobby", "plays"}
    assert "nnnnn" in await NightStore(database).to_show()
    await database.close()


async def test_posts_of_a_night_get_numbers_never_used(path: Path, copy: Path) -> None:
    """By its number a post is found on Discord: one of before must not pass for a new one."""
    restore(copy, path, at(NOW))
    database = await Database.open(path)
    nights = NightStore(database)
    found = await nights.night("nnnnn")
    assert found is not None
    row = replace(found.night, revision=found.night.revision + 1)
    posts = [PostRow(night_id=row.id, kind=kind, at=0) for kind in ("doors", "remind")]
    await nights.save(row, [], [], posts=posts)
    numbers = [post.id for post in await nights.unsent(row.id)]
    assert numbers[-2:] == [EPOCH + 1, EPOCH + 2], numbers
    await database.close()


async def test_each_restore_begins_above_the_last(path: Path, copy: Path) -> None:
    """Also with a clock that was put back, and of a copy older than the last restore."""
    seen: list[int] = []
    for now in (NOW, NOW + 1, NOW - 500_000, 0):
        restore(copy, path, at(now))
        ((base,),) = rows(path, "SELECT question_base FROM tables WHERE id = 'plays'")
        seen.append(int(str(base)))
    steps = [later - before for before, later in pairwise(seen)]
    assert all(step >= A_SECOND for step in steps), steps
    # A lost database tells nothing: then the clock does.
    path.unlink()
    assert restore(copy, path, at(NOW + 10_000_000)) is None
    ((base,),) = rows(path, "SELECT question_base FROM tables WHERE id = 'plays'")
    assert int(str(base)) > seen[-1]


async def test_no_restore_while_the_bot_runs(path: Path, copy: Path) -> None:
    before = path.read_bytes()
    with running("act", path) as child:
        assert child.stdout is not None
        child.stdout.readline()
        with pytest.raises(DatabaseInUse, match="in use"):
            restore(copy, path)
        child.kill()
        child.wait(PATIENCE)
    assert path.read_bytes()[:100] == before[:100]
    # What a killed bot had not folded in is in the kept file.
    ((steps,),) = rows(path, "SELECT count(*) FROM log")
    kept = restore(copy, path)
    assert kept is not None
    assert rows(kept, "SELECT count(*) FROM log") == [(steps,)]


@pytest.mark.parametrize(
    "what", ["missing", "text", "empty", "foreign", "newer", "damaged", "self"]
)
async def test_what_is_no_copy_is_refused(path: Path, copy: Path, what: str) -> None:
    expected: type[StorageError] = DatabaseForeign
    match what:
        case "missing":
            copy.unlink()
            expected = BackupRefused
        case "text":
            copy.write_text("no database at all" * 1000)
            expected = DatabaseCorrupt
        case "empty":
            copy.write_bytes(b"")
            expected = BackupRefused
        case "foreign":
            copy.unlink()
            link = sqlite3.connect(copy)
            link.execute("CREATE TABLE others (text)")
            link.close()
        case "newer":
            link = sqlite3.connect(copy)
            link.execute("PRAGMA user_version = 9999")
            link.close()
            expected = DatabaseTooNew
        case "damaged":
            content = copy.read_bytes()
            copy.write_bytes(content[:8192] + b"\xff" * 4096 + content[12288:])
            expected = DatabaseCorrupt
        case _:
            copy, expected = path, BackupRefused
    before, names = path.read_bytes(), {file.name for file in path.parent.iterdir()}
    with pytest.raises(expected):
        restore(copy, path)
    assert path.read_bytes() == before, "the database was touched"
    assert {file.name for file in path.parent.iterdir()} == names, "something was left behind"


OTHERWISE = {
    "DROP TRIGGER log_is_never_changed": "The trigger log_is_never_changed is missing.",
    "DROP INDEX tables_by_opener": "The index tables_by_opener is missing.",
    "DROP TABLE apart": "The table apart is missing.",
    "ALTER TABLE meta ADD COLUMN more TEXT": "The table meta isn't as the bot makes it.",
    "CREATE TABLE others (text)": "The table others isn't the bot's.",
    "CREATE INDEX seats_too ON seats (name)": "The index seats_too isn't the bot's.",
    "CREATE TRIGGER spy AFTER INSERT ON log BEGIN SELECT 1; END": "trigger spy isn't the bot's.",
    "CREATE VIEW hands AS SELECT * FROM log": "The view hands isn't the bot's.",
    "PRAGMA user_version = 3": "isn't as the bot makes it",
    "PRAGMA user_version = 0": "isn't the bot's",
}
"""What was done to a copy, and what is said of it."""


@pytest.mark.parametrize("statement", OTHERWISE)
async def test_a_copy_that_is_built_otherwise_is_refused(
    path: Path, copy: Path, statement: str
) -> None:
    with closing(sqlite3.connect(copy, isolation_level=None)) as link:
        link.execute(statement)
    before = path.read_bytes()
    with pytest.raises(DatabaseCorrupt) as refusal:
        restore(copy, path)
    assert OTHERWISE[statement] in str(refusal.value), "the refusal doesn't say what differs"
    assert path.read_bytes() == before, "the database was touched"


async def test_statistics_and_free_pages_are_no_difference(path: Path, copy: Path) -> None:
    with closing(sqlite3.connect(copy, isolation_level=None)) as link:
        for statement in ("ANALYZE", "VACUUM"):
            link.execute(statement)
    restore(copy, path)


@pytest.mark.parametrize("damaged", ["all of it", "the schema's text", "the schema's page"])
async def test_a_damaged_database_is_replaced_and_kept(
    path: Path, copy: Path, damaged: str
) -> None:
    content = path.read_bytes()
    match damaged:
        case "all of it":
            content = b"no database at all" * 1000
        case "the schema's text":
            content = content.replace(b"CREATE TABLE meta ", b"CREATE TABLE m \xff\xfe ")
        case _:
            content = content[:100] + b"\xff" * (len(content) - 100)
    path.write_bytes(content)
    if damaged == "all of it":
        # SQLite itself throws a log away that fits no database.
        Path(f"{path}-wal").write_bytes(b"what was not folded in")
    kept = restore(copy, path, at(NOW))
    assert kept is not None
    assert kept.read_bytes() == content, "what could be mended by hand was changed"
    logs = [each.read_bytes() for each in path.parent.glob("*-before-*-wal")]
    assert logs == [b"what was not folded in"] * (damaged == "all of it"), f"kept of logs: {logs}"
    await (await Database.open(path)).close()
    assert rows(path, "SELECT count(*) FROM tables") == [(3,)]


async def test_a_database_that_another_program_holds_is_left_as_it_is(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lies in its log can't be folded in meanwhile."""
    monkeypatch.setattr(backups, "PATIENT_SECONDS", 0.01)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        before = path.read_bytes()
        with pytest.raises(DatabaseHeld):
            restore(copy, path, at(NOW))
        assert path.read_bytes() == before, "the database was touched"
        assert not [*path.parent.glob("*-before-*")], "it was put aside while somebody writes"
    restore(copy, path, at(NOW))


async def test_without_links_the_old_one_is_copied(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_one: object, _other: object) -> None:
        raise OSError("no links here")

    monkeypatch.setattr("os.link", refuse)
    kept = restore(copy, path, at(NOW))
    assert kept is not None
    assert rows(kept, "SELECT count(*) FROM log") == [(1,)]


ON_DISK = ["write new", "keep old", "write folder", "new in place of old", "write folder"]
"""What a restore does, in order. After a loss of power there is what was written before it."""


@pytest.mark.parametrize(
    ("what", "order"),
    [
        ("whole", ON_DISK),
        ("no links", ["write new", "write kept", "write folder", *ON_DISK[3:]]),
        (
            "a log that can't be folded in",
            [
                *("write new", "keep old", "keep log", "write folder"),
                *("write new", "new in place of old", "write folder"),
                *("remove log", "write folder", "new in place of old", "write folder"),
            ],
        ),
    ],
)
async def test_what_is_kept_is_on_the_disk_before_anything_is_taken_away(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch, what: str, order: list[str]
) -> None:
    done: list[str] = []
    write, link, replace_by, unlink = backups._sync, os.link, Path.replace, Path.unlink

    def name(file: Path) -> str:
        kind = {path: "old", path.parent: "folder", Path(f"{path}-wal"): "log"}.get(file)
        return kind or ("new" if file.name.startswith(".") else "kept")

    def note_link(file: Path, kept: Path) -> None:
        if what == "no links":
            raise OSError("no links here")
        done.append(f"keep {name(file)}")
        link(file, kept)

    def note_replace(file: Path, other: Path) -> Path:
        done.append(f"{name(file)} in place of {name(other)}")
        return replace_by(file, other)

    def note_unlink(file: Path, missing_ok: bool = False) -> None:
        if file.exists() and name(file) != "new":
            done.append(f"remove {name(file)}")
        unlink(file, missing_ok)

    def note_write(file: Path) -> None:
        empty = file.is_file() and not file.stat().st_size
        done.append(f"write {name(file)}{', which is empty' if empty else ''}")
        write(file)

    if what.startswith("a log"):
        path.write_bytes(b"no database at all")
        Path(f"{path}-wal").write_bytes(b"what was not folded in")
    monkeypatch.setattr(backups, "_sync", note_write)
    monkeypatch.setattr("os.link", note_link)
    monkeypatch.setattr(Path, "replace", note_replace)
    monkeypatch.setattr(Path, "unlink", note_unlink)
    restore(copy, path, at(NOW))
    monkeypatch.undo()
    once = [each for each, _ in groupby(done)]
    assert once == order, f"with {what}, in this order: {once}"


async def test_a_full_disk_changes_nothing(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_file: int) -> None:
        raise PermissionError(13, "Permission denied")

    before, names = path.read_bytes(), {file.name for file in path.parent.iterdir()}
    monkeypatch.setattr("os.fsync", refuse)
    with pytest.raises(DatabaseUnwritable):
        restore(copy, path)
    assert path.read_bytes() == before
    assert {file.name for file in path.parent.iterdir()} == names


async def test_an_old_copy_is_brought_up_to_date(path: Path, tmp_path: Path) -> None:
    """A copy that an older version of the bot has made."""
    from storage.database import MIGRATIONS

    older = tmp_path / "older"
    older.mkdir()
    for file in sorted(MIGRATIONS.glob("*.sql"))[:4]:
        shutil.copy(file, older)
    copy = tmp_path / "copy.sqlite3"
    await (await Database.open(copy, migrations=older)).close()
    assert restore(copy, path) is None
    assert rows(path, "PRAGMA user_version") == [(len(list(MIGRATIONS.glob("*.sql"))),)]
