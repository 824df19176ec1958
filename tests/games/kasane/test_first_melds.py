"""The three melds that newcomers to Colors of Kasane are shown are melds, with their points."""

from __future__ import annotations

from cogs.kasane.first_melds import _EXAMPLES, first
from cogs.kasane.melds import Way, box_of, ways
from cogs.kasane.rules import GAME
from cogs.kasane.views import BOXES, FREE, PLUS_ONE
from tests.games.kasane.laid import lay

ROWS = [[5, 8, 6], [5, 1], [8, 3]]
NOTHING_MARKED = (FREE,) * len(BOXES)


def test_each_is_a_meld_that_brings_its_points() -> None:
    for meld, cards, points in _EXAMPLES:
        assert Way(meld, len(cards), False) in ways(cards, PLUS_ONE, NOTHING_MARKED), cards
        box = BOXES[box_of(meld, len(cards), NOTHING_MARKED)]
        assert box.points == points, f"{cards} brings {box.points}"


def test_they_go_with_the_first_meld_of_ones_own() -> None:
    state = lay(ROWS, marked=[0])
    assert first(GAME.view(state, 0)) is not None, "somebody else's meld took them away"
    assert first(GAME.view(state, 1)) is None, "they stay after the first meld"
