"""The preview of a night says its date once, unless it is another where its host is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.nights.announcing import publish
from bot.nights.night import Now, Post, Press
from bot.nights.series import Series
from bot.tables.asking_in import MOST_ASKING
from bot.ui.actions.mistakes import Mistakes
from bot.ui.actions.nights.night_form import night_form, read_form, settings_form
from bot.ui.pages import routes
from bot.ui.pages.form import Dropdown
from bot.ui.pages.nights.night_preview import Amiss, preview_page
from bot.ui.pages.page import CHOICES, Select
from bot.ui.pages.wording import Wording
from storage.result_store import MOST_SEASONS
from tests.nights.sample_nights import sample_night
from tests.only import only
from tests.ui.clicks import press
from tests.ui.conftest import ADA, BOB, CHANNEL, UI
from tests.ui.fake_discord import FakeDiscord
from tests.ui.test_forms import filled
from tests.ui.test_nights import HOST, draft, form, opened
from tests.ui.test_page_facts import SHIRANUI
from tests.ui.test_standings import AUTUMN

ZONE = "Europe/Berlin"


@pytest.mark.parametrize(("home", "both"), [(ZONE, False), ("Asia/Tokyo", True)])
def test_the_date_stands_once_unless_the_zones_may_differ(home: str, both: bool) -> None:
    night = sample_night(state="draft", local="2026-11-27T20:00", zone=ZONE)
    text = preview_page(night, [], Wording("en-GB"), [], [], Amiss(), home=home).text
    assert ("20:00" in text) is both, f"for somebody in {home}: {text}"
    explained = "In the night's time zone: " in text
    assert explained is both, f"two dates, and not which is whose: {text}"
    assert "**When you publish**\nI post the card in <#" in text, "it doesn't say where it goes"
    assert text.startswith("-# Your guests read:\n"), "it doesn't say what is posted"
    (settings,) = (part for part in text.split("\n\n") if "a move" in part)
    assert settings.startswith("**How it goes**\n-# "), f"no part of its own: {text}"


def test_a_preview_says_in_which_language_the_card_will_be_if_not_in_its_hosts() -> None:
    night = sample_night(state="draft", language="ja", pilot="auto")
    text = preview_page(night, [], Wording("en-GB"), [], [], Amiss()).text
    assert text.startswith("-# Your guests read this in the server's language:\n"), text
    assert "**来ました**" in text, f"they read other words than the card's: {text}"


@pytest.mark.parametrize(("limit", "said"), [(None, "no limit"), (12, "12 can come")])
def test_where_it_goes_and_how_many_may_come_stands_together(limit: int | None, said: str) -> None:
    night = sample_night(state="draft", limit=limit)
    text = preview_page(night, [], Wording("en-GB"), [], [], Amiss()).text
    (line,) = (each for each in text.splitlines() if "I post the card in <#" in each)
    assert said in line and text.count(said) == 1, text
    assert ", with a thread. " in line, line
    text = preview_page(night, [], Wording("en-GB"), [], [], Amiss(event=True)).text
    assert ", with a thread and a server event. " in text, "it comes as a surprise"


def test_a_preview_says_with_how_many_a_night_takes_place() -> None:
    night = sample_night(state="draft")
    text = preview_page(night, [SHIRANUI], Wording("en-GB"), [], [], Amiss()).text
    (line,) = (each for each in text.splitlines() if "takes place" in each)
    assert line == "-# It takes place with 3 or more, or 2 and a computer.", text


@pytest.mark.parametrize("teach", [True, False])
def test_a_preview_says_how_much_time_newcomers_have(teach: bool) -> None:
    night = sample_night(state="draft", teach=teach)
    text = preview_page(night, [], Wording("en-GB"), [], [], Amiss()).text
    said = "minutes a move (**Teach me**: 10, then 5)"
    assert (said in text) is teach, text


def test_a_preview_says_when_guests_are_reminded() -> None:
    night = sample_night(state="draft")
    for before in (3601, 3600):
        now = night.guests.starts_at - before
        text = preview_page(night, [], Wording("en-GB"), [], [], Amiss(), now=now).text
        assert ("\nI ping guests 1 h before, and" in text) is (before > 3600), text


async def test_a_draft_gets_another_channel_and_its_co_hosts_by_its_forms(
    ui: UI, server: FakeDiscord
) -> None:
    """The card goes to that channel, and the co-hosts learn of it once it is announced."""
    night_id, preview = await draft(ui)
    modal = await opened(ui, preview.buttons["Text, date …"])
    typed = {**filled(modal), "channel": [str(CHANNEL + 5)], "limit": "8"}
    preview = await form(ui, ADA, modal.custom_id, typed)
    assert f"I post the card in <#{CHANNEL + 5}>, with a thread" in preview.text, preview.text
    assert "8 can come" in preview.text, preview.text
    modal = await opened(ui, preview.buttons["Pings, tables …"])
    picked = {"mode": ["social"], "mention": [], "voice": []}
    refused = await form(ui, ADA, modal.custom_id, {**picked, "cohosts": ["x"]})
    assert "Co-hosts" not in refused.text, "nonsense was kept"
    preview = await form(ui, ADA, modal.custom_id, {**picked, "cohosts": [str(BOB.id)]})
    assert "Co-hosts: " in preview.text and "Nobody is pinged" not in preview.text, preview.text
    night = await ui.services.nights.get(night_id)
    assert [each.id for each in night.cohosts] == [BOB.id]
    published = publish()(night, Press(ADA, 1, leads=True), Now(0))
    assert Post("cohost", (BOB.id,)) in published.posts, "a co-host isn't told"


def test_what_is_announced_stays_in_its_channel_and_has_its_co_hosts_on_the_desk() -> None:
    night, wording = sample_night(), Wording("en-GB")
    lines = night_form(night, wording, "", anew=False).values
    assert "channel" not in lines and "cohosts" not in settings_form(night, (), wording).values
    typed = {**lines, "channel": "5"}
    assert read_form(night, typed, Mistakes())[0] == {}, "its card would be left behind"


@pytest.mark.parametrize("rounds", [1, 2])
def test_one_round_has_no_break_and_no_others_to_meet(rounds: int) -> None:
    night = sample_night(state="draft", rounds=rounds, pilot="helper")
    text = preview_page(night, [], Wording("en-GB"), [], [], Amiss()).text
    for said in ("5 minutes between rounds", "meets as many others"):
        assert (said in text) is (rounds > 1), f"with {rounds} round(s): {text}"


async def test_a_zone_that_was_just_kept_is_said_once(ui: UI, server: FakeDiscord) -> None:
    """From then on it is the one in which its host means dates."""
    _night, preview = await draft(ui)
    assert "there now" in preview.text and "In the night's time zone" not in preview.text
    _night, other = await draft(ui, zone="Asia/Tokyo")
    assert "In the night's time zone" in other.text and other.text.count("Tokyo") == 1, other.text


@pytest.mark.parametrize(
    ("local", "skipped"), [("2026-03-29T02:30", True), ("2026-03-29T03:30", False)]
)
def test_the_preview_says_that_a_time_is_skipped(local: str, skipped: bool) -> None:
    night = sample_night(state="draft", local=local, zone=ZONE)
    text = preview_page(night, [], Wording("en-GB"), [], [], Amiss()).text
    assert ("There is no 02:30, as the clocks change" in text) is skipped, text


def listed(sets: int, start: int = 0) -> list[str]:
    """Return what the list of ways to play a game offers, by values, from a place on."""
    night = sample_night(state="draft", zone=ZONE)
    ways = [[f"way {number}"] for number in range(sets)]
    page = preview_page(night, [], Wording("en-GB"), [], [ways], Amiss(), start=start)
    lists = [each for each in page.rows if isinstance(each, Select)]
    found = only([each for each in lists if each.id == routes.OPTIONS(night.id)], "the list")
    return [each.value for each in found.choices]


def test_each_way_to_play_a_game_can_be_picked_however_many_there_are() -> None:
    assert listed(25) == [*map(str, range(25))]
    assert listed(30) == [*map(str, range(24)), "more24"], "what doesn't fit is cut without a word"
    assert listed(30, 24) == [*map(str, range(24, 30)), "more0"]


async def test_more_of_a_list_leads_on_in_the_preview(ui: UI, server: FakeDiscord) -> None:
    night_id, _preview = await draft(ui)
    more = routes.OPTIONS(night_id, "more24")
    shown = await press(ui, ADA, more, own=True, permissions=HOST)
    assert "Preview" in shown.text, shown.text


def test_a_list_has_room_for_as_many_as_there_may_be() -> None:
    """Where a list isn't cut in parts, there can't be more than fit."""
    assert MOST_ASKING <= CHOICES
    seasons = [replace(AUTUMN, id=number) for number in range(1, MOST_SEASONS + 1)]
    form = settings_form(sample_night(zone=ZONE), seasons, Wording("en-GB"))
    offered = only(
        [each for each in form.lines if isinstance(each, Dropdown) and each.id == "season"],
        "the list of seasons",
    )
    assert len(offered.choices) == MOST_SEASONS + 1 <= CHOICES, "a season can't be picked"
    assert form.modal()


def test_a_preview_says_that_the_later_cards_of_a_series_come_by_themselves() -> None:
    said = "Each later night gets its card by itself, the morning after the night before it."
    night = sample_night(state="draft")
    once = preview_page(night, [], Wording("en-GB"), [], [], Amiss()).text
    series = Series("a", 1, night.id, 1, night.row.local)
    text = preview_page(replace(night, series=series), [], Wording("en-GB"), [], [], Amiss()).text
    assert said in text and said not in once, text
