"""What the contract tests must know about Ameno Kirifuda; its own tests lie in `kirifuda/`."""

from __future__ import annotations

import itertools
import random
from collections.abc import Hashable

from cogs.kirifuda.bit_sets import cards_of, set_of
from cogs.kirifuda.rules import State
from cogs.kirifuda.views import (
    FIRST,
    Trick,
)
from tests.contract.games import Hooks
from tests.games.kirifuda.table import choices_of


def conserved(state: State) -> object:
    """Return all season cards of the round, all blessing cards, and how many stones there are."""
    cards = [card for trick in state.tricks if trick.round == state.round for card in trick.cards]
    cards += [*state.running, *itertools.chain(*map(cards_of, state.hands))]
    blessings = [*state.stock, *state.display]
    blessings += [*itertools.chain(*state.blessings), *itertools.chain(*state.discarded)]
    stones = tuple(
        state.stones[seat] + state.lies[seat].bit_count() - len(state.discarded[seat])
        for seat in range(state.seats)
    )
    most = max(state.stones[seat] + state.lies[seat].bit_count() for seat in range(state.seats))
    return sorted(cards), sorted(blessings), stones, most <= 7


def played(state: State) -> set[int]:
    """Return the cards that were played this round."""
    tricks = [trick for trick in state.tricks if trick.round == state.round]
    return {*state.running, *(card for trick in tricks for card in trick.cards)}


def may_hold(state: State, seat: int, card: int) -> bool:
    """Tell whether a seat may hold a card that another holds, as far as everybody has seen."""
    if card == FIRST:
        return seat == state.dealer
    for trick in [*state.tricks, Trick(state.round, state.leader, state.running, -1)]:
        if trick.round != state.round or len(trick.cards) <= (seat - trick.leader) % state.seats:
            continue
        led = trick.cards[0] // 10
        if trick.cards[(seat - trick.leader) % state.seats] // 10 != led == card // 10:
            return False
    return True


def secrets(state: State, seat: int) -> dict[str, Hashable]:
    """Return each other hand that could be otherwise, and each sealed choice of another seat.

    A hand could be otherwise if its owner could have a card of another, who could have one of a
    third, and so on round to one of the first.
    """
    found: dict[str, Hashable] = {}
    others = [other for other in range(state.seats) if other != seat]
    gives = {
        (one, other)
        for one, other in itertools.permutations(others, 2)
        if any(may_hold(state, other, card) for card in cards_of(state.hands[one]) if card != FIRST)
    }
    for other in others:
        rings = [
            (other, *more)
            for size in (1, 2)
            for more in itertools.permutations([each for each in others if each != other], size)
        ]
        if any(set(itertools.pairwise((*ring, other))) <= gives for ring in rings):
            found[f"hand {other}"] = state.hands[other]
        if state.phase == "discard" and state.sealed[other] is not None:
            found[f"discards {other}"] = state.sealed[other]
    return found


def twins(state: State, seat: int, rng: random.Random) -> State | None:
    """Swap two cards in two other hands, or change what another seat has sealed."""
    others = [other for other in range(state.seats) if other != seat]
    chosen = [other for other in others if state.sealed[other] is not None]
    twin = state.clone()
    if chosen and rng.random() < 0.5:
        other = rng.choice(chosen)
        twin.sealed[other] = None
        choices = [each.blessings for each in choices_of(twin, other)]
        twin.sealed[other] = rng.choice([each for each in choices if each != state.sealed[other]])
        return twin
    pairs = [
        (one, card, other, card2)
        for one, other in itertools.combinations(others, 2)
        for card in cards_of(state.hands[one])
        for card2 in cards_of(state.hands[other])
        if may_hold(state, other, card) and may_hold(state, one, card2)
    ]
    if not pairs:
        return None
    one, card, other, card2 = rng.choice(pairs)
    for each, gone, new in ((one, card, card2), (other, card2, card)):
        twin.hands[each] = set_of({*cards_of(state.hands[each]), new} - {gone})
    return twin


HOOKS = Hooks(
    conserved=conserved,
    secrets=secrets,
    twins=twins,
    reveals={
        "card_played": frozenset({"card"}),
        "discarded": frozenset({"blessings"}),
    },
    private=frozenset({"hand_dealt"}),
)
