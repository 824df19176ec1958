"""Writing to the database from the command line, while a bot may be running."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Generator
from pathlib import Path
from typing import Final

from storage import errors
from storage.database import MIGRATIONS, demand_ours, steps_of, whole
from storage.errors import StorageError

PATIENCE: Final = 5.0
"""Seconds to wait for a bot that is writing."""


@contextlib.contextmanager
def open_beside_bot(path: Path) -> Generator[sqlite3.Connection]:
    """Open the database next to a bot that may be running, for one transaction.

    Raises StorageError if there is none, it isn't the bot's, or another version has written it.
    """
    path = whole(path)
    if not path.is_file():
        raise errors.missing(path)
    try:
        link = sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, timeout=PATIENCE)
        with contextlib.closing(link) as connection:
            known = len(steps_of(MIGRATIONS))
            version = demand_ours(path, connection, known)
            if not version:
                raise errors.missing(path)
            if version < known:
                raise StorageError(
                    f"The database {path} is from an older version. Start the bot once to bring it"
                    " up to date."
                )
            connection.execute("PRAGMA secure_delete = ON")
            with connection:
                yield connection
    except sqlite3.Error as error:
        raise errors.from_sqlite(path, error) from error
