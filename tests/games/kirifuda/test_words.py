"""Ameno Kirifuda: what board and hand say, and what comes of typed words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.match import Match, Sealed
from bot.tables.game_json import GameJson
from bot.tables.trouble import NOT_YOUR_TURN, Trouble
from bot.ui.pages.numbers import NO_BREAK
from bot.ui.pages.page import Row, Select
from bot.ui.pages.tables import menu, menu_moves
from bot.ui.pages.typed_words import picker
from bot.ui.pages.wording import Wording
from cogs.kirifuda import ahead
from cogs.kirifuda.help import HELP
from cogs.kirifuda.picture import PICTURES
from cogs.kirifuda.render import RENDER
from cogs.kirifuda.rules import GAME, START_STONES, State
from cogs.kirifuda.views import (
    BLESSING_POINTS,
    BLESSINGS,
    INDEX,
    MOST_STONES,
    NUMBERS,
    Discard,
    Draft,
    Place,
    Play,
    Return,
    Trick,
)
from tests.emoji import mentions
from tests.games.kirifuda.table import do, lay, view_of
from tests.refusal import refused_with

VOICE_NAMES = ("Ada", "Bob", "Cleo", "Dai")
VOICE = Wording("en-GB", VOICE_NAMES)
TRICK = Trick(1, 2, (31, 41, 38, 12), 3)


def lines(text: str) -> list[str]:
    """Return the lines of a text with common spaces, wherever a line may break."""
    return text.replace(NO_BREAK, " ").split("\n")


def discarding() -> State:
    """Return a table at which everybody has to discard; Ada has room for three more stones."""
    return lay(
        [(11, 12, 21), (22,), (23,), (24,)],
        phase="discard",
        turn=-1,
        blessings=[(10, 12, 23, 42), (11,), (13,), (20,)],
        achieved=[(12,), (), (), ()],
        board={11: 0, 12: 0},
        stones=[2, 3, 3, 3],
    )


def placing() -> State:
    """Return a table at which Ada is to place a stone in the full summer row."""
    board = {21: 0, 22: 1, 23: 1, 24: 2, 31: 0, 34: 0}
    return lay([(15, 16)] * 4, phase="place", row=2, board=board, tricks=[TRICK])


def returning() -> State:
    """Return a table at which Ada is to take three of four stones back."""
    board = dict.fromkeys((11, 12, 31, 44), 0) | {13: 1}
    return lay([(15, 16)] * 4, phase="return", board=board, stones=[0, 3, 3, 3], tricks=[TRICK])


def test_the_board_shows_trick_rows_and_people() -> None:
    state = lay(
        [(15,), (16,), (17, 21), (18, 22)],
        running=(31, 33),
        turn=2,
        board={31: 0, 32: 0, 34: 3},
        blessings=[(10, 32), (), (), ()],
        achieved=[(10,), (), (), ()],
    )
    page = RENDER.board(GAME.public(state), VOICE)
    assert lines(page.text) == [
        "🍁 **Autumn** was led, ❄️ **winter** is trump.",
        "● Ada `autumn 1` · ▲ Bob `autumn 3` (winning)",
        "🌸 **Spring**: empty",
        "☀️ **Summer**: empty",
        "🍁 **Autumn**: A and B ● Ada, D ◆ Dai",
        "❄️ **Winter**: empty",
    ]
    names = ["●\u00a0Ada", "▲\u00a0Bob", "▸ ■\u00a0Cleo", "◆\u00a0Dai"]
    assert [field.name for field in page.fields] == names
    assert lines(page.fields[0].text) == [
        "3 stones in hand · 1 card · 0 tricks",
        "2 stones × longest run 2 + 2 for blessings = 6 points",
        "🌸 0 in spring (+2) ✓ · 🍁 2 in autumn (+5)",
    ]
    assert "no stones on the board yet" in page.fields[1].text


def test_the_last_trick_stays_until_the_next_card() -> None:
    state = lay([(15, 16)] * 4, tricks=[TRICK])
    for shown in (state, placing()):
        assert lines(RENDER.board(GAME.public(shown), VOICE).text)[1] == (
            "■ Cleo `autumn 1` · ◆ Dai `winter 1` (won) · ● Ada `autumn 8` · ▲ Bob `spring 2`"
        )
    do(state, 0, Play(15))
    assert "winter 1" not in "".join(lines(RENDER.board(GAME.public(state), VOICE).text))
    state = lay([(15, 16)] * 4, tricks=[TRICK], round_=2)
    assert "autumn 8" not in "".join(lines(RENDER.board(GAME.public(state), VOICE).text))


def test_the_hand_says_what_is_chosen_and_not_yet_shown() -> None:
    state = discarding()
    do(state, 0, Discard((10, 42)))
    do(state, 1, Discard(()))
    mine = lines(RENDER.hand(view_of(state, 0), VOICE).text)
    assert (
        "You give up 🌸 0 in spring (+2) · ❄️ 2 in winter (+5). "
        "The others see it once everybody has chosen." in mine
    )
    assert "🌸 exactly 2 in spring (+5) · ✓ achieved" in mine
    assert "You keep them all." in RENDER.hand(view_of(state, 1), VOICE).text
    others = [RENDER.hand(view_of(state, seat), VOICE).text for seat in (1, 2, 3)]
    assert not any("You give up" in text for text in others)


def test_the_hand_warns_of_bad_karma() -> None:
    state = lay([(15, 16)] * 4, stones=[0, 1, 1, 1])
    assert (
        "If you win a trick now, you lose three stones"
        in RENDER.hand(view_of(state, 0), VOICE).text
    )
    happened = replace(GAME.public(state), phase="return")
    hand = RENDER.hand(replace(view_of(state, 0), public=happened), VOICE).text
    assert "If you win" not in hand, "it warns of what has just happened"
    assert "**1 stone** in hand · score **0**" in RENDER.hand(view_of(state, 1), VOICE).text


def test_the_hand_says_whose_lead_it_is() -> None:
    leader, other = (RENDER.hand(view_of(lay([(15, 16)] * 4), seat), VOICE).text for seat in (0, 1))
    assert "will be trump" in leader
    assert "will be trump" not in other
    assert "will be trump" not in RENDER.hand(view_of(leading(), 0), VOICE).text


def test_whoever_can_set_nothing_ahead_reads_until_when() -> None:
    draft = lay([(11, 12)] * 4, phase="draft", display=(10, 12))
    for state, said in (
        (draft, "until you've chosen which blessings to give up."),
        (lay([(11,)] * 4), "Your last card is played by itself."),
        (lay([()] * 4, phase="place"), "until this round is over."),
    ):
        view = view_of(state, 2)
        assert not ahead.cases(view)
        assert RENDER.no_case(view, VOICE).endswith(said)


def rows_of(state: State) -> tuple[Row, ...]:
    """Return the controls of Ada's menu."""
    found = menu_moves.menu_moves(RENDER, GAME.legal(state, 0), view_of(state, 0), VOICE)
    return menu.menu_rows(RENDER, found, (), "abcde", 1, VOICE)[1]


