"""What a screen leaves out for a phone, and in which order."""

from __future__ import annotations

from dataclasses import replace

import pytest
from discord import ButtonStyle

from bot.ui.pages.page import DESCRIPTION, Button, Page
from bot.ui.pages.phone_height import INSIDE, _may_break, height, lines, rest
from bot.ui.pages.render import Body
from bot.ui.pages.tables.fit import (
    MOST,
    MOST_AT_END,
    MOST_BELOW,
    ROOMY,
    Notice,
    first_that_fits,
    fitted,
    told_on,
)
from bot.ui.pages.what_happened import Told
from bot.ui.pictures.shapes import Picture

SAID = "🤖 Nagi: Ha! Did you see that?"
MINE = (
    Told("You took row 0.", touches=True),
    Told(f"You took row 1.\n-# {SAID}", touches=True),
)
OTHERS = tuple(Told(f"Bob took row {n}.", touches=False) for n in range(3))
HAND = "💬 Row 1 can be 6. Take it soon.\n**Your cards**\n-# This is what a button does.\n**Ask**"


@pytest.mark.parametrize(
    ("before", "after", "may"),
    [
        (" ", "a", True),
        ("a", " ", False),
        ("", "長", False),
        ("a", "b", False),
        ("\u00a0", "長", False),
        ("長", "\u00a0", False),
        ("-", "a", True),
        ("-", "1", False),
        ("長", "い", True),
        ("a", "長", True),
        ("長", "a", True),
        ("長", "、", False),
        ("「", "長", False),
        ("<:acorn:1>", "a", True),
    ],
)
def test_a_line_is_broken_where_a_phone_breaks_it(before: str, after: str, may: bool) -> None:
    assert _may_break(before, after) == may


def screen(rows: int) -> Page:
    """Return a screen that leaves so much room as its rows of buttons do."""
    buttons = (Button(f"b{row}", "press", ButtonStyle.secondary) for row in range(rows))
    board = Picture(800, 400, "#000000", ())
    return Page(
        "Your turn",
        rows=tuple((each,) for each in buttons),
        image=board,
        alt="board",
        under=Page("", HAND),
    )


def below(page: Page) -> str:
    """Return what a screen says below its board."""
    assert page.under is not None, "nothing stands below the board"
    return page.under.text


def test_all_is_said_where_there_is_room() -> None:
    said = below(fitted(screen(1), Notice("Hello.", (*MINE, *OTHERS))))
    assert said.startswith("> Hello.\n> • You took row 0.") and said.endswith(HAND), said


def test_what_matters_least_gives_way_first() -> None:
    """With each row of buttons more there is less room; what is left out stays out."""
    order = [
        "-# This is what a button does.",
        "Take it soon.",
        *(each.text for each in OTHERS[:-1]),
        SAID,
        OTHERS[-1].text,
        "Row 1 can be 6.",
        MINE[0].text,
    ]
    left_out: list[set[str]] = []
    for rows in range(1, 12):
        page = fitted(screen(rows), Notice("Hello.", (*MINE, *OTHERS)))
        said = below(page)
        gone = {each for each in order if each not in said}
        assert gone == set(order[: len(gone)]), f"not in this order: {order}, but {gone}"
        # As long as a phone shows the whole, the newest line about others stays.
        fits = rest(page) <= MOST_BELOW or (len(gone) >= 5 and height(page) <= ROOMY)
        assert len(gone) == len(order) or fits, f"too high: {said}"
        for stays in ("Hello.", "You took row 1.", "Your cards"):
            assert stays in said, f"{stays!r} is missing: {said}"
        left_out.append(gone)
    assert left_out[0] == set() and left_out[-1] == set(order), "this test has shown nothing"


