"""Ameno Kirifuda: what the others may hold."""

from __future__ import annotations

import itertools
import random
from collections import Counter

from bot.engine.dealer import LiveDealer
from cogs.kirifuda import views
from cogs.kirifuda.bit_sets import cards_of
from cogs.kirifuda.rules import GAME
from cogs.kirifuda.views import (
    DECK,
    FIRST,
    Discard,
    Trick,
)
from tests.games.kirifuda.table import do, lay, view_of


def test_every_hand_that_fits_is_as_likely() -> None:
    """`world` deals the unseen cards evenly over all that voids and Spring 1 allow.

    Seat 2 holds no autumn, seat 3 no winter, the dealer 1 has Spring 1: compared with all there is.
    """
    seen = [
        Trick(1, 0, (35, 36, 28, 34), 1),
        Trick(1, 1, (45, 46, 27, 44), 2),
        Trick(1, 2, (24, 23, 22, 21), 2),
        Trick(1, 2, (43, 25, 42, 41), 2),
        Trick(1, 2, (26, 33, 31, 32), 3),
    ]
    hands = [(16, 17, 18), (11, 12, 48), (13, 14, 47), (15, 37, 38)]
    state = lay(hands, tricks=seen, dealer=1, turn=3)
    lacks = GAME.public(state).lacks
    assert lacks == ((2,), (2,), (3,), (2, 4))
    unseen = sorted(card for hand in hands[1:] for card in hand if card != 11)
    fits = {
        (tuple(sorted((11, *one))), two, tuple(sorted(set(unseen) - {*one, *two})))
        for one in itertools.combinations(unseen, 2)
        for two in itertools.combinations(sorted(set(unseen) - {*one}), 3)
        if not any(
            card // 10 in lacks[seat]
            for seat, cards in ((1, one), (2, two), (3, set(unseen) - {*one, *two}))
            for card in cards
        )
    }
    rng = random.Random(11)
    rounds = 200 * len(fits)
    view = view_of(state, 0)
    worlds = Counter(tuple(map(cards_of, GAME.world(view, rng).hands[1:])) for _ in range(rounds))
    assert set(worlds) == fits
    assert len(fits) > 10
    assert all(120 < count < 280 for count in worlds.values())


def test_who_lacked_a_season_may_hold_it_again_in_the_next_round() -> None:
    """All hands are dealt again: what wasn't followed in round 1 says nothing in round 2."""
    hands = [(16, 17, 18), (11, 12, 48), (13, 14, 47), (15, 37, 38)]
    seen = [Trick(1, 0, (35, 36, 28, 34), 1), Trick(2, 0, (45, 46, 27, 44), 2)]
    state = lay(hands, tricks=seen, dealer=1, turn=2, round_=2)
    assert GAME.public(state).lacks == ((), (), (4,), ()), "seat 2 lacked autumn in round 1 only"


def test_spring_1_is_with_the_dealer_until_it_is_played() -> None:
    """Everybody knows who was dealt Spring 1."""
    rng = random.Random(5)
    state = GAME.setup(4, views.Options(), LiveDealer(rng))
    other = (state.dealer + 1) % 4
    for _ in range(50):
        assert FIRST in cards_of(GAME.world(view_of(state, other), rng).hands[state.dealer])


def test_sealed_discards_are_guessed_among_all_choices() -> None:
    """A sealed choice is any that its seat could make."""
    state = lay(
        [DECK[4][8 * n : 8 * n + 8] for n in range(4)],
        phase="discard",
        turn=-1,
        blessings=[(10, 11), (20, 21), (30, 31), (40, 41)],
    )
    do(state, 1, Discard((20,)))
    rng = random.Random(2)
    worlds = [GAME.world(view_of(state, 0), rng) for _ in range(100)]
    assert {world.sealed[1] for world in worlds} == {(), (20,), (21,), (20, 21)}
    assert all(world.sealed[0] is world.sealed[2] is None for world in worlds)
    assert GAME.world(view_of(state, 1), rng).sealed[1] == (20,)
