"""The computer players of Shiranui: by the rule of thumb, or searching."""

from __future__ import annotations

from typing import Final

from bot.engine.strength import Strength
from cogs.shiranui.likely_hands import weighs
from cogs.shiranui.rollout import instinct
from cogs.shiranui.rule_of_thumb import choose

__all__ = ["LEVELS", "choose"]

LEVELS: Final = Strength(
    # What an action brings shows in the next few tricks; after that it is drowned out by chance.
    iterations=1400,
    for_two=True,
    horizon=20,
    scale=5.0,
    instinct=instinct,
    trees="none",
    shuffles=False,
    weighs=weighs,
).with_steady(
    # Nearly as many worlds, weighed alike, play as well as sharp does with five.
    iterations=100,
    weighs=None,
)
"""How hard each level thinks that searches."""
