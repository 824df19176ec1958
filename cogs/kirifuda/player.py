"""The computer players of Ameno Kirifuda: by the rule of thumb, or searching."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.engine.search import Strength
from cogs.kirifuda.rollout import instinct
from cogs.kirifuda.rule_of_thumb import choose
from cogs.kirifuda.views import INFO

__all__ = ["LEVELS", "choose"]

# Each trick brings a stone or costs three, and only at the end of a round it shows what blessing
# cards come to: so each round is played to its end.
_STRENGTH: Final = Strength(
    iterations=700,
    horizon=INFO.longest,
    scale=4.0,
    exploration=0.4,
    instinct=instinct,
    shuffles=False,
)
LEVELS: Final[Mapping[str, Strength]] = {
    "steady": replace(_STRENGTH, iterations=150),
    "sharp": _STRENGTH,
}
"""How hard each level thinks that searches."""
