"""Everything that can be done in Shiranui, made once and reused."""

from __future__ import annotations

from functools import cache
from typing import Final

from cogs.shiranui.views import COLOURS, TRICKS, Give, Play

PLAYS: Final = [Play(card) for card in range(10 * COLOURS[-1] + TRICKS)]
"""By the card."""
give: Final = cache(Give)
"""There aren't that many."""


@cache
def gives(card: int, tokens: int, clear: int, room: int) -> tuple[Give, ...]:
    """Return all ways to give to a card, by the tokens of its colour, clear ones, and its room."""
    return tuple(
        give(card, some, few)
        for some in range(min(tokens, room) + 1)
        for few in range(min(clear, room - some) + 1)
        if some or few
    )
