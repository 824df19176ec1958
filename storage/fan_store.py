"""Who is told of the next nights, and who comes every time, in the database."""

# The queries are put together from literals in this file; every value is bound.
# ruff: noqa: S608

import json
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from storage.database import Database
from storage.mapper import Mapper

FanKind = Literal["tell", "every"]
"""Wants to be told of the next night; comes every time."""
ALL_HERE: Final = ""
"""Takes the place of a series where all nights of a server are meant."""
MOST_SILENT: Final = 2
"""Whoever neither answers nor comes so often in a row doesn't come every time any more. That is
kept until they have been told.
"""
ENDED: Final = MOST_SILENT + 1
"""Takes the place of how often somebody was silent once the series has ended: that is kept until
they have been told, or for some weeks.
"""


CALLED: Final = ENDED + 1
"""Takes its place once somebody who doesn't come every time any more was called to the next night,
like those who are told of it: once, so that they see that they aren't on its list.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class FanRow:
    """Somebody who wants to be told of a server's nights to come, or comes every time."""

    guild_id: int
    series_id: str
    """The series that is meant, or `ALL_HERE`."""
    person: int
    name: str
    kind: FanKind
    since: int
    silent: int = 0
    """On how many nights in a row they neither said whether they come nor came."""

    @property
    def lapsed(self) -> bool:
        """Tell whether that holds no more, and they haven't been told."""
        return self.silent >= MOST_SILENT

    @property
    def ended(self) -> bool:
        """Tell whether that holds no more as the series has ended."""
        return self.silent == ENDED


@dataclass(frozen=True, slots=True)
class SilentCount:
    """Who come every time to a series, and at a night of it neither answered nor came; who did."""

    series_id: str
    silent: tuple[int, ...]
    heard: tuple[int, ...]


FAN: Final = Mapper(FanRow, "fans")


