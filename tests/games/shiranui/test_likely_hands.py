"""Shiranui: which hands and tokens are likely, by what the others have played and given."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.shiranui.likely_hands import weighs
from cogs.shiranui.rules import State
from cogs.shiranui.views import Give
from tests.games.shiranui.table import B, G, R, Y, do, lay, play, pouch, view_of

HANDS = [(R + 3, B + 5, B + 7), (R + 4, R + 6, Y + 2), (R + 1, Y + 4, G + 6), (R + 0, R + 7, Y + 7)]
"""Seat 0 leads red, which all can follow."""


def table(*cards: int, hands: Sequence[Sequence[int]] = HANDS) -> State:
    """Return a table after these cards, which are the first of the round."""
    state = lay(hands, [pouch(red=2, green=2)] * len(hands))
    state.tricks = ()
    for card in cards:
        play(state, card)
    return state


def weight(state: State, hand: Sequence[int], seat: int = 1) -> float:
    """Return how likely what a seat did is with such a hand, as seat 0 sees it."""
    weigh = weighs(view_of(state, 0))
    assert weigh is not None
    world = state.clone()
    world.hands[seat] = tuple(sorted(hand))
    return weigh(world)


def test_nothing_is_told_before_anybody_did_anything() -> None:
    assert weighs(view_of(table(), 0)) is None
    # Nor by what the seat did itself.
    assert weighs(view_of(table(R + 3), 0)) is None
    assert weighs(view_of(table(R + 3, R + 4), 1)) is None


def test_a_lead_tells_nothing() -> None:
    state = table(R + 3)
    assert weighs(view_of(state, 1)) is None


def test_who_follows_mostly_plays_the_lowest_card() -> None:
    state = table(R + 3, R + 4)
    lowest, highest = weight(state, (R + 6, Y + 2)), weight(state, (R + 2, Y + 2))
    between, only = weight(state, (R + 2, R + 6)), weight(state, (Y + 2, Y + 3))
    assert only == 1
    assert between < highest < 0.6 * lowest < 0.6 * only


def test_who_cannot_follow_mostly_plays_the_highest_card() -> None:
    state = table(R + 3, R + 4, R + 1)
    state.hands[3] = (G + 6, Y + 3, Y + 7)
    play(state, G + 6)
    assert state.none_of[3] == (1,), "the seat followed"
    highest, kept = (weight(state, (Y + number, Y + 2), seat=3) for number in (5, 7))
    assert kept < 0.7 * highest
    # One of two that are equally high is played half the time.
    both = weight(state, (Y + 6, Y + 2), seat=3)
    assert kept < both < highest


def test_a_card_of_a_colour_that_became_strong_later_tells_nothing() -> None:
    """The seat may have followed that one, or not: it is not known to be out of what was led."""
    state = table(R + 3, R + 4, R + 1)
    state.hands[3] = (Y + 3, Y + 7)
    state.strong = 2
    play(state, Y + 3)
    assert state.none_of[3] == ()
    assert weight(state, (Y + 2,), seat=3) == weight(state, (Y + 7,), seat=3)


def test_a_card_played_later_was_in_the_hand_before() -> None:
    """Red 4 was not the lowest if red 1 came later."""
    hands = [(R + 3, R + 5, B + 5), (R + 4, R + 1, Y + 6), (Y + 1, Y + 4, G + 6)]
    state = table(R + 3, R + 4, Y + 1, R + 5, R + 1, hands=hands)
    other = state.clone()
    other.played[1] = (R + 4, R + 7)
    assert weight(state, (Y + 2,)) < 0.6 * weight(other, (Y + 2,))


def test_who_has_given_tokens_mostly_has_no_more_of_them() -> None:
    state = table(R + 3)
    do(state, Give(R + 3, 1, 0))
    weigh = weighs(view_of(state, 0))
    assert weigh is not None
    found: list[float] = []
    for left in range(4):
        world = state.clone()
        world.tokens[1] = pouch(red=left, green=2)
        found.append(weigh(world))
    assert found[0] == 1
    assert found[1] < 0.5
    assert found[1] > found[2] == found[3] >= 0.2
    # The seat itself knows what it has left.
    assert weighs(view_of(state, 1)) is None