def labels_of(rows: Iterable[Row]) -> list[str]:
    """Return what is on the buttons of some rows."""
    return [button.label for row in rows if isinstance(row, tuple) for button in row]


def test_many_discards_are_one_list_and_a_button() -> None:
    (buttons, some) = rows_of(discarding())
    assert isinstance(some, Select)
    assert labels_of([buttons]) == ["Keep them all"]
    assert (len(some.choices), some.least, some.most) == (4, 1, 3)
    assert some.choices[1][:2] == ("spring2", "2 in spring (+5) ✓")


def test_few_discards_are_a_button_each() -> None:
    state = lay(
        [(15, 16)] * 4,
        phase="discard",
        turn=-1,
        blessings=[(12, 40), (), (), ()],
        achieved=[(12,), (), (), ()],
    )
    assert labels_of(rows_of(state)) == [
        "Keep them all",
        "Give up 2 in spring: −5",
        "Give up 0 in winter",
        "Give up both: −5",
    ], "points that count already would go without a word"


def test_blessing_cards_name_their_season_in_few_words_too() -> None:
    """Who has never played doesn't know whose sign is on the button."""
    drawn = Wording("en-GB", ("Ada", "Bob", "Cleo", "Dai"), mentions())
    state = lay([(15, 16)] * 4, phase="draft", turn=0, blessings=[()] * 4)
    (word,) = RENDER.words(Draft(12), view_of(state, 0), drawn)
    assert word.brief == "spring 2 +5", f"the season isn't named: {word}"


