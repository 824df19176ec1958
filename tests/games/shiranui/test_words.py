"""Shiranui: what board and hand say, and what comes of typed words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.game import Result
from bot.engine.match import Match, Sealed
from bot.tables.game_json import GameJson
from bot.tables.trouble import NOT_YOUR_TURN, Trouble
from bot.ui.pages.move_words import Word
from bot.ui.pages.page import Select
from bot.ui.pages.tables import menu, menu_moves
from bot.ui.pages.typed_words import picker
from bot.ui.pages.wording import Wording
from cogs.shiranui import views
from cogs.shiranui.render import RENDER
from cogs.shiranui.rules import GAME, State
from cogs.shiranui.views import Give, Options, Play, Trick
from tests.contract.test_render import HOSTILE, LATELY, check_page
from tests.games.shiranui.table import B, G, R, W, Y, do, lay, play, pouch, view_of
from tests.refusal import refused_with

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo", "Dai"))


def meddling() -> State:
    """Return a table at which Cleo may give to red 6 and yellow 2, and must play red."""
    hands = [(R + 6, B), (Y + 2, B + 1), (R + 4, R + 7, G), (W, W + 1)]
    state = lay(hands, [pouch(), pouch(red=1), pouch(1, red=2, green=4), pouch()])
    play(state, R + 6)
    do(state, Give(R + 6, 1, 0))
    play(state, Y + 2)
    return state


def test_the_board_shows_the_trick_and_people() -> None:
    state = meddling()
    state.scores, state.moved = [4, 4, 9, 0], [2, 5, 6, 0]
    page = RENDER.board(GAME.public(state), VOICE)
    assert page.text.split("\n") == [
        "🔥\u00a0**red 6**: 6 + 1 = **7** · ●\u00a0Ada",
        "☀️\u00a0**yellow 2** · ▲\u00a0Bob",
        "Totals: 🔥\u00a0red 7 · ☀️\u00a0yellow 2",
        "Strong colour: 🔥\u00a0**red**.",
        "**Winning:** ●\u00a0Ada, +7 (lowest red)",
    ]
    assert page.fields[0].text.split("\n") == [
        "● **Ada** · 4 points · 1 card in hand · 0 tokens",
        "▲ **Bob** · 4 points (ahead in the tie) · 1 card in hand · 0 tokens · has no 🔥\u00a0red",
        "■ **Cleo** · 9 points · 3 cards in hand · 7 tokens (1 clear)",
        "◆ **Dai** · 0 points · 2 cards in hand · 0 tokens",
    ]


def test_the_task_is_what_can_be_done() -> None:
    state = lay(
        [(R + 6, B), (Y + 2, B + 1), (R + 4, G), (W, W + 1)],
        [pouch(), pouch(red=2), pouch(), pouch()],
    )
    assert RENDER.task(GAME.public(state), (0,), VOICE) == "Lead the trick with any card."
    play(state, R + 6)
    said = RENDER.task(GAME.public(state), (1,), VOICE)
    assert said == "Play a card, or give tokens first."
    assert RENDER.question(view_of(state, 1), VOICE) == said
    state.tokens[1] = pouch(blue=2)
    asked = RENDER.question(view_of(state, 1), VOICE)
    assert asked == "Play a card.", "none of their tokens goes on a card that lies there"
    state.tokens[1] = pouch(red=2)
    do(state, Give(R + 6, 1, 0))
    assert RENDER.task(GAME.public(state), (1,), VOICE) == "Now play a card."
    play(state, Y + 2)
    assert RENDER.task(GAME.public(state), (2,), VOICE) == "Play a card.", "there are no tokens"


def test_a_ping_says_how_the_trick_stands() -> None:
    state = meddling()
    said = RENDER.call(GAME.public(state), 2, VOICE)
    assert said == "The strong colour is red, and Ada is winning (7 points)."
    fresh = lay([(R + 1, R + 2, Y), (R + 4, R + 5, Y + 1), (R + 6, Y + 6, Y + 7)])
    assert RENDER.call(GAME.public(fresh), 0, VOICE) == "You lead trick 6 of 8."


def test_the_board_shows_the_tokens_given_in_the_round() -> None:
    """They lie in the middle for all to see, also when their trick is over."""
    hands = [(R + 6, Y, Y + 1), (Y + 2, Y + 3, Y + 4), (R + 4, R + 5, R + 7)]
    state = lay(hands, [pouch(), pouch(red=1), pouch(1)])
    names = [field.name for field in RENDER.board(GAME.public(state), VOICE).fields]
    assert names == ["Players", "Cards in play", "Tricks won, in order"]
    play(state, R + 6)
    do(state, Give(R + 6, 1, 0))
    play(state, Y + 2)
    do(state, Give(R + 6, 0, 1))
    play(state, R + 4)
    assert not GAME.public(state).trick
    given = RENDER.board(GAME.public(state), VOICE).fields[2]
    assert given.name == "Tokens given this round"
    assert given.text == "🔥\u00a01\u00a0red · 🫧\u00a01\u00a0clear"


def test_the_trick_before_is_said_until_the_next_card_is_played() -> None:
    state = lay([(R + 1, R + 2, Y), (R + 4, R + 5, Y + 1), (R + 6, Y + 6, Y + 7)])
    play(state, R + 1, R + 4, R + 6)
    public = GAME.public(state)
    assert public.played == ((R + 1,), (R + 4,), (R + 6,))
    assert RENDER.board(public, VOICE).text.split("\n") == [
        "No cards on the table yet.",
        "Last trick: Ada won 3 points with 🔥\u00a0red 1.",
        "●\u00a0Ada 🔥\u00a0red 1 · ▲\u00a0Bob 🔥\u00a0red 4 · ■\u00a0Cleo 🔥\u00a0red 6",
    ]
    play(state, R + 2)
    assert "Last trick" not in RENDER.board(GAME.public(state), VOICE).text


def test_the_hand_says_what_must_be_followed() -> None:
    state = meddling()
    text = RENDER.hand(view_of(state, 2), VOICE).text
    assert "🔥\u00a0Red is strong: **you must play it.**" in text
    assert "**Tokens:** 🔥\u00a02\u00a0red · 🍃\u00a04\u00a0green · 🫧\u00a01\u00a0clear" in text
    play(state, R + 4)
    none = RENDER.hand(view_of(state, 3), VOICE).text
    assert "You have no 🔥\u00a0red: **play any card.**" in none, none
    assert "You have no tokens left." in RENDER.hand(view_of(state, 3), VOICE).text
    waiting = RENDER.hand(view_of(state, 2), VOICE).text
    assert "**Strong:** 🔥\u00a0red\n" in waiting, "who isn't asked must play nothing"


def test_the_hand_says_who_wins_now_and_how_much() -> None:
    state = meddling()
    assert "**Winning:** ●\u00a0Ada, +7 (lowest)" in RENDER.hand(view_of(state, 2), VOICE).text
    assert "**Winning:** you, +7 (lowest)" in RENDER.hand(view_of(state, 0), VOICE).text
    cards = "**On the table:** ●\u00a0Ada 🔥\u00a0red 6 (now 7) · ▲\u00a0Bob ☀️\u00a0yellow 2"
    assert cards in RENDER.hand(view_of(state, 2), VOICE).text
    unlucky = lay([(R + 4, Y), (R + 5, Y + 1), (G + 3, Y + 6)], thirteen=True)
    unlucky.tokens[1] = pouch(red=4)
    play(unlucky, R + 4)
    do(unlucky, Give(R + 4, 4, 0))
    play(unlucky, R + 5)
    said = "**Winning:** ●\u00a0Ada, +8 (13 in all: the lowest red can't win)"
    assert said in RENDER.hand(view_of(unlucky, 2), VOICE).text


def test_a_hand_is_a_large_line_of_cards_once_they_all_have_a_picture() -> None:
    state = meddling()
    known = {
        "seat_1": "<:s:5>",
        "shi_token_red": "<:t:4>",
        "shi_red4": "<:a:1>",
        "shi_red7": "<:b:2>",
        "shi_green0": "<:c:3>",
    }
    names = ("Ada", "Bob", "Cleo", "Dai")
    first = RENDER.hand(view_of(state, 2), Wording("en-GB", names, known)).text.split("\n")[0]
    assert first == "# <:a:1><:b:2><:c:3>"
    lines = RENDER.hand(view_of(state, 2), Wording("en-GB", names, known)).text.split("\n")
    tokens, table = lines[1:3]
    assert table == "**On the table:** <:s:5> 🔥\u00a0red 6 (now 7) · ▲\u00a0Bob ☀️\u00a0yellow 2"
    assert tokens == "**Tokens:** <:t:4>\u00a02 · 🍃\u00a04\u00a0green · 🫧\u00a01\u00a0clear"
    del known["shi_red7"]
    first = RENDER.hand(view_of(state, 2), Wording("en-GB", names, known)).text.split("\n")[0]
    assert first == "🔥\u00a0**red\u00a04** · 🔥\u00a0**red\u00a07** · 🍃\u00a0**green\u00a00**"


def test_the_last_card_of_a_trick_says_what_it_wins() -> None:
    """Before it, what comes after could change everything."""
    state = lay([(R + 6, B, B + 4), (R + 3, R + 7, B + 1), (R + 4, R + 5, G + 3)])

    def cards(seat: int) -> list[Word]:
        view = view_of(state, seat)
        return [RENDER.words(action, view, VOICE)[0] for action in GAME.legal(state, seat)]

    play(state, R + 6)
    assert not any(word.said for word in cards(1)), "nothing is sure yet"
    play(state, R + 7)
    low, high = cards(2)
    assert (low.label, low.said, low.value) == ("red 4", "red 4: win 2", "red4")
    assert high.said == "red 5: win 1"
    state.trick, state.totals = (R + 3, R + 7), (3, 7)
    assert [word.said for word in cards(2)] == ["red 4: no win", "red 5: no win"]


def test_the_scores_of_a_round_stay_till_the_next_begins() -> None:
    state = lay([()] * 3, round_=3)
    state.turn = -1
    state.tricks = tuple(Trick(at // 8, Y + 2, 3, at % 3) for at in range(24))
    assert RENDER.round_scores(GAME.public(state), VOICE) == (
        "**Round 3:** ●\u00a0**7**\u2002▲\u00a0**8**\u2002■\u00a0**9** (+9)"
    )
    state.turn, state.tricks = 0, state.tricks[:17]
    assert RENDER.round_scores(GAME.public(state), VOICE) == "", "they stay after the first trick"
    state.tricks = state.tricks[:16]
    assert RENDER.round_scores(GAME.public(state), VOICE) == (
        "**Round 2:** ●\u00a0**7**\u2002▲\u00a0**8** (+8)\u2002■\u00a0**0**"
    )
    first = lay([(R + 1, R + 5), (R + 4, Y + 2), (G + 3, Y + 6)])
    assert RENDER.round_scores(GAME.public(first), VOICE) == ""


def test_an_end_says_nothing_of_earlier_tricks_or_of_more_points_where_there_are_none() -> None:
    state = lay([()] * 3)
    state.turn = -1
    state.tricks = tuple(Trick(at % 3 and 2, Y + 2, 3, 1) for at in range(8))
    view, won = GAME.public(state), Result((3, 0, 5), (2,), ((), (), ()))
    assert RENDER.story(view, won, VOICE) == "Cleo won 5 of 8 tricks."
    for best, said in ((6, "Tricks won: you 5, Ada 3, but theirs scored more."), (5, "")):
        result = replace(won, scores=(best, 0, 5), winners=(0,))
        assert RENDER.next_time(2, view, result, VOICE).startswith(said), said
        assert bool(said) == bool(RENDER.next_time(2, view, result, VOICE)), "a tie is no more"


def test_the_log_says_how_a_trick_was_won() -> None:
    plain = views.TrickWon(1, 3, Y + 2, (3, 3, 7), 4, 11, False)
    assert RENDER.line(plain, VOICE) == (
        "**Bob won trick 3** with ☀️\u00a0yellow 2: +4, now 11 points. "
        "(☀️\u00a0yellow: **3** · 3 · 7) (Tie: the later card wins.)"
    )
    void = views.TrickWon(1, 3, Y + 4, (1, 1, 4, 7), 4, 11, True)
    assert RENDER.line(void, VOICE) == (
        "**Bob won trick 3** with ☀️\u00a0yellow 4: +4, now 11 points. "
        "(☀️\u00a0yellow: 1 + 1 + **4** + 7 = 13, so the lowest can't win.)"
    )


def test_the_longest_match_fits_its_last_page() -> None:
    """Twenty-four rounds of five seats, more than are ever played; and the few of a common one."""
    for rounds, said in (
        (24, "round 23: 0 · round 24: +8 = 40"),
        (2, "round 1: 0 · round 2: +8 = 8"),
    ):
        state = lay([()] * 5, round_=rounds)
        state.turn = -1
        state.tricks = tuple(Trick(at // 8 % 5, Y + 2, 3, 1) for at in range(8 * rounds))
        state.scores = [8 * len(range(seat, rounds, 5)) for seat in range(5)]
        page = RENDER.final(
            GAME.public(state), GAME.result(state), Wording("en-GB", (max(HOSTILE, key=len),) * 5)
        )
        check_page(page, LATELY + 200)
        assert any(said in field.text for field in page.fields)


def test_options_are_named() -> None:
    assert RENDER.options(Options(), VOICE) == []
    options = Options(thirteen=True, without="yellow+blue")
    assert RENDER.options(options, VOICE) == ["Thirteen", "without yellow, blue"]


def test_a_give_is_a_card_and_then_how_many() -> None:
    state = meddling()
    found = menu_moves.menu_moves(RENDER, GAME.legal(state, 2), view_of(state, 2), VOICE)
    _question, rows = menu.menu_rows(RENDER, found, (), "abcde", 1, VOICE)
    labels = [[button.label for button in row] for row in rows if isinstance(row, tuple)]
    assert labels == [["red 4", "red 7", "Give tokens …"]]
    question, rows = menu.menu_rows(RENDER, found, ("give",), "abcde", 1, VOICE)
    assert question == "Give tokens to which card? Only its colour and clear ones fit."
    labels = [[button.label for button in row] for row in rows if isinstance(row, tuple)]
    assert labels == [["Ada's red 6 (now 7)", "Bob's yellow 2"], ["Back"]]
    question, rows = menu.menu_rows(RENDER, found, ("give", "red6"), "abcde", 1, VOICE)
    assert question.startswith("**red 6"), "the question doesn't name the card"
    assert question.endswith("Each adds 1. Wins count the card you then play.")
    labels = [[button.label for button in row] for row in rows if isinstance(row, tuple)]
    assert labels == [
        [
            "Give 1 clear: win 4 so far",
            "Give 1: win 4 so far",
            "Give 1 + 1 clear: win 5 so far",
            "Give 2: win 5 so far",
            "Give 2 + 1 clear: win 6 so far",
        ],
        ["Back"],
    ]


def test_what_comes_of_each_give_alike_is_said_once_above() -> None:
    state = meddling()
    found = menu_moves.menu_moves(RENDER, GAME.legal(state, 2), view_of(state, 2), VOICE)
    said = "Your blue 7 then wins 7 so far."
    alike = [
        replace(move, answers=tuple(each._replace(comes=said) for each in move.answers))
        for move in found
    ]
    question, rows = menu.menu_rows(RENDER, alike, ("give", "red6"), "abcde", 1, VOICE)
    assert question.endswith(f" Wins count the card you then play. {said}"), question
    labels = [button.label for button in rows[0]] if isinstance(rows[0], tuple) else []
    assert labels == ["Give 1 clear", "Give 1", "Give 1 + 1 clear", "Give 2", "Give 2 + 1 clear"]


def test_the_last_is_told_what_they_can_make_of_a_give() -> None:
    state = lay([(G + 4, R), (G, R + 1), (G + 2, G + 7)], [pouch(), pouch(), pouch(green=2)])
    play(state, G + 4, G)
    found = menu_moves.menu_moves(RENDER, GAME.legal(state, 2), view_of(state, 2), VOICE)
    _question, rows = menu.menu_rows(RENDER, found, ("give", "green0"), "abcde", 1, VOICE)
    (gives, _back) = [[button.label for button in row] for row in rows if isinstance(row, tuple)]
    assert gives == [
        "Give 1: Bob wins 1",
        "Give 2: your 2 wins 2",
    ], "a give doesn't count the card that its giver plays after it"


def test_a_card_to_give_to_is_shown_by_its_picture_and_owner() -> None:
    state = meddling()
    wording = Wording("en-GB", ("🤖 Ada", "Bob", "Cleo", "Dai"), {"shi_red6": "<:r:6>"})
    found = menu_moves.menu_moves(RENDER, GAME.legal(state, 2), view_of(state, 2), wording)
    _question, rows = menu.menu_rows(RENDER, found, ("give",), "abcde", 1, wording)
    (gives, _back) = [row for row in rows if isinstance(row, tuple)]
    shown = [(button.emoji, button.label) for button in gives]
    assert shown == [("<:r:6>", "Ada's red 6 (now 7)"), ("", "Bob's yellow 2")]


def test_the_most_gives_there_can_be_fit_a_menu() -> None:
    """Two clear tokens, all eight of one colour, and its 0."""
    hands = [(R, R + 1), (R + 2, Y), (Y + 1, Y + 2)]
    state = lay(hands, [pouch(), pouch(2, red=8), pouch()])
    play(state, R)
    legal = GAME.legal(state, 1)
    assert len(legal) == 1 + 26
    found = menu_moves.menu_moves(RENDER, legal, view_of(state, 1), VOICE)
    _question, rows = menu.menu_rows(RENDER, found, ("give", "red0"), "abcde", 1, VOICE)
    lists = [row for row in rows if isinstance(row, Select)]
    assert [len(row.choices) for row in lists] == [25, 1]


@pytest.mark.parametrize(
    ("kind", "given", "action"),
    [
        ("play", {"card": "RED 4"}, Play(R + 4)),
        ("play", {"card": "red7"}, Play(R + 7)),
        ("give", {"target": "red 6", "tokens": "2"}, Give(R + 6, 2, 0)),
        ("give", {"target": "red6", "tokens": "1 red", "clear": "1"}, Give(R + 6, 1, 1)),
        ("give", {"target": "Yellow 2 (Bob)", "tokens": "0", "clear": "1"}, Give(Y + 2, 0, 1)),
        ("give", {"target": "yellow 2", "tokens": "0"}, Give(Y + 2, 0, 1)),
        ("give", {"target": "ada", "tokens": "2"}, Give(R + 6, 2, 0)),
    ],
)
def test_moves_may_be_typed(kind: str, given: dict[str, str], action: Give | Play) -> None:
    state = meddling()
    pick = picker(f"game {kind}", RENDER, given, VOICE)
    assert pick(view_of(state, 2), GAME.legal(state, 2)) == action


@pytest.mark.parametrize(
    ("kind", "given", "reason"),
    [
        (
            "play",
            {"card": "red 5"},
            "You can't pick “red 5” as `card` now. You can pick: **red 4**, **red 7**.",
        ),
        ("play", {"card": "green 0"}, "You can pick: **red 4**, **red 7**."),
        ("play", {}, "Which `card`"),
        ("give", {"target": "red 4", "tokens": "1"}, "You can't pick “red 4” as `target` now."),
        (
            "give",
            {"target": "red 6", "tokens": "3"},
            "You can pick: **no red**, **1 red**, **2 red**.",
        ),
        ("give", {"target": "red 6", "tokens": "-1"}, "as `tokens` now."),
        ("give", {"target": "red 6", "tokens": "2", "clear": "2"}, "You can pick: **1 clear**."),
        ("give", {"target": "yellow 2", "tokens": "1"}, "You can pick: **no yellow**."),
        ("give", {"target": "red 6, yellow 2", "tokens": "1"}, "as `target` now."),
    ],
)
def test_what_cant_be_done_is_answered_with_the_reason(
    kind: str, given: dict[str, str], reason: str
) -> None:
    state = meddling()
    forms = GameJson(GAME)
    match = Match(GAME, forms, Sealed(5, [0] * 4, state))
    before = match.sealed()
    with pytest.raises(Trouble) as caught:
        picker(f"game {kind}", RENDER, given, VOICE)(match.view(2), match.legal(2))
    assert reason in caught.value.say(VOICE.gettext)
    assert match.sealed() == before


def test_out_of_turn_and_twice() -> None:
    """A give after a give isn't possible; nor is anything out of turn."""
    state = meddling()
    with refused_with(NOT_YOUR_TURN):
        picker("game play", RENDER, {"card": "white0"}, VOICE)(
            view_of(state, 3), GAME.legal(state, 3)
        )
    do(state, Give(R + 6, 1, 0))
    given = {"target": "red6", "tokens": "1"}
    with pytest.raises(Trouble) as caught:
        picker("game give", RENDER, given, VOICE)(view_of(state, 2), GAME.legal(state, 2))
    assert (
        caught.value.say(VOICE.gettext)
        == "You can't use `give` now. Now play a card. You can use: `play`."
    )
