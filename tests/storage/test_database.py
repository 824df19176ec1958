"""Prove that transactions are whole, that one process owns the file, and that formats move on."""

import asyncio
import contextlib
import sqlite3
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from storage import (
    Database,
    DatabaseForeign,
    DatabaseInUse,
    DatabaseTooNew,
    StorageError,
    Store,
    WriteRefused,
)
from storage import database as database_module
from storage.database import MIGRATIONS, lock_file
from storage.errors import DatabaseHeld
from storage.refusals import NOTED_EVERY, Refusals
from tests.storage.children import PATIENCE, heard, running
from tests.storage.samples import a_table, some_seats


def _set(value: str) -> Callable[[sqlite3.Connection], object]:
    return lambda connection: connection.execute(
        "INSERT OR REPLACE INTO meta VALUES ('key', ?)", (value,)
    )


async def _pragma(database: Database, name: str) -> Any:
    def run(connection: sqlite3.Connection) -> Any:
        return connection.execute(f"PRAGMA {name}").fetchone()[0]

    return await database.read(run)


async def test_the_live_connection_waits_for_the_disk(database: Database) -> None:
    assert await _pragma(database, "synchronous") == 2
    assert await _pragma(database, "journal_mode") == "wal"
    assert await _pragma(database, "foreign_keys") == 1
    assert await _pragma(database, "busy_timeout") > 0


async def test_only_the_owner_may_read_the_files(database: Database, path: Path) -> None:
    await database.transaction(_set("a hand of cards"))
    files = [f for f in path.parent.iterdir() if f.suffix != ".lock"]
    assert len(files) == 3
    assert {stat.S_IMODE(f.stat().st_mode) for f in files} == {0o600}


async def test_missing_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "tables.sqlite3"
    await (await Database.open(path)).close()
    assert path.stat().st_size > 0


async def test_what_was_stored_is_there_after_closing(path: Path) -> None:
    database = await Database.open(path)
    await Store(database).open_table(a_table(), some_seats())
    await database.close()
    await database.close()
    assert {f.name for f in path.parent.iterdir()} == {path.name, f"{path.name}.lock"}
    database = await Database.open(path)
    assert await Store(database).table("aaaaa") == (a_table(), some_seats())
    await database.close()


async def test_a_closed_database_says_so(path: Path) -> None:
    database = await Database.open(path)
    await database.close()
    with pytest.raises(StorageError, match="closed"):
        await database.transaction(_set("x"))
    with pytest.raises(StorageError, match="closed"):
        await database.read(_set("x"))