def test_three_stones_are_a_button_each_or_one_list() -> None:
    state = returning()
    assert labels_of(rows_of(state)) == [
        "A, B of spring · A of autumn: −7",
        "A, B of spring · D of winter: −7",
        "A of spring · A of autumn · D of winter: −7",
        "B of spring · A of autumn · D of winter: −7",
    ], "the total is said though it takes a list"
    for space in (13, 14, 41):
        state.lies[0] |= 1 << INDEX[space]
    (some,) = rows_of(state)
    assert isinstance(some, Select), "35 ways to take them aren't one list"
    assert [choice[1] for choice in some.choices][:3] == ["spring A", "spring B", "spring C"]
    assert (some.least, some.most) == (3, 3)


def test_a_pushed_stone_is_named_by_its_owner() -> None:
    state = placing()
    words = [RENDER.words(each, view_of(state, 0), VOICE) for each in GAME.legal(state, 0)]
    assert [word.label for word in words[2]] == ["summer B (Bob)", "autumn B"]
    assert words[0][0].label == "summer A (yours)"
    assert [[word.said for word in each] for each in (words[0], words[2])] == [
        ["A: push yours", "to autumn B: +5 (total 4 × 2 = 8)"],
        ["B: push Bob, +5 (total 4 × 2 = 8)", "to autumn B"],
    ]


@pytest.mark.parametrize(
    ("state", "kind", "given", "action"),
    [
        (discarding, "discard", {"blessings": "None"}, Discard(())),
        (discarding, "discard", {"blessings": "winter2 spring0"}, Discard((10, 42))),
        (discarding, "discard", {"blessings": "2 in Spring (+5)"}, Discard((12,))),
        (placing, "place", {"space": "summerb", "to": "Autumn C"}, Place(22, 33)),
        (returning, "return", {"stones": "Winter D, springA, autumn a"}, Return((11, 31, 44))),
        (returning, "return", {"stones": "springA+springB+autumnA"}, Return((11, 12, 31))),
    ],
)
def test_typed_words(state: Any, kind: str, given: dict[str, str], action: Any) -> None:
    laid = state()
    assert (
        picker(f"game {kind}", RENDER, given, VOICE)(view_of(laid, 0), GAME.legal(laid, 0))
        == action
    )


def leading() -> State:
    """Return a table at which Ada must follow autumn."""
    return lay([(15, 31, 38)] * 4, running=(32,), turn=0)


@pytest.mark.parametrize(
    ("state", "kind", "given", "reason"),
    [
        (leading, "play", {"card": "spring 5"}, "You can pick: **autumn 1**, **autumn 8**."),
        (leading, "play", {"card": "winter 1"}, "You can pick: **autumn 1**, **autumn 8**."),
        (leading, "play", {"card": "autumn 1, autumn 8"}, "You can pick: **autumn 1**"),
        (leading, "play", {"card": "9"}, "You can pick: **autumn 1**"),
        (leading, "place", {"space": "springA"}, "You can use: `play`."),
        (leading, "return", {"stones": "springA"}, "You can use: `play`."),
        (discarding, "discard", {"blessings": "spring1"}, "1–3 of **0 in spring"),
        (discarding, "discard", {"blessings": "spring0 spring2 summer3 winter2"}, "1–3 of"),
        (discarding, "discard", {"blessings": "spring0 spring0 autumn1"}, "**Keep them all**"),
        (discarding, "draft", {"blessing": "spring0"}, "You can use: `discard`."),
        (placing, "place", {"space": "spring A", "to": "autumn B"}, "You can pick: **summer A"),
        (placing, "place", {"space": "summer A", "to": "autumn A"}, "You can pick: **autumn B**"),
        (placing, "place", {"space": "summerA"}, "Which `to`? You can pick: **autumn B**"),
        (returning, "return", {"stones": "springA springB"}, "You can pick: 3 of **spring A**"),
        (returning, "return", {"stones": "springA springB springC"}, "You can pick: 3 of"),
        (returning, "return", {"stones": "springA springB autumnA winterD"}, "You can pick: 3 of"),
    ],
)
def test_what_will_not_do_is_answered_and_changes_nothing(
    state: Any, kind: str, given: dict[str, str], reason: str
) -> None:
    laid = state()
    forms = GameJson(GAME)
    match = Match(GAME, forms, Sealed(0, [0] * 4, laid))
    before = match.sealed()
    with pytest.raises(Trouble) as caught:
        picker(f"game {kind}", RENDER, given, VOICE)(match.view(0), match.legal(0))
    assert reason in caught.value.say(VOICE.gettext)
    assert match.sealed() == before


