"""The emoji of 7 Little Korpokkurs: chips, cards and a bag."""

from __future__ import annotations

from typing import Final

from bot.ui.pictures.game_pictures import EMOJI_SIZE
from bot.ui.pictures.palette import GROUND
from bot.ui.pictures.shapes import Oval, Picture, Shape
from cogs.korpokkur.card_words import card_emoji
from cogs.korpokkur.figures import bag, butterbur, kamuy, korpokkur
from cogs.korpokkur.views import CARDS

_MIDDLE: Final = EMOJI_SIZE // 2


def _of(*shapes: Shape) -> Picture:
    return Picture(EMOJI_SIZE, EMOJI_SIZE, GROUND, shapes)


def _place() -> Oval:
    """Return the place of a chip that is still missing."""
    return Oval(_MIDDLE, _MIDDLE, 46, 46, None, "#8b949e", 8)


EMOJI: Final[dict[str, Picture]] = {
    "kor_k": _of(korpokkur(_MIDDLE, _MIDDLE, 60)),
    "kor_b": _of(butterbur(_MIDDLE, _MIDDLE - 3, 60)),
    "kor_none": _of(_place()),
    "kor_bag": _of(bag(_MIDDLE, _MIDDLE, 62)),
    **{card_emoji(card): _of(kamuy(card, _MIDDLE, _MIDDLE, 60)) for card in CARDS},
}
"""All emoji by name."""
