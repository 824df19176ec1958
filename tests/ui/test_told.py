"""What happened, a trick or a turn in one line: for boards, and for a seat since its last move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from wcwidth import wcswidth

from bot.engine.game import Event, MatchOver
from bot.tables.table_event import MindedMove
from bot.ui.pages.render import Render
from bot.ui.pages.tables.board import last_lines
from bot.ui.pages.tables.fit import QUOTED
from bot.ui.pages.tables.hand import heard_lines
from bot.ui.pages.what_happened import brief_lines, shortened, told_lines
from bot.ui.pages.wording import PHONE_LINE, Wording
from cogs.donburiko import views as donburiko
from cogs.donburiko.render import RENDER as DONBURIKO
from cogs.kasane import views as kasane
from cogs.kasane.render import RENDER as KASANE
from cogs.kirifuda import views as kirifuda
from cogs.kirifuda.render import RENDER as KIRIFUDA
from cogs.korpokkur import views as korpokkur
from cogs.korpokkur.render import RENDER as KORPOKKUR
from cogs.shiranui import views as shiranui
from cogs.shiranui.render import RENDER as SHIRANUI

NAMES = ("Ada", "Nagi", "Koharu")
VOICE = Wording("en-GB", NAMES)

LED = shiranui.Played(1, 13, True, 1, 1, True, False)
GIFT = shiranui.Given(0, 1, 13, 2, 0, 5)
MINE = shiranui.Played(0, 11, False, 1, 1, True, False)
LAST = shiranui.Played(2, 30, False, 1, 1, False, False)
WON = shiranui.TrickWon(0, 3, 11, (1, 3), 2, 9, False)
ONLY = shiranui.Played(0, 14, True, 1, 1, True, True)
BEGAN = shiranui.RoundBegan(1, 1, (0, 0, 0))
TRICK: tuple[Event, ...] = (
    kirifuda.CardPlayed(1, 11, False),
    kirifuda.CardPlayed(2, 26, False),
    kirifuda.CardPlayed(0, 44, False),
    kirifuda.TrickWon(8, 2, 26, (11, 26, 44)),
    kirifuda.StonePlaced(2, 22, False),
)
TOOK: tuple[Event, ...] = (
    donburiko.RowTaken(1, 2, (4, 2), (donburiko.FACE_UP, 0), 1, False),
    donburiko.RowCounted(1, 2, 6, 6, 0, True, False),
)
MELDED: tuple[Event, ...] = (
    kasane.CardTaken(1, 3, 2, False),
    kasane.MeldAchieved(1, "kagen", (4, 3, 2), False, 3),
)
ACCUSED = korpokkur.KorkoniCalled(0, 1, False, 0, 0, 0, (1,))
KEPT: tuple[Event, ...] = (
    *(kirifuda.Decided(seat) for seat in range(3)),
    *(kirifuda.Discarded(seat, ()) for seat in range(3)),
)
OFFERED: tuple[Event, ...] = (korpokkur.HeldOut(1, 0, 2), korpokkur.Taken(0, 1, 2, ()))


@pytest.mark.parametrize(
    ("render", "seat", "events", "line"),
    [
        (
            SHIRANUI,
            0,
            (LED, MINE, LAST, WON),
            "Trick 3: Nagi led 🔥 red 3, you 🔥 red 1, Koharu 🍃 green 0. You won 2 with 🔥 red 1.",
        ),
        (
            SHIRANUI,
            None,
            (LED, MINE, LAST, WON),
            "Trick 3: Nagi led 🔥 red 3, Ada 🔥 red 1, Koharu 🍃 green 0. Ada won 2 with 🔥 red 1.",
        ),
        (
            SHIRANUI,
            0,
            (WON, ONLY, shiranui.Given(2, 0, 14, 2, 1, 7), LAST),
            "Trick 4: you led 🔥 red 4 (your only card, played for you), "
            "Koharu 🍃 green 0 (3 tokens on your 🔥 red 4).",
        ),
        (
            SHIRANUI,
            0,
            (WON, LED, shiranui.Given(0, 1, 13, 2, 0, 5), replace(ONLY, led=False)),
            "Trick 4: Nagi led 🔥 red 3, you put 2 tokens on 🔥 red 3, "
            "🔥 red 4 (your only card, played for you).",
        ),
        (
            SHIRANUI,
            0,
            (WON, LED, shiranui.Given(0, 1, 13, 2, 0, 5), MINE),
            "Trick 4: Nagi led 🔥 red 3, you 🔥 red 1 (2 tokens on 🔥 red 3).",
        ),
        (SHIRANUI, 0, (WON, replace(LED, forced=True)), "Trick 4: Nagi led 🔥 red 3."),
        (
            KIRIFUDA,
            None,
            TRICK,
            "Trick 8: Nagi spring 1, Koharu wins with summer 6, Ada winter 4; a stone on summer B.",
        ),
        (
            KIRIFUDA,
            2,
            TRICK,
            "Trick 8: Nagi spring 1, you win with summer 6, Ada winter 4; a stone on summer B.",
        ),
        (
            KIRIFUDA,
            0,
            (*TRICK[:-1], kirifuda.StonePushed(2, 22, 0, 31)),
            "Trick 8: Nagi spring 1, Koharu wins with summer 6, you winter 4; "
            "a stone on summer B, yours pushed to autumn A.",
        ),
        (
            DONBURIKO,
            None,
            TOOK,
            "Nagi took row 2 (`acorn 4` `acorn 2`): +6, chips +1, **Donburiko!**",
        ),
        (
            DONBURIKO,
            0,
            TOOK,
            "Nagi took row 2 with your hidden card (`acorn 4` `acorn 2`): +6, chips +1, "
            "**Donburiko!**",
        ),
        (KASANE, None, MELDED, "Nagi took 2 from row 3: run (Kagen) `4-3-2`, +3."),
        (KASANE, 1, MELDED, "You took 2 from row 3: run (Kagen) `4-3-2`, +3."),
        (KORPOKKUR, None, OFFERED, "Nagi offered Ada 2 chips, Ada said Eh."),
        (
            KORPOKKUR,
            0,
            (*OFFERED, korpokkur.ChipsMoved(1, 0, "butterbur", 2)),
            "You said Eh to Nagi's 2 butterbur.",
        ),
        (
            KORPOKKUR,
            1,
            (
                OFFERED[0],
                korpokkur.ChipsChosen(1, "korpokkur", 2),
                korpokkur.Refused(0, 1, "korpokkur", 2, 1),
            ),
            "Ada said Somo to your 2 korpokkur. You kept them and drew 1 more.",
        ),
        (
            KORPOKKUR,
            1,
            (OFFERED[0], korpokkur.Refused(0, 1, "korpokkur", 2, 0)),
            "Ada said Somo to your 2 korpokkur. You kept them, but there are none left to draw.",
        ),
        (
            KORPOKKUR,
            0,
            (ACCUSED, korpokkur.ChipsMoved(1, 0, "butterbur", 2)),
            "**Korkoni!** You accused Nagi, but were wrong. Out, with no chips left: Nagi. "
            "You got 2 butterbur from Nagi.",
        ),
        (
            KORPOKKUR,
            0,
            (korpokkur.CardPlayed(1, "swap-bags", 0), korpokkur.BagSeen(0, 3, 4)),
            "Nagi plays `Swap bags` with you. Your bag now holds 3 korpokkur and 4 butterbur.",
        ),
    ],
)
def test_a_trick_or_a_turn_is_shortened(
    render: Render, seat: int | None, events: tuple[Event, ...], line: str
) -> None:
    said = render.told([*events], seat, VOICE)[-1]
    assert said.replace("\u00a0", " ").replace("️", "") == line


def test_who_is_out_is_said_once_in_few_words() -> None:
    said = KORPOKKUR.told([ACCUSED], 0, VOICE, brief=True)
    assert said[0].count("no chips left") == 1, f"it is said twice: {said}"


def test_who_is_offered_chips_reads_it_on_their_hand_alone() -> None:
    assert KORPOKKUR.told([OFFERED[0]], 0, VOICE) == []
    assert KORPOKKUR.told([OFFERED[0]], 2, VOICE) == ["Nagi offers Ada 2 chips."]


@pytest.mark.parametrize(
    ("render", "seat", "events", "mine", "said"),
    [
        (SHIRANUI, 0, (LED, MINE, LAST, WON), (MINE,), "red 3, 🤖 you 🔥 red 1, Koharu"),
        (SHIRANUI, 1, (LED, MINE, LAST, WON), (LED,), "Trick 3: 🤖 you led 🔥 red 3, Ada"),
        (KIRIFUDA, 2, TRICK, TRICK[1:2], "spring 1, 🤖 you win with summer 6, Ada"),
        (KIRIFUDA, 0, TRICK, TRICK[2:3], "summer 6, 🤖 you winter 4; a stone on summer B."),
        (DONBURIKO, 1, TOOK, TOOK, "🤖 You took row 2"),
        (KASANE, 1, MELDED, MELDED[:1], "🤖 You took"),
        (SHIRANUI, 0, (GIFT,), (GIFT,), "🤖 You gave 2 red to Nagi's 🔥 red 3"),
    ],
)
def test_what_a_computer_did_for_the_reader_is_marked_there(
    render: Render, seat: int, events: Sequence[Event], mine: Sequence[Event], said: str
) -> None:
    """At the end of the line it would be read as of whoever played last."""
    minded = {id(event): MindedMove(1, seat) for event in mine}
    for language in ("en-GB", "ja"):
        wording = Wording(language, NAMES)
        heard = [(event, wording) for event in events]
        plain, lines = (told_lines(render, heard, seat, minded=each) for each in ({}, minded))
        # In Japanese the reader goes unsaid in some lines: there it says for whom that was.
        unsaid = language == "ja" and not re.search("自分|あなた", "".join(plain))
        added = "🤖\u00a0代わりにプレイ：" if unsaid else "🤖\u00a0"
        assert [line.replace(added, "") for line in lines] == plain
        (line,) = [each.replace("\u00a0", " ") for each in lines if "🤖" in each]
        if language == "en-GB":
            assert said in line and line.count("🤖") == 1, line


@pytest.mark.parametrize(
    ("render", "seat", "events", "mine", "said"),
    [
        (SHIRANUI, 1, (LED, MINE, LAST, WON), LED, "Trick 3: 🤖 moved for you: Ada won 2"),
        (KORPOKKUR, 1, OFFERED, OFFERED[0], "🤖 moved for you: Ada said Eh to your 2 chips."),
        (KIRIFUDA, 1, KEPT, KEPT[1], "🤖 You all kept your blessings."),
    ],
)
def test_the_sign_of_computers_stands_where_the_reader_acts(
    render: Render, seat: int, events: Sequence[Event], mine: Event, said: str
) -> None:
    """Beside others, or who it was done to, it looked as if these had been moved for."""
    heard, minded = [(event, VOICE) for event in events], {id(mine): MindedMove(1, seat)}
    lines = brief_lines(render, heard, seat, minded)
    assert said in "\n".join(lines).replace("\u00a0", " "), lines


def test_a_line_without_the_number_of_its_trick_begins_with_a_capital_letter() -> None:
    said = "ou won 3 with red 0."
    assert shortened(f"Trick 1: y{said}", 25) == f"Y{said}"
    assert shortened(f"Trick 1: 🤖\u00a0y{said}", 25) == f"🤖\u00a0Y{said}"
    assert shortened("Trick 1: ada won 3 with red 0.", 25).startswith("ada"), "that is a name"


@pytest.mark.parametrize(
    ("render", "reader", "mover", "events", "mine", "said"),
    [
        (KORPOKKUR, None, 0, OFFERED, OFFERED[1:], "Nagi offered Ada 2 chips, 🤖 Ada said Eh."),
        (KORPOKKUR, None, 1, OFFERED, OFFERED[:1], "🤖 Nagi offered Ada 2 chips, Ada said Eh."),
        (KORPOKKUR, 0, 1, OFFERED, OFFERED[:1], "You said Eh to 🤖 Nagi's 2 chips."),
        (
            KORPOKKUR,
            None,
            1,
            (korpokkur.CardPlayed(1, "reverse", None),),
            None,
            "🤖 Nagi plays `Reverse turns`.",
        ),
        (SHIRANUI, None, 0, (BEGAN, LED, MINE), (MINE,), "red 3, 🤖 Ada 🔥 red 1"),
        (SHIRANUI, 0, 2, (BEGAN, LED, MINE, LAST), (LAST,), "red 1, 🤖 Koharu"),
        (KIRIFUDA, None, 2, TRICK, TRICK[1:2], "spring 1, 🤖 Koharu wins with summer 6, Ada"),
        (KIRIFUDA, None, 2, TRICK, TRICK[-1:], "Ada winter 4; 🤖 Koharu: a stone on summer B."),
        (DONBURIKO, 0, 1, TOOK, TOOK, "🤖 Nagi took row 2"),
        (KASANE, None, 1, MELDED, MELDED[:1], "🤖 Nagi took"),
    ],
)
def test_what_a_computer_did_for_somebody_is_marked_at_their_name(
    render: Render,
    reader: int | None,
    mover: int,
    events: Sequence[Event],
    mine: Sequence[Event] | None,
    said: str,
) -> None:
    minded = {id(event): MindedMove(1, mover) for event in mine or events}
    for language in ("en-GB", "ja"):
        wording = Wording(language, NAMES)
        heard = [(event, wording) for event in events]
        lines = told_lines(render, heard, reader, minded=minded)
        shown = "\n".join(lines).replace("\u00a0", " ")
        assert shown.count("🤖") == 1 and f"🤖 {wording.name(mover)}" in shown, shown
        assert language == "ja" or said in shown.replace("\ufe0f", ""), shown
        for each in brief_lines(render, heard, reader, minded):
            # What is said briefly may leave somebody out.
            assert wording.name(mover) not in each or "🤖" in each, each


def test_what_a_computer_did_for_the_reader_is_not_left_out_in_few_words() -> None:
    """Few words leave out who played between the lead and the newest card."""
    events = [(event, VOICE) for event in (BEGAN, LED, MINE, LAST)]
    for mine, brief in ((MINE, False), (LAST, True)):
        assert isinstance(mine, shiranui.Played)
        minded = {id(mine): MindedMove(1, mine.seat)}
        told = heard_lines(SHIRANUI, events, mine.seat, minded=minded)[-1]
        assert told.minded and bool(told.brief) == ("🤖" in told.brief) == brief, told


def test_a_trick_of_which_the_beginning_was_told_before_says_so() -> None:
    """Whoever is named first would seem to have led it."""
    for render, whole in ((SHIRANUI, (LED, MINE, LAST, WON)), (KIRIFUDA, TRICK)):
        (said,) = render.told(whole, 0, VOICE)
        (rest,) = render.told(whole[1:], 0, VOICE)
        assert "…" not in said and ": …, " in rest, (said, rest)
    (_round, said) = SHIRANUI.told((BEGAN, MINE, LAST), 0, VOICE, brief=True)
    assert said == "Trick 1: …, Koharu 🍃\u00a0green 0."


def test_a_gift_that_came_last_is_told_in_few_words() -> None:
    gift = shiranui.Given(2, 1, 13, 2, 1, 6)
    (_round, said) = SHIRANUI.told((BEGAN, LED, MINE, gift), 0, VOICE, brief=True)
    assert said == "Trick 1: Nagi led 🔥\u00a0red 3, …, Koharu put 3 tokens on 🔥\u00a0red 3."


def test_what_computers_did_for_others_is_no_move_of_ones_own() -> None:
    """Lines of one's own come first where a phone has little room."""
    events = [(event, VOICE) for event in OFFERED]
    moves = {id(OFFERED[0]): MindedMove(1, 1), id(OFFERED[1]): MindedMove(2, 0)}
    (watched,) = heard_lines(KORPOKKUR, events, 2, minded=moves)
    assert watched.text.count("🤖") == 2 and not watched.touches and not watched.minded
    (own,) = heard_lines(KORPOKKUR, events, 0, minded=moves)
    assert "🤖" in own.text and own.touches and own.minded