def test_nothing_is_possible_out_of_turn_or_a_second_time() -> None:
    laid = leading()
    with refused_with(NOT_YOUR_TURN):
        picker("game play", RENDER, {"card": "autumn 1"}, VOICE)(
            view_of(laid, 1), GAME.legal(laid, 1)
        )
    laid = discarding()
    do(laid, 0, Discard(()))
    with refused_with(NOT_YOUR_TURN):
        picker("game discard", RENDER, {"blessings": "none"}, VOICE)(
            view_of(laid, 0), GAME.legal(laid, 0)
        )


def test_where_the_score_came_from() -> None:
    state = lay(
        phase="over",
        turn=-1,
        board={11: 0, 12: 0, 31: 0, 41: 1},
        blessings=[(12, 13), (), (), ()],
        achieved=[(12,), (), (), ()],
        stones=[1, 0, 0, 0],
        round_=2,
    )
    page = RENDER.final(GAME.public(state), GAME.result(state), VOICE)
    assert page.fields[0].name == "●\u00a0Ada: 11 points"
    assert page.fields[0].text == "3 stones × longest run 2: +6 · 2 in spring: +5 = 11"
    assert page.fields[1].text == "1 stone × longest run 1 = 1"
    assert [field.name for field in page.fields[1:]] == [
        "▲\u00a0Bob: 1 point",
        "■\u00a0Cleo: 0 points",
        "◆\u00a0Dai: 0 points",
    ]


def test_playing_is_one_click_and_pushing_two() -> None:
    for state, clicks in ((leading(), 1), (discarding(), 1), (returning(), 1), (placing(), 2)):
        found = menu_moves.menu_moves(RENDER, GAME.legal(state, 0), view_of(state, 0), VOICE)
        assert {len(move.path) - 1 for move in found} == {clicks}
    assert isinstance(GAME.legal(leading(), 0)[0], Play)


def test_the_board_says_who_played_what_and_how_many_tricks_each_has() -> None:
    earlier = Trick(1, 0, (11, 12, 13, 14), 3)
    state = lay([(15,), (16,), (17,), (18,)], running=(31, 33), turn=3, round_=2, tricks=[earlier])
    page = RENDER.board(GAME.public(state), VOICE)
    assert lines(page.text)[1] == "▲ Bob `autumn 1` · ■ Cleo `autumn 3` (winning)"
    assert all("0 tricks" in field.text for field in page.fields), "tricks of an earlier round"
    assert RENDER.task(GAME.public(state), (3,), VOICE) == "Play a card, autumn if you can."
    leads = GAME.public(lay([(15,)] * 4, turn=2))
    assert RENDER.task(leads, (2,), VOICE) == "Lead the trick with any card."


def test_blessing_cards_picked_together_have_emoji() -> None:
    laid = discarding()
    known = {name: f"<:{name}:1>" for name in PICTURES.emoji}
    voice = Wording("en-GB", ("Ada", "Bob", "Cleo", "Dai"), known)
    found = menu_moves.menu_moves(RENDER, GAME.legal(laid, 0), view_of(laid, 0), voice)
    _question, rows = menu.menu_rows(RENDER, found, (), "abcde", 7, voice)
    (several,) = (row for row in rows if isinstance(row, Select) and row.most > 1)
    assert len(several.choices) > 1
    assert all(each.emoji in known.values() for each in several.choices), several.choices
    assert len({each.emoji for each in several.choices}) > 1, several.choices


def test_a_seat_is_asked_for_what_was_led() -> None:
    state = lay([(31, 15), (15, 21), (31,), (32,)], running=(33, 41), turn=1)
    assert RENDER.question(view_of(state, 1), VOICE) == "Play any card: you have no autumn."
    assert RENDER.question(view_of(state, 0), VOICE) == "Play a card.", "it isn't their turn yet"
    follows = lay([(31, 15), (15, 21), (31,), (32,)], running=(33, 41), turn=0)
    assert RENDER.question(view_of(follows, 0), VOICE) == "Play autumn, which was led."
    leads = lay([(15,)] * 4, turn=2)
    assert RENDER.question(view_of(leads, 2), VOICE) == "Lead the trick with any card."


def test_the_hand_says_what_must_be_played() -> None:
    """Whoever is to play is asked for it, which says it."""
    follower = lay([(15,), (31, 15), (31,), (32,)], running=(33, 41), turn=0)
    follows = lines(RENDER.hand(view_of(follower, 1), VOICE).text)
    assert "🍁 **Autumn** was led: **you must play it.**" in follows, (
        "what must be played isn't said"
    )
    assert "❄️ **Winter** is trump. Winning: Dai." in follows
    state = lay([(31, 15), (15, 21), (31,), (32,)], running=(33, 41), turn=0)
    has_none = lines(RENDER.hand(view_of(state, 1), VOICE).text)
    assert any("You have none: **play any card.**" in line for line in has_none)
    assert "You are winning." in lines(RENDER.hand(view_of(state, 3), VOICE).text)[-2]


