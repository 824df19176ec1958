"""Tables, seats and the log in the database; every method is one transaction in one thread hop."""

# The queries are put together from the names of dataclass fields and from literals in this file;
# every value is bound.
# ruff: noqa: S608

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import fields
from typing import Any, Unpack

from storage.database import Database
from storage.errors import StorageError
from storage.rows import (
    LIVE,
    WHEREABOUTS,
    ClockRow,
    Holder,
    LogRow,
    PersonRow,
    Phase,
    SeatRow,
    TableEventRow,
    TableHead,
    TableRow,
    Whereabouts,
)

Seated = tuple[TableHead, list[SeatRow]]
"""A table, without its state, and its seats in order."""


ALIVE = "alive"
"""The key of the value that says when the bot last noted a sign of life, in seconds since 1970."""


class AlreadyDone(StorageError):
    """This interaction was applied before, at a table that is named; nothing was changed."""

    def __init__(self, table_id: str) -> None:
        super().__init__(f"This was done already, at table {table_id}.")
        self.table_id = table_id


class OutOfStep(StorageError):
    """The stored table has moved on, or does not exist; nothing was changed."""

    def __init__(self, table_id: str, seq: int) -> None:
        """Take the table, and the sequence number that did not follow the stored one."""
        super().__init__(f"Step {seq} of table {table_id} does not follow what is stored.")
        self.table_id = table_id


_HEAD = [field.name for field in fields(TableHead)]
_TABLE = [field.name for field in fields(TableRow)]
_SEAT = [field.name for field in fields(SeatRow)]
_LOG = [field.name for field in fields(LogRow)]
_EVENT = [field.name for field in fields(TableEventRow)]
_PERSON = [field.name for field in fields(PersonRow)]

# What stays as it was when the table was opened.
_SETTLED = {
    *("id", "game", "rules_version", "guild_id", "channel_id", "opened_by", "opened_at"),
    *("secret", "commitment", "rematch_of"),
}
# What a change of the game writes. The columns of Whereabouts are not among them, so that a
# change that began before a board was put up cannot forget where that board lies.
_CHANGING = [name for name in _TABLE if name not in {*_SETTLED, *WHEREABOUTS}]


