"""Everything that can be done in Colors of Kasane, made once and reused.

Rows count from 0 here and from 1 in the actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from cogs.kasane.melds import BOXES_OF, LARGEST, Melds, Way, possible
from cogs.kasane.views import PLUS_ONE, Action, Take

TAKES: Final = [Take(row + 1) for row in range(4)]
_MELDS: Final = [
    {
        Way(meld, size, top): Take(row + 1, meld, size, top)
        for meld, size in BOXES_OF
        for top in (False, True)
    }
    for row in range(4)
]


@lru_cache(maxsize=1 << 14)
def takes(row: int, melds: Melds, marked: int) -> list[Action]:
    """Return all ways to take the card of a row with these melds, less those of boxes marked."""
    melding = _MELDS[row]
    return [*[melding[way] for box, way in melds.ways if not marked >> box & 1], TAKES[row]]


def possible_takes(
    rows: Sequence[tuple[int, ...]],
    hand: tuple[int, ...],
    robe: tuple[int, ...],
    marked: int,
    *,
    easier: bool,
) -> list[Action]:
    """Return all that a hand and a robe allow, row by row: each meld that fits, then none.

    `marked` is the set of the boxes that aren't free.
    """
    top = robe[-1] if robe else PLUS_ONE
    by_card = possible(hand[1 - LARGEST :])
    actions: list[Action] = []
    for row, cards in enumerate(rows):
        if not cards:
            continue
        melds = by_card[cards[-1]][top]
        if cards[-1] == PLUS_ONE and easier and hand:
            melds = possible(hand[-LARGEST:-1])[hand[-1]][PLUS_ONE]
        actions += takes(row, melds, melds.boxes & marked)
    return actions
