"""Colors of Kasane: what a computer's rule of thumb makes of each move, in exact numbers."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from cogs.kasane import player
from cogs.kasane.rules import GAME
from cogs.kasane.views import Take
from tests.games.kasane.laid import lay

VALUE = player._value  # pyright: ignore[reportPrivateUsage]
AT_ONCE = [[5, 8, 6], [5, 0], [5, 0]]
"""Rows whose front cards are 6, +1 and +1; behind the 6 lies an 8."""
LATER = [[5, 5, 2], [5, 9], [5, 0]]


@pytest.mark.parametrize(
    ("rows", "hand", "robe", "take", "worth"),
    [
        # Two points, and 0.4 for each of two cards laid.
        (AT_ONCE, (4,), (), Take(1, "juu", 2), 2 + 0.8),
        # Half of a meld of three even numbers, 4-6-8, for which all three are laid.
        (AT_ONCE, (4,), (), Take(1), 0.5 * (3 + 1.2)),
        # A point and a card laid at once, and half of the ten that 4 and 6 make.
        (AT_ONCE, (4,), (), Take(2), 1 + 0.4 + 0.5 * (2 + 0.8)),
        (AT_ONCE, (), (), Take(2), 1 + 0.4),
        (AT_ONCE, (), (), Take(1), 0),
        # A run down to 2, at once or at the next turn.
        (LATER, (4, 3), (), Take(1, "kagen", 3), 3 + 1.2),
        (LATER, (4, 3), (), Take(3), 1 + 0.4 + 0.5 * (3 + 1.2)),
        # With the top card of the robe only one card is laid; then 4 and 6 make ten again.
        ([[5, 5, 6], [5, 1], [5, 4]], (), (7, 4), Take(1, "juu", 2, top=True), 2.4 + 0.5 * 2.4),
        ([[5, 5, 6], [5, 1], [5, 4]], (), (7, 4), Take(3, "kasane", 2, top=True), 2.4 + 0.5 * 2.4),
    ],
)
def test_a_move_is_worth_what_it_brings_and_half_of_what_could_come_next(
    rows: Sequence[Sequence[int]],
    hand: Sequence[int],
    robe: Sequence[int],
    take: Take,
    worth: float,
) -> None:
    state = lay(rows, hand, robe)
    assert take in GAME.legal(state, 0)
    assert VALUE(GAME.view(state, 0), take) == pytest.approx(worth)


def test_a_meld_whose_boxes_are_taken_is_worth_nothing_to_come() -> None:
    """A box that this very move marks isn't there at the next turn."""
    free = lay(LATER, (4, 3))
    before = VALUE(GAME.view(free, 0), Take(3))
    boxes = [box for box, each in enumerate(player.BOXES) if each.meld == "kagen"]
    taken = lay(LATER, (4, 3), marked=boxes)
    assert VALUE(GAME.view(taken, 0), Take(3)) < before


def test_the_best_move_is_made_and_chance_decides_between_equal_ones() -> None:
    state = lay(AT_ONCE, (4,))
    legal = GAME.legal(state, 0)
    view = GAME.view(state, 0)
    chosen = {player.choose(view, legal, random.Random(n)) for n in range(30)}
    assert chosen == {Take(1, "juu", 2), Take(2), Take(3)}, "2.8 each, and 2.1 for the other"


def test_a_whim_is_rather_a_meld_than_none() -> None:
    legal = [Take(1, "juu", 2), Take(1), Take(2), Take(3)]
    rng = random.Random(1)
    melds = sum(player.whim(legal, rng).meld is not None for _ in range(800)) / 800
    assert melds == pytest.approx(1 / 4 + 3 / 4 / 4, abs=0.05), (
        "a second try where the first has none"
    )
