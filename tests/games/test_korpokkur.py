"""7 Little Korpokkurs: the sheet by its headings, the rulings by their numbers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator

from cogs.korpokkur import bags
from cogs.korpokkur.bags import EVERYBODY
from cogs.korpokkur.components import (
    BUTTERBUR,
    BUTTERBURS,
    CARDS,
    KORPOKKUR,
    KORPOKKURS,
    OF_EACH_CARD,
    OWN_FILLINGS,
    Card,
    Chips,
    in_order,
)
from cogs.korpokkur.rules import GAME, State
from cogs.korpokkur.state import UNCHOSEN
from cogs.korpokkur.views import Bounds
from tests.contract.games import Hooks

# What the contract tests must know


def conserved(state: State) -> object:
    """Return all chips and all cards there are."""
    cards = Counter(state.deck + state.discards)
    for hand in state.hands:
        cards.update(hand)
    return sum(state.korpokkur), sum(state.butterbur), sorted(cards.items())


def possible(state: State, seat: int, at: int, offer: Chips | None) -> set[tuple[int, int]]:
    """Return what the bag at a place may hold, for all that a seat can work out.

    The place after the seats is the table. `offer` is the kind of the chips held out, if any.
    """
    facts = list(GAME.private(state, seat).bags)
    public = GAME.public(state)
    k0, k1 = (0, KORPOKKURS) if public.korpokkur is None else (public.korpokkur,) * 2
    b0, b1 = (0, BUTTERBURS) if public.butterbur is None else (public.butterbur,) * 2
    facts.append((k0, k1, b0, b1, k0 + b0, k1 + b1))
    if offer is not None:
        giver = facts[state.turn]
        if giver[1 if offer == KORPOKKUR else 3] < state.number:
            return set()
        facts[state.turn] = bags.limited(giver, offer, state.number, 99)
    k0, k1, b0, b1, n0, n1 = facts[at]
    return {
        (k, b)
        for k in range(k0, k1 + 1)
        for b in range(b0, b1 + 1)
        if n0 <= k + b <= n1 and fit([*facts[:at], bags.exact(k, b), *facts[at + 1 :]])
    }


def fit(facts: list[Bounds]) -> bool:
    """Tell whether the bags may hold all chips there are."""
    return bags.fits(facts, KORPOKKURS, BUTTERBURS)


def playables(state: State, seat: int) -> list[Chips | None]:
    """Return which chips may be held out now, for all that a seat knows."""
    if state.offer is None:
        return [None]
    if seat == state.turn:
        return [state.offer]
    kinds: tuple[Chips, ...] = (KORPOKKUR, BUTTERBUR)
    return [kind for kind in kinds if possible(state, seat, 0, kind)]


def unseen_cards(state: State, seat: int) -> Counter[Card]:
    """Return the cards whose places a seat can't know."""
    cards: Counter[Card] = Counter(dict.fromkeys(CARDS, OF_EACH_CARD))
    cards.subtract(state.discards)
    cards.subtract(state.hands[seat])
    for known in GAME.private(state, seat).cards:
        cards.subtract(known)
    return +cards


def secrets(state: State, seat: int) -> dict[str, Hashable]:
    """Return the others' bags and hands, the deck, what is held out and what is sealed."""
    found: dict[str, Hashable] = {}
    unseen = unseen_cards(state, seat)
    known = GAME.private(state, seat).cards
    kinds = playables(state, seat)
    if len(kinds) > 1:
        found["offer"] = state.offer
    for other in range(state.seats):
        if other == seat:
            continue
        if len(set().union(*(possible(state, seat, other, kind) for kind in kinds))) > 1:
            found[f"bag {other}"] = (state.korpokkur[other], state.butterbur[other])
        hidden = len(state.hands[other]) - len(known[other])
        mixed = len(unseen) > 1 and hidden > 0
        if mixed and hidden < unseen.total():
            found[f"hand {other}"] = state.hands[other]
        if state.chosen[other] != UNCHOSEN and (
            mixed or state.phase == "bags" or len(set(known[other])) > 1
        ):
            found[f"sealed {other}"] = state.chosen[other]
    if len(unseen) > 1 and state.deck:
        found["deck"] = state.deck
    return found


def twins(state: State, seat: int, rng: random.Random) -> State | None:
    """Swap two chips or two cards that a seat can't see, or change what another has sealed."""
    ways = [swap_chips, swap_cards, change_sealed]
    rng.shuffle(ways)
    for way in ways:
        found = list(way(state, seat, rng))
        if found:
            twin = rng.choice(found)
            forget(twin, seat)
            return twin
    return None


