"""The podium: winners stand highest, whoever shares a win shares the height."""

from __future__ import annotations

import pytest

from bot.engine.game import Result
from bot.tables.rankings import Ending
from bot.ui.pictures import draw
from bot.ui.pictures.podium import night_podium, podium
from bot.ui.pictures.shapes import Box, Group, Picture, Text


def tops(picture: Picture) -> dict[str, int]:
    """Return how far from the top the block with each score begins."""
    found: dict[str, int] = {}
    for group in picture.shapes:
        if isinstance(group, Group):
            block, score, *_marks = group.shapes
            assert isinstance(block, Box) and isinstance(score, Text)
            found[score.text] = block.y
    return found


def test_the_winner_stands_highest() -> None:
    ending = Ending.of(Result((9, 22, 21), (1,), ((), (), ())))
    high = tops(podium(ending, (1, 2, 0)))
    assert high["22"] < high["21"] < high["9"], f"the blocks begin at {high}"


def test_a_winner_by_a_tie_break_stands_above_who_has_as_many_points() -> None:
    picture = podium(Ending.of(Result((7, 7), (1,), ((), ()))), (1, 0))
    blocks = [g.shapes[0] for g in picture.shapes if isinstance(g, Group)]
    heights = sorted(block.y for block in blocks if isinstance(block, Box))
    assert heights[0] < heights[1], "who lost the tie stands as high as who won it"


def test_no_points_stand_where_they_decided_nothing() -> None:
    """Whoever was gone comes last, whatever they have."""
    picture = podium(Ending.of(Result((10, 15), (1,), ((), ())), {1: 4}), (0, 1))
    blocks = [group.shapes for group in picture.shapes if isinstance(group, Group)]
    points = [shape.text for shapes in blocks for shape in shapes if isinstance(shape, Text)]
    assert "10" in points and "15" not in points, f"as if 10 were more than 15: {points}"


@pytest.mark.parametrize("seats", range(2, 7))
def test_all_seats_stand_within_the_picture(seats: int) -> None:
    scores = tuple(-3 * seat for seat in range(seats))
    picture = podium(Ending.of(Result(scores, (0,), ((),) * seats)), range(seats))
    for shape in picture.shapes:
        left, top, right, bottom = draw.bounds(shape)
        assert left >= 0 and top >= 0 and right <= picture.width and bottom <= picture.height + 2
    assert len(tops(picture)) == seats


def test_nobody_stands_alone_on_the_podium_of_a_night() -> None:
    """One block with points and no name says nothing."""
    assert night_podium([(1, "10")]) is None
    crowd = [(1, "10"), *[(2, "5")] * 5]
    assert night_podium(crowd) is None, "of those who share a place, some are left out"
    third = night_podium([(1, "10"), (2, "7"), *[(3, "5")] * 4])
    assert third is not None and sorted(tops(third)) == ["10", "7"]
    both = night_podium([(1, "10"), (2, "5")])
    assert both is not None and sorted(tops(both)) == ["10", "5"]
