"""What people want of the nights to come, as they press it, and what the threads say of it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from functools import partial
from unittest.mock import AsyncMock, patch

import pytest

from bot.nights.announcing import cancel, edit
from bot.nights.dates import local_time, moment, read_stored, zone_of
from bot.nights.guest_list import Mark, changed
from bot.nights.leading import Host
from bot.nights.next_night import SeriesRunner
from bot.nights.night import Change, Night, Now, Post, Press, Rule
from bot.nights.night_points import Earned, NightPoints
from bot.nights.night_timer import NightTimer
from bot.nights.said_lately import LATELY
from bot.nights.series_rules import (
    date_sign,
    described,
    end_series,
    next_dates,
    skip,
    would_be,
)
from bot.nights.standings import Standing, Standings
from bot.nights.taking_back import take_back
from bot.tables.clock import DAY, HOUR
from bot.tables.quiet_hours import OwnClock
from bot.tables.seat import Person
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.fan_page import wish_lines
from bot.ui.pages.nights.morning_page import morning_message
from bot.ui.pages.nights.night_answers import answer_page
from bot.ui.pages.nights.night_card import everybody_page, night_card_page
from bot.ui.pages.nights.night_move import move_night_page
from bot.ui.pages.nights.night_ranking import RecapFacts
from bot.ui.pages.nights.night_words import card_link, linked_card
from bot.ui.pages.nights.standings_page import Named
from bot.ui.pages.typed_date_words import DateHelp
from bot.ui.pages.wording import Wording
from bot.ui.posting.refusals import TOO_OLD_TO_EDIT
from storage.fan_store import FanRow, SilentCount, count_silent
from storage.result_rows import FULL_POINTS, Points
from storage.rows import BlockRow
from tests.nights.setup import Known
from tests.only import only
from tests.ui.clicks import Answer, command, interaction, press
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, GUILD, UI, at_midday
from tests.ui.fake_discord import FakeDiscord, failure
from tests.ui.test_nights import HOST, announced, card_in, draft, shown, thread_of

VOICE = Wording("en-GB")


async def said(ui: UI, person: Person, page: Answer, label: str) -> Answer:
    """Press a button of a page that only one person sees."""
    custom_id = only([page.buttons[each] for each in page.buttons if each == label], label)
    return await press(ui, person, custom_id, own=True)


async def typed(ui: UI, person: Person, name: str) -> Answer:
    """Type a command."""
    answer = Answer()
    await command(ui, name, interaction(ui, person, CHANNEL, answer))
    return answer


async def ring(ui: UI, night: Night, at: int) -> Night:
    """Do what is due on a night at a time; return it."""
    ui.tables._now = lambda: at
    nights, hosts = ui.services.nights, Known(host=Host(hosts=True, calls=True))
    runner = SeriesRunner(nights, hosts)
    await NightTimer(nights, ui.services.round_runner, runner).ring(night.id)
    return await shown(ui, night.id)


def pass_time(ui: UI) -> None:
    """Let so much time pass that people are called at once again."""
    at = ui.tables.now() + LATELY
    ui.tables._now = lambda: at


async def following(ui: UI, night: Night) -> Night:
    """Cancel a night, and let the next one of its series be announced."""
    nights = ui.services.nights
    led = Press(ADA, ui.interaction(), leads=True)
    night = await nights.change(night.id, led, cancel())
    assert night.row.due is not None, "the series doesn't go on"
    night = await ring(ui, night, night.row.due)
    assert night.series is not None and night.series.night_id != night.id, "it doesn't go on"
    return await shown(ui, night.series.night_id)


async def test_what_one_wants_is_said_and_taken_back_the_same_way(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, repeat="weekly", title="Tricks")
    for verb in ("learn", "teach", "in"):
        page = await press(ui, BOB, f"n:{verb}:{night.id}")
        assert {"Ping me for this series", "I'm in every time"} <= page.buttons.keys(), verb
        assert "puts you on the list" in page.text, f"what does it mean? {page.text}"
    off = await press(ui, CLEO, f"n:out:{night.id}")
    assert [*off.buttons] == ["I'm in", "Ping me for this series", "Show the night"], (
        "another date may suit them, not each"
    )
    page = await said(ui, BOB, page, "Ping me for this series")
    assert "I ping you" in page.text and not page.public, page.text
    page = await said(ui, BOB, page, "I'm in every time")
    assert "From now on you're in every time." in page.text, f"what was done? {page.text}"
    assert "puts you on the list" not in page.text, f"it's done: {page.text}"
    again = await press(ui, BOB, f"n:every:{night.id}")
    assert "You're already in every time." in again.text, f"as if it were new: {again.text}"
    # What everybody sees makes nobody a lesser fan by mistake.
    page = await press(ui, BOB, f"n:tell:{night.id}")
    assert "You're in every time" in page.text, "a press on the recap ended that"
    assert "You're in every time" in (await typed(ui, BOB, "nights list")).text
    assert "You're in every time" in (await press(ui, BOB, f"n:show:{night.id}")).text
    assert "You're in every time" not in (await press(ui, CLEO, f"n:show:{night.id}")).text
    page = await typed(ui, BOB, "nights attend")
    line = f"**Tricks** · <t:{night.guests.starts_at}:F> · You're in every time"
    assert line in page.text, f"when? {page.text}"
    page = await said(ui, BOB, page, "Not every time: Tricks")
    assert "You're no longer in every time: **Tricks**." in page.text, page.text
    page = await said(ui, BOB, page, "I'm in every time")
    assert "From now on you're in every time." in page.text, f"it can't be taken back: {page.text}"
    (wish,) = await ui.services.nights.store.fans.wishes_of(GUILD, BOB.id)
    lines, _rows = wish_lines([replace(wish, silent=1)], {}, VOICE)
    assert "Once more, and this ends" in lines[1], f"they aren't warned: {lines}"
    page = await said(ui, BOB, await typed(ui, BOB, "nights attend"), "Not every time: Tricks")
    attended = await typed(ui, BOB, "nights attend")
    assert "Ping me for every night here" in attended.buttons, "how is one told of them?"
    assert f"**Tricks** · <t:{night.guests.starts_at}:F> · You're in" in attended.text
    assert "every time" not in (await typed(ui, BOB, "nights list")).text
    single = await announced(ui, title="Once")
    page = await press(ui, CLEO, f"n:in:{single.id}")
    assert "I'm in every time" not in page.buttons, "of a night that doesn't repeat"
    page = await said(ui, CLEO, page, "Ping me for every night here")
    assert "All game nights here" in page.text, page.text
    block = BlockRow(guild_id=GUILD, person=CLEO.id, by=ADA.id, at=1)
    await ui.tables.store.servers.block(block)
    blocked = [await press(ui, CLEO, f"n:{verb}:{night.id}") for verb in ("in", "tell", "every")]
    assert len({each.text for each in blocked}) == 1, "who is blocked reads something else"


async def test_who_isnt_pinged_any_more_isnt_named_by_what_is_said_anew(
    ui: UI, server: FakeDiscord
) -> None:
    """Nor called by what waits for the end of their quiet hours."""
    at_midday(ui)
    night = await announced(ui, repeat="weekly", title="Tricks")
    emi = Person(5, "Emi")
    for person in (BOB, CLEO, emi):
        await press(ui, person, f"n:tell:{night.id}")
    now = local_time(ui.tables.now(), zone_of("Europe/Berlin"))
    start = 60 * now.hour
    for person in (CLEO, emi):
        quiet = OwnClock(person.id, "Europe/Berlin", quiet_from=start, quiet_to=start + 120)
        await ui.services.clocks.set_person(quiet)
    by_ada = Press(ADA, None, leads=True)
    (first, *_more) = next_dates(night, ui.tables.now())
    await ui.services.nights.change(night.id, by_ada, skip(date_sign(first.local)))

    async def called() -> list[list[str]]:
        up = thread_of(server, await shown(ui, night.id)).up.values()
        said = [each.content for each in up if "is skipped" in each.content]
        return [re.findall("<@[0-9]+>", each) for each in said]

    assert await called() == [[f"<@{BOB.id}>"]]
    for person in (BOB, CLEO):
        await press(ui, person, f"n:wishes:{night.id}")
    await ui.services.nights.change(night.id, by_ada, described("Cards", ""))
    assert await called() == [[]], "an edit names who isn't pinged any more"
    at = ui.tables.now() + 3 * HOUR
    ui.tables._now = lambda: at
    assert await called() == [[], [f"<@{emi.id}>"]], "whose quiet hours are over"


@pytest.mark.usefixtures("server")
async def test_who_presses_that_they_arent_pinged_isnt_at_once(ui: UI) -> None:
    """On what calls them, of that series or of all nights here, whichever called them."""
    night = await announced(ui, repeat="weekly", title="Tricks")
    stop, fans = f"n:wishes:{night.id}", ui.services.nights.store.fans
    await press(ui, BOB, f"n:tell:{night.id}")
    page = await press(ui, BOB, stop)
    assert "You've stopped your pings for new nights of **Tricks**." in page.text, page.text
    assert await fans.wishes_of(GUILD, BOB.id) == [], "it takes another press"
    page = await said(ui, BOB, page, "Ping me again")
    assert [each.series_id for each in await fans.wishes_of(GUILD, BOB.id)] == [night.row.series_id]
    assert "pinged" not in page.text and "each new night of this series" in page.text, page.text
    await press(ui, CLEO, f"n:tellhere:{GUILD}")
    page = await press(ui, CLEO, stop)
    assert "You've stopped your pings for every new night here." in page.text, page.text
    assert "pinged for new nights" in (await press(ui, CLEO, stop)).text, "what of nobody's wish?"
    await press(ui, ADA, f"n:every:{night.id}")
    page = await press(ui, ADA, stop)
    assert "Not every time: Tricks" in page.buttons, "they may want their place, without pings"
    assert "Nothing has changed: you're in every time." in page.text, page.text


@pytest.mark.usefixtures("server")
async def test_who_stops_their_pings_reads_of_which_night_they_are_still_reminded(ui: UI) -> None:
    night = await announced(ui, repeat="weekly", title="Tricks")
    await press(ui, BOB, f"n:tell:{night.id}")
    page = await press(ui, BOB, f"n:in:{night.id}")
    page = await said(ui, BOB, page, "Don't ping me")
    when = f"<t:{night.guests.starts_at}:F>"
    assert f"Tricks**. I still remind you of the night you've answered: {when}." in page.text
    (none,) = [label for label in page.buttons if label.startswith("No reminders: ")]
    page = await said(ui, BOB, page, none)
    assert "No reminders for this night: I don't call you when doors open, either." in page.text
    guest = (await ui.services.nights.get(night.id)).guests.find(BOB.id)
    assert guest is not None and not guest.remind
    await press(ui, BOB, f"n:tell:{night.id}")
    page = await press(ui, BOB, f"n:wishes:{night.id}")
    assert "stays as it is." in page.text and "remind" not in page.text, page.text


def over_in(server: FakeDiscord, night: Night) -> str:
    """Return what a night's thread says of its end."""
    lying = thread_of(server, night).up.values()
    said = " didn't take place."
    return only([each for each in lying if said in each.content], "the end").content


