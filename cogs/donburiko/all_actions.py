"""Everything that can be done in Donburiko!, made once and reused.

Rows count from 0 here and from 1 in the actions. A set of rows is a number in which bit n stands
for row n.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cogs.donburiko.views import DECK, MOST_POINTS, Action, Add, Count, Take

ROWS: Final = [[row for row in range(4) if rows >> row & 1] for rows in range(16)]
"""The rows of each set."""


def _adds(card: int) -> tuple[list[list[Add]], list[list[Add]]]:
    """Return by set of rows all ways to lay a card there: face up alone, and on either side."""
    up = [Add(card, row + 1, False) for row in range(4)]
    down = [Add(card, row + 1, True) for row in range(4)]
    return (
        [[up[row] for row in rows] for rows in ROWS],
        [[add for row in rows for add in (up[row], down[row])] for rows in ROWS],
    )


_ADDS: Final = {card: _adds(card) for card in DECK[4]}
TAKE: Final = [Take(row + 1) for row in range(4)]
"""For each row, the action of taking it."""
_TAKES: Final = [[TAKE[row] for row in rows] for rows in ROWS]
COUNTS: Final = {
    total: [Count(total, True), Count(total, False)]
    if total == MOST_POINTS
    else [Count(total, False)]
    for total in range(-6, 35)
}
"""All ways to count a row, by its total."""


@lru_cache(maxsize=1 << 12)
def moves(hand: tuple[int, ...], faces: int, room: int, takes: int) -> tuple[Action, ...]:
    """Return all ways to lay a card of a hand on one of a set of rows, or to take one of another
    set.

    `faces` is 1 if a card may be laid face down, else 0.
    """
    found: list[Action] = []
    for card in dict.fromkeys(hand):
        found += _ADDS[card][faces][room]
    return (*found, *_TAKES[takes])