class Store:
    """What can be read from a database and written to it. A refusal is a StorageError."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self.database = database

    async def open_table(self, row: TableRow, seats: Sequence[SeatRow]) -> None:
        """Store a new table, with where its messages lie so far.

        Raise `AlreadyDone` if its interaction was applied before or the table it is a rematch of
        has one already, `OutOfStep` if the id is taken.
        """

        def run(connection: sqlite3.Connection) -> None:
            _refuse_if_applied(connection, row.opened_by)
            query = "SELECT id FROM tables WHERE rematch_of = ?"
            rematch = connection.execute(query, (row.rematch_of,)).fetchone()
            if rematch is not None:
                raise AlreadyDone(rematch[0])
            insert = _insert("tables", _TABLE) + " ON CONFLICT (id) DO NOTHING"
            if not connection.execute(insert, _values(row, _TABLE)).rowcount:
                raise OutOfStep(row.id, row.seq)
            _put_seats(connection, row.id, seats)

        await self.database.transaction(run)

    async def save_change(
        self,
        row: TableRow,
        seats: Sequence[SeatRow],
        table_events: Sequence[TableEventRow] = (),
        holders: Sequence[Holder] = (),
    ) -> None:
        """Store a change that is no step of the game: who sits, what is chosen, a cancelling.

        Replace the seats, and keep what was done. `holders` are those who are new or have agreed
        since. Raise `OutOfStep` if the stored `seq` is above
        the row's. Where the messages lie is left as it is; see `save_whereabouts`.
        """

        def run(connection: sqlite3.Connection) -> None:
            _change(connection, row, up_to=row.seq)
            _put_seats(connection, row.id, seats)
            _put_events(connection, table_events)
            _put_holders(connection, row.id, holders)

        await self.database.transaction(run)

    async def save_step(
        self,
        row: TableRow,
        seats: Sequence[SeatRow],
        log: LogRow,
        table_events: Sequence[TableEventRow] = (),
        holders: Sequence[Holder] = (),
    ) -> None:
        """Store one step of the game: its log row, the table after it, the seats' questions.

        Raise `AlreadyDone` if the log's interaction was applied before, `OutOfStep` unless the
        row's `seq` is above the stored one and the log's is new. Where the messages lie is left
        as it is; see `save_whereabouts`.
        """

        def run(connection: sqlite3.Connection) -> None:
            if log.interaction_id is not None:
                _refuse_if_applied(connection, log.interaction_id)
            _change(connection, row, up_to=row.seq - 1)
            newest = "SELECT max(seq) FROM log WHERE table_id = ?"
            (known,) = connection.execute(newest, (log.table_id,)).fetchone()
            if known is not None and known >= log.seq:
                raise OutOfStep(log.table_id, log.seq)
            connection.execute(_insert("log", _LOG), _values(log, _LOG))
            _put_seats(connection, row.id, seats)
            _put_events(connection, table_events)
            _put_holders(connection, row.id, holders)

        await self.database.transaction(run)

    async def save_whereabouts(self, table_id: str, **found: Unpack[Whereabouts]) -> None:
        """Store where a table's messages lie: only what is given, and nothing if it is gone."""
        if not found or found.keys() - WHEREABOUTS:
            raise TypeError(f"save_whereabouts takes some of {', '.join(WHEREABOUTS)}")
        columns = ", ".join(f"{name} = ?" for name in found)
        values = (*found.values(), table_id)
        await self.database.transaction(
            lambda connection: (
                connection.execute(f"UPDATE tables SET {columns} WHERE id = ?", values).rowcount
            )
        )

    async def table(self, table_id: str) -> tuple[TableRow, list[SeatRow]] | None:
        """Return one table with its state and its seats in order."""

        def run(connection: sqlite3.Connection) -> tuple[TableRow, list[SeatRow]] | None:
            query = f"SELECT {', '.join(_TABLE)} FROM tables WHERE id = ?"
            values = connection.execute(query, (table_id,)).fetchone()
            if values is None:
                return None
            return TableRow(**_named(_TABLE, values)), _seats(connection, [table_id])[table_id]

        return await self.database.read(run)

    async def applied(self, interaction_id: int) -> str | None:
        """Return the table that this interaction opened or acted on, if it did."""
        return await self.database.read(lambda connection: _applied(connection, interaction_id))

    async def tables_of(
        self, person: int, guild_id: int | None = None, phases: Collection[Phase] = LIVE
    ) -> list[Seated]:
        """Return the tables where a person sits, newest first, of one server or of all."""
        return await self._tables(
            "id IN (SELECT table_id FROM seats WHERE person = :person)"
            " AND (:guild IS NULL OR guild_id = :guild)",
            phases,
            person=person,
            guild=guild_id,
        )

    async def waiting_for(self, person: int, guild_id: int | None = None) -> list[Seated]:
        """Return the tables in play that have a question open to a person, newest first."""
        return await self._tables(
            "id IN (SELECT table_id FROM seats WHERE person = :person AND question_seq IS NOT NULL)"
            " AND (:guild IS NULL OR guild_id = :guild)",
            ("playing",),
            person=person,
            guild=guild_id,
        )

    async def tables_in(self, channel_id: int, phases: Collection[Phase] = LIVE) -> list[Seated]:
        """Return the tables opened in a channel or lying there now, newest first."""
        return await self._tables(
            "(channel_id = :channel OR place_id = :channel)", phases, channel=channel_id
        )

    async def tables_of_guild(
        self, guild_id: int, phases: Collection[Phase] = LIVE, most: int | None = None
    ) -> list[Seated]:
        """Return the tables of a server, newest first, all of them or `most` of them."""
        return await self._tables("guild_id = :guild", phases, most, guild=guild_id)

    async def asleep_in(self, guild_id: int) -> list[Seated]:
        """Return the tables of a server that sleep though they are not over, newest first."""
        return await self._tables("guild_id = :guild AND asleep = 1", LIVE, guild=guild_id)

    async def sleep_guild(self, guild_id: int) -> list[str]:
        """Have all tables of a server sleep that are awake and not over; return which."""
        return await self.database.transaction(
            lambda connection: [
                table_id
                for (table_id,) in connection.execute(
                    "UPDATE tables SET asleep = 1 WHERE guild_id = ? AND asleep = 0"
                    " AND phase IN ('lobby', 'playing') RETURNING id",
                    (guild_id,),
                )
            ]
        )

    async def table_of_place(self, place_id: int) -> Seated | None:
        """Return the newest table whose board lies here; one that is over only if all are."""
        everything: tuple[Phase, ...] = (*LIVE, "finished", "cancelled")
        found = await self._tables("place_id = :place", everything, place=place_id)
        return next((one for one in found if one[0].phase in LIVE), found[0] if found else None)

    async def to_repair(self) -> list[str]:
        """Return the tables that are awake and whose board shows an older state, latest first.

        A cancelled lobby that never had a board is not among them.
        """
        return await self._ids(
            "SELECT id FROM tables WHERE board_seq < seq AND asleep = 0"
            " AND (phase <> 'cancelled' OR board_seq >= 0) ORDER BY touched_at DESC, rowid DESC"
        )

    async def stale_lobbies(self, before: int) -> list[str]:
        """Return the lobbies that nobody has touched since a time, the longest forgotten first."""
        return await self._ids(
            "SELECT id FROM tables WHERE phase = 'lobby' AND touched_at < ? ORDER BY touched_at",
            before,
        )

    async def computers_asked(self) -> list[str]:
        """Return the tables in play where a computer has a question open, latest first.

        It may play for itself, or for a person who is away.
        """
        return await self._ids(
            "SELECT id FROM tables WHERE phase = 'playing' AND id IN (SELECT table_id FROM seats"
            " WHERE (level IS NOT NULL OR stand_in IS NOT NULL) AND question_seq IS NOT NULL)"
            " ORDER BY touched_at DESC, rowid DESC"
        )

    async def deserted(self, before: int) -> list[str]:
        """Return the tables in play that are awake and untouched since a time, all people away."""
        return await self._ids(
            "SELECT id FROM tables WHERE phase = 'playing' AND asleep = 0 AND touched_at < ?"
            " AND NOT EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND level IS NULL"
            " AND (stand_in IS NULL OR stand_in = 'once')) ORDER BY touched_at",
            before,
        )

    # Clocks

    async def earliest_due(self, without: Collection[str] = ()) -> int | None:
        """Return when the next clock rings, of all tables but some; None if no clock runs."""
        found = await self._ids_or_times(
            "SELECT due FROM seats WHERE due IS NOT NULL"
            " AND table_id NOT IN (SELECT value FROM json_each(?)) ORDER BY due LIMIT 1",
            json.dumps(list(without)),
        )
        return found[0] if found else None

    async def due(self, now: int, without: Collection[str] = ()) -> list[str]:
        """Return the tables where a clock is due to ring, of all but some, the earliest first."""
        found = await self._ids_or_times(
            "SELECT table_id FROM seats WHERE due <= ?"
            " AND table_id NOT IN (SELECT value FROM json_each(?)) ORDER BY due",
            now,
            json.dumps(list(without)),
        )
        return list(dict.fromkeys(found))

    async def running_clocks(self) -> list[str]:
        """Return the tables where a clock runs."""
        return await self._ids("SELECT DISTINCT table_id FROM seats WHERE due IS NOT NULL")

    async def clocks_of(self, person: int) -> list[str]:
        """Return the tables where a person's clock runs."""
        return await self._ids(
            "SELECT table_id FROM seats WHERE person = ? AND due IS NOT NULL ORDER BY due", person
        )

    async def reckon_clocks(
        self, reckon: Callable[[ClockRow, int | None], tuple[ClockRow, bool]], alive: int
    ) -> int:
        """Put the clocks of all tables in play as they are to be now, and note a sign of life.

        `reckon` gets a clock and the last sign of life before, and tells with the clock whether
        its table's messages are to be put right. Count the clocks that have changed.
        Clocks of paused tables are left alone, and so are those that have run out for good. Those
        of tables that sleep stand, also where the bot went down before it could stop them.
        """
        query = (
            "SELECT s.table_id, s.seat, t.pace, t.move_time, s.clock_left, s.clock_at, s.reminders,"
            f" s.due, s.person, {', '.join(f'p.{name}' for name in _PERSON[1:])}"
            " FROM seats s JOIN tables t ON t.id = s.table_id LEFT JOIN people p ON p.id = s.person"
            " WHERE s.clock_left IS NOT NULL AND (s.clock_at IS NOT NULL OR s.clock_left > 0)"
            " AND t.phase = 'playing' AND t.paused = 0 AND t.asleep = 0"
        )

        def run(connection: sqlite3.Connection) -> int:
            last = _alive(connection)
            changed: list[tuple[int | str | None, ...]] = []
            wrong: set[str] = set()
            for values in connection.execute(query):
                table_id, seat, pace, move_time, left, at, reminders, due, *person = values
                row = ClockRow(
                    table_id, seat, PersonRow(*person), pace, move_time, left, at, reminders, due
                )
                now, shown_wrong = reckon(row, last)
                if shown_wrong:
                    wrong.add(table_id)
                if now != row:
                    changed.append((now.left, now.at, now.reminders, now.due, table_id, seat))
            connection.executemany(
                "UPDATE seats SET clock_left = ?, clock_at = ?, reminders = ?, due = ?"
                " WHERE table_id = ? AND seat = ?",
                changed,
            )
            connection.execute(
                "UPDATE seats SET clock_at = NULL, due = NULL WHERE due IS NOT NULL"
                " AND table_id IN (SELECT id FROM tables WHERE asleep = 1)"
            )
            connection.executemany(
                "UPDATE tables SET board_seq = -1 WHERE id = ?", [(each,) for each in wrong]
            )
            _set_meta(connection, ALIVE, str(alive))
            return len(changed)

        return await self.database.transaction(run)

    async def log(self, table_id: str) -> list[LogRow]:
        """Return the steps of a table's game in order."""

        def run(connection: sqlite3.Connection) -> list[LogRow]:
            query = f"SELECT {', '.join(_LOG)} FROM log WHERE table_id = ? ORDER BY seq"
            return [LogRow(*values) for values in connection.execute(query, (table_id,))]

        return await self.database.read(run)

    async def last_moves(self, ids: Collection[str]) -> dict[str, int]:
        """Return the time of the newest step of each of some tables whose game has begun."""
        query = (
            "SELECT value, (SELECT at FROM log WHERE table_id = value ORDER BY seq DESC LIMIT 1)"
            " FROM json_each(?)"
        )

        def run(connection: sqlite3.Connection) -> dict[str, int]:
            rows = connection.execute(query, (json.dumps(list(ids)),))
            return {table_id: at for table_id, at in rows if at is not None}

        return await self.database.read(run)

    async def table_events(self, table_id: str) -> list[TableEventRow]:
        """Return what was done to a table beside the moves, in order."""

        def run(connection: sqlite3.Connection) -> list[TableEventRow]:
            query = f"SELECT {', '.join(_EVENT)} FROM table_events WHERE table_id = ? ORDER BY id"
            return [TableEventRow(*values) for values in connection.execute(query, (table_id,))]

        return await self.database.read(run)

    async def holders(self, table_id: str) -> list[Holder]:
        """Return all who have ever held a hand in a table's game, in the order of getting it."""

        def run(connection: sqlite3.Connection) -> list[Holder]:
            query = "SELECT person, name, agreed FROM holders WHERE table_id = ? ORDER BY rowid"
            rows = connection.execute(query, (table_id,))
            return [Holder(person, name, bool(agreed)) for person, name, agreed in rows]

        return await self.database.read(run)

    async def held_by(self, person: int, table_ids: Collection[str]) -> set[str]:
        """Return at which of some tables a person has ever held a hand."""
        found = await self._ids_or_times(
            "SELECT table_id FROM holders WHERE person = ?"
            " AND table_id IN (SELECT value FROM json_each(?))",
            person,
            json.dumps(list(table_ids)),
        )
        return set(found)

    async def person(self, person_id: int) -> PersonRow:
        """Return what a person has set for themselves; nothing is set at first."""

        def run(connection: sqlite3.Connection) -> PersonRow:
            query = f"SELECT {', '.join(_PERSON)} FROM people WHERE id = ?"
            found = connection.execute(query, (person_id,)).fetchone()
            return PersonRow(person_id) if found is None else PersonRow(*found)

        return await self.database.read(run)

    async def save_person(self, row: PersonRow) -> None:
        """Keep what a person has set, in place of what was set before."""
        put = _insert("people", _PERSON).replace("INSERT", "INSERT OR REPLACE", 1)
        await self.database.transaction(
            lambda connection: connection.execute(put, _values(row, _PERSON)).rowcount
        )

    async def prune(self, before: int) -> int:
        """Delete the tables that were over before a time, with seats and log; count them.

        Delete a few at a time, each lot in a transaction of its own, so that no move has to wait
        for all of them.
        """
        lot = 100

        def run(connection: sqlite3.Connection) -> int:
            return connection.execute(
                "DELETE FROM tables WHERE id IN (SELECT id FROM tables"
                " WHERE phase IN ('finished', 'cancelled') AND touched_at < ? LIMIT ?)",
                (before, lot),
            ).rowcount

        total = 0
        while True:
            gone = await self.database.transaction(run)
            total += gone
            if gone < lot:
                return total

    async def meta(self, key: str) -> str | None:
        """Return a value the bot keeps for itself."""

        def run(connection: sqlite3.Connection) -> str | None:
            found = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
            return None if found is None else found[0]

        return await self.database.read(run)

    async def set_meta(self, key: str, value: str) -> None:
        """Keep a value for the bot itself, in place of the one before."""
        await self.database.transaction(lambda connection: _set_meta(connection, key, value))

    async def _tables(
        self,
        where: str,
        phases: Collection[Phase],
        most: int | None = None,
        **values: int | None,
    ) -> list[Seated]:
        """Return the tables that fit a condition and are in one of the phases, newest first."""
        names = [f":phase{number}" for number in range(len(phases))]
        query = (
            f"SELECT {', '.join(_HEAD)} FROM tables WHERE {where}"
            f" AND phase IN ({', '.join(names)}) ORDER BY opened_at DESC, rowid DESC LIMIT :most"
        )
        bound = values | {name[1:]: phase for name, phase in zip(names, phases, strict=True)}
        # Below zero SQLite knows no limit.
        bound["most"] = -1 if most is None else most

        def run(connection: sqlite3.Connection) -> list[Seated]:
            rows = connection.execute(query, bound).fetchall()
            heads = [TableHead(**_named(_HEAD, row)) for row in rows]
            seats = _seats(connection, [head.id for head in heads])
            return [(head, seats[head.id]) for head in heads]

        return await self.database.read(run)

    async def _ids(self, query: str, *values: int) -> list[str]:
        """Return the ids that a query finds."""
        return await self._ids_or_times(query, *values)

    async def _ids_or_times(self, query: str, *values: int | str) -> list[Any]:
        """Return the first column of a query."""
        return await self.database.read(
            lambda connection: [found for (found,) in connection.execute(query, values)]
        )


