"""The checks on secrets sound where a secret leaks: each leak is planted here on purpose."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.game import Dealer
from cogs.donburiko import views
from cogs.donburiko.rules import Donburiko, State
from tests.contract import seen
from tests.contract.checks import check_twins, check_width, check_worlds
from tests.contract.games import Configuration, hooks, positions, with_state


class HandInTheBank(Donburiko):
    """Shows a card of a hand in a number on the board."""

    def public(self, state: State) -> views.Public:
        view = super().public(state)
        return replace(view, bank=view.bank + sum(state.hands[0]))


class FaceDownShown(Donburiko):
    """Lays one chip more on a row in which a loach lies face down."""

    def public(self, state: State) -> views.Public:
        view = super().public(state)
        rows = tuple(
            replace(row, chips=row.chips + (0 in cards and 0 not in row.cards))
            for row, cards in zip(view.rows, state.rows, strict=True)
        )
        return replace(view, rows=rows)


class AsideSeen(Donburiko):
    """Turns a hand round if a loach was set aside."""

    def private(self, state: State, seat: int) -> views.Private:
        view = super().private(state, seat)
        return replace(view, hand=view.hand[::-1]) if 0 in state.aside else view


class NeighbourSeen(Donburiko):
    """Turns a hand round if the next seat holds a loach."""

    def private(self, state: State, seat: int) -> views.Private:
        view = super().private(state, seat)
        other = state.hands[(seat + 1) % state.seats]
        return replace(view, hand=view.hand[::-1]) if 0 in other else view


class LegalByAnother(Donburiko):
    """Orders what a seat may do by what another seat holds."""

    def legal(self, state: State, seat: int) -> list[Any]:
        actions = super().legal(state, seat)
        return actions[::-1] if sum(state.hands[(seat + 1) % state.seats]) > 6 else actions


class FewerActions(Donburiko):
    """Offers a row only if what lies in it face down is worth it."""

    def legal(self, state: State, seat: int) -> list[Any]:
        actions = super().legal(state, seat)
        good = [
            action
            for action in actions
            if not isinstance(action, views.Take) or sum(state.rows[action.row - 1]) > 0
        ]
        return good or actions


class Chatty(Donburiko):
    """Tells all which card was laid face down."""

    def apply(self, state: State, seat: int, action: Any, dealer: Dealer) -> None:
        super().apply(state, seat, action, Loud(dealer))


class Loud:
    """A dealer that tells everybody everything."""

    def __init__(self, dealer: Dealer) -> None:
        self._dealer = dealer
        self.speaks = dealer.speaks
        self.shuffle = dealer.shuffle
        self.pick = dealer.pick

    def tell(self, audience: Any, event: Any) -> None:
        self._dealer.tell("all", event)


class TruthByTheBackDoor(Donburiko):
    """Gives back as a world the last state it has seen."""

    last: State

    def public(self, state: State) -> views.Public:
        self.last = state
        return super().public(state)

    def world(self, view: views.SeatView, rng: random.Random) -> State:
        return self.last.clone()


class OneHandTrue(TruthByTheBackDoor):
    """Mixes all the seat can't see, but for the hand of the next seat."""

    def world(self, view: views.SeatView, rng: random.Random) -> State:
        other = (view.seat + 1) % view.public.seats
        hand = self.last.hands[other]
        while (world := Donburiko.world(self, view, rng)).hands[other] != hand:
            pass
        return world


class ForgetsItsOwn(Donburiko):
    """Makes worlds in which the seat's own hand is another."""

    def world(self, view: views.SeatView, rng: random.Random) -> State:
        world = super().world(view, rng)
        other = (view.seat + 1) % world.seats
        hands = world.hands
        hands[view.seat], hands[other] = hands[other], hands[view.seat]
        return world


def configuration(game: Donburiko, seats: int) -> Configuration:
    return Configuration(game, seats, views.Options())


SEATS = [pytest.param(2, marks=pytest.mark.long), 3, pytest.param(4, marks=pytest.mark.long)]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize(
    ("leak", "field"),
    [
        (HandInTheBank, r"public\.bank: \d+ or \d+"),
        (FaceDownShown, r"public\.rows\[\d\]\.chips: \d or \d"),
        (NeighbourSeen, r"view\.private\.hand\[\d\]|legal\[\d\]\.card"),
        (LegalByAnother, r"legal\[\d\]"),
        (FewerActions, r"legal\.length: \d+ or \d+"),
    ],
)
def test_a_leak_is_seen_in_worlds_and_in_twins_and_named(
    leak: type[Donburiko], field: str, seats: int
) -> None:
    leaking = configuration(leak(), seats)
    hook = hooks(leaking.game)
    named = rf"looks different to (all|seat \d):\n{field}"
    with pytest.raises(AssertionError, match=named):
        check_worlds(leaking, hook, random.Random(1), 300)
    with pytest.raises(AssertionError, match=named):
        check_twins(leaking, hook, random.Random(1), 300)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_leak_of_cards_set_aside_is_seen(seats: int) -> None:
    leaking = configuration(AsideSeen(), seats)
    hook = hooks(leaking.game)
    with pytest.raises(AssertionError):
        check_worlds(leaking, hook, random.Random(1), 300)
    with pytest.raises(AssertionError):
        check_twins(leaking, hook, random.Random(1), 300)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_told_too_loud_is_heard_in_twins(seats: int) -> None:
    leaking = configuration(Chatty(), seats)
    with pytest.raises(AssertionError, match=r"told twins apart: .* by card"):
        check_twins(leaking, hooks(leaking.game), random.Random(1), 300)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_world_that_copies_the_truth_is_too_narrow(seats: int) -> None:
    leaking = configuration(TruthByTheBackDoor(), seats)
    hook = hooks(leaking.game)
    check_worlds(leaking, hook, random.Random(1), 20)
    with pytest.raises(AssertionError, match="is the same in all worlds"):
        check_width(leaking, hook, random.Random(1), 300)


def test_a_world_with_a_hand_of_the_truth_is_too_narrow() -> None:
    leaking = configuration(OneHandTrue(), 4)
    check_worlds(leaking, hooks(leaking.game), random.Random(1), 20)
    with pytest.raises(AssertionError, match="is the same in all worlds"):
        check_width(leaking, hooks(leaking.game), random.Random(1), 300)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_world_that_forgets_what_the_seat_holds_is_seen(seats: int) -> None:
    leaking = configuration(ForgetsItsOwn(), seats)
    with pytest.raises(AssertionError):
        check_worlds(leaking, hooks(leaking.game), random.Random(1), 300)


@pytest.mark.parametrize("leak", [Donburiko, HandInTheBank, NeighbourSeen, LegalByAnother])
def test_what_pages_are_drawn_from_is_the_same_for_twins_unless_it_leaks(
    leak: type[Donburiko],
) -> None:
    """Where it is the same, twins that are followed aren't drawn anew after each step."""
    leaking, rng = configuration(leak(), 3), random.Random(1)
    game, others = leaking.game, 0
    told = False
    for match in positions(leaking, rng, 60):
        state = hooks(game).twins(match._state, 1, rng)
        if state is None:
            continue
        twin = with_state(leaking, match, state)
        told |= seen.sources(game, match, 1) != seen.sources(game, twin, 1)
        others += any(
            seen.sources(game, match, seat) != seen.sources(game, twin, seat) for seat in (0, 2)
        )
    assert told == (leak is not Donburiko), f"{leak.__name__}: differs for who can't know: {told}"
    assert others, "what seats see of their own makes no difference"
