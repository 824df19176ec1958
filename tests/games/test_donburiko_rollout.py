"""How searches of Donburiko! play on."""

from __future__ import annotations

import random
from collections import Counter

from cogs.donburiko.rollout import instinct
from cogs.donburiko.rules import State
from cogs.donburiko.views import Action, Add, Count, Take, Taking
from tests.games.test_donburiko import lay


def chosen(state: State) -> Counter[Action]:
    """Return what seat 0 does, often."""
    return Counter(instinct(state, 0, random.Random(seed)) for seed in range(60))


def test_a_good_row_is_taken_while_others_are_about() -> None:
    assert set(chosen(lay([(3, 2), (0, 1)], [(1, 2), (4, 5)]))) == {Take(1)}
    alone = chosen(lay([(3, 2), ()], [(1, 2), (4, 5)], out=[1]))
    assert all(isinstance(each, Add) for each in alone), "nobody can take it away"


def test_a_poor_row_is_left_as_long_as_there_is_a_card_to_lay() -> None:
    poor = chosen(lay([(1, 1), (0,)], [(1,), (4,)]))
    assert poor[Take(1)] < 15, "it is taken only if no good way to lay a card was looked at"
    assert set(chosen(lay([(1, 2), (0, 1)], [(), (4,)]))) == {Take(1)}


def test_a_row_is_taken_that_no_card_of_the_hand_makes_better() -> None:
    assert set(chosen(lay([(1, 2), (0,)], [(5,), (4,)]))) == {Take(1)}


def test_what_another_laid_face_down_counts_as_an_average_card() -> None:
    for hidden in (5, -2):
        state = lay([(3, (hidden, 1)), (0, (hidden, 0))], [(1, 2), (4,)])
        # One chip, 3 and about 1; the own card is known.
        assert set(chosen(state)) == {Take(1) if hidden < 5 else Take(2)}


def test_a_row_that_would_be_good_for_the_next_is_seldom_left_open() -> None:
    laid = chosen(lay([(1,), (0,)], [(4,), (1, 2)]))
    assert laid[Add(4, 1, False)] < laid[Add(4, 2, False)]


def test_a_row_is_counted_as_high_as_it_can_and_announced() -> None:
    state = lay([(1, 5), (0,)], [(1,), (2,)])
    state.taking = Taking(1, (1, 5), (-1, -1), 0, ((6, 6), (2, 2)))
    assert set(chosen(state)) == {Count(6, True)}
