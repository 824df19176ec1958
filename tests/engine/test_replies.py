"""Replies: the others in a search don't answer to cards that they can't see."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from bot.engine.copies import State
from bot.engine.game import Action, Dealer, Game, Result
from bot.engine.search import think
from bot.engine.strength import Strength
from bot.engine.views import PrivateView, PublicView, SeatView

STRENGTH = Strength(iterations=600, horizon=1, scale=1.0)


@dataclass(frozen=True, slots=True)
class Raise(Action):
    """Raise one's left or right fist, which tells nothing."""

    left: bool


@dataclass(frozen=True, slots=True)
class Guess(Action):
    """Guess which hand holds the coin."""

    left: bool


@dataclass(slots=True)
class Coin(State):
    """Where the coin is, and what was done so far."""

    is_left: bool
    raised: bool | None = None
    guess: bool | None = None


@dataclass(frozen=True, slots=True)
class Seen(PublicView):
    """What both saw."""

    raised: bool | None
    guess: bool | None


@dataclass(frozen=True, slots=True)
class Known(PrivateView):
    """Where the coin is, if the seat knows it."""

    is_left: bool | None


class Fists(Game[Coin, Action]):
    """Seat 0 holds a coin and raises a fist; seat 1 guesses in which hand the coin is."""

    info: ClassVar[Any] = None
    Options: ClassVar[Any] = None
    State: ClassVar[Any] = Coin
    Action: ClassVar[Any] = Raise | Guess
    Event: ClassVar[Any] = None

    def __init__(self) -> None:
        self.guesses: Counter[tuple[bool, bool | None, bool]] = Counter()
        """By where the coin was, the fist raised, and the guess."""

    def setup(self, seats: int, options: Any, dealer: Dealer) -> Coin:
        """Hide the coin."""
        return Coin(dealer.pick([0, 1]) == 0)

    def to_act(self, state: Coin) -> tuple[int, ...]:
        """Ask one after the other."""
        return (0,) if state.raised is None else (1,) if state.guess is None else ()

    def legal(self, state: Coin, seat: int) -> list[Any]:
        """Offer both hands."""
        kind = Guess if seat else Raise
        return [kind(left=True), kind(left=False)]

    def apply(self, state: Coin, seat: int, action: Any, dealer: Dealer) -> None:
        """Raise or guess."""
        if seat:
            state.guess = action.left
            self.guesses[state.is_left, state.raised, action.left] += 1
        else:
            state.raised = action.left

    def result(self, state: Coin) -> Result:
        """Let a right guess win."""
        winner = int(state.guess == state.is_left)
        return Result((1 - winner, winner), (winner,), ((), ()))

    def worth(self, state: Coin) -> tuple[float, ...]:
        """Know nothing."""
        return (0.0, 0.0)

    def public(self, state: Coin) -> Seen:
        """Show what was done."""
        return Seen(state.raised, state.guess)

    def private(self, state: Coin, seat: int) -> Known:
        """Show the coin to whoever holds it."""
        return Known(None if seat else state.is_left)

    def world(self, view: SeatView[Any, Any], rng: random.Random) -> Coin:
        """Put the coin where it is known to be, or anywhere."""
        known = view.private.is_left
        left = rng.random() < 0.5 if known is None else known
        return Coin(left, view.public.raised, view.public.guess)


def rightly_guessed(strength: Strength) -> float:
    """Return how often seat 1 guesses right while seat 0, with the coin on the left, thinks."""
    right = total = 0
    for seed in range(8):
        game = Fists()
        view = game.view(Coin(is_left=True), 0)
        legal = [Raise(left=True), Raise(left=False)]
        think(game, view, legal, strength, random.Random(seed), draw=Coin(is_left=True).clone)
        # Worlds in which the coin is on the right are those of seat 1 alone.
        for (is_left, _, guess), times in game.guesses.items():
            if is_left:
                total += times
                right += times * guess
    return right / total


@pytest.mark.parametrize("iterations", [600, 1200])
def test_the_others_learn_in_worlds_of_their_own(iterations: int) -> None:
    blind = rightly_guessed(replace(STRENGTH, iterations=iterations, trees="apart"))
    assert 0.3 < blind < 0.7, f"{blind:.0%} of the guesses find the coin, which nobody can see"
    # Without it they see through the fist, or the figure above would prove nothing.
    assert rightly_guessed(replace(STRENGTH, iterations=iterations)) > 0.9
