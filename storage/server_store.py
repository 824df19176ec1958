"""What servers have set, who can't come there, and what people wish for their nights."""

# The queries are put together from the names of dataclass fields and from literals in this file;
# every value is bound.
# ruff: noqa: S608

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection

from storage.database import Database
from storage.rows import BlockRow, Reminders, ServerRow
from storage.statements import BLOCK, SERVER, insert, values_of


class ServerStore:
    """What can be read about servers, and written about them."""

    database: Database

    # Settings

    async def server(self, guild_id: int) -> ServerRow:
        """Return what a server has set; nothing is set at first."""
        query = f"SELECT {', '.join(SERVER)} FROM servers WHERE guild_id = ?"

        def run(connection: sqlite3.Connection) -> ServerRow:
            found = connection.execute(query, (guild_id,)).fetchone()
            if found is None:
                return ServerRow(guild_id=guild_id)
            return ServerRow(**dict(zip(SERVER, found, strict=True)))

        return await self.database.read(run)

    async def save_server(self, row: ServerRow) -> None:
        """Keep what a server has set, in place of what was set before."""
        columns = ", ".join(f"{name} = excluded.{name}" for name in SERVER[1:])
        put = f"{insert('servers', SERVER)} ON CONFLICT (guild_id) DO UPDATE SET {columns}"
        await self.database.transaction(
            lambda connection: connection.execute(put, values_of(row, SERVER)).rowcount
        )

    async def note_left(self, guild_id: int, at: int) -> None:
        """Note when the bot has left a server."""
        put = (
            "INSERT INTO servers (guild_id, settings, left_at) VALUES (?, '{}', ?)"
            " ON CONFLICT (guild_id) DO UPDATE SET left_at = excluded.left_at"
        )
        await self.database.transaction(
            lambda connection: connection.execute(put, (guild_id, at)).rowcount
        )

    async def note_joined(self, guild_ids: Collection[int]) -> None:
        """Note that the bot is on some servers, though it may have left them before."""
        back = (
            "UPDATE servers SET left_at = NULL WHERE left_at IS NOT NULL"
            " AND guild_id IN (SELECT value FROM json_each(?))"
        )
        ids = json.dumps(list(guild_ids))
        await self.database.transaction(
            lambda connection: connection.execute(back, (ids,)).rowcount
        )

    async def prune_servers(self, before: int) -> list[int]:
        """Delete what servers have set that the bot has left before a time; return which."""

        def run(connection: sqlite3.Connection) -> list[int]:
            gone = "DELETE FROM servers WHERE left_at < ? RETURNING guild_id"
            found = [guild_id for (guild_id,) in connection.execute(gone, (before,))]
            query = "DELETE FROM blocks WHERE guild_id IN (SELECT value FROM json_each(?))"
            connection.execute(query, (json.dumps(found),))
            return found

        return await self.database.transaction(run)

    # Blocks

    async def block(self, row: BlockRow) -> None:
        """Keep somebody from a server's tables and nights, in place of what was decided before."""
        columns = ", ".join(f"{name} = excluded.{name}" for name in BLOCK[2:])
        put = f"{insert('blocks', BLOCK)} ON CONFLICT (guild_id, person) DO UPDATE SET {columns}"
        await self.database.transaction(
            lambda connection: connection.execute(put, values_of(row, BLOCK)).rowcount
        )

    async def unblock(self, guild_id: int, person: int) -> bool:
        """Let somebody come again; tell whether they couldn't."""
        query = "DELETE FROM blocks WHERE guild_id = ? AND person = ?"
        return await self.database.transaction(
            lambda connection: connection.execute(query, (guild_id, person)).rowcount > 0
        )

    async def blocks(self, guild_id: int, now: int) -> list[BlockRow]:
        """Return who can't come to a server's tables and nights now, the newest first."""
        query = (
            f"SELECT {', '.join(BLOCK)} FROM blocks WHERE guild_id = ?"
            " AND (until IS NULL OR until > ?) ORDER BY at DESC, person"
        )

        def run(connection: sqlite3.Connection) -> list[BlockRow]:
            rows = connection.execute(query, (guild_id, now))
            return [BlockRow(**dict(zip(BLOCK, row, strict=True))) for row in rows]

        return await self.database.read(run)

    async def blocked(self, guild_id: int, people: Collection[int], now: int) -> set[int]:
        """Return who of some people can't come to a server's tables and nights now."""
        query = (
            "SELECT person FROM blocks WHERE guild_id = ? AND (until IS NULL OR until > ?)"
            " AND person IN (SELECT value FROM json_each(?))"
        )

        def run(connection: sqlite3.Connection) -> set[int]:
            rows = connection.execute(query, (guild_id, now, json.dumps(list(people))))
            return {person for (person,) in rows}

        return await self.database.read(run)

    async def blocked_on_seats(self, now: int) -> list[tuple[str, BlockRow]]:
        """Return the tables that aren't over where somebody sits who can't come there any more."""
        columns = ", ".join(f"blocks.{name}" for name in BLOCK)
        query = (
            f"SELECT seats.table_id, {columns} FROM blocks"
            " JOIN seats ON seats.person = blocks.person"
            " JOIN tables ON tables.id = seats.table_id AND tables.guild_id = blocks.guild_id"
            " WHERE (until IS NULL OR until > ?) AND tables.phase IN ('lobby', 'playing')"
        )

        def run(connection: sqlite3.Connection) -> list[tuple[str, BlockRow]]:
            return [
                (table_id, BlockRow(**dict(zip(BLOCK, row, strict=True))))
                for table_id, *row in connection.execute(query, (now,))
            ]

        return await self.database.read(run)

    # What people wish

    async def apart(self, person: int) -> list[int]:
        """Return whom a person would rather not be seated with. Only for that person's eyes."""
        query = "SELECT other FROM apart WHERE person = ? ORDER BY other"

        def run(connection: sqlite3.Connection) -> list[int]:
            return [other for (other,) in connection.execute(query, (person,))]

        return await self.database.read(run)

    async def save_apart(self, person: int, others: Collection[int]) -> None:
        """Keep whom a person would rather not be seated with, in place of all before."""

        def run(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM apart WHERE person = ?", (person,))
            connection.executemany(
                "INSERT INTO apart (person, other) VALUES (?, ?)",
                [(person, other) for other in {*others} - {person}],
            )

        await self.database.transaction(run)

    async def apart_among(self, people: Collection[int]) -> list[tuple[int, int]]:
        """Return the pairs among some people that are not to sit together, whoever wished it."""
        query = (
            "SELECT DISTINCT min(person, other), max(person, other) FROM apart"
            " WHERE person IN (SELECT value FROM json_each(:people))"
            " AND other IN (SELECT value FROM json_each(:people)) ORDER BY 1, 2"
        )

        def run(connection: sqlite3.Connection) -> list[tuple[int, int]]:
            rows = connection.execute(query, {"people": json.dumps(list(people))})
            return [(one, other) for one, other in rows]

        return await self.database.read(run)

    async def reminders(self, person: int) -> Reminders:
        """Return where a person wants to be reminded of nights."""
        return "dm" if person in await self.reminded_by_dm([person]) else "thread"

    async def save_reminders(self, person: int, where: Reminders) -> None:
        """Keep where a person wants to be reminded of nights."""
        put = (
            "INSERT INTO people (id, reminders) VALUES (?, ?)"
            " ON CONFLICT (id) DO UPDATE SET reminders = excluded.reminders"
        )
        await self.database.transaction(
            lambda connection: connection.execute(put, (person, where)).rowcount
        )

    async def reminded_by_dm(self, people: Collection[int]) -> set[int]:
        """Return who of some people wants to be reminded of nights by direct message."""
        query = (
            "SELECT id FROM people WHERE reminders = 'dm'"
            " AND id IN (SELECT value FROM json_each(?))"
        )

        def run(connection: sqlite3.Connection) -> set[int]:
            rows = connection.execute(query, (json.dumps(list(people)),))
            return {person for (person,) in rows}

        return await self.database.read(run)


def forget_wishes(connection: sqlite3.Connection, person: int) -> None:
    """Forget what somebody wished and what others wished about them, and what they opened.

    That they can't come to a server stays: else who is blocked would only have to ask for this.
    """
    connection.execute("DELETE FROM apart WHERE ? IN (person, other)", (person,))
    connection.execute("DELETE FROM invited WHERE person = ?", (person,))
    connection.execute("UPDATE blocks SET by = 0 WHERE by = ?", (person,))
    connection.execute("UPDATE tables SET opener = NULL WHERE opener = ?", (person,))
