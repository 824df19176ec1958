"""What a game's render says where the game has no words of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

import pytest

from bot.engine.game import Chosen, MatchOver, Options, Result, option
from bot.ui.pages.games.rules import credits_line
from bot.ui.pages.numbers import points, signed
from bot.ui.pages.render import Body, Render
from bot.ui.pages.wording import Wording
from cogs.donburiko.views import INFO

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


@dataclass(frozen=True, slots=True)
class Choices(Options):
    short: bool = option(False, "A short game")
    open_hands: bool = option(True, "Hands lie open")
    deck: Literal["all", "few"] = option("all", "Which cards", {"few": "no high ones"})
    rounds: Literal["three", "five"] = option("three", "How many rounds")


class Plain(Render):
    """A render with nothing but what it must have."""

    parts: ClassVar[Mapping[str, str]] = {"tricks": "Tricks", "fines": "Fines"}

    def headline(self, view: Any, wording: Wording) -> str:
        return ""

    def task(self, view: Any, to_act: tuple[int, ...], wording: Wording) -> str:
        return ""

    def board(self, view: Any, wording: Wording) -> Body:
        return Body()

    def hand(self, view: Any, wording: Wording) -> Body:
        return Body()

    def words(self, action: Any, view: Any, wording: Wording) -> tuple[()]:
        return ()


def test_the_account_is_what_the_result_is_made_of_the_winner_first() -> None:
    parts = ((("tricks", 5), ("fines", -2)), (("tricks", 1),), (("tricks", 3),))
    page = Plain().final(None, Result((3, 1, 3), (2,), parts), VOICE)
    assert page.text == "", "what its first account says stands there twice"
    assert [(field.name, field.text) for field in page.fields] == [
        ("Cleo: 3 points", "Tricks: 3"),
        ("Ada: 3 points", "Tricks: 5\nFines: −2"),
        ("Bob: 1 point", "Tricks: 1"),
    ]


def test_the_end_names_who_won_with_how_much() -> None:
    over = MatchOver((2, 7, 7), (1, 2))
    shared = "Bob and Cleo share the win with 7 points each!"
    assert Plain().line(over, VOICE) == shared
    assert Plain().heard(over, 1, VOICE) == shared
    alone = MatchOver((2, 7, 1), (1,))
    assert Plain().heard(alone, 0, VOICE) == "Bob wins with 7 points!"
    assert Plain().heard(alone, 1, VOICE) == "**You win with 7 points!**"


def test_a_sealed_choice_is_said_without_what_it_is() -> None:
    assert Plain().line(Chosen(1), VOICE) == "Bob has chosen."
    assert Plain().heard(Chosen(1), 0, VOICE) == "Bob has chosen."
    said = Plain().heard(Chosen(1), 1, VOICE)
    assert said == "You chose. The others see it once everybody has chosen."


def test_only_options_that_differ_from_the_standard_game_are_said() -> None:
    assert Plain().options(Choices(), VOICE) == []
    said = Plain().options(Choices(True, False, "few", "five"), VOICE)
    assert said == [
        "A short game",
        "Hands lie open: no",
        "Which cards: no high ones",
        "How many rounds: five",
    ]
    assert Plain().options(Choices(open_hands=False), Wording("ja")) == [
        "Hands lie open：いいえ"
    ], "an answer isn't said as Discord says the choice"


@pytest.mark.parametrize(("value", "said"), [(3, "+3"), (0, "0"), (-2, "−2")])
def test_points_won_bear_their_sign(value: int, said: str) -> None:
    assert signed(value) == said
    assert points(value, VOICE) == f"{said.removeprefix('+')} points"


def test_the_credits_leave_out_a_year_that_nobody_knows() -> None:
    assert "(ドンブリコ！, 2013) by **masanofu**" in credits_line(INFO, VOICE)
    assert "(ドンブリコ！) by" in credits_line(replace(INFO, year=None), VOICE)