async def test_who_wants_no_pings_of_nights_is_named_and_not_called(
    ui: UI, server: FakeDiscord
) -> None:
    """What calls them says the same as before, so that nobody else knows."""
    night = await announced(ui, repeat="weekly")
    for person in (BOB, CLEO):
        await press(ui, person, f"n:in:{night.id}")
    page = await press(ui, BOB, f"n:tell:{night.id}")
    page = await press(ui, BOB, page.buttons["Don't ping me"], own=True)
    page = await press(ui, BOB, page.buttons["No pings from nights here"], own=True)
    assert "Game nights here don't ping or remind you" in page.text, page.text
    page = await press(ui, BOB, f"n:in:{night.id}")
    assert "I'll call you" not in page.text and "are off for you" in page.text, page.text
    assert not page.lists, "reminders are offered that don't come"
    page = await press(ui, BOB, routes.REMIND(night.id))
    assert "don't ping or remind you" in page.text and "Turn pings on" in page.buttons, page.text
    await ring(ui, night, night.guests.starts_at - HOUR)
    (reminder,) = [e for e in thread_of(server, night).up.values() if "Reminder" in e.content]
    assert f"<@{BOB.id}>" in reminder.content, "everybody sees who wants no pings"
    assert reminder.mentions == {CLEO.id}, "who wants no pings is pinged"
    page = await typed(ui, BOB, "nights attend")
    assert "Ping me for every night here" not in page.buttons, "it does two things at once"
    page = await press(ui, BOB, page.buttons["Turn pings on"], own=True)
    assert "remind you again" in page.text, page.text
    assert (await press(ui, BOB, f"n:in:{night.id}")).lists, "pings are still off"
    await press(ui, BOB, f"n:pings:{GUILD}:off")
    await press(ui, BOB, f"n:tell:{night.id}")
    assert (await press(ui, BOB, f"n:in:{night.id}")).lists, "who wants to be pinged isn't"