async def test_a_transaction_crosses_threads_once(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    crossings: list[object] = []
    link: Any = database._link  # pyright: ignore[reportPrivateUsage]
    cross = link._execute

    async def counted(*arguments: object) -> object:
        crossings.append(arguments)
        return await cross(*arguments)

    monkeypatch.setattr(link, "_execute", counted)

    def run(connection: sqlite3.Connection) -> int:
        assert connection.in_transaction, "it writes outside a transaction"
        for value in "abc":
            _set(value)(connection)
        return threading.get_ident()

    assert await database.transaction(run) != threading.get_ident()
    assert len(crossings) == 1


async def test_transactions_do_not_mix(database: Database) -> None:
    await database.transaction(_set("0"))

    def add_one(connection: sqlite3.Connection) -> None:
        (value,) = connection.execute("SELECT value FROM meta").fetchone()
        _set(str(int(value) + 1))(connection)

    await asyncio.gather(*(database.transaction(add_one) for _ in range(100)))
    assert await Store(database).meta("key") == "100"


@pytest.mark.parametrize("error", [ValueError(), UnicodeError(), BaseException()])
async def test_an_error_inside_undoes_the_whole(database: Database, error: BaseException) -> None:
    await database.transaction(_set("before"))

    def run(connection: sqlite3.Connection) -> None:
        _set("after")(connection)
        raise error

    with pytest.raises(type(error)):
        await database.transaction(run)
    assert await Store(database).meta("key") == "before"
    await database.transaction(_set("later"))
    assert await Store(database).meta("key") == "later"


async def test_a_wrong_statement_is_a_storage_error(database: Database) -> None:
    await database.transaction(_set("before"))

    def run(connection: sqlite3.Connection) -> None:
        _set("after")(connection)
        connection.execute("SELECT nonsense")

    with pytest.raises(StorageError, match="nonsense") as refusal:
        await database.transaction(run)
    assert isinstance(refusal.value.__cause__, sqlite3.OperationalError)
    assert await Store(database).meta("key") == "before"


@pytest.mark.parametrize("fails", [False, True])
async def test_a_cancelled_caller_leaves_a_whole_transaction(
    database: Database, fails: bool
) -> None:
    await database.transaction(_set("before"))
    inside, go_on = threading.Event(), threading.Event()

    def run(connection: sqlite3.Connection) -> None:
        _set("half")(connection)
        inside.set()
        assert go_on.wait(PATIENCE)
        _set("whole")(connection)
        if fails:
            raise ValueError

    caller = asyncio.create_task(database.transaction(run))
    assert await asyncio.to_thread(inside.wait, PATIENCE)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    go_on.set()
    assert await Store(database).meta("key") == ("before" if fails else "whole")
    await database.transaction(_set("later"))
    assert await Store(database).meta("key") == "later"


async def test_closing_waits_for_what_is_under_way(path: Path) -> None:
    database = await Database.open(path)
    go_on = threading.Event()

    def run(connection: sqlite3.Connection) -> None:
        assert go_on.wait(PATIENCE)
        _set("kept")(connection)

    writing = asyncio.create_task(database.transaction(run))
    await asyncio.sleep(0)
    closing = asyncio.create_task(database.close())
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(writing, closing)
    database = await Database.open(path)
    assert await Store(database).meta("key") == "kept"
    await database.close()


async def test_a_write_waits_for_no_program_for_ever(database: Database, path: Path) -> None:
    await database.transaction(_set("before"))
    await database.read(lambda connection: connection.execute("PRAGMA busy_timeout = 1"))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(WriteRefused, match="Another program"):
        await database.transaction(_set("after"))
    other.execute("ROLLBACK")
    other.close()
    assert await Store(database).meta("key") == "before"
    await database.transaction(_set("after"))


async def test_nobody_waits_again_while_another_program_holds_the_file(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Who stands in line behind the one that waited would be answered far too late."""
    database = await Database.open(path, busy_seconds=0.01)
    assert await _pragma(database, "busy_timeout") == 10
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    for _click in range(3):
        with pytest.raises(DatabaseHeld):
            await database.transaction(_set("after"))
        assert await _pragma(database, "busy_timeout") == 0, "each in line waits once more"
    other.execute("ROLLBACK")
    other.close()
    commits = database.commits
    await database.transaction(_set("after"))
    assert await _pragma(database, "busy_timeout") == 10, "a short wait is refused from now on"
    assert (database.commits - commits, database.refusals.total) == (1, 3)
    assert len(caplog.records) == 1, "a line is logged for every refusal"

    def full(_connection: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with pytest.raises(StorageError):
        await database.transaction(full)
    assert await _pragma(database, "busy_timeout") == 10, "nobody held the file"
    await database.close()


def test_refusals_are_noted_at_once_and_then_counted(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    refusals = Refusals(lambda: now)
    full = WriteRefused("no room")

    def noted() -> list[str]:
        lines = [record.getMessage() for record in caplog.records]
        caplog.clear()
        return lines

    refusals.went_through()
    assert not noted(), "nothing was refused"
    refusals.refused(full)
    assert noted() == ["writes were refused, 1 by now: no room"]
    for _click in range(500):
        refusals.refused(full)
        refusals.went_through()
    assert not noted(), "a line for every click"
    now += NOTED_EVERY
    refusals.refused(full)
    assert noted() == ["writes were refused, 501 by now: no room"]
    refusals.refused(full)
    now += NOTED_EVERY
    refusals.went_through()
    assert noted() == ["writes go through again; 1 more had been refused"]
    now += NOTED_EVERY
    refusals.went_through()
    assert not noted(), "it is said more than once that all is well"


async def test_a_second_bot_is_refused_by_name(database: Database, path: Path) -> None:
    await database.transaction(_set("mine"))
    with pytest.raises(DatabaseInUse, match=path.name):
        await Database.open(path)
    name, sentence = heard("open_here", path, MIGRATIONS)[-2:]
    assert name == "DatabaseInUse"
    assert str(path) in sentence
    assert await Store(database).meta("key") == "mine"


def test_a_file_that_is_in_use_is_not_waited_for(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = lock_file(path)

    def wait(_seconds: float) -> None:
        raise AssertionError("whoever starts a second bot waits for its refusal")

    monkeypatch.setattr(time, "sleep", wait)
    with pytest.raises(DatabaseInUse):
        lock_file(path)
    held.release()


def test_where_no_lock_can_be_made_no_other_bot_is_blamed() -> None:
    with pytest.raises(StorageError, match=r"no file /proc/x\.lock can be made") as refused:
        lock_file(Path("/proc/x"))
    assert not isinstance(refused.value, DatabaseInUse)


async def test_a_process_that_fails_before_it_closes_the_file_ends(path: Path) -> None:
    before = {*threading.enumerate()}
    database = await Database.open(path)
    waited_for = [
        each.name for each in threading.enumerate() if not each.daemon and each not in before
    ]
    await database.close()
    assert waited_for == [], "Python waits for it for ever"


async def test_the_same_file_by_another_name_is_refused(
    database: Database, path: Path, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to(path)
    with pytest.raises(DatabaseInUse):
        await Database.open(tmp_path / "link")


async def test_a_killed_bot_lets_go_of_the_file(path: Path) -> None:
    with running("hold", path) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "open\n"
        with pytest.raises(DatabaseInUse):
            await Database.open(path)
        child.kill()
        child.wait(PATIENCE)
    await (await Database.open(path)).close()


async def test_a_refused_start_lets_go_of_the_file(path: Path) -> None:
    path.write_bytes(b"no database" * 1000)
    with pytest.raises(StorageError):
        await Database.open(path)
    path.unlink()
    await (await Database.open(path)).close()


@pytest.fixture
def migrations(tmp_path: Path) -> Path:
    """Copy the migrations, for a test to add to."""
    folder = tmp_path / "migrations"
    folder.mkdir()
    for file in MIGRATIONS.glob("*.sql"):
        (folder / file.name).write_bytes(file.read_bytes())
    return folder


def _next(migrations: Path) -> tuple[int, Path]:
    number = len(list(migrations.iterdir())) + 1
    return number, migrations / f"{number:04}_next.sql"


async def test_a_migration_moves_an_old_database_on(path: Path, migrations: Path) -> None:
    database = await Database.open(path, migrations=migrations)
    await Store(database).open_table(a_table(), some_seats())
    await database.close()
    number, file = _next(migrations)
    file.write_text(
        "-- A comment; with a semicolon.\n"
        "ALTER TABLE tables ADD COLUMN colour TEXT NOT NULL DEFAULT 'green; blue';\n"
        "CREATE TRIGGER still AFTER UPDATE ON tables BEGIN\n"
        "    SELECT 1;\n    SELECT 2;\nEND;\n"
        "UPDATE tables SET language = 'de'"
    )
    for _ in range(2):
        database = await Database.open(path, migrations=migrations)
        assert await _pragma(database, "user_version") == number
        found = await Store(database).table("aaaaa")
        assert found == (a_table(language="de"), some_seats())
        await database.close()


@pytest.mark.parametrize("end", ["SELECT nonsense;", "UPDATE log SET step = 9;", "CREATE TABLE"])
async def test_a_failing_migration_leaves_the_former_format(
    path: Path, migrations: Path, end: str
) -> None:
    database = await Database.open(path, migrations=migrations)
    await Store(database).open_table(a_table(), some_seats())
    await database.transaction(
        lambda connection: connection.execute(
            "INSERT INTO log (table_id, step, at, action, draws, events)"
            " VALUES ('aaaaa', 1, 0, '', '', '')"
        )
    )
    version = await _pragma(database, "user_version")
    await database.close()
    _, file = _next(migrations)
    file.write_text(f"UPDATE tables SET language = 'de';\nDROP TABLE seats;\n{end}\n")
    with pytest.raises(StorageError):
        await Database.open(path, migrations=migrations)

    file.unlink()
    database = await Database.open(path, migrations=migrations)
    assert await _pragma(database, "user_version") == version
    assert await Store(database).table("aaaaa") == (a_table(), some_seats())
    await database.close()


async def test_each_migration_is_kept_on_its_own(path: Path, migrations: Path) -> None:
    number, file = _next(migrations)
    file.write_text("CREATE TABLE good (a TEXT) STRICT;")
    _, bad = _next(migrations)
    bad.write_text("CREATE TABLE good (a TEXT) STRICT;")
    with pytest.raises(StorageError, match="good"):
        await Database.open(path, migrations=migrations)
    bad.unlink()
    database = await Database.open(path, migrations=migrations)
    assert await _pragma(database, "user_version") == number
    await database.close()


@pytest.mark.parametrize("name", ["9009_gap.sql", "0001_twice.sql", "next.sql"])
async def test_migrations_are_numbered_without_a_gap(
    path: Path, migrations: Path, name: str
) -> None:
    (migrations / name).write_text("SELECT 1;")
    with pytest.raises(StorageError, match="numbered"):
        await Database.open(path, migrations=migrations)


async def test_a_newer_database_is_refused_untouched(path: Path, migrations: Path) -> None:
    number, file = _next(migrations)
    file.write_text("CREATE TABLE later (a TEXT) STRICT;")
    await (await Database.open(path, migrations=migrations)).close()
    before = path.read_bytes()
    with pytest.raises(DatabaseTooNew, match=f"newer version.* format {number},") as refusal:
        await Database.open(path)
    assert path.name in str(refusal.value)
    assert path.read_bytes() == before


async def test_a_database_of_another_program_is_refused_untouched(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE tables (a)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(DatabaseForeign, match="some other program"):
        await Database.open(path)
    assert path.read_bytes() == before


async def test_who_held_a_hand_is_found_in_an_older_database(path: Path, migrations: Path) -> None:
    """Those on seats, with what they agreed to; and those taken off or replaced, without names."""
    for later in sorted(migrations.iterdir())[4:]:
        later.unlink()
    database = await Database.open(path, migrations=migrations)

    def fill(connection: sqlite3.Connection) -> None:
        columns = (
            "id, game, rules_version, phase, host, guild_id, channel_id, board_seq, asleep, seq,"
            " opened_by, opened_at, touched_at, language, options"
        )
        for number, (table_id, phase) in enumerate((("begun", "playing"), ("lobby", "lobby"))):
            values = (table_id, "g", 1, phase, 1, 1, 1, -1, 0, 0, number, 0, 0, "en", "{}")
            connection.execute(
                f"INSERT INTO tables ({columns}) VALUES ({', '.join('?' * len(values))})", values
            )
            for seat in ((0, 11, "Ada", None, 11, 1), (1, -1, "Nagi", "steady", 12, 0)):
                connection.execute(
                    "INSERT INTO seats (table_id, seat, person, name, level, first, agreed)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (table_id, *seat),
                )
        connection.execute(
            "INSERT INTO log (table_id, seq, at, action, draws, events)"
            " VALUES ('begun', 0, 0, 'null', '[]', '[]')"
        )
        for what, seat, whom in (("kicked", None, 14), ("replaced", 1, -2), ("kicked", 1, 13)):
            connection.execute(
                "INSERT INTO table_events (table_id, seq, at, what, role, seat, person, whom)"
                " VALUES ('begun', 0, 0, ?, 'host', ?, 11, ?)",
                (what, seat, whom),
            )

    await database.transaction(fill)
    await database.close()
    database = await Database.open(path)
    store = Store(database)
    held = [(each.person, each.name, each.agreed) for each in await store.holders("begun")]
    assert held == [(11, "Ada", True), (12, "", False), (13, "", False)]
    assert await store.holders("lobby") == [], "nobody holds a hand before the deal"
    found = await store.table("begun")
    assert found is not None
    assert found[0].started_by is None
    assert [(event.name, event.whom_name) for event in await store.table_events("begun")] == [
        *((None, None),) * 3
    ]
    await database.close()


def test_a_migration_commits_its_number_with_it(tmp_path: Path) -> None:
    """Else a crash right after the commit would have it run a second time."""
    statements: list[str] = []
    step = tmp_path / "0001_first.sql"
    step.write_text("CREATE TABLE a (b INTEGER) STRICT;\n", encoding="utf-8")
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.set_trace_callback(statements.append)
        database_module.migrate(connection, 1, step)
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    assert version == 1
    kinds = [each.split()[0] for each in statements[:4]]
    assert kinds == ["BEGIN", "CREATE", "PRAGMA", "COMMIT"], "the number isn't in the transaction"


async def test_steps_and_revisions_keep_what_they_held_under_their_old_name(
    path: Path, migrations: Path
) -> None:
    """Columns, sealed matches and open votes; a text that says the old name itself stays."""
    for later in sorted(migrations.iterdir())[14:]:
        later.unlink()
    database = await Database.open(path, migrations=migrations)
    sealed = '{"seq":5,"asks":[5,3],"state":{"seq":"{\\"seq\\":1}"}}'
    vote = '{"what":"pause","by":0,"ayes":[0],"seq":8,"pace":"none","move_time":0,"noes":[]}'

    def fill(connection: sqlite3.Connection) -> None:
        for table_id, state, motion in (("aaaaa", sealed, vote), ("bbbbb", "damaged", None)):
            connection.execute(
                "INSERT INTO tables (id, game, rules_version, phase, host, guild_id, channel_id,"
                " board_seq, asleep, seq, opened_by, opened_at, touched_at, language, options,"
                " state, motion) VALUES (?, 'g', 1, 'playing', 1, 1, 1, 6, 0, 7, ?, 0, 0, 'en',"
                " '{}', ?, ?)",
                (table_id, int(table_id, 36), state, motion),
            )
        connection.execute(
            "INSERT INTO seats (table_id, seat, person, name, question_seq)"
            " VALUES ('aaaaa', 0, 11, 'Ada', 3)"
        )
        connection.execute(
            "INSERT INTO log (table_id, seq, at, action, draws, events)"
            " VALUES ('aaaaa', 5, 0, 'null', '[]', '[]')"
        )
        connection.execute(
            "INSERT INTO table_events (table_id, seq, at, what, role)"
            " VALUES ('aaaaa', 4, 0, 'paused', 'host')"
        )

    await database.transaction(fill)
    await database.close()
    database = await Database.open(path)
    store = Store(database)
    found = await store.table("aaaaa")
    assert found is not None
    row, seats = found
    assert (row.revision, row.board_revision, seats[0].question_number) == (7, 6, 3)
    assert [step.step for step in await store.log("aaaaa")] == [5]
    assert [event.step for event in await store.table_events("aaaaa")] == [4]
    assert row.state == sealed.replace("seq", "step", 1), "more than the match's own step changed"
    assert row.motion == vote.replace("seq", "revision"), "an open vote can't be read any more"
    damaged = await store.table("bbbbb")
    assert damaged is not None
    assert (damaged[0].state, damaged[0].motion) == ("damaged", None)
    await database.close()
