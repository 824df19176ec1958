"""Game nights in the database; every method is one transaction in one thread hop."""

# The queries are put together from the names of dataclass fields and from literals in this file;
# every value is bound.
# ruff: noqa: S608

import json
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar, Unpack

from storage.ask_store import announced
from storage.database import Database
from storage.errors import AlreadyDone, OutOfStep
from storage.fan_store import FanStore, SilentCount, call_dropped, count_silent
from storage.mapper import Mapper, as_found, column, first, sets
from storage.night_rows import (
    RIGHT_NOW,
    GuestRow,
    NightEventRow,
    NightPlaces,
    NightRow,
    NightState,
    NightWhereabouts,
    PostRow,
    RoundRow,
)
from storage.result_rows import ResultRow
from storage.series_store import (
    POST,
    SeriesRow,
    SeriesStore,
    drop_unannounced,
    put_series,
    series_by_id,
)
from storage.statements import EPOCH, ON_SHARD, WHOLE, Shard, on_shard

MOST_NIGHTS: Final = 100
"""How many nights of a server or a person are read at most."""

NIGHT = Mapper(NightRow, "nights")
PLACES = Mapper(NightPlaces, "nights")
GUEST = Mapper(GuestRow, "guests")
ROUND = Mapper(RoundRow, "rounds")
EVENT = Mapper(NightEventRow, "night_events")
OfNight = TypeVar("OfNight", GuestRow, RoundRow)
SELECT_NIGHTS = f"SELECT {', '.join((*NIGHT.names, *PLACES.names))} FROM nights"
CHANGE_NIGHT = f"UPDATE nights SET {sets(NIGHT.names)} WHERE id = ? AND revision = ?"
# A post is found again on Discord by its number. After a restore no old one may be taken for a new
# one, so new numbers begin above all that were used.
NEW_POST = (
    f"INSERT INTO night_posts (id, {', '.join(POST.written)}) SELECT 1 + max("
    "ifnull((SELECT max(id) FROM night_posts), 0),"
    f" ifnull((SELECT CAST(value AS INTEGER) FROM meta WHERE key = '{EPOCH}'), 0)),"
    f" {', '.join('?' * len(POST.written))}"
)


@dataclass(frozen=True, slots=True)
class StoredNight:
    """All that is stored about a night except its history."""

    night: NightRow
    places: NightPlaces
    guests: tuple[GuestRow, ...]
    """In the order of their places."""
    rounds: tuple[RoundRow, ...]
    series: SeriesRow | None = None


