"""A computer player's rule of thumb for 7 Little Korpokkurs."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal, Protocol

from bot.engine.search import Strength
from cogs.korpokkur.views import (
    ENOUGH,
    Action,
    Arwampe,
    Bag,
    Bounds,
    Card,
    Handover,
    Isam,
    Kamuy,
    Korkoni,
    Phase,
    SeatView,
)

SURE: Final = 0.5
"""Korkoni is called at who holds enough butterbur with this chance."""
LEAVES: Final = 3
"""So many chips or fewer, and a bag is better emptied than filled."""
GROWS: Final = 0.15
"""What it is worth to another player to draw korpokkur after Somo, and what butterbur cost."""
TAKEN: Final = 0.5
"""With this chance, one thinks, the next player says Eh."""
WHIM: Final = 0.25
"""By so much chance alone may lift an action, so that what is done isn't known beforehand."""
KEEP: Final = 0.15
"""What a card must win beyond what giving chips wins: it can be played but once."""
FULLER: Final = 0.1
"""What a korpokkur more is worth when two players fill their bags, and a butterbur costs."""
_KEPT: Final = 1 << 12
"""So many values of each kind are remembered: searches ask for the same ones again and again."""

Content = tuple[float, float]
"""Korpokkur and butterbur in a bag, as far as one can guess."""


class Table(Protocol):
    """What the rule of thumb looks at, of a view or of an imagined state.

    Of bags it looks at the own alone, and of facts at the own and at everybody's.
    """

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
    facts: list[Bounds]
    """What each seat in turn, and at last everybody, can tell of each bag."""


@dataclass(slots=True)
class _Seen:
    """A table as one seat sees it: every seat is given its bag and its facts, for it to look at."""

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
    facts: list[Bounds]


def choose(view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
    """Choose one of the legal actions from all that the seat knows: out of habit."""
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
        [*mine.bags] * seats + [*seen.bags],
    )
    return habit(table, view.seat, legal, rng)


def habit(table: Table, seat: int, legal: Sequence[Action], rng: random.Random) -> Action:
    """Choose one of the legal actions of a seat by the rule of thumb.

    Wins or leaves where it can, calls Korkoni where it is likely right, else does what leaves the
    own bag best: near seven korpokkur or near empty, and with few butterbur. It looks at nothing
    but what the seat may see: its own bag and hand, and what it can tell of others' bags.

    Its answers and offers tell nothing of its bag. It answers by what all can tell of both bags,
    as if it couldn't look into its own. Of chips it first weighs whether to hold out any; how many
    is decided by a coin, and only then which: so that one or two are as likely whatever they are.
    The coin is left out where all can tell that one of the kinds isn't there twice.
    """
    chance, facts, short = rng.random, table.facts, table.short
    everybody = table.seats * table.seats
    if table.phase == "answer":
        value = _taking(short, table.number, facts[everybody + table.turn], facts[everybody + seat])
        return legal[0] if value + chance() * WHIM > chance() * WHIM else legal[1]
    korpokkur, butterbur = table.korpokkur[seat], table.butterbur[seat]
    last = legal[-1]
    if isinstance(last, Isam | Arwampe):
        # They come last where they can be called.
        return last
    # Chips to hold out come first.
    gives = min(2, korpokkur) + min(2, butterbur) if table.phase == "turn" else 0
    best = last
    best_value = float("-inf")
    for action in legal[gives:]:
        if isinstance(action, Korkoni):
            bounds = facts[table.seats * seat + action.target]
            value = _calling(short, korpokkur, butterbur, bounds[2], bounds[3])
        elif isinstance(action, Kamuy):
            bounds = _bag_to_come(table, seat, action.card, action.target)
            value = _playing(short, korpokkur, butterbur, action.card, bounds) - KEEP
        elif isinstance(action, Handover):
            bounds = _bag_to_come(table, seat, action.card, None)
            value = -_playing(short, korpokkur, butterbur, action.card, bounds)
        else:
            assert isinstance(action, Bag)
            value = (action.korpokkur - action.butterbur) * FULLER
        value += chance() * WHIM
        if value > best_value:
            best, best_value = action, value
    if not gives:
        return best
    of_korpokkur, of_butterbur = _offering(short, korpokkur, butterbur)
    of_korpokkur += chance() * WHIM
    of_butterbur += chance() * WHIM
    if best_value >= of_korpokkur and best_value >= of_butterbur:
        return best
    known = facts[everybody + seat]
    two = min(known[1], known[3]) >= 2 <= max(korpokkur, butterbur) and chance() < 0.5
    least = 2 if two else 1
    if korpokkur >= least and (butterbur < least or of_korpokkur > of_butterbur):
        return legal[least - 1]
    return legal[min(2, korpokkur) + least - 1]


