"""Bans: the people and whole servers that the bot's operator keeps out everywhere."""

from __future__ import annotations

import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from storage.command_line import open_beside_bot
from storage.database import Database
from storage.former_players import keyed_number, person_key

BanKind = Literal["person", "server"]


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

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self.database = database

    async def all(self) -> Bans:
        """Return everybody who is kept out now."""
        return await self.database.read(_bans)


def ban(path: Path, kind: BanKind, banned: int) -> bool:
    """Ban a person or server, even as the bot runs; False if done before. Raises StorageError."""
    with open_beside_bot(path) as connection:
        if _is_banned(connection, kind, banned):
            return False
        connection.execute(
            "INSERT INTO bans (kind, id, at) VALUES (?, ?, ?)", (kind, banned, int(time.time()))
        )
    return True


def unban(path: Path, kind: BanKind, banned: int) -> bool:
    """Let a person or server use the bot again; False if they could. Raises StorageError."""
    with open_beside_bot(path) as connection:
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
