"""A computer player's rule of thumb for Shiranui."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.engine.search import Strength
from cogs.shiranui.rule_of_thumb import ENVY, HIGH, PRICE, instinct
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

CLEAR_PRICE: Final = 0.8
"""What a clear token is worth then."""


def choose(view: SeatView, legal: Sequence[Action], rng: random.Random) -> Action:
    """Choose one of the legal actions from all that the seat knows.

    Looks at each card it could play, with and without each give before it: who would win the trick
    as it lies then, for how much, and how likely that stays so with others still to play. Between
    equals it decides by chance.
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
    cards.append(card)
    totals.append(card % 10)
    strong = public.strong or card // 10
    strong = judged(strong, sums(cards, totals))
    place, points, _void = won(cards, totals, strong, public.thirteen)
    # The higher the card that wins, the likelier somebody goes below it.
    stays = (1 - totals[place] / (MOST + 1)) ** (public.seats - len(cards))
    # Low cards win later tricks: among cards that win nothing the high ones go.
    kept = HIGH * (card % 10)
    if place == len(cards) - 1:
        return points * stays
    return kept - ENVY * points * stays


_STRENGTH: Final = Strength(
    # A whole round: what a trick is worth depends on what can be made of the others.
    iterations=550,
    horizon=TRICKS * 2 * len(COLOURS),
    scale=5.0,
    exploration=0.7,
    instinct=instinct,
    patience=60,
    shuffles=False,
)
LEVELS: Final[Mapping[str, Strength]] = {
    "steady": replace(_STRENGTH, iterations=110),
    "sharp": _STRENGTH,
}
"""How hard each level thinks that searches."""
