"""The log of Colors of Kasane: who did what to whom, word for word."""

from __future__ import annotations

import pytest

from bot.engine.game import Event, MatchOver
from bot.ui.pages.wording import Wording
from cogs.kasane.render import RENDER
from cogs.kasane.views import PLUS_ONE, CardTaken, MeldAchieved, RobeCounted, RoundBegan, RoundEnded

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (RoundBegan(2, 1, ((1, 2), (3, 4), (5, 6)), False, 10, 0), "Round 2 begins; Bob starts."),
        (
            RoundBegan(4, 2, ((1, 2), (3, 4), (5, 6)), True, 10, 0),
            "Round 4 begins; Cleo starts. It is the last: the discards were shuffled "
            "into the draw pile.",
        ),
        (CardTaken(1, 3, 7, False), "Bob took `7` from row 3."),
        (CardTaken(2, 1, PLUS_ONE, False), "Cleo took `+1` from row 1: 1 point."),
        (CardTaken(0, 2, 7, True), "Ada took `7` from row 2. Nothing else was possible."),
        (MeldAchieved(1, "juu", (3, 7), True, 2), "Bob achieved **Juu** `[3]-7`: 2 points."),
        (RoundEnded(3, (2, 5)), "Round 3 is over; left in the field: `2 5`"),
        (RobeCounted(1, 9, 5, 4, 0), "The robe of Bob has 9 cards in 5 colours: 4 points."),
        (
            RobeCounted(2, 12, 8, 9, 3),
            "The robe of Cleo has 12 cards in 8 colours: 9 points. All twelve are laid: 3 points.",
        ),
        (RobeCounted(0, 1, 1, 0, 0), "The robe of Ada has 1 card: nothing for its colours."),
        (MatchOver((4, 9, 9), (1, 2)), "Bob and Cleo: 9 points, and the game!"),
    ],
)
def test_a_line_says_what_happened(event: Event, line: str) -> None:
    assert RENDER.line(event, VOICE) == line
