"""The computer players of Shiranui: by the rule of thumb, or searching."""

from __future__ import annotations

from typing import Final

from bot.engine.strength import Strength
from cogs.shiranui.likely_hands import stirs, weighs
from cogs.shiranui.rollout import instinct
from cogs.shiranui.rule_of_thumb import choose

__all__ = ["LEVELS", "choose"]

LEVELS: Final = Strength(
    # It plays on to the end of nearly every round: what an action costs later in cards and tokens
    # counts for more than the iterations that could be taken in that time.
    # The rule of thumb gets no bonus: with so many worlds its choice is no better than it looks.
    iterations=800,
    horizon=40,
    scale=5.0,
    trust=0.0,
    instinct=instinct,
    trees="none",
    shuffles=False,
    weighs=weighs,
    stirs=stirs,
).with_steady(
    # It looks into few worlds, so that chance soon drowns out what comes later, and the rule of
    # thumb often knows better.
    iterations=100,
    for_two=True,
    horizon=20,
    trust=0.01,
    weighs=None,
    stirs=None,
)
"""How hard each level thinks that searches."""
