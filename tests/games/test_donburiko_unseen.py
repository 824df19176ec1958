"""What lies face down in Donburiko! doesn't sway those who can't see it, even in a search."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.strength import Strength
from cogs.donburiko.player import LEVELS
from cogs.donburiko.rules import GAME
from cogs.donburiko.views import Add, Take
from tests.games.test_donburiko import lay
from tests.imagined_answers import Answers, answers

SEARCHES = 12


def share_of_takes(card: int, strength: Strength) -> float:
    """Return how often the other takes an open 3 once seat 0 has laid a card on it face down."""
    view = GAME.view(lay([(3,), (1,)], [(-1, 2, 3, 5), (0, 1, 4)]), 0)
    found = Answers()
    for seed in range(SEARCHES):
        found += answers(GAME, view, Add(card, 1, True), strength, seed)
    return found[Take(1)] / found.total()


def test_the_other_takes_as_gladly_what_makes_six_as_what_makes_too_much() -> None:
    strength = LEVELS["sharp"]
    six, eight = share_of_takes(3, strength), share_of_takes(5, strength)
    assert abs(six - eight) < 0.2, f"takes a 3 with {six:.0%}, a 5 with {eight:.0%}"
    # In the worlds of the seat that thinks it would, or the figures above would prove nothing.
    seeing = replace(strength, trees="shared")
    assert share_of_takes(3, seeing) - share_of_takes(5, seeing) > 0.3
