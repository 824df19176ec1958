"""Copies of the database file: made while the bot runs, and put back in its place."""

import contextlib
import glob
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Generator
from datetime import UTC, datetime
from pathlib import Path

from storage import errors
from storage.database import (
    APPLICATION_ID,
    MIGRATIONS,
    PATIENT_SECONDS,
    in_transaction,
    lock_file,
    set_up,
    whole,
)
from storage.errors import BackupRefused, DatabaseCorrupt, DatabaseUnwritable
from storage.schema import differences
from storage.statements import EPOCH, number_in_meta, set_meta

PAGES = 256
"""How many pages are copied at a time: 1 MB."""
BREATH = 0.002
"""Seconds between two such steps, so that disk and processor have time for clicks."""
LOOK = 100_000
"""How many steps SQLite takes in checking a copy before it asks whether to go on."""

EPOCHS_FROM = 1_767_225_600
"""The start of 2026 in seconds since 1970; epochs count the seconds from there."""
A_SECOND = 1000
"""How much numbers are raised for each second between two restores; a table uses fewer."""

MAGIC = b"SQLite format 3\0"
"""What every SQLite database begins with."""

BROKEN_OFF = "A restore was broken off here. Do it again.\n"
"""What briefly takes the place of a damaged database; a bot refuses so small a file."""

STAMP = "%Y%m%d-%H%M%S"
"""A time of UTC as it stands in names of files, which sort by it."""

Stopped = Callable[[], bool]
"""Tells whether something is to be cancelled."""


def backup(source: Path, target: Path, stopped: Stopped = lambda: False) -> None:
    """Copy the database to a new file that is consistent and complete in itself.

    The bot may be running and writing meanwhile. Never replaces a file, and a cancelled copy leaves
    none. Raises `BackupRefused` or another `StorageError`. Blocks: call it in a thread.
    """
    source, target = whole(source), whole(target)
    if not source.is_file():
        raise errors.missing(source)
    if target.exists():
        raise errors.taken(target)
    with _unfinished(target) as unfinished:
        try:
            _copy(source, unfinished, target, stopped)
            _sync(unfinished)
            # Claiming the name fails if it was taken meanwhile, on file systems without links too.
            os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
            unfinished.replace(target)
            _sync(target.parent)
        except FileExistsError as error:
            raise errors.taken(target) from error
        except OSError as error:
            raise errors.from_os(target, error) from error
        except UnicodeDecodeError as error:
            raise errors.not_text(source) from error


def restore(copy: Path, path: Path, now: Callable[[], float] = time.time) -> Path | None:
    """Put a copy in place of the database; return where the old one is kept, if there was one.

    The copy is left as it is. Nothing is changed unless the copy is whole, the bot's own and not of
    a newer version, and no bot is running. No control that was drawn before fits afterwards, and
    what is shown is drawn again at the next start. Killed at any step it leaves the old database,
    or the new one, or a file that no bot starts with; then it can be done again. Raises a
    `StorageError`.
    """
    copy, path = whole(copy), whole(path)
    if not copy.is_file():
        raise BackupRefused(f"There is no file {copy}.")
    if copy == path:
        raise BackupRefused(f"{copy} is the database itself. Name a copy of it.")
    lock = lock_file(path)
    try:
        _remove_unfinished(path)
        with _unfinished(path) as unfinished:
            try:
                _copy(copy, unfinished, path)
                _make_ready(copy, unfinished, path, now)
                _sync(unfinished)
                kept = _put_aside(path, now)
                unfinished.replace(path)
                _sync(path.parent)
            except OSError as error:
                raise errors.from_os(path, error) from error
            except UnicodeDecodeError as error:
                raise errors.not_text(copy) from error
    finally:
        lock.release()
    return kept


@contextlib.contextmanager
def _unfinished(target: Path) -> Generator[Path]:
    """Yield an empty file next to another, for its owner alone; it is gone at the end."""
    try:
        # A copy holds the hands of games in progress.
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:
        raise errors.from_os(target, error) from error
    os.close(handle)
    try:
        yield Path(name)
    finally:
        for end in ("", "-wal", "-shm", "-journal"):
            Path(f"{name}{end}").unlink(missing_ok=True)


def _copy(source: Path, unfinished: Path, target: Path, stopped: Stopped = lambda: False) -> None:
    """Copy all pages in one read transaction, then check the copy; errors name `target`."""

    def breathe(_status: int, _left: int, _all: int) -> None:
        if stopped():
            raise BackupRefused(f"The copy to {target} was broken off.")
        time.sleep(BREATH)

    try:
        # A connection of its own reads while the bot runs. It may write so far as to fold in the
        # write-ahead log of a bot that was killed: a read-only one could not open such a file.
        reading = sqlite3.connect(
            f"{source.as_uri()}?mode=rw", uri=True, timeout=PATIENT_SECONDS, isolation_level=None
        )
    except sqlite3.Error as error:
        raise errors.from_sqlite(source, error) from error
    with contextlib.closing(reading):
        try:
            # Held to the end, or else the copy would start again whenever the bot has written.
            reading.execute("BEGIN")
            (things,) = reading.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            (mark,) = reading.execute("PRAGMA application_id").fetchone()
        except sqlite3.Error as error:
            raise errors.from_sqlite(source, error) from error
        if not things:
            raise errors.empty(source)
        if mark != APPLICATION_ID:
            raise errors.foreign(source, "Name a copy that this bot has made.")
        try:
            with contextlib.closing(sqlite3.connect(unfinished, isolation_level=None)) as writing:
                reading.backup(writing, pages=PAGES, progress=breathe)
                # The copied header says WAL; a single file must not need a second one next to it.
                writing.execute("PRAGMA journal_mode = DELETE")
                writing.set_progress_handler(stopped, LOOK)
                (verdict,) = writing.execute("PRAGMA integrity_check(1)").fetchone()
        except sqlite3.Error as error:
            told = errors.from_sqlite(target, error)
            # What is damaged in a fresh copy, or says of itself that it may only be read, is so in
            # the original.
            if isinstance(told, DatabaseCorrupt | DatabaseUnwritable):
                told = errors.corrupt(source, str(error))
            raise told from error
    if verdict != "ok":
        raise errors.corrupt(source, verdict)


