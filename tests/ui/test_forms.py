"""A wrong field in a form loses nothing: *Try again* opens it as it was filled in."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.components import _component_factory

from bot.nights.announcing import edit
from bot.nights.night import Press
from bot.tables.clock import MINUTE
from bot.ui.actions.own_zone import keep_clock
from bot.ui.pages import routes
from bot.ui.pages.form import LABEL
from bot.ui.pages.nights import ask_routes, desk_routes
from bot.ui.pages.page import Button, Choice, Page, Row, Select
from bot.ui.pages.wording import Wording
from bot.ui.posting.forms import KEPT_FOR
from cogs.korpokkur.rules import GAME as KORPOKKUR
from storage.errors import WriteRefused
from tests.contract import seen
from tests.ui.clicks import Answer, command, interaction, press
from tests.ui.conftest import ADA, CHANNEL, GUILD, UI
from tests.ui.fake_discord import FakeDiscord
from tests.ui.test_nights import HOST, announced, draft, form, opened

PAGES = Path(__file__).parents[2] / "bot" / "ui"


def labels() -> Iterator[str]:
    """Yield what the lines of all forms are called in the source."""
    for file in PAGES.rglob("*.py"):
        if "Form(" not in (source := file.read_text(encoding="utf-8")):
            continue
        for call in ast.walk(ast.parse(source)):
            match call:
                case ast.Call(
                    func=ast.Name(
                        "TextLine" | "Dropdown" | "RolePick" | "ChannelPick" | "PeoplePick"
                    ),
                    args=[_, ast.Call(args=[ast.Constant(str(label)), *_]), *_],
                ):
                    yield label
                case _:
                    pass


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_line_of_a_form_is_called_in_full(language: str) -> None:
    found = [Wording(language).gettext(each) for each in labels()]
    assert len(found) > 10, found
    assert not [each for each in found if len(each) > LABEL], "Discord would show it cut off"


def filled(modal: Any) -> dict[str, str]:
    """Return what the lines of a form hold."""
    parts = [each.component for each in modal.children]
    return {part.custom_id: getattr(part, "default", None) or picked(part) for part in parts}


def picked(part: Any) -> str:
    """Return what is picked already in a list of a form."""
    return ",".join(each.value for each in getattr(part, "options", ()) if each.default)


async def test_a_wrong_field_of_a_form_loses_nothing(ui: UI, server: FakeDiscord) -> None:
    """What another host has changed meanwhile stays, where nothing else was typed."""
    night = await announced(ui)
    modal = await opened(ui, routes.CHANGE(night.id))
    names = [each.text for each in modal.children]
    assert f"Day and time ({night.row.zone})" in names, "whose hour stands there isn't said"
    typed = {**filled(modal), "title": "Sunday", "limit": "99"}
    refused = await form(ui, ADA, modal.custom_id, typed)
    assert "The limit of guests must be 2 to 60" in refused.text, refused.text
    other = Press(ADA, ui.interaction(), leads=True)
    await ui.services.nights.change(night.id, other, edit(about="Tea"))
    again = await opened(ui, refused.buttons["Try again"])
    assert filled(again) == {**typed, "about": "Tea"}, "what was typed is lost"
    done = await form(ui, ADA, again.custom_id, {**filled(again), "limit": "\uff14"})
    row = (await ui.services.nights.get(night.id)).row
    assert "Changed." in done.text and (row.title, row.cap, row.about) == ("Sunday", 4, "Tea")


def private(answer: Answer, *said: str) -> Any:
    """Return the message with an answer that one person alone sees, as far as its buttons go; it
    says these texts, below each other.
    """
    rows: list[Row] = [(Button(way, name),) for name, way in answer.buttons.items()]
    for way, values in answer.lists:
        rows.append(Select(way, "", tuple(Choice(each, each) for each in values)))
    shown = Page("", rows=tuple(rows[:5]))
    raw: list[Any] = shown.view().to_components()
    return SimpleNamespace(
        flags=SimpleNamespace(ephemeral=True),
        interaction_metadata=None,
        embeds=[Page("", line).embed() for line in said],
        content="",
        components=[_component_factory(part) for part in raw],
    )


async def test_a_refused_form_leaves_its_page_and_no_second_one(
    ui: UI, server: FakeDiscord
) -> None:
    """Its button asks again, so there are never two previews, of which one is stale."""
    _night, preview = await draft(ui)
    modal = await opened(ui, preview.buttons["Text, date …"])
    typed = {**filled(modal), "limit": "99"}
    refused = await form(ui, ADA, modal.custom_id, typed, message=private(preview, "Plan"))
    lines = [each for each in refused.text.splitlines() if each]
    why = "The limit of guests must be 2 to 60. Nothing was changed."
    assert refused.edited and lines == ["Plan", why], f"why isn't next to the buttons: {lines}"
    there = [*preview.buttons][:5]
    there[there.index("Text, date …")] = "Try again"
    assert [*refused.buttons] == there
    assert filled(await opened(ui, refused.buttons["Try again"])) == typed
    still = await form(ui, ADA, modal.custom_id, typed, message=private(refused, *lines))
    assert still.text.count(why) == 1, f"the old reason stays: {still.text}"
    _night, asked = await draft(ui, when="fry 8")
    modal = await opened(ui, asked.buttons["Try again"])
    typed = {**filled(modal), "when": "frz 8", "mention": ""}
    still = await form(ui, ADA, modal.custom_id, typed, message=private(asked, asked.text))
    assert still.edited and "frz" in still.text and still.page, "two reasons stand there"


async def test_the_preview_says_how_its_evening_goes_and_a_pick_changes_each_thing(
    ui: UI, server: FakeDiscord
) -> None:
    night_id, preview = await draft(ui)
    for said in ("3 rounds", "2 minutes a move"):
        assert preview.text.count(said) == 1, f"{said!r} in {preview.text}"
    modal = await opened(ui, preview.buttons["Text, date …"])
    assert modal.title == "Text, date", "it is planned already"

    for changes in ({"rounds": "5", "move_time": "4"}, {"teach": "off", "pause": "0"}, {}):
        modal = await opened(ui, preview.buttons["Games, rounds …"])
        preview = await form(ui, ADA, modal.custom_id, {**filled(modal), **changes})
    (_who, leads), (_often, weeks) = preview.lists
    assert leads == ["host", "helper", "auto"] and weeks == ["0", "1", "2"], preview.lists
    for picked in (
        desk_routes.SET_REPEAT(night_id, "", 1),
        desk_routes.SET_PILOT(night_id, "", "auto"),
    ):
        preview = await press(ui, ADA, picked, own=True, permissions=HOST)
    night = await ui.services.nights.get(night_id)
    assert (night.row.move_time, night.row.pause) == (4 * MINUTE, 0)
    assert night.goes_on is not None
    assert (night.row.rounds, night.goes_on.weeks, night.row.pilot) == (5, 1, "auto")
    for said in (
        "5 rounds",
        "Every week",
        "Newcomers play like",
    ):
        assert preview.text.count(said) == 1, f"{said!r} in {preview.text}"
    published = await press(ui, ADA, preview.buttons["Publish"], own=True, permissions=HOST)
    assert "Posting it in" in published.text


async def test_all_that_is_wrong_with_a_form_is_said_at_once(ui: UI, server: FakeDiscord) -> None:
    """Not the second thing once the first is mended; that nothing was changed is said once."""
    night = await announced(ui)
    modal = await opened(ui, routes.CHANGE(night.id))
    typed = {**filled(modal), "limit": "1", "when": "fry 8"}
    refused = await form(ui, ADA, modal.custom_id, typed)
    lines = refused.text.splitlines()
    assert [each.split()[0] for each in lines] == ["The", "I"], refused.text
    assert refused.text.count("Nothing was changed") == 1, refused.text
    _night, refused = await draft(ui, when="fry 20:00", zone="Atlantis", season="Winter")
    said = [each for each in ("Atlantis", "fry", "no such season") if each in refused.text]
    assert len(said) == 3, f"only {said} is said: {refused.text}"


async def test_a_form_that_came_too_late_loses_nothing(ui: UI, server: FakeDiscord) -> None:
    night = await announced(ui)
    modal = await opened(ui, routes.CHANGE(night.id))
    other = Press(ADA, ui.interaction(), leads=True)
    await ui.services.nights.change(night.id, other, edit(cap=5))
    typed = {**filled(modal), "title": "Sunday"}
    refused = await form(ui, ADA, modal.custom_id, typed)
    assert "Something changed meanwhile" in refused.text
    again = await opened(ui, refused.buttons["Try again"])
    assert filled(again)["title"] == "Sunday" and filled(again)["limit"] == "5"


async def test_what_was_typed_is_kept_for_a_quarter_of_an_hour(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = await announced(ui)
    modal = await opened(ui, desk_routes.LIMIT(night.id))
    refused = await form(ui, ADA, modal.custom_id, {"limit": "99"})
    assert filled(await opened(ui, refused.buttons["Try again"])) == {"limit": "99"}
    assert filled(await opened(ui, desk_routes.LIMIT(night.id))) == {"limit": ""}, (
        "nobody asked for it"
    )
    now = ui.tables.now()
    kept = ui.clicks._actions.forms._typed
    monkeypatch.setattr(kept, "_now", lambda: now + KEPT_FOR + 1)
    assert filled(await opened(ui, refused.buttons["Try again"])) == {"limit": ""}


async def test_why_a_night_is_cancelled_is_kept_until_it_is(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = await announced(ui)
    modal = await opened(ui, routes.CANCEL_WHY(night.id))
    with monkeypatch.context() as broken:
        broken.setattr(ui.services.nights.store, "save", refused_by_disk)
        refused = await form(ui, ADA, modal.custom_id, {"why": "I'm ill"})
    again = await opened(ui, refused.buttons["Try again"])
    assert filled(again) == {"why": "I'm ill"}, "the reason is lost"


async def refused_by_disk(*_row: object) -> None:
    """Refuse to save anything."""
    raise WriteRefused


async def test_a_night_that_couldnt_be_made_asks_again_with_all_that_was_typed(ui: UI) -> None:
    _night, refused = await draft(ui, when="fry 20:00", title="Tricks", rounds=4, zone="Tokyo")
    assert "I can't read" in refused.text, refused.text
    again = await opened(ui, refused.buttons["Try again"])
    assert filled(again)["when"] == "fry 20:00" and filled(again)["zone"] == "Tokyo"
    typed = {**filled(again), "season": "Winter", "mention": ""}
    refused = await form(ui, ADA, again.custom_id, {**typed, "when": "in 10 days"})
    assert "no such season" in refused.text, refused.text
    again = await opened(ui, refused.buttons["Try again"])
    assert filled(again)["when"] == "in 10 days"
    preview = await form(ui, ADA, again.custom_id, {**filled(again), "season": "", "mention": ""})
    assert "Preview: Tricks" in preview.text and "4 rounds" in preview.text, preview.text


async def test_a_form_that_makes_a_night_takes_no_choice_that_isnt_there(ui: UI) -> None:
    modal = await opened(ui, routes.NEW_NIGHT())
    picked = filled(modal)
    typed = {**picked, "when": "in 3 hours", "game": "donburiko", "zone": "UTC"}
    for wrong in ({"rounds": "99"}, {"rounds": ""}, {"game": "chess"}):
        refused = await form(ui, ADA, modal.custom_id, {**typed, **wrong})
        assert "Preview" not in refused.text, f"{wrong} is taken: {refused.text}"


async def test_a_night_whose_words_are_gone_says_so(ui: UI) -> None:
    gone = await press(ui, ADA, routes.NEW_NIGHT(mark="again"), permissions=HOST)
    assert "isn't kept any more" in gone.text, gone.text


async def test_setup_leads_to_a_first_published_night_in_four_presses(
    ui: UI, server: FakeDiscord
) -> None:
    """Each command, button and form that is sent counts as one."""
    presses, page = 1, Answer()
    rights = HOST | discord.Permissions(manage_guild=True)
    asked = interaction(ui, ADA, CHANNEL, page, permissions=rights)
    await command(ui, "setup", asked)

    async def pressed(label: str, on: Answer) -> Answer:
        nonlocal presses
        presses += 1
        return await press(ui, ADA, on.buttons[label], own=True, permissions=rights)

    async def filled_in(label: str, on: Answer, **typed: str) -> Answer:
        nonlocal presses
        presses += 2
        modal = await opened(ui, on.buttons[label], rights)
        sent = {**filled(modal), **typed}
        return await form(ui, ADA, modal.custom_id, sent, rights)

    assert not filled(await opened(ui, page.buttons["Plan a night …"], rights))["game"], (
        "a game is picked that nobody chose"
    )
    how = {"title": "Acorns", "about": "Bring snacks!", "zone": "Berlin"}
    when = "every friday 20:00"
    preview = await filled_in("Plan a night …", page, when=when, game="donburiko", **how)
    assert "Preview: Acorns" in preview.text and how["about"] in preview.text, preview.text
    await pressed("Publish", preview)
    (night,) = await ui.services.nights.reader.of_guild(GUILD, ["open"])
    assert (night.row.game, night.row.zone) == ("donburiko", "Europe/Berlin")
    weeks = None if night.goes_on is None else night.goes_on.weeks
    assert (night.row.title, night.row.about, weeks) == ("Acorns", "Bring snacks!", 1)
    assert presses == 4, f"{presses} presses from /setup to a published night"


@pytest.mark.parametrize(
    ("name", "when", "manages"),
    [("night new", "in 10 days", True), ("night ask", "in 10 days, in 11 days", False)],
)
async def test_whoever_has_never_said_a_time_zone_is_asked_for_it_in_the_form(
    ui: UI, name: str, when: str, manages: bool
) -> None:
    """The refusal says where to type it, and the form doesn't say that it may stay empty.

    It is asked once: then it is the server's by whoever manages that, or else one's own.
    """
    refused = Answer()
    by_ada = interaction(ui, ADA, CHANNEL, refused, permissions=HOST)
    await command(ui, name, by_ada, when=when, game="donburiko")
    assert "I don't know your time zone yet. Press **Try again**" in refused.text, refused.text
    modal = await opened(ui, refused.buttons["Try again"])
    (line,) = [each for each in modal.children if each.component.custom_id == "zone"]
    assert line.component.required and "empty" not in line.text, f"{line.text}: it can't be"
    sent = {**filled(modal), "zone": "Berlin", "mention": ""}
    rights = discord.Permissions(manage_guild=manages) | HOST
    preview = await form(ui, ADA, modal.custom_id, sent, rights)
    assert "Europe/Berlin" in preview.text, preview.text
    said = "this server's time zone. `/setup`" if manages else "your time zone. `/me clock`"
    assert said in preview.text, preview.text
    opens = {"Games, rounds …", "Title, text …"} & {*preview.buttons}
    modal = await opened(ui, preview.buttons[opens.pop()], rights)
    again = await form(ui, ADA, modal.custom_id, filled(modal), rights)
    assert said in again.text and "Europe/Berlin" in again.text, again.text
    assert await ui.services.zone_name(GUILD, ADA.id) == "Europe/Berlin", "it is asked again"
    assert await ui.services.zone_name(GUILD, 0) == ("Europe/Berlin" if manages else None)


@pytest.mark.parametrize("path", [routes.NEW_NIGHT(), ask_routes.NEW()])
async def test_the_first_form_asks_whoever_manages_a_server_for_its_zone(ui: UI, path: str) -> None:
    """Also if they have one of their own, which stands there: else the server would have none."""
    await keep_clock(ui.services, replace(await ui.tables.people.row(ADA.id), zone="Asia/Tokyo"))
    for manages, there in ((True, "Asia/Tokyo"), (False, "")):
        modal = await opened(ui, path, HOST | discord.Permissions(manage_guild=manages))
        assert filled(modal).get("zone", "") == there, f"{manages=}"
    plan, rights = {"when": "in 10 days", "game": "donburiko"}, discord.Permissions.all()
    await command(
        ui, "night new", interaction(ui, ADA, CHANNEL, Answer(), permissions=rights), **plan
    )
    assert await ui.services.zone_name(GUILD, 0) == "Asia/Tokyo"


async def test_several_games_are_picked_from_a_list_and_stay_picked(ui: UI) -> None:
    """With what a command named wrongly left to pick."""
    ui.services.add_game(seen.playable_of(KORPOKKUR))
    _night, refused = await draft(ui, when="fry 20:00", game="Donburiko!", game2="chess")
    modal = await opened(ui, refused.buttons["Try again"])
    assert filled(modal)["game"] == "donburiko"
    (games,) = [each.component for each in modal.children if each.component.custom_id == "game"]
    assert games.max_values == len(games.options) == len(ui.services.games)
    typed = {**filled(modal), "game": ["donburiko", "korpokkur"], "mention": ""}
    refused = await form(ui, ADA, modal.custom_id, typed)
    modal = await opened(ui, refused.buttons["Try again"])
    assert {*filled(modal)["game"].split(",")} == {"donburiko", "korpokkur"}
    preview = await form(ui, ADA, modal.custom_id, {**typed, "when": "in 10 days"})
    assert "Preview: Donburiko! & 7 Little Korpokkurs night" in preview.text, preview.text
