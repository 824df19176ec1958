"""The dates of nights as hosts type them: what they may mean besides, and in which zone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.nights.dates import read_stored
from bot.tables.clock import DAY
from bot.tables.zone_names import known_zones
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.typed_date_words import zone_line
from bot.ui.pages.wording import Wording, capital
from tests.ui.clicks import Answer, offered, press
from tests.ui.conftest import ADA, BOB, CLEO, GUILD, UI
from tests.ui.fake_discord import FakeDiscord
from tests.ui.test_forms import filled
from tests.ui.test_nights import HOST, announced, come, draft, form, opened, shown, thread_of


async def hour(ui: UI, night_id: str) -> str:
    """Return the wall time of a night."""
    night = await ui.services.nights.get(night_id)
    return f"{read_stored(night.row.local):%H:%M}"


def others(answer: Answer) -> list[str]:
    """Return the labels of the buttons that take another moment."""
    return [label for label in answer.buttons if label.startswith("Or ")]


@pytest.mark.walked
async def test_a_date_of_two_meanings_offers_the_other_on_the_preview(ui: UI) -> None:
    night_id, preview = await draft(ui, when="fri 8")
    assert await hour(ui, night_id) == "20:00"
    (morning,) = others(preview)
    assert morning.endswith("08:00"), f"the morning isn't offered: {preview.buttons}"
    lines = preview.text.split("\n")
    note = lines.index("I read the hour as 20:00, not 08:00.")
    assert "<t:" in lines[note - 1], f"far from its date: {preview.text}"
    stranger = await press(ui, BOB, preview.buttons[morning], permissions=HOST)
    assert "no such game night" in stranger.text, stranger.text
    changed = await press(ui, ADA, preview.buttons[morning], own=True, permissions=HOST)
    assert await hour(ui, night_id) == "08:00", "the button changes nothing"
    assert "I read the hour" not in changed.text, changed.text
    (evening,) = others(changed)
    assert evening.endswith("20:00"), "there is no way back"
    again = await press(ui, ADA, changed.buttons[evening], own=True, permissions=HOST)
    assert await hour(ui, night_id) == "20:00" and others(again) == [morning]


async def test_a_date_of_one_meaning_offers_no_other(ui: UI) -> None:
    _, preview = await draft(ui, when="fri 20:00")
    assert not others(preview), preview.buttons


async def test_a_weekday_typed_is_near_the_date_it_stands_in_for(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, when="in 16 days 20:00")
    after = read_stored(night.row.local) + timedelta(days=1)
    modal = await opened(ui, routes.CHANGE(night.id))
    typed = {"title": "", "when": f"{after:%a} 19:30", "limit": "", "about": ""}
    asked = await form(ui, ADA, modal.custom_id, typed)
    await press(ui, ADA, asked.buttons["Move it"], own=True, permissions=HOST)
    moved = (await ui.services.nights.get(night.id)).row.local
    assert moved == f"{after:%Y-%m-%d}T19:30", f"two weeks too soon: {moved}"


@pytest.mark.parametrize(
    ("title", "said"),
    [("Friday of tricks", "Friday"), ("金曜の会", "金曜"), ("Fridaywear", ""), ("Tricks", "")],
)
async def test_a_host_reads_that_the_title_names_the_old_weekday(
    ui: UI, server: FakeDiscord, title: str, said: str
) -> None:
    """Before the night moves, and after it."""
    night = await announced(ui, when="fri 20:00", title=title)
    modal = await opened(ui, routes.CHANGE(night.id))
    asked = await form(ui, ADA, modal.custom_id, {**filled(modal), "when": "sat 20:00"})
    done = await press(ui, ADA, asked.buttons["Move it"], own=True, permissions=HOST)
    for page in (asked, done):
        assert (f"The title still says “{said}”." in page.text) is bool(said), page.text


async def test_who_couldnt_come_is_open_again_once_a_night_moves(
    ui: UI, server: FakeDiscord
) -> None:
    """Unasked: the thread says it to them without a ping, and their host before and after it."""
    night = await announced(ui, when="fri 21:00")
    for person in (BOB, CLEO):
        await press(ui, person, routes.PRESS_OUT(night.id))
    asked = await press(ui, ADA, routes.OTHER_DATE(night.id, night.guests.starts_at + DAY, ""))
    told = "2 people who couldn't come may answer again, and aren't pinged."
    assert told in asked.text and "Nobody is pinged." in asked.text, asked.text
    done = await press(ui, ADA, asked.buttons["Move it"], own=True, permissions=HOST)
    assert told in done.text, done.text
    await press(ui, BOB, routes.PRESS_OUT(night.id))
    after = await shown(ui, night.id)
    (said,) = thread_of(server, after).up.values()
    again = "Can you come? If the old time didn't suit you, please answer again."
    assert again in said.content, said.content
    assert "<@" not in said.content, "who couldn't come is pinged"
    desk = await press(ui, ADA, desk_routes.DESK(night.id))
    assert "Can't come: 1" in desk.text and "No answer yet" not in desk.text, desk.text
    assert "\nCouldn't come on the old date: Cleo\n" in desk.text, desk.text
    guests = await press(ui, ADA, desk_routes.GUESTS(night.id))
    assert "**Couldn't come on the old date** (1)" in guests.text, guests.text
    await press(ui, CLEO, routes.PRESS_OUT(night.id))
    await shown(ui, night.id)
    (said,) = thread_of(server, after).up.values()
    assert "answer again" not in said.content, "nobody is left to whom it is said"


@pytest.mark.walked
async def test_guests_are_told_of_no_date_before_the_host_has_said_which(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, when="fri 21:00")
    await come(ui, night, BOB)
    before = night.row.local
    modal = await opened(ui, routes.CHANGE(night.id))
    typed = {"title": "", "when": "sat 8", "limit": "4", "about": ""}
    asked = await form(ui, ADA, modal.custom_id, typed)
    assert "Move Donburiko! night?" in asked.text and "The date isn't changed yet." in asked.text, (
        asked.text
    )
    assert "1 guest is pinged, and asked whether it suits them." in asked.text, asked.text
    now = await ui.services.nights.get(night.id)
    assert now.row.local == before, "guests are asked again for a date that isn't meant"
    assert now.row.cap == 4, "what was clear is lost"
    (morning,) = others(asked)
    asked = await press(ui, ADA, asked.buttons[morning], own=True, permissions=HOST)
    assert (await ui.services.nights.get(night.id)).row.local == before, "it moves at once"
    assert [label[-5:] for label in others(asked)] == ["20:00"], asked.buttons
    said = await press(ui, ADA, asked.buttons["Move it"], own=True, permissions=HOST)
    assert "Changed. 1 guest is asked" in said.text and not others(said), said.text
    assert await hour(ui, night.id) == "08:00"


@pytest.mark.walked
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"when": "fri 20-23"}, "the end that you typed isn't kept"),
        ({"when": "every day 20:00"}, "Set **Repeat** to repeat it."),
        ({"when": "every friday 20:00"}, "every week"),
        ({"when": "fridays 8pm every other week"}, "every 2 weeks"),
        ({"when": "every friday 20:00", "repeat": "every 2 weeks"}, "every 2 weeks"),
        ({"when": "fri 20:00", "zone": "UTC+9"}, "UTC+9, never changes its clocks, "),
        ({"when": "fri 20:00", "zone": "東京"}, "Asia/Tokyo, UTC+9, "),
        ({"when": "fri 20:00 JST"}, "20:00 in another time zone: Asia/Tokyo, UTC+9, "),
        ({"when": "fri 20:00 JST"}, "names another time zone than"),
    ],
)
async def test_the_preview_says_how_the_date_was_read(
    ui: UI, given: dict[str, Any], said: str
) -> None:
    night_id, preview = await draft(ui, **given)
    assert said.lower() in preview.text.lower(), preview.text
    assert "Etc/" not in preview.text, "nine hours ahead are shown as behind"
    night = await ui.services.nights.get(night_id)
    if "JST" in given["when"]:
        assert len(others(preview)) == 1, "the other zone isn't offered"
        assert read_stored(night.row.local).hour in (12, 13), (
            "that moment, as Berlin's clock has it"
        )


async def test_a_night_that_repeats_by_now_is_not_called_one_date(ui: UI) -> None:
    night_id, preview = await draft(ui, when="every day 20:00")
    said = "This is one date. Set **Repeat** to repeat it."
    assert said in preview.text, preview.text
    preview = await press(ui, ADA, desk_routes.SET_REPEAT(night_id, "", 1), permissions=HOST)
    assert "every week" in preview.text.lower() and "one date" not in preview.text, preview.text


async def test_a_date_picked_for_what_repeats_repeats(ui: UI) -> None:
    asked = SimpleNamespace(
        user=SimpleNamespace(id=1), guild_id=GUILD, locale="en-GB", guild_locale="en-GB", extras={},
        namespace=SimpleNamespace(zone="Europe/Berlin"), id=1,
    )  # fmt: skip
    for typed, says in (("fridays 20:00", "every week"), ("隔週金曜 20:00", "every 2 weeks")):
        (picked, *_others) = await offered(ui, "night new", "when", asked, typed)
        assert picked.name.endswith(says), f"{typed}: nothing says that it repeats: {picked.name}"
        _night_id, preview = await draft(ui, when=picked.value)
        assert capital(says) in preview.text, f"{picked.value}: {preview.text}"


async def test_why_nothing_is_offered_is_said_while_typing(ui: UI) -> None:
    asked = SimpleNamespace(
        user=SimpleNamespace(id=1), guild_id=GUILD, locale="en-GB", guild_locale="en-GB", extras={},
        namespace=SimpleNamespace(zone="Europe/Berlin"), id=1,
    )  # fmt: skip
    for typed, said in (("whenever", "can't read “whenever”"), ("31.2.", "no such day")):
        (only,) = await offered(ui, "night new", "when", asked, typed)
        assert said in only.name and only.value == typed, only


async def test_a_day_that_is_over_is_taken_from_no_old_button(ui: UI) -> None:
    night_id, _ = await draft(ui, when="fri 8")
    before = await hour(ui, night_id)
    late = routes.OTHER_DATE(night_id, ui.tables.now() - 60)
    said = await press(ui, ADA, late, own=True, permissions=HOST)
    assert "over" in said.text and await hour(ui, night_id) == before, said.text
    beyond = await press(ui, ADA, routes.OTHER_DATE(night_id, 10**17), own=True, permissions=HOST)
    assert beyond.text and await hour(ui, night_id) == before, "nobody answers"


async def test_a_page_with_a_zone_does_not_look_for_all_zones_again(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That reads hundreds of files, while everybody else waits for an answer."""
    known_zones()

    def walk(_folder: str) -> Iterator[Any]:
        raise AssertionError("the zones of the machine are looked for once more")

    monkeypatch.setattr(os, "walk", walk)
    await ui.tables.servers.change(GUILD, zone="Europe/Berlin")
    assert await ui.services.zone_name(GUILD, ADA.id) == "Europe/Berlin"
    assert zone_line("Europe/Berlin", 0, Wording("en-GB")) != "Europe/Berlin"
