"""Everything that can be done in Colors of Kasane, made once and reused.

Rows count from 0 here and from 1 in the actions.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cogs.kasane.melds import BOXES_OF, Melds, Way
from cogs.kasane.views import Action, Take

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