def _bag(short: bool, korpokkur: float, butterbur: float) -> float:
    """Return what a bag is worth to its owner, in points to be won."""
    points = 1.0 if short else 2.0
    win = points * (min(korpokkur, ENOUGH) / ENOUGH) ** 2
    both = korpokkur + butterbur
    empty = 0.0 if short else max(0.0, 1.0 - both / (LEAVES + 1))
    # A wrong Korkoni or a bag passed on brings two at once: five are near seven.
    danger = min(max(0.0, butterbur - 2.5) / 4, 1.0)
    gone = 1.0 if short and both <= 0 else 0.0
    return max(win, empty) - danger - gone


def _change(short: bool, bag: Content, korpokkur: float, butterbur: float) -> float:
    """Return what a change of a bag is worth."""
    after = max(0.0, bag[0] + korpokkur), max(0.0, bag[1] + butterbur)
    return _bag(short, *after) - _bag(short, *bag)


def _guess(bounds: Bounds) -> Content:
    """Return the middle of what a bag may hold."""
    return (bounds[0] + bounds[1]) / 2, (bounds[2] + bounds[3]) / 2


@lru_cache(_KEPT)
def _taking(short: bool, number: int, giver: Bounds, taker: Bounds) -> float:
    """Return what taking the chips held out is worth, for all that can be told of the two bags."""
    korpokkur, butterbur = _guess(giver)
    if giver[1] < number:
        korpokkur = 0.0
    elif giver[3] < number:
        butterbur = 0.0
    chance = korpokkur / (korpokkur + butterbur) if korpokkur + butterbur else 0.5
    # Refused, the giver would have even more of them.
    bag = _guess(taker)
    return chance * (_change(short, bag, number, 0) + GROWS) + (1 - chance) * (
        _change(short, bag, 0, number) - GROWS
    )


@lru_cache(_KEPT)
def _offering(short: bool, korpokkur: int, butterbur: int) -> tuple[float, float]:
    """Return what holding out korpokkur, and butterbur, is worth: before their number is known."""
    bag = korpokkur, butterbur
    of_korpokkur = [
        TAKEN * (_change(short, bag, -number, 0) - GROWS)
        + (1 - TAKEN) * _change(short, bag, number, 0)
        for number in range(1, min(2, korpokkur) + 1)
    ]
    of_butterbur = [
        TAKEN * (_change(short, bag, 0, -number) + GROWS)
        + (1 - TAKEN) * _change(short, bag, 0, number)
        for number in range(1, min(2, butterbur) + 1)
    ]
    return (
        sum(of_korpokkur) / len(of_korpokkur) if of_korpokkur else float("-inf"),
        sum(of_butterbur) / len(of_butterbur) if of_butterbur else float("-inf"),
    )


@lru_cache(_KEPT)
def _calling(short: bool, korpokkur: int, butterbur: int, fewest: int, most: int) -> float:
    """Return what calling Korkoni is worth at so many butterbur; a wrong call brings some."""
    chance = max(0, most - max(fewest, ENOUGH) + 1) / (most - fewest + 1)
    if chance >= SURE:
        return 3.0 * chance
    return _change(short, (korpokkur, butterbur), 0, min(2.0, (fewest + most) / 2)) - 0.2


@lru_cache(_KEPT)
def _playing(
    short: bool, korpokkur: int, butterbur: int, card: Card, to_come: Bounds | None
) -> float:
    """Return what playing a card changes for the own bag; `to_come` may take its place."""
    bag = korpokkur, butterbur
    match card:
        case "take-korpokkur":
            return _change(short, bag, 2, 0) - 0.3
        case "take-butterbur":
            return _change(short, bag, 0, 2)
        case "drop-korpokkur":
            return _change(short, bag, -2, 0) + 0.2
        case "drop-butterbur":
            return _change(short, bag, 0, -2) - 0.1
        case "swap-bags" | "pass-bags" if to_come is not None:
            return _bag(short, *_guess(to_come)) - _bag(short, *bag) - 0.2
        case _:
            return 0.0


def _bag_to_come(table: Table, seat: int, card: Card, target: int | None) -> Bounds | None:
    """Return what a seat can tell of the bag that a card brings it; None if none is known of."""
    row = table.seats * seat
    if card == "swap-bags":
        return None if target is None else table.facts[row + target]
    if card != "pass-bags":
        return None
    order = table.order[:: -table.direction]
    at = order.index(seat)
    following = [*order[at + 1 :], *order[:at]]
    return table.facts[row + next(before for before in following if table.playing[before])]


def dealt_anew(state: Table) -> bool:
    """Tell whether a round has just begun: what comes after tells nothing of what was done."""
    if state.seats == 2:
        return state.phase == "bags" and len(state.asked) == 2
    return state.phase == "turn" and not state.turns


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
    habit=habit,
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
