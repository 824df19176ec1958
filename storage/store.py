"""Tables, seats and the log in the database; every method is one transaction in one thread hop."""

# The queries are put together from the names of dataclass fields and from literals in this file;
# every value is bound.
# ruff: noqa: S608

import json
import sqlite3
from collections.abc import Collection, Sequence
from typing import Unpack

from storage.asking_in_store import AskerRow, AskingInStore, put_askers
from storage.bans import BanStore
from storage.call_store import CallStore, PlannedCall, put_calls
from storage.clock_store import ClockStore
from storage.database import Database
from storage.errors import AlreadyDone, OutOfStep, TooManyOpen
from storage.learnt_store import LearntStore
from storage.mapper import as_found, column, first, sets
from storage.note_store import NoteStore
from storage.open_page_store import OpenPageStore
from storage.order_store import OrderRow, OrderStore, put_orders
from storage.person_store import PersonStore
from storage.place_store import PlaceStore
from storage.privacy_store import PrivacyStore
from storage.result_rows import ResultRow
from storage.result_store import ResultStore
from storage.rows import (
    LIVE,
    WHEREABOUTS,
    Holder,
    LogRow,
    Phase,
    SeatRow,
    TableEventRow,
    TableRow,
    Whereabouts,
)
from storage.server_store import ServerStore
from storage.statements import (
    EVENT,
    HOLDER,
    LOG,
    ON_SHARD,
    TABLE,
    WHOLE,
    Seated,
    Shard,
    applied,
    change,
    on_shard,
    put_ended,
    put_events,
    put_holders,
    put_invited,
    put_results,
    put_seats,
    refuse_if_applied,
    seated,
    seats_of,
    set_meta,
)
from storage.waiting_store import WaitingStore

PHASES: tuple[Phase, ...] = (*LIVE, "finished", "cancelled")


