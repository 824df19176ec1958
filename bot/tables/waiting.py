"""Which tables wait for somebody, in the order in which they should look at them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf

from bot.tables.quiet_hours import OwnClock, ends_of
from bot.tables.who_sits import TableBrief


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table that waits for a person: what everybody may see of it."""

    table: TableBrief
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


def waiting_for(
    tables: Iterable[TableBrief], row: OwnClock, moved: Mapping[str, int]
) -> list[Waiting]:
    """Return those of some tables that wait for a person, the most urgent first.

    `row` is what the person has set, and `moved` are the times of the newest steps, by table.
    """
    found: list[Waiting] = []
    for table in tables:
        mine = table.mine(row.id)
        if mine is not None and waits_for(table, row.id):
            ends = ends_of(row, table, mine)
            found.append(Waiting(table, moved.get(table.id, table.opened_at), ends))
    return sorted(found, key=lambda each: each.order)
