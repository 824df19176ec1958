"""A computer player's rule of thumb for Colors of Kasane."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, Protocol

from bot.engine.strength import Strength
from cogs.kasane.melds import Way, box_of, cards_of, ways
from cogs.kasane.views import (
    BOXES,
    PLUS_ONE,
    ROW,
    Action,
    Public,
    SeatView,
    Take,
)

LAID: Final = 0.4
"""What a card laid is worth beyond its meld: a robe wants eight or more."""
HOPE: Final = 0.5
"""What is left, while others have their turns, of a meld that could come next."""
WHIM: Final = 0.1
"""The most that chance adds to a move, to decide between moves that look alike."""
LONGEST_ROUND: Final = max((row - 1) * seats for seats, row in ROW.items())
"""How many cards are taken in a round at most."""


def choose(view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
    """Choose one of the legal actions from all that the seat knows.

    Weighs the points and cards that a move brings at once, and the best meld that the cards in
    front would then allow at the next turn.
    """
    return max(legal, key=lambda action: _value(view, action) + WHIM * rng.random())


def _value(view: SeatView, action: Take) -> float:
    public = view.public
    card = public.rows[action.row - 1][-1]
    hand, robe = view.private.hand, public.robes[view.seat]
    points = 0
    if card == PLUS_ONE:
        points, robe = 1, (*robe, card)
    else:
        hand = (*hand, card)
    marks = list(public.marks)
    laid = len(robe) - len(public.robes[view.seat])
    if action.meld is not None:
        way = Way(action.meld, action.size, action.top)
        box = box_of(way.meld, way.size, marks)
        points += BOXES[box].points
        marks[box] = view.seat
        robe = (*robe, *cards_of(way, hand, robe[-1] if robe else PLUS_ONE)[way.top :])
        hand = hand[: len(hand) - way.from_hand]
        laid += way.from_hand
    top = robe[-1] if robe else PLUS_ONE
    return points + LAID * laid + HOPE * _hope(public, action.row, hand, top, marks)


def _hope(
    public: Public, taken: int, hand: tuple[int, ...], top: int, marks: Sequence[int]
) -> float:
    """Return what the best meld that a front card would make brings, once this one is taken."""
    best = 0.0
    for row, cards in enumerate(public.rows, start=1):
        front = cards[-2:-1] if row == taken else cards[-1:]
        if not front or front[0] == PLUS_ONE:
            continue
        for way in ways((*hand, front[0]), top, marks):
            best = max(best, BOXES[box_of(way.meld, way.size, marks)].points + LAID * way.from_hand)
    return best


def whim(legal: Sequence[Action], rng: random.Random) -> Action:
    """Choose where a search plays on: a meld rather than none."""
    action = legal[int(rng.random() * len(legal))]
    if action.meld is None:
        action = legal[int(rng.random() * len(legal))]
    return action


class Round(Protocol):
    """The parts of an imagined state that are looked at: how far the round has got."""

    seats: int
    left: int


def dealt_again(state: Round) -> bool:
    """Tell whether a round has just begun: nothing that is taken in it could be seen before."""
    return state.left == (ROW[state.seats] - 1) * state.seats


LEVELS: Final = Strength(
    # Beyond the round: what a hand is good for shows in the melds of the next one.
    iterations=1800,
    horizon=LONGEST_ROUND,
    scale=4.0,
    whim=whim,
).with_steady(
    iterations=440,
    # A round lies nearly open: it is played to its end and no further.
    end=dealt_again,
)
"""How hard each level that searches thinks."""
