"""Shiranui: which hands and tokens are likely, by what the others have played and given."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest

from cogs.shiranui.likely_hands import stirs, weighs
from cogs.shiranui.rules import State
from cogs.shiranui.views import Give, Trick
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
    assert weigh is not None, "the game weighs no worlds"
    world = state.clone()
    world.hands[seat] = tuple(sorted(hand))
    return weigh(world)


def test_nothing_is_told_before_anybody_did_anything() -> None:
    assert weighs(view_of(table(), 0)) is None
    assert stirs(view_of(table(), 0)) is None
    # Nor by what the seat did itself.
    assert weighs(view_of(table(R + 3), 0)) is None
    assert stirs(view_of(table(R + 3), 0)) is None


def test_who_leads_mostly_plays_what_promises_most() -> None:
    """With four seats that is a 3; a 6 promises less than a 5, and colours are all alike."""
    state = table(R + 5, hands=[(R + 5, B + 5, B + 7), *HANDS[1:]])

    def led(*hand: int) -> float:
        weigh = weighs(view_of(state, 1))
        assert weigh is not None
        world = state.clone()
        world.hands[0] = hand
        return weigh(world)

    assert led(B + 3, G + 6) < 0.7 * led(B + 6, G + 6)
    assert led(B + 3, G + 3) < led(B + 3, G + 6)
    one_of_two = led(B + 5, G + 6) / led(B + 6, G + 6)
    assert 0.5 < one_of_two < 0.7, "cards that promise as much are as likely as each other"


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


def test_a_card_is_compared_with_those_of_the_colour_that_was_strong_then() -> None:
    """Yellow 7 is more than red 3: seat 2 had to play yellow, the lowest of which wins most."""
    hands = [(R + 3, B + 5), (Y + 7, G + 2), (Y + 3, G + 6), (Y + 6, G + 7)]
    state = table(R + 3, Y + 7, Y + 3, hands=hands)
    lower, higher = (weight(state, (Y + number,), seat=2) for number in (2, 6))
    assert lower < 0.5 * higher
    assert weight(state, (R + 1,), seat=2) == weight(state, (B + 1,), seat=2) > higher


def test_a_card_is_compared_by_the_tokens_that_lay_there() -> None:
    """With red 0 and 1 there a 7 goes sooner than a 6; once the 1 is a 7, it would cost more."""
    hands = [(R + 0, B + 5), (R + 1, B + 2), (R + 6, G + 6), (R + 2, G + 7)]
    plain, lifted = (table(R + 0, R + 1, hands=hands) for _ in "12")
    lifted.tokens[2] = pouch(red=6)
    do(lifted, Give(R + 1, 6, 0))
    for state in (plain, lifted):
        play(state, R + 6)
    assert weight(plain, (R + 7,), seat=2) < 0.7 * weight(plain, (R + 5,), seat=2)
    assert weight(lifted, (R + 7,), seat=2) > weight(lifted, (R + 5,), seat=2)


def test_who_once_strayed_from_the_rule_is_not_taken_at_its_word() -> None:
    def told(first: int, other: int) -> float:
        """Return how much less likely a better lead is in the hand of seat 1 than a worse one.

        It has played the first of two reds to a red 7, and then led green 5.
        """
        hands = [(R + 7, Y + 5, Y + 6), (first, other, G + 5), (R + 4, Y + 0, Y + 1)]
        state = table(R + 7, first, R + 4, hands=hands)
        state.leader = state.turn = 1
        state.tricks = (Trick(1, first, first % 10, 1),)
        play(state, G + 5)
        return weight(state, (other, Y + 4)) / weight(state, (other, Y + 7))

    kept, strayed = told(R + 1, R + 6), told(R + 6, R + 1)
    assert kept < 0.7 * strayed < 0.7


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
    assert found[1] < 0.5 * found[0]
    assert found[1] > found[2] == found[3] >= 0.2 * found[0]
    # The seat itself knows what it has left.
    weigh, world = weighs(view_of(state, 1)), state.clone()
    assert weigh is not None
    world.tokens[1] = pouch(red=3, green=2)
    assert weigh(world) == weigh(state)


def test_swapped_cards_come_up_as_often_as_they_are_likely() -> None:
    """Seats 1 to 3 have two cards left each; seat 2 has run out of red."""
    hands = [
        (R + 3, B + 5, B + 6),
        (R + 4, R + 6, Y + 1),
        (Y + 2, Y + 4, G + 5),
        (R + 0, B + 1, G + 7),
    ]
    state = table(R + 3, R + 4, Y + 4, R + 0, hands=hands)
    stir, weigh = stirs(view_of(state, 0)), weighs(view_of(state, 0))
    assert stir is not None
    assert weigh is not None
    possible: dict[tuple[tuple[int, ...], ...], float] = {}
    for cards in permutations((R + 6, Y + 1, Y + 2, G + 5, B + 1, G + 7)):
        world = state.clone()
        world.hands[1:] = [tuple(sorted(cards[at : at + 2])) for at in (0, 2, 4)]
        if R + 6 not in world.hands[2]:
            possible[tuple(world.hands)] = weigh(world)
    rng, world, before = random.Random(1), state, state.clone()
    met: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for _ in range(20_000):
        world = stir(world, rng)
        met[tuple(world.hands)] += 1
    assert state == before, "the world that was given is to stay as it is"
    assert set(met) == set(possible)
    for hands_met, times in met.items():
        share = possible[hands_met] / sum(possible.values())
        assert times / met.total() == pytest.approx(share, abs=0.01), hands_met
