"""How games have ended, the seasons that add the results up, and whose names are hidden there."""

# The queries are put together from the names of dataclass fields and from literals in this file;
# every value is bound.
# ruff: noqa: S608

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence

from storage.database import Database
from storage.mapper import as_found
from storage.result_rows import EarlierResult, Points, ResultRow, SeasonRow
from storage.statements import RESULT, SEASON, Seated, put_results, seated

MOST_SEASONS = 24
"""How many seasons a server may have: as many as a list on Discord can hold."""


class ResultStore:
    """Reads and writes results and seasons."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self.database = database

    # Results

    async def save(self, results: Sequence[ResultRow]) -> None:
        """Save how games have ended; what is stored already stays as it is."""
        await self.database.transaction(lambda connection: put_results(connection, results))

    async def of_table(self, table_id: str) -> list[ResultRow]:
        """Return how a game has ended, by seat; nothing if it hasn't, or had no result."""
        return await self._results("table_id = ? ORDER BY seat", table_id)

    async def ended(self, table_ids: Iterable[str]) -> dict[str, int]:
        """Return when each of some games ended, in seconds since 1970, if it had a result."""
        query = (
            "SELECT DISTINCT table_id, ended_at FROM results"
            " WHERE table_id IN (SELECT value FROM json_each(?))"
        )
        return dict(await self.database.all(as_found, query, (json.dumps([*table_ids]),)))

    async def earlier(self, table_id: str) -> list[EarlierResult]:
        """Return the earlier results of those who played a game, the newest first.

        They are of the same game on the same server.
        """
        query = (
            "SELECT r.person, r.seats, r.score, r.won, r.counts, r.gone"
            " FROM results AS now JOIN results AS r ON r.person = now.person"
            " AND r.guild_id = now.guild_id AND r.game = now.game"
            " AND (r.ended_at, r.table_id) < (now.ended_at, now.table_id)"
            " WHERE now.table_id = ? AND now.person > 0"
            " ORDER BY r.ended_at DESC, r.table_id DESC"
        )
        return await self.database.all(lambda row: EarlierResult(*row), query, (table_id,))

    async def of_night(self, night_id: str) -> list[ResultRow]:
        """Return how the games of a night have ended, by round, table and seat."""
        return await self._results("night_id = ? ORDER BY round, table_id, seat", night_id)

    async def corrected(self, table_id: str) -> list[float]:
        """Return the places of the seats of a game that a host of its night has corrected, by seat;
        nothing if nobody has.
        """
        query = (
            "SELECT place FROM results WHERE table_id = ? AND seat < seats AND EXISTS ("
            "SELECT 1 FROM night_events e WHERE e.night_id = results.night_id"
            " AND e.what = 'corrected' AND e.note LIKE results.table_id || ' %') ORDER BY seat"
        )
        return await self.database.column(query, (table_id,))

    async def correction(self, table_id: str) -> str | None:
        """Return what was noted as a host last corrected a game; None if none has."""
        query = (
            "SELECT e.note FROM results r JOIN night_events e ON e.night_id = r.night_id"
            " AND e.what = 'corrected' AND e.note LIKE r.table_id || ' %'"
            " WHERE r.table_id = ? ORDER BY e.id DESC LIMIT 1"
        )
        return await self.database.one(lambda row: row[0].partition(" ")[2], query, (table_id,))

    async def _results(self, where: str, value: str) -> list[ResultRow]:
        return await self.database.all(RESULT, f"{RESULT.select} WHERE {where}", (value,))

    async def tables_without(self, after: str, most: int) -> list[Seated]:
        """Return finished games whose results aren't stored, `most` at once, in the order of ids.

        `after` is the id after which to go on; "" begins. A game on no server has no results.
        """
        rest = (
            "WHERE phase = 'finished' AND guild_id <> 0 AND id > ?"
            " AND NOT EXISTS (SELECT 1 FROM results WHERE table_id = tables.id)"
            " ORDER BY id LIMIT ?"
        )
        return await self.database.read(lambda link: seated(link, rest, (after, most)))

    async def points(
        self, guild_id: int, game: str | None = None, season: SeasonRow | None = None
    ) -> list[Points]:
        """Return what people earned on a server, at tables that count, in no order.

        At tables of one game if one is given, and of a season if one is.
        """
        conditions = ["guild_id = :guild", "counts = 1", "person IS NOT NULL"]
        games = {game, season.game if season else None} - {None}
        values: dict[str, int | str | None] = {"guild": guild_id}
        for number, key in enumerate(games):
            conditions.append(f"game = :game{number}")
            values[f"game{number}"] = key
        if season is not None:
            conditions.append("ended_at >= :begins AND ended_at < :ends")
            values |= {"begins": season.begins_at, "ends": season.ends_at}
            if season.tables == "nights":
                conditions.append("night_id IS NOT NULL")
        return await self._points(" AND ".join(conditions), values)

    async def points_of_night(self, night_id: str) -> list[Points]:
        """Return what people earned at the tables of a game night, in no order."""
        condition = "night_id = :night AND counts = 1 AND person IS NOT NULL"
        return await self._points(condition, {"night": night_id})

    async def _points(self, condition: str, values: dict[str, int | str | None]) -> list[Points]:
        query = f"SELECT table_id, person, points, won, seat < seats FROM results WHERE {condition}"
        return await self.database.all(_earned, query, values)

    async def names(self, guild_id: int, people: Collection[int]) -> dict[int, str]:
        """Return what some people were last called in results on a server, where that was noted."""
        query = (
            "SELECT value, (SELECT name FROM results WHERE person = value AND guild_id = ?"
            " AND name <> '' ORDER BY ended_at DESC LIMIT 1) FROM json_each(?)"
        )
        found = await self.database.all(as_found, query, (guild_id, json.dumps(list(people))))
        return {person: name for person, name in found if name is not None}

    async def prune(self, before: int) -> int:
        """Delete the results of games that ended before a time; return how many.

        Those of a season stay until the season, too, was over before that time. They are deleted a
        few at a time, each batch in a transaction of its own, so that no move has to wait for all
        of them.
        """
        lot = 500
        query = (
            "DELETE FROM results WHERE (table_id, seat) IN (SELECT table_id, seat FROM results r"
            " WHERE ended_at < :before AND NOT EXISTS (SELECT 1 FROM seasons s"
            " WHERE s.guild_id = r.guild_id AND s.ends_at >= :before"
            " AND r.ended_at >= s.begins_at AND r.ended_at < s.ends_at) LIMIT :lot)"
        )
        total = 0
        while True:
            gone = await self.database.write(query, {"before": before, "lot": lot})
            total += gone
            if gone < lot:
                return total

    # Seasons

    async def seasons(self, guild_id: int) -> list[SeasonRow]:
        """Return the seasons of a server, the latest first."""
        query = f"{SEASON.select} WHERE guild_id = ? ORDER BY begins_at DESC, id DESC"
        return await self.database.all(SEASON, query, (guild_id,))

    async def save_season(self, row: SeasonRow) -> bool:
        """Save a season, replacing one of the same name; False if there are too many."""

        def run(connection: sqlite3.Connection) -> bool:
            others = "SELECT count(*) FROM seasons WHERE guild_id = ? AND name <> ?"
            (count,) = connection.execute(others, (row.guild_id, row.name)).fetchone()
            if count >= MOST_SEASONS:
                return False
            connection.execute(SEASON.put("guild_id", "name"), SEASON.values(row))
            return True

        return await self.database.transaction(run)

    async def delete_season(self, guild_id: int, season_id: int) -> bool:
        """Delete a season of a server; its results stay. Tell whether there was one."""
        query = "DELETE FROM seasons WHERE guild_id = ? AND id = ?"
        return await self.database.write(query, (guild_id, season_id)) > 0

    # People

    async def hidden(self, people: Collection[int]) -> set[int]:
        """Return which of some people don't want to be named in standings."""
        query = "SELECT id FROM people WHERE hidden = 1 AND id IN (SELECT value FROM json_each(?))"
        return set(await self.database.column(query, (json.dumps(list(people)),)))

    async def hide(self, person: int, hidden: bool) -> None:
        """Save whether a person wants to be named in standings."""
        put = (
            "INSERT INTO people (id, hidden) VALUES (?, ?)"
            " ON CONFLICT (id) DO UPDATE SET hidden = excluded.hidden"
        )
        await self.database.write(put, (person, hidden))


def _earned(found: tuple[str, int, int, int, int]) -> Points:
    # Standings read thousands of them, so they don't go through the mapper.
    table_id, person, points, won, of_seat = found
    return Points(table_id, person, points, bool(won), bool(of_seat))
