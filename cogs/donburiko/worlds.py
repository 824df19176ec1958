"""What could be, for all that a seat has seen: cards face down, in other hands and set aside."""

from __future__ import annotations

import random

from cogs.donburiko.views import DECK, SeatView


def guess_cards(
    view: SeatView, rng: random.Random
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]], tuple[int, ...]]:
    """Return cards that may lie on each row, be in each hand and be set aside."""
    seen, mine = view.public, view.private
    unseen = unseen_cards(view)
    # In a random order, which takes longer to arrive at one swap after another.
    chance = rng.random
    unseen.sort(key=lambda _: chance())
    own = {(each.row, each.place): each.card for each in mine.hidden}
    rows: list[tuple[int, ...]] = []
    for row in seen.rows:
        cards: list[int] = []
        for place, card in enumerate(row.cards):
            if card is None:
                card = own.get((row.number, place))
            cards.append(unseen.pop() if card is None else card)
        rows.append(tuple(cards))
    hands = [
        mine.hand
        if seat == view.seat
        else tuple(sorted([unseen.pop() for _ in range(seen.hand_sizes[seat])]))
        for seat in range(seen.seats)
    ]
    return rows, hands, tuple(sorted(unseen))


def unseen_cards(view: SeatView) -> list[int]:
    """Return the cards of this round that the seat hasn't seen."""
    seen = [*view.public.gone, *view.private.hand, *(own.card for own in view.private.hidden)]
    seen += [card for row in view.public.rows for card in row.cards if card is not None]
    unseen = list(DECK[view.public.seats])
    for card in seen:
        unseen.remove(card)
    return unseen
