"""What people are called at a table."""

from __future__ import annotations

import pytest
from wcwidth import wcswidth

from bot.tables.lobby_rules import NAMES
from bot.tables.seat import Seat
from bot.ui.pages.catalogues import catalogue
from bot.ui.pages.nights.standings_page import Named, addressed_name_of
from bot.ui.pages.tables.setting_names import span_words
from bot.ui.pages.tables.verb_words import VERB_WORDS
from bot.ui.pages.wording import NAME_CELLS, Wording, phone_lines, seat_name, seat_names


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Ada", "Bob"), ("Ada", "Bob")),
        (("Ada", "Bob", "ada"), ("Ada #1", "Bob", "ada #3")),
        (("Ada", "Ada", "Ada #1"), ("Ada #1", "Ada #2", "Ada #1 #3")),
        (("\u200d", "?"), ("? #1", "? #2")),
        (("W" * 19 + "ab", "W" * 19 + "cd"), ("W" * 16 + "… #1", "W" * 16 + "… #2")),
    ],
)
def test_no_two_at_a_table_are_called_the_same(
    names: tuple[str, ...], said: tuple[str, ...]
) -> None:
    """Else nobody could tell whose cards lie where."""
    wording = Wording("en-GB", names)
    assert tuple(map(wording.bare, range(len(names)))) == said
    assert all(wcswidth(name) <= NAME_CELLS for name in said)
    assert wording.name(0) == said[0].replace("#", "\\#")


def test_a_text_takes_as_many_lines_of_a_phone_as_it_is_wide() -> None:
    emoji = "<:kk_don_acorn4_0a1b2c3d:1234567890123456789>"
    assert phone_lines("") == phone_lines("x" * 38) == phone_lines("碁" * 19) == 1
    assert phone_lines("x" * 39) == phone_lines("碁" * 20) == phone_lines(emoji * 20) == 2


def test_the_same_is_said_in_words() -> None:
    drawn = Wording("en-GB", ("W" * 32, "Ada #2"), {"seat_1": "<:kk_seat_1_0a1b2c3d:1>"})
    words = drawn.in_words()
    assert (words.mark(0), words.marked(1)) == ("●", f"▲\u00a0{drawn.name(1)}")
    assert [words.name(seat) for seat in (0, 1)] == [drawn.name(seat) for seat in (0, 1)]
    assert drawn.mark(0) == "<:kk_seat_1_0a1b2c3d:1>", "it itself speaks as before"


def test_only_who_has_no_name_any_more_is_a_former_player() -> None:
    """Whatever somebody calls themselves, they don't pass for one."""
    names = tuple(seat_name(name, None) for name in ("", "🤖", "\u200b", "Ada"))
    wording = Wording("en-GB", names)
    assert [wording.bare(seat) for seat in range(4)] == ["a former player", "? #2", "? #3", "Ada"]


def test_a_sentence_addresses_people_alone_as_its_language_does() -> None:
    names = (seat_name("Ada", None), seat_name("Hotaru", "casual"), "")
    japanese, english = Wording("ja", names), Wording("en-GB", names)
    said = [japanese.name(seat) for seat in range(3)]
    assert said[:2] == ["Adaさん", "🤖\u00a0Hotaru"], "computer players have no title"
    assert not said[2].endswith("さん"), "nor has who isn't there any more"
    assert japanese.names((0, 1)) == "Adaさんと🤖\u00a0Hotaru"
    assert japanese.marked(0) == "●\u00a0Ada", "a list has bare names"
    assert (english.name(0), english.name(1)) == ("Ada", "🤖\u00a0Hotaru")


def test_who_isn_t_named_isn_t_addressed_either() -> None:
    named = Named({1: "花子", 2: "健太"}, frozenset({2}))
    said = [addressed_name_of(who, named, Wording("ja")) for who in (1, 2, 3, -1)]
    assert said == ["花子さん", "匿名の参加者", "プレイヤー", "元プレイヤー"]


