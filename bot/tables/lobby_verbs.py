"""Who may join a table that hasn't begun, and when it begins: its host chooses."""

from __future__ import annotations

from collections.abc import Collection

from bot.engine.text import marked as _
from bot.tables import lobby_rules
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.trouble import HostOnly, Trouble


class LobbyVerbs:
    """Lets the host of a table close it to others, invite people, and have it begin when full."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def set_entry(
        self,
        table_id: str,
        person_id: int,
        *,
        closed: bool | None = None,
        start_when_full: bool | None = None,
    ) -> Table:
        """Have a table that hasn't begun be open to all or by invitation, and begin when full.

        None leaves that as it is.
        """
        async with self._tables.held(table_id) as table:
            lobby_rules.game_of(table)
            if table.host != person_id:
                raise HostOnly
            closed = table.closed if closed is None else closed
            when_full = table.start_when_full if start_when_full is None else start_when_full
            if (closed, when_full) != (table.closed, table.start_when_full):
                await self._tables.change(table, closed=closed, start_when_full=when_full)
        return table

    async def invite(
        self, table_id: str, person_id: int, people: Collection[int]
    ) -> tuple[Table, list[int]]:
        """Invite people to a table, as its host; return who hadn't been, in the order given."""
        async with self._tables.held(table_id) as table:
            if table.host != person_id or table.night_id is not None:
                raise HostOnly
            new = [
                person
                for person in dict.fromkeys(people)
                if person not in table.invited and table.seat_of(person) is None
            ]
            invited = lobby_rules.with_invited(table, new)
            if await self._tables.servers.blocked(table.guild_id, new):
                raise Trouble(_("Somebody you picked can't take part in games on this server."))
            if new:
                await self._tables.change(table, invited=invited)
        return table, new
