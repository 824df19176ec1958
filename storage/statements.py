"""The statements that the stores are made of, each run within somebody's transaction."""

# The queries are put together from the names of dataclass fields and from literals in this file;
# every value is bound.
# ruff: noqa: S608

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

from storage.errors import AlreadyDone, OutOfStep
from storage.rows import (
    WHEREABOUTS,
    BlockRow,
    Holder,
    LogRow,
    PersonRow,
    ResultRow,
    SeasonRow,
    SeatRow,
    ServerRow,
    TableEventRow,
    TableHead,
    TableRow,
)

ALIVE = "alive"
"""The key of the value that says when the bot last noted a sign of life, in seconds since 1970."""

EPOCH = "epoch"
"""The key of the value that a restore raises: all numbers that were used before it are below."""

Shard = tuple[int, int]
"""Which shard of the bot, from 0, and of how many: Discord distributes the servers among them."""

WHOLE: Shard = (0, 1)
"""The one shard that serves all servers."""

ON_SHARD = "(guild_id >> 22) % ? = ?"
"""Selects the rows of a shard's servers; the values are `on_shard`'s."""


def on_shard(shard: Shard) -> tuple[int, int]:
    """Return the values for `ON_SHARD`."""
    return shard[1], shard[0]


HEAD = [field.name for field in fields(TableHead)]
TABLE = [field.name for field in fields(TableRow)]
SEAT = [field.name for field in fields(SeatRow)]
LOG = [field.name for field in fields(LogRow)]
EVENT = [field.name for field in fields(TableEventRow)]
PERSON = [field.name for field in fields(PersonRow)]
RESULT = [field.name for field in fields(ResultRow)]
SEASON = [field.name for field in fields(SeasonRow)]
SERVER = [field.name for field in fields(ServerRow)]
BLOCK = [field.name for field in fields(BlockRow)]

# Columns that stay as they were when the table was opened.
_SETTLED = {
    *("id", "game", "rules_version", "guild_id", "channel_id", "opened_by", "opened_at", "opener"),
    *("secret", "commitment", "rematch_of", "night_id", "night_round", "night_table"),
    "question_base",
}
# Columns that a change of the game writes. The columns of Whereabouts are not among them, so that a
# change that began before a board was put up can't forget where that board is.
CHANGING = [name for name in TABLE if name not in {*_SETTLED, *WHEREABOUTS}]


def insert(table: str, columns: list[str]) -> str:
    """Write the statement that inserts one row."""
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


def values_of(
    row: TableRow
    | SeatRow
    | LogRow
    | TableEventRow
    | PersonRow
    | ResultRow
    | SeasonRow
    | ServerRow
    | BlockRow,
    columns: Iterable[str],
) -> list[Any]:
    """Return some fields of a row in the order asked for."""
    return [getattr(row, column) for column in columns]


def named(columns: list[str], values: Sequence[Any]) -> dict[str, Any]:
    """Return the values of a table's row by name; SQLite has no booleans."""
    found = dict(zip(columns, values, strict=True))
    truths = ("asleep", "paused", "hands_open", "played_out", "closed", "start_when_full")
    return found | {name: bool(found[name]) for name in truths}


def last_alive(connection: sqlite3.Connection) -> int | None:
    """Return when the bot noted the last sign of life."""
    found = connection.execute("SELECT value FROM meta WHERE key = ?", (ALIVE,)).fetchone()
    return None if found is None else int(found[0])


def set_meta(connection: sqlite3.Connection, key: str, value: str) -> None:
    """Save a value for the bot itself, replacing the one before."""
    connection.execute(
        "INSERT INTO meta (key, value) VALUES (?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (key, value),
    )


def applied(connection: sqlite3.Connection, interaction_id: int) -> str | None:
    """Return the table that an interaction opened or acted on."""
    found = connection.execute(
        "SELECT table_id FROM log WHERE interaction_id = :id"
        " UNION ALL SELECT id FROM tables WHERE opened_by = :id",
        {"id": interaction_id},
    ).fetchone()
    return None if found is None else found[0]


def refuse_if_applied(connection: sqlite3.Connection, interaction_id: int) -> None:
    """Raise `AlreadyDone` for an interaction that changed something before."""
    table_id = applied(connection, interaction_id)
    if table_id is not None:
        raise AlreadyDone(table_id)


def change(connection: sqlite3.Connection, row: TableRow, up_to: int) -> None:
    """Write what changes in a table.

    Raises `OutOfStep` if its stored revision is beyond `up_to`.
    """
    columns = ", ".join(f"{name} = ?" for name in CHANGING)
    changed = connection.execute(
        f"UPDATE tables SET {columns} WHERE id = ? AND revision <= ?",
        (*values_of(row, CHANGING), row.id, up_to),
    ).rowcount
    if not changed:
        raise OutOfStep(row.id, row.revision)


def put_seats(connection: sqlite3.Connection, table_id: str, seats: Sequence[SeatRow]) -> None:
    """Replace the seats of a table. Raises ValueError for a seat of another table."""
    if any(seat.table_id != table_id for seat in seats):
        raise ValueError(f"a seat of another table was given for {table_id}")
    connection.execute("DELETE FROM seats WHERE table_id = ?", (table_id,))
    connection.executemany(insert("seats", SEAT), [values_of(seat, SEAT) for seat in seats])


def put_events(connection: sqlite3.Connection, table_events: Sequence[TableEventRow]) -> None:
    """Save what was done to a table."""
    connection.executemany(
        insert("table_events", EVENT), [values_of(event, EVENT) for event in table_events]
    )


def put_holders(connection: sqlite3.Connection, table_id: str, holders: Sequence[Holder]) -> None:
    """Save who holds a hand in a game, and who has agreed to open all of them."""
    connection.executemany(
        "INSERT INTO holders (table_id, person, name, agreed) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (table_id, person) DO UPDATE SET agreed = excluded.agreed",
        [(table_id, each.person, each.name, each.agreed) for each in holders],
    )


def put_invited(connection: sqlite3.Connection, table_id: str, people: Iterable[int]) -> None:
    """Save who is invited to a table, besides those who already are."""
    connection.executemany(
        "INSERT INTO invited (table_id, person) VALUES (?, ?) ON CONFLICT DO NOTHING",
        [(table_id, person) for person in people],
    )


def put_results(connection: sqlite3.Connection, results: Sequence[ResultRow]) -> None:
    """Save how games have ended; what is stored already stays as it is."""
    connection.executemany(
        insert("results", RESULT) + " ON CONFLICT (table_id, seat) DO NOTHING",
        [values_of(each, RESULT) for each in results],
    )


def seats_of(connection: sqlite3.Connection, ids: list[str]) -> dict[str, list[SeatRow]]:
    """Return the seats of some tables by table, in order."""
    found: dict[str, list[SeatRow]] = {table_id: [] for table_id in ids}
    query = (
        f"SELECT {', '.join(SEAT)} FROM seats"
        " WHERE table_id IN (SELECT value FROM json_each(?)) ORDER BY table_id, seat"
    )
    for values in connection.execute(query, (json.dumps(ids),)):
        seat = SeatRow(*values)
        found[seat.table_id].append(seat)
    return found
