"""The moves that people have set ahead. Their cases and actions are text that nobody here reads."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from storage.database import Database
from storage.mapper import Mapper
from storage.statements import number_in_meta, set_meta

Dropped = Literal["unfit", "moved", "back"]
"""Why what was set isn't played: nothing fitted, its person moved, or the game went back."""
LAST_ORDER = "last_order"
"""The key of the value that says which number the newest move had that was set ahead."""


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A line of what a person has set ahead on a seat. It tells cards of a hand."""

    table_id: str
    seat: int
    number: int
    """From 1: the first line that fits is played."""
    person: int
    case_json: str = field(repr=False)
    action_json: str = field(repr=False)
    set_at: int
    due: int | None = None
    """When it is played; None until the seat is asked."""
    dropped: Dropped | None = None


ORDER = Mapper(OrderRow, "orders")


def put_orders(
    connection: sqlite3.Connection, table_id: str, orders: Sequence[OrderRow] | None
) -> None:
    """Replace all that is set ahead at a table; None leaves it as it is."""
    if orders is not None:
        connection.execute("DELETE FROM orders WHERE table_id = ?", (table_id,))
        connection.executemany(ORDER.insert, map(ORDER.values, orders))


class OrderStore:
    """What can be read of moves set ahead and written to them, but for what a step changes."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self.database = database

    async def at(self, table_id: str) -> list[OrderRow]:
        """Return what is set ahead at a table, by seat and number."""
        query = f"{ORDER.select} WHERE table_id = ? ORDER BY seat, number"
        return await self.database.all(ORDER, query, (table_id,))

    async def of(self, person: int) -> list[OrderRow]:
        """Return what a person has set ahead at all tables."""
        query = f"{ORDER.select} WHERE person = ? ORDER BY table_id, seat, number"
        return await self.database.all(ORDER, query, (person,))

    async def save(self, table_id: str, orders: Sequence[OrderRow]) -> None:
        """Replace all that is set ahead at a table, and nothing else."""
        await self.database.transaction(lambda link: put_orders(link, table_id, orders))

    async def next_number(self) -> int:
        """Return a number below 0 that no move set ahead had before: no interaction has it."""

        def run(connection: sqlite3.Connection) -> int:
            number = (number_in_meta(connection, LAST_ORDER) or 0) - 1
            set_meta(connection, LAST_ORDER, str(number))
            return number

        return await self.database.transaction(run)
