"""Everything that can be done in Ameno Kirifuda, made once and reused.

Sets of cards and of spaces are numbers: see `bit_sets`.
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import Final

from cogs.kirifuda.bit_sets import CARDS, spots_of
from cogs.kirifuda.views import BLESSINGS, KARMA, SPACES, Discard, Draft, Place, Play, Return

DRAFTS: Final = {blessing: Draft(blessing) for blessing in BLESSINGS}
PLAYS: Final = [Play(card) for card in CARDS]
"""By the place of the card's bit."""
PLACES: Final = [Place(space, None) for space in SPACES]
PUSHES: Final = [[Place(space, to) for to in SPACES] for space in SPACES]


@lru_cache(4096)
def discards(blessings: tuple[int, ...], most: int) -> tuple[Discard, ...]:
    """Return every choice of discards out of the cards, fewest first."""
    return tuple(
        Discard(some)
        for size in range(min(most, len(blessings)) + 1)
        for some in itertools.combinations(blessings, size)
    )


@lru_cache(4096)
def plays(cards: int) -> tuple[Play, ...]:
    """Return every way to play one of a set of cards."""
    return tuple(play for at, play in enumerate(PLAYS) if cards >> at & 1)


@lru_cache(4096)
def places(free: int) -> tuple[Place, ...]:
    """Return every way to place a stone on one of a set of spaces."""
    return tuple(PLACES[at] for at in spots_of(free))


@lru_cache(4096)
def pushes(row: int, ways: int) -> tuple[Place, ...]:
    """Return every way to push a stone out of a row, if it can go to these spaces."""
    return tuple(PUSHES[at][to] for at in spots_of(row) for to in spots_of(ways))


@lru_cache(256)
def returns(mine: int) -> tuple[Return, ...]:
    """Return every way to take back as many stones as Bad Karma says, of those that lie here."""
    spaces = [SPACES[at] for at in spots_of(mine)]
    return tuple(Return(some) for some in itertools.combinations(spaces, KARMA))