class FanStore:
    """What can be read of these people and written about them."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self.database = database

    async def put(self, row: FanRow, most: int) -> bool:
        """Store what somebody wants; return False if as many as `most` others want the same there.

        Whoever wants that already keeps their place in the order; whoever wants to be told is
        pinged about this server's nights again. Of a series that has just ended
        nobody wants anything.
        """

        def run(connection: sqlite3.Connection) -> bool:
            query = (
                "SELECT count(*) FROM fans WHERE guild_id = ? AND series_id = ? AND kind = ?"
                " AND person <> ? AND silent < ?"
            )
            values = (row.guild_id, row.series_id, row.kind, row.person, MOST_SILENT)
            if connection.execute(query, values).fetchone()[0] >= most:
                return False
            connection.execute(
                FAN.insert + " ON CONFLICT (guild_id, series_id, person)"
                " DO UPDATE SET name = excluded.name, silent = 0, kind = excluded.kind,"
                " since = iif(kind = excluded.kind"
                f" AND silent < {MOST_SILENT}, since, excluded.since)",
                FAN.values(row),
            )
            if row.kind == "tell":
                _ping_again(connection, row.guild_id, row.person)
            ended = "SELECT id FROM series WHERE id = ? AND state = 'ended'"
            if connection.execute(ended, (row.series_id,)).fetchone() is not None:
                end_fans_of(connection, row.series_id)
            return True

        return await self.database.transaction(run)

    async def drop(self, guild_id: int, series_id: str, person: int) -> None:
        """Forget what somebody wanted of one series, or of all nights of a server."""
        query = "DELETE FROM fans WHERE guild_id = ? AND series_id = ? AND person = ?"
        await self.database.write(query, (guild_id, series_id, person))

    async def stop_pings(self, guild_id: int, person: int) -> None:
        """Note that somebody doesn't want to be pinged about a server's nights, so that they want
        to be told of none.
        """

        def run(connection: sqlite3.Connection) -> None:
            drop = "DELETE FROM fans WHERE guild_id = ? AND person = ? AND kind = 'tell'"
            connection.execute(drop, (guild_id, person))
            note = "INSERT OR IGNORE INTO unpinged (guild_id, person) VALUES (?, ?)"
            connection.execute(note, (guild_id, person))

        await self.database.transaction(run)

    async def ping_again(self, guild_id: int, person: int) -> None:
        """Note that somebody may be pinged about a server's nights after all."""
        await self.database.transaction(partial(_ping_again, guild_id=guild_id, person=person))

    async def unpinged(self, guild_id: int, people: Collection[int]) -> set[int]:
        """Return which of some people don't want to be pinged about a server's nights."""
        query = (
            "SELECT person FROM unpinged WHERE guild_id = ?"
            " AND person IN (SELECT value FROM json_each(?))"
        )
        return {*await self.database.column(query, (guild_id, json.dumps([*people])))}

    async def unname(self, guild_id: int, series_id: str, person: int) -> None:
        """Take somebody who wants nothing of some nights any more, of a series or of a server, out
        of what calls people to these; not where they have answered, or lead.
        """
        query = (
            "UPDATE night_posts SET people ="
            " (SELECT json_group_array(value) FROM json_each(people) WHERE value <> :person)"
            " WHERE past = 0 AND kind IN ('told', 'moved', 'doors', 'after_all', 'cancelled')"
            " AND :person IN (SELECT value FROM json_each(people))"
            " AND night_id IN (SELECT n.id FROM nights n WHERE n.guild_id = :guild"
            " AND :series IN (:all, n.series_id) AND n.host <> :person AND NOT EXISTS"
            " (SELECT 1 FROM json_each(n.hosts) WHERE json_extract(value, '$.id') = :person)"
            " AND NOT EXISTS"
            " (SELECT 1 FROM guests g WHERE g.night_id = n.id AND g.person = :person)"
            " AND NOT EXISTS (SELECT 1 FROM fans f WHERE f.guild_id = n.guild_id"
            " AND f.person = :person AND f.series_id IN (:all, n.series_id)))"
        )
        values = {"guild": guild_id, "series": series_id, "all": ALL_HERE, "person": person}
        await self.database.write(query, values)

    async def drop_all(self, guild_id: int, people: Collection[int]) -> None:
        """Forget what some people wanted of a server, which they have left."""
        of = "WHERE guild_id = ? AND person IN (SELECT value FROM json_each(?))"

        def run(connection: sqlite3.Connection) -> None:
            for table in ("fans", "unpinged"):
                connection.execute(f"DELETE FROM {table} {of}", (guild_id, json.dumps([*people])))

        await self.database.transaction(run)

    async def rename(self, guild_id: int, person: int, name: str) -> None:
        """Note the name that somebody has on a server now."""
        query = "UPDATE fans SET name = ? WHERE guild_id = ? AND person = ? AND name <> ?"
        await self.database.write(query, (name, guild_id, person, name))

    async def of(self, guild_id: int, series_id: str | None) -> list[FanRow]:
        """Return whoever wants something of a night, which may be one of a series, in order."""
        query = (
            f"{FAN.select} WHERE guild_id = ? AND series_id IN (?, ?) AND silent < ?"
            " ORDER BY since, rowid"
        )
        values = (guild_id, ALL_HERE, series_id or ALL_HERE, MOST_SILENT)
        return await self.database.all(FAN, query, values)

    async def dropped(self, series_id: str | None, silent: int) -> list[FanRow]:
        """Return who doesn't come to a series every time any more, and has yet to be called to its
        next night, or was, by what counts how often they were `silent`.
        """
        query = f"{FAN.select} WHERE series_id = ? AND kind = 'every' AND silent = ?"
        return await self.database.all(FAN, query, (series_id or ALL_HERE, silent))

    async def wishes_of(self, guild_id: int, person: int) -> list[FanRow]:
        """Return what one person wants of a server's nights, and of which they haven't been told
        that they don't come every time any more.
        """
        query = f"{FAN.select} WHERE guild_id = ? AND person = ? ORDER BY series_id"
        return await self.database.all(FAN, query, (guild_id, person))

    async def told_lapsed(self, wishes: Sequence[FanRow]) -> None:
        """Note that one person has been told which of these wishes are no more."""
        query = (
            "DELETE FROM fans WHERE guild_id = ? AND series_id = ? AND person = ? AND silent >= ?"
        )
        for wish in wishes:
            if wish.lapsed:
                values = (wish.guild_id, wish.series_id, wish.person, MOST_SILENT)
                await self.database.write(query, values)

    async def discard_ended(self, before: int) -> None:
        """Delete what people wanted of series that ended before a time."""
        query = (
            "DELETE FROM fans WHERE silent = ? AND series_id IN (SELECT s.id FROM series s"
            " JOIN nights n ON n.id = s.night_id WHERE n.touched_at < ?)"
        )
        await self.database.write(query, (ENDED, before))


def _ping_again(connection: sqlite3.Connection, guild_id: int, person: int) -> None:
    query = "DELETE FROM unpinged WHERE guild_id = ? AND person = ?"
    connection.execute(query, (guild_id, person))


def count_silent(connection: sqlite3.Connection, count: SilentCount) -> None:
    """Note who was silent on a night of a series, and who wasn't. Whoever was so too often stays
    so until they say so again.
    """
    those = (
        f"series_id = ? AND kind = 'every' AND silent < {MOST_SILENT}"
        " AND person IN (SELECT value FROM json_each(?))"
    )
    silent = (count.series_id, json.dumps(count.silent))
    heard = (count.series_id, json.dumps(count.heard))
    connection.execute(f"UPDATE fans SET silent = silent + 1 WHERE {those}", silent)
    connection.execute(f"UPDATE fans SET silent = 0 WHERE {those}", heard)


def call_dropped(connection: sqlite3.Connection, series_id: str | None) -> None:
    """Note that who doesn't come to a series every time any more is called to its next night."""
    query = "UPDATE fans SET silent = ? WHERE series_id = ? AND kind = 'every' AND silent = ?"
    connection.execute(query, (CALLED, series_id, MOST_SILENT))


def end_fans_of(connection: sqlite3.Connection, series_id: str) -> None:
    """Note that what people wanted of a series holds no more, as that has ended."""
    connection.execute("UPDATE fans SET silent = ? WHERE series_id = ?", (ENDED, series_id))


def drop_ended_fans(connection: sqlite3.Connection, series_id: str) -> None:
    """Delete what people wanted of a series before it ended: it has begun again."""
    query = "DELETE FROM fans WHERE series_id = ? AND silent = ?"
    connection.execute(query, (series_id, ENDED))
