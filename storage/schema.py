"""How a database is built: its tables, indexes and triggers, compared with a fresh one."""

import contextlib
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from storage.database import MIGRATIONS, migrate, steps_of

Thing = tuple[str, str]
"""A table, index, trigger or view: which of them it is, and its name."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is missing, added or built differently, with a sentence about it."""

    kind: str
    """What it is: `table`, `index`, `trigger` or `view`."""
    text: str


def differences(connection: sqlite3.Connection, migrations: Path = MIGRATIONS) -> list[Difference]:
    """Return how a database differs from a fresh one of the same format.

    A newer format isn't known here, so nothing is said about it.
    """
    steps = steps_of(migrations)
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(steps):
        return []
    expected, found = _made_by(*steps[: max(version, 0)]), _things(connection)
    said = dict.fromkeys(expected.keys() - found.keys(), "is missing")
    said |= dict.fromkeys(found.keys() - expected.keys(), "isn't the bot's")
    said |= {
        thing: "isn't as the bot makes it"
        for thing in expected.keys() & found.keys()
        if expected[thing] != found[thing]
    }
    return [
        Difference(kind, f"The {kind} {name} {what}.")
        for (kind, name), what in sorted(said.items())
    ]


@cache
def _made_by(*steps: Path) -> Mapping[Thing, str]:
    """Return how everything is built in a fresh database of a format."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        for number, step in enumerate(steps, start=1):
            migrate(fresh, number, step)
        return _things(fresh)


def _things(connection: sqlite3.Connection) -> Mapping[Thing, str]:
    """Return how everything is built, without SQLite's own things, such as its statistics."""
    # Only things of SQLite's own have no text.
    query = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    # Quotes and spaces come and go as SQLite rewrites its texts.
    return {
        (kind, name): "".join(sql.replace('"', "").split())
        for kind, name, sql in connection.execute(query)
    }
