"""The arena's flat player: the same worlds for every action, and more of them for the better."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any, cast

from bot.engine.dealer import QuietDealer
from bot.engine.game import Action, AnyGame, Result
from bot.engine.views import PrivateView, PublicView, SeatView
from tests.arena import flat_player

VIEW = SeatView(0, PublicView(), PrivateView())


@dataclass(frozen=True, slots=True)
class Pick(Action):
    """Choose a number."""

    number: int


PICKS = [Pick(number) for number in (3, 0, 7, 1, 6, 2, 5, 4)]


@dataclass(slots=True)
class Table:
    """Whoever picks the highest number wins, apart from a little luck; seat 1 has no say."""

    world: int
    luck: float
    picked: list[int] = field(default_factory=list[int])
    bonus: float = 0.0

    def clone(self) -> Table:
        """Return a copy."""
        return replace(self, picked=self.picked[:])


class Picking:
    """A game in which seat 0 picks a number, and again after a shuffle if there are `rounds`."""

    def __init__(self, rounds: int = 1) -> None:
        self.rounds = rounds
        self.worlds = 0
        self.tried: list[tuple[int, int]] = []
        """The world and the number picked first, in order."""

    def world(self, _view: object, rng: random.Random) -> Table:
        """Return a world with a number of its own."""
        self.worlds += 1
        return Table(self.worlds, rng.uniform(-3, 3))

    def to_act(self, state: Table) -> tuple[int, ...]:
        """Return seat 0 until all rounds are played."""
        return (0,) if len(state.picked) < self.rounds else ()

    def legal(self, state: Table, seat: int) -> list[Pick]:
        """Return all numbers."""
        return PICKS if seat in self.to_act(state) else []

    def apply(self, state: Table, _seat: int, action: Pick, dealer: QuietDealer) -> None:
        """Note the number; shuffle if another round follows."""
        if not state.picked:
            self.tried.append((state.world, action.number))
        state.picked.append(action.number)
        if len(state.picked) < self.rounds:
            dealer.shuffle([1, 2, 3])

    def worth(self, state: Table) -> tuple[float, ...]:
        """Return the number picked last, and luck."""
        return (state.picked[-1] + state.luck, 0.0)

    def result(self, state: Table) -> Result:
        """Return the same as a result."""
        score = round(10 * self.worth(state)[0])
        return Result.of(((("picked", score),), (("picked", 40),)))


def choose(game: Picking, playouts: int, seed: int = 1) -> Any:
    """Return what the flat player picks."""
    spent = lambda played: played / playouts  # noqa: E731
    return flat_player.choose(cast(AnyGame, game), VIEW, PICKS, random.Random(seed), spent)


def test_it_picks_the_best() -> None:
    for seed in range(20):
        assert choose(Picking(), 240, seed) == Pick(7)


def test_one_world_for_each_round_is_the_least() -> None:
    game = Picking()
    choose(game, 1)
    assert len(game.tried) == 8 + 4 + 2


def test_all_actions_that_are_left_are_tried_in_the_same_worlds() -> None:
    game = Picking()
    choose(game, 240)
    by_world: dict[int, list[int]] = {}
    for world, number in game.tried:
        by_world.setdefault(world, []).append(number)
    assert [world for world, _ in game.tried] == sorted(world for world, _ in game.tried)
    assert all(len(set(numbers)) == len(numbers) for numbers in by_world.values())
    sizes = [len(numbers) for numbers in by_world.values()]
    # Each of three rounds has a third of 240 playouts: 10 worlds for 8, 20 for 4, 40 for 2.
    assert sizes == [8] * 10 + [4] * 20 + [2] * 40


def test_the_better_an_action_the_more_often_it_is_tried() -> None:
    game = Picking()
    choose(game, 240)
    times = Counter(number for _, number in game.tried)
    assert times[7] == 70
    assert times[0] == 10


def test_it_plays_on_to_the_end_of_the_round_and_no_further() -> None:
    """What is picked after a shuffle would hide what was picked before."""
    game = Picking(rounds=2)
    assert choose(game, 240) == Pick(7)