async def test_who_is_in_every_time_stands_on_the_card_after_a_night_that_ran_by_itself(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, repeat="weekly", pilot="auto")
    page = await press(ui, BOB, f"n:in:{night.id}")
    await said(ui, BOB, page, "I'm in every time")
    while night.series is None or night.series.night_id == night.id:
        assert night.row.due is not None, "it doesn't go on"
        night = await ring(ui, night, night.row.due)
        if night.row.stage == "few" and night.goes_on is not None:
            assert "The next night is on" in over_in(server, await shown(ui, night.id))
    assert (night.row.pilot, night.row.stage) == ("auto", "few"), "it ended otherwise"
    after = await shown(ui, night.series.night_id)
    old = card_in(server, night).embed.description or ""
    link = f"<t:{after.guests.starts_at}:f> · [Show the night]({card_link(after)})"
    assert f"Next: {link}" in old, f"its card leads nowhere: {old}"
    assert "The next night is on" not in over_in(server, night), "a date that may be moved stays"
    card = card_in(server, after).embed.description or ""
    assert "**In (1)**\nBob" in card, card


async def test_everybody_who_may_have_kept_the_date_free_is_told_that_it_is_off(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, repeat="weekly", title="Tricks")
    dai, emi, finn, gus, hana = (Person(20 + at, f"Guest {at}") for at in range(5))
    for person, wish in ((BOB, "every"), (CLEO, "tell"), (dai, "tell")):
        await press(ui, person, f"n:{wish}:{night.id}")
    night = await following(ui, night)
    for person, verb in ((emi, "maybe"), (finn, "in"), (gus, "out"), (dai, "out")):
        await press(ui, person, f"n:{verb}:{night.id}")
    await press(ui, hana, f"n:tell:{night.id}")
    later = night.guests.starts_at + 3600
    pass_time(ui)
    asked = await press(ui, ADA, routes.OTHER_DATE(night.id, later, ""), permissions=HOST)
    assert "6 guests are pinged, and asked whether it suits them." in asked.text, asked.text
    moved = await press(ui, ADA, asked.buttons["Move it"], own=True, permissions=HOST)
    assert "6 guests are asked whether this date suits them." in moved.text, moved.text
    lying = thread_of(server, night := await shown(ui, night.id)).up.values()
    said = only([each for each in lying if "has a new time" in each.content], "that it moved")
    assert said.mentions == {BOB.id, CLEO.id, dai.id, emi.id, finn.id, hana.id}, (
        "who follows the series and couldn't come before isn't told"
    )
    pass_time(ui)
    asked = await press(ui, ADA, routes.ASK_CANCEL(night.id), permissions=HOST)
    (only_this,) = [each for said, each in asked.buttons.items() if said.startswith("Only")]
    asked = await press(ui, ADA, only_this, own=True, permissions=HOST)
    assert "5 people are pinged about it, once." in asked.text, asked.text
    await press(ui, ADA, asked.buttons["Yes, cancel it"], own=True, permissions=HOST)
    night = await shown(ui, night.id)
    lying = thread_of(server, night).up.values()
    said = only([each for each in lying if "is cancelled" in each.content], "that it is off")
    assert said.mentions == {BOB.id, CLEO.id, emi.id, finn.id, hana.id}


