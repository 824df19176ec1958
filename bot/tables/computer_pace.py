"""When a computer player moves: timed by what everybody can see, never by its hand or how hard it
thinks.

Everybody sees when a move comes, so the moment must not tell whether the move was forced (the seat
had one legal action), easy or hard. Four rules keep it secret:

- **A move is due a while after its seat was asked.** The while is drawn before anybody thinks.
- **Whoever moves meanwhile puts off all answers**, whether or not they had to be thought about
  again. Otherwise the moment would tell whether that move changed what the seat may do.
- **What isn't ready when it is due comes on a later beat**, whole delays later. So of the time that
  thinking takes, only the number of beats can be seen.
- **A forced decision is thought about like any other**: a worker searches it with the same budget.
  That matters where beats are missed, which a short delay, a slow machine or a long line of jobs
  brings about. A search takes a time that depends on the position (many cards left: long; few:
  short), and everybody sees the position. A pause drawn from the times of other decisions would
  stand out, as long pauses late in the game; the search itself doesn't. It needs no record of
  earlier times either, so there is nothing to lose or to fill again after a restart, and it meets
  the same line, time limit and lost workers as any search. That costs the time of a search for
  each forced decision. `python -m tests.bench pace` measures how well an observer can guess.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import ceil
from typing import Final

from bot.engine.game import Action

JITTER: Final = 0.25
"""The longest random addition to the delay, as a share of it."""
MOMENT: Final = 0.4
"""The least time left after somebody else has moved, as a share of the delay."""


@dataclass(slots=True)
class Turn:
    """A computer player's turn: when its move is due, and what it is, once that is known."""

    due: float
    """In seconds of the event loop's clock."""
    question_number: int | None = None
    """The question that was thought about last."""
    action: Action | None = None
    """The action decided on; None leaves it to the rule of thumb."""


class MoveTiming:
    """Says when moves are due. It is never given a view or a time that thinking took."""

    def __init__(self, delay: float, chance: random.Random) -> None:
        """Take the delay in seconds; with 0, in tests, every move comes at once."""
        self._delay = delay
        self._chance = chance

    def asked(self, now: float) -> float:
        """Return when the answer of a seat is due that is asked now."""
        return now + self._delay * (1 + JITTER * self._chance.random())

    def moved(self, due: float, now: float) -> float:
        """Return when an answer is due after somebody else has moved."""
        return max(due, now + self._delay * MOMENT)

    def beat(self, due: float, now: float) -> float:
        """Return when an answer comes that was not ready before now: on the next beat."""
        if due >= now or not self._delay:
            return due
        return due + ceil((now - due) / self._delay) * self._delay
