"""What the pictures of the cover and of the rules show, for those who can't see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.text import marked as _

COVER_TEXT: Final = _(
    "Three little people hold up butterbur leaves at night, and a fourth looks out of a bag"
)
RULES_TEXTS: Final[Mapping[int, str]] = {
    0: _("A bag with seven korpokkur wins the round; a bag with seven butterbur is caught"),
    1: _(
        "A hidden chip goes from one bag to the next player. With Eh it goes into their bag. "
        "With Somo it goes back, and a second one with it"
    ),
    3: _(
        "The nine KAMUY cards, three of each: reverse, swap bags, swap seats, +2 korpokkur, "
        "+2 butterbur, −2 korpokkur, −2 butterbur, pass a card on, pass bags on"
    ),
}
"""By the page of the rules, from 0."""