@pytest.mark.parametrize("soon", [False, True])
async def test_a_night_that_changes_often_calls_nobody_more_than_twice_in_ten_minutes(
    ui: UI, server: FakeDiscord, soon: bool
) -> None:
    """The last call says what holds then; a night that begins soon waits for nothing."""
    night = await announced(ui, repeat="weekly", title="Tricks")
    await press(ui, BOB, f"n:tell:{night.id}")
    night = await following(ui, night)
    led, nights = Press(ADA, None, leads=True), ui.services.nights
    start = night.guests.starts_at - 2 * HOUR if soon else ui.tables.now()
    ui.tables._now = lambda: start
    zone, first = zone_of(night.row.zone), read_stored(night.row.local)
    later, latest = (moment(first + timedelta(minutes=each), zone) for each in (30, 90))
    changes: dict[int, Rule | None] = {1: cancel(asked=[BOB.id]), 3: None}
    changes |= {5: edit(later, asked=[BOB.id]), 6: edit(latest, asked=[BOB.id])}
    for half_minute in range(2, 24):
        ui.tables._now = lambda at=start + half_minute * 30: at
        minute, rest = divmod(half_minute, 2)
        rule = changes.get(minute) if not rest else None
        if rule is not None:
            await nights.change(night.id, led, rule)
        elif minute in changes and not rest:
            await take_back(nights, night.id, led)
        await shown(ui, night.id)
    up = thread_of(server, night).up.values()
    # The older of two moves leads to the card once the night has another time.
    moves = [each for each in up if "time" in each.content and BOB.id in each.mentions]
    assert len(moves) == (2 if soon else 1), f"who is called how often? {moves}"
    assert f"<t:{latest.at}:F>" in moves[-1].content, "what holds isn't said"
    if not soon:
        assert f"not <t:{night.guests.starts_at}:t>" in moves[-1].content, "that isn't known"
        called = [each for each in up if BOB.id in each.mentions]
        assert len(called) == 2, [each.content for each in called]


async def test_who_stops_their_pings_isnt_called_for_a_night_that_they_havent_answered(
    ui: UI, server: FakeDiscord
) -> None:
    """However they came by them, by nothing that is said of it later; nor are they counted."""
    night = await announced(ui, repeat="weekly", title="Tricks")
    dai, emi = Person(20, "Dai"), Person(21, "Emi")
    for person, wish in ((BOB, "every"), (CLEO, "tell"), (dai, "tell"), (emi, "tell")):
        await press(ui, person, f"n:{wish}:{night.id}")
    await press(ui, CLEO, f"n:tellhere:{GUILD}")
    night = await following(ui, night)
    await press(ui, emi, f"n:in:{night.id}")
    for person in (BOB, CLEO, dai, emi):
        await press(ui, person, f"n:unwish:{GUILD}:{night.row.series_id}")
    later = night.guests.starts_at + 3600
    pass_time(ui)
    asked = await press(ui, ADA, routes.OTHER_DATE(night.id, later, ""), permissions=HOST)
    assert "2 guests are pinged" in asked.text, asked.text
    await press(ui, ADA, asked.buttons["Move it"], own=True, permissions=HOST)

    async def called(words: str) -> frozenset[int]:
        lying = thread_of(server, await shown(ui, night.id)).up.values()
        return only([each for each in lying if words in each.content], words).mentions

    assert await called("has a new time") == {CLEO.id, emi.id}, "Cleo wants all nights here"
    await press(ui, CLEO, f"n:unwish:{GUILD}:all")
    pass_time(ui)
    asked = await press(ui, ADA, routes.ASK_CANCEL(night.id), permissions=HOST)
    (only_this,) = [each for said, each in asked.buttons.items() if said.startswith("Only")]
    asked = await press(ui, ADA, only_this, own=True, permissions=HOST)
    assert "1 person is pinged about it, once." in asked.text, asked.text
    await press(ui, ADA, asked.buttons["Yes, cancel it"], own=True, permissions=HOST)
    assert await called("is cancelled") == {emi.id}, "who was called to its other date is again"


