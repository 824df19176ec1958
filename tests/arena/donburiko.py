"""Donburiko! in the arena: simple habits to hold up against, and what `flat` prefers to chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.donburiko.state import State
from cogs.donburiko.views import (
    FACE_UP,
    Action,
    Add,
    Count,
    SeatView,
    Take,
    points,
    totals,
)
from tests.arena.habits import Habit, least, only

ENOUGH: Final = 3
"""`flat` takes a row that is worth more than this to whoever acts."""
UNSEEN: Final = 1
"""What a card that another player laid face down counts as: about the average of the deck."""


def _worth(view: SeatView, number: int) -> int:
    """Return what a row would bring, as far as the seat can see."""
    row = view.public.rows[number - 1]
    own = {each.place: each.card for each in view.private.hidden if each.row == number}
    cards = tuple(
        own.get(place, UNSEEN) if card is None else card for place, card in enumerate(row.cards)
    )
    held = view.public.chips[view.seat] + row.chips
    return row.chips + max(points(total, held) for total in totals(cards))


def _takes_at(worth: int) -> Habit:
    """Return the habit of taking a row as soon as it is worth this much, and never before."""

    def suiting(view: SeatView, legal: Sequence[Action]) -> Sequence[Action]:
        good = [
            action
            for action in legal
            if isinstance(action, Take) and _worth(view, action.row) >= worth
        ]
        return good or [action for action in legal if not isinstance(action, Take)]

    return suiting


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


HABITS: Final[dict[str, Habit]] = {
    "takes-at-three": _takes_at(3),
    "takes-at-four": _takes_at(4),
    "takes-at-five": _takes_at(5),
    "takes-last": only(lambda view, action: not isinstance(action, Take)),
    "always-open": only(lambda view, action: not isinstance(action, Add) or not action.face_down),
    "always-hidden": only(lambda view, action: not isinstance(action, Add) or action.face_down),
    "low-cards-first": least(Add, lambda view, add: add.card),
    "high-cards-first": least(Add, lambda view, add: -add.card),
    "piles-up": least(Add, lambda view, add: -len(view.public.rows[add.row - 1].cards)),
    "never-announces": only(
        lambda view, action: not isinstance(action, Count) or not action.announce
    ),
}
"""Ten habits, by the names under which the arena knows them."""
