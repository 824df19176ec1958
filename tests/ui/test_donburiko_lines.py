"""The log of Donburiko!: who did what to whom, word for word."""

from __future__ import annotations

import pytest

from bot.engine.game import Event, MatchOver
from bot.ui.pages.wording import Wording
from cogs.donburiko.render import RENDER
from cogs.donburiko.views import (
    AddedFaceDown,
    AddedFaceUp,
    FinalRoundDecided,
    RoundBegan,
    RoundEnded,
    RowCounted,
    RowTaken,
    TurnSkipped,
)

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            RoundBegan(2, 1, (4, 15, -2), 3, 1),
            "Round 2 begins; Bob starts. Rows: `acorn 4` `acorn 1 or 5` `pond −2`",
        ),
        (AddedFaceUp(1, 2, 5, 1, False), "Bob added `acorn 5` to row 2 and won a chip."),
        (
            AddedFaceUp(2, 3, 0, 0, True),
            "Cleo added `loach` to row 3; the bank has no chip for it. Nothing else was possible.",
        ),
        (AddedFaceDown(2, 3), "Cleo added a card face down to row 3, with a chip on it."),
        (
            RowTaken(1, 2, (3, -1), (-1, 2), 1, False),
            "Bob took row 2: `3` `pond −1 ▮ Cleo` · with 1 chip",
        ),
        (
            RowTaken(0, 3, (3, 4), (-1, -1), 0, True),
            "Ada took row 3: `3` `4` · nothing else was possible",
        ),
        (RowCounted(1, 2, 9, -3, 0, False, False), "Row 2 counts 9 for Bob. Paid: 3 chips."),
        (
            RowCounted(2, 3, 6, 6, 0, True, False),
            "**Donburiko!** Row 3 counts 6 for Cleo. Won: 6 chips.",
        ),
        (RowCounted(0, 1, 4, 4, 0, False, False), "Row 1 counts 4 for Ada. Won: 4 chips."),
        (
            RowCounted(0, 1, 5, 5, 5, False, False),
            "Row 1 counts 5 for Ada. The bank can't pay, so 5 points are owed till the end.",
        ),
        (RowCounted(0, 1, 0, 0, 0, False, True), "Row 1 is full and counts 0 for Ada."),
        (TurnSkipped(2), "Cleo has no card and no row to take: skipped."),
        (FinalRoundDecided("chips", 1), "**Bob has 20 chips or more: this round is the last.**"),
        (FinalRoundDecided("bank", 2), "**The bank is empty: this round is the last.**"),
        (FinalRoundDecided("owed", 0), "**The bank can't pay: this round is the last.**"),
        (
            RoundEnded(3, "all_took", 2, 1),
            "Round 3 is over: all have taken a row. The bank gets 2 chips from the rows.",
        ),
        (RoundEnded(4, "donburiko", 1, 2), "Round 4 is over. The bank gets 1 chip from the rows."),
        (MatchOver((4, 9, 9), (1, 2)), "Bob and Cleo: 9 points, and the game!"),
    ],
)
def test_a_line_says_what_happened(event: Event, line: str) -> None:
    assert RENDER.line(event, VOICE) == line
