"""The database file: opened, brought up to date, and used in whole transactions."""

import contextlib
import errno
import os
import re
import sqlite3
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

import aiosqlite
from filelock import FileLock, Timeout

from storage import errors
from storage.errors import DatabaseCorrupt, DatabaseHeld, StorageError, WriteRefused
from storage.mapper import Values, column
from storage.refusals import Refusals

T = TypeVar("T")

MIGRATIONS = Path(__file__).parent / "migrations"
"""The folder of numbered SQL files `0001_….sql`; the number is the format they lead to."""

APPLICATION_ID = 0x4B414B55
"""What marks a database file as this bot's ("KAKU"); the first migration sets it."""

OLDEST_SQLITE = (3, 38, 0)
"""The first SQLite with both STRICT tables and JSON functions built in."""

CHECK_UP_TO = 64 * 1024 * 1024
"""The most bytes of a file that is read in full for damage at every start.

A bigger one would hold up the start for seconds. SQLite still refuses a file with a broken header,
a wrong length or an unreadable schema, and names any broken page once it is read.
"""

SMALLEST_PAGE = 512
"""No SQLite database has fewer bytes."""

BUSY_SECONDS = 1.5
"""The longest wait for another program holding the file, such as a database browser.

Somebody waits for an answer meanwhile, and Discord allows three seconds for that.
"""

PATIENT_SECONDS = 5.0
"""The same wait where nobody waits for an answer: at the start, and in a backup."""

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    # Without it, INSERT OR REPLACE would slip past the triggers that keep the log append-only.
    "PRAGMA recursive_triggers = ON",
    # What is deleted is overwritten with zeros.
    "PRAGMA secure_delete = ON",
)


