"""A sheet: whatever it is given, Discord accepts, and discord.py doesn't wait for its controls."""

from __future__ import annotations

from typing import Any

import pytest

from bot.ui.pages.page import (
    ALT_TEXT,
    BUTTON_LABEL,
    FIELD_TEXT,
    WHOLE,
    Button,
    Choice,
    Page,
    Select,
    clip,
)
from bot.ui.pages.render import Field
from bot.ui.pictures.shapes import Picture


def test_a_cut_text_shows_that_it_is_cut() -> None:
    assert clip("acorn", 5) == "acorn"
    assert clip("acorns", 5) == "acor…"


def test_an_embed_keeps_to_the_limits_of_fields_and_of_the_whole() -> None:
    fields = tuple(Field(f"{n}", "x" * 3000) for n in range(30))
    embed = Page("Title", text="y" * 5000, fields=fields, footer="foot").embed()
    assert embed.description is not None
    assert len(embed.description) == 4096
    assert embed.fields
    assert all(len(field.value or "") <= FIELD_TEXT for field in embed.fields)
    assert len(embed) <= WHOLE


def test_an_empty_field_is_left_out() -> None:
    assert Page("Title", fields=(Field("Lately", ""),)).embed().fields == []


async def test_the_controls_stand_in_their_rows_and_are_not_kept() -> None:
    rows = (
        (Button("a:1", "One"), Button("a:2", "x" * 200)),
        Select("b", "Pick", (Choice("v", "Label"),)),
    )
    view = Page("Title", rows=rows).view()
    first, second = view.to_components()
    assert [part["custom_id"] for part in first["components"]] == ["a:1", "a:2"]
    assert len(first["components"][1]["label"]) == BUTTON_LABEL
    assert second["components"][0]["options"][0]["value"] == "v"
    assert view.is_finished()


async def test_buttons_and_choices_bear_their_emoji() -> None:
    emoji = "<:kk_don_acorn4_0a1b2c3d:1234567890123456789>"
    rows = ((Button("a", "", emoji=emoji),), Select("b", "Pick", (Choice("v", "Four", emoji),)))
    first, second = Page("Title", rows=rows).view().to_components()
    assert first["components"][0]["emoji"]["id"] == 1234567890123456789
    assert "label" not in first["components"][0]
    assert second["components"][0]["options"][0]["emoji"]["name"] == "kk_don_acorn4_0a1b2c3d"


def test_a_page_shows_its_picture_author_and_edge() -> None:
    picture = Picture(800, 400, "#000000", ())
    page = Page("Title", author="Game · round 1", colour=0xE69F00, image=picture, alt="A board")
    embed = page.embed()
    assert embed.to_dict().get("image") == {
        "url": "attachment://board.png",
        "description": "A board",
    }, "Discord reads a picture out by the description of the embed's image alone"
    assert page.files((b"png",))[0].description is None, "a picture is described twice"
    assert embed.author.name == "Game · round 1"
    assert embed.colour is not None
    assert embed.colour.value == 0xE69F00
    assert Page("Title").embed().image.url is None
    with pytest.raises(ValueError, match="without words"):
        Page("Title", image=picture)


def test_the_words_for_a_picture_count_among_all_of_a_message() -> None:
    picture = Picture(800, 400, "#000000", ())
    long = Page("T", "x" * 4096, (Field("f", "y" * 1000),), image=picture, alt="z" * 2000)
    embed = long.embed()
    image: Any = embed.to_dict().get("image")
    said = image["description"]
    assert len(said) == ALT_TEXT, "the words for the picture are cut where Discord cuts nothing"
    assert len(embed) + len(said) <= WHOLE, "Discord refuses a message as long as this"


def test_equal_sheets_are_equal() -> None:
    assert Page("T", rows=((Button("a", "A"),),)) == Page("T", rows=((Button("a", "A"),),))
    assert Page("T", rows=((Button("a", "A"),),)) != Page("T", rows=((Button("a", "B"),),))


@pytest.mark.parametrize(
    ("text", "length", "shown"),
    [
        ("abcdef", 6, "abcdef"),
        ("abcdef", 5, "abcd…"),
        ("a <:kk_x_0:123>", 15, "a <:kk_x_0:123>"),
        ("a <:kk_x_0:123> b", 16, "a <:kk_x_0:123>…"),
        ("a <:kk_x_0:123> b", 12, "a …"),
        ("1 < 2 and so on", 9, "1 < 2 an…"),
        ("say </kasane new:123> now", 14, "say …"),
    ],
)
def test_a_cut_goes_through_no_emoji(text: str, length: int, shown: str) -> None:
    assert clip(text, length) == shown
