"""Simple habits as players of the arena: always refuse, win as cheaply as possible, and so on.

A habit says which of the legal actions suit it, and the rule of thumb decides among them. So a
habit that beats a computer player is a hole that anybody may find.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from bot.engine.computer import Player
from bot.engine.game import Action
from bot.engine.views import SeatView

Habit = Callable[[Any, Sequence[Any]], Sequence[Any]]
"""Returns the legal actions that suit the habit, by a seat's view; none if it has no say."""


def only(suits: Callable[[Any, Any], bool]) -> Habit:
    """Return the habit of doing nothing but what suits, by view and action."""
    return lambda view, legal: [action for action in legal if suits(view, action)]


def least(kind: type[Action], key: Callable[[Any, Any], float]) -> Habit:
    """Return the habit of doing, of one kind of action, the one with the least key.

    The key is found by view and action. Actions of other kinds all suit.
    """

    def suiting(view: Any, legal: Sequence[Any]) -> Sequence[Any]:
        keys = [key(view, action) if isinstance(action, kind) else None for action in legal]
        best = min((each for each in keys if each is not None), default=None)
        return [
            action for action, each in zip(legal, keys, strict=True) if each is None or each == best
        ]

    return suiting


def choose(
    habit: Habit,
    player: Player,
    view: SeatView[Any, Any],
    legal: Sequence[Action],
    rng: random.Random,
) -> Action:
    """Choose what suits the habit: the rule of thumb's choice, or else one of the same kind."""
    rough: Action = player.choose(view, legal, rng)
    suiting = list(habit(view, legal)) or list(legal)
    if rough in suiting:
        return rough
    return rng.choice([each for each in suiting if each.kind == rough.kind] or suiting)
