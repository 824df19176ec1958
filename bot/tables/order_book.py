"""What is set ahead at tables: kept up with every step and every change of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.engine.ahead import Line
from bot.engine.match import Step
from bot.tables import orders
from bot.tables.order import Orders
from bot.tables.order_pace import OrderPace
from bot.tables.orders import Asking
from bot.tables.quiet_hours import People
from bot.tables.table import Table
from bot.tables.table_cache import TableCache
from storage.order_store import OrderRow


class OrderBook:
    """Says what is set at a table once it has changed, and what is to be written of that."""

    def __init__(
        self, cache: TableCache, people: People, pace: OrderPace, now: Callable[[], int]
    ) -> None:
        """Take the tables, people's quiet hours, who draws times, and a clock."""
        self._cache = cache
        self._people = people
        self._pace = pace
        self._now = now

    async def asking(self, table: Table) -> Asking | None:
        """Return what it takes to say when what is set at a table is played; None if nothing is."""
        ahead = self._cache.aheads.get(table.game_key)
        if ahead is None or not table._orders:
            return None
        quiets = await self._people.quiets(each.person for each in table._orders.values())
        return Asking(ahead, self._pace, self._now(), quiets)

    async def after_step(
        self, before: Table, after: Table, step: Step, used: Line | None, back: int | None
    ) -> Table:
        """Return a table as a step leaves it, with what is set there then.

        `used` is the line that it follows, `back` the step that the game goes back to.
        """
        asking = await self.asking(before)
        if asking is None:
            return after
        went_back = back is not None
        kept = orders.after_step(before, after, step, asking, used=used, back=went_back)
        return replace(after, _orders=kept)

    async def after_change(self, before: Table, after: Table) -> Table:
        """Return a table as a change of another kind leaves it, with what is set there then."""
        asking = await self.asking(before)
        if asking is None:
            return after
        return replace(after, _orders=orders.after_change(before, after, asking))

    async def drawn_anew(self, table: Table) -> Orders:
        """Return what is set at a table with other times to play it."""
        asking = await self.asking(table)
        if asking is None:
            return table._orders
        drawn = orders.drawn
        return {seat: drawn(seat, each, table, asking) for seat, each in table._orders.items()}

    def rows(self, before: Table, after: Table) -> list[OrderRow] | None:
        """Return what is set at a table after a change; None if that is what it was before."""
        if after._orders == before._orders:
            return None
        return self._cache.order_rows(after, after._orders)
