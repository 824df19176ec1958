"""The board of Colors of Kasane as a picture: what it shows, and what it keeps to itself."""

from __future__ import annotations

from dataclasses import replace

from bot.ui.pictures.palette import GOLD, LIGHT, SEATS
from bot.ui.pictures.shapes import Box, Group, Line, Picture, Shape, Text
from cogs.kasane.picture import PICTURES
from cogs.kasane.rules import GAME
from cogs.kasane.views import NEVER_FREE, Public
from tests.games.kasane.laid import before, lay, places


def board(view: Public, asked: tuple[int, ...] = (0,)) -> Picture:
    return PICTURES.board(view, asked)


def texts(shape: Shape) -> list[str]:
    """Return the texts of a shape in their order."""
    if isinstance(shape, Group):
        return [text for each in shape.shapes for text in texts(each)]
    return [shape.text] if isinstance(shape, Text) else []


def ringed(picture: Picture) -> list[str]:
    """Return the numbers on cards with the bright edge of those that can be taken."""
    return [
        texts(group)[0]
        for group in picture.shapes
        if isinstance(group, Group)
        and isinstance(group.shapes[0], Box)
        and (group.shapes[0].edge, group.shapes[0].edge_width) == (LIGHT, 5)
    ]


def plates(picture: Picture) -> list[str | None]:
    """Return the edges of the players' plates in their order."""
    return [each.edge for each in picture.shapes if isinstance(each, Box) and each.edge_width == 4]


def test_a_hand_that_was_listened_to_is_not_drawn() -> None:
    view = GAME.public(lay(before(7), hands=[(1, 2), (3,), ()]))
    other = replace(view, hands=((9, 9), (8,), ()))
    assert board(view) == board(other), "the picture shows what a hand holds"


def test_the_front_card_of_each_row_is_ringed() -> None:
    rows = ((5, 5, 7), (), (2, 0))
    view = replace(GAME.public(lay(before(7))), rows=rows)
    assert ringed(board(view)) == ["7", "+1"]


def test_boxes_bear_their_points_or_the_mark_of_their_owner() -> None:
    view = GAME.public(lay(before(7)))
    marks = list(view.marks)
    marks[places("kasane", 2)[0]] = NEVER_FREE
    marks[places("kasane", 3)[1]] = 2
    (line,) = [
        shape
        for shape in board(replace(view, marks=tuple(marks))).shapes
        if isinstance(shape, Group) and texts(shape)[:1] == ["="]
    ]
    *_asks, closed, two, three, owned = line.shapes
    assert isinstance(closed, Group) and any(isinstance(each, Line) for each in closed.shapes)
    assert (texts(two), texts(three)) == (["+2"], ["+3"])
    assert SEATS[2] in repr(owned) and not texts(owned)


def test_the_plate_of_who_is_asked_has_an_edge_and_at_the_end_the_winners() -> None:
    view = GAME.public(lay(before(7), turn=1, robes=[(1, 2), (3,), ()]))
    assert plates(board(view, (1,))) == [None, SEATS[1], None]
    over = replace(view, turn=None, scores=(4, 4, 3))
    assert plates(board(over, ())) == [GOLD, None, None], "of tied players the longer robe wins"
