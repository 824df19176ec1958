"""The log of Donburiko!: who did what to whom, word for word."""

from __future__ import annotations

import pytest

from bot.engine.game import Event, MatchOver
from bot.ui.pages.numbers import NO_BREAK
from bot.ui.pages.wording import Wording
from cogs.donburiko.render import RENDER
from cogs.donburiko.views import (
    AddedFaceDown,
    AddedFaceUp,
    CardHidden,
    FinalRoundDecided,
    HandDealt,
    RoundBegan,
    RoundEnded,
    RowCounted,
    RowTaken,
    TurnSkipped,
)
from tests.games.test_donburiko import HOOKS

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            RoundBegan(2, 1, (4, 15, -2), 3, 1),
            "Round 2: Bob starts. First cards: `acorn 4` `acorn 1 or 5` `pond −2`",
        ),
        (AddedFaceUp(1, 2, 5, 1, False), "Bob added `acorn 5` to row 2: +1 chip."),
        (
            AddedFaceUp(2, 3, 0, 0, True),
            "Cleo added `loach` to row 3. No chip: the bank is empty. (only move)",
        ),
        (AddedFaceDown(2, 3), "Cleo added a card face down to row 3: −1 chip."),
        (
            RowTaken(1, 2, (3, -1), (-1, 2), 1, False),
            "Bob took row 2: `acorn 3` `pond −1` and 1 chip.",
        ),
        (
            RowTaken(0, 3, (3, 4), (-1, -1), 0, True),
            "Ada took row 3: `acorn 3` `acorn 4`. (only move)",
        ),
        (RowCounted(1, 2, 9, -3, 0, False, False), "Row 2 is worth 9. Bob pays 3 chips."),
        (
            RowCounted(2, 3, 6, 6, 0, True, False),
            "**Donburiko!** Row 3 is worth 6. Cleo wins 6 chips.",
        ),
        (RowCounted(0, 1, 4, 4, 0, False, False), "Row 1 is worth 4. Ada wins 4 chips."),
        (RowCounted(0, 1, 0, 0, 0, False, False), "Row 1 is worth 0."),
        (RowCounted(2, 1, 9, 0, 0, False, False), "Row 1 is worth 9. Cleo has no chips to pay."),
        (RowCounted(2, 1, -1, -1, 0, False, False), "Row 1 is worth −1. Cleo pays 1 chip."),
        (
            RowCounted(0, 1, 5, 5, 5, False, False),
            "Row 1 is worth 5. The bank has too few chips: it owes Ada 5 points until the end.",
        ),
        (
            RowCounted(0, 1, 0, 0, 0, False, True),
            "Row 1 has seven cards, so it is worth 0.",
        ),
        (TurnSkipped(2), "Cleo is skipped: no cards left, and no row to take."),
        (FinalRoundDecided("chips", 1), "**Bob has 20 chips or more: last round!**"),
        (FinalRoundDecided("bank", 2), "**The bank is empty: last round!**"),
        (FinalRoundDecided("owed", 0), "**The bank can't pay in full: last round!**"),
        (FinalRoundDecided("rounds", None), "**Round limit reached: last round!**"),
        (
            RoundEnded(3, "all_took", 2, 1),
            "Round 3 ended: everybody took a row. 2 chips left on the table go to the bank.",
        ),
        (
            RoundEnded(4, "donburiko", 1, 2),
            "Cleo's **Donburiko!** ended round 4. 1 chip left on the table goes to the bank.",
        ),
        (RoundEnded(4, "stuck", 0, 2), "Round 4 ended: nobody can move."),
        (HandDealt(0, (1, 2)), None),
        (CardHidden(0, 1, 2), None),
    ],
)
def test_a_line_says_what_happened(event: Event, line: str | None) -> None:
    said = RENDER.line(event, VOICE)
    assert (said and spaced(said)) == line


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (HandDealt(0, (-2, 0, 15)), "You got `pond −2` `loach` `acorn 1 or 5`."),
        (CardHidden(0, 2, 0), "You added `loach` face down to row 2: −1 chip."),
        (RoundBegan(2, 0, (4,), 3, 1), "Round 2: you start."),
        (AddedFaceUp(0, 2, 5, 1, False), "You added `acorn 5` to row 2: +1 chip."),
        (
            AddedFaceUp(0, 2, 5, 0, True),
            "You added `acorn 5` to row 2. No chip: the bank is empty. (only move)",
        ),
        (
            RowTaken(0, 2, (3, -1), (-1, 0), 1, False),
            "You took row 2: `acorn 3` `pond −1` and 1 chip.",
        ),
        (
            RowTaken(1, 2, (3, -1), (-1, 0), 1, False),
            "Bob took row 2 with your hidden card: `acorn 3` `pond −1` and 1 chip.",
        ),
        (RowCounted(0, 2, 9, -3, 0, False, False), "Your row is worth 9. −3 chips."),
        (RowCounted(0, 2, 1, 1, 0, False, False), "Your row is worth 1. +1 chip."),
        (RowCounted(0, 2, 9, 0, 0, False, False), "Your row is worth 9. You have no chips to pay."),
        (
            RowCounted(0, 3, 6, 6, 0, True, False),
            "**Donburiko!** Your row is worth 6. +6 chips.",
        ),
        (RowCounted(0, 3, 0, 0, 0, False, True), "Your row has seven cards, so it is worth 0."),
        (
            RowCounted(0, 1, 5, 5, 5, False, False),
            "Your row is worth 5. The bank has too few chips: it owes you 5 points until the end.",
        ),
        (TurnSkipped(0), "You were skipped: no cards left, and no row to take."),
        (FinalRoundDecided("chips", 0), "**You have 20 chips or more: last round!**"),
        (MatchOver((9, 4, 2), (0,)), "**You win with 9 points!**"),
    ],
)
def test_what_touches_a_player_is_said_to_them(event: Event, line: str) -> None:
    said = RENDER.heard(event, 0, VOICE)
    assert said is not None and spaced(said) == line
    assert said != RENDER.line(event, VOICE), "it is worded as for all"


def test_what_only_one_seat_hears_has_words() -> None:
    private = {HandDealt(1, (2, 3)), CardHidden(1, 2, 3)}
    assert {event.kind for event in private} == HOOKS.private, "a private event isn't tested here"
    for event in private:
        assert RENDER.heard(event, 1, VOICE), f"{event.kind} has no words for who heard it"


def test_a_hidden_card_is_told_once_to_who_hid_it() -> None:
    assert RENDER.heard(AddedFaceDown(1, 2), 1, VOICE) is None
    assert RENDER.heard(AddedFaceDown(1, 2), 0, VOICE) == RENDER.line(AddedFaceDown(1, 2), VOICE)


def spaced(text: str) -> str:
    """Return a text with common spaces, wherever a line may break."""
    return text.replace(NO_BREAK, " ")