def test_a_trick_that_had_begun_before_ones_last_move_is_told_whole() -> None:
    events = [(event, VOICE) for event in (BEGAN, LED, MINE, LAST, WON)]
    told = [each.text for each in heard_lines(SHIRANUI, events, 0, after=3)]
    assert told == SHIRANUI.told([LED, MINE, LAST, WON], 0, VOICE), "the trick isn't told whole"
    assert heard_lines(SHIRANUI, events, 0, after=5) == [], "what is known is told again"


def test_a_round_that_has_ended_is_told_by_its_scores_alone() -> None:
    ended = shiranui.RoundEnded(1, (3, 5, 7))
    (_began, said) = heard_lines(SHIRANUI, [(BEGAN, VOICE), (ended, VOICE)], 0, scores="3 : 5 : 7")
    assert said.text == "3 : 5 : 7" and said.touches, "no scores, or they are no news of one's own"
    again = replace(BEGAN, round=2)
    heard = [(BEGAN, VOICE), (ended, VOICE), (again, VOICE)]
    (_began, said, now) = heard_lines(SHIRANUI, heard, 0, scores="3 : 5 : 7")
    assert said.text == "3 : 5 : 7" and "Round 2" in now.text, (
        "a round's scores follow the next one"
    )
    won = shiranui.MatchOver((3, 5, 7), 2, ())
    (_began, said, now) = heard_lines(SHIRANUI, [*heard[:2], (won, VOICE)], 0, scores="3 : 5 : 7")
    assert said.text == "3 : 5 : 7", f"the scores of the last round follow who has won: {now.text}"
    (_began, said) = heard_lines(SHIRANUI, [(BEGAN, VOICE), (ended, VOICE)], 0)
    assert "Round 1 ended" in said.text and said.touches