def forget(state: State, seat: int) -> None:
    """Let the other seats know no more than everybody: the twin came about in another way."""
    for other in range(state.seats):
        if other != seat:
            state.facts[other] = state.facts[EVERYBODY][:]
            state.facts[other][other] = bags.EMPTY
            state.known[other] = ((),) * state.seats


def swap_chips(state: State, seat: int, rng: random.Random) -> Iterator[State]:
    """Yield clones in which a korpokkur and a butterbur in two unseen places are swapped."""
    if state.phase == "bags":
        return
    facts = GAME.private(state, seat).bags
    places = [other for other in range(state.seats) if other != seat and state.playing[other]]
    if state.stock_seen == [False, False]:
        places.append(state.seats)
    for one in places:
        for other in places:
            if one == other or not state.korpokkur[one] or not state.butterbur[other]:
                continue
            twin = state.clone()
            for place, change in ((one, -1), (other, 1)):
                twin.korpokkur[place] += change
                twin.butterbur[place] -= change
            fits = all(
                within(facts[place], twin.korpokkur[place], twin.butterbur[place])
                for place in (one, other)
                if place < state.seats
            )
            held = twin.korpokkur if twin.offer == KORPOKKUR else twin.butterbur
            if fits and held[twin.turn] >= twin.number and ended_alike(state, twin):
                yield twin


def within(bounds: Bounds, korpokkur: int, butterbur: int) -> bool:
    """Tell whether a bag fits what can be said about it."""
    k0, k1, b0, b1, n0, n1 = bounds
    return k0 <= korpokkur <= k1 and b0 <= butterbur <= b1 and n0 <= korpokkur + butterbur <= n1


def ended_alike(state: State, twin: State) -> bool:
    """Tell whether twins whose match is over ended with the same counts shown."""
    return GAME.public(state).tie == GAME.public(twin).tie


def swap_cards(state: State, seat: int, rng: random.Random) -> Iterator[State]:
    """Yield clones in which unlike cards in two unseen places are swapped."""
    seats = state.seats
    known = GAME.private(state, seat).cards
    places: list[tuple[int, Card]] = [
        (other, card)
        for other in range(seats)
        if other != seat
        for card in (Counter(state.hands[other]) - Counter(known[other]))
    ]
    places = [place for place in places if place[1] != state.chosen[place[0]]]
    for other, card in places:
        for at, drawn in enumerate(state.deck):
            if drawn != card:
                twin = state.clone()
                twin.deck = (*state.deck[:at], card, *state.deck[at + 1 :])
                twin.hands[other] = exchanged(state, other, card, drawn)
                yield twin
        for third, hers in places:
            if third > other and hers != card:
                twin = state.clone()
                twin.hands[other] = exchanged(state, other, card, hers)
                twin.hands[third] = exchanged(state, third, hers, card)
                yield twin


def exchanged(state: State, seat: int, old: Card, new: Card) -> tuple[Card, ...]:
    """Return a hand with one card instead of another."""
    hand = list(state.hands[seat])
    hand.remove(old)
    return in_order([*hand, new])


def change_sealed(state: State, seat: int, rng: random.Random) -> Iterator[State]:
    """Yield clones in which another has sealed something else, or holds out the other kind."""
    if state.offer is not None and seat != state.turn:
        piles: dict[Chips, list[int]] = {KORPOKKUR: state.korpokkur, BUTTERBUR: state.butterbur}
        for kind, pile in piles.items():
            if kind != state.offer and pile[state.turn] >= state.number:
                twin = state.clone()
                twin.offer = kind
                yield twin
    for other, chosen in enumerate(state.chosen):
        if other == seat or chosen == UNCHOSEN:
            continue
        fillings = [f"{korpokkur}{butterbur}" for korpokkur, butterbur in OWN_FILLINGS]
        for each in fillings if state.phase == "bags" else set(state.hands[other]):
            if each != chosen:
                twin = state.clone()
                twin.chosen[other] = each
                yield twin


HOOKS = Hooks(
    conserved=conserved,
    secrets=secrets,
    twins=twins,
    reveals={
        "cards_drawn": frozenset({"cards"}),
        "bag_seen": frozenset({"korpokkur", "butterbur"}),
        "taken": frozenset({"out"}),
        "chips_moved": frozenset({"chips", "number"}),
        "refused": frozenset({"chips", "drawn"}),
        "all_took": frozenset({"numbers"}),
        "all_dropped": frozenset({"numbers", "out"}),
        "card_given": frozenset({"card"}),
        "korkoni_called": frozenset({"right", "korpokkur", "butterbur", "points", "out"}),
        "arwampe_called": frozenset({"korpokkur", "butterbur"}),
        "bags_counted": frozenset({"counts"}),
    },
    private=frozenset({"bag_seen", "card_given", "cards_drawn", "chips_chosen", "chips_moved"}),
)
