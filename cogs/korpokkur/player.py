"""The computer players of 7 Little Korpokkurs: by the rule of thumb, or searching."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from bot.engine.strength import Strength
from cogs.korpokkur.actions import Action, Answer, Give, Korkoni
from cogs.korpokkur.bags import EVERYBODY
from cogs.korpokkur.components import ENOUGH, Card
from cogs.korpokkur.likely_bags import weighs
from cogs.korpokkur.rule_of_thumb import Table, instinct, number_held
from cogs.korpokkur.views import Bounds, Phase, SeatView


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


def one_number(
    view: SeatView, legal: Sequence[Action], hint: Action | None, rng: random.Random
) -> Sequence[Action]:
    """Return the legal actions without offers of one or of two chips, as a coin decides.

    The coin is the one that the rule of thumb has tossed (`hint`), or would toss.

    Where all can tell that the chips are of one kind, their number tells nothing more, and all
    offers are left.
    """
    known, mine = view.public.bags[view.seat], view.private
    if not known[1] or not known[3]:
        return legal
    if isinstance(hint, Give):
        number = hint.number
    else:
        number = number_held(known, mine.korpokkur, mine.butterbur, rng)
    return [action for action in legal if not isinstance(action, Give) or action.number == number]


def considered(
    view: SeatView, legal: Sequence[Action], hint: Action | None, rng: random.Random
) -> Sequence[Action]:
    """Return the legal actions that are thought about: offers as `one_number` has it, and no
    accusation that is wrong for certain, unless the rule of thumb makes it (`hint`).

    Such an accusation passes the turn on. It looks good wherever an offer costs a little, so that
    searches would pass, one after the other, to the end of the round.
    """
    left = one_number(view, legal, hint, rng)
    return [each for each in left if each == hint or not _passes(each, view)] or left


def _passes(action: Action, view: SeatView) -> bool:
    return isinstance(action, Korkoni) and view.private.bags[action.target][3] < ENOUGH


def dealt_again(state: Table) -> bool:
    """Tell whether a round has just begun: what comes after says nothing about what was done."""
    if state.turns:
        return False
    if state.seats == 2:
        return state.phase == "bags" and len(state.asked) == 2
    return state.phase == "turn"


MIXED: Final = frozenset({"give", "answer"})
"""What is decided by chance among what looks about as good.

A player who always did what looked best would reveal what its bag holds: two chips held out would
be butterbur, an Eh would mean few of them. So how many chips would be held out is decided by a coin
before anything is thought about (`one_number`), and among such offers, as among both answers, all
whose reward in the search lies within `LEEWAY` of the best are equally likely. What is done then
tells only that it was no blunder. (`rule_of_thumb` says how the rule of thumb mixes.)
"""
LEEWAY: Final = 0.015
"""About a sixteenth of what a point is worth in reward between players who are even."""
WARY: Final = 0.12
"""What it costs one of two to say Eh, beyond the outcome of this one: see `wary`."""


def wary(action: Action, seats: int) -> float:
    """Return what an action costs beyond its immediate outcome: Eh draws butterbur.

    A search takes chips held out to be of either kind with equal chances, and so finds Eh better
    than it is where somebody always holds out the same. Chips that are taken move from one to the
    other, and those refused only come to the giver: so one of two who takes more than one in three
    is best offered butterbur, again and again. The more there are, the less two of them count.
    """
    return WARY / (seats - 1) ** 2 if isinstance(action, Answer) and action.eh else 0.0


LARGER: Final[Mapping[str, Any]] = {
    "trees": "none",
    "iterations": 1866,
    "rivals": "all",
    "scale": 1.5,
}
"""What is different at a larger table than for two.

Few of the others' replies come up often enough there to be learned, and half learned they are worse
than the rule of thumb's. Without them there is time for more worlds. One more point is less sure to
win there, and what the best of the others loses mostly helps somebody else.
"""

LEVELS: Final = Strength(
    iterations=700,
    larger=LARGER,
    horizon=14,
    scale=1.0,
    exploration=0.4,
    instinct=instinct,
    sight=8,
    patience=20,
    trees="apart",
    end=dealt_again,
    mixes=MIXED,
    margin=LEEWAY,
    price=wary,
    narrows=considered,
    weighs=weighs,
).with_steady(
    # It looks into few worlds as it is.
    iterations=140,
    sight=4,
    # More of them would play as well as sharp does.
    larger={**LARGER, "iterations": 60, "for_two": True},
)
"""How hard each level that searches thinks.

Little is certain about what comes after a move. So between two, what follows the first replies is
distinguished only where a search has been often (`patience`). Elsewhere, and at larger tables, all
are taken to play by the rule of thumb, which a table of its players does and people may not.
"""
