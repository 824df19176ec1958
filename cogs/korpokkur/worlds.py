"""What could be, for all that a seat has seen: bags, hands, deck and what others have sealed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bot.engine.pool import hands_from
from bot.engine.sealed import guess_choices
from cogs.korpokkur import bags
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
from cogs.korpokkur.state import UNCHOSEN, sealed_filling
from cogs.korpokkur.views import Bounds, SeatView

_FILLINGS: Final = tuple([sealed_filling(*each) for each in OWN_FILLINGS])


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
    """Return what each seat may have sealed with these hands, in the form of `State.chosen`."""
    seen, mine = view.public, view.private

    def could(seat: int) -> Sequence[str]:
        if seen.phase == "bags":
            return _FILLINGS
        return hands[seat] if seen.phase == "handover" and seen.playing[seat] else ()

    own = mine.card or UNCHOSEN if mine.filling is None else sealed_filling(*mine.filling)
    return guess_choices(seen.seats, (view.seat, own), seen.asked, could, rng, UNCHOSEN)


@lru_cache(1 << 6)
def _unseen(
    discards: tuple[Card, ...], hand: tuple[Card, ...], known: tuple[tuple[Card, ...], ...]
) -> tuple[Card, ...]:
    """Return the cards neither played, nor in the seat's hand, nor known in another."""
    rest: list[Card] = [card for card in CARDS for _ in range(OF_EACH_CARD)]
    for cards in (discards, hand, *known):
        for card in cards:
            rest.remove(card)
    return tuple(rest)
