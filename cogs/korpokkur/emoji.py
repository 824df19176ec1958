"""The emoji of 7 Little Korpokkurs: chips and cards."""

from __future__ import annotations

from typing import Final

from bot.ui.pictures.game_pictures import EMOJI_SIZE
from bot.ui.pictures.palette import GROUND
from bot.ui.pictures.shapes import Picture, Shape
from cogs.korpokkur.card_words import CHIP_EMOJI, card_emoji
from cogs.korpokkur.figures import butterbur, kamuy, korpokkur
from cogs.korpokkur.views import CARDS

_MIDDLE: Final = EMOJI_SIZE // 2


def _of(*shapes: Shape) -> Picture:
    return Picture(EMOJI_SIZE, EMOJI_SIZE, GROUND, shapes)


EMOJI: Final[dict[str, Picture]] = {
    CHIP_EMOJI["korpokkur"]: _of(korpokkur(_MIDDLE, _MIDDLE, 60)),
    CHIP_EMOJI["butterbur"]: _of(butterbur(_MIDDLE, _MIDDLE - 3, 60)),
    **{card_emoji(card): _of(kamuy(card, _MIDDLE, _MIDDLE, 60)) for card in CARDS},
}
"""All emoji by name."""