class Store:
    """Reads and writes tables, and knows the stores of what belongs to them: one a subject.

    A refusal is a StorageError.
    """

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self.database = database
        self.clocks = ClockStore(database)
        self.results = ResultStore(database)
        self.servers = ServerStore(database)
        self.people = PersonStore(database)
        self.learnt = LearntStore(database)
        self.privacy = PrivacyStore(database)
        self.bans = BanStore(database)
        self.asking_in = AskingInStore(database)
        self.orders = OrderStore(database)
        self.calls = CallStore(database)
        self.notes = NoteStore(database)
        self.open_pages = OpenPageStore(database)
        self.places = PlaceStore(database)
        self.waiting = WaitingStore(database)

    async def open_table(
        self,
        row: TableRow,
        seats: Sequence[SeatRow],
        deal: LogRow | None = None,
        holders: Sequence[Holder] = (),
        invited: Collection[int] = (),
        *,
        most: int | None = None,
        calls: Sequence[PlannedCall] = (),
    ) -> None:
        """Store a new table, with where its messages are so far, and its deal if it has one.

        Raises `AlreadyDone` if its interaction was applied before, or if there is already a table
        that is a rematch of the same one or has the same number in a night's round. Raises
        `TooManyOpen` if its opener has `most` tables open on the server, `OutOfStep` if the id is
        taken.
        """

        def run(connection: sqlite3.Connection) -> None:
            refuse_if_applied(connection, row.opened_by)
            query = (
                "SELECT id FROM tables WHERE rematch_of = ?"
                " UNION ALL SELECT id FROM tables"
                " WHERE night_id = ? AND night_round = ? AND night_table = ?"
            )
            place = (row.rematch_of, row.night_id, row.night_round, row.night_table)
            other = connection.execute(query, place).fetchone()
            if other is not None:
                raise AlreadyDone(other[0])
            if most is not None and _open_tables(connection, row) >= most:
                raise TooManyOpen
            opening = TABLE.insert + " ON CONFLICT (id) DO NOTHING"
            if not connection.execute(opening, TABLE.values(row)).rowcount:
                raise OutOfStep(row.id, row.revision)
            put_seats(connection, row.id, seats)
            put_invited(connection, row.id, invited)
            if deal is not None:
                connection.execute(LOG.insert, LOG.values(deal))
                put_holders(connection, row.id, holders)
            put_calls(connection, calls)

        await self.database.transaction(run)

    async def save_change(
        self,
        row: TableRow,
        seats: Sequence[SeatRow],
        table_events: Sequence[TableEventRow] = (),
        holders: Sequence[Holder] = (),
        invited: Collection[int] = (),
        results: Sequence[ResultRow] = (),
        askers: Sequence[AskerRow] = (),
        orders: Sequence[OrderRow] | None = None,
        calls: Sequence[PlannedCall] = (),
    ) -> None:
        """Store a change that is no step of the game: who sits, what is chosen, a cancellation.

        Replaces the seats, and `orders` if they are given, and stores what was done. `holders` are
        those who are new or have agreed since, `invited` and `askers` what is new; `results` are
        given if it ends the game. `calls` are to go by direct message. Raises `OutOfStep` if the
        stored revision is above the row's. Where the messages are is left as it is; see
        `save_whereabouts`.
        """

        def run(connection: sqlite3.Connection) -> None:
            change(connection, row, up_to=row.revision)
            put_seats(connection, row.id, seats)
            put_events(connection, table_events)
            put_holders(connection, row.id, holders)
            put_invited(connection, row.id, invited)
            put_results(connection, results)
            put_askers(connection, askers)
            put_orders(connection, row.id, orders)
            put_calls(connection, calls)

        await self.database.transaction(run)

    async def save_step(
        self,
        row: TableRow,
        seats: Sequence[SeatRow],
        log: LogRow,
        table_events: Sequence[TableEventRow] = (),
        holders: Sequence[Holder] = (),
        results: Sequence[ResultRow] = (),
        ended: Collection[int] = (),
        orders: Sequence[OrderRow] | None = None,
        calls: Sequence[PlannedCall] = (),
    ) -> None:
        """Store one step of the game: its log row, the table after it, the seats' questions.

        `results`, and the people who have `ended` it, come with its last step; `orders` are given
        if they change, and `calls` are to go by direct message. Raises `AlreadyDone`
        if the log's interaction was applied before, `OutOfStep` unless the row's revision is above
        the stored one and the log's is new. Where the messages are is left as it is; see
        `save_whereabouts`.
        """

        def run(connection: sqlite3.Connection) -> None:
            if log.interaction_id is not None:
                refuse_if_applied(connection, log.interaction_id)
            change(connection, row, up_to=row.revision - 1)
            newest = "SELECT max(step) FROM log WHERE table_id = ?"
            (known,) = connection.execute(newest, (log.table_id,)).fetchone()
            if known is not None and known >= log.step:
                raise OutOfStep(log.table_id, log.step)
            connection.execute(LOG.insert, LOG.values(log))
            put_seats(connection, row.id, seats)
            put_events(connection, table_events)
            put_holders(connection, row.id, holders)
            put_results(connection, results)
            put_ended(connection, row.game, ended)
            put_orders(connection, row.id, orders)
            put_calls(connection, calls)

        await self.database.transaction(run)

    async def save_whereabouts(self, table_id: str, **found: Unpack[Whereabouts]) -> None:
        """Store where a table's messages are: only what is given, and nothing if it is gone.

        Raises TypeError for other columns.
        """
        if not found or found.keys() - WHEREABOUTS:
            raise TypeError(f"save_whereabouts takes some of {', '.join(WHEREABOUTS)}")
        query = f"UPDATE tables SET {sets(found)} WHERE id = ?"
        await self.database.write(query, (*found.values(), table_id))

    async def table(self, table_id: str) -> tuple[TableRow, list[SeatRow]] | None:
        """Return one table with its state and its seats in order."""

        def run(connection: sqlite3.Connection) -> tuple[TableRow, list[SeatRow]] | None:
            found = connection.execute(f"{TABLE.select} WHERE id = ?", (table_id,)).fetchone()
            if found is None:
                return None
            return TABLE(found), seats_of(connection, [table_id])[table_id]

        return await self.database.read(run)

    async def applied(self, interaction_id: int) -> str | None:
        """Return the table that this interaction opened or acted on, if it did."""
        return await self.database.read(lambda connection: applied(connection, interaction_id))

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
            "id IN (SELECT table_id FROM seats WHERE person = :person"
            " AND question_number IS NOT NULL) AND (:guild IS NULL OR guild_id = :guild)",
            ("playing",),
            person=person,
            guild=guild_id,
        )

    async def tables_in(self, channel_id: int, phases: Collection[Phase] = LIVE) -> list[Seated]:
        """Return the tables opened in a channel or showing their board there now, newest first."""
        return await self._tables(
            "(channel_id = :channel OR place_id = :channel)", phases, channel=channel_id
        )

    async def tables_of_guild(
        self, guild_id: int, phases: Collection[Phase] = LIVE, most: int | None = None
    ) -> list[Seated]:
        """Return the tables of a server, newest first, all of them or `most` of them."""
        return await self._tables("guild_id = :guild", phases, most, guild=guild_id)

    async def tables_of_night(self, night_id: str) -> list[Seated]:
        """Return all tables of a game night, in the order of their rounds and numbers."""
        found = await self._tables("night_id = :night", PHASES, night=night_id)
        return sorted(found, key=lambda table: (table[0].night_round, table[0].night_table))

    async def asleep_in(self, guild_ids: Collection[int]) -> list[Seated]:
        """Return the tables of some servers that sleep though they are not over, newest first."""
        return await self._tables(
            "guild_id IN (SELECT value FROM json_each(:guilds)) AND asleep = 1",
            LIVE,
            guilds=json.dumps(list(guild_ids)),
        )

    async def sleep_guild(self, guild_id: int) -> list[str]:
        """Put all tables of a server that are awake and not over to sleep; return which."""
        query = (
            "UPDATE tables SET asleep = 1 WHERE guild_id = ? AND asleep = 0"
            " AND phase IN ('lobby', 'playing') RETURNING id"
        )
        return await self.database.transaction(lambda link: column(link, query, (guild_id,)))

    async def table_of_place(self, place_id: int) -> Seated | None:
        """Return the newest table whose board lies here; one that is over only if all are."""
        found = await self._tables("place_id = :place", PHASES, place=place_id)
        return next((one for one in found if one[0].phase in LIVE), found[0] if found else None)

    async def to_repair(self, shard: Shard = WHOLE) -> list[str]:
        """Return a shard's tables that are awake and whose board is out of date, latest first.

        Those on no server, which have none, are not among them, nor is a cancelled lobby that never
        had one.
        """
        return await self.database.column(
            "SELECT id FROM tables WHERE board_revision < revision AND asleep = 0 AND guild_id <> 0"
            f" AND (phase <> 'cancelled' OR board_revision >= 0) AND {ON_SHARD}"
            " ORDER BY touched_at DESC, rowid DESC",
            on_shard(shard),
        )

    async def played_live_since(self, time: int) -> list[str]:
        """Return the tables on servers that are played live and were touched since a time."""
        return await self.database.column(
            "SELECT id FROM tables WHERE phase = 'playing' AND pace = 'live' AND guild_id <> 0"
            " AND touched_at >= ?",
            (time,),
        )

    async def stale_lobbies(self, before: int) -> list[str]:
        """Return the lobbies without a set time that nobody has touched since one, oldest first."""
        query = (
            "SELECT id FROM tables WHERE phase = 'lobby' AND touched_at < ? AND starts_at IS NULL"
            " ORDER BY touched_at"
        )
        return await self.database.column(query, (before,))

    async def computers_asked(self) -> list[str]:
        """Return the tables in play where a computer has a question open, latest first.

        It may play for itself, or for a person who is away.
        """
        return await self.database.column(
            "SELECT id FROM tables WHERE phase = 'playing' AND id IN (SELECT table_id FROM seats"
            " WHERE (level IS NOT NULL OR stand_in IS NOT NULL) AND question_number IS NOT NULL)"
            " ORDER BY touched_at DESC, rowid DESC"
        )

    async def deserted(self, before: int) -> list[str]:
        """Return the tables in play that are awake and untouched since a time, all people away."""
        return await self.database.column(
            "SELECT id FROM tables WHERE phase = 'playing' AND asleep = 0 AND touched_at < ?"
            " AND NOT EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND level IS NULL"
            " AND (stand_in IS NULL OR stand_in = 'once')) ORDER BY touched_at",
            (before,),
        )

    async def log(self, table_id: str) -> list[LogRow]:
        """Return the steps of a table's game in order."""
        query = f"{LOG.select} WHERE table_id = ? ORDER BY step"
        return await self.database.all(LOG, query, (table_id,))

    async def last_moves(self, ids: Collection[str]) -> dict[str, int]:
        """Return the time of the newest step of each of some tables whose game has begun."""
        query = (
            "SELECT value, (SELECT at FROM log WHERE table_id = value ORDER BY step DESC LIMIT 1)"
            " FROM json_each(?)"
        )
        found = await self.database.all(as_found, query, (json.dumps(list(ids)),))
        return {table_id: at for table_id, at in found if at is not None}

    async def table_events(self, table_id: str) -> list[TableEventRow]:
        """Return what was done to a table besides the moves, in order."""
        query = f"{EVENT.select} WHERE table_id = ? ORDER BY id"
        return await self.database.all(EVENT, query, (table_id,))

    async def holders(self, table_id: str) -> list[Holder]:
        """Return all who have ever held a hand in a table's game, in the order of getting it."""
        query = f"{HOLDER.select} WHERE table_id = ? ORDER BY rowid"
        return await self.database.all(HOLDER, query, (table_id,))

    async def invited(self, table_id: str) -> list[int]:
        """Return everybody who was ever invited to a table."""
        query = "SELECT person FROM invited WHERE table_id = ?"
        return await self.database.column(query, (table_id,))

    async def held_by(self, person: int, table_ids: Collection[str]) -> set[str]:
        """Return at which of some tables a person has ever held a hand."""
        found = await self.database.column(
            "SELECT table_id FROM holders WHERE person = ?"
            " AND table_id IN (SELECT value FROM json_each(?))",
            (person, json.dumps(list(table_ids))),
        )
        return set(found)

    async def prune(self, before: int) -> int:
        """Delete the tables that were over before a time, with seats and log; return how many.

        A few are deleted at a time, each batch in a transaction of its own, so that no move has to
        wait for all of them.
        """
        lot = 100
        query = (
            "DELETE FROM tables WHERE id IN (SELECT id FROM tables"
            " WHERE phase IN ('finished', 'cancelled') AND touched_at < ? LIMIT ?)"
        )
        total = 0
        while True:
            gone = await self.database.write(query, (before, lot))
            total += gone
            if gone < lot:
                return total

    async def count_phases(self) -> dict[Phase, int]:
        """Return how many tables are in each phase."""
        query = "SELECT phase, count(*) FROM tables GROUP BY phase"
        return dict.fromkeys(PHASES, 0) | dict(await self.database.all(as_found, query))

    async def meta(self, key: str) -> str | None:
        """Return a value the bot keeps for itself."""
        return await self.database.one(first, "SELECT value FROM meta WHERE key = ?", (key,))

    async def set_meta(self, key: str, value: str) -> None:
        """Save a value for the bot itself, replacing the one before."""
        await self.database.transaction(lambda connection: set_meta(connection, key, value))

    async def _tables(
        self,
        where: str,
        phases: Collection[Phase],
        most: int | None = None,
        **values: int | str | None,
    ) -> list[Seated]:
        """Return the tables that fit a condition and are in one of the phases, newest first."""
        names = [f":phase{number}" for number in range(len(phases))]
        rest = (
            f"WHERE {where} AND phase IN ({', '.join(names)})"
            " ORDER BY opened_at DESC, rowid DESC LIMIT :most"
        )
        bound = values | {name[1:]: phase for name, phase in zip(names, phases, strict=True)}
        # A limit below zero is none for SQLite.
        bound["most"] = -1 if most is None else most
        return await self.database.read(lambda connection: seated(connection, rest, bound))


def _open_tables(connection: sqlite3.Connection, row: TableRow) -> int:
    """Return how many tables the opener of a new one has open on its server.

    Those of nights don't count, nor do those that sleep.
    """
    query = (
        "SELECT count(*) FROM tables WHERE opener = ? AND guild_id = ?"
        " AND phase IN ('lobby', 'playing') AND asleep = 0 AND night_id IS NULL"
    )
    (count,) = connection.execute(query, (row.opener, row.guild_id)).fetchone()
    return count
