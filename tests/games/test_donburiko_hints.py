"""Donburiko!: what a move comes to is said as it is when it is advised."""

from __future__ import annotations

import pytest

from bot.ui.pages.wording import Wording
from cogs.donburiko.hints import hint
from cogs.donburiko.rules import GAME
from cogs.donburiko.views import Action, Add, Count, Take
from tests.games.test_donburiko import lay

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))
ROWS = [[2, 3], [1, (4, 0)], [1, 1, 1, 1, 1, 2]]
"""In row 2 lies a card of seat 0, face down; row 3 wants one card to be full."""


@pytest.mark.parametrize(
    ("action", "bank", "said"),
    [
        (Add(1, 1, face_down=False), 9, "You win a chip, and the row is then worth 6."),
        (Add(1, 1, face_down=False), 0, "to row 1. The row is then worth 6."),
        (Add(1, 1, face_down=True), 9, "face down on row 1. To you the row is then worth 6."),
        (Add(2, 2, face_down=False), 9, "You win a chip, and the row is then worth 7."),
        (Add(2, 3, face_down=False), 9, "You win a chip, and the row is then worth 0."),
        (Take(1), 9, "Take row 1. It brings you "),
        (Count(4, announce=False), 9, "Choose "),
    ],
)
def test_a_move_is_advised_with_what_comes_of_it(action: Action, bank: int, said: str) -> None:
    """Own hidden cards count; the bank has a chip to win only if there is one left."""
    state = lay(ROWS, [[1, 2], [3, 3], [3, 3]], bank=bank)
    advice = hint(action, GAME.view(state, 0), VOICE)
    plain = " ".join(word for word in advice.replace("`", "").replace("*", "").split())
    assert said in plain, plain
    assert ("win a chip" in plain) == ("win a chip" in said), plain