def _insert(table: str, columns: list[str]) -> str:
    """Write the statement that inserts one row."""
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


def _values(
    row: TableRow | SeatRow | LogRow | TableEventRow | PersonRow, columns: Iterable[str]
) -> list[Any]:
    """Return some fields of a row in the order asked for."""
    return [getattr(row, column) for column in columns]


def _named(columns: list[str], values: Sequence[Any]) -> dict[str, Any]:
    """Return the values of a table's row by name; SQLite has no truth values of its own."""
    named = dict(zip(columns, values, strict=True))
    return named | {name: bool(named[name]) for name in ("asleep", "paused", "hands_open")}


def _alive(connection: sqlite3.Connection) -> int | None:
    """Return when the bot noted the last sign of life."""
    found = connection.execute("SELECT value FROM meta WHERE key = ?", (ALIVE,)).fetchone()
    return None if found is None else int(found[0])


def _set_meta(connection: sqlite3.Connection, key: str, value: str) -> None:
    """Keep a value for the bot itself, in place of the one before."""
    connection.execute(
        "INSERT INTO meta (key, value) VALUES (?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (key, value),
    )


def _applied(connection: sqlite3.Connection, interaction_id: int) -> str | None:
    """Return the table that an interaction opened or acted on."""
    found = connection.execute(
        "SELECT table_id FROM log WHERE interaction_id = :id"
        " UNION ALL SELECT id FROM tables WHERE opened_by = :id",
        {"id": interaction_id},
    ).fetchone()
    return None if found is None else found[0]


