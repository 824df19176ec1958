"""A computer player's rule of thumb for 7 Little Korpokkurs."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Protocol

from bot.engine.search import Strength
from cogs.korpokkur.views import (
    BUTTERBUR,
    ENOUGH,
    KORPOKKUR,
    Action,
    Answer,
    Arwampe,
    Bag,
    Bounds,
    Card,
    Chips,
    Give,
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
GIVES: Final = 0.6
"""With this chance, a search that plays on thinks, chips are given even if there are cards."""
TAKE: Final[Card] = "take-korpokkur"
"""The card that leaves its player with enough korpokkur soonest."""

Content = tuple[float, float]
"""Korpokkur and butterbur in a bag, as far as one can guess."""


def choose(view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
    """Choose one of the legal actions from all that the seat knows.

    Wins or leaves where it can, calls Korkoni where it is likely right, else does what leaves the
    own bag best: near seven korpokkur or near empty, and with few butterbur.

    Its answers and offers tell nothing of its bag. It answers by what all can tell of both bags,
    as if it couldn't look into its own. Of chips it first weighs whether to hold out any; how many
    is decided by a coin, and only then which: so that one or two are as likely whatever they are.
    The coin is left out where all can tell that one of the kinds isn't there twice.
    """
    if view.public.phase == "answer":
        eh, somo = legal
        return eh if _answer(view) + rng.random() * WHIM > rng.random() * WHIM else somo
    gives: list[Give] = []
    best: Action | None = None
    best_value = float("-inf")
    for action in legal:
        if isinstance(action, Give):
            gives.append(action)
            continue
        value = _value(view, action) + rng.random() * WHIM
        if value > best_value:
            best, best_value = action, value
    if gives:
        value, offer = _offer(view, gives, rng)
        if value > best_value:
            best = offer
    assert best is not None
    return best


def _offer(view: SeatView, gives: Sequence[Give], rng: random.Random) -> tuple[float, Give]:
    """Return what holding out chips is worth, before their number is known, and which those are."""
    kinds: dict[Chips, float] = {}
    for chips in (KORPOKKUR, BUTTERBUR):
        values = [_give(view, give) for give in gives if give.chips == chips]
        if values:
            kinds[chips] = sum(values) / len(values) + rng.random() * WHIM
    _, korpokkur, _, butterbur, _, _ = view.public.bags[view.seat]
    number = 2 if min(korpokkur, butterbur) >= 2 and rng.random() < 0.5 else 1
    fitting = [give for give in gives if give.number == number] or gives
    return max(kinds.values()), max(fitting, key=lambda give: kinds[give.chips])


def _value(view: SeatView, action: Action) -> float:
    """Return how good an action that isn't mixed looks; 0 leaves the bag as it is."""
    mine = view.private
    bag = (mine.korpokkur, mine.butterbur)
    match action:
        case Arwampe():
            return 100.0
        case Isam():
            return 50.0
        case Bag():
            return action.korpokkur * 0.1 - action.butterbur * 0.1
        case Handover():
            return -_worth_of_card(view, action.card)
        case Korkoni():
            return _korkoni(view, bag, action.target)
        case Kamuy():
            return _card(view, bag, action.card, action.target) - KEEP
        case Give() | Answer():
            raise ValueError(f"{action} is mixed")


def _bag(view: SeatView, korpokkur: float, butterbur: float) -> float:
    """Return what a bag is worth to its owner, in points to be won."""
    points = 1.0 if view.public.short else 2.0
    win = points * (min(korpokkur, ENOUGH) / ENOUGH) ** 2
    both = korpokkur + butterbur
    empty = 0.0 if view.public.short else max(0.0, 1.0 - both / (LEAVES + 1))
    # A wrong Korkoni or a bag passed on brings two at once: five are near seven.
    danger = min(max(0.0, butterbur - 2.5) / 4, 1.0)
    gone = 1.0 if view.public.short and both <= 0 else 0.0
    return max(win, empty) - danger - gone


def _change(view: SeatView, bag: Content, korpokkur: float, butterbur: float) -> float:
    """Return what a change of the own bag is worth."""
    after = max(0.0, bag[0] + korpokkur), max(0.0, bag[1] + butterbur)
    return _bag(view, *after) - _bag(view, *bag)


def _guess(bounds: Bounds) -> Content:
    """Return the middle of what a bag may hold."""
    return (bounds[0] + bounds[1]) / 2, (bounds[2] + bounds[3]) / 2


def _answer(view: SeatView) -> float:
    """Return what taking the chips held out seems worth to those who see neither bag."""
    seen = view.public
    number, bounds, bag = seen.number, seen.bags[seen.turn], _guess(seen.bags[view.seat])
    korpokkur, butterbur = _guess(bounds)
    if bounds[1] < number:
        korpokkur = 0.0
    elif bounds[3] < number:
        butterbur = 0.0
    chance = korpokkur / (korpokkur + butterbur) if korpokkur + butterbur else 0.5
    # Refused, the giver would have even more of them.
    return chance * (_change(view, bag, number, 0) + GROWS) + (1 - chance) * (
        _change(view, bag, 0, number) - GROWS
    )


