"""What the pictures of the cover and of the rules show, for those who can't see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.text import marked as _

COVER_TEXT: Final = _(
    "A red gate in front of the moon, with cards of the four seasons and a row of stones"
)
RULES_TEXTS: Final[Mapping[int, str]] = {
    0: _(
        "Autumn 2, 3 and 8 and winter 1 lie in the trick. Winter 1 wins, and ◆ has a second "
        "stone in the winter row, beside the first"
    ),
    2: _(
        "The seasons in a circle: each is beaten by the next. In the trick, autumn 2, 3 and 8"
        " and summer 5: autumn 8 wins"
    ),
    3: _("■ places a stone on summer B. The stone of ▲ that lay there is pushed to autumn C"),
    4: _(
        "● has five stones on the board, three of them side by side in autumn: 5 × 3 = 15. A "
        "blessing card with two stones in spring adds 5: 20"
    ),
}
"""By the page of the rules, from 0."""
