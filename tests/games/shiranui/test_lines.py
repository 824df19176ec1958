"""The log of Shiranui: who did what to whom, word for word."""

from __future__ import annotations

import pytest

from bot.engine.game import Event
from bot.ui.pages.wording import Wording
from cogs.shiranui.render import RENDER
from cogs.shiranui.views import Given, MatchOver, Played, RoundBegan, RoundEnded, TrickWon

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            RoundBegan(2, 1, (0, 0, 2)),
            "Round 2 begins; Bob leads. 2 clear tokens for Cleo, who is last.",
        ),
        (
            RoundBegan(3, 0, (1, 1, 0)),
            "Round 3 begins; Ada leads. 1 clear token each for Ada and Bob, who are last.",
        ),
        (RoundBegan(1, 2, (0, 0, 0)), "Round 1 begins; Cleo leads."),
        (
            Given(1, 2, 13, 2, 1, 6),
            "Bob gave 2 red and 1 clear to 🔺 red 3 of Cleo, which counts 6.",
        ),
        (Given(0, 1, 24, 0, 2, 6), "Ada gave 2 clear to ⭐ yellow 4 of Bob, which counts 6."),
        (Played(2, 24, True, 2, 2, True, False), "Cleo led ⭐ yellow 4."),
        (
            Played(0, 11, False, 2, 3, False, True),
            "Ada played 🔺 red 1. Nothing else was possible. They hold no 🍀 green. Now "
            "⭐ **yellow** is strong.",
        ),
        (RoundEnded(1, (3, 5, 7)), "Round 1 is over: Ada 3 · Bob 5 · Cleo 7"),
        (MatchOver((15, 3, 16), 2, ()), "Cleo: 16 points, and the game!"),
        (MatchOver((15, 3, 15), 2, (0,)), "Cleo: 15 points, later than Ada, and the game!"),
        (
            TrickWon(1, 4, 13, (3, 5), 3, 9, False),
            "**Bob wins trick 4** with 🔺 red 3: 3 points, 9 in all. (🔺 red: **3** · 5)",
        ),
        (
            TrickWon(2, 8, 24, (4, 9), 9, 11, True),
            "**Cleo wins trick 8** with ⭐ yellow 4: 9 points, 11 in all. ⭐ yellow: 4 + "
            "**9** = 13, so the lowest is void.",
        ),
    ],
)
def test_a_line_says_what_happened(event: Event, line: str) -> None:
    assert RENDER.line(event, VOICE) == line
