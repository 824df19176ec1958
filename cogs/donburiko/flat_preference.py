"""What the arena's flat player takes everybody in Donburiko! to do where it plays on at random."""

from __future__ import annotations

from typing import Final

from cogs.donburiko.state import State
from cogs.donburiko.views import FACE_UP, Action, Take, points, totals

ENOUGH: Final = 3
"""A row worth more than this to who acts is taken."""
UNSEEN: Final = 1
"""What a card counts as that another laid face down: about the average of the deck."""


def prefer(state: State, seat: int) -> Action | None:
    """Take the row that is worth most to the acting seat, if that is enough."""
    if state.taking is not None:
        return None
    best, most = None, ENOUGH
    for row, owners in enumerate(state.owners):
        if not state.takes >> row & 1:
            continue
        chips = len(owners) - owners.count(FACE_UP)
        seen = tuple(
            card if owner in (FACE_UP, seat) else UNSEEN
            for card, owner in zip(state.rows[row], owners, strict=True)
        )
        held = state.chips[seat] + chips
        worth = chips + max(points(total, held) for total in totals(seen))
        if worth > most:
            best, most = row, worth
    return None if best is None else Take(best + 1)
