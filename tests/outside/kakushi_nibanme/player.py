"""A computer player's rule of thumb for Second Best."""

from __future__ import annotations

import random
from collections.abc import Sequence

from bot.engine.strength import Strength
from kakushi_nibanme.views import DECK, INFO, Play, SeatView


def choose(view: SeatView, legal: Sequence[Play], rng: random.Random) -> Play:
    """Choose the card that comes nearest to being the second highest of its trick."""
    public = view.public
    after = public.seats - 1 - len(public.cards)

    def far(play: Play) -> float:
        over = sum(card > play.card for card in public.cards)
        return abs(over + after * (1 - play.card / len(DECK)) - 1) + 0.1 * rng.random()

    return min(legal, key=far)


LEVELS = Strength(
    iterations=400, horizon=INFO.longest, scale=2.0, trees="apart", shuffles=False
).with_steady(iterations=60)
