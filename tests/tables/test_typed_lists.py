"""Lists as people type them."""

from __future__ import annotations

import pytest

from bot.tables.typed_lists import before_last, listed


@pytest.mark.parametrize(
    "text",
    [
        *("one, two", "one，two,", "one、two", "one;two", "one · two", "one・two"),
        *("one & two", "one and two", "one And two", "oneとtwo", ", one\ntwo"),
    ],
)
def test_a_list_is_taken_apart_as_it_may_be_typed(text: str) -> None:
    assert listed(text) == ["one", "two"]


def test_what_has_such_a_word_within_stays_whole() -> None:
    known = {"はやと", "Cat & Dog", "Rock, Paper"}
    assert listed("はやと、Cat & Dog、花子", known.__contains__) == ["はやと", "Cat & Dog", "花子"]
    assert listed(" Rock, Paper ", known.__contains__) == ["Rock, Paper"]
    assert listed("あと3日、Andorra") == ["あと3日", "Andorra"]


@pytest.mark.parametrize("text", ["fri 8, sat", "fri 8 and sat", "金8時とsat", "sat"])
def test_the_last_of_a_list_is_what_somebody_types_now(text: str) -> None:
    assert before_last(text) == (text.removesuffix("sat"), "sat")
