"""Shiranui: what is advised, and why, is so."""

from __future__ import annotations

import pytest

from bot.ui.pages.wording import Wording
from cogs.shiranui.hints import because, hint
from cogs.shiranui.rules import State
from cogs.shiranui.views import Action, Give, Play
from tests.games.shiranui.table import G, R, Y, do, lay, play, pouch, view_of

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


def advised(action: Action, state: State, seat: int) -> str:
    """Return the words of the advice to a seat, without pictures."""
    said = hint(action, view_of(state, seat), VOICE)
    return " ".join(word for word in said.split() if word.isascii())


def reason(card: int, *trick: int) -> str:
    """Return why a card is played as the first, second or third of a trick."""
    state = lay([[each, G + 7] for each in (*trick, card, G + 6)][:3])
    if trick:
        play(state, *trick)
    return because(Play(card), view_of(state, len(trick)), VOICE)


def test_a_card_is_led_or_played() -> None:
    state = lay([[R + 3, G], [R + 4, G + 1], [Y + 1, G + 2]])
    assert advised(Play(R + 3), state, 0) == "Lead red 3"
    play(state, R + 3)
    assert advised(Play(R + 4), state, 1) == "Play red 4"


@pytest.mark.parametrize(
    ("trick", "card", "said"),
    [
        ((R + 6, R + 7), R + 4, "you play last and win 2"),
        ((R + 3, R + 7), R + 4, "Ada then wins 1 as it stands, not 4"),
        # Yellow comes to 7 and beats red's 5: of the two yellow cards the lower wins.
        ((R + 5, Y + 3), Y + 4, "it makes yellow strong"),
        ((R + 5, Y + 4), Y + 3, "you play last and win 1"),
        # A single card that makes its colour strong wins by what it is.
        ((R + 2, G), Y + 7, "you play last and win 7"),
        # As much as the strong colour has changes nothing.
        ((R + 5, G), Y + 5, "you hold no yellow then, and play any card while it's strong"),
        ((R + 5,), R + 4, "it would be the lowest so far"),
        ((R + 5,), R + 6, "Ada then wins 1 as it stands, not 5"),
        ((R + 5,), Y + 6, "it makes yellow strong"),
        ((), R + 1, "only one red card can be lower"),
        ((), R, "nobody can have a lower red card"),
    ],
)
def test_a_reason_goes_by_how_the_trick_would_stand(
    trick: tuple[int, ...], card: int, said: str
) -> None:
    why = reason(card, *trick)
    assert why == said, f"to {trick} {card} is played because {why!r}"


def test_a_give_says_what_and_whose_card() -> None:
    """Clear ones, too."""
    state = lay([(R + 6, Y), (R + 2, Y), (R + 1, Y)], [pouch(), pouch(red=1), pouch(1, red=2)])
    play(state, R + 6)
    do(state, Give(R + 6, 1, 0))
    play(state, R + 2)
    assert advised(Give(R + 6, 2, 1), state, 2).endswith("to Ada's red 6")
    assert advised(Give(R + 2, 1, 0), state, 2).endswith("to Bob's red 2")


@pytest.mark.parametrize(
    ("give", "said"),
    [
        # Red 4 beats the 2 that comes to 5 then, and the 6 is the next higher.
        (Give(R + 2, 3, 0), "your red 4 then wins 1 as it stands"),
        (Give(R + 2, 1, 0), "Bob then wins 3 as it stands, not 4"),
        (Give(R + 6, 1, 0), "tokens left after trick 8 are lost"),
    ],
)
def test_a_give_is_made_for_what_ones_own_card_wins_then(give: Give, said: str) -> None:
    state = lay([(R + 6, Y), (R + 2, Y), (R + 4, Y)], [pouch(), pouch(), pouch(red=3)])
    play(state, R + 6, R + 2)
    why = because(give, view_of(state, 2), VOICE)
    assert why == said, f"{give}, because {why!r}"
