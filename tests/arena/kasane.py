"""Colors of Kasane in the arena: simple habits that computer players have to hold up against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.kasane.melds import box_of
from cogs.kasane.views import BOXES, PLUS_ONE, Action, SeatView, Take
from tests.arena.habits import Habit, least, only


def _front(view: SeatView, take: Take) -> int:
    """Return the card that is taken."""
    return view.public.rows[take.row - 1][-1]


def _left(view: SeatView, take: Take) -> int:
    """Return how many cards lie in the row."""
    return len(view.public.rows[take.row - 1])


def _points(view: SeatView, take: Take) -> int:
    """Return what a move brings at once."""
    if take.meld is None:
        return int(_front(view, take) == PLUS_ONE)
    return BOXES[box_of(take.meld, take.size, view.public.marks)].points


def _large_melds(view: SeatView, legal: Sequence[Action]) -> Sequence[Action]:
    """Return the moves without a meld of two."""
    return [take for take in legal if take.size != 2]


HABITS: Final[dict[str, Habit]] = {
    "melds-at-once": only(lambda view, take: take.meld is not None),
    "never-melds": only(lambda view, take: take.meld is None),
    "three-or-more": _large_melds,
    "most-points": least(Take, lambda view, take: -_points(view, take)),
    "largest-meld": least(Take, lambda view, take: -take.size),
    "plus-ones": only(lambda view, take: _front(view, take) == PLUS_ONE),
    "no-plus-ones": only(lambda view, take: _front(view, take) != PLUS_ONE),
    "first-row": least(Take, lambda view, take: take.row),
    "longest-row": least(Take, lambda view, take: -_left(view, take)),
    "low-cards-first": least(Take, _front),
}
"""Ten habits, by the names under which the arena knows them."""
