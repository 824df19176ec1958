"""The timer of moves set ahead: it plays each when it is due, and draws anew what came to be late.

A ring is one transaction for each move: so none is lost and none is played twice, whatever ends
the process.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from math import inf
from typing import Protocol

from bot.tables import orders
from bot.tables.due_timer import AGAIN, LOOK, DueTimer
from bot.tables.moves import Moves
from bot.tables.order import NO_ORDERS
from bot.tables.orders import Asking, with_order
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.trouble import NotSaved, Trouble
from storage.due_rows import DueRows
from storage.errors import StorageError

log = logging.getLogger(__name__)


class Names(Protocol):
    """Knows what people are called now. After a press everybody reads a new name; where it stayed
    the old one after a move, that would say that nobody has pressed.
    """

    async def now(self, guild_id: int, person: int) -> Person | None:
        """Return somebody under the name they have on a server now; None if it can't be known."""
        ...

    def noticed(self, guild_id: int, person: Person) -> None:
        """Give somebody their name at all else on the server, as after a press."""
        ...


class OrderTimer:
    """Plays what people have set ahead, for all tables."""

    def __init__(self, tables: Tables, moves: Moves, names: Names | None = None) -> None:
        """Take the tables, who plays at them, and who knows names; `start` begins."""
        self._tables = tables
        self._moves = moves
        self._names = names
        self._started = tables.now()
        times = DueRows(tables.store.database, "orders")
        self.due_timer = DueTimer("orders", times, tables.now, self.ring, _wait_after)
        tables.listeners.append(self._hear)

    def start(self, look: float = LOOK) -> None:
        """Keep watch. `look` is how long the timer may go without asking what time it is."""
        self._started = self._tables.now()
        self.due_timer.start(look)

    async def close(self) -> None:
        """Stop ringing."""
        await self.due_timer.close()

    async def ring(self, table_id: str) -> bool:
        """Play what is due at a table now; return whether anything was. Raises Trouble."""
        played, guild_id = list[Person](), 0
        # Discord is asked before the table's lock is taken.
        names = await self._names_of(await self._tables.get(table_id))
        async with self._tables.held(table_id) as table:
            guild_id = table.guild_id
            asking = await self._tables.order_book.asking(table)
            if asking is None:
                # What nobody can read here any more is never played.
                await self._tables.save_orders(table, NO_ORDERS)
                return True
            if table.paused or table.asleep:
                return False
            now = asking.now
            due = [seat for seat, each in table._orders.items() if (each.due or inf) <= now]
            for seat in due:
                owner = table.seats[seat]
                person = names.get(owner.person, Person(owner.person, owner.name))
                if await self._play(table, seat, asking, person.name):
                    played.append(person)
        if played:
            self._tables.tell(table)
            for person in played:
                if self._names is not None:
                    self._names.noticed(guild_id, person)
        else:
            self._hear(table)
        return bool(due)

    async def _names_of(self, table: Table) -> Mapping[int, Person]:
        """Return what those are called now whose moves are due, as far as that is known."""
        found: dict[int, Person] = {}
        now = self._tables.now()
        for seat, order in table._orders.items():
            if self._names is not None and (order.due or inf) <= now:
                person = await self._names.now(table.guild_id, table.seats[seat].person)
                if person is not None:
                    found[person.id] = person
        return found

    async def _play(self, table: Table, seat: int, asking: Asking, name: str) -> bool:
        """Play what was set on a seat, draw its time anew, or drop it; tell if it was played."""
        order = table.order_of(seat)
        if order is None or order.due is None or order.due > asking.now:
            # The move of another seat has dropped it or put it off.
            return False
        if orders.late(order, asking.now, self._started):
            again = orders.drawn(seat, order, table, asking)
            await self._tables.save_orders(table, with_order(table._orders, seat, again))
            return False
        line = orders.next_line(table, seat, asking.ahead)
        if line is None:
            gone = orders.dropped(order)
            await self._tables.save_orders(table, with_order(table._orders, seat, gone))
            return False
        number = await self._tables.store.orders.next_number()
        await self._moves.follow(table, seat, line, number, name)
        return True

    def _hear(self, table: Table) -> None:
        self.due_timer.hear(min((each.due or inf for each in table._orders.values()), default=inf))


def _wait_after(_table_id: str, error: Exception) -> float:
    """Return for how many seconds a table is put off whose ring has failed.

    No log says at which table something is set: whoever reads logs may play there.
    """
    match error:
        case NotSaved() | StorageError():
            log.debug("what is set ahead is tried again")
            return AGAIN
        case Trouble():
            log.warning("what is set ahead can't be played: %s", error)
            return inf
        case _:
            # What went wrong may name cards, so only its kind is logged.
            log.error("what is set ahead failed: %s", type(error).__name__)
            return LOOK
