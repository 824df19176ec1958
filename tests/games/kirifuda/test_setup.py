"""Ameno Kirifuda: deals, draft and discards."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.engine.dealer import ReplayDealer
from bot.engine.game import Event
from cogs.kirifuda import views
from cogs.kirifuda.bit_sets import cards_of
from cogs.kirifuda.rules import GAME
from cogs.kirifuda.views import (
    BLESSINGS,
    DECK,
    FREE,
    Decided,
    Discard,
    Discarded,
    Draft,
    Drafted,
    HandDealt,
    RoundBegan,
    next_season,
)
from tests.games.kirifuda.table import board_of, choices_of, deal, do, lay


def test_the_cards() -> None:
    """Contents: 32 season cards, without 7 and 8 for three; 16 blessing cards."""
    assert DECK[4] == tuple(10 * s + n for s in (1, 2, 3, 4) for n in range(1, 9))
    assert DECK[3] == tuple(card for card in DECK[4] if card % 10 < 7)
    assert len(BLESSINGS) == 16
    assert [views.worth(b) for b in (10, 21, 32, 43)] == [2, 3, 5, 8]
    assert Counter(b // 10 for b in BLESSINGS) == dict.fromkeys((1, 2, 3, 4), 4)


def test_the_order_of_seasons() -> None:
    """Seasonal order: spring, summer, autumn, winter, and spring again."""
    assert [next_season(season) for season in (1, 2, 3, 4)] == [2, 3, 4, 1]


@pytest.mark.parametrize(("seats", "stones", "open_", "unseen"), [(3, 4, 6, 10), (4, 3, 8, 8)])
def test_setup(seats: int, stones: int, open_: int, unseen: int) -> None:
    """Setup, Round Setup: stones, hands, blessing cards; who has Spring 1 is the first dealer."""
    cards, stock = list(reversed(DECK[seats])), list(reversed(BLESSINGS))
    dealer = ReplayDealer([cards, stock])
    state = GAME.setup(seats, views.Options(), dealer)
    assert state.stones == [stones] * seats
    assert board_of(state) == (FREE,) * 16
    for seat in range(seats):
        assert cards_of(state.hands[seat]) == tuple(sorted(cards[8 * seat : 8 * seat + 8]))
    assert state.display == tuple(sorted(stock[:open_]))
    assert len(state.stock) == unseen
    assert state.dealer == seats - 1
    assert [events.audience for events in dealer.events] == ["all", *((s,) for s in range(seats))]
    assert dealer.events[0].event == RoundBegan(1, seats - 1, state.display)
    assert dealer.events[1].event == HandDealt(0, cards_of(state.hands[0]))


def test_seats() -> None:
    """Play with three or four."""
    assert GAME.info.seats == (3, 4)


@pytest.mark.parametrize(
    ("seats", "first", "order"),
    [
        (4, 0, [1, 2, 3, 0, 0, 3, 2, 1]),
        (4, 2, [3, 0, 1, 2, 2, 1, 0, 3]),
        (3, 1, [2, 0, 1, 1, 0, 2]),
    ],
)
def test_the_draft_goes_round_and_back(seats: int, first: int, order: list[int]) -> None:
    """Round Setup: from the dealer's left to the dealer, then back from the dealer.

    The last card is taken without asking, since all see that it is the only one.
    """
    hands = [DECK[seats][8:16], DECK[seats][16:24], DECK[seats][24:32]]
    hands.insert(first, DECK[seats][:8])
    state = GAME.setup(
        seats, views.Options(), ReplayDealer([deal(seats, *hands[:seats]), list(BLESSINGS)])
    )
    assert state.dealer == first
    asked: list[int] = []
    taken: dict[int, list[int]] = {seat: [] for seat in range(seats)}
    events: list[Event] = []
    while state.phase == "draft":
        (seat,) = GAME.to_act(state)
        assert GAME.legal(state, seat) == [Draft(card) for card in state.display]
        asked.append(seat)
        taken[seat].append(state.display[-1])
        events = do(state, seat, Draft(state.display[-1]))
    assert asked == order[:-1]
    taken[order[-1]].append(BLESSINGS[0])
    assert events[-1] == Drafted(order[-1], BLESSINGS[0], True)
    assert state.blessings == [tuple(sorted(taken[seat])) for seat in range(seats)]
    assert state.display == ()


def test_discards_are_sealed_and_shown_together() -> None:
    """R2: all choose at once; round setup: each discard brings a stone and goes to the box."""
    state = lay(
        [DECK[4][:8]] * 4,
        phase="discard",
        turn=-1,
        blessings=[(10, 11), (20, 21), (30, 31), (40, 41)],
        dealer=2,
    )
    assert GAME.to_act(state) == (0, 1, 2, 3)
    assert do(state, 2, Discard((30, 31))) == [Decided(2)]
    assert GAME.to_act(state) == GAME.public(state).deciding == (0, 1, 3)
    assert GAME.private(state, 2).discards == (30, 31)
    assert GAME.private(state, 1).discards is None
    assert GAME.legal(state, 2) == []
    assert state.blessings[2] == (30, 31)
    assert do(state, 0, Discard((10,))) == [Decided(0)]
    assert do(state, 3, Discard(())) == [Decided(3)]
    assert do(state, 1, Discard((21,))) == [
        Decided(1),
        Discarded(0, (10,)),
        Discarded(1, (21,)),
        Discarded(2, (30, 31)),
        Discarded(3, ()),
    ]
    assert state.blessings == [(11,), (20,), (), (40, 41)]
    assert state.discarded == [(10,), (21,), (30, 31), ()]
    assert state.stones == [4, 4, 5, 3]
    assert GAME.to_act(state) == (2,), "the dealer leads"
    assert state.sealed == [None] * 4


def test_no_discard_without_a_stone_left() -> None:
    """R3: never more than seven stones, hand and board together."""
    held = [(10, 11, 12, 13), (20, 21, 22, 23), (30, 31, 32, 33), (40, 41, 42, 43)]
    board = {11: 0, 12: 0, 13: 0, 21: 1, 22: 1}
    state = lay(
        [DECK[4][:8]] * 4,
        phase="discard",
        turn=-1,
        blessings=held,
        board=board,
        stones=[3, 3, 4, 3],
        round_=2,
    )
    sizes = [Counter(len(each.blessings) for each in choices_of(state, s)) for s in range(4)]
    assert sizes == [{0: 1, 1: 4}, {0: 1, 1: 4, 2: 6}, {0: 1, 1: 4, 2: 6, 3: 4},
                     {0: 1, 1: 4, 2: 6, 3: 4, 4: 1}]  # fmt: skip


def test_achieved_cards_may_be_discarded_and_score_no_more() -> None:
    """Second Round Setup: also cards of the first round; achieved ones aren't scored then."""
    state = lay(
        [DECK[4][:8]] * 4,
        phase="discard",
        turn=-1,
        blessings=[(10, 11, 20), (), (), ()],
        achieved=[(10, 20), (), (), ()],
        round_=2,
    )
    for seat in (1, 2, 3):
        do(state, seat, Discard(()))
    do(state, 0, Discard((10, 11)))
    assert (state.blessings[0], state.achieved[0]) == ((20,), (20,))
    assert state.stones[0] == 5
    assert GAME.result(state).breakdown[0] == (("stones", 0), ("blessings", 2))
