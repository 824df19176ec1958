"""Setting moves ahead and undoing them: what a person may set, and why something can't be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.engine.ahead import (
    Ahead,
    Line,
    Offered,
    is_offered,
    lowest_for_rest,
    room_for,
    with_line,
)
from bot.engine.text import marked as _
from bot.tables.order import Order
from bot.tables.orders import with_order
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.trouble import OVER, NotAtTable, NotBegun, Trouble

NOW: Final = _("It's your turn: play it now.")
NO_CASE: Final = _("You can't set that ahead any more. Look at what you can set now.")
FULL: Final = _("You have set all that can be set ahead. Undo it first.")
NONE_HERE: Final = _("Nothing can be set ahead in this game.")
PRACTICE: Final = _("There is nothing to set ahead where you play with computers alone.")

Change = Callable[[Sequence[Line], Sequence[Offered]], tuple[Line, ...]]
"""From the lines there are and from what is offered to the lines there are to be."""


class SetAhead:
    """What people do about their next move at tables where they wait. Each is one transaction.

    It writes what is set and nothing else: no revision, no time, no message.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def ahead_at(self, table: Table) -> Ahead | None:
        """Return what can be set ahead at a table; None for a game, or a table, without that."""
        return None if table.practice else self._tables.cache.aheads.get(table.game_key)

    def offered(self, table: Table, seat: int) -> Sequence[Offered]:
        """Return what a seat that waits can set now. Only for that seat's eyes."""
        ahead = self.ahead_at(table)
        playing = table.phase == "playing" and seat not in table.to_act()
        if ahead is None or not playing or table.seats[seat].mind is not None:
            return ()
        return ahead.cases(table.view(seat))

    def has_case(self, table: Table, seat: int) -> bool:
        """Tell whether what a seat is asked can be set ahead at all. Only for that seat's eyes."""
        ahead = self.ahead_at(table)
        return ahead is not None and any(
            isinstance(each, ahead.Action) for each in table.legal(seat)
        )

    def lines(self, table: Table, seat: int) -> tuple[Line, ...]:
        """Return what is set on a seat and may still be played, for that seat's eyes alone."""
        ahead, order = self.ahead_at(table), table.order_of(seat)
        if ahead is None or order is None or not order.stands:
            return ()
        if seat not in table.to_act():
            offered = self.offered(table, seat)
            return tuple(line for line in order.lines if is_offered(line, offered))
        if order.due is None:
            # It stays for the question after this one.
            return order.lines
        public, legal = table.public(), table.legal(seat)
        return tuple(
            line
            for line in order.lines
            if line.case.follows or (line.action in legal and ahead.holds(line.case, public, seat))
        )

    async def set_line(self, table_id: str, person_id: int, line: Line) -> Table:
        """Set a move for a case, in place of what was set for it. Raises Trouble if it can't be."""

        def change(lines: Sequence[Line], offered: Sequence[Offered]) -> tuple[Line, ...]:
            if not is_offered(line, offered):
                raise Trouble(NO_CASE)
            if not room_for(lines, line.case):
                raise Trouble(FULL)
            return with_line(lines, line)

        return await self._change(table_id, person_id, change)

    async def set_lowest(self, table_id: str, person_id: int) -> Table:
        """Set the lowest move for each case that has none. Raises Trouble if nobody could."""
        return await self._change(table_id, person_id, lowest_for_rest)

    async def undo(self, table_id: str, person_id: int) -> Table:
        """Take off all that a person has set at a table, also while it waits to be played."""
        async with self._tables.held(table_id) as table:
            seat = _seat_of(table, person_id)
            if table.order_of(seat) is not None:
                await self._tables.save_orders(table, with_order(table._orders, seat, None))
        return table

    async def undo_last(self, table_id: str, person_id: int) -> Table:
        """Take off what was set last. Raises Trouble for somebody who is asked."""
        return await self._change(table_id, person_id, lambda lines, _offered: tuple(lines[:-1]))

    async def _change(self, table_id: str, person_id: int, change: Change) -> Table:
        async with self._tables.held(table_id) as table:
            seat = _seat_of(table, person_id)
            self.demand_waiting(table, seat)
            offered = self.offered(table, seat)
            # What can't be played any more makes room.
            lines = change(self.lines(table, seat), offered)
            order = Order(person_id, lines, self._tables.now()) if lines else None
            await self._tables.save_orders(table, with_order(table._orders, seat, order))
        return table

    def demand_waiting(self, table: Table, seat: int) -> None:
        """Raise Trouble unless the person on a seat can set something there."""
        if table.phase == "lobby":
            raise NotBegun
        if table.phase != "playing":
            raise Trouble(OVER)
        if table.practice:
            raise Trouble(PRACTICE)
        if self.ahead_at(table) is None:
            raise Trouble(NONE_HERE)
        if seat in table.to_act():
            raise Trouble(NOW)
        if table.seats[seat].mind is not None:
            raise Trouble(_("A computer is playing for you. Come back first."))


def _seat_of(table: Table, person_id: int) -> int:
    seat = table.seat_of(person_id)
    if seat is None:
        raise NotAtTable
    return seat
