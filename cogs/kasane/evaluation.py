"""How a seat stands in a match of Colors of Kasane that isn't over."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cogs.kasane import views
from cogs.kasane.state import State
from cogs.kasane.views import COLOUR_POINTS, NUMBERS, PLUS_ONE, ROUNDS, ROW

LAID_OF_HAND: Final = 0.45
"""A guess at how likely a card of the hand is to be laid."""
LAID_OF_TURNS: Final = 0.75
"""A guess at how many cards a turn still to come lays."""
NEW_COLOUR: Final = 0.8
"""A guess at how likely a card laid is to be of any colour, a new one or not."""


def guess(state: State) -> tuple[float, ...]:
    """Return a guess at what each seat will score: points so far, robe and hand as they grow."""
    seats = state.seats
    left = state.left + (ROUNDS[seats] - state.round) * (ROW[seats] - 1) * seats
    turns = left / seats
    return tuple(
        [
            points + _hope(robe, len(hand), turns)
            for points, robe, hand in zip(state.points, state.robes, state.hands, strict=True)
        ]
    )


@lru_cache(maxsize=1 << 12)
def _hope(robe: tuple[int, ...], held: int, turns: float) -> float:
    """Return what a robe is likely worth, by the number of cards held and of turns to come."""
    more = held * LAID_OF_HAND + turns * LAID_OF_TURNS
    colours = views.colours(robe)
    if robe:
        colours += more * (1 - colours / len(NUMBERS)) * NEW_COLOUR
    low = min(int(colours), 8)
    points = COLOUR_POINTS[max(low, 1)]
    points += (COLOUR_POINTS[low + 1] - points) * (colours - low)
    sure = min(1.0, max(0.0, (len(robe) + more - 6.0) / 3.0))
    return robe.count(PLUS_ONE) + (points * sure + LAID_OF_HAND * min(held, 3) * min(turns, 2.0))