def test_the_last_card_of_a_trick_says_that_it_wins() -> None:
    state = lay([(31, 38), (), (), ()], running=(32, 33, 35), turn=0, stones=[1, 0, 0, 0])

    def labels() -> list[str]:
        return [
            RENDER.words(action, view_of(state, 0), VOICE)[0].said
            for action in GAME.legal(state, 0)
        ]

    assert labels() == ["autumn 1", "autumn 8: wins"]
    state.stones[0] = 0
    assert labels() == ["autumn 1", "autumn 8: wins: Bad Karma!"]
    assert not any(
        "wins" in word.said for word in RENDER.words(Play(31), view_of(leading(), 0), VOICE)
    )


def test_spaces_say_what_the_stones_score_then() -> None:
    state = lay([()] * 4, phase="place", row=1, board={11: 0, 12: 0, 31: 0, 41: 1}, tricks=[TRICK])
    words = [RENDER.words(each, view_of(state, 0), VOICE)[0] for each in GAME.legal(state, 0)]
    assert [word.label for word in words] == ["spring C", "spring D"]
    assert [word.said for word in words] == ["C: +6 (total 4 × 3 = 12)", "D: +2 (total 4 × 2 = 8)"]
    hand = lines(RENDER.hand(view_of(state, 0), VOICE).text)
    assert hand[-1] == "🌸 **Spring**: A and B ● you"


def test_the_hand_says_how_many_blessings_can_be_given_up() -> None:
    some = RENDER.hand(view_of(discarding(), 0), VOICE).text
    assert "You have 4 of 7 stones in hand and on the board: give up 3 at most." in some
    assert "at most" not in RENDER.hand(view_of(discarding(), 1), VOICE).text


def test_hands_are_large_emoji_once_these_are_known() -> None:
    emoji = {name: f"<:{name}:1>" for name in PICTURES.emoji}
    drawn = Wording("en-GB", ("Ada", "Bob", "Cleo", "Dai"), emoji)
    text = RENDER.hand(view_of(leading(), 0), drawn).text
    assert text.startswith("# <:kir_spring5:1> <:kir_autumn1:1> <:kir_autumn8:1>\n")


def test_calls_say_how_the_table_stands() -> None:
    said = {
        RENDER.call(GAME.public(state), 0, VOICE).replace(NO_BREAK, " ")
        for state in (leading(), placing(), returning(), discarding(), lay([(15, 16)] * 4))
    }
    assert said == {
        "Autumn was led. Winning: Dai.",
        "You won the trick, but the summer row is full: push a stone out.",
        "Bad Karma: you won without a stone to place.",
        "Keep your blessing cards, or give some up for stones.",
        "You lead trick 1 of 8.",
    }


def test_blessing_points_of_round_1_stay_until_a_blessing_is_taken() -> None:
    first, second = (
        replace(
            GAME.public(
                lay(
                    [(15,)] * 4,
                    round_=number,
                    blessings=[(12, 13), (), (), ()],
                    achieved=[(12,), (), (), ()],
                )
            ),
            phase="draft",
            display=(11, 14, 21, 22, 31, 32, 41, 42),
        )
        for number in (1, 2)
    )
    assert RENDER.round_scores(first, VOICE) == ""
    taken = replace(second, display=second.display[1:])
    assert RENDER.round_scores(taken, VOICE) == "", "they stay after a move of the next round"
    scores = RENDER.round_scores(second, VOICE)
    told = "**Round 1:** ●\u00a05 = **5** ▲\u00a0**0** ■\u00a0**0** ◆\u00a0**0**"
    assert scores.replace("\u2002", " ") == told
    later = RENDER.last_scores(taken, VOICE)
    assert later.startswith("**Blessings of round 1:** ●"), f"stones lie elsewhere since: {later}"
    over = RENDER.round_scores(replace(second, phase="over", display=()), VOICE)
    assert over.startswith("**Round 2:** ●"), "the last round is missing"


