"""What the pictures of the cover and of the rules show, for those who can't see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.text import marked as _

COVER_TEXT: Final = _(
    "Two acorns roll from an oak down a hill; a third falls into a pond, where a loach looks out"
)
RULES_TEXTS: Final[Mapping[int, str]] = {
    0: _(
        "Row 1: a 2 and a face-down card, worth 2 plus what nobody knows. Row 2: 4 and 2, "
        "worth 6. Row 3: 5, 4 and 3, worth 12"
    ),
    1: _(
        "A face-up card wins its player a chip; a face-down card with a chip on it costs its "
        "player one"
    ),
    2: _(
        "Row 1: 4 and 2, worth 6. Row 2: 5 and 4, worth 9. Row 3: 3 and −2, worth 1. Row 4: "
        "3, −2 and a loach, worth 5"
    ),
}
"""By the page of the rules, from 0."""
