"""What a match of 7 Little Korpokkurs brought each seat, and who has won it."""

from __future__ import annotations

from typing import Final

from bot.engine.game import Result
from cogs.korpokkur import views
from cogs.korpokkur.components import START_SCORE
from cogs.korpokkur.state import State

_PARTS: Final = ("start", "isam", "korkoni", "rounds")
"""What scores are made of."""
_PART_OF: Final[dict[views.Reason, int]] = {"isam": 1, "korkoni": 2, "arwampe": 3, "last": 3}


def result(state: State) -> Result:
    """Return the points: most win, then fewer butterbur, then more cards, then shared.

    The short game has no scores: a win counts as 1 (house ruling).
    """
    winners = _winners(state)
    if state.short:
        won = [int(seat in winners) for seat in range(state.seats)]
        return Result(tuple(won), winners, tuple((("round", each),) for each in won))
    return Result(tuple(state.scores), winners, _parts(state))


def _parts(state: State) -> tuple[tuple[tuple[str, int], ...], ...]:
    parts = [[START_SCORE, 0, 0, 0] for _ in range(state.seats)]
    for mark in state.marks:
        parts[mark.seat][_PART_OF[mark.reason]] += mark.points
    return tuple([tuple(zip(_PARTS, each, strict=True)) for each in parts])


def tied(state: State) -> tuple[views.TieCount, ...]:
    """Return the butterbur and cards of those who share the highest score, if several do (FAQ)."""
    best = max(state.scores)
    if state.short or state.scores.count(best) < 2:
        return ()
    return tuple(
        views.TieCount(seat, state.butterbur[seat], len(state.hands[seat]))
        for seat in range(state.seats)
        if state.scores[seat] == best
    )


def _winners(state: State) -> tuple[int, ...]:
    """Return the winners: of the last round of a short game, or by most points (FAQ)."""
    if state.short:
        return state.outcomes[-1].winners
    tie = tied(state)
    if not tie:
        return (state.scores.index(max(state.scores)),)
    best = min((count.butterbur, -count.cards) for count in tie)
    return tuple(count.seat for count in tie if (count.butterbur, -count.cards) == best)
