"""The preview of a night says its date once, unless it is another where its host is."""

from __future__ import annotations

import pytest

from bot.ui.pages.nights.night_preview import Amiss, preview_page
from bot.ui.pages.wording import Wording
from tests.nights.sample_nights import sample_night

ZONE = "Europe/Berlin"


@pytest.mark.parametrize(("home", "both"), [(ZONE, False), ("Asia/Tokyo", True), (None, True)])
def test_the_date_stands_once_unless_the_zones_may_differ(home: str | None, both: bool) -> None:
    night = sample_night(state="draft", local="2026-11-27T20:00", zone=ZONE)
    text = preview_page(night, None, Wording("en-GB"), [], [], Amiss(), home=home).text
    assert ("20:00" in text) is both, f"for somebody in {home}: {text}"
    explained = "Above is your own time. The night's is" in text
    assert explained is both, f"two dates, and not which is whose: {text}"
    assert "Posted in <#" in text, "it doesn't say where it goes"


@pytest.mark.parametrize(
    ("local", "skipped"), [("2026-03-29T02:30", True), ("2026-03-29T03:30", False)]
)
def test_the_preview_says_that_a_time_is_skipped(local: str, skipped: bool) -> None:
    night = sample_night(state="draft", local=local, zone=ZONE)
    text = preview_page(night, None, Wording("en-GB"), [], [], Amiss()).text
    assert ("that time is skipped" in text) is skipped, text
