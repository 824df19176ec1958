"""Donburiko!: what is advised, and why, is so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ui.pages.wording import Wording
from cogs.donburiko.hints import because, hint
from cogs.donburiko.rules import GAME
from cogs.donburiko.views import Action, Add, Count, Take, Taking
from tests.games.test_donburiko import lay

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))
ROWS = [[2, 3], [1, (4, 0)], [1, (4, 1), 1]]
"""In row 2 lies a card of seat 0, face down, in row 3 one of seat 1."""


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Add(1, 1, face_down=False), "Add acorn 1 face up to row 1"),
        (Add(1, 1, face_down=True), "Put acorn 1 face down on row 1"),
        (Take(1), "Take row 1"),
        (Count(4, announce=False), "Choose "),
    ],
)
def test_a_move_is_advised_verb_first(action: Action, said: str) -> None:
    advice = hint(action, GAME.view(lay(ROWS, [[1], [3], [3]]), 0), VOICE)
    assert advice.replace("`", "").replace("\N{NO-BREAK SPACE}", " ").startswith(said), advice


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Take(1), "it brings 5 now"),
        # Its own hidden card counts, and so does the chip on it; others' hidden cards are unknown.
        (Take(2), "it brings 6 now"),
        # Of what it sees there, at least.
        (Take(3), "what you see of it is worth 2"),
        (Add(1, 1, face_down=True), "the row is 6 then, and nobody else sees it"),
        (Add(1, 2, face_down=True), "the row is 6 then, and nobody else sees it"),
        # Bob sees that row 1 is ripe, but not row 2.
        (Add(1, 1, face_down=False), "it wins a chip, though Bob could then take row 1 for 6"),
        (Add(1, 2, face_down=False), "it wins a chip, and row 2 is worth 6 then"),
        (Add(3, 1, face_down=False), "Bob could take that row for 5"),
        # Bob doesn't know what row 2 is worth, nor Ada what row 3 is.
        (Add(3, 2, face_down=False), "you keep your acorn 1, which can make row 1 exactly 6"),
        (Add(3, 3, face_down=False), "you keep your acorn 1, which can make row 1 exactly 6"),
        (Add(1, 3, face_down=False), "it wins a chip"),
        (Add(1, 3, face_down=True), "nobody else can tell then what row 3 is worth"),
        (Add(3, 2, face_down=True), "you keep your acorn 1, which can make row 1 exactly 6"),
    ],
)
def test_a_reason_is_sure_for_its_player(action: Action, said: str) -> None:
    reason = because(action, GAME.view(lay(ROWS, [[1, 3], [3], [3]]), 0), VOICE)
    assert reason == said, f"{action}, because {reason!r}"


def test_no_choice_is_said_to_bring_most_that_does_not() -> None:
    """A row of which nothing is won may be counted so that it costs nothing, or something."""
    seen = GAME.view(lay(ROWS, [[1, 3], [3], [3]]), 0)
    taking = Taking(1, (2, 3), (0, 0), 0, ((7, -1), (11, -5)))
    view = replace(seen, public=replace(seen.public, taking=taking))
    said = [because(Count(total, announce=False), view, VOICE) for total in (7, 11)]
    assert said == ["no other choice brings more", ""], said


def test_what_the_bank_cannot_pay_is_not_said_to_come_now() -> None:
    seen = GAME.view(lay(ROWS, [[1, 3], [3], [3]], bank=4), 0)
    assert because(Take(1), seen, VOICE) == "the bank then owes you 5 until the end"
    assert because(Take(2), seen, VOICE) == "the bank then owes you 5 until the end"
    taking = Taking(1, (2, 3), (0, 0), 0, ((5, 5), (6, 4)))
    view = replace(seen, public=replace(seen.public, taking=taking))
    said = [because(Count(total, announce=False), view, VOICE) for total in (5, 6)]
    assert said == ["the bank then owes you 5 until the end", "it brings 4 now"], said


def test_whoever_is_last_in_is_not_told_what_somebody_else_pays() -> None:
    """Nobody else can take the row any more: they would pay themselves."""
    view = GAME.view(lay([[], [], [1, 2]], [[-4], [3], [3]], out=(1, 2)), 0)
    said = [because(Add(-4, 3, face_down=down), view, VOICE) for down in (False, True)]
    assert said == [
        "nobody can take a row from you, and it wins a chip",
        "nobody can take a row from you",
    ]
