"""Numbers as they are shown."""

from __future__ import annotations

from bot.ui.pages.numbers import place_mark


def test_places_can_be_shared_on_discord() -> None:
    """A line that begins with "1." would be counted on by Discord, though two share the place."""
    assert [place_mark(place) for place in (1, 1, 3, 4)] == ["🥇", "🥇", "🥉", "**4**"]
