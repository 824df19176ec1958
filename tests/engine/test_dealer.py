"""Dealers: what is drawn is recorded, and a record is given back to the letter."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.engine.dealer import AddressedEvent, LiveDealer, QuietDealer, ReplayDealer, WrongDeal
from tests.engine.toy import Dealt

CARDS = [1, 2, 2, 3, 5, 8]


def test_a_live_dealer_records_what_it_draws_and_tells() -> None:
    dealer = LiveDealer(random.Random(1))
    order = dealer.shuffle(CARDS)
    assert sorted(order) == CARDS
    assert CARDS == [1, 2, 2, 3, 5, 8], "the list given is left alone"
    item = dealer.pick(["a", "b"])
    assert dealer.draws == [order, item]
    order.clear()
    assert dealer.draws[0] != [], "the record is its own"
    dealer.tell((1,), Dealt((1,)))
    assert dealer.events == [AddressedEvent((1,), Dealt((1,)))]


def test_live_dealers_draw_everything_in_time() -> None:
    dealer = LiveDealer(random.Random(3))
    assert {tuple(dealer.shuffle([1, 2, 3])) for _ in range(200)} == {
        (a, b, c) for a in (1, 2, 3) for b in (1, 2, 3) for c in (1, 2, 3) if len({a, b, c}) == 3
    }
    assert {dealer.pick([1, 2, 3]) for _ in range(100)} == {1, 2, 3}


def test_a_replay_gives_back_the_record() -> None:
    live = LiveDealer(random.Random(1))
    drawn = [live.shuffle(CARDS), live.pick([7, 9]), live.shuffle(["x", "y"])]
    replay = ReplayDealer(live.draws)
    order = replay.shuffle(CARDS)
    assert [order, replay.pick([7, 9]), replay.shuffle(["x", "y"])] == drawn
    assert replay.draws == live.draws
    order.clear()
    assert replay.draws == drawn, "the record is its own"
    replay.tell("all", Dealt((2,)))
    assert replay.events == [AddressedEvent("all", Dealt((2,)))]
    with pytest.raises(WrongDeal, match="run out"):
        replay.pick([1])


@pytest.mark.parametrize("draw", [[1, 2, 4], [1, 1, 2], ["1", "2", "3"], [], 1, "1", [True, 2, 3]])
def test_a_record_of_other_items_is_no_shuffle(draw: Any) -> None:
    with pytest.raises(WrongDeal):
        ReplayDealer([draw]).shuffle([3, 2, 1])


@pytest.mark.parametrize("draw", [4, "1", [1], True])
def test_a_record_of_another_item_is_no_pick(draw: Any) -> None:
    with pytest.raises(WrongDeal):
        ReplayDealer([draw]).pick([1, 2, 3])


def test_a_quiet_dealer_says_and_keeps_nothing() -> None:
    dealer = QuietDealer(random.Random(1))
    assert sorted(dealer.shuffle(CARDS)) == CARDS
    assert dealer.pick([4]) == 4
    dealer.tell("all", Dealt((1,)))
    assert not hasattr(dealer, "draws")
    assert not hasattr(dealer, "events")


def test_a_live_and_a_quiet_dealer_draw_alike() -> None:
    live, quiet = LiveDealer(random.Random(5)), QuietDealer(random.Random(5))
    assert live.shuffle(CARDS) == quiet.shuffle(CARDS)
    assert live.pick(CARDS) == quiet.pick(CARDS)


def test_an_event_is_heard_by_whom_it_is_told_to() -> None:
    public = AddressedEvent("all", Dealt((1,)))
    private = AddressedEvent((1,), Dealt((1,)))
    assert [public.heard_by(seat) for seat in (0, 1, None)] == [True, True, True]
    assert [private.heard_by(seat) for seat in (0, 1, None)] == [False, True, False]