def test_a_shortened_trick_still_says_who_won_it() -> None:
    won, four = "… Ada won 2 with 🔥\u00a0red 1.", [LED, MINE, LAST, replace(LAST, seat=1, card=28)]
    for totals, void, why in (
        ((3, 1, 3, 2), False, ""),
        ((1, 1, 3, 3), False, ""),
        ((1, 2, 5, 5), True, " (1 + 2 + 5 + 5 = 13, so the lowest can't win.)"),
    ):
        end = replace(WON, totals=totals, void=void)
        (said,) = SHIRANUI.told([*four, end], None, VOICE)
        assert shortened(said) == f"{won}{why}", f"who won is cut out: {shortened(said)}"


def test_a_board_of_four_says_who_won_a_trick_of_cards_drawn_as_emoji() -> None:
    """They take a few cells each on a screen, and many characters."""
    card = f"<:kk_shi_red3_0a1b2c3d:{10**18}>"
    plays = ", ".join(f"{name} {card} (1 token on {card})" for name in ("Bob", "Cleo", "Dai"))
    said = f"Trick 7: Hana led {card}, {plays}. Hana won 2 with {card}."
    (line,) = last_lines([said], 4)
    assert line == f"• {said}", f"a line is cut by what nobody sees: {line}"
    assert last_lines([said], 5) == [f"• … Hana won 2 with {card}."]


