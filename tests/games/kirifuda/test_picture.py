"""The board of Ameno Kirifuda as a picture: what it shows of a position, and what it doesn't."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.ui.pictures.palette import SEATS
from bot.ui.pictures.shapes import Group, Line, Oval, Picture, Shape, Text
from cogs.kirifuda.picture import board, draft_order
from cogs.kirifuda.rules import GAME, State
from cogs.kirifuda.trick_art import CARDS_TOP
from cogs.kirifuda.views import Discard, Play, Trick
from tests.games.kirifuda.table import do, lay

TRICK = Trick(1, 2, (31, 41, 38, 12), 3)


def drawn(state: State) -> Picture:
    """Return the board of a position."""
    return board(GAME.public(state), GAME.to_act(state))


def all_of(shapes: Sequence[Shape]) -> Iterator[Any]:
    """Yield all shapes, with those within groups."""
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from all_of(shape.shapes)


def texts(picture: Picture) -> list[str]:
    """Return all that is written in a picture."""
    return [shape.text for shape in all_of(picture.shapes) if isinstance(shape, Text)]


def cards_of(picture: Picture) -> list[Group]:
    """Return the cards of the trick."""
    groups = [shape for shape in picture.shapes if isinstance(shape, Group)]
    found = [group for group in groups if group.y == CARDS_TOP]
    return [group for group in found if any(isinstance(each, Text) for each in group.shapes)]


def test_neighbouring_stones_of_one_player_are_joined() -> None:
    state = lay([(15,)] * 4, board={11: 0, 12: 0, 13: 1, 14: 0, 21: 0, 24: 2, 31: 2})
    lines = [shape for shape in all_of(drawn(state).shapes) if isinstance(shape, Line)]
    assert [line.colour for line in lines if line.colour in SEATS] == [SEATS[0]], (
        "one pair lies side by side: not those with another between, nor the ends of two rows"
    )


def test_the_last_trick_is_faded_until_the_next_card() -> None:
    state = lay([(15, 16)] * 4, tricks=[TRICK])
    assert [card.faded for card in cards_of(drawn(state))] == [True] * 4
    do(state, 0, Play(15))
    assert [card.faded for card in cards_of(drawn(state))] == [False]
    state = lay([(15, 16)] * 4, phase="place", row=4, tricks=[TRICK])
    assert [card.faded for card in cards_of(drawn(state))] == [False] * 4
    state = lay([(15, 16)] * 4, tricks=[TRICK], round_=2)
    assert cards_of(drawn(state)) == [], "a trick of the round before"


def test_scores_add_up_on_the_plates() -> None:
    state = lay(
        [(15,)] * 4,
        board={11: 0, 12: 0, 31: 0},
        blessings=[(12, 13), (), (), ()],
        achieved=[(12,), (), (), ()],
        stones=[0, 2, 3, 3],
    )
    said = texts(drawn(state))
    at = said.index("3×2+5=")
    assert said[at + 1] == "11"
    assert "0" in said[:at], "no stone in hand isn't shown"


def test_what_was_chosen_in_secret_is_not_in_the_picture() -> None:
    def deciding(choice: Discard) -> Picture:
        blessings = [(10, 12), (11,), (13,), (20,)]
        state = lay([(11,), (22,), (23,), (24,)], phase="discard", turn=-1, blessings=blessings)
        do(state, 0, choice)
        return drawn(state)

    assert deciding(Discard(())) == deciding(Discard((10, 12)))


def test_who_is_asked_is_ringed() -> None:
    def rings(state: State) -> int:
        shapes = all_of(drawn(state).shapes)
        return sum(isinstance(each, Oval) and not each.fill and each.across > 17 for each in shapes)

    assert rings(lay([(15, 16)] * 4, tricks=[TRICK])) == 2, "the plate and the place in the trick"
    draft = lay([(15,)] * 4, phase="draft", turn=1, display=(10, 11, 12, 13, 20, 21, 22, 23))
    assert rings(draft) == 2, "the plate and the place in the order of the draft"
    assert rings(lay(phase="over", turn=-1, round_=2)) == 0


def test_the_draft_goes_round_and_back() -> None:
    assert draft_order(1, 4) == [2, 3, 0, 1, 1, 0, 3, 2]
    assert draft_order(0, 3) == [1, 2, 0, 0, 2, 1]