def test_who_won_stays_in_sight() -> None:
    page = replace(screen(2), text="\n".join(["A line."] * 13), under=None)
    notice = Notice("", (*MINE, *OTHERS))
    before, after = (height(fitted(page, notice, over=over)) for over in (False, True))
    assert after <= MOST_AT_END < before <= MOST, f"{after:.0f} px at the end, {before:.0f} before"


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("Isam! brings you 1 point. Take it.", "Isam! brings you 1 point."),
        ("イサム！と宣言すれば1点です。取りましょう。", "イサム！と宣言すれば1点です。"),
    ],
)
def test_a_call_is_no_sentence_of_its_own(said: str, first: str) -> None:
    page = screen(11)
    assert page.under is not None
    page = replace(page, under=replace(page.under, text=f"💬 {said}\n{page.under.text}"))
    assert below(fitted(page, Notice(""))).startswith(f"💬 {first}\n")


def test_a_long_line_loses_its_middle_if_nothing_else_helps() -> None:
    long = Told(f"Trick 1: {'Nagi played red 3, ' * 40}Bob won 3.\n-# {SAID}", touches=True)
    said = below(fitted(screen(1), Notice("", (long,))))
    assert said.startswith("> • Trick 1: Nagi … ") and "Bob won 3." in said, said
    assert SAID not in said, "what a computer says stays, and what happened is cut for it"
    line = said.splitlines()[0].removeprefix("> ")
    assert lines(line, INSIDE - 16) == 2, f"it is cut, and takes more lines anyway: {line}"
    hid = Told("Bob added a card face down to row 3: −1 chip.", touches=True)
    line = below(fitted(screen(11), Notice("", (hid,)))).splitlines()[0].removeprefix("> ")
    assert line == f"• {hid.text}", f"it is cut, and its sense is lost: {line}"


def test_what_a_computer_did_for_the_person_stays() -> None:
    """Also where a line of it loses its middle, and others of the person's own go."""
    done = "Trick 8: Cleo led 🍃 green 7, Koharu 🔥 red 0, 🤖\u00a0you 🔥 red 4. Cleo won 5 with 7."
    mine = [Told(f"Trick {n}: Nagi won 4 with your red 3.", True) for n in range(9, 15)]
    told = (Told(done, True, minded=True), *mine)
    assert "🤖\u00a0you 🔥 red 4" in below(fitted(screen(4), Notice("", told)))


def test_lines_about_others_alone_keep_the_newest() -> None:
    said = below(fitted(screen(12), Notice("", OTHERS)))
    assert [each.text in said for each in OTHERS] == [False, False, True], said


def test_a_line_is_said_in_few_words_before_it_goes() -> None:
    """Three short lines take the room of one that is long, and of what is said about that."""
    long = "Nagi took 5 from row 3 and laid a run of three cards, which brought 3 points"
    others = [
        Told(f"{long}: {n}.\n-# {SAID}", touches=False, brief=f"Nagi laid {n}.") for n in range(3)
    ]
    told = [Told(f"{long}, you.", touches=True, brief="You."), *others]
    said = [below(fitted(screen(rows), Notice("", tuple(told)))) for rows in range(1, 12)]
    brief = next(each for each in said if long in each and "Nagi laid 0." in each)
    assert brief.count(SAID) == len(others), f"what a computer says goes with the words: {brief}"
    assert all(each.brief in brief for each in others), f"a line goes that has fewer words: {brief}"
    assert all("You." in each or long in each for each in said), "one's own goes"


def test_the_first_screen_that_fits_is_taken_or_else_the_lowest() -> None:
    high, tight, low = screen(12), screen(10), screen(1)
    assert height(tight) > MOST > height(fitted(tight, Notice())), "this test shows nothing"
    assert first_that_fits([high, tight, low], told=False) is tight, "a lower one isn't needed"
    assert first_that_fits([high, tight, low], told=True) is low, (
        "there's no room for what happened"
    )
    assert first_that_fits([screen(20), high], told=False) is high, "it isn't the lowest"


def test_a_hand_that_discord_has_hardly_room_for_keeps_its_own_words() -> None:
    page = Page("Your turn", under=Page("", "🂡" * (DESCRIPTION - 50)))
    said = below(fitted(page, Notice("heard " * 20)))
    assert said == below(page), "the hand is cut for what was heard"


