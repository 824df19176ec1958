"""Typed text finds the one move that is meant, or says what would do."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

import pytest

from bot.engine.game import Action
from bot.engine.views import PrivateView, PublicView, SeatView
from bot.tables.trouble import NOT_YOUR_TURN, Trouble
from bot.ui.pages.move_words import Kind, Step, Word
from bot.ui.pages.render import Render
from bot.ui.pages.typed_words import choices, fits, folded, picker, typed_moves
from bot.ui.pages.wording import Wording
from tests.refusal import refused_with

VOICE = Wording("en-GB", ("Ada", "Bob"))
VIEW = SeatView(0, PublicView(), PrivateView())


@dataclass(frozen=True, slots=True)
class Give(Action):
    """A move with words that some moves of its kind don't have."""

    kind: Literal["give"] = field(default="give", kw_only=True)
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """A move without words."""

    kind: Literal["pass"] = field(default="pass", kw_only=True)


def give(**words: str) -> Give:
    """Make a move whose labels are its values, spelt out."""
    return Give(tuple(Word(name, value, f"the {value}") for name, value in words.items()))


class Drawn:
    """As much of a render as typing needs."""

    kinds: Mapping[str, Kind] = {
        "give": Kind("", "c", (Step("a", {"card": ""}), Step("b", {"row": "", "face": ""}))),
        "pass": Kind("", "d", (Step("", {}),)),
        "wait": Kind("", "e", (Step("", {}),)),
    }

    def words(self, action: Any, view: object, wording: Wording) -> tuple[Word, ...]:
        """Return what the move holds."""
        return getattr(action, "words", ())

    def question(self, view: object, wording: Wording) -> str:
        """Return what the hand asks."""
        return "Answer Bob first."


RENDER = cast(Render, Drawn())
LEGAL = [
    give(card=card, row=row, face=face)
    for card in ("-2", "4", "1or5")
    for row in ("1", "2")
    for face in ("up", "down")
]


def pick(kind: str, given: dict[str, str], legal: list[Any]) -> Any:
    """Pick as a command does."""
    return picker(f"drawn {kind}", RENDER, given, VOICE)(VIEW, legal)


def names_of(name: str, given: dict[str, str], text: str) -> list[str]:
    """Return the values offered for an option."""
    open_moves = typed_moves(RENDER, "give", VIEW, LEGAL, VOICE)
    return [word.value for word in choices(open_moves, name, given, text)]


@pytest.mark.parametrize(
    ("typed", "value", "label"),
    [
        ("4", "4", "acorn 4"),
        ("  Acorn   4 ", "4", "acorn 4"),
        ("ACORN 4", "4", "acorn 4"),
        ("pond -2", "-2", "pond −2"),
        ("POND –2", "-2", "pond −2"),
        ("bob\\*", "b", "Bob*"),
        ("1 or 5", "1or5", "acorn 1 or 5"),
        ("Spring  a", "springA", "spring A (Ada)"),
    ],
)
def test_case_width_dashes_and_spaces_make_no_difference(
    typed: str, value: str, label: str
) -> None:
    assert fits(Word("card", value, label), typed)


@pytest.mark.parametrize("typed", ["", " ", "acorn", "44", "4 4", "4!", "acorn4", "acorn 4 "[:-3]])
def test_what_is_only_like_it_does_not_fit(typed: str) -> None:
    assert not fits(Word("card", "4", "acorn 4"), typed)


def test_folding_twice_changes_nothing() -> None:
    for text in ("Ǆ −2", "ſ", "İ", "ﷺ", "½ ㌀"):
        assert folded(folded(text)) == folded(text)


def test_all_words_typed_pick_the_move() -> None:
    wanted = give(card="1or5", row="2", face="down")
    assert pick("give", {"card": "1OR5", "row": "the 2", "face": "DOWN"}, LEGAL) == wanted


def test_the_order_of_the_words_makes_no_difference() -> None:
    wanted = give(card="4", row="1", face="up")
    assert pick("give", {"face": "up", "row": "1", "card": "4"}, LEGAL) == wanted


