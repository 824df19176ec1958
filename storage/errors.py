"""What can be wrong with the database, each in a sentence for the person who runs the bot."""

import errno
import sqlite3
from collections.abc import Sequence
from pathlib import Path


class StorageError(Exception):
    """The database could not do what was asked; `str()` is a sentence for people."""


class DatabaseInUse(StorageError):
    """Another process has this database open."""


class DatabaseTooNew(StorageError):
    """A newer version of the bot wrote this database."""


class DatabaseForeign(StorageError):
    """The file is a healthy database of some other program."""


class DatabaseCorrupt(StorageError):
    """The file is damaged, or not a database at all."""


class DatabaseUnwritable(StorageError):
    """The file or its folder may not be written."""


class WriteRefused(StorageError):
    """The disk refused a write; what was stored before is unchanged."""


class DatabaseFull(WriteRefused):
    """There is no room left for a write; what was stored before is unchanged."""


class DatabaseHeld(WriteRefused):
    """Another program holds the file; what was stored before is unchanged."""


class BackupRefused(StorageError):
    """There is nothing to copy, or the copy would replace a file."""


class AlreadyDone(StorageError):
    """This interaction was applied before, at a table that is named; nothing was changed."""

    def __init__(self, table_id: str) -> None:
        super().__init__(f"This was done already, at table {table_id}.")
        self.table_id = table_id


class TooManyOpen(StorageError):
    """The person has as many tables open on this server as they may; nothing was changed."""


class OutOfStep(StorageError):
    """What is stored has changed meanwhile, or does not exist; nothing was changed."""

    def __init__(self, changed_id: str, number: int) -> None:
        """Take the table or night, and the revision or step that did not follow the stored one."""
        super().__init__(f"Number {number} of {changed_id} does not follow what is stored.")


def in_use(path: Path) -> DatabaseInUse:
    """Return the error for a database that a second process wants to open."""
    return DatabaseInUse(
        f"The database {path} is in use by another running bot. "
        "Stop that one first, or give this one a database of its own."
    )


def without_lock(path: Path, lock: str) -> StorageError:
    """Return the error for a database next to which no lock can be made."""
    return StorageError(
        f"The database {path} cannot be opened: no file {lock} can be made, by which a second bot"
        " would know that it is in use. Put the database where files can be made."
    )


def too_new(path: Path, found: int, known: int) -> DatabaseTooNew:
    """Return the error for a file of a newer format than this code knows."""
    return DatabaseTooNew(
        f"The database {path} was written by a newer version of the bot: it has format {found}, "
        f"this one knows formats up to {known}. Update the bot; the database was not touched."
    )


def foreign(
    path: Path, then: str = "Choose another path for the bot's database."
) -> DatabaseForeign:
    """Return the error for a file that belongs to another program, with what to do then."""
    return DatabaseForeign(
        f"The file {path} is a database of some other program. It was not touched. {then}"
    )


def missing(path: Path) -> BackupRefused:
    """Return the error for a file that isn't there, or in which there is nothing."""
    return BackupRefused(f"There is no database at {path}.")


def empty(path: Path) -> BackupRefused:
    """Return the error for a file in which there is no database yet, or no longer one."""
    return BackupRefused(
        f"The file {path} is empty: nothing of the bot is in it."
        " Name a copy that this bot has made."
    )


def other_schema(path: Path, found: Sequence[str]) -> DatabaseCorrupt:
    """Return the error for a database that isn't built as the bot builds it, with what differs."""
    return DatabaseCorrupt(
        f"The database {path} isn't built as this bot builds it. {' '.join(found)}"
        " Nothing was changed; take another copy."
    )


def corrupt(path: Path, detail: str) -> DatabaseCorrupt:
    """Return the error for a damaged file, with what was found in it."""
    return DatabaseCorrupt(
        f"The database {path} is damaged or no database at all ({detail}). "
        "Put it aside and restore a backup."
    )


def not_text(path: Path) -> DatabaseCorrupt:
    """Return the error for a file whose description of its own tables is damaged."""
    return corrupt(path, "its schema is not text")


def unwritable(path: Path, detail: str) -> DatabaseUnwritable:
    """Return the error for a file that may not be written."""
    return DatabaseUnwritable(
        f"The database {path} cannot be written ({detail}). The bot needs permission to write "
        "to the file and to its folder, and the disk must not be mounted read-only."
    )


def full(path: Path) -> DatabaseFull:
    """Return the error for a file that cannot grow."""
    return DatabaseFull(
        f"There is no room left to write to {path}. Nothing was changed; free some space."
    )


def taken(target: Path) -> BackupRefused:
    """Return the error for a file that a copy would replace."""
    return BackupRefused(f"The file {target} exists already; a backup never replaces a file.")


def from_os(path: Path, error: OSError) -> StorageError:
    """Return the error for a refusal by the operating system."""
    detail = error.strerror or str(error)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return full(path)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return unwritable(path, detail)
    return StorageError(f"The database {path} cannot be opened: {detail}.")


def from_sqlite(path: Path, error: sqlite3.Error) -> StorageError:
    """Return the error for one of SQLite, told apart by its primary result code."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None and "decode to UTF-8" in str(error):
        return corrupt(path, "a stored text is not UTF-8")
    match None if code is None else code & 0xFF:
        case sqlite3.SQLITE_FULL:
            return full(path)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return corrupt(path, str(error))
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return unwritable(path, str(error))
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return DatabaseHeld(
                f"Another program holds the database {path}. Nothing was changed; "
                "close that program and try again."
            )
        case sqlite3.SQLITE_IOERR:
            return WriteRefused(
                f"The disk refused to read or write {path} ({error}). Nothing was changed."
            )
        case _:
            return StorageError(f"The database {path} answered: {error}.")
