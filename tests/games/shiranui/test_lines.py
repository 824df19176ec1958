"""The log of Shiranui: who did what to whom, word for word."""

from __future__ import annotations

import pytest

from bot.engine import game
from bot.engine.game import Event
from bot.ui.pages.render import Render
from bot.ui.pages.wording import Wording
from cogs.shiranui.render import RENDER
from cogs.shiranui.views import (
    Given,
    HandDealt,
    MatchOver,
    Played,
    RoundBegan,
    RoundEnded,
    TrickWon,
)
from tests.games.test_shiranui import HOOKS

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            RoundBegan(2, 1, (0, 0, 2)),
            "Round 2: Bob leads. Cleo is last and gets 2 clear tokens.",
        ),
        (
            RoundBegan(3, 0, (1, 1, 0)),
            "Round 3: Ada leads. Ada and Bob are last and get 1 clear token each.",
        ),
        (RoundBegan(1, 2, (0, 0, 0)), "Round 1: Cleo leads."),
        (
            Given(1, 2, 13, 2, 1, 6),
            "Bob gave 2 red and 1 clear to Cleo's 🔥\u00a0red 3 (now 6).",
        ),
        (Given(0, 1, 24, 0, 2, 6), "Ada gave 2 clear to Bob's ☀️\u00a0yellow 4 (now 6)."),
        (Played(2, 24, True, 2, 2, True, False), "Cleo led ☀️\u00a0yellow 4."),
        (
            Played(0, 11, False, 2, 3, False, True),
            "Ada played 🔥\u00a0red 1 (only move). No 🍃\u00a0green in hand. Now "
            "☀️\u00a0**yellow** is strong.",
        ),
        (RoundEnded(1, (3, 5, 7)), "Round 1 ended: Ada 3 · Bob 5 · Cleo 7"),
        (
            MatchOver((15, 3, 15), 2, (0,)),
            "Cleo wins with 15 points! It was a tie with Ada: Cleo got there last.",
        ),
        (
            TrickWon(1, 4, 13, (3, 5), 2, 9, False),
            "**Bob won trick 4** with 🔥\u00a0red 3: +2, now 9 points. (🔥\u00a0red: **3** · 5)",
        ),
        (
            TrickWon(2, 8, 24, (4, 9), 9, 11, True),
            "**Cleo won trick 8** with ☀️\u00a0yellow 4: +9, now 11 points. (☀️\u00a0yellow: 4 + "
            "**9** = 13, so the lowest can't win.)",
        ),
    ],
)
def test_a_line_says_what_happened(event: Event, line: str) -> None:
    assert RENDER.line(event, VOICE) == line


def test_the_end_without_a_tie_reads_as_in_every_game() -> None:
    said = RENDER.line(MatchOver((15, 3, 16), 2, ()), VOICE)
    assert said == Render.line(RENDER, game.MatchOver((15, 3, 16), (2,)), VOICE)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            HandDealt(1, (13, 24), (0, 2, 0, 1, 0, 0)),
            "You got 🔥\u00a0red 3 ☀️\u00a0yellow 4 and these tokens: "
            "🔥\u00a02\u00a0red · 🍃\u00a01\u00a0green.",
        ),
        (RoundBegan(2, 1, (0, 2, 0)), "Round 2: you lead. You are last and get 2 clear tokens."),
        (
            RoundBegan(2, 0, (0, 1, 1)),
            "Round 2: Ada leads. You and Cleo are last and get 1 clear token each.",
        ),
        (Given(1, 2, 13, 2, 0, 5), "You gave 2 red to Cleo's 🔥\u00a0red 3 (now 5)."),
        (Given(0, 1, 13, 2, 0, 5), "Ada gave 2 red to your 🔥\u00a0red 3 (now 5)."),
        (Played(1, 24, True, 2, 2, True, False), "You led ☀️\u00a0yellow 4."),
        (
            Played(1, 11, False, 1, 3, False, True),
            "You played 🔥\u00a0red 1 (only move). Now 🔥\u00a0**red** is strong.",
        ),
        (
            TrickWon(1, 4, 13, (3, 5), 2, 9, False),
            "**You won trick 4** with 🔥\u00a0red 3: +2, now 9 points. (🔥\u00a0red: **3** · 5)",
        ),
        (MatchOver((3, 15, 2), 1, ()), "**You win with 15 points!**"),
        (
            MatchOver((15, 15, 2), 1, (0,)),
            "**You win with 15 points!** It was a tie with Ada: you got there last.",
        ),
    ],
)
def test_a_seat_is_told_what_touches_it(event: Event, line: str) -> None:
    """Bob, who sits on seat 1, reads of himself; of others he reads what the log says."""
    assert RENDER.heard(event, 1, VOICE) == line


@pytest.mark.parametrize(
    "event",
    [
        RoundBegan(2, 0, (0, 0, 2)),
        Given(0, 2, 13, 2, 0, 5),
        Played(0, 24, True, 2, 2, True, False),
        TrickWon(2, 4, 13, (3, 5), 2, 9, False),
        RoundEnded(1, (3, 5, 7)),
        MatchOver((15, 3, 15), 2, (0,)),
    ],
)
def test_what_touches_others_reads_as_in_the_log(event: Event) -> None:
    assert RENDER.heard(event, 1, VOICE) == RENDER.line(event, VOICE) is not None


def test_all_that_only_one_seat_hears_has_words() -> None:
    private = {HandDealt(1, (13, 24), (0, 2, 0, 1, 0, 0))}
    assert {event.kind for event in private} == HOOKS.private, "words for it are tested here"
    for event in private:
        assert RENDER.heard(event, 1, VOICE), f"no words for {event.kind}"
