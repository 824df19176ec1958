"""What people do about a game that is over: open all hands, and show its end to everybody."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.engine.text import marked as _
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_event import TableEvent
from bot.tables.tables import Tables
from bot.tables.trouble import NotAtTable, Trouble

SHARE_THERE: Final = _("Share it in the table's channel.")


class AfterGame:
    """Lets people open hands and share the end, once the game is over."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def agree(self, table_id: str, person: Person) -> Table:
        """Agree to open all hands; once all who ever held one have, they are open to everybody.

        That includes whoever was taken off the table, or replaced: their cards are shown as well.
        Until the last of them agrees nothing opens, because open hands reveal the closed ones.
        Raises Trouble if the game isn't over, or they held no hand or agreed already.
        """
        async with self._tables.held(table_id) as table:
            holder = table.holder(person.id)
            if holder is None and not table.sits(person.id):
                raise NotAtTable(
                    _("You aren't playing at this table. Only those who played can reveal hands.")
                )
            if table.phase != "finished":
                raise Trouble(_("You can reveal hands once the game has ended."))
            if holder is None:
                raise NotAtTable
            if holder.agreed:
                raise Trouble(_("You have already agreed."))
            holders = tuple(
                replace(each, agreed=True) if each is holder else each for each in table.holders
            )
            everybody = all(each.agreed for each in holders)
            table_events = [TableEvent("hands_open", "vote")] if everybody else []
            await self._tables.change(table, table_events, holders=holders, hands_open=everybody)
        return table

    async def share(self, table_id: str, person: Person, place_id: int | None) -> Table:
        """Note that somebody who sat there shares how a game has ended, once and for all.

        Raises Trouble if the game isn't over, for a place that isn't the table's, and afterwards.
        """
        async with self._tables.held(table_id) as table:
            seat = table.seat_of(person.id)
            if seat is None:
                raise NotAtTable
            if table.phase != "finished":
                raise Trouble(_("You can share the end once the game is over."))
            if not table.on_server or place_id not in (table.channel_id, table.place_id):
                raise Trouble(SHARE_THERE)
            done = await self._tables.store.table_events(table_id)
            if any(each.what == "shared" for each in done):
                raise Trouble(_("This end was shared already."))
            await self._tables.change(table, [TableEvent("shared", "player", seat, person.id)])
        return table
