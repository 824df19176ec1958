"""The log of Ameno Kirifuda: who did what to whom, word for word."""

from __future__ import annotations

import pytest

from bot.engine.game import Event, MatchOver
from bot.ui.pages.wording import Wording
from cogs.kirifuda.render import RENDER
from cogs.kirifuda.views import (
    Achieved,
    BadKarma,
    CardPlayed,
    Decided,
    Discarded,
    Drafted,
    RoundBegan,
    RoundEnded,
    StonePlaced,
    StonePushed,
    StonesReturned,
    TrickWon,
)

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (RoundBegan(2, 1, (12, 30)), "Round 2 begins. Bob has spring 1 and is the first dealer."),
        (Drafted(1, 12, False), "Bob takes a blessing card: `2 in spring → 5`"),
        (Drafted(2, 30, True), "Cleo gets the last blessing card: `0 in autumn → 2`"),
        (Decided(2), "Cleo has chosen which blessing cards to keep."),
        (Discarded(1, (12, 30)), "Bob gives up `2 in spring → 5` `0 in autumn → 2` for 2 stones."),
        (Discarded(0, ()), "Ada keeps all blessing cards."),
        (CardPlayed(2, 41, False), "Cleo plays winter 1."),
        (
            TrickWon(3, 1, 23, (21, 14, 23)),
            "**Bob wins trick 3** with summer 3: `summer 1` `spring 4` `summer 3`",
        ),
        (StonePlaced(1, 23, False), "Bob places a stone on summer C."),
        (
            StonePushed(0, 11, 1, 12),
            "Ada moves Bob's stone from spring A to spring B and takes its place.",
        ),
        (
            StonePushed(0, 11, 0, 12),
            "Ada moves an own stone from spring A to spring B and places one there.",
        ),
        (BadKarma(2), "**Bad Karma!** Cleo has no stone to place."),
        (
            StonesReturned(1, (11, 22, 33), False),
            "Bob takes three stones back: spring A, summer B, autumn C.",
        ),
        (Achieved(2, (12, 30)), "Cleo achieves `2 in spring → 5` `0 in autumn → 2`"),
        (RoundEnded(1), "Round 1 is over."),
        (MatchOver((4, 9, 3), (1,)), "Bob: 9 points, and the game!"),
    ],
)
def test_a_line_says_what_happened(event: Event, line: str) -> None:
    assert RENDER.line(event, VOICE) == line
