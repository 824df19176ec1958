"""Colors of Kasane: what is advised, and why, is so."""

from __future__ import annotations

import pytest

from bot.ui.pages.wording import Wording
from cogs.kasane.hints import because, hint
from cogs.kasane.rules import GAME
from cogs.kasane.views import Take
from tests.games.kasane.laid import lay

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))
ROWS = [[5, 8, 6], [5, 0], [8, 3], [4, 4, 9]]
"""Rows whose front cards are 6, +1, 3 and 9."""


@pytest.mark.parametrize(
    ("action", "hand", "said", "reason"),
    [
        (Take(1, "juu", 2), (4,), "Take 6 from row 1 and score ", "it scores 2 now"),
        (Take(2), (), "Take +1 from row 2", "it scores 1 now"),
        # 4 and 6 would score 2.
        (
            Take(2),
            (4,),
            "Take +1 from row 2",
            "it scores 1 now, and `4` stays in your hand for more",
        ),
        # 9 and 3 of 3, 8, 9.
        (Take(3), (9,), "Take 3 from row 3", "with one more card it can score 4"),
        (Take(3), (), "Take 3 from row 3", "with one more card it can score 2"),
    ],
)
def test_a_card_is_advised_with_what_it_scores_now_or_soon(
    action: Take, hand: tuple[int, ...], said: str, reason: str
) -> None:
    state = lay(ROWS, hand)
    assert action in GAME.legal(state, 0)
    advice = hint(action, GAME.view(state, 0), VOICE).replace("`", "")
    assert advice.startswith(said), advice
    why = because(action, GAME.view(state, 0), VOICE)
    assert why == reason, f"{advice}, because {why!r}"


def test_the_last_card_is_taken_for_what_lies_behind_it() -> None:
    """Nothing comes after it; Bob, who holds nothing, makes no meld with the 4."""
    view = GAME.view(lay(ROWS, (9,) * 11), 0)
    assert because(Take(4), view, VOICE) == "the card behind it makes no meld for Bob"
    assert because(Take(3), view, VOICE) == "the card behind it makes no meld for Bob"
    helped = GAME.view(lay([*ROWS[:3], [6, 9]], hands=[(9,) * 11, (4,), (), ()]), 0)
    assert because(Take(4), helped, VOICE) == "", "Bob's 4 and the 6 behind make 10"


def test_what_the_next_player_could_score_counts_while_they_take_a_card() -> None:
    """Bob's 4 and a 6 make 10; with the last card of a round his turn never comes."""
    for rows, said in (
        ([*ROWS[:3], [9, 6]], "Bob could score 2 with it"),
        ([[9], [9], [9], [9, 6]], ""),
    ):
        view = GAME.view(lay(rows, hands=[(9,) * 11, (4,), (), ()]), 0)
        assert because(Take(4), view, VOICE) == said, f"with the cards {rows} left"