async def test_who_follows_a_series_that_ends_with_its_night_is_told_in_the_same_message(
    ui: UI, server: FakeDiscord
) -> None:
    """Whatever they answered to that night; and what they wanted says that it has ended."""
    night = await announced(ui, repeat="weekly", title="Tricks")
    for person in (BOB, CLEO):
        await press(ui, person, f"n:tell:{night.id}")
    await press(ui, CLEO, f"n:out:{night.id}")
    asked = await press(ui, ADA, routes.ASK_CANCEL(night.id), permissions=HOST)
    every = asked.buttons["This and all to come: end the series"]
    asked = await press(ui, ADA, every, own=True, permissions=HOST)
    assert "2 people are pinged about it, once." in asked.text, asked.text
    await press(ui, ADA, asked.buttons["Yes, cancel all"], own=True, permissions=HOST)
    lying = thread_of(server, await shown(ui, night.id)).up.values()
    off = only([each for each in lying if "is cancelled" in each.content], "that it is off")
    assert off.mentions == {BOB.id, CLEO.id} and "The series has ended." in off.content
    with patch.object(ui.requests.actions.night_lists._pages, "lay_open", AsyncMock()) as open_page:
        page = await typed(ui, BOB, "nights attend")
    for text in (page.text, (await open_page.call_args.args[-1]()).text):
        assert "**Tricks** · The series has ended." in text, "as it opens, and as it is drawn anew"
    assert "Tricks" not in repr(page.buttons), "there is nothing to end any more"
    assert "Tricks** ·" not in (await typed(ui, BOB, "nights attend")).text, "told twice"


@pytest.mark.usefixtures("server")
async def test_who_followed_a_series_that_has_ended_is_led_to_its_last_night(ui: UI) -> None:
    """That still asks whether they come."""
    night = await announced(ui, repeat="weekly", title="Tricks")
    await press(ui, BOB, f"n:tell:{night.id}")
    await ui.services.nights.change(night.id, Press(ADA, None, leads=True), end_series())
    night = await shown(ui, night.id)
    date, link = f"<t:{night.guests.starts_at}:F>", linked_card(night, VOICE)
    said = f"The last night of the series is on {date}: {link}"
    attended = await typed(ui, BOB, "nights attend")
    assert f"**Tricks** · {said}" in attended.text, attended.text
    every = await press(ui, BOB, f"n:every:{night.id}")
    assert every.text == said, "whoever presses an old button isn't led there"


async def test_all_who_are_told_that_a_night_and_those_to_come_move_read_of_both(
    ui: UI, server: FakeDiscord
) -> None:
    """Who follows the series and can't come is pinged, and isn't said not to be."""
    at_midday(ui)
    night = await announced(ui, repeat="weekly", title="Tricks")
    await press(ui, BOB, f"n:in:{night.id}")
    await press(ui, CLEO, f"n:tell:{night.id}")
    await press(ui, CLEO, f"n:out:{night.id}")
    night = await shown(ui, night.id)
    (later, *_more) = next_dates(night, ui.tables.now(), 1)
    when = replace(later, at=night.guests.starts_at + 3600, local=read_stored(night.row.local))
    when = replace(when, local=when.local + timedelta(hours=1))
    press_ = Press(ADA, ui.interaction(), leads=True)
    moved = await ui.services.nights.change(night.id, press_, edit(when, to_come=True))
    page = move_night_page(night, moved, "all", DateHelp(), ui.tables.now(), ADA.id, VOICE)
    assert "Whoever follows the series is pinged." in page.text, page.text
    assert "1 person who couldn't come may answer again." in page.text, page.text
    lying = thread_of(server, await shown(ui, night.id)).up.values()
    texts = {frozenset(each.mentions): each.content for each in lying if each.mentions}
    assert "All nights after it have moved, too." in texts[frozenset({BOB.id})], texts
    said = texts[frozenset({CLEO.id})]
    assert f"has moved to <t:{when.at}:F>, and so have all nights after it" in said, said


