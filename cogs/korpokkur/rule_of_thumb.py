"""The rule of thumb of 7 Little Korpokkurs: how the casual play, and how searches play on.

Wins or leaves where it can, calls Korkoni where it is likely right, else does what leaves its own
bag best: near seven korpokkur or near empty, and with few butterbur.

Its answers and offers reveal nothing about its bag. It answers by what all can tell of both bags,
as if it couldn't look into its own. It first weighs whether to hold out any chips; how many is
decided by a coin, and only then which: so that one or two are equally likely whatever they are. The
coin is left out where all can tell that one of the kinds isn't there twice.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, Literal, Protocol

from cogs.korpokkur import all_actions
from cogs.korpokkur.actions import Action
from cogs.korpokkur.bags import EVERYBODY
from cogs.korpokkur.components import AIMED, BUTTERBUR, CARDS, ENOUGH, KORPOKKUR, Card
from cogs.korpokkur.views import Bounds, Phase

SURE: Final = 0.5
"""How likely a player must be to hold enough butterbur for Korkoni to be called."""
LEAVES: Final = 3
"""The most chips with which a bag is better emptied than filled."""
GROWS: Final = 0.15
"""What it is worth to another player to draw korpokkur after Somo, and what butterbur cost."""
TAKEN: Final = 0.5
"""How likely the next player is thought to say Eh."""
WHIM: Final = 0.25
"""The most that chance adds to an action's worth, so that what is done isn't known beforehand."""
KEEP: Final = 0.15
"""What a card must win beyond what giving chips wins: it can be played only once."""
FULLER: Final = 0.1
"""What one more korpokkur is worth, and a butterbur costs, when two players fill their bags."""
_KEPT: Final = 1 << 12
"""How many values of each kind are remembered: searches ask for the same ones again and again."""
_PAID: Final = 2
"""How many butterbur a wrong Korkoni brings, if there are that many."""
_ALL: Final = 1 << 8
"""More than the sum of the fewest and the most butterbur of any bag."""

_BRINGING: Final[frozenset[Card]] = frozenset({"swap-bags", "pass-bags"})
"""The cards that bring another's bag."""
_MEETING: Final = AIMED | _BRINGING

Content = tuple[float, float]
"""Korpokkur and butterbur in a bag, as far as they can be guessed."""
Ways = tuple[dict[Card, float], int, float, float]
"""What may be done in a turn, as far as its own bag says: see `_ways`."""


