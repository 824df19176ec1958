"""The board of 7 Little Korpokkurs as a picture: who sits where, who is out, what is held out."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Literal

import pytest

from bot.ui.pictures.palette import GOLD, SEATS
from bot.ui.pictures.shapes import Group, Picture, Shape
from cogs.korpokkur.picture import PICTURES, places, stretch, winners
from cogs.korpokkur.rules import GAME
from cogs.korpokkur.views import Public
from tests.contract.games import Configuration, configurations, play
from tests.games.korpokkur.table import lay

CONFIGURATIONS = [each for each in configurations() if each.game is GAME]


def drawn(view: Public) -> Picture:
    return PICTURES.of(view, view.asked)


def at_places(view: Public) -> list[str]:
    """Return what stands at each place of the ring, clockwise from the first one."""
    points, _ring = places(view.seats)
    return [
        repr(shape.shapes)
        for point in points
        for shape in drawn(view).shapes
        if isinstance(shape, Group) and (shape.x, shape.y) == point and "'#a07c54'" in repr(shape)
    ]


def test_players_stand_in_the_order_of_turns_with_their_own_marks() -> None:
    view = replace(GAME.public(lay([(3, 3)] * 4)), order=(2, 0, 3, 1))
    marks = [[seat for seat in range(4) if f"'{SEATS[seat]}'" in text] for text in at_places(view)]
    assert marks == [[2], [0], [3], [1]], "a mark isn't where its person sits"


def test_turns_the_other_way_are_seen() -> None:
    view = GAME.public(lay([(3, 3)] * 3))
    assert drawn(view) != drawn(replace(view, direction=-1)), "arrows are the same both ways"


@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_chips_are_held_out_behind_the_arrow_to_who_is_asked(
    seats: int, direction: Literal[1, -1]
) -> None:
    view = replace(GAME.public(lay([(3, 3)] * seats)), direction=direction)
    for number in (1, 2):
        for giver in range(seats):
            to = (giver + direction) % seats
            held = replace(view, turn=giver, phase="answer", asked=(to,), to=to, number=number)
            chips = groups([shape for shape in drawn(held).shapes if "'?'" in repr(shape)])
            assert len(chips) == number, f"{len(chips)} chips are held out, not {number}"
            golden = [shape for shape in drawn(held).shapes if is_arrow(shape, GOLD)]
            assert len(golden) == 1, "one arrow leads to the next player"
            way = stretch(seats, giver if direction > 0 else to)[::direction]
            near = [min(math.dist((chip.x, chip.y), point) for point in way) for chip in chips]
            assert max(near) < 40, "the chips aren't on the arrow"
            ahead = [math.dist((chip.x, chip.y), way[-1]) for chip in chips]
            assert min(ahead) > 40, "a chip hides the head of the arrow"


def test_the_arrow_leads_past_who_is_out() -> None:
    view = GAME.public(lay([(3, 3)] * 4, out=[1, 2]))
    held = replace(view, phase="answer", asked=(3,), to=3, number=1)
    assert len([shape for shape in drawn(held).shapes if is_arrow(shape, GOLD)]) == 3
    back = replace(held, direction=-1)
    assert len([shape for shape in drawn(back).shapes if is_arrow(shape, GOLD)]) == 1


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
def test_the_crown_is_for_who_has_won(configuration: Configuration) -> None:
    for number in range(5):
        for match, _step in play(configuration, configuration.rng(f"crown {number}")):
            view = match.public()
            assert isinstance(view, Public)
            if match.to_act():
                assert winners(view) == ()
            else:
                assert winners(view) == match.result().winners


def is_arrow(shape: Shape, colour: str) -> bool:
    """Tell whether a shape is an arrow of the ring in a colour."""
    if not isinstance(shape, Group) or (shape.x, shape.y) != (0, 0):
        return False
    return f"'{colour}'" in repr(shape) and "Line" in repr(shape)


def groups(shapes: list[Shape]) -> list[Group]:
    return [shape for shape in shapes if isinstance(shape, Group)]
