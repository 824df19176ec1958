"""What a person has set ahead at all their tables, in words. For their eyes alone."""

from __future__ import annotations

from bot.tables.table import Table
from bot.ui.pages.tables.ahead_menu import said_of
from bot.ui.services import Services


async def all_ahead(services: Services, person: int, locale: str) -> list[tuple[Table, str]]:
    """Return the tables where something is set that may still be played, and what that is."""
    found: list[tuple[Table, str]] = []
    rows = await services.tables.store.orders.of(person)
    for table_id in dict.fromkeys(each.table_id for each in rows):
        table = await services.tables.get(table_id)
        seat = table.seat_of(person)
        plan = None if seat is None or table.frozen else services.plan_of(table, seat)
        if plan is None or seat is None or plan.order is None or not plan.order.stands:
            continue
        wording = services.own_wording(table, locale, person)
        render = services.game_of(table).render
        found.append((table, said_of(plan, render, table.view(seat), wording)))
    return found
