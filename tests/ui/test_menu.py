"""The menu of a hand: every legal move is reached by clicks, and nothing else is."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, ClassVar, cast

import pytest
from discord import ButtonStyle

from bot.engine.dealer import LiveDealer
from bot.engine.views import PrivateView, PublicView, SeatView
from bot.tables.trouble import NOT_POSSIBLE
from bot.ui.incoming.clicks import picked
from bot.ui.pages.move_words import Kind, Step, Word
from bot.ui.pages.page import CHOICES, ROW, ROWS, Page, Select
from bot.ui.pages.routes import MENU
from bot.ui.pages.tables.menu import MOST_LINES, Room, menu_rows
from bot.ui.pages.tables.menu_moves import MenuPath, chosen, leads_on, menu_moves, no_move, together
from bot.ui.pages.wording import Wording
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import GAME
from cogs.korpokkur.actions import Give
from cogs.korpokkur.render import RENDER as KORPOKKUR

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo", "Dai"))
VIEW: SeatView[Any, Any] = SeatView(0, PublicView(), PrivateView())
TABLE = "abcde"


@dataclass(frozen=True)
class Play:
    kind: str
    answers: tuple[str | tuple[str, ...] | None, ...]
    """A value for each word, several for one that is a set, None for one that isn't said."""


class _Drawn:
    """A render that only knows how moves are asked for."""

    info: ClassVar[Any] = None
    summary: ClassVar[str] = ""

    def __init__(self, **steps: tuple[tuple[str, ...], ...]) -> None:
        self.kinds = {
            kind: Kind(
                "",
                "",
                tuple(
                    Step(f"{kind} {n}?" if each else kind, dict.fromkeys(names, ""))
                    for n, names in enumerate(each or ((),))
                ),
            )
            for kind, each in steps.items()
        }

    def words(self, action: Play, view: object, wording: Wording) -> Sequence[Word]:
        names = self.kinds[action.kind].words
        return [
            word_of(name, value)
            for name, value in zip(names, action.answers, strict=True)
            if value is not None
        ]


def word_of(name: str, value: str | tuple[str, ...]) -> Word:
    if isinstance(value, str):
        return Word(name, value, f"the {value}")
    label = ", ".join(f"the {item}" for item in value)
    return Word(name, "+".join(value), label, tuple((item, f"the {item}") for item in value))


def drawn(**steps: tuple[tuple[str, ...], ...]) -> Any:
    """Return a render with these kinds of moves, by name, and the steps of each."""
    return _Drawn(**steps)


def controls(render: Any, legal: Sequence[Any], view: Any, path: MenuPath) -> dict[str, MenuPath]:
    """Return each control of a level by its label, with the path it leads to."""
    found = menu_moves(render, legal, view, VOICE)
    _question, rows = menu_rows(render, found, path, TABLE, 7, VOICE)
    assert len(rows) <= ROWS, f"{len(rows)} rows"
    ids: list[str] = []
    leads: dict[str, MenuPath] = {}
    for row in rows:
        if isinstance(row, Select):
            ids.append(row.id)
            assert 1 <= len(row.choices) <= CHOICES, f"a list of {len(row.choices)}: {row}"
            for size in range(row.least, row.most + 1):
                for some in itertools.combinations(row.choices, size):
                    label = row.prompt + " + ".join(choice.label for choice in some)
                    assert label not in leads, f"{label} leads to two places"
                    picked = together(choice.value for choice in some)
                    leads[label] = (*path_of(row.id), picked)
        else:
            assert isinstance(row, tuple), "a row of the page has no controls"
            assert 1 <= len(row) <= ROW, f"{len(row)} buttons in a row: {row}"
            for button in row:
                ids.append(button.id)
                assert button.label not in leads, f"{button.label} leads to two places"
                leads[button.label] = path_of(button.id)
    assert len(ids) == len(set(ids)), "two controls of one message bear the same id"
    assert all(len(each) <= 100 for each in ids), f"a long id: {ids}"
    Page("Hand", rows=rows).view()
    return leads


