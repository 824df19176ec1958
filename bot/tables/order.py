"""An order: what a person has set ahead for the next visit to their seat. It is secret."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from bot.engine.ahead import Line
from bot.tables.game_json import CaseJson, GameJson
from storage.order_store import Dropped, OrderRow


@dataclass(frozen=True, slots=True)
class Order:
    """The lines that a person has set on a seat, when they are played, or why they aren't."""

    person: int
    lines: tuple[Line, ...] = field(repr=False)
    """The first that fits is played."""
    set_at: int
    due: int | None = None
    """When that is; None until the seat is asked."""
    dropped: Dropped | None = None
    """Why none of them is played any more."""

    @property
    def stands(self) -> bool:
        """Whether it may still be played."""
        return self.dropped is None


Orders = Mapping[int, Order]
"""What is set at a table, by seat."""

NO_ORDERS: Final[Orders] = {}


def order_rows(
    table_id: str, orders: Orders, case_json: CaseJson, game_json: GameJson
) -> list[OrderRow]:
    """Return the rows of all that is set at a table."""
    return [
        OrderRow(
            table_id,
            seat,
            number,
            order.person,
            case_json.dump(line.case),
            game_json.dump_action(line.action),
            order.set_at,
            order.due,
            order.dropped,
        )
        for seat, order in orders.items()
        for number, line in enumerate(order.lines, start=1)
    ]


def orders_of(rows: Iterable[OrderRow], case_json: CaseJson, game_json: GameJson) -> Orders:
    """Return what the rows of a table say is set there. Raises ValueError for what can't be read.

    The rows are in the order of seats and numbers.
    """
    found: dict[int, Order] = {}
    for seat, several in groupby(rows, key=lambda row: row.seat):
        lines = [*several]
        found[seat] = Order(
            lines[0].person,
            tuple(
                Line(case_json.load(each.case_json), game_json.load_action(each.action_json))
                for each in lines
            ),
            lines[0].set_at,
            lines[0].due,
            lines[0].dropped,
        )
    return found