def test_with_many_seats_a_line_takes_one_line_on_a_phone_or_two() -> None:
    short = "Finn offered Ada 2, Ada said Eh."
    assert shortened(short) == short
    emoji = "<:kk_shi_red3_0a1b2c3d:1234567890123456789>"
    long = shortened(f"Trick 3: **Bob** led {emoji}, {'Cleo ' * 9}{emoji}. Ada won 2 with {emoji}.")
    assert long == f"… Ada won 2 with {emoji}.", f"it doesn't say what came of it: {long}"
    assert wcswidth(long.replace(emoji, "🃏")) <= PHONE_LINE, f"more than one line: {long}"
    came = shortened("Trick 1: Kaede red 3, you red 0 and more. 🤖 Akari won 2 with her red 2.")
    assert came == "… 🤖\u00a0Akari won 2 with her red 2.", f"who won is left out: {came}"
    who = shortened("🤖 Kaede offered 🤖 Hinata 2 butterbur of three, 🤖 Hinata said Eh.")
    assert (
        who == "🤖\u00a0Kaede offered 🤖\u00a0Hinata 2 butterbur of three, 🤖\u00a0Hinata said Eh."
    )
    owes = "The bank has too few chips: it owes Grandma Oh 2 points until the end."
    assert shortened(owes) == owes, "who has a right to what is cut out"
    began = KORPOKKUR.told([korpokkur.RoundBegan(1, 2, 4, 3, 2, 2)], 0, VOICE)[0]
    bags = shortened(began, QUOTED)
    assert bags == "… 4 korpokkur and 3 butterbur each.", f"what bags hold is cut: {bags}"
    tie = shortened("The scores are tied. Emi: 4 seals, 1 card; Cleo: 5 seals, 0 cards.", 30)
    assert tie == "… Cleo: 5 seals, 0 cards.", f"of one it says what is another's: {tie}"
    gave = shortened("Trick 1: Ada led red 7, Nagi +1 on your red 4 then green 0.")
    assert "Nagi +1" in gave, f"it doesn't say who played green 0: {gave}"
    # A move of theirs that a computer made would else be taken for one that they made.
    took = shortened("🤖\u00a0You took row 2, which has: −3 (only move)", PHONE_LINE)
    assert took == "🤖\u00a0You took row 2, which has: −3", (
        f"how it was done stays, and what was done, or that a computer did it, goes: {took}"
    )
    assert shortened("碁" * 99).count("碁") == PHONE_LINE - 1, "a wide letter takes two cells"
    _begin, _gap, end = shortened("x" * 40 + "\\_" * 90).partition("…")
    assert end.startswith("\\_"), "an escaped letter is cut in two"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        # At a particle, after a comma, before a bracket or a card; never within a frame.
        (
            "健太さんがあやのさんにコロポックル2枚を差し出し、答えはエー。",
            "健太さんが…差し出し、答えはエー。",
        ),
        ("あやのさんがこっそり大きな袋を用意しました。", "あやのさんが…用意しました。"),
        (
            "🤖 ゆずが1列目の6を取って合計10（拾） `[4]-6`、+2。",
            "🤖 ゆずが…（拾） `[4]-6`、+2。",
        ),
        ("🤖 ゆずがあやのさんに`席の交換`を使用。", "🤖 ゆずが…`席の交換`を使用。"),
        ("You drew `Reverse turns` and `All: +2 chips`.", "You drew … and `All: +2 chips`."),
        ("Everybody took 2 korpokkur, and you too.", "Everybody … and you too."),
    ],
)
def test_no_word_is_cut_in_two(said: str, shown: str) -> None:
    """Of what takes more than two lines."""
    assert shortened(said, PHONE_LINE // 2 - 2) == shown, "a word or a card is cut in two"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        # Of which trick or round it is gives way to who did what, if that is enough.
        ("Trick 2: Grandma Oh led yellow 4, Bob red 6.", "Grandma Oh led yellow 4, Bob red 6."),
        ("ラウンド1：あやのさんがみごとに勝ちました。", "あやのさんがみごとに勝ちました。"),
        (
            "Trick 2: Grandma Oh led yellow 4, you red 4. You won 2 with red 4.",
            "… You won 2 with red 4.",
        ),
        # Half of either sentence would say nothing.
        (
            "Round 1 began. Grandma Oh has spring 1 and will lead.",
            "Round 1 began. Grandma Oh has spring 1 and will lead.",
        ),
        ("Grandma Oh refused Finn's 3 korpokkur.", "Grandma Oh refused Finn's 3 korpokkur."),
    ],
)
def test_what_does_not_take_one_line_keeps_its_sense(said: str, shown: str) -> None:
    assert shortened(said, PHONE_LINE - 3) == shown, "it says nothing, or something else"


