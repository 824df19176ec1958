"""A hint nearly always has a reason that its reader can follow."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bot.ui.pages.render import Render
from bot.ui.pages.wording import Wording
from tests.contract.games import Configuration, configurations, play, rule_of_thumb
from tests.contract.seen import NAMES, playable_of

MOST_WITHOUT = 0.12
"""The share of good moves that may go without a reason of their game's own."""
SAME = 0.6
"""At most so many of the reasons of a game are the same words."""
THREE = [
    each for each in configurations() if each.seats == 3 and each.options == type(each.options)()
]


@pytest.mark.parametrize("kind", THREE, ids=str)
def test_a_good_move_has_a_reason_of_its_own(kind: Configuration) -> None:
    render, wording = playable_of(kind.game).render, Wording("en-GB", NAMES[:3])
    if type(render).because is Render.because:
        pytest.skip("a game may do without reasons of its own")
    thumb, chance, reasons = rule_of_thumb(kind.game), random.Random(7), Counter[str]()
    for number in range(3):
        for match, _step in play(kind, random.Random(number)):
            for seat in match.to_act():
                view, legal = match.view(seat), match.legal(seat)
                if len(legal) > 1:
                    action = thumb(view, list(legal), chance)
                    reasons[render.because(action, view, wording)] += 1
    share = reasons[""] / reasons.total()
    assert share <= MOST_WITHOUT, f"{share:.0%} of hints have no reason of their own"
    said, times = reasons.most_common(1)[0]
    assert times <= SAME * reasons.total(), f"{times} of {reasons.total()} hints say {said!r}"