def test_a_word_that_will_not_do_is_named_with_what_would() -> None:
    with pytest.raises(Trouble) as caught:
        pick("give", {"card": "4", "row": "**3**", "face": "up"}, LEGAL)
    said = caught.value.say(VOICE.gettext)
    assert "row" in said
    assert "the 1" in said
    assert "the 2" in said
    assert "the 4" not in said
    assert "\\*\\*3\\*\\*" in said


def test_a_kind_that_is_not_possible_is_answered_with_those_that_are() -> None:
    with pytest.raises(Trouble) as caught:
        pick("wait", {}, [*LEGAL, Pass()])
    said = caught.value.say(VOICE.gettext)
    assert "`give`, `pass`" in said
    assert "now. Answer Bob first. You can" in said, f"it doesn't say what is asked: {said}"


def test_nothing_is_possible_out_of_turn() -> None:
    with refused_with(NOT_YOUR_TURN):
        pick("give", {"card": "4"}, [])


def test_a_move_without_words_needs_none() -> None:
    assert pick("pass", {}, [*LEGAL, Pass()]) == Pass()


def test_a_word_left_out_means_the_move_without_it() -> None:
    bare, more = give(card="4"), give(card="4", extra="x")
    assert pick("give", {"card": "4"}, [bare, more]) == bare
    assert pick("give", {"card": "4", "extra": "x"}, [bare, more]) == more


def test_a_word_left_out_where_one_move_is_left_is_not_missed() -> None:
    only = give(card="4", extra="x")
    assert pick("give", {"card": "4"}, [only, give(card="5", extra="y")]) == only


def test_a_word_left_out_that_matters_is_asked_for() -> None:
    with pytest.raises(Trouble) as caught:
        pick("give", {"card": "4", "row": "1"}, LEGAL)
    said = caught.value.say(VOICE.gettext)
    assert "`face`" in said
    assert "the up" in said


def test_moves_that_differ_in_which_words_they_have_are_asked_about() -> None:
    with pytest.raises(Trouble) as caught:
        pick("give", {}, [give(card="4"), give(row="4")])
    assert "`card`" in caught.value.say(VOICE.gettext)


def test_a_long_list_of_what_is_possible_is_cut() -> None:
    many = [Give((Word("card", str(n), f"card {n} " + "x" * 50),)) for n in range(200)]
    with pytest.raises(Trouble) as caught:
        pick("give", {"card": "none"}, many)
    said = caught.value.say(VOICE.gettext)
    assert len(said) < 2000
    assert "more" in said


def test_choices_narrow_by_what_is_filled_in() -> None:
    legal = [give(card="4", row="1"), give(card="5", row="2")]
    open_moves = typed_moves(RENDER, "give", VIEW, legal, VOICE)
    assert [w.value for w in choices(open_moves, "row", {"card": "5"}, "")] == ["2"]
    assert [w.value for w in choices(open_moves, "card", {"row": "1"}, "")] == ["4"]


def test_choices_narrow_by_what_is_typed_the_beginnings_first() -> None:
    assert names_of("card", {}, "") == ["-2", "4", "1or5"]
    assert names_of("card", {}, "THE 1") == ["1or5"]
    assert names_of("card", {}, "or") == ["1or5"]
    assert names_of("card", {}, "−2") == ["-2"]
    assert names_of("card", {}, "zzz") == []


def test_an_option_filled_with_nonsense_or_by_itself_narrows_nothing() -> None:
    assert names_of("card", {"row": "nonsense"}, "") == ["-2", "4", "1or5"]
    assert names_of("card", {"card": "4"}, "") == ["-2", "4", "1or5"]


def stones(*values: str) -> Give:
    """Make a move whose word is a set."""
    items = tuple((value, f"the {value}") for value in values)
    label = ", ".join(label for _value, label in items)
    return Give((Word("stones", "+".join(values), label, items),))


THREE = [stones(*some) for some in itertools.combinations(("a1", "a2", "b1", "b 2"), 3)]


@pytest.mark.parametrize(
    "typed",
    [
        "a1+a2+b1",
        "A1, A2, B1",
        "b1 a2 a1",
        "a 1,a 2,b 1",
        "the a1,the b1 , a2",
        "b1、a1；a2",
        " a2,,a1 + b1, ",
    ],
)
def test_a_set_is_typed_as_a_list_in_any_order(typed: str) -> None:
    assert pick("give", {"stones": typed}, THREE) == THREE[0]


