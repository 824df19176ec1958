"""A tiny game whose points all can see: whose turn it is adds 0 to 2 to their own."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, ClassVar

from bot.engine.copies import State as AnyState
from bot.engine.game import Action as AnyAction
from bot.engine.game import Dealer, Game, GameInfo, Result
from bot.engine.game import Event as AnyEvent
from bot.engine.game import Options as AnyOptions
from bot.engine.views import PrivateView, PublicView, SeatView

TURNS = 3
"""How often each seat adds something."""


@dataclass(frozen=True, slots=True)
class Options(AnyOptions):
    """None."""


@dataclass(frozen=True, slots=True)
class Add(AnyAction):
    """Add to one's points."""

    points: int


@dataclass(frozen=True, slots=True)
class Added(AnyEvent):
    """Somebody added to their points."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Public(PublicView):
    """All there is."""

    scores: tuple[int, ...]
    turns: int


@dataclass(frozen=True, slots=True)
class Private(PrivateView):
    """Nothing more."""


@dataclass(slots=True)
class State(AnyState):
    """The points, and how many turns were taken."""

    scores: list[int]
    turns: int


class Counting(Game[State, Add]):
    """Each adds to their own points in turn; most points win, ties share."""

    info: ClassVar[GameInfo] = GameInfo(
        key="counting",
        title="Counting",
        japanese="数え",
        designer="nobody",
        publisher="nobody",
        year=None,
        seats=(2, 3, 4, 5, 6),
        minutes=1,
        rules_version=1,
        longest=6 * TURNS,
        variants=(Options(),),
    )
    Options: ClassVar[type[Options]] = Options
    State: ClassVar[type[State]] = State
    Action: ClassVar = Add
    Event: ClassVar = Added

    def setup(self, seats: int, options: Options, dealer: Dealer) -> State:
        """Begin with nothing."""
        return State([0] * seats, 0)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Ask seat by seat."""
        seats = len(state.scores)
        return () if state.turns == seats * TURNS else (state.turns % seats,)

    def legal(self, state: State, seat: int) -> list[Add]:
        """Offer 0 to 2."""
        return [Add(points) for points in range(3)] if seat in self.to_act(state) else []

    def apply(self, state: State, seat: int, action: Add, dealer: Dealer) -> None:
        """Add it."""
        state.scores[seat] += action.points
        state.turns += 1
        dealer.tell("all", Added(seat, action.points))

    def result(self, state: State) -> Result:
        """Return the points."""
        return Result.of(tuple((("added", score),) for score in state.scores))

    def worth(self, state: State) -> tuple[float, ...]:
        """Return the points."""
        return tuple(state.scores)

    def public(self, state: State) -> Public:
        """Return the points."""
        return Public(tuple(state.scores), state.turns)

    def points_now(self, public: Public) -> tuple[int, ...]:
        """Return the points."""
        return public.scores

    def private(self, state: State, seat: int) -> Private:
        """Return nothing."""
        return Private()

    def world(self, view: SeatView[Any, Any], rng: random.Random) -> State:
        """Return what all see."""
        return State([*view.public.scores], view.public.turns)


GAME = Counting()
