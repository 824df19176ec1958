"""A host's correction of how a game of a night has ended: an order of places, with a reason.

What was played stays as it is: the log and the scores. Whatever the order, the points of a table
add up to the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.engine.text import marked as _
from bot.nights.night import Change, Night, Now, Press, Rule, demand_lead_always
from bot.tables.results import points_of
from bot.tables.trouble import Trouble
from storage.night_rows import NightEventRow
from storage.rows import ResultRow

WHAT: Final = "corrected"
LONGEST_REASON: Final = 200


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction of a table's result, and the reason."""

    table_id: str
    reason: str


def corrected(rows: Sequence[ResultRow], order: Sequence[Sequence[int]]) -> list[ResultRow]:
    """Return the results of a table in another order of its seats, the best first.

    Seats that share some places are together in `order`. Raises Trouble unless every seat is there
    once.
    """
    if sorted(seat for tied in order for seat in tied) != sorted(row.seat for row in rows):
        raise Trouble(_("Name every seat of the table once, the best first."))
    found = {row.seat: row for row in rows}
    above = 0
    for number, tied in enumerate(order):
        place = above + (len(tied) + 1) / 2
        above += len(tied)
        for seat in tied:
            found[seat] = replace(
                found[seat],
                place=place,
                points=points_of(place, len(rows)),
                won=number == 0,
            )
    return [found[row.seat] for row in rows]


def correct(table_id: str, rows: Sequence[ResultRow], reason: str) -> Rule:
    """Return the rule for results that replace others; also once the night is over."""

    def rule(night: Night, press: Press, _now: Now) -> Change:
        demand_lead_always(night, press)
        return Change(night, WHAT, note=f"{table_id} {reason}", results=tuple(rows))

    return rule


def corrections(events: Iterable[NightEventRow]) -> list[Correction]:
    """Return the corrections among what was done to a night: the last one of each table."""
    found: dict[str, Correction] = {}
    for event in events:
        if event.what == WHAT and event.note:
            table_id, _space, reason = event.note.partition(" ")
            found[table_id] = Correction(table_id, reason)
    return [*found.values()]
