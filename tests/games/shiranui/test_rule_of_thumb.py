"""Shiranui: what a computer's rule of thumb makes of a card and of a give, in exact numbers."""

from __future__ import annotations

import random

import pytest

from cogs.shiranui import rule_of_thumb
from cogs.shiranui.rule_of_thumb import CLEAR_PRICE, ENVY, HIGH, PRICE, choose, promise
from cogs.shiranui.rules import GAME
from cogs.shiranui.views import MOST, Give, Play
from tests.games.shiranui.table import G, R, Y, lay, play, pouch, view_of


def stays(total: int, left: int) -> float:
    """Return how likely a total stays the lowest with this many cards to come."""
    return (1 - total / (MOST + 1)) ** left


@pytest.mark.parametrize(
    ("trick", "before", "card", "wanted"),
    [
        # Led: it scores itself if nobody goes below it; two are still to play.
        ((), (), R + 4, 4 * stays(4, 2)),
        # The second to follow: the difference, with one to come.
        ((R + 6,), (6,), R + 4, 2 * stays(4, 1)),
        # The last one is sure.
        ((R + 6, R + 7), (6, 7), R + 4, 2),
        # Who doesn't win envies who does, and rather keeps low cards.
        ((R + 3, R + 7), (3, 7), R + 5, HIGH * 5 - ENVY * 2),
        ((R + 3,), (3,), Y + 2, HIGH * 2 - ENVY * 3 * stays(3, 1)),
        # Tokens count: red 2 with three of them comes to 5.
        ((R + 2, Y + 1), (5, 1), R + 4, 1),
        # The last card may make its own colour strong.
        ((R + 2, G), (2, 0), Y + 7, 7),
    ],
)
def test_a_card_promises_what_it_wins_if_that_stays_so(
    trick: tuple[int, ...], before: tuple[int, ...], card: int, wanted: float
) -> None:
    strong = trick[0] // 10 if trick else None
    assert promise(3, False, trick, before, strong, card) == pytest.approx(wanted)


def test_a_give_counts_all_of_its_tokens_and_they_have_their_price() -> None:
    """Red 6 with one and a clear one comes to 8; a token is worth less towards a round's end."""
    state = lay([(R + 6, Y), (G, Y), (R + 7, Y)], [pouch(), pouch(), pouch(1, red=1)])
    play(state, R + 6, G)
    view = view_of(state, 2)
    value = rule_of_thumb._value(view.public, R + 7, Give(R + 6, 1, 1))  # pyright: ignore[reportPrivateUsage]
    assert value == pytest.approx(1), "7 is one below 8"
    plain = rule_of_thumb._value(view.public, R + 7, None)  # pyright: ignore[reportPrivateUsage]
    assert plain < 0, "7 is above 6, which wins"
    equal = rule_of_thumb._value(view.public, R + 7, Give(R + 6, 1, 0))  # pyright: ignore[reportPrivateUsage]
    assert equal == pytest.approx(7), "the later of equal ones wins, and no other is above it"
    assert PRICE < CLEAR_PRICE
    found = choose(view, GAME.legal(state, 2), random.Random(1))
    assert found == Give(R + 6, 1, 0), "the give that wins the most isn't made"


def test_between_equal_ones_chance_decides() -> None:
    """Of two cards that promise as much neither is always played."""
    state = lay([(R + 3, Y + 3), (R + 1, Y + 1), (G + 2, G + 4)])
    view, legal = view_of(state, 0), GAME.legal(state, 0)
    found = {choose(view, legal, random.Random(n)) for n in range(20)}
    assert found == {Play(R + 3), Play(Y + 3)}
