"""What could be, for all that a seat has seen: bags, hands, deck and what others have sealed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from bot.engine.pool import hands_from
from cogs.korpokkur import bags
from cogs.korpokkur.state import UNCHOSEN
from cogs.korpokkur.views import (
    BUTTERBUR,
    BUTTERBURS,
    CARDS,
    KORPOKKUR,
    KORPOKKURS,
    OF_EACH_CARD,
    OWN_FILLINGS,
    Bounds,
    Card,
    Chips,
    SeatView,
    in_order,
)


def guess_bags(view: SeatView, rng: random.Random) -> tuple[Chips | None, list[int], list[int]]:
    """Return chips that may be held out, and the korpokkur and butterbur in each bag.

    The last number of each is what lies on the table.
    """
    seen, mine = view.public, view.private
    k0, k1 = (0, KORPOKKURS) if seen.korpokkur is None else (seen.korpokkur, seen.korpokkur)
    b0, b1 = (0, BUTTERBURS) if seen.butterbur is None else (seen.butterbur, seen.butterbur)
    facts: list[Bounds] = [*mine.bags, (k0, k1, b0, b1, k0 + b0, k1 + b1)]
    offer = mine.offer
    if seen.number and offer is None:
        giver = seen.turn
        kinds: list[Chips] = [KORPOKKUR, BUTTERBUR]
        rng.shuffle(kinds)
        for offer in kinds:
            if facts[giver][1 if offer == KORPOKKUR else 3] < seen.number:
                continue
            held = bags.limited(facts[giver], offer, seen.number, 99)
            possible = [*facts[:giver], held, *facts[giver + 1 :]]
            if bags.fits(possible, KORPOKKURS, BUTTERBURS):
                facts = possible
                break
    contents = bags.fill(facts, KORPOKKURS, BUTTERBURS, rng)
    return offer, [korpokkur for korpokkur, _ in contents], [butterbur for _, butterbur in contents]


def guess_cards(
    view: SeatView, rng: random.Random
) -> tuple[list[tuple[Card, ...]], tuple[Card, ...]]:
    """Return hands and deck that may be: known cards in their hands, the unseen ones mixed."""
    seen, mine = view.public, view.private
    unseen = _unseen(seen.discards, mine.hand, mine.cards)
    known = [*mine.cards, ()]
    known[view.seat] = mine.hand
    deck = len(unseen) + sum(map(len, known)) - sum(seen.hand_sizes)
    *hands, rest = hands_from(unseen, known, [*seen.hand_sizes, deck], rng)
    return list(map(in_order, hands)), tuple(rest)


def guess_chosen(view: SeatView, hands: Sequence[Sequence[Card]], rng: random.Random) -> list[str]:
    """Return what each seat may have sealed, in the form of `State.chosen`, if these are the
    hands.
    """
    seen, mine = view.public, view.private
    chosen = [UNCHOSEN] * seen.seats
    if seen.phase == "bags":
        for seat in range(seen.seats):
            if seat not in seen.asked:
                filling = mine.filling if seat == view.seat else rng.choice(OWN_FILLINGS)
                assert filling is not None
                chosen[seat] = f"{filling[0]}{filling[1]}"
    elif seen.phase == "handover":
        for seat in range(seen.seats):
            if hands[seat] and seen.playing[seat] and seat not in seen.asked:
                card = mine.card if seat == view.seat else rng.choice(hands[seat])
                assert card is not None
                chosen[seat] = card
    return chosen


@lru_cache(1 << 6)
def _unseen(
    discards: tuple[Card, ...], hand: tuple[Card, ...], known: tuple[tuple[Card, ...], ...]
) -> tuple[Card, ...]:
    """Return the cards that are neither played, nor in the seat's own hand, nor known to be in
    another.
    """
    rest: list[Card] = [card for card in CARDS for _ in range(OF_EACH_CARD)]
    for cards in (discards, hand, *known):
        for card in cards:
            rest.remove(card)
    return tuple(rest)
