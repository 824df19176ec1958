"""The statements that the stores are made of, each run within somebody's transaction."""

# The queries are put together from the names of dataclass fields and from literals in this file;
# every value is bound.
# ruff: noqa: S608

import json
import sqlite3
from collections.abc import Iterable, Sequence
from operator import attrgetter

from storage.errors import AlreadyDone, OutOfStep
from storage.mapper import Mapper, Values, sets
from storage.result_rows import ResultRow, SeasonRow
from storage.rows import (
    WHEREABOUTS,
    BlockRow,
    Holder,
    LogRow,
    PersonRow,
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


HEAD = Mapper(TableHead, "tables")
TABLE = Mapper(TableRow, "tables")
SEAT = Mapper(SeatRow, "seats")
LOG = Mapper(LogRow, "log")
EVENT = Mapper(TableEventRow, "table_events")
HOLDER = Mapper(Holder, "holders")
PERSON = Mapper(PersonRow, "people")
RESULT = Mapper(ResultRow, "results")
SEASON = Mapper(SeasonRow, "seasons", given=("id",))
SERVER = Mapper(ServerRow, "servers")
BLOCK = Mapper(BlockRow, "blocks")

Seated = tuple[TableHead, list[SeatRow]]
"""A table, without its state, and its seats in order."""

# Columns that stay as they were when the table was opened.
_SETTLED = {
    *("id", "game", "rules_version", "guild_id", "channel_id", "opened_by", "opened_at", "opener"),
    *("secret", "commitment", "rematch_of", "night_id", "night_round", "night_table"),
    "question_base",
}
# Columns that a change of the game writes. The columns of Whereabouts are not among them, so that a
# change that began before a board was put up can't forget where that board is.
_CHANGING = [name for name in TABLE.names if name not in {*_SETTLED, *WHEREABOUTS}]
_CHANGE = f"UPDATE tables SET {sets(_CHANGING)} WHERE id = ? AND revision <= ?"
_changing = attrgetter(*_CHANGING)


def number_in_meta(connection: sqlite3.Connection, key: str) -> int | None:
    """Return a number that the bot keeps for itself; see `set_meta`."""
    found = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
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
    """Write what changes in a table. Raises `OutOfStep` if the stored revision is past `up_to`."""
    if not connection.execute(_CHANGE, (*_changing(row), row.id, up_to)).rowcount:
        raise OutOfStep(row.id, row.revision)


def put_seats(connection: sqlite3.Connection, table_id: str, seats: Sequence[SeatRow]) -> None:
    """Replace the seats of a table. Raises ValueError for a seat of another table."""
    if any(seat.table_id != table_id for seat in seats):
        raise ValueError(f"a seat of another table was given for {table_id}")
    connection.execute("DELETE FROM seats WHERE table_id = ?", (table_id,))
    connection.executemany(SEAT.insert, map(SEAT.values, seats))


def put_events(connection: sqlite3.Connection, table_events: Sequence[TableEventRow]) -> None:
    """Save what was done to a table."""
    connection.executemany(EVENT.insert, map(EVENT.values, table_events))


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
        RESULT.insert + " ON CONFLICT (table_id, seat) DO NOTHING", map(RESULT.values, results)
    )


def put_ended(connection: sqlite3.Connection, game: str, people: Iterable[int]) -> None:
    """Count a finished game for the people who played it."""
    connection.executemany(
        "INSERT INTO learnt (person, game, ended) VALUES (?, ?, 1)"
        " ON CONFLICT (person, game) DO UPDATE SET ended = ended + 1",
        [(person, game) for person in people],
    )


def seats_of(connection: sqlite3.Connection, ids: list[str]) -> dict[str, list[SeatRow]]:
    """Return the seats of some tables by table, in order."""
    found: dict[str, list[SeatRow]] = {table_id: [] for table_id in ids}
    query = (
        f"{SEAT.select} WHERE table_id IN (SELECT value FROM json_each(?)) ORDER BY table_id, seat"
    )
    for seat in map(SEAT, connection.execute(query, (json.dumps(ids),))):
        found[seat.table_id].append(seat)
    return found


def seated(connection: sqlite3.Connection, rest: str, values: Values) -> list[Seated]:
    """Return tables with their seats; `rest` is what follows SELECT … FROM tables."""
    heads = [HEAD(each) for each in connection.execute(f"{HEAD.select} {rest}", values)]
    seats = seats_of(connection, [head.id for head in heads])
    return [(head, seats[head.id]) for head in heads]
