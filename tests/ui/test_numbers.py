"""Numbers as they are shown."""

from __future__ import annotations

from decimal import Decimal

import pytest

from bot.ui.pages.numbers import place_mark
from bot.ui.pages.wording import Wording


def test_places_can_be_shared_on_discord() -> None:
    """A line that begins with "1." would be counted on by Discord, though two share the place."""
    assert [place_mark(place) for place in (1, 1, 3, 4)] == ["🥇", "🥇", "🥉", "**4**"]
    assert [place_mark(place, shared=True) for place in (2, 5)] == ["🥈=", "**5=**"]


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en-GB", ["0", "999", "1,000", "1,234,567", "7.0", "1,234.5"]),
        ("ja", ["0", "999", "1,000", "1,234,567", "7.0", "1,234.5"]),
        ("de", ["0", "999", "1.000", "1.234.567", "7,0", "1.234,5"]),
    ],
)
def test_numbers_are_written_as_in_each_language(language: str, shown: list[str]) -> None:
    values = [0, 999, 1000, 1234567, Decimal("7.0"), Decimal("1234.5")]
    assert [Wording(language).number(value) for value in values] == shown


def test_how_many_there_may_be_is_written_as_in_each_language() -> None:
    assert Wording("en-GB").span(2, 4) == "2–4"
    assert Wording("ja").span(2, 4) == "2〜4"
    assert Wording("ja").span(3, 3) == "3", "one number is no span"
