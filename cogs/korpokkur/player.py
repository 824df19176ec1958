"""The computer players of 7 Little Korpokkurs: by the rule of thumb, or searching."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from bot.engine.search import Strength
from cogs.korpokkur.habit import Table, instinct
from cogs.korpokkur.state import EVERYBODY
from cogs.korpokkur.views import Action, Bounds, Card, Phase, SeatView


@dataclass(slots=True)
class _Seen:
    """A table as one seat sees it: every seat is given its bag, hand and facts."""

    seats: int
    short: bool
    phase: Phase
    turn: int
    turns: int
    number: int
    asked: tuple[int, ...]
    order: list[int]
    direction: Literal[1, -1]
    playing: list[bool]
    korpokkur: list[int]
    butterbur: list[int]
    hands: list[tuple[Card, ...]]
    facts: dict[int, list[Bounds]]


def choose(view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
    """Choose one of the legal actions from all that the seat knows, by the rule of thumb."""
    seen, mine = view.public, view.private
    seats = seen.seats
    table = _Seen(
        seats,
        seen.short,
        seen.phase,
        seen.turn,
        seen.turns,
        seen.number,
        seen.asked,
        list(seen.order),
        seen.direction,
        list(seen.playing),
        [mine.korpokkur] * seats,
        [mine.butterbur] * seats,
        [mine.hand] * seats,
        {EVERYBODY: list(seen.bags), view.seat: list(mine.bags)},
    )
    return instinct(table, view.seat, rng)


def dealt_anew(state: Table) -> bool:
    """Tell whether a round has just begun: what comes after tells nothing of what was done."""
    if state.turns:
        return False
    if state.seats == 2:
        return state.phase == "bags" and len(state.asked) == 2
    return state.phase == "turn"


MIXED: Final = frozenset({"give", "answer"})
"""What is decided by chance among what looks about as good.

Who always did what looked best would tell by it what its bag holds: two chips held out would be
butterbur, an Eh would mean few of them. So among all offers and among both answers whose reward
in the search lies within `LEEWAY` of the best, each is as likely as the other, whatever the bag.
What is done then tells only that it was no blunder. (`habit` says how the rule of thumb mixes.)
"""
LEEWAY: Final = 0.03
"""About an eighth of what a point is worth in reward between players who are even."""

_STRENGTH: Final = Strength(
    iterations=800,
    horizon=14,
    scale=1.0,
    exploration=0.4,
    instinct=instinct,
    patience=200,
    end=dealt_anew,
    mixes=MIXED,
    margin=LEEWAY,
)
LEVELS: Final[Mapping[str, Strength]] = {
    "steady": replace(_STRENGTH, iterations=160),
    "sharp": _STRENGTH,
}
"""How hard each level thinks that searches.

Little is sure of what comes after a move. So those to come are told apart only where a search has
been very often (`patience`); elsewhere all are taken to play by the rule of thumb, which a table of
its players does and people may not.
"""