def _give(view: SeatView, give: Give) -> float:
    """Return what holding out chips is worth, rather taken than refused."""
    number, bag = give.number, (view.private.korpokkur, view.private.butterbur)
    if give.chips == KORPOKKUR:
        taken = _change(view, bag, -number, 0) - GROWS
        refused = _change(view, bag, number, 0)
    else:
        taken = _change(view, bag, 0, -number) + GROWS
        refused = _change(view, bag, 0, number)
    return TAKEN * taken + (1 - TAKEN) * refused


def _korkoni(view: SeatView, bag: Content, target: int) -> float:
    """Return what calling Korkoni is worth; a wrong call brings butterbur."""
    bounds = view.private.bags[target]
    fewest, most = bounds[2], bounds[3]
    chance = max(0, most - max(fewest, ENOUGH) + 1) / (most - fewest + 1)
    if chance >= SURE:
        return 3.0 * chance
    return _change(view, bag, 0, min(2.0, _guess(bounds)[1])) - 0.2


def _card(view: SeatView, bag: Content, card: Card, target: int | None) -> float:
    """Return what playing a card changes for the own bag."""
    match card:
        case "take-korpokkur":
            return _change(view, bag, 2, 0) - 0.3
        case "take-butterbur":
            return _change(view, bag, 0, 2)
        case "drop-korpokkur":
            return _change(view, bag, -2, 0) + 0.2
        case "drop-butterbur":
            return _change(view, bag, 0, -2) - 0.1
        case "swap-bags":
            assert target is not None
            return _bag(view, *_guess(view.private.bags[target])) - _bag(view, *bag) - 0.2
        case "pass-bags":
            before = _before(view)
            return _bag(view, *_guess(view.private.bags[before])) - _bag(view, *bag) - 0.2
        case "pass-card" | "reverse" | "swap-seats":
            return 0.0


def _before(view: SeatView) -> int:
    """Return whose bag comes to this seat when all bags are passed on."""
    public = view.public
    order = public.order[:: -public.direction]
    at = order.index(view.seat)
    following = [*order[at + 1 :], *order[:at]]
    return next(seat for seat in following if public.playing[seat])


def _worth_of_card(view: SeatView, card: Card) -> float:
    """Return how dear a card is to this seat: what it would do if it could be played at once."""
    bag = (view.private.korpokkur, view.private.butterbur)
    return 0.0 if card == "swap-bags" else _card(view, bag, card, None)


class Table(Protocol):
    """What is looked at of an imagined state where a search plays on; of bags and hands the own."""

    seats: int
    phase: Phase
    turns: int
    asked: tuple[int, ...]
    playing: list[bool]
    korpokkur: list[int]
    butterbur: list[int]
    hands: list[tuple[Card, ...]]
    facts: list[Bounds]


def habit(state: Table, seat: int, legal: Sequence[Action], rng: random.Random) -> Action:
    """Choose where a search plays on: win, leave or catch somebody if possible, else give or play.

    It looks at nothing but what the seat that acts may see: its own bag and hand, and what it can
    tell of others' bags. It never calls Korkoni blindly unless there is nothing else to do.
    """
    if state.phase != "turn":
        return legal[int(rng.random() * len(legal))]
    last = legal[-1]
    if not isinstance(last, Korkoni):
        # Isam and Arwampe come last where they can be called.
        return last
    calls = state.playing.count(True) - 1
    row = seat * state.seats
    for at in range(len(legal) - calls, len(legal)):
        call = legal[at]
        if isinstance(call, Korkoni) and state.facts[row + call.target][2] >= ENOUGH:
            return call
    others = len(legal) - calls
    if not others:
        return legal[int(rng.random() * calls)]
    korpokkur = state.korpokkur[seat]
    gives = min(2, korpokkur) + min(2, state.butterbur[seat])
    if korpokkur + 2 >= ENOUGH and TAKE in state.hands[seat]:
        for at in range(gives, others):
            action = legal[at]
            if isinstance(action, Kamuy) and action.card == TAKE:
                return action
    if gives and rng.random() < GIVES:
        return legal[int(rng.random() * gives)]
    return legal[int(rng.random() * others)]


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
What is done then tells only that it was no blunder. (`choose` says how the rule of thumb mixes.)
"""
LEEWAY: Final = 0.03
"""About an eighth of what a point is worth in reward between players who are even."""

_STRENGTH: Final = Strength(
    iterations=800,
    horizon=14,
    scale=1.0,
    exploration=0.4,
    habit=habit,
    end=dealt_anew,
    mixes=MIXED,
    margin=LEEWAY,
)
LEVELS: Final[Mapping[str, Strength]] = {
    "steady": replace(_STRENGTH, iterations=160),
    "sharp": _STRENGTH,
}
"""How hard each level thinks that searches."""