def test_a_move_is_ticked_off() -> None:
    said = below(fitted(screen(1), Notice("", MINE, ticked=True)))
    assert said.startswith("> ✓ You took row 0.\n> • You took row 1.\n"), said


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 1),
        ("Your turn", 1),
        ("word " * 20, 3),
        ("手札" * 20, 2),
        ("`" + "手札" * 10 + "`", 1),
        ("<:kk_don_acorn4_0a1b2c3d:123456789012345678>" * 15, 1),
        ("<:kk_don_acorn4_0a1b2c3d:123456789012345678>" * 16, 2),
    ],
)
def test_lines_break_as_on_a_phone(text: str, expected: int) -> None:
    assert lines(text, 303.0) == expected


def test_only_a_wide_full_stop_hangs_over_the_edge() -> None:
    for text, more, wanted in (("aaa bbb.", " ccc ddd", 3), ("手札手札。", "手札手札", 2)):
        (narrowest, *_) = [wide for wide in range(20, 200) if lines(text, wide) == 1]
        found = lines(text + more, narrowest - 2)
        assert found == wanted, f"{text}{more} takes {wanted} lines there, not {found}"


def test_a_page_is_higher_with_all_that_it_says() -> None:
    page = screen(1)
    assert height(page) > rest(page) > 0
    assert rest(screen(2)) - rest(page) == 40.0, "a row of buttons takes 32 px and a gap"


def test_a_line_is_cut_and_little_room_used_up_before_cards_get_small() -> None:
    """The cards are what is looked for, and small ones can't be told apart on a phone."""
    long = Told(f"Trick 1: {'Nagi played red 3, ' * 6}Bob won 3.", touches=True)
    hand = "💬 Take it.\n# <:acorn_1:123456789012345678>\n**Ask**"
    page = replace(screen(1), under=Page("", hand))
    pages = [fitted(replace(page, rows=screen(n).rows), Notice("", (long,))) for n in range(12)]
    large = [each for each in pages if "# <:acorn" in below(each)]
    small = pages[len(large) :]
    assert small and large == pages[: len(large)], "with more buttons the cards get large again"
    assert long.text in below(large[0]), "there is room for all of it"
    cut = below(large[-1]).splitlines()[0]
    assert cut.startswith("> • Trick 1: Nagi … ") and cut.endswith(", Bob won 3."), (
        f"the cards get small before this is cut: {below(large[-1])}"
    )
    assert "💬" not in below(large[-1]), "the cards get small before the coach is silent"
    assert height(small[0]) > MOST - 27, "the cards are small, and there is room for large ones"


def test_what_others_did_last_stays_longer_than_the_coach_and_large_cards() -> None:
    """It is said nowhere else; cards are on the buttons as well."""
    hand = "💬 Take it.\n# <:acorn_1:123456789012345678>\n**Ask**"
    page = replace(screen(3), under=Page("", hand))
    tall = [replace(page, text="\n".join(["A line."] * many)) for many in range(16)]
    shown = [below(fitted(each, Notice("", (*MINE, *OTHERS)))) for each in tall]
    told = [each for each in shown if OTHERS[-1].text in each]
    assert told == shown[: len(told)] and len(told) < len(shown), "this test has shown nothing"
    assert "💬" not in told[-1] and "# <" not in told[-1], f"these are left: {told[-1]}"
    assert any("💬" not in each and "# <" in each for each in told), "cards go before the coach"


def test_a_line_is_said_briefly_before_it_loses_its_middle() -> None:
    long = Told(f"Trick 1: {'Nagi played red 3, ' * 6}Bob won 3.", touches=True)
    brief = long._replace(brief="Bob won trick 1: 3 points.")
    shown = [below(fitted(screen(n), Notice("", (brief,)))) for n in range(12)]
    assert long.text in shown[0], "there is room for all of it"
    assert "> • Bob won trick 1: 3 points." in shown[-1] and "…" not in shown[-1], shown[-1]


