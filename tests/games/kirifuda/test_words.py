"""Ameno Kirifuda: what board and hand say, and what comes of typed words."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.match import Match, Sealed
from bot.tables.game_json import GameJson
from bot.tables.trouble import NotPossible, NotYourTurn
from bot.ui.pages import menu
from bot.ui.pages.numbers import NO_BREAK
from bot.ui.pages.page import Select
from bot.ui.pages.typed_words import picker
from bot.ui.pages.wording import Wording
from cogs.kirifuda.render import RENDER
from cogs.kirifuda.rules import GAME, State
from cogs.kirifuda.views import Discard, Place, Play, Return, Trick
from tests.games.kirifuda.table import do, lay, view_of

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo", "Dai"))
TRICK = Trick(1, 2, (31, 41, 38, 12), 3)


def lines(text: str) -> list[str]:
    """Return the lines of a text with common spaces, wherever a line may break."""
    return text.replace(NO_BREAK, " ").split("\n")


def discarding() -> State:
    """Return a table at which all are to discard; Ada has room for three stones more."""
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
        "🍁 **autumn** was led, ❄️ **winter** is trumps.",
        "`Ada: autumn 1` `Bob: autumn 3`",
        "`A ·` `B ·` `C ·` `D ·` 🌸 **spring**",
        "`A ·` `B ·` `C ·` `D ·` ☀️ **summer**",
        "`A ●` `B ●` `C ·` `D ◆` 🍁 **autumn**",
        "`A ·` `B ·` `C ·` `D ·` ❄️ **winter**",
    ]
    assert [field.name for field in page.fields] == ["● Ada", "▲ Bob", "▸ ■ Cleo", "◆ Dai"]
    assert lines(page.fields[0].text) == [
        "3 stones in hand · 1 card · 0 tricks",
        "2 on the board × run of 2 + 2 for blessings = 6 points",
        "`0 in spring → 2 ✓` `2 in autumn → 5`",
    ]
    assert "no stone on the board" in page.fields[1].text


def test_past_tricks_are_not_drawn_again() -> None:
    state = lay([(15, 16)] * 4, tricks=[TRICK])
    assert "winter 1" not in RENDER.board(GAME.public(state), VOICE).text
    assert "winter 1" in lines(RENDER.board(GAME.public(placing()), VOICE).text)[1]


def test_the_hand_says_what_is_chosen_and_not_yet_shown() -> None:
    state = discarding()
    do(state, 0, Discard((10, 42)))
    do(state, 1, Discard(()))
    mine = lines(RENDER.hand(view_of(state, 0), VOICE).text)
    assert (
        "You give up `0 in spring → 2` `2 in winter → 5`. It is shown once all have chosen." in mine
    )
    assert "`2 in spring → 5` ✓ achieved" in mine
    assert "You keep them all." in RENDER.hand(view_of(state, 1), VOICE).text
    others = [RENDER.hand(view_of(state, seat), VOICE).text for seat in (1, 2, 3)]
    assert not any("give up" in text for text in others)


def test_the_hand_warns_of_bad_karma() -> None:
    state = lay([(15, 16)] * 4, stones=[0, 1, 1, 1])
    assert "Bad Karma" in RENDER.hand(view_of(state, 0), VOICE).text
    assert "You have 1 stone in hand." in RENDER.hand(view_of(state, 1), VOICE).text


def test_the_hand_says_whose_lead_it_is() -> None:
    leader, other = (RENDER.hand(view_of(lay([(15, 16)] * 4), seat), VOICE).text for seat in (0, 1))
    assert "You lead" in leader
    assert "You lead" not in other
    assert "You lead" not in RENDER.hand(view_of(leading(), 0), VOICE).text


def test_discards_are_one_list_and_a_button() -> None:
    state = discarding()
    found = menu.moves(RENDER, GAME.legal(state, 0), view_of(state, 0), VOICE)
    _question, (buttons, some) = menu.menu_rows(RENDER, found, (), "abcde", 1, VOICE)
    assert isinstance(buttons, tuple)
    assert isinstance(some, Select)
    assert [button.label for button in buttons] == ["keep them all"]
    assert (len(some.choices), some.least, some.most) == (4, 1, 3)
    assert some.choices[1] == ("spring2", "2 in spring (5 points)")


def test_three_stones_are_one_list() -> None:
    state = returning()
    found = menu.moves(RENDER, GAME.legal(state, 0), view_of(state, 0), VOICE)
    _question, (some,) = menu.menu_rows(RENDER, found, (), "abcde", 1, VOICE)
    assert isinstance(some, Select)
    assert [label for _value, label in some.choices] == [
        "spring A",
        "spring B",
        "autumn A",
        "winter D",
    ]
    assert (some.least, some.most) == (3, 3)


def test_a_pushed_stone_is_named_by_its_owner() -> None:
    state = placing()
    words = [RENDER.words(each, view_of(state, 0), VOICE) for each in GAME.legal(state, 0)]
    assert [word.label for word in words[2]] == ["summer B (▲ Bob)", "autumn B"]
    assert words[0][0].label == "summer A (● Ada)"


@pytest.mark.parametrize(
    ("state", "kind", "given", "action"),
    [
        (discarding, "discard", {"blessings": "None"}, Discard(())),
        (discarding, "discard", {"blessings": "winter2 spring0"}, Discard((10, 42))),
        (discarding, "discard", {"blessings": "2 in Spring (5 points)"}, Discard((12,))),
        (placing, "place", {"space": "summerb", "to": "Autumn C"}, Place(22, 33)),
        (returning, "return", {"stones": "Winter D, springA, autumn a"}, Return((11, 31, 44))),
        (returning, "return", {"stones": "springA+springB+autumnA"}, Return((11, 12, 31))),
    ],
)
def test_typed_words(state: Any, kind: str, given: dict[str, str], action: Any) -> None:
    laid = state()
    assert picker(RENDER, kind, given, VOICE)(view_of(laid, 0), GAME.legal(laid, 0)) == action


def leading() -> State:
    """Return a table at which Ada must follow autumn."""
    return lay([(15, 31, 38)] * 4, running=(32,), turn=0)


@pytest.mark.parametrize(
    ("state", "kind", "given", "reason"),
    [
        (leading, "play", {"card": "spring 5"}, "Possible: **autumn 1**, **autumn 8**."),
        (leading, "play", {"card": "winter 1"}, "Possible: **autumn 1**, **autumn 8**."),
        (leading, "play", {"card": "autumn 1, autumn 8"}, "Possible: **autumn 1**"),
        (leading, "play", {"card": "9"}, "Possible: **autumn 1**"),
        (leading, "place", {"space": "springA"}, "You can: `play`."),
        (leading, "return", {"stones": "springA"}, "You can: `play`."),
        (discarding, "discard", {"blessings": "spring1"}, "1–3 of **0 in spring"),
        (discarding, "discard", {"blessings": "spring0 spring2 summer3 winter2"}, "1–3 of"),
        (discarding, "discard", {"blessings": "spring0 spring0 autumn1"}, "**keep them all**"),
        (discarding, "draft", {"blessing": "spring0"}, "You can: `discard`."),
        (placing, "place", {"space": "spring A", "to": "autumn B"}, "Possible: **summer A"),
        (placing, "place", {"space": "summer A", "to": "autumn A"}, "Possible: **autumn B**"),
        (placing, "place", {"space": "summerA"}, "Say also `to`. Possible: **autumn B**"),
        (returning, "return", {"stones": "springA springB"}, "Possible: 3 of **spring A**"),
        (returning, "return", {"stones": "springA springB springC"}, "Possible: 3 of"),
        (returning, "return", {"stones": "springA springB autumnA winterD"}, "Possible: 3 of"),
    ],
)
def test_what_will_not_do_is_answered_and_changes_nothing(
    state: Any, kind: str, given: dict[str, str], reason: str
) -> None:
    laid = state()
    forms = GameJson(GAME)
    match = Match(GAME, forms, Sealed(0, [0] * 4, laid))
    before = match.sealed()
    with pytest.raises(NotPossible) as caught:
        picker(RENDER, kind, given, VOICE)(match.view(0), match.legal(0))
    assert reason in caught.value.say(VOICE.gettext)
    assert match.sealed() == before


def test_nothing_is_possible_out_of_turn_or_a_second_time() -> None:
    laid = leading()
    with pytest.raises(NotYourTurn):
        picker(RENDER, "play", {"card": "autumn 1"}, VOICE)(view_of(laid, 1), GAME.legal(laid, 1))
    laid = discarding()
    do(laid, 0, Discard(()))
    with pytest.raises(NotYourTurn):
        picker(RENDER, "discard", {"blessings": "none"}, VOICE)(
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
    assert page.fields[0].name == "● Ada: 11 points"
    assert lines(page.fields[0].text) == [
        "3 stones on the board × run of 2 = 6 points",
        "Blessings: `2 in spring → 5` = 5 points",
        "Not achieved: `3 in spring → 8`",
        "1 stone left in hand: no points",
    ]
    assert [field.name for field in page.fields[1:]] == [
        "▲ Bob: 1 point",
        "■ Cleo: 0 points",
        "◆ Dai: 0 points",
    ]


def test_playing_is_one_click_and_pushing_two() -> None:
    for state, clicks in ((leading(), 1), (discarding(), 1), (returning(), 1), (placing(), 2)):
        found = menu.moves(RENDER, GAME.legal(state, 0), view_of(state, 0), VOICE)
        assert {len(move.path) - 1 for move in found} == {clicks}
    assert isinstance(GAME.legal(leading(), 0)[0], Play)


def test_the_board_says_who_played_what_and_how_many_tricks_each_has() -> None:
    earlier = Trick(1, 0, (11, 12, 13, 14), 3)
    state = lay([(15,), (16,), (17,), (18,)], running=(31, 33), turn=3, round_=2, tricks=[earlier])
    page = RENDER.board(GAME.public(state), VOICE)
    assert lines(page.text)[1] == "`Bob: autumn 1` `Cleo: autumn 3`"
    assert all("0 tricks" in field.text for field in page.fields), "tricks of an earlier round"
    assert RENDER.task(GAME.public(state), (3,), VOICE) == "Dai plays a card."
    leads = GAME.public(lay([(15,)] * 4, turn=2))
    assert RENDER.task(leads, (2,), VOICE) == "Cleo leads the next trick."
