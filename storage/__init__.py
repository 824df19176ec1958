"""Keep tables, seats and their log on disk; know no game and no Discord."""

from storage.database import Database, backup
from storage.errors import (
    BackupRefused,
    DatabaseCorrupt,
    DatabaseForeign,
    DatabaseFull,
    DatabaseInUse,
    DatabaseTooNew,
    DatabaseUnwritable,
    StorageError,
    WriteRefused,
)
from storage.rows import LIVE, LogRow, Phase, SeatRow, TableHead, TableRow, Whereabouts
from storage.store import AlreadyDone, OutOfStep, Store

__all__ = [
    "LIVE",
    "AlreadyDone",
    "BackupRefused",
    "Database",
    "DatabaseCorrupt",
    "DatabaseForeign",
    "DatabaseFull",
    "DatabaseInUse",
    "DatabaseTooNew",
    "DatabaseUnwritable",
    "LogRow",
    "OutOfStep",
    "Phase",
    "SeatRow",
    "StorageError",
    "Store",
    "TableHead",
    "TableRow",
    "Whereabouts",
    "WriteRefused",
    "backup",
]
