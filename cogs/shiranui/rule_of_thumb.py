"""A computer player's rule of thumb for Shiranui.

It looks at every play after every give, which is too slow for searches to play on by: they take the
shortcuts of `rollout`, which play worse.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from cogs.shiranui.views import (
    COLOURS,
    MOST,
    TRICKS,
    Action,
    Give,
    Play,
    Public,
    SeatView,
    judged,
    sums,
    won,
)

PRICE: Final = 0.5
"""What a token is worth in points at the beginning of a round; it falls to nothing."""
CLEAR_PRICE: Final = 0.8
"""What a clear token is worth then."""
ENVY: Final = 0.4
"""What another seat's point costs, as a share of one's own."""
HIGH: Final = 0.03
"""How gladly a card that wins nothing goes, for each step it is higher."""
STAYS: Final = [
    [(1 - total / (MOST + 1)) ** left for total in range(MOST + 1)] for left in range(len(COLOURS))
]
"""How likely a total stays the lowest, by the number of cards still to come and by the total.

The higher it is, the likelier somebody goes below it.
"""


def choose(view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
    """Choose one of the legal actions from all that the seat knows.

    Looks at each card it could play, with and without each give before it: who would win the trick
    as it would then be, for how much, and how likely that is to last with others still to play. It
    decides between equals by chance.
    """
    public = view.public
    plays = [action.card for action in legal if isinstance(action, Play)]
    left = (TRICKS - public.number) / TRICKS
    best: list[Action] = []
    best_value = float("-inf")
    for action in legal:
        if isinstance(action, Give):
            # The clear ones go last: they fit everywhere.
            if action.clear and action.tokens < view.private.tokens[action.target // 10]:
                continue
            price = left * (PRICE * action.tokens + CLEAR_PRICE * action.clear)
            value = max(_value(public, card, action) for card in plays) - price
        else:
            value = _value(public, action.card, None)
        if value > best_value:
            best, best_value = [], value
        if value == best_value:
            best.append(action)
    return rng.choice(best)


def _value(public: Public, card: int, give: Give | None) -> float:
    """Return what the trick promises once the tokens are given and the card is played."""
    cards = [laid.card for laid in public.trick]
    totals = [laid.total for laid in public.trick]
    if give is not None:
        totals[cards.index(give.target)] += give.tokens + give.clear
    return promise(public.seats, public.thirteen, cards, totals, public.strong, card)


def promise(
    seats: int,
    thirteen: bool,
    trick: Sequence[int],
    before: Sequence[int],
    strong: int | None,
    card: int,
) -> float:
    """Return what a trick promises to whoever plays a card to it.

    `trick` has the cards that lie there, `before` what each of them adds up to, and `strong` is the
    strong colour, if there is one.
    """
    cards, totals = [*trick, card], [*before, card % 10]
    strong = judged(strong or card // 10, sums(cards, totals))
    place, points, _void = won(cards, totals, strong, thirteen)
    stays = STAYS[seats - len(cards)][totals[place]]
    # Low cards win later tricks: among cards that win nothing the high ones go.
    kept = HIGH * (card % 10)
    if place == len(cards) - 1:
        return points * stays
    return kept - ENVY * points * stays
