"""The computer players of Ameno Kirifuda: by the rule of thumb, or searching."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.strength import Strength
from cogs.kirifuda.bit_sets import best_of, lying, set_of
from cogs.kirifuda.likely_hands import weighs
from cogs.kirifuda.rule_of_thumb import instinct
from cogs.kirifuda.views import FREE, INFO, Action, Phase, SeatView, unseen_cards


@dataclass(slots=True)
class _Seen:
    """A table as one seat sees it: what the others hold together counts as one hand."""

    seats: int
    round: int
    phase: Phase
    row: int
    hands: list[int]
    running: tuple[int, ...]
    best: int
    display: tuple[int, ...]
    blessings: list[tuple[int, ...]]
    achieved: list[tuple[int, ...]]
    stones: list[int]
    lies: list[int]
    free: int


def choose(view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
    """Choose one of the legal actions from all that the seat knows, by the rule of thumb."""
    seen = view.public
    table = _Seen(
        seats=seen.seats,
        round=seen.round,
        phase=seen.phase,
        row=seen.row or 0,
        hands=[0] * seen.seats,
        running=seen.running,
        best=best_of(seen.running),
        display=seen.display,
        blessings=list(seen.blessings),
        achieved=list(seen.achieved),
        stones=list(seen.stones),
        lies=[lying(seen.board, seat) for seat in range(seen.seats)],
        free=lying(seen.board, FREE),
    )
    table.hands[view.seat] = set_of(view.private.hand)
    table.hands[view.seat - 1] = set_of(unseen_cards(view))
    return instinct(table, view.seat, rng)


# Each trick brings a stone or costs three, and only at the end of a round do blessing cards show
# their worth: so each round is played to its end.
LEVELS: Final = Strength(
    iterations=450,
    horizon=INFO.longest,
    scale=4.0,
    exploration=0.4,
    instinct=instinct,
    shuffles=False,
    weighs=weighs,
    trees="apart",
).with_steady(
    # Twice as many worlds, weighed alike, play nearly as well as sharp does with four.
    iterations=45,
    weighs=None,
)
"""How hard each level that searches thinks."""
