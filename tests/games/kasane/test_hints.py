"""Colors of Kasane: what a move comes to is said as it is when it is advised."""

from __future__ import annotations

from bot.ui.pages.wording import Wording
from cogs.kasane.hints import hint
from cogs.kasane.rules import GAME, State
from cogs.kasane.views import Take
from tests.games.kasane.laid import lay

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))
ROWS = [[5, 8, 6], [5, 0], [8, 3]]
"""Rows whose front cards are 6, +1 and 3."""


def advised(action: Take, state: State) -> str:
    """Return the words of the advice to seat 0, without pictures."""
    assert action in GAME.legal(state, 0)
    said = hint(action, GAME.view(state, 0), VOICE)
    return " ".join(word for word in said.replace("`", "").split() if word.isascii())


def test_a_meld_is_advised_with_what_it_scores() -> None:
    said = advised(Take(1, "juu", 2), lay(ROWS, (4,)))
    assert said.startswith("Take 6 from row 1 and score ") and "Juu" in said, said
    said = advised(Take(1, "juu", 2, top=True), lay(ROWS, (), (7, 4)))
    assert said.startswith("Take 6 from row 1 and score ") and "Juu" in said, said


def test_a_point_of_its_own_leaves_the_hand() -> None:
    said = advised(Take(2), lay(ROWS, (4,)))
    assert said == "Take +1 from row 2: it's 1 point, and your hand stays as it is."


def test_any_other_card_is_for_later() -> None:
    said = advised(Take(3), lay(ROWS, (9,)))
    assert said == "Take 3 from row 3 and score no meld yet: you build up your hand."
