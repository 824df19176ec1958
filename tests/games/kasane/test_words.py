"""What people read at a table of Colors of Kasane."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.game import Result
from bot.ui.pages.numbers import NO_BREAK
from bot.ui.pages.wording import Wording
from cogs.kasane.render import RENDER
from cogs.kasane.rules import GAME
from tests.games.kasane.laid import before, lay, places, settle

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


def test_a_hand_says_what_each_front_card_brings() -> None:
    state = lay(before(7), hand=(7,), robe=(3,))
    view = GAME.view(state, 0)
    said = RENDER.hand(view, VOICE).text.split("\n")
    (row, two, three) = [line for line in said if line.startswith("Row ")]
    melds = "`Juu [3]-7, 2 points` · `Kasane 7-7, 2 points` · `Katyou Fugetsu [3]-7-7, 3 points`"
    assert row == f"Row 1: {melds}", "a number brings melds alone, and a point only with them"
    assert (two, three) == ("Row 2: `1 point`", "Row 3: `1 point`")


def test_the_board_says_who_is_to_take_and_what_each_has() -> None:
    public = GAME.public(lay(before(7), turn=1, robes=[(), (3, 4, 0), ()], hands=[(1, 2), (), ()]))
    assert RENDER.task(public, (1,), VOICE) == "Bob takes a card."
    said = RENDER.board(public, VOICE).text.replace(NO_BREAK, " ")
    assert "**Ada** · 0 points · hand: 2\nno robe yet" in said
    assert "▸ **Bob** · 1 point · hand: 0\n`3 4 +1` 3 cards, 2 colours" in said


def test_the_end_says_where_points_came_from() -> None:
    state = lay(before(7), robes=[(), (3, 4, 0), (5, 6)])
    (box, *_more) = places("juu", 2)
    state.marks[box] = 2
    settle(state)
    parts = (("plus_ones", 0), ("melds", 0), ("colours", 0), ("whole", 0))
    tied = (("plus_ones", 1), ("melds", 2), ("colours", 0), ("whole", 0))
    result = Result((0, 3, 3), (1,), (parts, tied, tied))
    page = RENDER.final(replace(GAME.public(state), turn=None), result, VOICE)
    assert page.text == "3 points. Of equal points, more cards laid win."
    assert [field.name for field in page.fields] == [
        "Bob: 3 points",
        "Cleo: 3 points",
        "Ada: 0 points",
    ]
    assert page.fields[1].text.replace(NO_BREAK, " ").split("\n") == [
        "`5 6`",
        "Melds: 2 (Juu 2)",
        "+1 cards: 1",
        "Colours: 0 (2 cards, 2 colours)",
    ]
