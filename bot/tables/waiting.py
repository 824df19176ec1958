"""Which tables wait for somebody, in the order in which they should look at them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from bot.tables.quiet_hours import OwnClock, ends_of
from bot.tables.who_sits import TableBrief, WhoSits, stored_seat
from storage.rows import NamedTable, PlacedTable
from storage.waiting_store import AskedAt

Placed = PlacedTable
"""A table as far as it must be known to lead somebody there."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table that waits for a person: what everybody may see of it."""

    table: NamedTable
    since: int
    """Since when, in seconds since 1970."""
    ends: int | None
    """When their time is up; None if it isn't."""

    @property
    def order(self) -> tuple[float, int]:
        """Return what sorts tables: whose time ends soonest, then who has waited longest."""
        return (inf if self.ends is None else self.ends, self.since)


def waits_for(table: TableBrief, person: int) -> bool:
    """Tell whether a table waits for a person: they are asked, and can move."""
    return not table.asleep and table.seat_of(person) in table.people_asked()


def waits_until_back(table: WhoSits, person: int) -> bool:
    """Tell whether a table waits until a person is back, as its board says: nobody is there."""
    mine, still = table.mine(person), table.paused or table.asleep or table.phase != "playing"
    return mine is not None and mine.away and table.deserted() and not still


def waiting_for(asked: Iterable[AskedAt], row: OwnClock) -> list[Waiting]:
    """Return where among the tables that ask a person they can move, the most urgent first.

    `row` is what the person has set.
    """
    found: list[Waiting] = []
    for table, seat_row, moved in asked:
        seat = stored_seat(seat_row)
        if seat.mind is None:
            since = table.opened_at if moved is None else moved
            found.append(Waiting(table, since, ends_of(row, table, seat)))
    return sorted(found, key=lambda each: each.order)