def path_of(custom_id: str) -> MenuPath:
    prefix, table, question_number, *path = custom_id.split(":")
    assert prefix.rstrip("0123456789") == "m", f"{prefix} isn't the id of a menu"
    assert (table, question_number) == (TABLE, "7")
    return tuple(path)


def reached(render: Any, legal: Sequence[Any], view: Any) -> list[Any]:
    """Click through the whole menu and return the actions it leads to."""
    found = menu_moves(render, legal, view, VOICE)
    actions: list[Any] = []
    ahead: list[MenuPath] = [()]
    seen: set[MenuPath] = {()}
    while ahead:
        path = ahead.pop()
        for label, on in controls(render, legal, view, path).items():
            if label == "Back":
                assert on == path[: len(on)], f"back from {path} leads to {on}"
                assert len(on) < len(path), f"back from {path} leads to {on}"
                continue
            assert on not in seen, f"two controls lead to {on}"
            seen.add(on)
            action = chosen(render, legal, view, VOICE, on)
            if action is None:
                assert leads_on(found, on), f"nothing comes after {on}"
                ahead.append(on)
            else:
                actions.append(action)
    return actions


def test_a_move_of_one_step_is_one_click() -> None:
    render = drawn(take=(("row",),))
    legal = [Play("take", (str(row),)) for row in range(3)]
    assert controls(render, legal, VIEW, ()) == {
        "the 0": ("take", "0"),
        "the 1": ("take", "1"),
        "the 2": ("take", "2"),
    }


def test_a_move_without_words_is_one_click() -> None:
    render = drawn(skip=(), take=(("row",),))
    legal = [Play("skip", ()), Play("take", ("1",))]
    leads = controls(render, legal, VIEW, ())
    assert leads == {"skip": ("skip",), "take 0?: the 1": ("take", "1")}
    assert chosen(render, legal, VIEW, VOICE, ("skip",)) == legal[0]


def test_a_step_of_two_words_is_one_click() -> None:
    render = drawn(add=(("card",), ("row", "face")))
    legal = [Play("add", ("4", row, face)) for row in "12" for face in ("up", "down")]
    assert controls(render, legal, VIEW, ()) == {"the 4": ("add", "4")}
    assert controls(render, legal, VIEW, ("add", "4")) == {
        "the 1 · the up": ("add", "4", "1/up"),
        "the 1 · the down": ("add", "4", "1/down"),
        "the 2 · the up": ("add", "4", "2/up"),
        "the 2 · the down": ("add", "4", "2/down"),
        "Back": (),
    }


@pytest.mark.parametrize("many", [1, 5, 10, 11, 20, 25, 26, 60, 100])
def test_a_level_of_any_size_is_reached_whole(many: int) -> None:
    render = drawn(play=(("card",),))
    legal = [Play("play", (str(n),)) for n in range(many)]
    assert sorted(map(repr, reached(render, legal, VIEW))) == sorted(map(repr, legal))


@pytest.mark.parametrize("kinds", range(1, 9))
@pytest.mark.parametrize("many", [1, 7, 12])
def test_kinds_of_any_number_are_reached_whole(kinds: int, many: int) -> None:
    render = drawn(**{f"kind{k}": (("one",), ("two",)) for k in range(kinds)})
    legal = [
        Play(f"kind{k}", (str(n), str(m)))
        for k in range(kinds)
        for n in range(many)
        for m in range(2)
    ]
    assert sorted(map(repr, reached(render, legal, VIEW))) == sorted(map(repr, legal))


def test_a_path_that_is_no_move_leads_nowhere() -> None:
    render = drawn(take=(("row",),))
    legal = [Play("take", ("1",))]
    found = menu_moves(render, legal, VIEW, VOICE)
    for path in [("take", "2"), ("take", "1", "1"), ("give", "1"), ("",), ("take", "")]:
        assert chosen(render, legal, VIEW, VOICE, path) is None
        assert not leads_on(found, path)