@pytest.mark.parametrize(
    "typed",
    ["a1", "a1 a2", "a1 a2 b1 x", "a1 a2 a2", "a1, a2, the", "a1 a2 b 2 b1", ",", "a1-a2-b1"],
)
def test_a_list_that_is_no_set_is_answered_with_how_many_of_what(typed: str) -> None:
    with pytest.raises(Trouble) as caught:
        pick("give", {"stones": typed}, THREE)
    said = caught.value.say(VOICE.gettext)
    assert "3 of **the a1**, **the a2**, **the b1**, **the b 2**." in said


def test_sets_of_several_sizes_and_none_at_all() -> None:
    none = Give((Word("stones", "none", "keep all"),))
    legal = [none, stones("a"), stones("b"), stones("a", "b")]
    assert pick("give", {"stones": "None"}, legal) == none
    assert pick("give", {"stones": "Keep all"}, legal) == none
    assert pick("give", {"stones": "b"}, legal) == legal[2]
    assert pick("give", {"stones": "b a"}, legal) == legal[3]
    with pytest.raises(Trouble) as caught:
        pick("give", {"stones": "c"}, legal)
    said = caught.value.say(VOICE.gettext)
    assert "1–2 of **the a**, **the b**; **keep all**." in said


@pytest.mark.parametrize("length", [24, 25, 26, 3000])
def test_a_list_of_any_length_is_no_set_where_it_names_too_much(length: int) -> None:
    with pytest.raises(Trouble):
        pick("give", {"stones": "a1 " * length + "x"}, THREE)


def test_choices_of_sets_narrow_by_the_items_typed_so_far() -> None:
    open_moves = typed_moves(RENDER, "give", VIEW, THREE, VOICE)

    def offered(text: str) -> list[str]:
        return [word.value for word in choices(open_moves, "stones", {}, text)]

    assert offered("") == ["a1+a2+b1", "a1+a2+b 2", "a1+b1+b 2", "a2+b1+b 2"]
    assert offered("b1") == ["a1+a2+b1", "a1+b1+b 2", "a2+b1+b 2"]
    assert offered("b1, ") == offered("b1")
    assert offered("b1, the a") == ["a1+a2+b1", "a1+b1+b 2", "a2+b1+b 2"]
    assert offered("b1, a2, ") == ["a1+a2+b1", "a2+b1+b 2"]
    assert offered("b1, x, ") == []


def test_no_more_choices_than_fit() -> None:
    legal = [give(card=str(n)) for n in range(60)]
    open_moves = typed_moves(RENDER, "give", VIEW, legal, VOICE)
    assert len(choices(open_moves, "card", {}, "")) == 25
    assert [w.value for w in choices(open_moves, "card", {}, "59")] == ["59"]


def at(number: int, person: str) -> Give:
    """Return a move aimed at a person, listed under a number."""
    return Give((Word("target", str(number), f"{number}. {person}", also=(person,)),))


def test_a_name_is_understood_where_one_has_it() -> None:
    two, three, four = at(2, "Bob"), at(3, "Äda *"), at(4, "Bob")
    assert picker("drawn give", RENDER, {"target": "bob"}, VOICE)(VIEW, [two, three]) == two
    assert (
        picker("drawn give", RENDER, {"target": " äDA * "}, VOICE)(VIEW, [two, three, four])
        == three
    )
    assert (
        picker("drawn give", RENDER, {"target": "4. bob"}, VOICE)(VIEW, [two, three, four]) == four
    )
    with pytest.raises(Trouble):
        picker("drawn give", RENDER, {"target": "bob"}, VOICE)(VIEW, [two, three, four])


def test_a_name_that_is_the_number_of_another_means_the_number() -> None:
    two, three = at(2, "3"), at(3, "Cleo")
    assert picker("drawn give", RENDER, {"target": "3"}, VOICE)(VIEW, [two, three]) == three
    with pytest.raises(Trouble):
        picker("drawn give", RENDER, {"target": ""}, VOICE)(
            VIEW, [give(target="2"), give(target="3")]
        )
