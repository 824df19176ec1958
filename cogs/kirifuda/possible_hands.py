"""What can be known about hands in Ameno Kirifuda, and hands that fit it, each being equally
likely.
"""

from __future__ import annotations

import random

from bot.engine.pool import hands_from
from cogs.kirifuda.bit_sets import set_of
from cogs.kirifuda.state import State
from cogs.kirifuda.views import FIRST, SeatView, unseen_cards


def lacks(state: State) -> tuple[tuple[int, ...], ...]:
    """Return for each seat the seasons that it couldn't follow this round."""
    found: list[set[int]] = [set() for _ in range(state.seats)]
    for trick in reversed(state.tricks):
        if trick.round != state.round:
            break
        _note_lacks(found, trick.leader, trick.cards)
    _note_lacks(found, state.leader, state.running)
    return tuple(tuple(sorted(each)) for each in found)


def _note_lacks(found: list[set[int]], leader: int, cards: tuple[int, ...]) -> None:
    """Note who didn't follow in a trick, complete or not."""
    for step in range(1, len(cards)):
        led = cards[0] // 10
        if cards[step] // 10 != led:
            found[(leader + step) % len(found)].add(led)


def guess_hands(view: SeatView, rng: random.Random) -> list[int]:
    """Return hands that fit all the seat has seen, each equally likely."""
    seen = view.public
    known: list[tuple[int, ...]] = [()] * seen.seats
    known[view.seat] = view.private.hand
    unseen = unseen_cards(view)
    if FIRST in unseen:
        unseen.remove(FIRST)
        known[seen.dealer] = (FIRST,)
    hands = hands_from(tuple(unseen), known, seen.hand_sizes, rng, seen.lacks, season_of)
    return list(map(set_of, hands))


def season_of(card: int) -> int:
    """Return the season of a card."""
    return card // 10