def test_some_of_many_things_are_picked_in_one_list() -> None:
    render = drawn(drop=(("cards",),))
    pairs = [*itertools.combinations("bacde", 2)]
    sets = [("b",), ("a",), *(pair for pair in pairs if pair != ("d", "e"))]
    legal = [Play("drop", ("none",)), *(Play("drop", (each,)) for each in sets)]
    found = menu_moves(render, legal, VIEW, VOICE)
    _question, rows = menu_rows(render, found, (), TABLE, 7, VOICE)
    buttons, lists = rows
    assert isinstance(buttons, tuple)
    assert isinstance(lists, Select)
    (button,) = buttons
    assert (button.label, path_of(button.id)) == ("the none", ("drop", "none"))
    assert [each[:2] for each in lists.choices] == [(each, f"the {each}") for each in "bacde"]
    assert (lists.least, lists.most) == (1, 2)
    (_button, shown) = Page("Hand", rows=rows).view().children
    assert (shown.min_values, shown.max_values) == (1, 2)  # type: ignore[attr-defined]
    for wanted in itertools.permutations("bac", 2):
        action = chosen(render, legal, VIEW, VOICE, ("drop", together(wanted)))
        assert action in legal
        assert action.answers != ("none",)
        assert set(action.answers[0]) == set(wanted)
    assert chosen(render, legal, VIEW, VOICE, ("drop", "c")) is None


def test_a_few_sets_are_a_button_each() -> None:
    render = drawn(drop=(("cards",),))
    legal = [Play("drop", (each,)) for each in ("none", ("a",), ("b",), ("a", "b"))]
    assert controls(render, legal, VIEW, ()) == {
        "the none": ("drop", "none"),
        "the a": ("drop", "a"),
        "the b": ("drop", "b"),
        "the a, the b": ("drop", "a+b"),
    }


def test_what_is_picked_together_is_one_token() -> None:
    def from_list(data: object) -> list[str]:
        return picked(cast(Any, SimpleNamespace(data=data)))

    assert from_list({"values": ["b", "c", "a"]}) == ["a+b+c"]
    assert from_list({"values": ["b"]}) == ["b"]
    assert from_list({"custom_id": "m"}) == from_list({"values": []}) == from_list(None) == []


def test_sets_of_one_at_the_most_are_buttons() -> None:
    render = drawn(drop=(("cards",),))
    legal = [Play("drop", (each,)) for each in ("none", ("a",), ("b",))]
    assert controls(render, legal, VIEW, ()) == {
        "the none": ("drop", "none"),
        "the a": ("drop", "a"),
        "the b": ("drop", "b"),
    }


@pytest.mark.parametrize("plain", [0, 3, 11, 30])
def test_sets_beside_other_choices_are_reached_whole(plain: int) -> None:
    render = drawn(drop=(("cards",), ("row",)), stop=())
    sets = [some for size in (1, 2, 3) for some in itertools.combinations("abcd", size)]
    answers = [*map(str, range(plain)), *sets]
    legal = [Play("drop", (answer, row)) for answer in answers for row in "12"]
    legal.append(Play("stop", ()))
    assert sorted(map(repr, reached(render, legal, VIEW))) == sorted(map(repr, legal))


def test_things_that_do_not_go_together_are_named() -> None:
    render = drawn(drop=(("cards",),))
    legal = [Play("drop", (each,)) for each in (("a", "b"), ("a_", "b"))]
    found = menu_moves(render, legal, VIEW, VOICE)
    said = no_move(found, ("drop", together(("a_", "a"))), VOICE).say(VOICE.gettext)
    assert said == "You can't choose these together: the a, the a\\_."
    usual = VOICE.gettext(NOT_POSSIBLE)
    for path in [(), ("drop",), ("drop", "a"), ("drop", "a+x"), ("drop", "a+b", "c"), ("no", "a")]:
        assert no_move(found, path, VOICE).say(VOICE.gettext) == usual


