"""Donburiko!: what a computer's rule of thumb makes of each move, in exact numbers."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from cogs.donburiko import player
from cogs.donburiko.player import CONTENT, KEPT, LOST, choose
from cogs.donburiko.rules import GAME
from cogs.donburiko.views import Add, SeatView, Take
from tests.games.test_donburiko import lay

ADDING = player._value_of_adding  # pyright: ignore[reportPrivateUsage]
WORTH = player._worth  # pyright: ignore[reportPrivateUsage]
RNG = random.Random(1)


def view(out: tuple[int, ...] = ()) -> SeatView:
    """Return what seat 0 of three sees before three rows."""
    rows = [[2, 3], [1], [3, 3]]
    return GAME.view(lay(rows, [[1, 2], [3, 4], [2, 4]], out=out), 0)


@pytest.mark.parametrize(
    ("down", "rivals", "after", "others", "wanted"),
    [
        (False, 2, 3.0, 1.0, 1 + KEPT * 3),
        (False, 2, 1.0, 3.0, 1 + KEPT * 3),
        (False, 2, CONTENT, 1.0, 1 + KEPT * 1 - LOST * CONTENT),
        (False, 0, CONTENT, 1.0, 1 + CONTENT),
        (False, 0, 1.0, 3.0, 1 + 3),
        (True, 2, 3.0, 1.0, -1 + KEPT * (3 + 1)),
        (True, 2, 1.0, 3.0, -1 + KEPT * 3),
        (True, 0, CONTENT, 1.0, -1 + KEPT * (CONTENT + 1)),
    ],
)
def test_a_card_laid_is_worth_its_chip_and_what_it_leaves(
    down: bool,
    rivals: int,
    after: float,
    others: float,
    wanted: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What others see to be good they take; the chip on a hidden card comes back with the row."""
    monkeypatch.setattr(player, "_worth", lambda *_given: after)
    worth = {1: others, 2: 99.0, 3: others - 1}
    found = ADDING(view(), Add(1, 2, face_down=down), worth, rivals, RNG)
    assert found == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("rows", "adding", "rivals_left", "wanted"),
    [
        # Good enough is taken while others are about, though adding looks better.
        ({1: CONTENT, 2: 0.0, 3: 0.0}, 9.0, True, "take"),
        ({1: CONTENT, 2: 0.0, 3: 0.0}, 9.0, False, "add"),
        ({1: CONTENT - 0.1, 2: 0.0, 3: 0.0}, 9.0, True, "add"),
        ({1: 3.0, 2: 0.0, 3: 0.0}, 2.0, True, "take"),
        ({1: -3.0, 2: -1.0, 3: -2.0}, -0.5, True, "add"),
    ],
)
def test_a_row_is_taken_that_is_good_enough_or_better_than_waiting(
    rows: Mapping[int, float],
    adding: float,
    rivals_left: bool,
    wanted: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def value(_view: object, add: Add, worth: object, rivals: int, _rng: object) -> float:
        assert worth == rows
        asked.append(rivals)
        return adding

    monkeypatch.setattr(player, "_worth", lambda _view, row, _more, _rng: rows[row])
    monkeypatch.setattr(player, "_value_of_adding", value)
    legal = [Add(1, 2, face_down=False), Take(1), Take(2), Take(3)]
    found = choose(view() if rivals_left else alone(), legal, RNG)
    best = max(rows, key=lambda row: rows[row])
    assert found == (Take(best) if wanted == "take" else legal[0])
    assert asked == [2 if rivals_left else 0], "who is still in isn't counted rightly"


def alone() -> SeatView:
    """Return what seat 0 of three, alone in the round, sees before the same rows."""
    state = lay([[2, 3], [1], [3, 3]], [[1, 2], [3, 4], [2, 4]])
    state.out = [False, True, True]
    return GAME.view(state, 0)


@pytest.mark.parametrize(
    ("row", "more", "chips", "wanted"),
    [
        ([2, 3], (), 5, 5),
        ([2, 3], (1,), 5, 6),
        ([2, 3], (4,), 5, -3),
        ([2, 3], (4,), 2, -2),
        ([2, (1, 0)], (), 5, 3 + 1),
        ([2, (1, 0)], (3,), 5, 6 + 1),
    ],
)
def test_a_row_is_worth_its_points_and_its_chips(
    row: list[int | tuple[int, int]],
    more: tuple[int, ...],
    chips: int,
    wanted: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With own hidden cards, which the seat knows; nobody pays more than they have."""
    monkeypatch.setattr(player, "unseen_cards", lambda _view: [1, 2, 3])
    state = lay([row, [1], [3]], [[1, 2], [3, 4], [2, 4]], chips=[chips, 4, 4])
    assert WORTH(GAME.view(state, 0), 1, more, RNG) == pytest.approx(wanted)


def test_cards_that_cannot_be_seen_are_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []
    monkeypatch.setattr(player, "unseen_cards", lambda _view: [1, 2, 3])

    class Chance(random.Random):
        """Draws the same cards each time."""

        def sample(self, population: object, k: int, **_more: object) -> list[int]:  # type: ignore[override]
            """Draw."""
            tries.append(k)
            return [1, 3][:k] if len(tries) % 2 else [2, 3][:k]

    state = lay([[2, (1, 1)], [1], [3]], [[1, 2], [3, 4], [2, 4]])
    found = WORTH(GAME.view(state, 0), 1, (), Chance())
    assert tries == [1] * player.GUESSES, "one hidden card is guessed some times"
    assert found == pytest.approx(1 + (3 + 4) / 2), "a chip, and 2 with a 1 or with a 2 by turns"
