"""A game that begins at a set time: how it is set, who reads it where, and whom a miss calls."""

from __future__ import annotations

import random
from datetime import datetime
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import discord
import pytest

from bot.tables.clock import DAY, HOUR
from bot.tables.quiet_hours import OwnClock
from bot.tables.set_times import not_begun
from bot.tables.table import Table
from bot.ui.pages.tables.lobby_card import lobby_card_page
from tests.ui.clicks import Answer, command, fill_in, interaction, offered, press
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, UI
from tests.ui.fake_discord import FakeDiscord, Message, failure
from tests.ui.test_table_messages import started_anew
from tests.ui.test_table_verbs import call, page


def card(ui: UI, table: Table) -> str:
    """Return what the card of a table says."""
    playable, wording = ui.services.games[table.game_key], ui.services.wording(table)
    return lobby_card_page(playable, table.face(), wording).text


async def in_a_zone(ui: UI) -> None:
    """Say which time zone Ada's times are meant in."""
    await ui.services.clocks.set_person(OwnClock(ADA.id, "Asia/Tokyo"))


async def filled_in(ui: UI, table: Table, text: str) -> tuple[Any, Answer]:
    """Open the form for the time and send it filled in; return the form and the answer."""
    form = (await press(ui, ADA, f"t:at:{table.id}")).form
    assert form is not None, "no form is shown"
    return form, await fill_in(ui, ADA, form.custom_id, {"at": text})


async def test_a_time_is_typed_and_everybody_reads_it(ui: UI) -> None:
    table = await ui.open(ADA)
    assert "I don't know your time zone" in (await call(ui, ADA, "start", table, at="7:00")).text
    await in_a_zone(ui)
    typed = await call(ui, ADA, "start", table, at="in 3 days")
    at = table.starts_at
    assert at is not None, typed.text
    assert 2 * DAY <= at - ui.tables.now() <= 4 * DAY
    said = f"The game begins <t:{at}:F>."
    assert said in typed.text and not typed.public, typed.text
    assert said in card(ui, table), card(ui, table)
    joined = await press(ui, BOB, f"t:join:{table.id}")
    assert said in joined.text and "You're in!" in joined.text, "who joins isn't told when"
    assert said in (await page(ui, table, BOB)).text
    assert said in (await press(ui, ADA, f"t:settings:{table.id}", own=True)).text
    await press(ui, ADA, f"t:entry:{table.id}:full")
    assert "or once all seats are taken" in card(ui, table)


@pytest.mark.walked
async def test_a_time_is_set_changed_and_taken_off_by_a_form(ui: UI) -> None:
    table = await ui.open(ADA, BOB)
    await in_a_zone(ui)
    form, answer = await filled_in(ui, table, "tomorrow 20:00")
    assert form.children[0].component.default is None
    at = table.starts_at
    assert at is not None and f"<t:{at}:F>" in answer.text, answer.text
    assert (at + 9 * HOUR) % DAY == 20 * HOUR, "the time isn't meant where the host lives"
    form, answer = await filled_in(ui, table, "")
    assert form.children[0].component.default.endswith(" 20:00"), "it doesn't say what is set"
    assert (table.starts_at, "No time is set any more." in answer.text) == (None, True)


@pytest.mark.parametrize(
    ("now", "at", "hours"),
    [((2026, 3, 28, 12), "2026-03-29 12:00", 23), ((2026, 10, 24, 12), "2026-10-25 12:00", 25)],
)
async def test_a_time_is_meant_by_the_clock_on_the_wall_after_the_clocks_change(
    ui: UI, now: tuple[int, int, int, int], at: str, hours: int
) -> None:
    zone = "Europe/Berlin"
    table = await ui.open(ADA, BOB)
    await ui.services.clocks.set_person(OwnClock(ADA.id, zone))
    noon = int(datetime(*now, tzinfo=ZoneInfo(zone)).timestamp())
    ui.tables._now = lambda: noon
    typed = await call(ui, ADA, "start", table, at=at)
    assert table.starts_at == noon + hours * HOUR, typed.text


