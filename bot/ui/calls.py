"""Whom to call: those who are newly asked, and nobody who was called for this or has just acted."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.tables.table import Table


@dataclass(slots=True)
class Calls:
    """Who is asked at a table, and who of them wasn't before and has not been called yet.

    `sure` is False while it isn't known whom an earlier ping has called.
    """

    asked: frozenset[int]
    due: set[int] = field(default_factory=set)
    sure: bool = False

    def hear(self, asked: frozenset[int]) -> None:
        """Take note of who is asked now."""
        self.due = (self.due | (asked - self.asked)) & asked
        self.asked = asked

    def settle(self, mentioned: frozenset[int]) -> None:
        """Make sure whom to call, given whom the ping that lies there mentions."""
        if not self.sure:
            self.due |= self.asked - mentioned
            self.sure = True

    def take(self) -> frozenset[int]:
        """Return those to call, who then count as called."""
        due = frozenset(self.due)
        self.due.clear()
        return due


def asked_at(table: Table) -> frozenset[int]:
    """Return the people who are asked at a table now; computers need no call."""
    return frozenset(people_asked(table))


def people_asked(table: Table) -> list[int]:
    """Return the people who are asked at a table now, in seat order."""
    return [table.seats[number].person for number in table.people_asked()]