class Table(Protocol):
    """What the rule of thumb looks at, of a view or of an imagined state.

    It looks at no bag or hand but its own, and at no facts but its own and everybody's.
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
    hands: list[tuple[Card, ...]]
    facts: dict[int, list[Bounds]]
    """What EVERYBODY, and each seat, can tell of each bag; a seat without a row knows what all
    do.
    """


def instinct(table: Table, seat: int, rng: random.Random) -> Action:
    """Choose what a seat that is asked does, only by what it may see."""
    phase = table.phase
    if phase == "turn":
        return _take_turn(table, seat, rng)
    if phase == "answer":
        facts = table.facts[EVERYBODY]
        value = _taking(table.short, table.number, facts[table.turn], facts[seat])
        eh = value + rng.random() * WHIM > rng.random() * WHIM
        return all_actions.ANSWERS[0 if eh else 1]
    if phase == "handover":
        return _give_card(table, seat, rng)
    return _fill_bag(rng)


def _take_turn(table: Table, seat: int, rng: random.Random) -> Action:
    short, korpokkur, butterbur = table.short, table.korpokkur[seat], table.butterbur[seat]
    if korpokkur >= ENOUGH:
        return all_actions.ARWAMPE
    if not korpokkur and not butterbur and not short:
        return all_actions.ISAM
    chance, rows = rng.random, table.facts
    facts = rows[seat if seat in rows else EVERYBODY]
    cards, few, of_korpokkur, of_butterbur = _ways(short, korpokkur, butterbur)
    of_korpokkur += chance() * WHIM
    of_butterbur += chance() * WHIM
    best: Action | None = None
    best_value = of_korpokkur if of_korpokkur > of_butterbur else of_butterbur
    if table.hands[seat]:
        best, best_value = _best_card(table, seat, cards, facts, best_value, chance)
    # Chance is asked only where it could lift a call above the best so far.
    playing = table.playing
    for target, bounds in enumerate(facts):
        most = bounds[3]
        if (most >= ENOUGH or bounds[2] + most < few) and playing[target] and target != seat:
            value = _calling(short, korpokkur, butterbur, bounds[2], most)
            if value + WHIM > best_value and (value := value + chance() * WHIM) > best_value:
                best, best_value = all_actions.KORKONI[target], value
    if best is not None:
        return best
    number = number_held(rows[EVERYBODY][seat], korpokkur, butterbur, rng)
    if korpokkur >= number and (butterbur < number or of_korpokkur > of_butterbur):
        return all_actions.GIVES[KORPOKKUR, number]
    return all_actions.GIVES[BUTTERBUR, number]


def _best_card(
    table: Table,
    seat: int,
    values: dict[Card, float],
    facts: Sequence[Bounds],
    best_value: float,
    chance: Callable[[], float],
) -> tuple[Action | None, float]:
    """Return the best way to play a card with its value, or None if none is above `best_value`.

    `values` says what cards that bring no other bag are worth. Chance is asked only where it could
    lift an action above the best so far.
    """
    best: Action | None = None
    before = ""
    for card in table.hands[seat]:
        value = values.get(card)
        if value is None or card == before:
            continue
        before = card
        if card in _MEETING:
            own = _bag(table.short, table.korpokkur[seat], table.butterbur[seat])
            for other in _met(table, seat, card):
                value = -KEEP
                if card in _BRINGING:
                    value += _getting(table.short, own, facts[other])
                if value + WHIM > best_value and (value := value + chance() * WHIM) > best_value:
                    best = all_actions.KAMUY[card, other if card in AIMED else None]
                    best_value = value
        elif value + WHIM > best_value and (value := value + chance() * WHIM) > best_value:
            best, best_value = all_actions.KAMUY[card, None], value
    return best, best_value


def number_held(known: Bounds, korpokkur: int, butterbur: int, rng: random.Random) -> int:
    """Return how many chips of a bag to hold out, by what all can tell of it and a coin."""
    two = known[1] >= 2 and known[3] >= 2 and (korpokkur >= 2 or butterbur >= 2)
    return 2 if two and rng.random() < 0.5 else 1


def _give_card(table: Table, seat: int, rng: random.Random) -> Action:
    """Give away the card that is worth least in the seat's hand."""
    short, korpokkur, butterbur = table.short, table.korpokkur[seat], table.butterbur[seat]
    best, best_value = all_actions.ANSWERS[0], float("-inf")
    for action in all_actions.of_hand(table.hands[seat]):
        card = action.card
        if card == "pass-bags":
            facts = table.facts[seat if seat in table.facts else EVERYBODY]
            bag = facts[_met(table, seat, card)[0]]
            value = _getting(short, _bag(short, korpokkur, butterbur), bag)
        else:
            value = _playing(short, korpokkur, butterbur, card)
        value = rng.random() * WHIM - value
        if value > best_value:
            best, best_value = action, value
    return best


def _fill_bag(rng: random.Random) -> Action:
    """Take korpokkur rather than butterbur, mostly."""
    values = [
        (action.korpokkur - action.butterbur) * FULLER + rng.random() * WHIM
        for action in all_actions.FILLINGS
    ]
    return all_actions.FILLINGS[values.index(max(values))]


def _met(table: Table, seat: int, card: Card) -> Sequence[int]:
    """Return whom a card may be played at, or who gives the bag that comes with `pass-bags`."""
    playing = table.playing
    if card in AIMED:
        return all_actions.others(seat, tuple(playing))
    order = table.order
    at = order.index(seat)
    while True:
        at = (at - table.direction) % table.seats
        if playing[order[at]]:
            return [order[at]]


