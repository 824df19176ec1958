"""Sets of cards and of spaces as numbers with a bit for each, so that they are compared at once.

A card's bit is 8 * (season - 1) + number - 1: eight for each season, in the order of the cards. A
space's bit is its index in SPACES: four for each season.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from cogs.kirifuda.views import DECK, FREE, ROW, SEASONS, SPACES, next_season, strength

CARDS: Final = DECK[4]
"""The card of each bit."""
EACH: Final = len(CARDS) // len(SEASONS)
"""How many bits each season has in a set of cards."""
BIT: Final = [1 << CARDS.index(card) if card in CARDS else 0 for card in range(CARDS[-1] + 1)]
"""The bit of each card."""
POWERS: Final = [[strength(card, led) for card in range(CARDS[-1] + 1)] for led in (0, *SEASONS)]
"""How strong each card is, by the season led and by card."""
OF_SEASON: Final = [0, *((1 << EACH) - 1 << EACH * (season - 1) for season in SEASONS)]
"""All cards of each season."""
ANYWHERE: Final = (1 << len(SPACES)) - 1
"""All spaces."""
ROWS: Final = [0, *(((1 << ROW) - 1) << ROW * (season - 1) for season in SEASONS)]
"""The spaces of each season's row."""
_NOT_LAST: Final = sum(1 << at for at in range(len(SPACES)) if (at + 1) % ROW)
"""The spaces that have one to their right."""


def set_of(cards: Iterable[int]) -> int:
    """Return a set of cards."""
    return sum(BIT[card] for card in cards)


@lru_cache(1 << 12)
def cards_of(held: int) -> tuple[int, ...]:
    """Return the cards of a set, sorted."""
    return tuple(card for at, card in enumerate(CARDS) if held >> at & 1)


@lru_cache(1 << 12)
def spots_of(spaces: int) -> tuple[int, ...]:
    """Return the indexes of the spaces of a set, sorted."""
    return tuple(at for at in range(len(SPACES)) if spaces >> at & 1)


def best_of(cards: Sequence[int]) -> int:
    """Return the card that wins a trick as it stands, or 0; the first one led."""
    return max(cards, key=lambda card: POWERS[cards[0] // 10][card], default=0)


def lying(board: Sequence[int], seat: int) -> int:
    """Return the spaces of a board on which a seat's stones lie; for FREE, those that are free."""
    return sum(1 << at for at, owner in enumerate(board) if owner == seat)


@lru_cache(1 << 10)
def board_of(lies: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each space whose stone lies there, or FREE, given the spaces of each seat."""
    return tuple(
        next((seat for seat, mine in enumerate(lies) if mine >> at & 1), FREE)
        for at in range(len(SPACES))
    )


def way_out(season: int, free: int) -> int:
    """Return where a stone pushed out of a full row can go: the next row's free spaces.

    `season` is the row's. A row without free spaces is passed over.
    """
    while not free & ROWS[season]:
        season = next_season(season)
    return free & ROWS[season]


def longest(spaces: int) -> int:
    """Return the most neighbouring spaces of a set within one row (R1)."""
    one, other = _RUNS[spaces & _TWO_ROWS], _RUNS[spaces >> 2 * ROW]
    return one if one > other else other


def _run(spaces: int) -> int:
    run = 0
    while spaces:
        run += 1
        spaces &= spaces >> 1 & _NOT_LAST
    return run


_TWO_ROWS: Final = (1 << 2 * ROW) - 1
_RUNS: Final = [_run(spaces) for spaces in range(_TWO_ROWS + 1)]
"""The longest run for each set of spaces in two rows."""