def test_a_step_that_a_move_has_no_word_for_is_left_out() -> None:
    render = drawn(place=(("space",), ("reason",), ("to",)))
    legal = [Play("place", ("a", None, None)), Play("place", ("b", None, "x"))]
    legal += [Play("place", ("b", None, "y"))]
    found = menu_moves(render, legal, VIEW, VOICE)
    assert [move.path for move in found] == [
        ("place", "a"),
        ("place", "b", "x"),
        ("place", "b", "y"),
    ]
    question, _rows = menu_rows(render, found, ("place", "b"), TABLE, 7, VOICE)
    assert question == "**the b** … place 2?"
    assert sorted(map(repr, reached(render, legal, VIEW))) == sorted(map(repr, legal))


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_every_move_of_a_match_is_reached_and_nothing_else(seats: int) -> None:
    rng = random.Random(seats)
    dealer = LiveDealer(rng)
    state = GAME.setup(seats, GAME.Options(), dealer)
    for _move in range(80):
        if not GAME.to_act(state):
            break
        seat = GAME.to_act(state)[0]
        legal = GAME.legal(state, seat)
        view = GAME.view(state, seat)
        clicked = reached(RENDER, legal, view)
        assert sorted(map(repr, clicked)) == sorted(map(repr, legal))
        GAME.apply(state, seat, rng.choice(legal), dealer)


def test_ids_of_lists_differ_by_a_number() -> None:
    assert MENU(TABLE, 7, "add") == "m:abcde:7:add"
    assert MENU(TABLE, 7, "add", number=2) == "m2:abcde:7:add"


ACORN = "<:kk_don_acorn4_0a1b2c3d:123>"


def test_an_emoji_precedes_an_answer_once_discord_knows_it() -> None:
    word = Word("card", "4", "acorn 4", emoji="don_acorn4")
    render = drawn(play=(("card",),))
    render.words = lambda action, view, wording: [word]
    for emoji, shown in (({}, ("acorn 4", "")), ({"don_acorn4": ACORN}, ("acorn 4", ACORN))):
        wording = Wording("en-GB", emoji=emoji)
        found = menu_moves(render, [Play("play", ("4",))], VIEW, wording)
        _question, rows = menu_rows(render, found, (), TABLE, 7, wording)
        ((button,),) = cast("Any", rows)
        assert (button.label, button.emoji) == shown


def test_two_wide_buttons_that_fill_a_phones_line_are_not_torn_apart() -> None:
    """In rows of three, the third would stand alone, and row 2 on two lines."""
    faces = {"up": "表 +1", "down": "裏 −1"}
    render = drawn(add=(("row",),))
    render.words = lambda action, view, wording: [
        Word("row", answer, f"{answer[0]}列目 → 5、{faces[answer[1:]]}")
        for answer in action.answers
    ]
    legal = [Play("add", (f"{n}{face}",)) for n in (1, 2, 3) for face in faces]
    found = menu_moves(render, legal, VIEW, VOICE)
    _question, rows = menu_rows(render, found, (), TABLE, 7, VOICE)
    shown = ["".join(path_of(each.id)[-1][0] for each in cast("Any", row)) for row in rows]
    assert shown == ["1122", "33"], "the two faces of a row are torn apart"


def test_a_list_shows_an_emoji_before_the_label() -> None:
    render = drawn(play=(("card",),))
    render.words = lambda action, view, wording: [
        Word("card", action.answers[0], f"card {action.answers[0]}", emoji="don_acorn4")
    ]
    wording = Wording("en-GB", emoji={"don_acorn4": ACORN})
    found = menu_moves(render, [Play("play", (str(n),)) for n in range(20)], VIEW, wording)
    _question, rows = menu_rows(render, found, (), TABLE, 7, wording)
    assert isinstance(rows[0], Select)
    assert rows[0].choices[3] == ("3", "card 3", ACORN, "")


def test_a_button_says_what_comes_of_a_move_and_a_list_remarks_on_it_below() -> None:
    render = drawn(play=(("card",),))
    render.words = lambda action, view, wording: [
        Word("card", action.answers[0], "4", said="4: win 3", more="it counts twice")
    ]
    for many, shown in ((1, "4: win 3 (it counts twice)"), (11, ("4: win 3", "it counts twice"))):
        found = menu_moves(render, [Play("play", (str(n),)) for n in range(many)], VIEW, VOICE)
        _question, (row,) = menu_rows(render, found, (), TABLE, 7, VOICE)
        if isinstance(row, Select):
            assert (row.choices[0].label, row.choices[0].more) == shown
        else:
            assert cast("Any", row)[0].label == shown