class NightStore:
    """What can be read of nights and written about them. A refusal is a StorageError."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.series = SeriesStore(database)
        self.fans = FanStore(database)

    async def open(
        self, row: NightRow, event: NightEventRow, series: SeriesRow | None = None
    ) -> None:
        """Store a new night, perhaps with the series that it begins.

        Raises `AlreadyDone` with the night that its interaction made, and `OutOfStep` if the id is
        taken.
        """

        def run(connection: sqlite3.Connection) -> None:
            found = connection.execute(
                "SELECT id FROM nights WHERE opened_by = ?", (row.opened_by,)
            ).fetchone()
            if found is not None:
                raise AlreadyDone(found[0])
            statement = NIGHT.insert + " ON CONFLICT (id) DO NOTHING"
            if not connection.execute(statement, NIGHT.values(row)).rowcount:
                raise OutOfStep(row.id, row.revision)
            connection.execute(EVENT.insert, EVENT.values(event))
            if series is not None:
                put_series(connection, series)

        await self.database.transaction(run)

    async def save(
        self,
        row: NightRow,
        guests: Sequence[GuestRow],
        rounds: Sequence[RoundRow],
        events: Sequence[NightEventRow] = (),
        posts: Sequence[PostRow] = (),
        follows: NightRow | None = None,
        results: Sequence[ResultRow] = (),
        ask: str | None = None,
        series: SeriesRow | None = None,
        silent: SilentCount | None = None,
    ) -> None:
        """Store a change of a night: all of it, with what was done and what is to be said.

        `follows` is a new night that results from it; its guests are among `guests`. `results`
        correct how games of the night have ended, the places and the points of seats, so that their
        messages are out of date. `ask` is the question of which it has come, and `series` the one
        that it carries on. `silent` counts its regulars once it is over.

        Raises `AlreadyDone` if the interaction of an event was applied before, and `OutOfStep`
        unless the row's revision is the next. Where messages are is left as it is.
        """

        def run(connection: sqlite3.Connection) -> None:
            for event in events:
                if _applied(connection, event.interaction_id):
                    raise AlreadyDone(row.id)
            if not connection.execute(
                CHANGE_NIGHT, (*NIGHT.values(row), row.id, row.revision - 1)
            ).rowcount:
                raise OutOfStep(row.id, row.revision)
            if ask is not None and not announced(connection, ask, row.id):
                raise OutOfStep(row.id, row.revision)
            connection.execute("DELETE FROM guests WHERE night_id = ?", (row.id,))
            _put_rounds(connection, row.id, rounds)
            connection.executemany(EVENT.insert, map(EVENT.values, events))
            if follows is not None:
                connection.execute(NIGHT.insert, NIGHT.values(follows))
                call_dropped(connection, follows.series_id)
            connection.executemany(GUEST.insert, map(GUEST.values, guests))
            if series is not None:
                put_series(connection, series)
            if silent is not None:
                count_silent(connection, silent)
            connection.executemany(NEW_POST, map(POST.values, posts))
            connection.executemany(
                "UPDATE results SET place = ?, points = ?, won = ?"
                " WHERE table_id = ? AND seat = ? AND night_id = ?",
                [(r.place, r.points, r.won, r.table_id, r.seat, row.id) for r in results],
            )
            shown = "UPDATE tables SET board_revision = -1 WHERE id = ? AND end_id IS NOT NULL"
            connection.executemany(shown, {(r.table_id,) for r in results})

        await self.database.transaction(run)

    async def discard(self, night_id: str) -> None:
        """Delete a draft; a night that has been announced stays."""
        await self._discard("id = ?", night_id)

    async def discard_old(self, before: int) -> int:
        """Delete the drafts untouched since a time; return how many."""
        return await self._discard("touched_at < ?", before)

    async def _discard(self, which: str, value: object) -> int:
        def run(connection: sqlite3.Connection) -> int:
            query = f"DELETE FROM nights WHERE state = 'draft' AND {which}"
            gone = connection.execute(query, (value,)).rowcount
            drop_unannounced(connection)
            return gone

        return await self.database.transaction(run)

    async def save_whereabouts(self, night_id: str, **found: Unpack[NightWhereabouts]) -> None:
        """Store where a night's messages are: what is given. Raises TypeError for others."""
        if not found or found.keys() - NightWhereabouts.__annotations__.keys():
            raise TypeError("save_whereabouts takes the columns of NightWhereabouts")
        query = f"UPDATE nights SET {sets(found)} WHERE id = ?"
        await self.database.write(query, (*found.values(), night_id))

    async def save_ticks(self, night_id: str, person: int, games: str) -> None:
        """Store what a guest would play. It is no change of the night, so nothing is shown anew."""
        query = "UPDATE guests SET games = ? WHERE night_id = ? AND person = ?"
        await self.database.write(query, (games, night_id, person))

    async def save_list(self, night_id: str, number: int, message_id: int | None) -> None:
        """Note the message that lists the tables of a round; None if there is none any more."""
        await self.database.write(
            "UPDATE rounds SET list_id = ? WHERE night_id = ? AND number = ?",
            (message_id, night_id, number),
        )

    async def sent(
        self, post_id: int, message_id: int, at: int | None = None, people: str | None = None
    ) -> None:
        """Note the message that says a post, when, and whom it mentions; 0 if it can't be said."""
        await self.database.write(
            "UPDATE night_posts SET message_id = :message, sent_at = ifnull(:at, sent_at),"
            " past = :message = 0,"
            " people = ifnull(:people, people) WHERE id = :post",
            {"message": message_id, "at": at, "people": people, "post": post_id},
        )

    async def redrawn(self, post_id: int, shown: int, *, past: bool) -> None:
        """Note what the message of a post shows now, and whether it stays like that."""
        await self.database.write(
            "UPDATE night_posts SET shown = ?, past = ? WHERE id = ?", (shown, past, post_id)
        )

    # Reading

    async def night(self, night_id: str) -> StoredNight | None:
        """Return a night with its guests and rounds."""
        found = await self._nights("id = ?", night_id)
        return found[0] if found else None

    async def nights_of_guild(
        self, guild_id: int, states: Collection[NightState] = RIGHT_NOW
    ) -> list[StoredNight]:
        """Return the nights of a server, the next one first."""
        return await self._nights(
            "guild_id = ? AND state IN (SELECT value FROM json_each(?)) ORDER BY starts_at LIMIT ?",
            *(guild_id, json.dumps(list(states)), MOST_NIGHTS),
        )

    async def made_after(self, night_id: str, guild_id: int, starts_at: int) -> list[str]:
        """Return the nights at some moment that follow another one on their server.

        One that was drafted as a copy has the other one's id as the note of its first event.
        """
        return await self.database.column(
            "SELECT id FROM nights WHERE guild_id = ? AND starts_at = ?"
            " AND (series_id = (SELECT series_id FROM nights WHERE id = ?) OR EXISTS (SELECT 1"
            " FROM night_events e WHERE e.night_id = nights.id AND e.what = 'drafted'"
            " AND e.note = ?))",
            (guild_id, starts_at, night_id, night_id),
        )

    async def nights_before(self, guild_id: int, starts_at: int, most: int) -> list[StoredNight]:
        """Return the last nights of a server that were held before a time, the newest first."""
        return await self._nights(
            "guild_id = ? AND state = 'over' AND starts_at < ? ORDER BY starts_at DESC LIMIT ?",
            *(guild_id, starts_at, most),
        )

    async def nights_of_person(self, person: int) -> list[StoredNight]:
        """Return the nights that a person has answered, the newest first."""
        return await self._nights(
            "id IN (SELECT night_id FROM guests WHERE person = ?) ORDER BY starts_at DESC LIMIT ?",
            *(person, MOST_NIGHTS),
        )

    async def to_show(self, shard: Shard = WHOLE) -> list[str]:
        """Return a shard's nights whose messages are out of date, or that have something to say."""
        return await self.database.column(
            "SELECT id FROM nights WHERE asleep = 0 AND state <> 'draft'"
            " AND (shown_revision < revision"
            " OR id IN (SELECT night_id FROM night_posts WHERE past = 0 AND message_id IS NULL))"
            f" AND {ON_SHARD}",
            on_shard(shard),
        )

    async def ids_in(self, states: Collection[NightState]) -> list[str]:
        """Return the ids of all nights in some states."""
        return await self.database.column(
            "SELECT id FROM nights WHERE state IN (SELECT value FROM json_each(?))",
            (json.dumps(list(states)),),
        )

    async def nights_in_thread(self, thread_id: int) -> list[str]:
        """Return the nights, not over yet, whose thread this is."""
        return await self.database.column(
            "SELECT id FROM nights WHERE thread_id = ? AND asleep = 0"
            " AND state IN (SELECT value FROM json_each(?))",
            (thread_id, json.dumps(list(RIGHT_NOW))),
        )

    async def with_rounds(self, since: int, shard: Shard = WHOLE) -> list[str]:
        """Return a shard's nights whose rounds may have something to show: lists, a recap.

        These are the ones being played, those that ended without a recap, and recent ones.
        """
        return await self.database.column(
            "SELECT id FROM nights WHERE asleep = 0 AND (state = 'playing' OR state = 'over'"
            f" AND (recap_id IS NULL OR starts_at > ?)) AND {ON_SHARD}",
            (since, *on_shard(shard)),
        )

    async def to_deal(self) -> list[str]:
        """Return the nights with a round that was dealt and isn't over."""
        return await self.database.column(
            "SELECT DISTINCT night_id FROM rounds WHERE state = 'dealt'"
        )

    async def wake_guilds(self, guild_ids: Collection[int]) -> list[str]:
        """Wake the nights of some servers; return which."""
        query = (
            "UPDATE nights SET asleep = 0 WHERE asleep = 1"
            " AND guild_id IN (SELECT value FROM json_each(?)) RETURNING id"
        )
        ids = json.dumps(list(guild_ids))
        return await self.database.transaction(lambda link: column(link, query, (ids,)))

    async def unsent(self, night_id: str) -> list[PostRow]:
        """Return what is still to be said on a night, in order."""
        query = f"{POST.select} WHERE night_id = ? AND past = 0 AND message_id IS NULL ORDER BY id"
        return await self.database.all(POST, query, (night_id,))

    async def standing(self, night_id: str) -> list[PostRow]:
        """Return the posts of a night that may yet change, or are still to be said, in order."""
        query = f"{POST.select} WHERE night_id = ? AND past = 0 ORDER BY id"
        return await self.database.all(POST, query, (night_id,))

    async def said(self, night_id: str, kind: str) -> list[PostRow]:
        """Return the posts of a kind that lie in the thread of a night, in order."""
        query = f"{POST.select} WHERE night_id = ? AND kind = ? AND message_id > 0 ORDER BY id"
        return await self.database.all(POST, query, (night_id, kind))

    async def newest(self, night_id: str, kind: str) -> PostRow | None:
        """Return the newest post of a kind on a night, said or not; None without any."""
        query = f"{POST.select} WHERE night_id = ? AND kind = ? ORDER BY id DESC LIMIT 1"
        return await self.database.one(POST, query, (night_id, kind))

    async def events(self, night_id: str, what: str = "") -> list[NightEventRow]:
        """Return what was done to a night, in order; only `what`, if that is given."""
        query = f"{EVENT.select} WHERE night_id = ? AND ? IN ('', what) ORDER BY id"
        return await self.database.all(EVENT, query, (night_id, what))

    async def last_led(self, night_id: str, by_guests: Collection[str]) -> int:
        """Return when somebody last did more on a night or its tables than is in `by_guests`."""
        query = (
            "SELECT max(at) FROM (SELECT at FROM night_events WHERE night_id = :night"
            " AND by IS NOT NULL AND what NOT IN (SELECT value FROM json_each(:guests))"
            " UNION ALL SELECT e.at FROM tables t JOIN table_events e ON e.table_id = t.id"
            " WHERE t.night_id = :night AND e.role = 'night')"
        )
        values = {"night": night_id, "guests": json.dumps([*by_guests])}
        return await self.database.one(first, query, values) or 0

    async def pressed_since(self, night_id: str, at: int) -> set[int]:
        """Return who has done something on a night after a moment."""
        query = "SELECT DISTINCT by FROM night_events WHERE night_id = ? AND at > ?"
        return {*await self.database.column(query, (night_id, at))} - {None}

    async def came_back_since(self, night_id: str, at: int) -> set[int]:
        """Return who has said on a night that they are here, after a moment, and after they were
        last gone from a table of it.
        """
        gone = (
            "SELECT max(e.at) FROM tables t JOIN table_events e ON e.table_id = t.id"
            " LEFT JOIN seats s ON s.table_id = t.id AND s.person = n.by"
            " WHERE t.night_id = :night AND (e.what = 'kicked' AND e.whom = n.by OR"
            " e.what IN ('left', 'freed', 'away', 'out') AND e.role NOT IN ('night', 'vote')"
            " AND e.person = n.by OR e.what IN ('away', 'played_out') AND e.seat = s.seat)"
        )
        query = (
            "SELECT DISTINCT n.by FROM night_events n WHERE n.night_id = :night"
            " AND n.by IS NOT NULL AND n.what = 'here'"
            f" AND n.at > max(:at, coalesce(({gone}), 0))"
        )
        return {*await self.database.column(query, {"night": night_id, "at": at})}

    async def left_alone(self, night_id: str) -> set[str]:
        """Return the tables of a night that were left alone, so that computers finish the games."""
        query = (
            "SELECT t.id FROM tables t JOIN table_events e ON e.table_id = t.id"
            " WHERE t.night_id = ? AND e.what = 'played_out' AND e.role = 'clock'"
            " AND e.seat IS NOT NULL"
        )
        return {*await self.database.column(query, (night_id,))}

    async def left(self, night_ids: Collection[str]) -> list[tuple[str, int]]:
        """Return a night and a person for each game of those nights that the person left for good,
        or from which they went home.

        A game that was ended without a result doesn't count.
        """
        query = (
            "SELECT DISTINCT t.id, t.night_id, e.person FROM tables t"
            " JOIN table_events e ON e.table_id = t.id"
            " AND (e.what = 'left' OR e.what = 'freed' AND e.role = 'player')"
            " WHERE t.night_id IN (SELECT value FROM json_each(?)) AND t.phase <> 'cancelled'"
            " AND NOT EXISTS (SELECT 1 FROM table_events back WHERE back.table_id = t.id"
            " AND back.what IN ('back', 'replaced') AND back.person = e.person"
            " AND back.id > e.id)"
        )
        found = await self.database.all(as_found, query, (json.dumps(list(night_ids)),))
        return [(night_id, person) for _table, night_id, person in found]

    async def applied(self, interaction_id: int) -> bool:
        """Tell whether an interaction has already changed a night."""
        return await self.database.read(lambda connection: _applied(connection, interaction_id))

    async def _nights(self, where: str, *values: int | str) -> list[StoredNight]:
        def run(connection: sqlite3.Connection) -> list[StoredNight]:
            split = len(NIGHT.names)
            nights = [
                (NIGHT(found[:split]), PLACES(found[split:]))
                for found in connection.execute(f"{SELECT_NIGHTS} WHERE {where}", values)
            ]
            ids = json.dumps([night.id for night, _places in nights])
            guests = _of_nights(connection, GUEST, "place, person", ids)
            rounds = _of_nights(connection, ROUND, "number", ids)
            series = series_by_id(connection, {n.series_id for n, _places in nights if n.series_id})
            return [
                StoredNight(
                    night,
                    places,
                    tuple(each for each in guests if each.night_id == night.id),
                    tuple(each for each in rounds if each.night_id == night.id),
                    series.get(night.series_id or ""),
                )
                for night, places in nights
            ]

        return await self.database.read(run)


