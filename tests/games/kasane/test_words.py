"""What people read at a table of Colors of Kasane."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from bot.engine.ahead import Line
from bot.engine.game import Result
from bot.engine.views import SeatView
from bot.ui.pages.numbers import NO_BREAK
from bot.ui.pages.page import Button
from bot.ui.pages.tables import menu, menu_moves
from bot.ui.pages.tables.ahead_menu import line_of
from bot.ui.pages.wording import Wording
from cogs.kasane import ahead, views
from cogs.kasane.card_art import EMOJI
from cogs.kasane.card_words import title
from cogs.kasane.help import HELP
from cogs.kasane.render import RENDER
from cogs.kasane.rules import GAME, State
from cogs.kasane.views import BOXES, DECK, MELDS, PLUS_ONE, TRIOS
from tests.games.kasane.laid import before, lay, places, settle
from tests.only import first

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))
DRAWING = Wording("en-GB", ("Ada", "Bob", "Cleo"), {name: f"<:{name}:1>" for name in EMOJI})


def view_of(state: State) -> views.SeatView:
    return SeatView(0, GAME.public(state), GAME.private(state, 0))


def buttons(state: State, *path: str) -> dict[str, str]:
    """Return what is on each button of seat 0's menu, by its id without the table's part."""
    found = menu_moves.menu_moves(RENDER, GAME.legal(state, 0), view_of(state), VOICE)
    _question, rows = menu.menu_rows(RENDER, found, path, "abcde", 1, VOICE)
    return {
        part.id.removeprefix("m:abcde:1"): part.label
        for row in rows
        if isinstance(row, tuple)
        for part in row
        if isinstance(part, Button)
    }


def test_a_hand_says_what_each_front_card_brings() -> None:
    state = lay(before(7), hand=(7,), robe=(3,))
    said = RENDER.hand(view_of(state), VOICE).text.split("\n")
    (row,) = [line for line in said if line.startswith("Row ")]
    melds = (
        "**Sum 10 (Juu)** `[3]-7`: +2 · **All the same (Kasane)** `7-7`: +2 · "
        "**All odd (Katyou)** `[3]-7-7`: +3"
    )
    assert row == f"Row 1: {melds}", "only rows whose card makes a meld are listed"
    assert said[:2] == ["**`7`**", "-# The rightmost card is on top. A meld always includes it."]


def test_a_row_that_is_taken_without_a_meld_is_no_further_choice() -> None:
    """If its front card lies there no other choice is looked at, and else none of that row fits."""
    view = view_of(lay(before(7), hand=(7,), robe=(3,)))
    found = [each.case for each in ahead.cases(view)]
    cases = [each for each in found if isinstance(each, ahead.Front) and each.row == 1]
    plain = first((each for each in cases if each.meld is None), "a way without a meld")
    assert len(cases) > 1 and all(plain.covers(each) for each in cases)
    melds = [each for each in cases if each.meld is not None]
    assert not any(each.covers(plain) for each in melds), "a box may be taken meanwhile"


def test_what_is_set_ahead_says_what_its_meld_brings_and_not_what_others_would() -> None:
    view = view_of(lay(before(7), hand=(7,), robe=(3,)))
    said = {
        " · ".join(word.said for word in RENDER.words_ahead(case, move, view, DRAWING))
        for case, moves, _lowest in ahead.cases(view)
        for move in moves
        if isinstance(case, ahead.Front) and isinstance(move, views.Take) and case.row == 1
    }
    assert "row 1 · All the same (Kasane) 7-7: +2" in said, said
    assert not any("up to" in each for each in said), said


def test_a_row_that_is_set_without_a_meld_is_said_alone() -> None:
    view = view_of(lay(before(7), hand=(7,), robe=(3,)))
    said = {
        line_of(Line(case, move), RENDER, view, DRAWING)
        for case, moves, _lowest in ahead.cases(view)
        for move in moves
    }
    assert "row 1" in said, f"that there is no meld is said, too: {said}"


def test_a_meld_that_can_be_made_is_shown_as_cards() -> None:
    state = lay(before(7), hand=(7,), robe=(3,))
    said = RENDER.hand(view_of(state), DRAWING).text.split("\n")
    (row,) = [line for line in said if line.startswith("Row ")]
    assert row.startswith("Row 1: **Sum 10 (Juu)** [<:kas_3:1>]<:kas_7:1>: +2 · **All the"), row
    assert "-# [ ] is the last card of your robe. It stays there." in said, (
        "the brackets of the line above aren't those that are explained"
    )


def test_points_say_after_which_round() -> None:
    """*How it was scored* puts those of all rounds below each other."""
    rows = ((1, 2, 3, 4, 5),) * 3
    view = replace(GAME.public(lay(before(7))), round=2, rows=rows, turn=1)
    said = RENDER.round_scores(view, VOICE)
    assert said.startswith("After round 1: "), f"it doesn't say of when they are: {said}"
    over = replace(view, round=3, rows=((),) * 3, turn=None)
    said = RENDER.round_scores(over, VOICE)
    assert said.startswith("After round 3, with the robes: "), f"the last round is missing: {said}"


def test_a_hand_is_a_large_line_of_emoji() -> None:
    state = lay(before(7), hand=(2, 7), robe=(3,))
    said = RENDER.hand(view_of(state), DRAWING).text.split("\n")
    assert said[0] == "# <:kas_2:1><:kas_7:1><:kas_next:1>", "the top card is the last"
    assert said[2] == "**Your robe:** <:kas_3:1> (1 of 12)"


def test_behind_a_hand_is_the_place_of_the_next_card_while_one_can_come() -> None:
    state = lay(before(7), hand=(2, 7), robe=(3,))
    assert RENDER.hand_below(view_of(state), DRAWING).text == "# <:kas_2:1><:kas_7:1><:kas_next:1>"
    over = replace(view_of(state), public=replace(GAME.public(state), turn=None))
    assert RENDER.hand_below(over, DRAWING).text == "# <:kas_2:1><:kas_7:1>"


def test_a_card_that_makes_no_meld_takes_one_press() -> None:
    state = lay(before(7), hand=(7,), robe=(3,))
    assert buttons(state) == {
        ":take:1": "7, row 1: up to +3",
        ":take:2:none": "+1, row 2",
        ":take:3:none": "+1, row 3",
    }
    assert list(buttons(state, "take", "1").values())[:4] == [
        "Sum 10 (Juu) [3]-7: +2",
        "All the same (Kasane) 7-7: +2",
        "All odd (Katyou) [3]-7-7: +3",
        "No meld yet",
    ]


def test_a_button_counts_the_point_of_a_plus_one() -> None:
    state = lay([[5, 0], [5, 5], [5, 5]], hand=(7, 7), easier=True)
    assert buttons(state)[":take:1"] == "+1, row 1: up to +3", "1 for the card and 2 for Kasane"
    assert "All the same (Kasane) 7-7: +3" in buttons(state, "take", "1").values()


def test_a_button_shows_the_card_as_an_emoji() -> None:
    state = lay(before(7), hand=(7,))
    (action, *_others) = GAME.legal(state, 0)
    (row, _meld) = RENDER.words(action, view_of(state), DRAWING)
    assert (row.emoji, row.said) == ("kas_7", "row 1: up to +2"), "the 7 is said twice"
    assert row.emoji in EMOJI


def test_the_board_says_what_each_has() -> None:
    state = lay(before(7), turn=1, robes=[(), (3, 4, 0), ()], hands=[(1, 2), (), ()])
    (box, *_more) = places("juu", 2)
    state.marks[box] = 1
    public = GAME.public(settle(state))
    said = RENDER.board(public, VOICE).text.replace(NO_BREAK, " ").split("\n")
    assert said[0] == "Row 1: **7** · behind it 5 5"
    assert "● **Ada** · 0 points · 2 cards in hand · no robe yet" in said
    bob = "▲ **Bob** · 3 points · 0 cards in hand · robe of 3 cards, 2 colours: `3 4 +1`"
    assert bob in said, "Bob's robe is said with his name"
    assert "**Sum 10 (Juu)** · free: 2, 3, 4 · 2 ▲" in said


def test_the_board_says_which_boxes_are_closed() -> None:
    state = lay(before(7))
    state.marks[places("kasane", 2)[0]] = views.NEVER_FREE
    said = RENDER.board(GAME.public(settle(state)), VOICE).text.split("\n")
    assert "**All the same (Kasane)** · free: 2, 3, 3 · 2 closed" in said


def test_lines_on_where_the_match_stands() -> None:
    public = GAME.public(lay(before(7), turn=1))
    assert RENDER.headline(public, VOICE) == "Round 1 of 3 · ends in 4 cards"
    assert RENDER.headline(replace(public, turn=None), VOICE) == "Round 1 of 3"
    assert RENDER.task(public, (1,), VOICE) == "Take the front card of a row."
    assert RENDER.call(public, 1, VOICE) == "You can take: 7, +1.", "each front card once"


def test_the_end_says_where_points_came_from() -> None:
    state = lay(before(7), robes=[(), (3, 4, 0), (5, 6)])
    for box in places("juu", 2):
        state.marks[box] = 2
    settle(state)
    parts = (("plus_ones", 0), ("melds", 0), ("colours", 0), ("whole", 0))
    bob = (("plus_ones", 1), ("melds", 3), ("colours", 0), ("whole", 0))
    cleo = (("plus_ones", 0), ("melds", 4), ("colours", 0), ("whole", 0))
    result = Result((0, 4, 4), (1,), (parts, bob, cleo))
    public = replace(GAME.public(state), turn=None)
    page = RENDER.final(public, result, VOICE)
    assert page.text == "Tie: the longer robe wins."
    assert [field.name for field in page.fields] == [
        "Bob: 4 points",
        "Cleo: 4 points",
        "Ada: 0 points",
    ]
    assert page.fields[1].text.replace(NO_BREAK, " ").split("\n") == [
        "Sum 10 (Juu) +4 = 4 (fewer than 8 cards: no colour bonus)",
        "`5 6`",
    ]


def test_an_account_of_a_whole_robe_adds_up() -> None:
    robe = (1, 1, 0, 2, 4, 6, 8, 8, 5, 7, 4, 3)
    state = lay(before(7), robe=robe)
    for boxes in (places("kasane", 2), places("setsu", 5), places("asanoha", 3)):
        state.marks[boxes[0]] = 0
    result = GAME.result(settle(state))
    assert RENDER.account(0, GAME.public(state), result, VOICE, brief=True) == [
        "All the same (Kasane) +2 · Trio (Asanoha) +4 · All even (Setsu) +5 · “+1” cards +1 · "
        "8 colours +4 · all twelve cards +2 = 18"
    ]
    assert result.scores[0] == 18


# The rules for people


def test_the_rules_name_the_cards_there_are() -> None:
    texts = " ".join(text for _title, text in HELP)
    four, three = Counter(DECK[4]), Counter(DECK[3])
    assert (
        f"{four[1]} of each number from 1 to 9, and {four[PLUS_ONE]} “+1” cards. With three "
        f"players: {three[1]} of each number, and {three[PLUS_ONE]} “+1” cards."
    ) in texts


def test_the_rules_name_the_sizes_of_each_meld() -> None:
    (melds,) = [text for title, text in HELP if title == "The melds"]
    lines = {
        meld: line
        for meld in MELDS
        for line in melds.split("\n")
        if f"**{title(meld, VOICE)}**" in line
    }
    for meld in MELDS:
        sizes = sorted({box.size for box in BOXES if box.meld == meld})
        if meld in TRIOS:
            assert sizes == [3] and all(str(each) in lines[meld] for each in TRIOS[meld])
        elif sizes == list(range(3, 7)):
            assert lines[meld].endswith("3 to 6 cards"), lines[meld]
        else:
            *some, last = map(str, sizes)
            assert lines[meld].endswith(f"{', '.join(some)} or {last} cards"), lines[meld]


def test_the_rules_name_points_for_colours_and_a_whole_robe() -> None:
    texts = " ".join(text for _title, text in HELP)
    points = views.COLOUR_POINTS
    assert points[1] == points[9] and f"1 or 9 colours score {points[1]} points" in texts
    assert points[5] == 0 and "5 colours score nothing" in texts
    assert f"robe of **{views.ROBE_COUNTS_FROM} or more cards**" in texts
    assert f"**{views.WHOLE_ROBE_POINTS} more points**" in texts
