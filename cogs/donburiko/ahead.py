"""What can be set ahead in Donburiko!: a card for a row, or that row, if nobody touches it before.

A seat's hand and its chips stay as they are until it is asked, so what it may do with a row follows
from that row. What a row counts as has no case: its taker is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine import ahead
from bot.engine.ahead import Offered
from cogs.donburiko.all_actions import moves
from cogs.donburiko.views import FULL, Add, Public, SeatView, Take


@dataclass(frozen=True, slots=True)
class Untouched(ahead.Case, with_move=True):
    """A row lies as it did: with so many cards."""

    round: int
    row: int
    """Counted from 1."""
    cards: int


Case = Untouched
Action = Add | Take


def cases(view: SeatView) -> Sequence[Offered]:
    """Return, for each row, what the seat may do with it as it lies."""
    seen = view.public
    if seen.turn is None or seen.out[view.seat]:
        return ()
    faces = 1 if seen.chips[view.seat] else 0
    room = sum(1 << at for at, row in enumerate(seen.rows) if 0 < len(row.cards) < FULL)
    takes = sum(1 << at for at, row in enumerate(seen.rows) if len(row.cards) > 1)
    found: list[Offered] = []
    able = moves(view.private.hand, faces, room, takes)
    for row in seen.rows:
        about = tuple(
            each for each in able if isinstance(each, Add | Take) and each.row == row.number
        )
        if about:
            found.append(Offered(Untouched(seen.round, row.number, len(row.cards)), about))
    return found


def holds(case: Case, public: Public, seat: int) -> bool:
    """Tell whether a case holds for the seat that is asked."""
    if public.turn != seat or public.round != case.round or public.taking is not None:
        return False
    return len(public.rows[case.row - 1].cards) == case.cards
