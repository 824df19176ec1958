"""Databases that are up to date: made once for each process of tests, then copied.

They don't wait for the disk. A transaction that isn't on it outlives any process, and is lost only
with the power, which no test takes away; and each of thousands would wait for milliseconds.
"""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from storage.database import MIGRATIONS, PRAGMAS, set_up

SHIPPED: Final = PRAGMAS
"""What the bot sets."""
HASTY: Final = tuple(each.replace("synchronous = FULL", "synchronous = OFF") for each in SHIPPED)
"""What tests set instead, and the bots that they fork."""


def up_to_date(path: Path) -> Path:
    """Put an empty database where there is none, as `Database.open` would; return its path."""
    if not path.exists():
        path.touch(0o600)
        path.write_bytes(_content())
    return path


@cache
def _content() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite3"
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
            set_up(path, connection, MIGRATIONS)
        return path.read_bytes()
