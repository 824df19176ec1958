"""What 7 Little Korpokkurs is played with: chips and KAMUY cards, and the numbers of its rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, get_args

Chips = Literal["korpokkur", "butterbur"]
"""A kind of chip."""
KORPOKKUR: Final = "korpokkur"
BUTTERBUR: Final = "butterbur"

KORPOKKURS: Final = 37
BUTTERBURS: Final = 40
"""How many chips of each kind there are (Components)."""
ENOUGH: Final = 7
"""How many korpokkur win a round, and how many butterbur are too many."""

Card = Literal[
    "reverse",
    "swap-bags",
    "swap-seats",
    "take-korpokkur",
    "take-butterbur",
    "drop-korpokkur",
    "drop-butterbur",
    "pass-card",
    "pass-bags",
]
"""A kind of KAMUY card (Use a KAMUY card)."""

CARDS: Final[tuple[Card, ...]] = get_args(Card)
"""Each kind of KAMUY card, in the order in which hands show them."""
OF_EACH_CARD: Final = 3
CARD_CHIPS: Final = 2
"""How many chips a KAMUY card gives everybody, or takes from them."""
AIMED: Final[frozenset[Card]] = frozenset({"swap-bags", "swap-seats"})
"""The cards that are played at another player."""

_PLACE: Final = {card: place for place, card in enumerate(CARDS)}


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards as hands show them."""
    return _sorted(tuple(cards))


@lru_cache(1 << 12)
def _sorted(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return cards without one of them, which must be there."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


OWN_FILLINGS: Final = ((3, 3), (3, 4), (4, 3), (4, 4))
"""The korpokkur and butterbur that two players may choose to fill their bags with."""

START_SCORE: Final = 2
ISAM_POINTS: Final = 1
KORKONI_POINTS: Final = -1
"""What being caught by a right Korkoni costs."""
ROUND_POINTS: Final = (2, 2, 3)
"""What winning each round is worth."""
TWO_PLAYER_POINTS: Final = 2
"""What Arwampe is worth in every round of the two-player game."""
LAST_TURN: Final = 200
"""House ruling R10: a round that takes this many turns ends without a winner."""
