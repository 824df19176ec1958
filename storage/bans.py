"""Bans: the people and whole servers that the bot's operator keeps out everywhere."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from storage import errors
from storage.database import Database
from storage.errors import StorageError
from storage.former_players import keyed_number, person_key

BanKind = Literal["person", "server"]
PATIENCE: Final = 5.0
"""Seconds to wait for a bot that is writing."""


@dataclass(frozen=True, slots=True)
class Bans:
    """Whom the operator keeps out."""

    key: str = ""
    people: frozenset[int] = frozenset()
    """Ids, and numbers made with the key of those who were forgotten."""
    servers: frozenset[int] = frozenset()

    def has_person(self, person: int) -> bool:
        """Tell whether somebody may not use the bot."""
        if not self.people:
            return False
        return person in self.people or keyed_number(self.key, person) in self.people


class BanStore:
    """What a running bot reads about bans."""

    database: Database

    async def bans(self) -> Bans:
        """Return everybody who is kept out now."""
        return await self.database.read(_bans)


def ban(path: Path, kind: BanKind, banned: int) -> bool:
    """Ban a person or a server, also while the bot runs; False if they were kept out before.

    Raises StorageError.
    """
    with _open(path) as connection:
        if _is_banned(connection, kind, banned):
            return False
        connection.execute(
            "INSERT INTO bans (kind, id, at) VALUES (?, ?, ?)", (kind, banned, int(time.time()))
        )
    return True


def unban(path: Path, kind: BanKind, banned: int) -> bool:
    """Let a person or a server use the bot again; False if they weren't kept out.

    Raises StorageError.
    """
    with _open(path) as connection:
        numbers = _numbers(connection, kind, banned)
        gone = connection.execute(
            "DELETE FROM bans WHERE kind = ? AND id IN (?, ?)", (kind, *numbers)
        )
        return gone.rowcount > 0


def _bans(connection: sqlite3.Connection) -> Bans:
    rows = connection.execute("SELECT kind, id FROM bans").fetchall()
    return Bans(
        person_key(connection),
        frozenset(number for kind, number in rows if kind == "person"),
        frozenset(number for kind, number in rows if kind == "server"),
    )


def _is_banned(connection: sqlite3.Connection, kind: BanKind, banned: int) -> bool:
    bans = _bans(connection)
    return banned in bans.servers if kind == "server" else bans.has_person(banned)


def _numbers(connection: sqlite3.Connection, kind: BanKind, banned: int) -> tuple[int, int]:
    """Return the numbers under which somebody may be listed; a server has only one."""
    if kind == "server":
        return banned, banned
    return banned, keyed_number(person_key(connection), banned)


@contextlib.contextmanager
def _open(path: Path) -> Generator[sqlite3.Connection]:
    """Open the database next to a bot that may be running, for one transaction."""
    path = path.resolve()
    if not path.is_file():
        raise StorageError(f"There is no database at {path}.")
    try:
        link = sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, timeout=PATIENCE)
        with contextlib.closing(link) as connection:
            found = "SELECT count(*) FROM sqlite_schema WHERE name = 'bans'"
            if connection.execute(found).fetchone() == (0,):
                raise StorageError(
                    f"The database {path} is from an older version. Start the bot once to bring it"
                    " up to date."
                )
            connection.execute("PRAGMA secure_delete = ON")
            with connection:
                yield connection
    except sqlite3.Error as error:
        raise errors.from_sqlite(path, error) from error