def opening(**kinds: Kind) -> Any:
    """Return a render with these kinds of moves, whose words are `one`, `two` and so on."""
    render = drawn()
    render.kinds = kinds
    return render


def kind(*words: str, opens: str = "", asks: str = "", danger: bool = False) -> Kind:
    steps = tuple(Step(f"Which {word}?", {word: ""}) for word in words)
    return Kind("", "", steps, opens, asks, danger)


def test_what_may_be_regretted_is_asked_for_behind_a_button_always() -> None:
    """Also where it is all that can be done, at one person."""
    accuse = kind("who", opens="Accuse …", asks="Accuse whom?", danger=True)
    for others in ({}, {"play": kind("card")}):
        render = opening(accuse=accuse, **others)
        legal = [Play(name, ("1",)) for name in render.kinds]
        found = menu_moves(render, legal, VIEW, VOICE)
        _question, rows = menu_rows(render, found, (), TABLE, 7, VOICE)
        first = [button for row in rows for button in cast("Any", row)]
        assert [button.label for button in first] == [*(["the 1"] if others else []), "Accuse …"]
        assert first[-1].style == ButtonStyle.secondary, "an accusation is red, or recommended"
        path = path_of(first[-1].id)
        assert leads_on(found, path) and chosen(render, legal, VIEW, VOICE, path) is None
        question, rows = menu_rows(render, found, path, TABLE, 7, VOICE)
        ((named,), (back,)) = cast("Any", rows)
        assert question == "Accuse whom?"
        assert (named.label, named.style, back.label) == ("the 1", ButtonStyle.danger, "Back")
        assert path_of(back.id) == ()


@pytest.mark.parametrize(
    ("many", "words", "alone", "opened"),
    [
        (3, ("row",), False, False),
        (4, ("row",), False, True),
        (4, ("row",), True, False),
        (1, ("row", "face"), False, True),
        (1, ("row", "face"), True, False),
    ],
)
def test_a_kind_is_one_button_beside_others_if_it_would_take_much_room(
    many: int, words: tuple[str, ...], alone: bool, opened: bool
) -> None:
    take = kind(*words, opens="Take …", asks="Take which?")
    render = opening(**({} if alone else {"play": kind("card")}), take=take)
    legal = [Play("take", (str(n), "up")[: len(words)]) for n in range(many)]
    legal += [] if alone else [Play("play", ("1",))]
    labels = [*controls(render, legal, VIEW, ())]
    assert ("Take …" in labels) == opened, labels
    assert sorted(map(repr, reached(render, legal, VIEW))) == sorted(map(repr, legal))


def test_behind_such_a_button_a_first_step_with_one_answer_is_skipped_and_no_other() -> None:
    """What comes of the move is seen before it is made."""
    give = kind("card", "number", opens="Give …", asks="Give what?")
    render = opening(play=kind("card"), give=give)
    legal = [Play("play", ("1",)), Play("give", ("1", "2"))]
    number = {"the 2": ("give", "1", "2"), "Back": ()}
    assert controls(render, legal, VIEW, ("give",)) == number, "one card is asked for all the same"
    assert controls(render, legal, VIEW, ("give", "1")) == number, "Back leads where nothing was"
    found = menu_moves(render, legal, VIEW, VOICE)
    question, _rows = menu_rows(render, found, ("give",), TABLE, 7, VOICE)
    assert question.startswith("**the 1** …"), f"it isn't said to which card: {question}"
    more = [*legal, Play("give", ("2", "2"))]
    both = {"the 1": ("give", "1"), "the 2": ("give", "2"), "Back": ()}
    assert controls(render, more, VIEW, ("give",)) == both
    back = controls(render, more, VIEW, ("give", "1"))["Back"]
    assert back == ("give",), f"the way back leads to {back}"