def test_who_will_lead_is_said_once_on_a_board() -> None:
    """As a round begins its first line says so; later on, who is asked."""
    state = lay([(15,)] * 4, phase="draft", turn=1, display=(10, 11, 12, 13, 20, 21, 22, 23))
    first = GAME.public(state)
    assert "leads trick 1" not in RENDER.doing(first, (1,), VOICE), "the line below says it, too"
    later = replace(first, display=first.display[1:])
    assert "leads trick 1" in RENDER.doing(later, (1,), VOICE), (
        "nothing says any more who will lead"
    )


def test_accounts_add_up() -> None:
    state = lay(
        phase="over", turn=-1, round_=2,
        board={11: 0, 12: 0, 13: 0, 21: 1, 31: 2, 32: 2},
        blessings=[(13, 20), (21,), (), ()],
        achieved=[(13, 20), (21,), (), ()],
    )  # fmt: skip
    view, result = GAME.public(state), GAME.result(state)
    for seat in range(4):
        (line,) = RENDER.account(seat, view, result, VOICE, brief=False)
        parts, total = line.rsplit(" = ", 1)
        assert int(total) == result.scores[seat], f"{line} isn't the score"
        numbers = [int(number) for number in re.findall(r": \+?([0-9]+)", parts)]
        assert not numbers or sum(numbers) == int(total), f"{line} doesn't add up"


def test_the_rules_say_which_cards_there_are() -> None:
    text = " ".join(text for _title, text in HELP)
    for said in (
        f"**1 to {NUMBERS[4]}** once (**1 to {NUMBERS[3]}** with three players)",
        f"you start with **{START_STONES[4]}** (**{START_STONES[3]}** with three players)",
        f"more than **{MOST_STONES}** in hand",
        f"**Blessing cards:** {len(BLESSINGS)}, one for each",
        "*Exactly* 0, 1, 2 or 3 of your stones in that row bring {}, {}, {} or {} points".format(
            *BLESSING_POINTS
        ),
    ):
        assert said in text, f"the rules don't say: {said}"


@pytest.mark.parametrize(
    ("typed", "card"),
    [("冬", 42), ("冬2", 42), ("春3", 13), ("春に3個（+8）", 13), ("winter", 42), ("spring3", 13)],
)
def test_a_card_of_the_draft_is_taken_by_its_row_too(typed: str, card: int) -> None:
    """By the row alone where one card of it is left."""
    state = lay([(15,)] * 4, phase="draft", turn=1, display=(10, 13, 42))
    pick = picker("kirifuda draft", RENDER, {"blessing": typed}, Wording("ja", VOICE_NAMES))
    assert pick(view_of(state, 1), GAME.legal(state, 1)) == Draft(card), f"{typed} isn't {card}"


def test_who_picks_twice_in_the_draft_reads_so() -> None:
    """The same sentence again, right after a pick, read as if nothing had come of that."""
    for left, said in ((5, "Take a blessing card."), (4, "You pick twice: take another.")):
        state = lay([(15,)] * 4, phase="draft", turn=0, display=(10, 11, 12, 13, 42)[:left])
        assert RENDER.question(view_of(state, 0), VOICE) == said


def test_a_row_of_the_draft_that_has_two_cards_is_asked_about() -> None:
    state = lay([(15,)] * 4, phase="draft", turn=1, display=(10, 13, 42))
    japanese = Wording("ja", VOICE_NAMES)
    with pytest.raises(Trouble) as caught:
        picker("kirifuda draft", RENDER, {"blessing": "春"}, japanese)(
            view_of(state, 1), GAME.legal(state, 1)
        )
    said = caught.value.say(japanese.gettext)
    assert "「オメグミ」に「春」" in said, f"the option isn't named as Discord shows it: {said}"
    assert "春に3個" in said, f"what can be picked isn't said: {said}"


def test_the_numbers_by_each_player_are_explained_to_whoever_waits_in_the_first_round() -> None:
    """They are the picture's, so nothing explains them where there is none."""
    state = lay([(31, 15), (15, 21), (31,), (32,)], running=(33, 41), turn=1)
    state.round = 1
    seen = [view_of(state, seat) for seat in range(4)]
    said = [RENDER.hand_below(each, VOICE).text for each in seen]
    told = ["By each player: stones in hand" in each for each in said]
    assert told == [each.public.turn != each.seat for each in seen] and any(told), said
    later = replace(seen[0], public=replace(seen[0].public, round=2))
    assert "By each player" not in RENDER.hand_below(later, VOICE).text
    assert "By each player" not in RENDER.hand_below(seen[0], VOICE.in_words()).text