async def test_whoever_is_in_every_time_by_an_old_recap_reads_that_it_counts_for_the_next_night(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, repeat="weekly")
    here = await press(ui, CLEO, f"n:every:{night.id}")
    assert "counts for" not in here.text and "Not this time" not in here.buttons, here.text
    newest = await following(ui, night)
    page = await press(ui, BOB, f"n:every:{night.id}")
    assert f"<t:{newest.guests.starts_at}:F>" in page.text, f"when? {page.text}"
    assert "counts for the night that is announced already" in page.text, page.text
    await said(ui, BOB, page, "Not this time")
    guest = (await ui.services.nights.get(newest.id)).guests.find(BOB.id)
    assert guest is not None and guest.answer == "out", guest
    assert await ui.services.nights.store.fans.wishes_of(GUILD, BOB.id), "they still come else"


async def test_who_has_said_no_to_a_night_stays_so_by_coming_every_time(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, repeat="weekly", title="Tricks")
    await press(ui, BOB, f"n:out:{night.id}")
    await press(ui, BOB, f"n:every:{night.id}")
    guest = (await ui.services.nights.get(night.id)).guests.find(BOB.id)
    assert guest is not None and guest.answer == "out", "they had answered this one"


async def test_who_comes_no_more_is_told_once_and_alone(ui: UI, server: FakeDiscord) -> None:
    """In whatever they next look at; if that doesn't reach them, in what they look at then."""
    night = await announced(ui, repeat="weekly", title="Tricks")
    ended, store = "You're no longer in every time", ui.services.nights.store

    async def lapse() -> None:
        await press(ui, BOB, f"n:every:{night.id}")
        count = SilentCount(night.id, (BOB.id,), ())
        for _night in range(2):
            await store.database.transaction(partial(count_silent, count=count))

    await lapse()
    with patch("bot.ui.actions.nights.nights.show", AsyncMock(return_value=False)):
        await press(ui, BOB, f"n:out:{night.id}")
    page = await press(ui, BOB, f"n:out:{night.id}")
    assert ended in page.text and not page.public, page.text
    assert ended not in (await press(ui, BOB, f"n:in:{night.id}")).text, "told twice"
    await lapse()
    page = await typed(ui, BOB, "nights attend")
    assert f"Tricks** · {ended}" in page.text and "Not every" not in repr(page.buttons), page.text
    assert ended not in (await typed(ui, BOB, "nights attend")).text, "told twice"
    await lapse()
    page = await press(ui, BOB, f"n:tell:{night.id}")
    assert ended in page.text and "I ping you" in page.text, page.text
    row = {"guild_id": GUILD, "series_id": night.id, "person": BOB.id, "name": "Bob", "since": 0}
    lapsed = FanRow(**row, kind="every", silent=2)
    over = answer_page(night.with_row(state="over"), BOB.id, "in", Wording("en"), wishes=[lapsed])
    assert ended in over.text, f"it counts as told, and isn't: {over.text}"
    assert ended not in (await press(ui, BOB, f"n:in:{night.id}")).text, "told twice"


@pytest.mark.parametrize("label", ["Not every time", "Just ping me"])
async def test_who_comes_no_more_is_off_the_list_unless_they_have_answered(
    ui: UI, server: FakeDiscord, label: str
) -> None:
    night = await announced(ui, repeat="weekly", title="Tricks")
    for person in (BOB, CLEO):
        await press(ui, person, f"n:every:{night.id}")
    after = await following(ui, night)
    await press(ui, CLEO, f"n:in:{after.id}")
    for person, listed in ((BOB, False), (CLEO, True)):
        page = await press(ui, person, f"n:wish:{after.id}", own=True)
        page = await said(ui, person, page, label)
        guest = (await shown(ui, after.id)).guests.find(person.id)
        answer = None if guest is None else guest.answer
        assert answer == ("in" if listed else None), f"{person.name} is said to have answered so"
        off = f"You're off the list of **Tricks** on <t:{after.guests.starts_at}:F>"
        assert (off in page.text) is not listed, f"what was done? {page.text}"


async def test_threads_call_who_wants_it(ui: UI, server: FakeDiscord) -> None:
    night = await announced(ui, repeat="weekly", title="Tricks")
    for person, verb in ((BOB, "tell"), (CLEO, "every")):
        await press(ui, person, f"n:{verb}:{night.id}")
    assert (await ui.services.nights.get(night.id)).guests.find(CLEO.id) is not None
    after = await following(ui, night)
    assert "**In (1)**" in (card_in(server, after).embed.description or "")
    (told,) = thread_of(server, after).up.values()
    assert f"<@{BOB.id}> **Tricks** is announced" in told.content, told.content
    assert "asked" not in told.content, "everybody reads who asked for pings"
    # Whoever comes every time, and is asked, answers there.
    after = await ring(ui, after, after.row.starts_at - DAY)
    assert "**In (1, yet to confirm)**" in (card_in(server, after).embed.description or "")
    lying = thread_of(server, after).up.values()
    asked = only([each for each in lying if "This time, too?" in each.content], "the question")
    assert f"<@{CLEO.id}>" in asked.content, asked.content
    await press(ui, CLEO, f"n:in:{after.id}")
    await shown(ui, after.id)
    lying = thread_of(server, after).up.values()
    assert asked not in lying, "whoever has answered is asked on"