class Database:
    """The one connection that writes, and the lock that keeps others away."""

    def __init__(
        self, path: Path, lock: FileLock, link: aiosqlite.Connection, busy_seconds: float
    ) -> None:
        """Take over a lock that is held and a connection that is set up; see `open`."""
        self.path = path
        self.commits = 0
        """The number of transactions that were written."""
        self.refusals = Refusals()
        self._lock = lock
        self._link = link
        self._closed = False
        self._busy_seconds = busy_seconds
        self._held = False
        """Whether another program held the file when the bot last wanted it."""

    @classmethod
    async def open(
        cls, path: Path, *, migrations: Path = MIGRATIONS, busy_seconds: float = BUSY_SECONDS
    ) -> Self:
        """Open the file for this process alone, creating or migrating it where needed.

        `busy_seconds` is the longest wait for another program that holds it, once it is open.

        Raises `DatabaseInUse`, `DatabaseTooNew`, `DatabaseForeign`, `DatabaseCorrupt`,
        `DatabaseUnwritable`, `DatabaseFull` or plain `StorageError`, each with a clear sentence.
        """
        path = whole(path)
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise StorageError(
                f"This Python comes with SQLite {sqlite3.sqlite_version}; the bot needs "
                f"{'.'.join(map(str, OLDEST_SQLITE))} or newer."
            )
        lock = lock_file(path)
        try:
            _prepare_file(path)
            link = aiosqlite.connect(
                path, isolation_level=None, timeout=PATIENT_SECONDS, cached_statements=256
            )
            # Python waits at its end for every thread but a daemon: a process that failed before it
            # closed this would never end. What isn't committed by then was acknowledged to nobody.
            link._thread.daemon = True  # pyright: ignore[reportPrivateUsage]
            try:
                await link
                database = cls(path, lock, link, busy_seconds)
                await database.read(lambda connection: set_up(path, connection, migrations))
                await database.read(lambda connection: _wait_at_most(connection, busy_seconds))
            except BaseException:
                await link.close()
                raise
        except BaseException as error:
            lock.release()
            if isinstance(error, sqlite3.Error):
                raise errors.from_sqlite(path, error) from error
            raise
        return database

    async def transaction(self, fn: Callable[[sqlite3.Connection], T]) -> T:
        """Run `fn` in another thread between BEGIN IMMEDIATE and COMMIT, and return its answer.

        When this returns, the changes are on disk. When it raises, none of them are: an error of
        `fn` passes through, one of SQLite arrives as a `StorageError`. If the caller is cancelled
        while waiting, the transaction still ends as a whole, one way or the other.
        """
        return await self._hop(lambda connection: self._write(connection, fn))

    async def read(self, fn: Callable[[sqlite3.Connection], T]) -> T:
        """Run `fn`, which only reads, in another thread; nothing is written in between."""
        return await self._hop(fn)

    async def one(self, make: Callable[[Any], T], query: str, values: Values = ()) -> T | None:
        """Return what `make` makes of the first row that a query finds; None without one."""

        def run(connection: sqlite3.Connection) -> T | None:
            found = connection.execute(query, values).fetchone()
            return None if found is None else make(found)

        return await self.read(run)

    async def all(self, make: Callable[[Any], T], query: str, values: Values = ()) -> list[T]:
        """Return what `make` makes of each row that a query finds."""
        return await self.read(lambda link: [make(each) for each in link.execute(query, values)])

    async def column(self, query: str, values: Values = ()) -> list[Any]:
        """Return the only column of all rows that a query finds."""
        return await self.read(lambda link: column(link, query, values))

    async def write(self, query: str, values: Values = ()) -> int:
        """Run one statement in a transaction; return how many rows it has changed."""
        return await self.transaction(lambda link: link.execute(query, values).rowcount)

    async def wipe(self, marks: Sequence[bytes], up_to: int) -> bool:
        """Remove from the file what is left in it of deleted texts and numbers.

        Returns False if that is to be done later, by `rewrite`: the file has more than `up_to`
        bytes, or another program is reading it.
        """
        if not await self.read(_fold_in) or self.path.stat().st_size > up_to:
            return False
        # SQLite overwrites what is deleted, but not what a page keeps of a row that once moved to
        # another one. Only rewriting the whole file helps there.
        return await self.rewrite() if await self.read(lambda link: _has(link, marks)) else True

    async def rewrite(self) -> bool:
        """Rewrite the whole file without what was deleted; tell whether that could be done.

        Nothing else is read or written meanwhile: about a second for each 100 MB.
        """
        try:
            return await self.read(_rewrite)
        except (sqlite3.Error, StorageError):
            # Another program holds it, or the disk has no room for a second copy.
            return False

    async def close(self) -> None:
        """Finish what is under way, fold the log in, let go of the lock. Raises StorageError."""
        if self._closed:
            return
        self._closed = True
        try:
            await self._link.close()
        except sqlite3.Error as error:
            raise errors.from_sqlite(self.path, error) from error
        finally:
            self._lock.release()

    async def _hop(self, fn: Callable[[sqlite3.Connection], T]) -> T:
        """Switch to the connection's thread once and run `fn` there."""
        if self._closed:
            raise StorageError(f"The database {self.path} is closed.")
        link = self._link
        # aiosqlite's public calls cross threads once per statement; six crossings triple the
        # cost of a transaction. Its queue takes any function, so a whole one goes in at once.
        return await link._execute(self._run, link._conn, fn)  # pyright: ignore[reportPrivateUsage, reportUnknownMemberType, reportUnknownVariableType]

    def _write(self, connection: sqlite3.Connection, fn: Callable[[sqlite3.Connection], T]) -> T:
        answer = in_transaction(connection, fn)
        self.commits += 1
        self.refusals.went_through()
        if self._held:
            self._held = False
            _wait_at_most(connection, self._busy_seconds)
        return answer

    def _run(self, connection: sqlite3.Connection, fn: Callable[[sqlite3.Connection], T]) -> T:
        """Run `fn` in the connection's thread, and turn its errors into ours there."""
        try:
            return fn(connection)
        except sqlite3.Error as error:
            told = errors.from_sqlite(self.path, error)
            if isinstance(told, WriteRefused):
                self.refusals.refused(told)
            if isinstance(told, DatabaseHeld) and not self._held:
                # Others wait in line behind this one. Each would wait as long again, and the last
                # one far longer than Discord allows: until a write succeeds, nobody waits.
                self._held = True
                _wait_at_most(connection, 0)
            # What SQLite says about damaged text quotes it, and it may be a hand: no log may show
            # it.
            raise told from None if isinstance(told, DatabaseCorrupt) else error


def whole(path: Path) -> Path:
    """Return a path in full, so that messages name it and a change of folder does not matter.

    Raises StorageError for one that can lead to no file, such as links that go round in a circle.
    """
    try:
        found = path.resolve()
        found.exists()
    except RuntimeError as error:
        circle = OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        raise errors.from_os(path, circle) from error
    except OSError as error:
        raise errors.from_os(path, error) from error
    return found


