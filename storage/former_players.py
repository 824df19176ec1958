"""The numbers that replace people who were forgotten."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import sqlite3
from collections.abc import Collection
from typing import Final

_NEW: Final = 1 << 61
_KEYED: Final = 1 << 62
PERSON_KEY: Final = "person key"
"""The key under which the secret for keyed numbers is stored."""


def is_former(person: int | None) -> bool:
    """Tell whether a number stands for somebody who was forgotten.

    Ids of Discord are above 0, and computers have small numbers below 0.
    """
    return person is not None and person <= -_NEW


def new_number() -> int:
    """Return a number that says nothing about the person it replaces."""
    return -(_NEW + secrets.randbelow(_NEW))


def keyed_number(key: str, person: int) -> int:
    """Return a person's keyed number, the same each time: a keyed hash of their id.

    It keeps out who was kept out before they were forgotten. Without the key nobody can tell who
    that is.
    """
    digest = hmac.digest(key.encode(), str(person).encode(), hashlib.sha256)
    return -(_KEYED + int.from_bytes(digest[:8], "big") % _KEYED)


def person_key(connection: sqlite3.Connection) -> str:
    """Return this database's key for such numbers."""
    query = "SELECT value FROM meta WHERE key = ?"
    (key,) = connection.execute(query, (PERSON_KEY,)).fetchone()
    return key


def with_keyed(connection: sqlite3.Connection, people: Collection[int]) -> dict[int, int]:
    """Return all numbers under which some people may be kept out, with the people."""
    key = person_key(connection)
    return {number: one for one in people for number in (one, keyed_number(key, one))}
