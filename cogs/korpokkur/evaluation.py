"""How a seat stands in a match of 7 Little Korpokkurs that isn't over."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cogs.korpokkur.components import ENOUGH
from cogs.korpokkur.state import State, round_points

# Guesses at where bags lead. They follow how bags ended in matches by the rule of thumb.
NEAR_ARWAMPE: Final = (0.0, 0.03, 0.15, 0.22, 0.26, 0.36, 0.4)
"""How likely one of two wins the round, by the korpokkur in the bag."""
ARWAMPE_LATER: Final = (1.0, 0.57, 0.46, 0.38, 0.28, 0.24)
"""How likely a player with enough korpokkur gets to call, by how many have a turn before."""
CROWD: Final = 0.2
"""How much less likely each further player makes that, and a call at a given player."""
NEAR_ISAM: Final = (0.9, 0.5, 0.3)
"""How likely Isam can be called, by the chips in the bag."""
NEAR_KORKONI: Final = (0.0, 0.0, 0.0, 0.02, 0.08, 0.3, 0.7)
"""What it costs one of two to have butterbur, by how many."""
KORKONI_NEXT: Final = 1.0
"""What it costs to have enough butterbur, whoever calls."""
CARD_HELD: Final = 0.05
"""The points of a KAMUY card in the hand."""
SHORT_PRIZE: Final = 1.0
"""The points that winning the short game counts as."""


def guess(state: State) -> tuple[float, ...]:
    """Return a guess at what each seat will score: its points, and where its bag leads."""
    playing, hands, filled = state.playing, state.hands, state.phase != "bags"
    points, others = round_points(state), playing.count(True) - 1
    guesses: list[float] = []
    for seat, won in enumerate(state.scores):
        guess = won + CARD_HELD * len(hands[seat])
        if filled and playing[seat]:
            korpokkur = state.korpokkur[seat]
            before = _turns_before(state, seat) if korpokkur >= ENOUGH else 0
            guess += _promise(points, others, korpokkur, state.butterbur[seat], before)
        guesses.append(guess)
    return tuple(guesses)


@lru_cache(1 << 12)
def _promise(points: int, others: int, korpokkur: int, butterbur: int, before: int) -> float:
    """Return what a bag promises.

    The round is worth `points`; 0 says that the game is the short one. `others` are in the round
    too, `before` of whom have a turn first.
    """
    prize, short = points or SHORT_PRIZE, not points
    crowd = 1.0 + CROWD * (others - 1)
    if korpokkur >= ENOUGH:
        near = prize * ARWAMPE_LATER[before]
    else:
        near = prize * NEAR_ARWAMPE[korpokkur] / crowd
    few = korpokkur + butterbur
    if few < len(NEAR_ISAM):
        near = near - SHORT_PRIZE if short else max(near, NEAR_ISAM[few])
    return near - (KORKONI_NEXT if butterbur >= ENOUGH else NEAR_KORKONI[butterbur] / crowd)


def _turns_before(state: State, seat: int) -> int:
    """Return how many places get a turn before a seat does; after its own turn, all others."""
    ahead = (state.order.index(seat) - state.order.index(state.turn)) * state.direction
    return ahead % state.seats or (0 if state.phase == "turn" else state.seats - 1)
