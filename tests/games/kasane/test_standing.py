"""Colors of Kasane: what a seat may hope for in a match that isn't over, in exact numbers."""

from __future__ import annotations

import random

import pytest

from bot.engine.dealer import QuietDealer
from cogs.kasane import evaluation
from cogs.kasane.evaluation import LAID_OF_HAND, LAID_OF_TURNS, NEW_COLOUR, guess
from cogs.kasane.rules import GAME
from cogs.kasane.views import ROUNDS, WHOLE_ROBE, Options
from tests.games.kasane.laid import before, lay


@pytest.mark.parametrize("seats", [3, 4])
def test_it_counts_the_turns_that_are_still_to_come(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many as each seat takes cards: twelve in all, an even share of them in each round."""
    asked: list[tuple[int, float]] = []

    def hope(_robe: tuple[int, ...], held: int, turns: float) -> float:
        asked.append((held, turns))
        return 0.0

    monkeypatch.setattr(evaluation, "_hope", hope)
    dealer = QuietDealer(random.Random(1))
    state = GAME.setup(seats, Options(), dealer)
    rounds, begun = ROUNDS[seats], 0
    while acting := GAME.to_act(state):
        if state.round > begun:
            asked.clear()
            guess(state)
            left = WHOLE_ROBE * (rounds - begun) / rounds
            wanted = [(len(hand), left) for hand in state.hands]
            assert asked == wanted, f"before round {begun + 1} of {rounds}"
            begun = state.round
        GAME.apply(state, acting[0], GAME.legal(state, acting[0])[0], dealer)
    assert begun == rounds
    asked.clear()
    guess(state)
    assert {turns for _, turns in asked} == {0}, "at the end there are turns to come"


NOTHING_MORE = (
    ((), 0.0),
    ((1,) * 6, 0.0),
    ((1,) * 9, 5.0),
    ((1, 2) * 5, 4.0),
    ((0, *range(1, 9)), 1 + 4.0),
    ((*range(1, 10),), 5.0),
)


@pytest.mark.parametrize(("robe", "worth"), NOTHING_MORE)
def test_with_nothing_to_come_a_robe_is_worth_what_it_is(
    robe: tuple[int, ...], worth: float
) -> None:
    """By its colours, and a point for each +1 in it; a small robe nothing."""
    assert evaluation._hope(robe, 0, 0.0) == pytest.approx(worth)  # pyright: ignore[reportPrivateUsage]


def test_a_robe_grows_by_hand_and_turns() -> None:
    """Six cards of one colour, two held and one turn to come, by the guesses that are named."""
    more = 2 * LAID_OF_HAND + LAID_OF_TURNS
    colours = 1 + more * (1 - 1 / 9) * NEW_COLOUR
    # One colour is worth 5, two are worth 4, three are worth 3, and so on in between.
    points = 5 - (colours - 1)
    sure = more / 3
    wanted = points * sure + LAID_OF_HAND * 2 * 1
    assert evaluation._hope((1,) * 6, 2, 1.0) == pytest.approx(wanted)  # pyright: ignore[reportPrivateUsage]
    many = evaluation._hope((1,) * 6, 5, 4.0)  # pyright: ignore[reportPrivateUsage]
    colours = min(1 + (5 * LAID_OF_HAND + 4 * LAID_OF_TURNS) * (8 / 9) * NEW_COLOUR, 9)
    assert 4 < colours < 5
    points = 2 - 2 * (colours - 4)
    assert many == pytest.approx(points * 1 + LAID_OF_HAND * 3 * 2), "three cards, two turns count"


def test_points_so_far_count_whole() -> None:
    state = lay(before(1))
    plain = guess(state)
    state.points[1] += 4
    assert guess(state)[1] == pytest.approx(plain[1] + 4)
    assert guess(state)[0] == pytest.approx(plain[0])