def _make_ready(copy: Path, unfinished: Path, path: Path, now: Callable[[], float]) -> None:
    """Refuse a copy not of the bot's making, bring it up to date, begin an epoch in it."""
    with contextlib.closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
        try:
            found = differences(connection)
            if found:
                raise errors.other_schema(copy, [each.text for each in found])
            set_up(copy, connection, MIGRATIONS)
            if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise errors.corrupt(copy, "its tables don't fit together")
            epoch = max(
                (int(now()) - EPOCHS_FROM) * A_SECOND,
                A_SECOND**2 + max(number_in_meta(connection, EPOCH) or 0, _epoch_of(path)),
            )
            in_transaction(connection, lambda link: begin_epoch(link, epoch))
        except sqlite3.Error as error:
            raise errors.from_sqlite(copy, error) from error


def begin_epoch(connection: sqlite3.Connection, epoch: int) -> None:
    """Raise all numbers that controls hold above any used before, and mark everything to be shown
    again.

    What is over keeps its numbers, as nothing can be changed there, and its messages.
    """
    for statement in (
        "UPDATE seats SET question_number = question_number + :epoch"
        " - (SELECT question_base FROM tables WHERE id = table_id)"
        " WHERE question_number IS NOT NULL",
        "UPDATE tables SET question_base = :epoch, revision = :epoch,"
        " motion = json_set(motion, '$.revision', :epoch) WHERE phase IN ('lobby', 'playing')",
        "UPDATE nights SET revision = :epoch WHERE state NOT IN ('over', 'cancelled')",
        "UPDATE asks SET revision = :epoch WHERE state <> 'announced'",
        # A proposal has a number of its own, by which its controls are known.
        "UPDATE rounds SET seating = json_set(seating, '$.revision', :epoch)"
        " WHERE state = 'proposed'",
    ):
        connection.execute(statement, {"epoch": epoch})
    set_meta(connection, EPOCH, str(epoch))
    # Other commands may have been registered with Discord since.
    connection.execute("DELETE FROM meta WHERE key = 'commands'")


def _epoch_of(path: Path) -> int:
    """Return the epoch of the database that is replaced; 0 if it can't be read."""
    # A restore wrote it into the file itself. So nothing has to be done with a damaged one.
    address = f"{path.as_uri()}?mode=ro&immutable=1"
    try:
        with contextlib.closing(sqlite3.connect(address, uri=True)) as reading:
            return number_in_meta(reading, EPOCH) or 0
    except (sqlite3.Error, ValueError):
        return 0


def _remove_unfinished(target: Path) -> None:
    """Remove what a restore that was killed has left, for hands are in it."""
    for left in target.parent.glob(f".{glob.escape(target.name)}.*"):
        left.unlink(missing_ok=True)


def _put_aside(path: Path, now: Callable[[], float]) -> Path | None:
    """Give the old database a second name, under which it is complete; return it.

    Its own name stays in use, so that no start in between creates an empty database there.
    """
    kept = path.with_name(f"{path.stem}-before-{stamp(now())}{path.suffix}")
    there = path.exists()
    if there:
        _fold_in(path)
        _keep(path, kept)
    logs = [end for end in ("-wal", "-journal") if Path(f"{path}{end}").exists()]
    for end in logs:
        # It couldn't be folded in. It mustn't stay next to the new database.
        _keep(Path(f"{path}{end}"), Path(f"{kept}{end}"))
    _sync(path.parent)
    if logs:
        # Without its log the old file may seem sound and empty, or there is none. So one that no
        # bot starts with takes its place first.
        with _unfinished(path) as broken:
            broken.write_text(BROKEN_OFF, encoding="utf-8")
            _sync(broken)
            broken.replace(path)
        _sync(path.parent)
    for end in (*logs, "-shm"):
        Path(f"{path}{end}").unlink(missing_ok=True)
    _sync(path.parent)
    return kept if there else None


def _fold_in(path: Path) -> None:
    """Move into the file what a bot that was killed has left next to it, unless it is damaged.

    From then on the file is complete in itself, at every step of what follows.
    """
    try:
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                # SQLite would take it for no database or a new one, and throw away the log.
                return
        with contextlib.closing(
            sqlite3.connect(path, timeout=PATIENT_SECONDS, isolation_level=None)
        ) as link:
            # SQLite looks at the log only once something is read.
            link.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            link.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            link.execute("PRAGMA journal_mode = DELETE").fetchone()
    except (sqlite3.Error, UnicodeDecodeError) as error:
        told = errors.not_text(path)
        if isinstance(error, sqlite3.Error):
            told = errors.from_sqlite(path, error)
        if not isinstance(told, DatabaseCorrupt):
            raise told from error


def _keep(file: Path, kept: Path) -> None:
    try:
        os.link(file, kept)
    except FileExistsError as error:
        raise errors.taken(kept) from error
    except OSError:
        # Not every file system has links.
        shutil.copy2(file, kept)
        _sync(kept)


def stamp(at: float) -> str:
    """Return a time as it stands in names of files."""
    return datetime.fromtimestamp(at, UTC).strftime(STAMP)


def _sync(path: Path) -> None:
    """Make the system write a file, or a folder's list of files, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
