"""Series of game nights in the database."""

# The queries are put together from literals in this file; every value is bound.
# ruff: noqa: S608

import json
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

from storage.database import Database
from storage.fan_store import drop_ended_fans, end_fans_of
from storage.mapper import Mapper
from storage.night_rows import NightEventRow, PostRow

_EVENT: Final = Mapper(NightEventRow, "night_events")

SeriesState = Literal["runs", "asks", "ended"]
"""It announces its nights; it asks its host whether to; it announces none any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesRow:
    """A series of nights: when its next one is, and what it is like. JSON is text here."""

    id: str
    """The id of the night with which it began."""
    guild_id: int
    night_id: str
    """Its newest night. Only a change of that night changes the series."""
    state: SeriesState = "runs"
    weeks: int
    """Weeks from one date to the next."""
    local: str
    """The wall time of the last date that was announced, wherever that night was moved."""
    template: str = "{}"
    """JSON: what its nights are like."""
    skipped: str = "[]"
    """JSON: the wall times that are left out."""
    empty: int = 0
    """On how many of its last nights nobody has played."""
    asked_at: int | None = None
    """Since when its host is asked; None if that waits until a host presses something."""
    moved_from: str = ""
    """The wall time of a date before all to come moved, until the next one is announced."""


POST: Final = Mapper(PostRow, "night_posts", given=("id",))
SERIES: Final = Mapper(SeriesRow, "series")


class SeriesStore:
    """What can be read of series; a change of their newest night writes them."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self.database = database

    async def newest(self, guild_id: int) -> list[str]:
        """Return the newest night of each series of a server that hasn't ended."""
        return await self.database.column(
            # A draft that joined a series may have had one of its own.
            "SELECT s.night_id FROM series s JOIN nights n ON n.id = s.night_id"
            " AND n.series_id = s.id WHERE s.guild_id = ? AND s.state <> 'ended' ORDER BY s.local",
            (guild_id,),
        )

    async def without_place(self, guild_id: int) -> list[str]:
        """Return the newest nights of a server's series that wait for somebody who leads them, as
        there is no place for the next one.
        """
        return await self.database.column(
            "SELECT night_id FROM series WHERE guild_id = ? AND state = 'asks'"
            " AND asked_at IS NULL",
            (guild_id,),
        )

    async def following(self, night_id: str) -> str | None:
        """Return the night that is the next one after another: of the same series, announced
        since or still to come after it, or drafted as its copy; of those that were called off the
        newest, and only if there is no other.
        """
        query = (
            "SELECT n.id FROM nights n JOIN nights o ON o.id = ? WHERE n.guild_id = o.guild_id"
            " AND n.state <> 'draft' AND n.id <> o.id AND (n.series_id = o.series_id"
            # Nights are moved past each other.
            " AND (n.series_number > o.series_number"
            " AND (n.starts_at > o.starts_at OR n.state <> 'over')"
            " OR n.starts_at > o.starts_at AND n.state NOT IN ('over', 'cancelled'))"
            " OR EXISTS (SELECT 1 FROM night_events e"
            " WHERE e.night_id = n.id AND e.what = 'drafted' AND e.note = o.id))"
            " ORDER BY n.state = 'cancelled',"
            " iif(n.state = 'cancelled', -n.series_number, n.starts_at) LIMIT 1"
        )
        return await self.database.one(lambda row: str(row[0]), query, (night_id,))

    async def leading_to(self, night_id: str) -> list[str]:
        """Return the nights on which that shows what becomes of another one, or of the series that
        they share, the newest first: those that are over or were called off, unless the next one
        after them is over, too; also the one of which that other was drafted as a copy.
        """
        query = (
            "SELECT o.id FROM nights o JOIN nights n ON n.id = ? AND o.guild_id = n.guild_id"
            " WHERE o.id <> n.id AND o.state IN ('over', 'cancelled')"
            " AND (o.series_id = n.series_id"
            " AND (o.series_number < n.series_number OR o.starts_at < n.starts_at)"
            " AND NOT EXISTS (SELECT 1 FROM nights b WHERE b.series_id = n.series_id"
            " AND b.state = 'over' AND b.id <> n.id AND b.series_number > o.series_number"
            " AND b.starts_at > o.starts_at AND NOT EXISTS (SELECT 1 FROM nights c"
            " WHERE c.series_id = n.series_id AND c.starts_at < b.starts_at"
            " AND (c.series_number > o.series_number OR c.starts_at > o.starts_at)"
            " AND (c.id = n.id OR c.state NOT IN ('draft', 'over', 'cancelled'))))"
            " OR o.id IN (SELECT note FROM night_events"
            " WHERE night_id = n.id AND what = 'drafted'))"
            " ORDER BY o.starts_at DESC"
        )
        return await self.database.column(query, (night_id,))

    async def events(self, series_id: str, kinds: Collection[str]) -> list[NightEventRow]:
        """Return what of these kinds was done to all nights of a series, in order."""
        query = (
            f"{_EVENT.select} WHERE night_id IN (SELECT id FROM nights WHERE series_id = ?)"
            " AND what IN (SELECT value FROM json_each(?)) ORDER BY id"
        )
        return await self.database.all(_EVENT, query, (series_id, json.dumps([*kinds])))

    async def newest_of(self, ids: Collection[str]) -> dict[str, str]:
        """Return the newest nights of some series, by the series."""
        query = "SELECT id, night_id FROM series WHERE id IN (SELECT value FROM json_each(?))"
        return dict(await self.database.all(tuple, query, (json.dumps([*ids]),)))

    async def called_since(self, night_id: str, at: int) -> list[PostRow]:
        """Return the posts of a night that were said after a time, also if they don't hold now."""
        query = f"{POST.select} WHERE night_id = ? AND sent_at > ? ORDER BY id"
        return await self.database.all(POST, query, (night_id, at))

    async def reword(self, post_id: int, details: str, at: int) -> None:
        """Change what is to be said of the dates of a series, and when."""
        query = "UPDATE night_posts SET details = ?, at = ? WHERE id = ? AND message_id IS NULL"
        await self.database.write(query, (details, at, post_id))


def put_series(connection: sqlite3.Connection, row: SeriesRow) -> None:
    """Store a series as it is now; once it has ended, nobody is told of its next nights."""
    connection.execute(SERIES.put("id"), SERIES.values(row))
    if row.state == "ended":
        end_fans_of(connection, row.id)
    else:
        drop_ended_fans(connection, row.id)


def series_by_id(connection: sqlite3.Connection, ids: Collection[str]) -> dict[str, SeriesRow]:
    """Return some series by their ids."""
    query = f"{SERIES.select} WHERE id IN (SELECT value FROM json_each(?))"
    found = connection.execute(query, (json.dumps([*ids]),))
    return {row.id: row for row in map(SERIES, found)}


def drop_unannounced(connection: sqlite3.Connection) -> None:
    """Delete the series whose night was a draft that is gone."""
    connection.execute("DELETE FROM series WHERE night_id NOT IN (SELECT id FROM nights)")