@pytest.mark.parametrize(
    ("language", "sentences", "series"),
    [("en-GB", "One. Two.", "red, green"), ("ja", "One.Two.", "red、green")],
)
def test_sentences_and_series_are_joined_as_the_language_does(
    language: str, sentences: str, series: str
) -> None:
    wording = Wording(language)
    assert wording.sentences("One.", "", "Two.") == sentences
    for first in ("One", "**One**", "<t:1:t>", "One (<t:1:R>)", "一つ"):
        said = wording.sentences(first, "Two.")
        assert said.startswith((f"{first}. ", f"{first}。")), f"nothing ends it: {said}"
    for first in ("(One.)", "⚠️", "One:", "<@1>", "一つ。", "One!", "https://a.b/1"):
        assert wording.sentences(first, "Two.").startswith((f"{first} ", f"{first}T")), first
    assert wording.series(["red", "green"]) == series


@pytest.mark.parametrize(
    ("language", "all_of_two", "all_of_three", "one_of_three"),
    [("en-GB", "1 and 2", "1, 2 and 3", "1, 2 or 3"), ("ja", "1と2", "1、2、3", "1、2か3")],
)
def test_things_are_listed_as_the_language_does(
    language: str, all_of_two: str, all_of_three: str, one_of_three: str
) -> None:
    wording = Wording(language)
    assert wording.listed(["1", "2"]) == all_of_two
    assert wording.listed(["1", "2", "3"]) == all_of_three
    assert wording.either(["1", "2", "3"]) == one_of_three
    assert wording.listed(["1"]) == wording.either(["1"]) == "1"


@pytest.mark.parametrize("language", ["en-GB", "ja"])
def test_what_is_asked_of_a_table_is_a_sentence(language: str) -> None:
    """In a call another one follows at once."""
    asked = [each.asks for each in VERB_WORDS.values() if each.asks]
    ends = {Wording(language).gettext(each)[-1] for each in asked}
    assert ends in ({"."}, {"。"}), f"some asks end without a full stop: {ends}"


def test_computers_are_called_in_the_language_of_their_table() -> None:
    """Whoever reads it: what they are called on the board is what they are called in a hand."""
    seats = (Seat(1, "Akari"), Seat(-1, "Akari", "casual"), Seat(-2, "Koharu", "sharp"))
    assert seat_names(seats, "ja") == ("Akari", "🤖 あかり", "🤖 こはる"), "people keep their names"
    assert seat_names(seats, "en-GB") == ("Akari", "🤖 Akari", "🤖 Koharu")
    unsaid = [name for name in NAMES if catalogue("ja").gettext(name) == name]
    assert not unsaid, f"no Japanese names: {unsaid}"


@pytest.mark.parametrize(
    ("text", "value", "said"),
    [
        ("{x}. Go.", "Donburiko!", "Donburiko! Go."),
        ("{x}. Go.", "**Donburiko!**", "**Donburiko!** Go."),
        ("A seat at {x}.", "Who's next?", "A seat at Who's next?"),
        ("{x}。次へ。", "ドンブリコ！", "ドンブリコ！次へ。"),
        ("{x}.", "4 + ?", "4 + ?."),
    ],
)
def test_a_sentence_ends_once(text: str, value: str, said: str) -> None:
    found = Wording("en-GB").gettext(text, x=value)
    assert found == said, "a name that ends a sentence is followed by another full stop"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0 s"),
        (59, "59 s"),
        (600, "10 min"),
        (605, "10 min 5 s"),
        (3 * 3600, "3 h"),
        (3 * 3600 + 61, "3 h 1 min"),
        (86_399, "1 day"),
        (3 * 86_400, "3 days"),
        (3 * 86_400 + 4 * 3600 - 5, "3 d 4 h"),
    ],
)
def test_a_span_of_time_is_said_in_two_units(seconds: int, said: str) -> None:
    assert span_words(seconds, Wording("en-GB")) == said