def _put_rounds(connection: sqlite3.Connection, night_id: str, rounds: Sequence[RoundRow]) -> None:
    # The messages of rounds that stay are noted separately, so those columns are kept.
    numbers = json.dumps([each.number for each in rounds])
    connection.execute(
        "DELETE FROM rounds WHERE night_id = ? AND number NOT IN (SELECT value FROM json_each(?))",
        (night_id, numbers),
    )
    connection.executemany(
        ROUND.insert + " ON CONFLICT (night_id, number) DO UPDATE SET seed = excluded.seed,"
        " seating = excluded.seating, state = excluded.state,"
        " began_at = excluded.began_at, over_at = excluded.over_at",
        map(ROUND.values, rounds),
    )


def _applied(connection: sqlite3.Connection, interaction_id: int | None) -> bool:
    if interaction_id is None:
        return False
    query = "SELECT 1 FROM night_events WHERE interaction_id = ?"
    return connection.execute(query, (interaction_id,)).fetchone() is not None


def _of_nights(
    connection: sqlite3.Connection, mapper: Mapper[OfNight], order: str, ids: str
) -> list[OfNight]:
    query = f"{mapper.select} WHERE night_id IN (SELECT value FROM json_each(?)) ORDER BY {order}"
    return [mapper(found) for found in connection.execute(query, (ids,))]
