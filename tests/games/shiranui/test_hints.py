"""Shiranui: what a move comes to is said as it is when it is advised."""

from __future__ import annotations

import pytest

from bot.ui.pages.wording import Wording
from cogs.shiranui.hints import hint
from cogs.shiranui.rules import State
from cogs.shiranui.views import Action, Give, Play
from tests.games.shiranui.table import G, R, Y, do, lay, play, pouch, view_of

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


def advised(action: Action, state: State, seat: int) -> str:
    """Return the words of the advice to a seat, without pictures."""
    said = hint(action, view_of(state, seat), VOICE)
    return " ".join(word for word in said.split() if word.isascii())


def advice(led: int, then: int | None, card: int) -> str:
    """Return what is said about a card that is led, or played as the second or third."""
    trick = [each for each in (led, then) if each is not None and each != card]
    state = lay([[each, G + 7] for each in (*trick, card, G + 6)][:3])
    if trick:
        play(state, *trick)
    return advised(Play(card), state, len(trick))


def test_a_card_that_is_led_is_said_alone() -> None:
    assert advice(R + 3, None, R + 3) == "Lead red 3."


def test_before_the_last_card_only_its_colour_is_sure() -> None:
    assert advice(R + 3, None, R + 4) == "Play red 4. It's of the strong colour."
    assert advice(R + 3, None, Y + 1) == "Play yellow 1. It isn't of the strong colour."


@pytest.mark.parametrize(
    ("led", "then", "card", "said"),
    [
        (R + 6, R + 7, R + 4, "Play red 4. It wins the trick for 2 points."),
        (R + 6, R + 7, R + 5, "Play red 5. It wins the trick for 1 point."),
        (R + 3, R + 7, R + 4, "Play red 4. It doesn't win the trick."),
        # Yellow comes to 7 and beats red's 5: of the two yellow cards the lower wins.
        (R + 5, Y + 3, Y + 4, "Play yellow 4. It doesn't win the trick."),
        (R + 5, Y + 4, Y + 3, "Play yellow 3. It wins the trick for 1 point."),
        # A single card that makes its colour strong wins by what it is.
        (R + 2, G, Y + 7, "Play yellow 7. It wins the trick for 7 points."),
        # As much as the strong colour has changes nothing.
        (R + 5, G, Y + 5, "Play yellow 5. It doesn't win the trick."),
    ],
)
def test_the_last_card_is_judged_by_the_colour_that_it_makes_strong(
    led: int, then: int, card: int, said: str
) -> None:
    assert advice(led, then, card) == said


def test_a_give_says_what_the_card_comes_to() -> None:
    """With the tokens that lie there already, and clear ones."""
    state = lay([(R + 6, Y), (R + 2, Y), (R + 1, Y)], [pouch(), pouch(red=1), pouch(1, red=2)])
    play(state, R + 6)
    do(state, Give(R + 6, 1, 0))
    play(state, R + 2)
    assert "Ada's" in (said := advised(Give(R + 6, 2, 1), state, 2)), said
    assert said.endswith("its total is then 10."), f"6 and 1, 2 and 1 more: {said}"
    said = advised(Give(R + 2, 1, 0), state, 2)
    assert "Bob's" in said and said.endswith("its total is then 3."), said