async def test_regulars_are_asked_by_direct_message_if_they_want_that(
    ui: UI, server: FakeDiscord
) -> None:
    """Whoever has closed theirs is asked in the thread."""
    night = await announced(ui, repeat="weekly", title="Tricks")
    for person in (BOB, CLEO):
        await press(ui, person, f"n:every:{night.id}")
        await ui.tables.store.people.save_reminders(person.id, "dm")
    after = await following(ui, night)
    server.refusing_dms.add(CLEO.id)
    after = await ring(ui, after, after.row.starts_at - DAY)
    (asked,) = server.places[BOB.id].up.values()
    assert "This time, too?" in asked.content and f"n:in:{after.id}" in str(asked.controls)
    (there,) = thread_of(server, after).up.values()
    assert there.content.startswith(f"<@{CLEO.id}> "), there.content


async def test_a_host_asks_who_comes_every_time_and_then_they_are_yet_to_confirm(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, repeat="weekly")
    await press(ui, CLEO, f"n:every:{night.id}")
    after = await following(ui, night)
    where = desk_routes.GUEST(after.id, CLEO.id)
    page = await press(ui, ADA, where, own=True, permissions=HOST)
    assert "confirm" not in page.text, f"nobody has asked them: {page.text}"
    asks = page.buttons["Ask whether they come"]
    page = await press(ui, ADA, asks, own=True, permissions=HOST)
    assert "They are asked." in page.text and "yet to confirm" in page.text, page.text
    assert "Ask again" in page.buttons, page.buttons


async def test_the_mark_of_regulars_is_seen_by_nobody(ui: UI, server: FakeDiscord) -> None:
    """On card, guests' list and desk they are like whoever hasn't confirmed another date."""
    night = await announced(ui)
    await press(ui, BOB, f"n:in:{night.id}")
    night = await ui.services.nights.get(night.id)
    guest = night.guests.find(BOB.id)
    assert guest is not None
    games = ui.services.games_of(night)
    confirmed: tuple[tuple[Mark, ...], ...] = (("asked",), ("asked", "regular"))
    pages = [
        (night_card_page(one, games, VOICE), everybody_page(one, 0, VOICE))
        for marks in confirmed
        if (one := replace(night, guests=night.guests.put(changed(guest, plus=marks))))
    ]
    assert pages[0] == pages[1], "it can be seen who comes every time"


def facts(*people: tuple[int, str]) -> RecapFacts:
    """Return the facts of a night that some people have won together."""
    listed = tuple(Standing(1, person, Fraction(267, 100), 1, 1) for person, _name in people)
    result = Points("a", people[0][0], FULL_POINTS, True)
    points = NightPoints(Standings(listed, {}), (Earned(1, people[0][0], FULL_POINTS, result),))
    return RecapFacts(points, Named(dict(people), frozenset()), (), {})


async def test_a_night_that_is_over_asks_nobody_for_what_they_want_already(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, repeat="weekly")
    await press(ui, BOB, f"n:every:{night.id}")
    await ui.services.nights.change(night.id, Press(ADA, ui.interaction(), leads=True), cancel())
    page = await press(ui, BOB, f"n:show:{night.id}")
    assert {"Just ping me", "Not every time"} <= page.buttons.keys(), [*page.buttons]
    assert "I'm in every time" not in page.buttons, "they are in every time"
    assert "I'm in every time" in (await press(ui, CLEO, f"n:show:{night.id}")).buttons


async def test_the_morning_after_names_the_winners_and_the_next_night(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, repeat="weekly", title="Tricks")
    one = morning_message(night, facts((2, "花子")), night, 7, VOICE)
    assert "花子 won **Tricks** with 26.7 night points." in one.text and not one.people, one.text
    two = morning_message(night, facts((2, "花子"), (3, "Bob")), night, 7, VOICE)
    assert "花子 and Bob won **Tricks** with 26.7 night points each." in two.text, two.text
    labels = [each.label for each in two.row]
    assert labels[2:] == ["I'm in every time", "Night points"], labels
    assert "\n-# **I'm in every time** puts you on the list" in two.text, two.text
    assert labels[0].endswith(": I'm in") and labels[1].endswith(": can't come"), labels
    many = facts(*((n, f"P{n}") for n in range(2, 11)))
    said = morning_message(night, many, night, 7, VOICE).text
    assert "P2, P3, P4, P5, P6 and 4 others won" in said, f"all who share it are named: {said}"
    single = morning_message(replace(night, series=None), facts((2, "花子")), night, 7, VOICE)
    labels = [each.label for each in single.row]
    asked = f"who answers is asked another thing: {labels}"
    assert labels[2:] == ["Night points"], asked
    assert "every time" not in single.text, asked
    off = replace(night, row=replace(night.row, state="cancelled"))
    gone = morning_message(night, facts((2, "x")), off, 7, VOICE)
    assert "is cancelled." in gone.text and ": I'm in" in str(gone.row), gone.text


