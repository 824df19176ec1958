"""Bounds: they hold as often as they say, whatever was counted."""

from __future__ import annotations

import random

import pytest

from tests.arena import confidence_bounds


def test_bounds_narrow_with_deals_and_widen_with_looks() -> None:
    few, many = [0.0, 0.5, 0.5, 1.0] * 3, [0.0, 0.5, 0.5, 1.0] * 30
    mean, low, high = confidence_bounds.of_share(few)
    assert mean == 0.5 and low < 0.5 < high
    assert confidence_bounds.of_share(many)[1] > low and confidence_bounds.of_share(many)[2] < high
    assert confidence_bounds.of_share(few, 3)[1] < low
    assert confidence_bounds.of_share([0.5]) == (0.5, 0.0, 1.0)
    # Ten deals that went alike aren't certain.
    assert confidence_bounds.of_share([1.0] * 10)[1] < 0.95


def test_bounds_hold_as_often_as_they_say() -> None:
    rng = random.Random(9)
    missed = 0
    for _ in range(1000):
        shares = [rng.choice([0.0, 0.25, 0.25, 0.5, 1.0]) for _ in range(20)]
        _, low, high = confidence_bounds.of_share(shares)
        missed += not low <= 0.4 <= high
    assert missed <= 50


def test_the_quantiles_are_those_of_student() -> None:
    assert confidence_bounds._student(0.975, 9) == pytest.approx(2.262, abs=0.01)
    assert confidence_bounds._student(0.9875, 19) == pytest.approx(2.433, abs=0.01)


def test_the_bounds_of_an_edge_hold_as_often_as_they_say() -> None:
    """One takes half of the edge of another who plays the same deals, lucky ones and unlucky."""
    rng = random.Random(4)
    missed = 0
    for _ in range(1000):
        luck = [rng.choice([-0.25, 0.0, 0.25]) for _ in range(40)]
        mine = [0.45 + more + rng.choice([-0.2, 0.2]) for more in luck]
        theirs = [0.65 + more + rng.choice([-0.1, 0.1]) for more in luck]
        share, low, high = confidence_bounds.of_edge(mine, theirs, 0.25)
        assert low < share < high
        missed += not low <= 0.5 <= high
    assert missed <= 50


def test_the_share_of_an_edge_is_plain_where_all_is_won() -> None:
    share, low, high = confidence_bounds.of_edge([1.0] * 40, [1.0] * 40, 0.25)
    assert share == 1 and 0.85 < low < 1 < high < 1.15


def test_of_an_edge_that_is_not_there_nobody_has_a_share() -> None:
    even = [0.0, 0.5, 0.5, 1.0] * 10
    with pytest.raises(ValueError, match="no edge"):
        confidence_bounds.of_edge([1.0] * 40, even, 0.5)
    with pytest.raises(ValueError, match="no edge"):
        confidence_bounds.of_edge([1.0] * 40, [0.0] * 40, 0.5)
