"""What the pictures of the cover and of the rules show, for those who can't see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.text import marked as _

COVER_TEXT: Final = _(
    "Cards 2, 4 and 6 in front of the moon, beside a purple robe with many colours at its collar"
)
RULES_TEXTS: Final[Mapping[int, str]] = {
    0: _(
        "A 1 is taken from the front of a row, on top of the hand 6-7-3-2. The meld 3-2-1 is "
        "laid on the robe and scores 3"
    ),
    2: _(
        "An example of each meld: 7-7; 1-7-2; 6-1-2; 9-3-8; 5-7-4; 5-3-2-1; 5-6-9; 7-5-1-1; 6-4-8"
    ),
    3: _(
        "The robe 8-7-6 and the hand 3-2-4-6: the 6 of the robe and 2-4-6 of the hand are "
        "marked. The robe becomes 8-7-6-2-4-6 and scores 4"
    ),
    4: _(
        "Points for the number of colours: 1: +5, 2: +4, 3: +3, 4: +2, 5: 0, 6: +2, 7: +3, 8:"
        " +4, 9: +5"
    ),
}
"""By the page of the rules, from 0."""