def lock_file(path: Path) -> FileLock:
    """Take the lock file next to the database; the system releases it even after a kill.

    Raises DatabaseInUse if another process holds it, or another StorageError.
    """
    lock = FileLock(f"{path}.lock", timeout=0, thread_local=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout as error:
        # Where no file can be made, it looks to the library like one that somebody holds.
        if not os.path.lexists(lock.lock_file):
            raise errors.without_lock(path, lock.lock_file) from error
        raise errors.in_use(path) from error
    except OSError as error:
        raise errors.from_os(path, error) from error
    return lock


def _prepare_file(path: Path) -> None:
    """Create a missing file that only its owner can read, and refuse one that lost its content.

    SQLite would take an empty file, or one of a single byte, for a new database, and delete the
    write-ahead log next to it.
    """
    log = Path(f"{path}-wal")
    try:
        size = path.stat().st_size if path.exists() else 0
        if 0 < size < SMALLEST_PAGE:
            raise errors.corrupt(path, f"it has only {size} bytes")
        if size == 0 and log.exists() and log.stat().st_size > 0:
            raise errors.corrupt(path, f"it is empty, but {log.name} is not")
        # The files SQLite puts next to the database take over its permissions.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise errors.from_os(path, error) from error


def set_up(path: Path, connection: sqlite3.Connection, migrations: Path) -> None:
    """Check the file, set the pragmas and bring the format up to date."""
    steps = steps_of(migrations)
    version = demand_sound(path, connection, known=len(steps))
    for pragma in PRAGMAS:
        connection.execute(pragma).fetchall()
    # Ask for write access now, so that a file that may only be read is refused at the start.
    in_transaction(connection, lambda _: None)
    for number, step in enumerate(steps[version:], start=version + 1):
        migrate(connection, number, step)


def demand_sound(path: Path, connection: sqlite3.Connection, known: int) -> int:
    """Return the format number of a file, given a connection to it or to a copy of it.

    Raises a `StorageError` that names the file if it is damaged, foreign or too new.
    """
    version = demand_ours(path, connection, known)
    with _damage_told(path):
        if path.stat().st_size <= CHECK_UP_TO:
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise errors.corrupt(path, verdict)
    return version


def demand_ours(path: Path, connection: sqlite3.Connection, known: int) -> int:
    """Return the format number of a file, of which no more than its head is looked at."""
    with _damage_told(path):
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (mark,) = connection.execute("PRAGMA application_id").fetchone()
        (things,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if (things or version) and mark != APPLICATION_ID:
        raise errors.foreign(path)
    if version > known:
        raise errors.too_new(path, version, known)
    return version


@contextlib.contextmanager
def _damage_told(path: Path) -> Generator[None]:
    """Have what SQLite says while a file is looked at for the first time told as damage to it."""
    try:
        yield
    except UnicodeDecodeError as error:
        # SQLite quotes the damaged schema in its message, which Python then cannot read.
        raise errors.not_text(path) from error
    except sqlite3.Error as error:
        told = errors.from_sqlite(path, error)
        # A header with a nonsensical field gets a general error from SQLite: that is damage as
        # well.
        if type(told) is StorageError:
            told = errors.corrupt(path, str(error))
        raise told from error


def steps_of(migrations: Path) -> list[Path]:
    """Return the migrations, numbered from 1 without a gap. Raises StorageError otherwise."""
    files = sorted(migrations.glob("*.sql"))
    numbers = [int(found[0]) if (found := re.match(r"\d{4}", f.name)) else 0 for f in files]
    if not files or numbers != list(range(1, len(files) + 1)):
        raise StorageError(f"The migrations in {migrations} are not numbered 0001, 0002 and so on.")
    return files


def migrate(connection: sqlite3.Connection, number: int, step: Path) -> None:
    """Run one migration and set the format number with it, all or nothing."""
    script = step.read_text(encoding="utf-8")

    def run(connection: sqlite3.Connection) -> None:
        for statement in _statements(script):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number}")

    in_transaction(connection, run)


def _fold_in(connection: sqlite3.Connection) -> bool:
    """Move what the write-ahead log holds into the file, and empty it; False if it is in use."""
    (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy


def _rewrite(connection: sqlite3.Connection) -> bool:
    connection.execute("VACUUM")
    return _fold_in(connection)


def _has(connection: sqlite3.Connection, marks: Sequence[bytes]) -> bool:
    """Tell whether any of some bytes are in the file.

    SQLite has to read it: if this process opened the file as well, the system would drop SQLite's
    locks when it is closed, and another program could delete the write-ahead log.
    """
    content = connection.serialize()
    return any(mark in content for mark in marks)


def _statements(script: str) -> list[str]:
    """Split a script at the ends of statements; `executescript` would commit too early."""
    statements: list[str] = []
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            statements.append(pending)
            pending = ""
    if pending.strip():
        statements.append(pending)
    return statements


def in_transaction(connection: sqlite3.Connection, fn: Callable[[sqlite3.Connection], T]) -> T:
    """Run `fn` between BEGIN IMMEDIATE and COMMIT, or leave everything as it was."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        answer = fn(connection)
        connection.execute("COMMIT")
    except BaseException:
        # SQLite has often rolled back by itself when the disk refused; then there is nothing to do.
        if connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        raise
    return answer


def _wait_at_most(connection: sqlite3.Connection, seconds: float) -> None:
    connection.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}").fetchall()