async def test_the_morning_after_follows_the_next_night(ui: UI, server: FakeDiscord) -> None:
    """It is edited as that one is moved or cancelled, and put up once over a crash."""
    night = await announced(ui, repeat="weekly", title="Tricks")
    after = await following(ui, night)
    post = Post("morning")

    def rule(before: Night, _press: Press, _now: Now) -> Change:
        return Change(before, "rang", posts=(post,))

    led = Press(ADA, None, leads=True)
    await ui.services.nights.change(night.id, led, rule)
    night = await shown(ui, night.id)
    lying = thread_of(server, night).up.values()
    said = only([each for each in lying if "Nobody has played" in each.content], "the morning")
    assert f"<t:{after.row.starts_at}:F>" in said.content, said.content
    assert any(each.startswith(f"n:in:{after.id}:") for each in said.controls), said.controls
    zone = zone_of(after.row.zone)
    when = moment(local_time(after.row.starts_at + HOUR, zone), zone)
    thread_of(server, night).failures = {"edit": [failure(400, TOO_OLD_TO_EDIT)]}
    await ui.services.nights.change(after.id, led, edit(when))
    after = await shown(ui, after.id)
    # Discord lets nobody edit old messages often, and its own update is over.
    await shown(ui, after.id)
    assert f"<t:{after.row.starts_at}:F>" in said.content, "it names the old date"
    await ui.services.nights.change(after.id, led, cancel())
    await shown(ui, after.id)
    assert "is cancelled." in said.content, said.content


async def test_the_morning_after_links_a_card_that_is_put_up_as_it_is_sent(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, repeat="weekly", title="Tricks")
    after = await following(ui, night)
    store = ui.services.nights.store
    await store.save_whereabouts(after.id, card_id=None)

    async def card_is_up() -> None:
        await store.save_whereabouts(after.id, card_id=after.places.card_id)

    thread_of(server, night).meanwhile = card_is_up
    post = Post("morning")
    led = Press(ADA, None, leads=True)
    rule = partial(Change, note=None, posts=(post,), what="rang")
    await ui.services.nights.change(night.id, led, lambda before, _press, _now: rule(before))
    night = await shown(ui, night.id)
    lying = thread_of(server, night).up.values()
    said = only([each for each in lying if "Nobody has played" in each.content], "the morning")
    link = card_link(await ui.services.nights.get(after.id))
    linked = f"[Show the night]({link})"
    assert linked in said.content, f"it doesn't say that it leads to the card: {said.content}"


async def test_a_series_without_a_place_asks_at_the_next_press_of_a_leader(
    ui: UI, server: FakeDiscord
) -> None:
    """Once, and nobody else; without an answer it ends in a week."""
    night = await announced(ui, repeat="weekly", title="Tricks")
    other = await announced(ui, title="Once")
    led = Press(ADA, ui.interaction(), leads=True)
    night = await ui.services.nights.change(night.id, led, cancel())
    await ui.services.nights.store.save_whereabouts(night.id, asleep=True)
    assert night.row.due is not None
    night = await ring(ui, night, night.row.due)
    assert night.series is not None and night.series.state == "asks"
    said = await press(ui, BOB, f"n:desk:{other.id}")
    assert "Tricks" not in said.text, "somebody who doesn't lead it is asked"
    said = await press(ui, ADA, f"n:desk:{other.id}", permissions=HOST)
    assert "Tricks** has no channel any more" in said.text, said.text
    assert "Without an answer it ends" in said.text, said.text
    assert any(each.startswith("Announce ") for each in said.buttons), said.buttons
    said = await press(ui, ADA, f"n:desk:{other.id}", permissions=HOST)
    assert "Tricks" not in said.text, "asked twice"
    night = await ui.services.nights.get(night.id)
    assert night.row.due == would_be(night)[0].at, "it waits for an answer for ever"


async def test_the_preview_says_how_many_are_pinged(ui: UI, server: FakeDiscord) -> None:
    _id, preview = await draft(ui, when="in 2 hours")
    assert "Announcing it pings nobody. **Pings, tables …** changes that." in preview.text, (
        preview.text
    )
    night = await announced(ui, title="Once")
    for person in (BOB, CLEO):
        page = await press(ui, person, f"n:tell:{night.id}", own=True)
        assert "I ping you" in page.text, page.text
    _id, preview = await draft(ui, when="in 3 hours")
    assert "2 people who asked for pings are pinged in its thread." in preview.text, preview.text
    block = BlockRow(guild_id=GUILD, person=CLEO.id, by=ADA.id, at=1)
    await ui.tables.store.servers.block(block)
    _id, again = await draft(ui, when="in 4 hours")
    assert "1 person who asked for pings is pinged" in again.text, again.text