@pytest.mark.parametrize(("many", "rows"), [(5, [5]), (6, [3, 3]), (10, [5, 5]), (11, [])])
def test_up_to_ten_answers_are_buttons_in_even_rows(many: int, rows: list[int]) -> None:
    render = _Drawn(add=(("card",), ("row",)))
    plays = [Play("add", ("ace", f"r{n}")) for n in range(many)]
    plays += [Play("add", ("two", "r0"))]
    found = menu_moves(cast(Any, render), plays, VIEW, VOICE)
    _question, made = menu_rows(cast(Any, render), found, ("add", "ace"), TABLE, 3, VOICE)
    *shown, back = made
    assert isinstance(back, tuple)
    assert len(back) == 1
    assert [len(row) for row in shown if isinstance(row, tuple)] == rows
    assert sum(isinstance(row, Select) for row in shown) == (not rows)


def test_answers_too_wide_for_a_phone_are_a_list() -> None:
    render = drawn(add=(("row",),))
    for many, listed in ((MOST_LINES, False), (MOST_LINES + 1, True)):
        plays = [Play("add", (f"{n}{'x' * 24}",)) for n in range(many)]
        found = menu_moves(render, plays, VIEW, VOICE)
        _question, made = menu_rows(render, found, (), TABLE, 3, VOICE)
        assert any(isinstance(row, Select) for row in made) == listed, f"{many} wide answers"


def test_a_menu_takes_no_more_lines_than_there_is_room_for() -> None:
    render = drawn(add=(("row",),))
    found = menu_moves(render, [Play("add", (f"{n}{'x' * 24}",)) for n in range(3)], VIEW, VOICE)
    for lines, listed in ((3, False), (2, True)):
        room = Room(lines=lines)
        _question, made = menu_rows(render, found, (), TABLE, 3, VOICE, room=room)
        assert any(isinstance(row, Select) for row in made) == listed, f"in {lines} lines"


def test_a_button_that_leads_on_stands_beside_the_others_if_there_is_room() -> None:
    render = drawn(add=(("row",),), give=(("to",), ("number",)))
    render.kinds["give"] = replace(render.kinds["give"], opens="Give …")
    gives = [Play("give", ("ada", "1")), Play("give", ("ada", "2"))]
    for many, rows in ((2, [3]), (5, [5, 1])):
        plays = [Play("add", (f"{n}",)) for n in range(many)]
        found = menu_moves(render, [*plays, *gives], VIEW, VOICE)
        _question, made = menu_rows(render, found, (), TABLE, 3, VOICE)
        buttons = [row for row in made if isinstance(row, tuple)]
        shown = [[button.label for button in row] for row in buttons]
        assert [len(row) for row in shown] == rows and shown[-1][-1] == "Give …", shown
        styles = {button.style for row in buttons for button in row}
        assert styles == {ButtonStyle.primary}, (
            "what can be done reads as if it were off, or advised"
        )


def test_an_answer_is_said_briefly_before_a_list_costs_a_press_more() -> None:
    chips = Give("korpokkur", 1), Give("korpokkur", 2)
    view: Any = None
    found = menu_moves(KORPOKKUR, chips, view, VOICE)
    for lines, said in ((2, "Offer 1 korpokkur"), (1, "1 korpokkur")):
        room = Room(lines=lines)
        _question, made = menu_rows(KORPOKKUR, found, (), TABLE, 3, VOICE, room=room)
        assert isinstance(made[0], tuple), f"a list where {lines} lines have room for buttons"
        assert made[0][0].label == said, f"in {lines} lines"


def test_remarks_go_before_a_list_costs_a_press_more() -> None:
    class Remarked(_Drawn):
        def words(self, action: Play, view: object, wording: Wording) -> Sequence[Word]:
            return [word._replace(more="x" * 30) for word in super().words(action, view, wording)]

    render = cast(Any, Remarked(add=(("row",),)))
    for many, remarks in ((2, True), (10, False)):
        plays = [Play("add", (f"row{n}",)) for n in range(many)]
        _question, made = menu_rows(
            render, menu_moves(render, plays, VIEW, VOICE), (), TABLE, 3, VOICE
        )
        shown = [button for row in made if isinstance(row, tuple) for button in row]
        assert len(shown) == many, "they are a list, though they fit without their remarks"
        assert any("xxx" in button.label for button in shown) == remarks, f"{many} answers"