async def test_a_time_that_cannot_be_says_why_and_changes_nothing(ui: UI) -> None:
    table = await ui.open(ADA, BOB)
    await in_a_zone(ui)
    for text, why in (
        ("2020-01-01 20:00", "is over already"),
        ("in 20 days", "14 days from now at most"),
        ("moonrise", "I can't read “moonrise”"),
    ):
        refused = await call(ui, ADA, "start", table, at=text)
        assert why in refused.text, f"{text}: {refused.text}"
    assert "Only Ada, the host" in (await call(ui, BOB, "start", table, at="in 3 days")).text
    assert (table.phase, table.starts_at) == ("lobby", None)
    answer = Answer()
    made = interaction(ui, ADA, CHANNEL, answer)
    await command(ui, "table start", made, table=table.id)
    assert table.phase == "playing", "without a time it starts now"


async def test_times_are_offered_while_somebody_types(ui: UI) -> None:
    made = interaction(ui, ADA, CHANNEL, Answer(), namespace=SimpleNamespace())
    (none,) = await offered(ui, "table start", "at", made, "fri")
    assert "time zone" in none.name
    await in_a_zone(ui)
    found = await offered(ui, "table start", "at", made, "20:00")
    assert found and all("20:00" in each.value for each in found), found
    now = 1_800_014_400 // DAY * DAY + 3 * HOUR
    ui.tables._now = lambda: now
    for typed, said in (
        ("today 23:00", "today"),
        ("tomorrow 20:00", "tomorrow"),
        ("in 2 days at 20:00", "in 2 days"),
    ):
        names = [each.name for each in await offered(ui, "table start", "at", made, typed)]
        assert names and all(f" · {said} · " in each for each in names), f"{typed}: {names}"
    assert await offered(ui, "table start", "at", made, "in 20 days") == [], "too far ahead"


@pytest.mark.walked
async def test_verify_says_that_nobody_pressed_start(ui: UI) -> None:
    """But not of a game that somebody has started earlier."""
    for by_itself in (True, False):
        table, rng = await ui.open(ADA, BOB), random.Random(1)
        at, set_by = ui.tables.now() + HOUR, ui.interaction()
        await ui.services.lobby_verbs.set_start(table.id, ADA.id, at, set_by)
        pressed = set_by if by_itself else ui.interaction()
        await ui.services.lobby_verbs.start(table.id, ADA, pressed)
        while table.phase == "playing":
            await ui.move(table, rng)
        said = (await press(ui, BOB, f"h:verify:{table.id}")).text
        assert "**Verified" in said, said
        assert ("Nobody pressed **Start**" in said) is by_itself, said


def calls(server: FakeDiscord, table: Table) -> list[Message]:
    """Return the calls of a host that lie in the channel."""
    wanted = f"t:start:{table.id}:missed"
    return [each for each in server.places[CHANNEL].up.values() if wanted in each.controls]


async def test_a_host_is_called_once_to_a_game_that_did_not_begin(
    ui: UI, server: FakeDiscord
) -> None:
    """Also if the bot dies once the call was sent; and it goes once it isn't true any more."""
    table = await ui.open(ADA)
    await ui.messages._update(table.id)
    async with ui.tables.held(table.id):
        await ui.tables.change(table, **not_begun("few"))
    place = server.places[CHANNEL]
    place.lost["send"] = [failure(500)]
    for messages in (ui.messages, started_anew(ui), started_anew(ui)):
        try:
            await messages._update(table.id)
        except discord.HTTPException:
            assert messages is ui.messages, "it fails again and again"
    (call_,) = calls(server, table)
    assert call_.mentions == {ADA.id} and call_.content.startswith(f"<@{ADA.id}>"), call_.content
    assert "It was time for Donburiko!" in call_.content, call_.content
    assert table.call_id == call_.id, "where the call lies isn't saved"
    assert "for 2 to 4 players" in (await press(ui, ADA, f"t:start:{table.id}:missed")).text
    await press(ui, CLEO, f"t:join:{table.id}")
    await ui.messages._update(table.id)
    assert calls(server, table) == [call_], "called twice, or not any more"
    await press(ui, ADA, f"t:start:{table.id}:missed")
    assert table.phase == "playing"
    await ui.messages._update(table.id)
    assert calls(server, table) == [], "the call stays though the game has begun"
