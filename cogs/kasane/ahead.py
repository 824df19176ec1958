"""What can be set ahead in Colors of Kasane: rows to take from, with a meld or none.

A seat's hand and robe stay as they are until it is asked, so what it may do with a row follows from
the front card there, and from whether the box is free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.engine import ahead
from bot.engine.ahead import Offered
from cogs.kasane.all_actions import possible_takes
from cogs.kasane.melds import BOXES_OF
from cogs.kasane.views import FREE, Meld, Public, SeatView, Take


@dataclass(frozen=True, slots=True)
class Front(ahead.Case, with_move=True):
    """A card lies in front of a row, and a box of the meld is free."""

    round: int
    row: int
    """Counted from 1."""
    card: int
    meld: Meld | None
    size: int

    def covers(self, other: ahead.Case) -> bool:
        """Tell whether this holds wherever another does: without a meld no box need be free."""
        return self == other or (self.meld is None and self == replace(other, meld=None, size=0))


Case = Front
Action = Take


def cases(view: SeatView) -> Sequence[Offered]:
    """Return each way to take the front card of a row as the rows and boxes are now."""
    seen = view.public
    if seen.turn is None:
        return ()
    marked = sum(1 << box for box, owner in enumerate(seen.marks) if owner != FREE)
    robe, hand = seen.robes[view.seat], view.private.hand
    return [
        Offered(
            Front(seen.round, each.row, seen.rows[each.row - 1][-1], each.meld, each.size), (each,)
        )
        for each in possible_takes(seen.rows, hand, robe, marked, easier=seen.easier)
    ]


def holds(case: Case, public: Public, seat: int) -> bool:
    """Tell whether a case holds for the seat that is asked."""
    if public.turn != seat or public.round != case.round:
        return False
    if public.rows[case.row - 1][-1:] != (case.card,):
        return False
    if case.meld is None:
        return True
    return any(public.marks[box] == FREE for box in BOXES_OF[case.meld, case.size])