def test_scores_stand_before_the_round_that_began_after_them() -> None:
    """Also where its beginning is the first thing that happened since."""
    events = [(event, VOICE) for event in (BEGAN, LED)]
    told = [each.text for each in heard_lines(SHIRANUI, events, 0, scores="Ada 3, Nagi 1.")]
    since = [each.text for each in heard_lines(SHIRANUI, events, 0)]
    assert told == ["Ada 3, Nagi 1.", *since], told
    begins = [each.begins_round for each in heard_lines(SHIRANUI, events, 0)]
    assert begins == [True, False], "how a round begins isn't known from the rest"


def test_a_gift_that_no_card_has_followed_is_told_by_whose_it_is() -> None:
    gift = shiranui.Given(2, 1, 13, 2, 1, 6)
    (_before, said) = SHIRANUI.told([WON, LED, gift], 0, VOICE)
    assert said.endswith("Nagi led 🔥\u00a0red 3, Koharu put 3 tokens on 🔥\u00a0red 3."), said
    (alone,) = SHIRANUI.told([gift], 1, VOICE, brief=True)
    assert alone == "Koharu: 3 tokens on your 🔥\u00a0red 3", f"a gift isn't said briefly: {alone}"


def test_the_second_play_of_a_trick_is_said_briefly_too() -> None:
    """The board shows its card: the one who leads mustn't seem to be alone."""
    gift = shiranui.Given(0, 1, 13, 2, 0, 5)
    said = SHIRANUI.told([WON, LED, gift, MINE], 1, VOICE, brief=True)[-1]
    assert said.endswith("Ada 🔥\u00a0red 1."), f"a play is left out: {said}"