def test_what_buttons_say_is_said_until_something_is_chosen() -> None:
    """Deeper in a menu there are more of them, and each says what it brings."""
    hand = Body("cards", unchosen="Row 1: a meld", listed="two more")
    assert hand.at(deeper=False, lists=True).text == "cards\nRow 1: a meld\ntwo more"
    assert hand.at(deeper=True, lists=False).text == "cards", "the same is said twice"


def test_what_was_read_already_goes_before_what_others_did_since() -> None:
    own = Told("You took row 0.", touches=True, known=True)
    both = Notice("", (own, OTHERS[0]))
    pages = ((rows, below(fitted(screen(rows), both))) for rows in range(5, 14))
    rows, said = next(each for each in pages if "You took" not in each[1])
    assert "Bob took row 0." in said, f"what others did was left out first: {said}"
    alone = below(fitted(screen(rows), Notice("", (own,), ticked=True)))
    assert alone.startswith("> ✓ You took row 0."), f"one's own move isn't ticked off: {alone}"
    long = own._replace(text=f"You took {'a card and ' * 40}row 0.")
    cut = below(fitted(screen(rows), Notice("", (long,), ticked=True)))
    assert cut.startswith("> ✓ You took a … "), f"a line that was cut isn't ticked off: {cut}"


def test_the_answer_to_a_move_gives_up_help_before_what_came_of_the_move() -> None:
    came = [Told("You took row 2: −1.", touches=True, known=True)]
    came.append(Told("Round 1: You −1 · Bob +5", touches=True, ends_round=True))
    for rows in range(18):
        page = screen(rows // 2)
        page = replace(page, under=Page("", f"{HAND}\nand so on" if rows % 2 else HAND))
        said = below(fitted(page, Notice("", tuple(came), ticked=True)))
        assert "You took row 2" in said or "what a button does" not in said, f"help stays: {said}"


def test_a_move_that_ends_a_round_is_ticked_off_where_there_is_room_for_its_end_alone() -> None:
    own = Told("You showed 8 korpokkur.", touches=True, known=True)
    end = Told("Round 1: Bob wins.\n● **4** ■ **2**", touches=True, ends_round=True)
    notice = Notice("", (own, end), ticked=True)
    shown = [below(fitted(screen(rows), notice)) for rows in range(14)]
    for said in shown:
        assert said.startswith("> ✓ "), f"nothing says that the move was made: {said}"
        assert "Round 1: Bob wins." in said, f"who won the round is left out: {said}"
    assert any("showed" not in said for said in shown), "no screen is full, so this shows nothing"
    assert any("**4**" not in said for said in shown), "no line is cut, so this shows nothing"


def test_what_ended_a_round_stays_before_how_the_next_one_begins() -> None:
    """The board shows who leads, and no longer the last trick."""
    last = Told("Trick 8: you red 3, Bob red 2. Bob won 5.", touches=True)
    end = Told("Round 1:\n● **4** ■ **2**", touches=True, ends_round=True)
    begins = Told("Round 2: Bob leads.", touches=True, begins_round=True)
    notice = Notice("", (last, end, begins, OTHERS[0]))
    pages = [screen(rows // 3) for rows in range(42)]
    hands = [HAND + "\nand so on" * (rows % 3) for rows in range(42)]
    shown = [
        below(fitted(replace(page, under=Page("", hand)), notice))
        for page, hand in zip(pages, hands, strict=True)
    ]
    for said in shown:
        assert "Trick 8" in said or "Round 2" not in said, f"the last trick goes first: {said}"
    assert any("Trick 8" in said and "Round 2" not in said for said in shown), "nothing gives way"


def test_of_what_was_shown_how_a_round_begins_goes_first() -> None:
    end = Told("Round 1:\n● **4** ■ **2**", touches=True, known=True, ends_round=True)
    begins = Told("Round 2: Bob leads.", touches=True, known=True, begins_round=True)
    notice = Notice("", (end, begins, OTHERS[0], OTHERS[1]))
    pages = [fitted(screen(rows), notice) for rows in range(14)]
    for page in pages:
        shown = told_on(page, notice)
        assert OTHERS[1].text in shown, "what nobody has seen yet goes first"
        assert end.text in shown or begins.text not in shown, "the last round's end goes first"
    assert any(end.text in told_on(page, notice) for page in pages), "nothing is told at all"
    assert any(begins.text not in told_on(page, notice) for page in pages), "nothing gives way"


def test_what_came_of_ones_own_move_goes_last() -> None:
    came = Told("Bob said Eh to your 2 korpokkur.", touches=True)
    since = Told("Dai accused you, but was wrong.", touches=True)
    newest = Told("You gave 2 butterbur to Dai.", touches=True)
    notice = Notice("", (came, OTHERS[0], since, newest))
    pages = [
        replace(screen(rows // 3), under=Page("", HAND + "\nand so on" * (rows % 3)))
        for rows in range(42)
    ]
    shown = [below(fitted(page, notice)) for page in pages]
    for said in shown:
        assert came.text in said or since.text not in said, f"one's own move goes first: {said}"
        assert newest.text in said, f"the newest goes: {said}"
    assert any(came.text in said and since.text not in said for said in shown), "nothing gives way"


def test_how_a_round_ended_stays_before_what_the_next_one_brought() -> None:
    end = Told("Round 1: Bob wins.\n● **4** ■ **2**", touches=True, ends_round=True)
    told = (Told("Bob caught you.", touches=True), end, OTHERS[0])
    notice = Notice("", (*told, Told("Bob plays a card: you lose 2.", touches=True)))
    shown = [below(fitted(screen(rows), notice)) for rows in range(14)]
    assert all("Round 1: Bob wins." in said for said in shown), "a round ends, and nothing says so"
    assert any("caught" not in said for said in shown), "no screen is full, so this shows nothing"


def test_a_round_that_one_has_won_oneself_is_told_so_without_its_scores() -> None:
    end = Told("Round 1: Ada wins.\n● **4** ■ **2**", True, ends_round=True, brief="You won: +2.")
    notice = Notice("", (end, OTHERS[0], Told("Bob plays a card: you lose 2.", touches=True)))
    shown = [below(fitted(screen(rows), notice)) for rows in range(14)]
    assert all(("● **4**" in said) == ("Ada wins" in said) for said in shown), shown
    assert all("You won" in said or "Ada wins" in said for said in shown), "nothing says who won"


def test_what_went_first_comes_back_where_more_went_than_was_needed() -> None:
    chat = f"{SAID} {'and so on ' * 20}"
    end = Told(
        f"Round 1: {'Bob +6, Donburiko! ' * 3}", True, ends_round=True, brief="Round 1 ended."
    )
    newest = OTHERS[-1]._replace(text=f"{OTHERS[-1].text}\n-# {chat}")
    told = (*OTHERS[:-1], end, newest)
    pages = [
        replace(screen(rows // 3), under=Page("", HAND + "\nand so on" * (rows % 3)))
        for rows in range(3, 33)
    ]
    quiet = [said for page in pages if SAID not in (said := below(fitted(page, Notice("", told))))]
    assert any(all(each.text in said for each in OTHERS) for said in quiet), (
        "what a computer said made room, and nothing fills it"
    )
    first, last = quiet[0], quiet[-1]
    assert end.text in first, f"how a round ended is said briefly beside free room: {first}"
    assert end.text not in last and end.brief in last, f"there is no room for it: {last}"


def test_what_was_read_comes_back_where_few_words_make_room_for_it() -> None:
    """A computer's move stood there for a second, and nobody may have looked."""
    long = "and that brought them three chips and another turn after it"
    read = Told(f"Nagi took row 3, {long}.", False, known=True, brief="Nagi took row 3.")
    newest = Told(f"Bob added 4 to row 1, {long}.", False, brief="Bob added 4.")
    shown = [below(fitted(screen(rows), Notice("", (*MINE, read, newest)))) for rows in range(14)]
    assert any(read.brief in said and newest.brief in said for said in shown), shown