@lru_cache(_KEPT)
def _ways(short: bool, korpokkur: int, butterbur: int) -> Ways:
    """Return what is worth considering in a turn, as far as the seat's own bag says.

    As: what each card is worth, without knowing any bag that it brings; the number of butterbur (a
    bag's fewest and most added up) below which a call that is likely wrong is considered; and what
    holding out korpokkur, and butterbur, is worth. What can't come to look better than holding out
    chips, however chance lifts it, is left out.
    """
    of_korpokkur, of_butterbur = _offering(short, korpokkur, butterbur)
    least = max(of_korpokkur, of_butterbur) - WHIM
    cards: dict[Card, float] = {}
    for card in CARDS:
        value = _playing(short, korpokkur, butterbur, card) - KEEP
        if card in _BRINGING or value > least:
            cards[card] = value
    calls = [_calling(short, korpokkur, butterbur, 0, most) for most in range(2 * _PAID + 1)]
    few = max((most + 1 for most, value in enumerate(calls) if value > least), default=0)
    # From twice as many as it pays, one call is like another.
    return cards, few if few <= 2 * _PAID else _ALL, of_korpokkur, of_butterbur


@lru_cache(_KEPT)
def _bag(short: bool, korpokkur: float, butterbur: float) -> float:
    """Return what a bag is worth to its owner, in points to be won."""
    points = 1.0 if short else 2.0
    win = points * (min(korpokkur, ENOUGH) / ENOUGH) ** 2
    both = korpokkur + butterbur
    empty = 0.0 if short else max(0.0, 1.0 - both / (LEAVES + 1))
    # A wrong Korkoni or a bag passed on brings two at once: so five are close to seven.
    danger = min(max(0.0, butterbur - 2.5) / 4, 1.0)
    gone = 1.0 if short and both <= 0 else 0.0
    return max(win, empty) - danger - gone


def _change(short: bool, bag: Content, korpokkur: float, butterbur: float) -> float:
    after = max(0.0, bag[0] + korpokkur), max(0.0, bag[1] + butterbur)
    return _bag(short, *after) - _bag(short, *bag)


def _taking(short: bool, number: int, giver: Bounds, taker: Bounds) -> float:
    """Return what taking the chips held out is worth, by all that is told of both bags."""
    korpokkur, butterbur = giver[0] + giver[1], giver[2] + giver[3]
    if giver[1] < number:
        korpokkur = 0
    elif giver[3] < number:
        butterbur = 0
    chance = korpokkur / (korpokkur + butterbur) if korpokkur + butterbur else 0.5
    of_korpokkur, of_butterbur = _taken(short, number, taker[0] + taker[1], taker[2] + taker[3])
    return chance * of_korpokkur + (1 - chance) * of_butterbur


@lru_cache(_KEPT)
def _taken(short: bool, number: int, korpokkur: int, butterbur: int) -> tuple[float, float]:
    """Return what korpokkur, and butterbur, are worth to whoever takes them, by twice what they
    have.

    Refused, the giver would have even more of them.
    """
    bag = korpokkur / 2, butterbur / 2
    return _change(short, bag, number, 0) + GROWS, _change(short, bag, 0, number) - GROWS


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
    """Return what calling Korkoni is worth, by the fewest and most butterbur that the target holds.

    A wrong call brings some of them.
    """
    chance = max(0, most - max(fewest, ENOUGH) + 1) / (most - fewest + 1)
    if chance >= SURE:
        return 3.0 * chance
    return _change(short, (korpokkur, butterbur), 0, min(2.0, (fewest + most) / 2)) - 0.2


@lru_cache(_KEPT)
def _playing(short: bool, korpokkur: int, butterbur: int, card: Card) -> float:
    """Return what playing a card that brings no other bag changes for the seat's own bag."""
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
        case _:
            return 0.0


def _getting(short: bool, own: float, bag: Bounds) -> float:
    """Return what it is worth to get another's bag, holding the middle of what it may."""
    return _bag(short, (bag[0] + bag[1]) / 2, (bag[2] + bag[3]) / 2) - own - 0.2
