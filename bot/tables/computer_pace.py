"""When a computer player moves: by what all can see, never by what it holds or how hard it thinks.

A move comes a natural while after its seat was asked. Whoever moved at the table meanwhile, all
answers wait a moment more, whether or not they had to be thought about anew: otherwise the moment
would tell whether that move has changed what the seat may do. What isn't ready in time, on a busy
machine, comes on a later beat.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import ceil
from typing import Final

from bot.engine.game import Action

JITTER: Final = 0.25
"""By up to so much of it the natural while is longer."""
MOMENT: Final = 0.4
"""So much of it is left at the least after somebody else has moved."""


@dataclass(slots=True)
class Turn:
    """A computer player's turn: when its move is due, and what it is, once that is known."""

    due: float
    """In seconds of the event loop's clock."""
    question_seq: int | None = None
    """The question that was thought about last."""
    action: Action | None = None
    """What came of it; None leaves it to the rule of thumb."""


class Pace:
    """Says when moves are due. It is never given a view."""

    def __init__(self, delay: float, chance: random.Random) -> None:
        """Take the natural while in seconds; with 0 every move comes at once."""
        self._delay = delay
        self._chance = chance

    def asked(self, now: float) -> float:
        """Return when the answer of a seat is due that is asked now."""
        return now + self._delay * (1 + JITTER * self._chance.random())

    def moved(self, due: float, now: float) -> float:
        """Return when an answer is due after somebody else has moved."""
        return max(due, now + self._delay * MOMENT)

    def beat(self, due: float, now: float) -> float:
        """Return when an answer comes that was not ready before now."""
        if due >= now or not self._delay:
            return due
        return due + ceil((now - due) / self._delay) * self._delay
