"""The log of Colors of Kasane: who did what, word for word, and what the player is told."""

from __future__ import annotations

import pytest

from bot.engine.game import Event, MatchOver
from bot.ui.pages.wording import Wording
from cogs.kasane.card_art import EMOJI
from cogs.kasane.render import RENDER
from cogs.kasane.views import PLUS_ONE, CardTaken, MeldAchieved, RobeCounted, RoundBegan, RoundEnded

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))
DEALT = ((1, 2), (3, 4), (5, 6))


@pytest.mark.parametrize(
    ("event", "line", "heard"),
    [
        (
            RoundBegan(2, 1, DEALT, False, 10, 0),
            "Round 2: Bob starts.",
            "Round 2: you start.",
        ),
        (
            RoundBegan(4, 1, DEALT, True, 10, 0),
            "Round 4: Bob starts. Last round! The cards left over before were shuffled back in.",
            "Round 4: you start. Last round! The cards left over before were shuffled back in.",
        ),
        (
            CardTaken(1, 3, 7, False),
            "Bob took `7` from row 3.",
            "You took `7` from row 3.",
        ),
        (
            CardTaken(1, 1, PLUS_ONE, False),
            "Bob took `+1` from row 1. +1 point.",
            "You took `+1` from row 1. +1 point.",
        ),
        (
            CardTaken(1, 2, 7, True),
            "Bob took `7` from row 2. (only move)",
            "You took `7` from row 2. (only move)",
        ),
        (
            MeldAchieved(1, "juu", (3, 7), True, 2),
            "Bob scored **sum 10 (Juu)** `[3]-7`: +2 points.",
            "You scored **sum 10 (Juu)** `[3]-7`: +2 points.",
        ),
        (
            RobeCounted(1, 9, 5, 4, 0),
            "Bob's robe: 9 cards in 5 colours, +4 points.",
            "Your robe: 9 cards in 5 colours, +4 points.",
        ),
        (
            RobeCounted(1, 12, 8, 9, 3),
            "Bob's robe: 12 cards in 8 colours, +9 points. All twelve cards laid, +3 points.",
            "Your robe: 12 cards in 8 colours, +9 points. All twelve cards laid, +3 points.",
        ),
        (
            RobeCounted(1, 1, 1, 0, 0),
            "Bob's robe: only 1 card, so no colour bonus (8 needed).",
            "Your robe: only 1 card, so no colour bonus (8 needed).",
        ),
        (MatchOver((4, 9, 3), (1,)), "Bob wins with 9 points!", "**You win with 9 points!**"),
    ],
)
def test_an_event_is_told_to_all_and_to_its_player(event: Event, line: str, heard: str) -> None:
    assert RENDER.line(event, VOICE) == line
    assert RENDER.heard(event, 1, VOICE) == heard, "its player isn't spoken to"
    assert RENDER.heard(event, 2, VOICE) == line, "somebody else's event reads as in the log"


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (RoundEnded(2, (2, 5, 8)), "Round 2 ended. Cards left over: `2\u00a05\u00a08`"),
        (RoundEnded(3, (2, 5, 8)), "Round 3 ended."),
        (MatchOver((4, 9, 9), (1, 2)), "Bob and Cleo share the win with 9 points each!"),
    ],
)
def test_what_touches_all_alike_reads_alike(event: Event, line: str) -> None:
    assert RENDER.line(event, VOICE) == RENDER.heard(event, 1, VOICE) == line


def test_cards_are_emoji_once_there_are_any() -> None:
    known = {name: f"<:{name}:1>" for name in EMOJI}
    voice = Wording("en-GB", ("Ada", "Bob", "Cleo"), known)
    meld = MeldAchieved(1, "juu", (3, 7), True, 2)
    assert (
        RENDER.line(meld, voice) == "Bob scored **sum 10 (Juu)** [<:kas_3:1>]<:kas_7:1>: +2 points."
    )
    taken = CardTaken(1, 1, PLUS_ONE, False)
    assert RENDER.heard(taken, 1, voice) == "You took <:kas_plus1:1> from row 1. +1 point."


def test_only_robes_that_bring_somebody_else_points_are_told_at_the_end() -> None:
    robes = [RobeCounted(0, 9, 5, 0, 0), RobeCounted(1, 9, 8, 4, 0), RobeCounted(2, 1, 1, 0, 0)]
    of_bob = "Bob's robe: 9 cards in 8 colours, +4 points."
    assert RENDER.told(robes, None, VOICE) == RENDER.told(robes, 0, VOICE) == [of_bob]
    assert RENDER.told(robes, 1, VOICE) == [], "a robe of one's own is told beside its account"
