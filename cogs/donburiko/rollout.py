"""How searches of Donburiko! play on: everybody takes what looks good enough to them.

Played out by chance alone a row would lie there until somebody happened to take it, so that it
would look worth waiting for.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final, Protocol

from cogs.donburiko.all_actions import COUNTS, TAKE, moves
from cogs.donburiko.views import FACE_UP, Action, Add, Taking, points, totals

GOOD: Final = 4
"""A row worth more than this to the acting seat is taken while others are still in."""
UNSEEN: Final = 1
"""What a card that another player laid face down counts as: about the average of the deck."""
LOOKS: Final = 3
"""How many ways to lay a card are looked at."""
CHIP: Final = 1.5
"""What a chip won or laid counts as: it is in the hand, and what a row will be worth isn't."""
KEPT: Final = 0.4
"""What is left, while others have their turns, of a row's worth."""
WORST: Final = -99
"""Less than any row can bring."""


class Table(Protocol):
    """What is looked at in an imagined state: what lies open, and the acting seat's hand."""

    chips: list[int]
    out: list[bool]
    hands: list[tuple[int, ...]]
    rows: list[tuple[int, ...]]
    owners: list[tuple[int, ...]]
    room: int
    takes: int
    taking: Taking | None


def instinct(state: Table, seat: int, rng: random.Random) -> Action:
    """Choose for a seat by what it sees: count as high as it can, take a good row, or lay a card.

    Of a few ways to lay a card it takes the best, if waiting looks better than taking a row.
    Whoever has no card left takes the best row.
    """
    taking = state.taking
    if taking is not None:
        return COUNTS[taking.counts[0][0]][0]
    best, most, second = -1, WORST, WORST
    takes, rows, chips = state.takes, state.rows, state.chips[seat]
    for row, owners in enumerate(state.owners):
        if takes >> row & 1:
            value = _worth(rows[row], owners, seat, chips)
            if value > most:
                best, most, second = row, value, most
            elif value > second:
                second = value
    hand = state.hands[seat]
    rivals = state.out.count(False) - 1
    if not hand or not state.room or (most > GOOD and rivals):
        return TAKE[best]
    legal = moves(hand, 1 if chips else 0, state.room, 0)
    chance = rng.random
    chosen, best_value = legal[0], float(WORST)
    for _ in range(LOOKS):
        add = legal[int(chance() * len(legal))]
        assert isinstance(add, Add)
        row = add.row - 1
        after = max(0, second if row == best else most)
        owner = seat if add.face_down else FACE_UP
        laid = _worth((*rows[row], add.card), (*state.owners[row], owner), seat, chips)
        # The next player sees what is good and lies open, and takes it.
        if laid > after and (add.face_down or laid <= GOOD or not rivals):
            after = laid
        value = KEPT * after - CHIP if add.face_down else KEPT * after + CHIP
        if value > best_value:
            chosen, best_value = add, value
    return TAKE[best] if rivals and most > best_value else chosen


@lru_cache(maxsize=1 << 14)
def _worth(cards: tuple[int, ...], owners: tuple[int, ...], seat: int, chips: int) -> int:
    """Return what a row would bring a seat with this many chips, by the cards that it sees."""
    on_it = len(owners) - owners.count(FACE_UP)
    seen = tuple(
        [
            card if owner in (FACE_UP, seat) else UNSEEN
            for card, owner in zip(cards, owners, strict=True)
        ]
    )
    held = chips + on_it
    return on_it + max([points(total, held) for total in totals(seen)])
