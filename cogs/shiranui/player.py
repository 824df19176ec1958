"""The computer players of Shiranui: by the rule of thumb, or searching."""

from __future__ import annotations

from typing import Final

from bot.engine.strength import Strength
from cogs.shiranui.likely_hands import stirs, weighs
from cogs.shiranui.rollout import instinct
from cogs.shiranui.rule_of_thumb import choose

__all__ = ["LEVELS", "choose"]

LEVELS: Final = Strength(
    # What an action brings shows in the next few tricks; after that it is drowned out by chance.
    # The rule of thumb gets no bonus: with so many worlds its choice is no better than it looks.
    iterations=1100,
    horizon=20,
    scale=5.0,
    trust=0.0,
    instinct=instinct,
    trees="none",
    shuffles=False,
    weighs=weighs,
    stirs=stirs,
).with_steady(
    # It looks into few worlds, so that the rule of thumb often knows better.
    iterations=100,
    for_two=True,
    trust=0.01,
    weighs=None,
    stirs=None,
)
"""How hard each level that searches thinks."""
