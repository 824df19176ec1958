"""What servers have set, and who can't come there."""

# The queries are put together from the names of dataclass fields and from literals in this file;
# every value is bound.
# ruff: noqa: S608

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection
from typing import Final

from storage.database import Database
from storage.former_players import with_keyed
from storage.mapper import as_found
from storage.rows import BlockRow, ServerRow
from storage.statements import BLOCK, SERVER

LOT: Final = 100
"""How many tables of a server are deleted at a time."""


class ServerStore:
    """Reads and writes what is stored about servers."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self.database = database

    # Settings

    async def server(self, guild_id: int) -> ServerRow:
        """Return what a server has set; nothing is set at first."""
        query = f"{SERVER.select} WHERE guild_id = ?"
        found = await self.database.one(SERVER, query, (guild_id,))
        return ServerRow(guild_id=guild_id) if found is None else found

    async def save_server(self, row: ServerRow) -> None:
        """Save what a server has set, replacing what was set before."""
        await self.database.write(SERVER.put("guild_id"), SERVER.values(row))

    async def note_left(self, guild_id: int, at: int) -> None:
        """Note when the bot left a server."""
        put = (
            "INSERT INTO servers (guild_id, settings, left_at) VALUES (?, '{}', ?)"
            " ON CONFLICT (guild_id) DO UPDATE SET left_at = excluded.left_at"
        )
        await self.database.write(put, (guild_id, at))

    async def note_joined(self, guild_ids: Collection[int]) -> None:
        """Note that the bot is on some servers, though it may have left them before."""
        back = (
            "UPDATE servers SET left_at = NULL WHERE left_at IS NOT NULL"
            " AND guild_id IN (SELECT value FROM json_each(?))"
        )
        ids = json.dumps(list(guild_ids))
        await self.database.write(back, (ids,))

    async def note_absent(self, present: Collection[int], at: int) -> None:
        """Note as left all servers that anything is stored about, except those where the bot is."""
        query = (
            "INSERT INTO servers (guild_id, settings, left_at)"
            " SELECT guild_id, '{}', :at FROM (SELECT guild_id FROM tables"
            " UNION SELECT guild_id FROM results UNION SELECT guild_id FROM nights"
            " UNION SELECT guild_id FROM asks UNION SELECT guild_id FROM seasons"
            " UNION SELECT guild_id FROM blocks UNION SELECT guild_id FROM fans"
            " UNION SELECT guild_id FROM unpinged"
            " UNION SELECT guild_id FROM servers)"
            " WHERE guild_id > 0 AND guild_id NOT IN (SELECT value FROM json_each(:present))"
            " ON CONFLICT (guild_id) DO UPDATE SET left_at = excluded.left_at"
            " WHERE left_at IS NULL"
        )
        values = {"at": at, "present": json.dumps(list(present))}
        await self.database.write(query, values)

    async def prune(self, before: int) -> list[int]:
        """Delete all that is stored about servers that the bot left before a time; return which.

        A few rows are deleted at a time, each batch in a transaction of its own, so that no move
        has to wait for all of them. A server that has the bot back meanwhile keeps what is left.
        """
        query = "SELECT guild_id FROM servers WHERE left_at < ?"
        left = await self.database.column(query, (before,))
        for guild_id in left:
            while await self.database.transaction(
                lambda connection, guild_id=guild_id: _prune_some(connection, guild_id, before)
            ):
                pass
        return left

    # Blocks

    async def block(self, row: BlockRow) -> None:
        """Keep somebody from a server's tables and nights, replacing what was decided before."""
        await self.database.write(BLOCK.put("guild_id", "person"), BLOCK.values(row))

    async def unblock(self, guild_id: int, person: int) -> bool:
        """Let somebody come again; tell whether they couldn't."""
        query = (
            "DELETE FROM blocks WHERE guild_id = ? AND person IN (SELECT value FROM json_each(?))"
        )

        def run(connection: sqlite3.Connection) -> bool:
            numbers = json.dumps([*with_keyed(connection, [person])])
            return connection.execute(query, (guild_id, numbers)).rowcount > 0

        return await self.database.transaction(run)

    async def blocks(self, guild_id: int, now: int) -> list[BlockRow]:
        """Return who can't come to a server's tables and nights now, the newest first."""
        query = (
            f"{BLOCK.select} WHERE guild_id = ? AND (until IS NULL OR until > ?)"
            " ORDER BY at DESC, person"
        )
        return await self.database.all(BLOCK, query, (guild_id, now))

    async def blocked(self, guild_id: int, people: Collection[int], now: int) -> set[int]:
        """Return which of some people can't come to a server's tables and nights now.

        These are the ones blocked there, also from before they were forgotten, and the banned.
        """
        query = (
            "SELECT person FROM blocks WHERE guild_id = :guild"
            " AND (until IS NULL OR until > :now)"
            " AND person IN (SELECT value FROM json_each(:numbers))"
            " UNION SELECT id FROM bans WHERE kind = 'person'"
            " AND id IN (SELECT value FROM json_each(:numbers))"
        )

        def run(connection: sqlite3.Connection) -> set[int]:
            numbers = with_keyed(connection, people)
            values = {"guild": guild_id, "now": now, "numbers": json.dumps([*numbers])}
            return {numbers[number] for (number,) in connection.execute(query, values)}

        return await self.database.read(run)

    async def blocked_on_seats(self, now: int) -> list[tuple[str, BlockRow]]:
        """Return the tables that aren't over where somebody sits who can't come there any more.

        Somebody who is banned from all servers counts as blocked on each, by nobody.
        """
        columns = ", ".join(f"blocks.{name}" for name in BLOCK.names)
        query = (
            f"SELECT seats.table_id, {columns} FROM blocks"
            " JOIN seats ON seats.person = blocks.person"
            " JOIN tables ON tables.id = seats.table_id AND tables.guild_id = blocks.guild_id"
            " WHERE (until IS NULL OR until > ?) AND tables.phase IN ('lobby', 'playing')"
            " UNION SELECT seats.table_id, tables.guild_id, bans.id, 0, bans.at, NULL, ''"
            " FROM bans JOIN seats ON bans.kind = 'person' AND seats.person = bans.id"
            " JOIN tables ON tables.id = seats.table_id"
            " WHERE tables.phase IN ('lobby', 'playing')"
        )
        found = await self.database.all(as_found, query, (now,))
        return [(table_id, BLOCK(row)) for table_id, *row in found]


def _prune_some(connection: sqlite3.Connection, guild_id: int, before: int) -> bool:
    """Delete a batch of what is stored of a server that was left; tell if more may be."""
    values = {"guild": guild_id, "before": before, "lot": LOT}
    left = "SELECT 1 FROM servers WHERE guild_id = :guild AND left_at < :before"
    if connection.execute(left, values).fetchone() is None:
        return False
    lot = "(SELECT id FROM tables WHERE guild_id = :guild LIMIT :lot)"
    # Only tables that are over may be deleted.
    connection.execute(f"UPDATE tables SET phase = 'cancelled' WHERE id IN {lot}", values)
    connection.execute(f"DELETE FROM reports WHERE table_id IN {lot}", values)
    gone = connection.execute(f"DELETE FROM tables WHERE id IN {lot}", values).rowcount
    gone += connection.execute(
        "DELETE FROM results WHERE (table_id, seat) IN"
        " (SELECT table_id, seat FROM results WHERE guild_id = :guild LIMIT :lot)",
        values,
    ).rowcount
    if gone:
        return True
    for table in ("nights", "series", "fans", "unpinged", "asks", "seasons", "blocks", "servers"):
        connection.execute(f"DELETE FROM {table} WHERE guild_id = :guild", values)
    return False
