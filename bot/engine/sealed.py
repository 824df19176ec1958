"""Sealed choices: several seats choose at once, and nothing is shown before all have chosen.

The choices lie in a list of the state, by seat; a seat that has none there has `none`. All see who
is still asked, but what somebody chose lies in that seat's private view alone. The actions are
declared as `sealed`, so that a search shows the others no more than that a choice was made.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

from bot.engine.game import EVERYONE, Chosen, Dealer, Event

C = TypeVar("C")


def open_seats(choices: Sequence[object]) -> tuple[int, ...]:
    """Return the seats that have chosen nothing yet, where all are asked and None is no choice."""
    return tuple([seat for seat, choice in enumerate(choices) if choice is None])


def seal(
    choices: list[C],
    asked: tuple[int, ...],
    seat: int,
    choice: C,
    dealer: Dealer,
    told: Callable[[int], Event] = Chosen,
) -> tuple[int, ...]:
    """Put away what a seat chose and tell all that it did; return who is still asked."""
    choices[seat] = choice
    if dealer.speaks:
        dealer.tell(EVERYONE, told(seat))
    return tuple([other for other in asked if other != seat])


def guess_choices(
    seats: int,
    own: tuple[int, C],
    asked: Collection[int],
    could: Callable[[int], Sequence[C]],
    rng: random.Random,
    none: C,
) -> list[C]:
    """Return what may be sealed in a world of one seat: its own choice, and any of the others'.

    `own` is that seat with what it chose, and `could` says of another seat what it can have chosen;
    whoever is still asked, or never was, has `none`.
    """
    choices = [none] * seats
    for seat in range(seats):
        if seat == own[0]:
            choices[seat] = own[1]
        elif seat not in asked and (possible := could(seat)):
            choices[seat] = rng.choice(possible)
    return choices
