"""Ameno Kirifuda: which hands are likely, by what the others have played and kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cogs.kirifuda.bit_sets import set_of
from cogs.kirifuda.likely_hands import weighs
from cogs.kirifuda.rules import State
from cogs.kirifuda.views import Trick
from tests.games.kirifuda.table import lay, view_of

REST = (31, 41)
"""Cards that say nothing: low ones of seasons that aren't asked for."""


def weight(state: State, hand: Sequence[int], seat: int = 1) -> float:
    """Return how likely what a seat did is if it has such a hand, as seat 0 sees it."""
    weigh = weighs(view_of(state, 0))
    assert weigh is not None, "the game weighs no worlds"
    world = state.clone()
    world.hands[seat] = set_of(hand)
    return weigh(world)


def after(*cards: int, **more: Any) -> State:
    """Return a table of four after a trick that seat 0 led; who wins it doesn't matter."""
    trick = Trick(1, 0, cards, 0)
    return lay([(14, 24), (), (), ()], tricks=[trick], **more)


def test_nothing_is_told_before_anybody_did_anything() -> None:
    assert weighs(view_of(lay([(14, 24), (), (), ()]), 0)) is None
    # Nor by what the seat did itself, and by a lead.
    alone = lay([(14, 24), (), (), ()], running=[15, 16], turn=1)
    assert weighs(view_of(alone, 0)) is None
    led = lay([(14, 24), (), (), ()], running=[15], turn=2)
    assert weighs(view_of(led, 0)) is None


def test_who_does_not_win_likely_played_the_lowest() -> None:
    state = after(16, 13, 17, 18)
    assert weight(state, (12, 31)) < 0.5 * weight(state, (15, 31))


def test_who_does_not_win_likely_could_not() -> None:
    """Neither by a higher card of the season, nor by a trump where it wasn't held."""
    state = after(16, 13, 12, 11)
    assert weight(state, (17, 31)) < 0.5 * weight(state, (15, 31))
    state = after(16, 33, 12, 11)
    assert weight(state, (21, 37)) < 0.5 * weight(state, (37, 38))


def test_a_trump_that_must_not_be_played_is_no_miss() -> None:
    state = after(16, 13, 12, 11)
    assert weight(state, (28, 15)) == weight(state, (38, 15))


def test_who_follows_with_a_card_that_wins_may_well_hold_others() -> None:
    """One of two that win is played half the time, be it the higher or the lower."""
    state = after(13, 15, 12, 11)
    higher, lower, none = (weight(state, (card, 31)) for card in (16, 14, 38))
    assert higher == lower == none / 2


def test_the_last_wins_by_the_lowest_card_that_does() -> None:
    state = after(13, 12, 11, 16)
    lower, higher = (weight(state, (card, 31), seat=3) for card in (15, 17))
    assert lower < 0.5 * higher


def test_who_throws_likely_throws_the_lowest() -> None:
    state = after(16, 34, 12, 11)
    assert weight(state, (43, 37)) < 0.5 * weight(state, (47, 37))


def test_who_has_no_stone_likely_ducks_with_the_highest() -> None:
    state = after(16, 13, 12, 11, stones=[3, 0, 3, 3])
    assert weight(state, (15, 31)) < 0.5 * weight(state, (12, 31))
    # It had no choice but to win where it did.
    state = after(13, 15, 12, 11, stones=[3, 0, 3, 3])
    assert weight(state, (12, 31)) < 0.5 * weight(state, (16, 31))


def test_who_has_won_since_had_a_stone() -> None:
    """The last trick took it: in that, and before, the seat played like any other."""
    tricks = [Trick(1, 0, (16, 13, 12, 11), 0), Trick(1, 0, (21, 28, 22, 23), 1)]
    state = lay([(14, 24), (), (), ()], tricks=tricks, stones=[3, 0, 3, 3])
    assert weight(state, (12, 31)) < 0.5 * weight(state, (15, 31))


def test_a_card_played_later_was_in_the_hand_before() -> None:
    """Spring 2 was the lowest, and was kept: so spring 3 was no likely card."""
    first, second = Trick(1, 0, (16, 13, 17, 18), 3), Trick(1, 3, (38, 37, 12, 36), 3)
    lost = [Trick(1, 0, (16, 13, 17, 18), 3), Trick(1, 3, (38, 37, 42, 36), 3)]
    played = lay([(14, 24), (), (), ()], tricks=[first, second])
    other = lay([(14, 24), (), (), ()], tricks=lost)
    assert weight(played, REST) < 0.5 * weight(other, REST)


def test_tricks_of_the_round_before_tell_nothing() -> None:
    before = lay([(14, 24), (), (), ()], tricks=[Trick(1, 0, (16, 13, 17, 18), 3)], round_=2)
    assert weighs(view_of(before, 0)) is None


def test_a_blessing_card_is_kept_by_who_can_hope_for_it() -> None:
    """Two in spring ask for strong cards of spring, none for weak ones."""
    strong, weak = (16, 17, 18), (11, 31, 41)
    two = lay([(24,), (), (), ()], blessings=[(), (12,), (), ()])
    assert weight(two, weak) < 0.5 * weight(two, strong)
    none = lay([(24,), (), (), ()], blessings=[(), (10,), (), ()])
    assert weight(none, strong) < 0.5 * weight(none, weak)


def test_stones_that_lay_there_before_count_for_a_blessing_card() -> None:
    """But for those that the hand itself has brought: they were a hope when it was kept."""
    strong, weak = (15, 16), (21, 31)
    board = {11: 1, 12: 1}
    there = lay([(24,), (), (), ()], blessings=[(), (12,), (), ()], board=board)
    assert weight(there, strong) < weight(there, weak)
    won = [Trick(1, 1, (18, 12, 13, 14), 1), Trick(1, 1, (17, 25, 36, 46), 1)]
    brought = lay([(24,), (), (), ()], blessings=[(), (12,), (), ()], board=board, tricks=won)
    assert weight(brought, weak) < weight(brought, strong)


def test_a_blessing_card_that_is_achieved_tells_nothing() -> None:
    done = lay([(24,), (), (), ()], blessings=[(), (12,), (), ()], achieved=[(), (12,), (), ()])
    assert weighs(view_of(done, 0)) is None