def _refuse_if_applied(connection: sqlite3.Connection, interaction_id: int) -> None:
    """Raise `AlreadyDone` for an interaction that changed something before."""
    table_id = _applied(connection, interaction_id)
    if table_id is not None:
        raise AlreadyDone(table_id)


def _change(connection: sqlite3.Connection, row: TableRow, up_to: int) -> None:
    """Write what changes in a table, if its stored `seq` is not beyond `up_to`."""
    columns = ", ".join(f"{name} = ?" for name in _CHANGING)
    changed = connection.execute(
        f"UPDATE tables SET {columns} WHERE id = ? AND seq <= ?",
        (*_values(row, _CHANGING), row.id, up_to),
    ).rowcount
    if not changed:
        raise OutOfStep(row.id, row.seq)


def _put_seats(connection: sqlite3.Connection, table_id: str, seats: Sequence[SeatRow]) -> None:
    """Replace the seats of a table."""
    if any(seat.table_id != table_id for seat in seats):
        raise ValueError(f"a seat of another table was given for {table_id}")
    connection.execute("DELETE FROM seats WHERE table_id = ?", (table_id,))
    connection.executemany(_insert("seats", _SEAT), [_values(seat, _SEAT) for seat in seats])


def _put_events(connection: sqlite3.Connection, table_events: Sequence[TableEventRow]) -> None:
    """Keep what was done to a table."""
    connection.executemany(
        _insert("table_events", _EVENT), [_values(event, _EVENT) for event in table_events]
    )


def _put_holders(connection: sqlite3.Connection, table_id: str, holders: Sequence[Holder]) -> None:
    """Keep who holds a hand in a game, and who has agreed to open all of them."""
    connection.executemany(
        "INSERT INTO holders (table_id, person, name, agreed) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (table_id, person) DO UPDATE SET agreed = excluded.agreed",
        [(table_id, each.person, each.name, each.agreed) for each in holders],
    )


def _seats(connection: sqlite3.Connection, ids: list[str]) -> dict[str, list[SeatRow]]:
    """Return the seats of some tables, in order, by table."""
    found: dict[str, list[SeatRow]] = {table_id: [] for table_id in ids}
    query = (
        f"SELECT {', '.join(_SEAT)} FROM seats"
        " WHERE table_id IN (SELECT value FROM json_each(?)) ORDER BY table_id, seat"
    )
    for values in connection.execute(query, (json.dumps(ids),)):
        seat = SeatRow(*values)
        found[seat.table_id].append(seat)
    return found
