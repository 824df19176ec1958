"""What the pages of Donburiko! say: cards, chips, who is out, and where points came from."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.engine.dealer import LiveDealer
from bot.engine.game import Result
from bot.engine.views import SeatView
from bot.ui.pages.numbers import NO_BREAK
from bot.ui.pages.wording import Wording
from cogs.donburiko import views
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import GAME
from cogs.donburiko.views import FACE_UP, Count, OwnCard, Private, Public, Row, TakenRow, Taking

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


@pytest.fixture
def public() -> Public:
    """Return a table with one row taken, one of seven cards, one with face-down cards."""
    state = GAME.setup(3, views.Options(), LiveDealer(random.Random(1)))
    return replace(
        GAME.public(state),
        round=2,
        turn=1,
        bank=1,
        chips=(7, 0, 12),
        owed=(0, 3, 0),
        hand_sizes=(2, 1, 0),
        out=(False, False, True),
        rows=(
            Row(1, (), (), 0),
            Row(2, (15, None, 15, -2, None), (FACE_UP, 0, FACE_UP, FACE_UP, 1), 2),
            Row(3, (0, -1, 1, 2, 2, 3, 3), (FACE_UP,) * 7, 0),
        ),
        taken=(TakenRow(2, 2, 1, (4, 2), (FACE_UP, FACE_UP), 0, 6, 6, 0, False),),
    )


def lines(public: Public) -> list[str]:
    """Return the lines of the board."""
    return spaced(RENDER.board(public, VOICE).text).split("\n")


def spaced(text: str) -> str:
    """Return a text with common spaces, wherever a line may break."""
    return text.replace(NO_BREAK, " ")


def test_the_board_says_who_took_a_row_and_what_was_in_it(public: Public) -> None:
    earlier = public.taken[0]._replace(round=1, seat=0, cards=(5,))
    for taken in (public.taken, (earlier, *public.taken)):
        assert lines(replace(public, taken=taken))[:2] == ["**Row 1** · taken by Cleo", "`4` `2`"]


def test_the_board_says_what_a_row_shows_and_who_laid_what_is_hidden(public: Public) -> None:
    assert lines(public)[2:4] == [
        "**Row 2** · shows 0, 4 or 8 · 5 of 7 cards · 2 chips",
        "`1 or 5` `▮ Ada` `1 or 5` `pond −2` `▮ Bob`",
    ]


def test_the_board_says_that_a_full_row_counts_nothing(public: Public) -> None:
    assert lines(public)[4].startswith("**Row 3** · full: counts 0")


def test_the_board_says_what_everybody_has(public: Public) -> None:
    (people,) = RENDER.board(public, VOICE).fields
    assert people.text.split("\n") == [
        "**Ada** · 7 chips · 2 cards",
        "▸ **Bob** · 0 chips · 1 card · 3 owed by the bank",
        "**Cleo** · 12 chips · 0 cards · has taken a row",
    ]


def test_no_line_breaks_within_a_card(public: Public) -> None:
    cards = RENDER.board(public, VOICE).text.split("\n")[3]
    assert cards.split(" ") == [
        f"`{card.replace(' ', NO_BREAK)}`"
        for card in ("1 or 5", "▮ Ada", "1 or 5", "pond −2", "▮ Bob")
    ]


def test_the_headline_says_when_the_round_is_the_last(public: Public) -> None:
    assert RENDER.headline(public, VOICE) == "Round 2 · bank: 1 chip · 1 card set aside"
    assert "last round" in RENDER.headline(replace(public, final=True), VOICE)


def test_the_hand_shows_own_cards_that_lie_face_down_and_where(public: Public) -> None:
    view = SeatView(0, public, Private((-1, 4), (OwnCard(2, 1, 0),)))
    said = spaced(RENDER.hand(view, VOICE).text).split("\n")
    assert said == [
        "**Your cards:** `pond −1` `acorn 4`",
        "You have 7 chips.",
        "",
        "**Row 1** · taken by Cleo",
        "`4` `2`",
        "**Row 2** · you know of 4, 8 or 12 · 5 of 7 cards · 2 chips",
        "`1 or 5` `▮ loach` `1 or 5` `pond −2` `▮ Bob`",
        "**Row 3** · full: counts 0",
        "`loach` `pond −1` `1` `2` `2` `3` `3`",
        "▮ with a card is yours: nobody else knows it",
    ]


def test_a_count_says_what_it_wins_or_costs(public: Public) -> None:
    taking = Taking(2, (15, 15), (FACE_UP, FACE_UP), 0, ((6, 6), (2, 2), (10, 0)))
    view = SeatView(1, replace(public, taking=taking), Private((1,), ()))
    said = [
        (word.value, word.label)
        for action in (Count(6, True), Count(6, False), Count(2, False), Count(10, False))
        for word in RENDER.words(action, view, VOICE)
    ]
    assert said == [
        ("6!", "6: win 6, Donburiko!"),
        ("6", "6: win 6"),
        ("2", "2: win 2"),
        ("10", "10: pay 0"),
    ]
    later = replace(view.public, round=5)
    assert RENDER.task(later, (1,), VOICE) == "Bob took row 2 and says what it counts."


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            views.AddedFaceUp(0, 2, 15, 0, False),
            "Ada added `acorn 1 or 5` to row 2; the bank has no chip for it.",
        ),
        (views.AddedFaceDown(1, 3), "Bob added a card face down to row 3, with a chip on it."),
        (
            views.RowTaken(2, 1, (4, -2), (FACE_UP, 0), 1, False),
            "Cleo took row 1: `4` `pond −2 ▮ Ada` · with 1 chip",
        ),
        (
            views.RowCounted(2, 1, 6, 6, 6, True, False),
            "**Donburiko!** Row 1 counts 6 for Cleo. "
            "The bank can't pay, so 6 points are owed till the end.",
        ),
        (
            views.RowCounted(2, 1, 9, 0, 0, False, False),
            "Row 1 counts 9 for Cleo. There is no chip to pay with.",
        ),
        (
            views.RowCounted(2, 1, -1, -1, 0, False, False),
            "Row 1 counts −1 for Cleo. Paid: 1 chip.",
        ),
        (views.RowCounted(2, 1, 0, 0, 0, False, True), "Row 1 is full and counts 0 for Cleo."),
        (views.HandDealt(0, (1, 2)), None),
        (views.CardHidden(0, 1, 2), None),
    ],
)
def test_the_log_says_what_happened(event: views.Event, line: str | None) -> None:
    said = RENDER.line(event, VOICE)
    assert (said and spaced(said)) == line


def test_the_final_page_says_what_each_taken_row_counted(public: Public) -> None:
    taken = (
        *public.taken,
        TakenRow(1, 1, 3, (15, 15, 4), (FACE_UP, 0, FACE_UP), 1, 14, -5, 0, False),
        TakenRow(2, 1, 2, (1, 2), (FACE_UP, FACE_UP), 0, 3, 3, 3, False),
    )
    result = Result((7, 3, 12), (2,), ((("chips", 7),), (("owed", 3),), (("chips", 12),)))
    page = RENDER.final(replace(public, taken=taken), result, VOICE)
    assert page.text == "12 points, after 2 rounds."
    assert [field.name for field in page.fields] == [
        "Cleo: 12 points",
        "Ada: 7 points",
        "Bob: 3 points",
    ]
    assert page.fields[2].text.split("\n") == [
        "0 chips + 3 that the bank couldn't pay",
        "Round 1: 1 or 5, 1 or 5, 4 = 14: −5, and 1 chip on it",
        "Round 2: 1, 2 = 3: +3 (owed)",
    ]


def test_the_final_page_of_sixty_rounds_still_names_every_row(public: Public) -> None:
    cards = (15, 15, -2, -2, 0, 0)
    taken = tuple(
        TakenRow(number, seat, 1, cards, (FACE_UP,) * 6, 0, 14, -8, 0, False)
        for number in range(1, 61)
        for seat in range(3)
    )
    result = Result((7, 3, 12), (2,), ((), (), ()))
    page = RENDER.final(replace(public, taken=taken), result, VOICE)
    for field in page.fields:
        assert len(field.text) <= 1024
        assert all(f"R{number} −8" in field.text for number in range(1, 61))