def test_a_reader_hears_briefly_too_what_their_card_lost_by() -> None:
    gift, lost = shiranui.Given(0, 1, 13, 2, 1, 6), (LED, MINE, LAST, WON)
    (said,) = SHIRANUI.told([LED, gift, MINE, LAST, WON], 1, VOICE, brief=True)
    red1, red3 = "🔥\u00a0red 1", "🔥\u00a0red 3"
    assert said == f"Trick 3: Ada put 3 tokens on your {red3}. Ada won 2 with {red1}.", said
    (said,) = SHIRANUI.told(lost, 1, VOICE, brief=True)
    assert said == f"Trick 3: Ada won 2 with {red1}.", f"nothing lay on theirs: {said}"
    level = replace(WON, totals=(1, 1, 3))
    tie = "(Tie: the later card wins.)"
    for before, brief in (([LED], False), ([LED, gift], True)):
        (said,) = SHIRANUI.told([*before, MINE, LAST, level], 1, VOICE, brief=brief)
        assert said.endswith(f"with {red1}. {tie}"), said
    (said,) = SHIRANUI.told([LED, MINE, LAST, level], 1, VOICE, brief=True)
    assert tie not in shortened(said) and "Ada won 2" in shortened(said), "a line is cut to its tie"


@pytest.mark.parametrize(
    ("render", "ended", "over"),
    [
        (SHIRANUI, shiranui.RoundEnded(2, (3, 5, 7)), shiranui.MatchOver((3, 5, 7), 2, ())),
        (KIRIFUDA, kirifuda.RoundEnded(2), MatchOver((3, 5, 7), (2,))),
        (KORPOKKUR, korpokkur.RoundEnded(3, "arwampe", (2,), 3), MatchOver((3, 5, 7), (2,))),
    ],
)
def test_the_end_says_once_who_won(render: Render, ended: Event, over: Event) -> None:
    """Title, places and podium say it, and who won the last round."""
    events = [(event, VOICE) for event in (ended, over)]
    assert len(heard_lines(render, events, 0)) == 2
    assert heard_lines(render, events, 0, over=True) == [], "below, it is said once more"


@pytest.mark.parametrize(
    ("render", "events", "line"),
    [
        (SHIRANUI, (BEGAN, LED, MINE, LAST), "Trick 1: Nagi led 🔥 red 3, …, Koharu 🍃 green 0."),
        (
            KIRIFUDA,
            (kirifuda.RoundBegan(1, 1, ()), *TRICK[:3]),
            "Trick 1: Nagi spring 1, …, you winter 4.",
        ),
    ],
)
def test_a_trick_in_few_words_says_its_newest_play_and_that_others_lie_between(
    render: Render, events: Sequence[Event], line: str
) -> None:
    """Else somebody who has played reads as if they hadn't."""
    assert render.told(events, 0, VOICE, brief=True)[-1].replace("\u00a0", " ") == line
