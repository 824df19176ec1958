"""What the pictures of the cover and of the rules show, for those who can't see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.text import marked as _

COVER_TEXT: Final = _(
    "Five lights over the sea at night: fire, sun, leaf, water and cloud. In front of them, a"
    " trick that red 0 wins with 8 points"
)
RULES_TEXTS: Final[Mapping[int, str]] = {
    0: _(
        "Red 7 with a token counts 8, then red 0, then green 4 with two tokens, which counts "
        "6. Red is strong with 8 against 6, and red 0 wins 8"
    ),
    3: _(
        "Red 5 with three tokens counts 8, white 6 with two tokens counts 8, then white 1. "
        "White is strong with 9 against 8, and white 1 wins 7"
    ),
    4: _("Red 4, red 1 and yellow 2. Red is strong with 5 against 2, and red 1 wins 3"),
}
"""By the page of the rules, from 0."""
