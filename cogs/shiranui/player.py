"""The computer players of Shiranui: by the rule of thumb, or searching."""

from __future__ import annotations

from typing import Final

from bot.engine.strength import Strength
from cogs.shiranui.likely_hands import weighs
from cogs.shiranui.rollout import instinct
from cogs.shiranui.rule_of_thumb import choose
from cogs.shiranui.views import COLOURS, TRICKS

__all__ = ["LEVELS", "choose"]

LEVELS: Final = Strength(
    # A whole round: what a trick is worth depends on what can be made of the others.
    iterations=370,
    horizon=TRICKS * 2 * len(COLOURS),
    scale=5.0,
    exploration=0.7,
    instinct=instinct,
    patience=60,
    shuffles=False,
    replies=True,
    weighs=weighs,
).with_steady(iterations=74)
"""How hard each level thinks that searches."""
