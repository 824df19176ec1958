"""A series of nights as those who lead it press it: on its night, and between two nights."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import product
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import AsyncMock

import pytest

from bot.nights.announcing import cancel, edit
from bot.nights.called_to import called_to
from bot.nights.dates import local_time, moment, read_stored, stored, zone_of
from bot.nights.next_night import announce_next
from bot.nights.night import NOT_LEADING, Change, Night, Now, Post, PostKind, Press, Rule
from bot.nights.pilot import TIMER
from bot.nights.said_lately import HELD, LATELY
from bot.nights.series import Series
from bot.nights.series_rules import (
    date_sign,
    end_series,
    next_at,
    next_dates,
    other_time,
    series_due,
    skip,
    take_in,
)
from bot.nights.standing_posts import ENDED
from bot.nights.taking_back import AT_ONCE, take_back
from bot.nights.typed_dates import Readings
from bot.tables.clock import DAY, HOUR
from bot.tables.seat import Person
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes, series_routes
from bot.ui.pages.nights.desk_page import desk_page
from bot.ui.pages.nights.fan_page import followed, wishes_page
from bot.ui.pages.nights.leading_on import when_next
from bot.ui.pages.nights.night_card import card_lines
from bot.ui.pages.nights.night_posts import post_message
from bot.ui.pages.nights.night_words import linked_card
from bot.ui.pages.nights.series_page import NO_FANS_THEN, answered_text, series_page
from bot.ui.pages.nights.series_questions import move_page, told_line
from bot.ui.pages.nights.series_words import new_times_line, next_line, series_words
from bot.ui.pages.route import Route
from bot.ui.pages.wording import Wording
from storage.fan_store import FanKind, FanRow
from storage.night_rows import NightState
from tests.nights.sample_nights import sample_night
from tests.only import only
from tests.ui.clicks import (
    DAI,
    ELSEWHERE,
    Answer,
    buttons_of,
    command,
    fill_in,
    interaction,
    press,
    server_where,
)
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, GUILD, UI, at_midday
from tests.ui.fake_discord import FakeDiscord
from tests.ui.test_asks import gone_but_bob
from tests.ui.test_fans import following
from tests.ui.test_night_recap import after_a_kill
from tests.ui.test_nights import HOST, announced, card_in, form, opened, shown, thread_of

VOICE = Wording("en-GB")


async def click(ui: UI, page: Answer, label: str) -> Answer:
    """Press a button of a page as its host, by its label or how that begins."""
    fitting = (each for said, each in page.buttons.items() if said.startswith(label))
    custom_id = only(fitting, f"a button {label!r} among {list(page.buttons)}")
    return await press(ui, ADA, custom_id, own=True, permissions=HOST)


async def edit_page(ui: UI) -> Answer:
    """Type `/night edit` as the host."""
    answer = Answer()
    await command(ui, "night edit", interaction(ui, ADA, CHANNEL, answer, permissions=HOST))
    return answer


async def fresh(ui: UI, night: Night) -> Night:
    return await ui.services.nights.get(night.id)


async def test_a_night_of_a_series_is_changed_alone_or_with_all_to_come(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, repeat="weekly", title="Tricks")
    card = card_in(server, night)
    assert "Every week · next" in (card.embed.description or ""), "the card has no next dates"
    for scope, about, handed_on in (("Only", "Tea", ""), ("This and all to come", "Nuts", "Nuts")):
        asked = await click(ui, await edit_page(ui), "Title, text, date …")
        assert "Change which nights?" in asked.text, asked.text
        (custom_id,) = [each for said, each in asked.buttons.items() if said.startswith(scope)]
        modal = await opened(ui, custom_id)
        local = night.row.local.replace("T", " ")
        sent = {"title": "Tricks", "when": local, "limit": "", "about": about}
        await form(ui, ADA, modal.custom_id, sent)
        after = await fresh(ui, night)
        assert after.row.about == about and after.goes_on is not None
        assert after.goes_on.template["about"] == handed_on, f"{scope}: the others"


async def test_a_host_reads_what_another_date_moves_before_and_after(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, repeat="weekly", title="Tricks")
    for scope, days in (("Only", 1), ("This and all to come", 2)):
        asked = await click(ui, await edit_page(ui), "Title, text, date …")
        assert "moves it alone, or all nights after it, too" in asked.text, asked.text
        (custom_id,) = [each for said, each in asked.buttons.items() if said.startswith(scope)]
        modal = await opened(ui, custom_id)
        local = read_stored((await fresh(ui, night)).row.local) + timedelta(days=days)
        sent = {"title": "Tricks", "when": f"{local:%Y-%m-%d %H:%M}", "limit": "", "about": ""}
        before = await form(ui, ADA, modal.custom_id, sent)
        done = await click(ui, before, "Move it")
        (first, *_later) = next_dates(await fresh(ui, night), 0)
        moves = f"All nights after it move, too, from <t:{first.at}:F> on."
        assert (moves in before.text) is (scope != "Only"), before.text
        also = f"All nights after it have moved, too, from <t:{first.at}:F> on."
        assert (also in done.text) is (scope != "Only"), done.text


@pytest.mark.parametrize("way", ["night", "series"])
async def test_all_read_that_a_skipped_week_stays_skipped_as_a_series_moves(
    ui: UI, server: FakeDiscord, way: str
) -> None:
    """Before it moves, once it has, in the thread and on the card, whichever way it moves."""
    night = await announced(ui, repeat="weekly", title="Tricks")
    left, second, *_more = next_dates(night, ui.tables.now())
    night = await ui.services.nights.change(
        night.id, Press(ADA, None, leads=True), skip(date_sign(left.local))
    )
    page, days = await edit_page(ui), timedelta(days=2)
    if way == "night":
        asked = await click(ui, page, "Title, text, date …")
        modal = await opened(ui, asked.buttons["This and all to come"])
        local = read_stored(night.row.local) + days
        sent = {"title": "Tricks", "when": f"{local:%Y-%m-%d %H:%M}", "limit": "", "about": ""}
        before = await form(ui, ADA, modal.custom_id, sent)
        done = await click(ui, before, "Move it")
    else:
        modal = await opened(ui, (await click(ui, page, "Series …")).buttons["Day and time …"])
        sent = {"when": f"{second.local + days:%Y-%m-%d %H:%M}"}
        before = await form(ui, ADA, modal.custom_id, sent)
        done = await click(ui, before, "Move the nights after ")
    skipped, first = (f"<t:{each.at + days // timedelta(seconds=1)}" for each in (left, second))
    assert f"Weeks that you skipped stay skipped: {skipped}:D>." in before.text, before.text
    assert f"{skipped}:D>" in done.text, done.text
    posts = [each.content for each in thread_of(server, await shown(ui, night.id)).up.values()]
    told = only((each for each in posts if "every week from" in each), "news")
    assert f"Skipped: {skipped}:D>. The first of them is on {first}:F>." in told, told
    card = str(card_in(server, await fresh(ui, night)).embed.description)
    assert f"but not on {skipped}:D>" in card, card


async def test_an_old_button_on_the_page_of_a_series_leads_nowhere_else(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, repeat="weekly")
    (first, *_later) = next_dates(night, ui.tables.now())
    old = series_routes.SKIP(night.id, date_sign(first.local - timedelta(days=7)))
    page = await press(ui, ADA, old, own=True, permissions=HOST)
    assert "is announced already." in page.text and "/night edit" not in page.text, page.text


async def test_limit_and_how_an_evening_goes_are_changed_alone_or_with_all_to_come(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, repeat="weekly")
    assert not (await edit_page(ui)).lists, "a list there asks nothing"
    for scope, limit, rounds, pilot, teach, handed_on in (
        ("Only", "6", "2", "auto", "off", (None, 3, "helper", True)),
        ("This and all to come", "7", "4", "host", "off", (7, 4, "host", False)),
    ):
        for desk_button in (desk_routes.LIMIT, desk_routes.PILOT):
            asked = await press(ui, ADA, desk_button(night.id), own=True, permissions=HOST)
            assert "Change which nights?" in asked.text, asked.text
            (chosen,) = [each for said, each in asked.buttons.items() if said.startswith(scope)]
            if desk_button is desk_routes.LIMIT:
                modal = await opened(ui, chosen)
                await form(ui, ADA, modal.custom_id, {"limit": limit})
                continue
            page = await press(ui, ADA, chosen, own=True, permissions=HOST)
            how_often = [each for each, _ in page.lists if each.startswith("d:repeat")]
            assert bool(how_often) is (scope != "Only"), "one night of a series repeats"
            for value in (teach, rounds, pilot):
                (pick, *_others) = [each for each, offered in page.lists if value in offered]
                said = await press(ui, ADA, pick, value, own=True, permissions=HOST)
                assert ("That is for this night only" in said.text) is (scope == "Only"), said.text
        after = await fresh(ui, night)
        set_now = (after.guests.limit, after.row.rounds, after.row.pilot, after.row.teach)
        assert set_now == (int(limit), int(rounds), pilot, teach == "on"), (
            f"{scope}: the night itself"
        )
        assert after.goes_on is not None
        to_come = tuple(
            after.goes_on.template[each] for each in ("cap", "rounds", "pilot", "teach")
        )
        assert to_come == handed_on, f"{scope}: the others"
    await press(ui, ADA, desk_routes.OPEN_DOORS(night.id, 0), own=True, permissions=HOST)
    await press(ui, ADA, desk_routes.OPEN_DOORS(night.id, 1), own=True, permissions=HOST)
    on = await press(ui, ADA, desk_routes.PILOT(night.id), own=True, permissions=HOST)
    assert "Rounds, repeat, leader" in on.text, f"while it is on, it is tonight's: {on.text}"


async def test_back_leads_to_where_one_came_from(ui: UI, server: FakeDiscord) -> None:
    """What the desk has behind a button is what `/night edit` shows, and all goes back there."""
    night = await announced(ui, repeat="weekly")
    desk = await press(ui, ADA, desk_routes.DESK(night.id), own=True, permissions=HOST)
    more, edited = await click(ui, desk, "Change or end …"), await edit_page(ui)
    assert (more.text, more.buttons) == (edited.text, edited.buttons)
    for label, back in (
        ("Title, text, date", "Back"),
        ("Clock, break", "Back"),
        ("Rounds, repeat", "Back"),
        ("Pings, tables", "Back"),
        ("Cancel the night", "Back"),
        ("Series", "Back"),
    ):
        asked = await click(ui, more, label)
        returned = await click(ui, asked, back)
        assert returned.text == more.text, f"{label} · {back}: {returned.text}"
    really = await click(ui, await click(ui, more, "Cancel the night"), "Only")
    assert (await click(ui, really, "No, keep it")).text == more.text
    pilot = await click(ui, await click(ui, more, "Rounds, repeat"), "Only")
    assert (await click(ui, pilot, "Back")).text == more.text
    end = await click(ui, await click(ui, more, "Series"), "End the series")
    assert "Series · " in (await click(ui, end, "Back")).text
    desk = await press(ui, ADA, desk_routes.OPEN_DOORS(night.id, 1), own=True, permissions=HOST)
    more = await click(ui, desk, "Change or end …")
    end = await click(ui, more, "End the night")
    assert (await click(ui, end, "Back")).text == more.text
    over = await click(ui, end, "End the night")
    series = await click(ui, over, "Series …")
    assert "Series · " in series.text
    assert (await click(ui, series, "Back")).buttons == over.buttons


async def test_all_nights_to_come_get_another_title_and_text_at_any_time(
    ui: UI, server: FakeDiscord
) -> None:
    """With the night that is announced, and between two nights."""
    night = await announced(ui, repeat="weekly")
    page = await click(ui, await edit_page(ui), "Series …")
    form = (await click(ui, page, "Title, text …")).form
    assert form.children[0].component.default == night.row.title
    sent = {"title": "Tricks", "about": "Bring tea"}
    page = await fill_in(ui, ADA, form.custom_id, sent, permissions=HOST)
    assert "Series · Tricks" in page.text and "> Bring tea" in page.text, page.text
    assert "night season" in page.text, f"nothing adds up its nights: {page.text}"
    night = await fresh(ui, night)
    assert (night.row.title, night.row.about) == ("Tricks", "Bring tea"), "the card stays"
    led = Press(ADA, ui.interaction(), leads=True)
    await ui.services.nights.change(night.id, led, cancel())
    sent = {"title": "Stones", "about": ""}
    page = await fill_in(ui, ADA, form.custom_id, sent, permissions=HOST)
    assert "Series · Stones" in page.text and "tea" not in page.text, page.text
    listed = Answer()
    await command(ui, "nights list", interaction(ui, ADA, CHANNEL, listed, permissions=HOST))
    named = [label.split()[0] for label in listed.buttons]
    assert "**Stones**" in listed.text and "Stones" in named, listed.text
    night = await fresh(ui, night)
    assert night.row.title == "Tricks", "a night that is over has another name"
    assert night.series is not None
    assert (night.series.template["title"], night.series.template["about"]) == ("Stones", "")


async def test_a_series_between_two_nights_is_on_every_command(ui: UI, server: FakeDiscord) -> None:
    night = await announced(ui, repeat="weekly")
    asked = await press(ui, ADA, routes.ASK_CANCEL(night.id), permissions=HOST)
    really = await click(ui, asked, "Only")
    assert "The series goes on" in really.text, really.text
    off = await click(ui, really, "Yes, cancel it")
    assert "next night" not in off.text, f"nobody mends it once the series ends: {off.text}"
    assert "**Series …** shows what comes next." in off.text, off.text
    assert routes.ASK_UNCANCEL(night.id) == off.buttons["Take it back"], (
        "only the series takes it back"
    )
    assert "Series · " in (await click(ui, off, "Series …")).text, "what about the others?"
    night = await shown(ui, night.id)
    card = card_in(server, night)
    assert series_routes.SERIES(night.id) in card.controls, "its card doesn't lead to the series"
    listed, ends = Answer(), Answer()
    assert night.series is not None
    wish = FanRow(
        guild_id=GUILD, series_id=night.series.id, person=BOB.id, name="Bob", kind="every", since=0
    )
    await ui.services.nights.store.fans.put(wish, 9)
    await command(ui, "nights list", interaction(ui, BOB, CHANNEL, listed))
    wished = "You're in every time · Every week"
    assert wished in listed.text, f"a series that goes on isn't listed: {listed.text}"
    unseen, blind = Answer(), server_where(view_channel=False)
    await command(ui, "nights list", interaction(ui, CLEO, ELSEWHERE, unseen, guild=blind))
    assert "Every week" not in unseen.text, f"it is told to who can't see it: {unseen.text}"
    theirs = await press(ui, BOB, listed.buttons[f"{night.row.title} …"], own=True)
    assert "Not every time" in theirs.buttons, f"a guest isn't led to what they want: {theirs.text}"
    mine = Answer()
    await command(ui, "nights list", interaction(ui, ADA, CHANNEL, mine, permissions=HOST))
    series = await click(ui, mine, f"{night.row.title} …")
    assert "nobody plays on 2 nights in a row" in series.text, f"how it ends: {series.text}"
    assert "Series · " in series.text, f"its host isn't led to it: {series.text}"
    await command(ui, "night cancel", interaction(ui, ADA, CHANNEL, ends, permissions=HOST))
    assert "End the series …" in ends.buttons, f"it can't be ended by that: {ends.text}"
    for named in ("night desk", "night edit"):
        page = Answer()
        await command(ui, named, interaction(ui, ADA, CHANNEL, page, permissions=HOST))
        assert "Series · " in page.text, f"/{named} finds no series between nights: {page.text}"
    desk = await click(ui, page, "Back")
    assert "Desk · " in desk.text, f"no way from a series to its last desk: {desk.text}"
    zone = zone_of(night.row.zone)
    first, second, *_some, last = next_dates(await fresh(ui, night), ui.tables.now())
    ((later, (offered, *_others)),) = page.lists
    assert offered == date_sign(second.local), "a date that the page shows can't be skipped"
    quiet = "The card says so, without a ping."
    for each in (second, last):
        asked = await press(ui, ADA, later, date_sign(each.local), own=True, permissions=HOST)
        assert quiet in asked.text and "is skipped" not in asked.text, asked.text
        assert "The night after that is on <t:" in asked.text, asked.text
        page = await click(ui, asked, "Skip ")
        day = f"<t:{each.at}:D>"
        assert f"{day} is skipped. {quiet}" in page.text.partition("Every week")[0], page.text
        card = card_in(server, await shown(ui, night.id))
        assert f", but not on {day} · next " in (card.embed.description or ""), "guests aren't told"
        page = await click(ui, page, f"Don't skip {VOICE.day(each.local)}")
        assert f"The night on {day} takes place. {quiet}" in page.text, page.text
    asked = await click(ui, page, "Skip ")
    names = "pings those who follow the series: Bob."
    assert names in asked.text, f"who is told isn't said before: {asked.text}"
    assert "The night after that is on <t:" in asked.text, asked.text
    page = await click(ui, asked, "Skip ")
    assert "Skipped" in page.text and f"<t:{first.at}:F>" not in page.text, page.text
    assert f"<t:{first.at}:D> is skipped. <#{CHANNEL}> says so, and {names}" in page.text, page.text
    at = series_due(await fresh(ui, night))
    assert f"The next night is announced by itself on <t:{at}:f>." in page.text, (
        f"when it is: {page.text}"
    )
    guests_see = series_words(await fresh(ui, night), Wording("en-GB"))
    left_out = f"Every week, but not on <t:{first.at}:D> · next "
    assert guests_see.startswith(left_out), f"guests aren't told what is skipped: {guests_see}"
    page = await click(ui, page, "Don't skip ")
    assert f"<t:{first.at}:F>" in page.text, "it is left out still"
    modal = await opened(ui, page.buttons["Day and time …"])
    label = modal.children[0].text
    assert label == "Day and time (Europe/Berlin)", f"in which time zone it is typed: {label}"
    other = local_time(second.at + DAY, zone)
    asked = await form(ui, ADA, modal.custom_id, {"when": f"{other:%Y-%m-%d %H:%M}"})
    for said in (f"<t:{second.at + DAY}:F>", f"Instead of: <t:{first.at}:F>", "Europe/Berlin"):
        assert said in asked.text, f"what would become of it isn't shown: {asked.text}"
    unmoved = next_dates(await fresh(ui, night), ui.tables.now(), 1)
    assert unmoved == [first], "all nights to come have moved before the host has said so"
    assert f"<t:{first.at}:F>" in (await click(ui, asked, "Back")).text, "it can't be left"
    page = await click(ui, asked, "Move all nights to come")
    assert f"<t:{second.at + DAY}:F>" in page.text, page.text
    announce = page.buttons[f"Announce {VOICE.day(other)} …"]
    said = await press(ui, BOB, announce)
    assert said.text == NOT_LEADING, f"not the reason of what leads to this page: {said.text}"
    facts = await ui.requests.actions.night_desk.facts(night)
    over = over_at(await fresh(ui, night))
    assert "Skip " in " ".join(page.buttons) and "Cancel " not in " ".join(page.buttons)
    alone = [each.label for each in buttons_of(desk_page(over, facts, Wording("en-GB")))]
    assert over.goes_on is not None
    once = replace(over, series=replace(over.goes_on, empty=1))
    asked_on = desk_page(once, facts, VOICE).text
    assert "Press **Series …** to decide" in asked_on and "isn't decided" not in asked_on, asked_on
    assert "Series …" in alone, "a night that is over leads to its series not before the next one"
    sure = await press(ui, ADA, announce, own=True, permissions=HOST)
    done = await click(ui, sure, f"Announce {VOICE.day(other)}")
    (following,) = await ui.services.nights.reader.of_guild(night.row.guild_id, ("open",))
    assert following.row.local == f"{other:%Y-%m-%dT%H:%M}" and "Posting it" in done.text
    facts = await ui.requests.actions.night_desk.facts(following)
    over = desk_page(
        night.with_row(state="over"), replace(facts, following=following), Wording("en-GB")
    )
    assert "Series …" in [each.label for each in buttons_of(over)], (
        "the night before leads to no series"
    )
    page = Answer()
    await command(ui, "night desk", interaction(ui, ADA, CHANNEL, page, permissions=HOST))
    page = await click(ui, await click(ui, page, "Change or end"), "Series …")
    by_older = await press(ui, ADA, series_routes.SERIES(night.id), own=True, permissions=HOST)
    assert by_older.text == page.text, f"the cancelled card leads nowhere: {by_older.text}"
    off = await click(ui, page, f"Cancel {Wording('en-GB').day(other)} …")
    assert f"on {Wording('en-GB').short_day(other)}?" in off.text, (
        f"the next date alone can be skipped: {off.text}"
    )
    assert (await click(ui, off, "No, keep it")).text == page.text, "it leads somewhere else"
    modal = await opened(ui, page.buttons["Day and time …"])
    announced_on = f"<t:{moment(other, zone).at}:D>"
    stays = f"{announced_on} stays as it is."
    moves = f"All nights after {VOICE.day(other)} move"
    assert moves in str(modal.children[0].description), "what becomes of the one announced?"
    moves = f"**Day and time …** moves all nights after {announced_on}."
    assert moves in page.text and stays not in page.text, page.text
    before, *_more = next_dates(await fresh(ui, following), ui.tables.now())
    later = before.local + timedelta(days=1)
    asked = await form(ui, ADA, modal.custom_id, {"when": f"{later:%a %H:%M}"})
    assert stays in asked.text, f"what becomes of the one announced? {asked.text}"
    assert asked.text.startswith(f"Move all nights after {VOICE.day(other)}?"), asked.text
    page = await click(ui, asked, f"Move the nights after {VOICE.day(other)}")
    assert f"<t:{moment(later, zone).at}:F>" in page.text, f"as if typed today: {page.text}"
    asked = await click(ui, page, "End the series …")
    off = f"Cancel {VOICE.day(other)}, too …"
    assert "end the series?" in (await click(ui, asked, off)).text, "it doesn't end with it"
    page = await click(ui, asked, "End the series")
    assert f"{NO_FANS_THEN} The thread says so" in asked.text, "is anybody told?"
    assert NO_FANS_THEN in page.text, f"it was said otherwise before: {page.text}"
    assert "has ended" in page.text and "Rounds, repeat, leader …" in page.text, page.text
    kept = await click(ui, page, "Back")
    assert "Rounds, repeat, leader …" in kept.buttons, "how to begin it again?"
    assert (await fresh(ui, following)).goes_on is None
    told = [each.kind for each in await ui.services.nights.store.standing(following.id)]
    assert "unfollowed" in told, "no guest is told that the series has ended"
    ended = Post("unfollowed", details={ENDED: True})
    states: list[tuple[NightState, str]] = [
        ("open", "is the last night."),
        ("over", "has ended."),
    ]
    for state, words in states:
        changed = replace(following, row=replace(following.row, state=state))
        said = post_message(changed, ended, 1, Wording("en-GB"))
        assert said.text.endswith(words), f"{state}: {said}"
        answers = [each.label for each in said.row][:-1]
        assert answers == (["I'm in", "Can't come"] if state == "open" else []), f"{state}: {said}"


@pytest.mark.usefixtures("server")
async def test_who_is_told_of_a_date_reads_which_was_skipped_before_it(ui: UI) -> None:
    night = await announced(ui, repeat="weekly")
    series = night.goes_on
    assert series is not None
    day = read_stored(series.local)
    left = tuple(stored(day + timedelta(days=each)) for each in (-7, 0, 7))
    night = replace(night, series=replace(series, skipped=left))
    week_before, week_after = (
        f"<t:{moment(day + timedelta(days=each), zone_of(night.row.zone)).at}:D>"
        for each in (-7, 7)
    )
    before = f"Skipped: {week_before}."
    for kind in ("told", "regulars"):
        said = post_message(night, Post(kind, (BOB.id,)), 1, VOICE).text
        assert said.endswith(f"\n-# {before}"), said
    every = FanRow(
        guild_id=GUILD,
        series_id=night.row.series_id or "",
        person=BOB.id,
        name=BOB.name,
        kind="every",
        since=0,
    )
    attends = {every.series_id: followed(night, 0, seen=True)}
    assert f"\n-# {before}" in wishes_page([every], attends, VOICE, "").text
    page = series_page(night, night.row.touched_at, VOICE).text
    assert f"Skipped: {week_before}. That stays so, as a later night was announced." in page, page
    assert f"Announced: <t:{night.row.starts_at}:F> · In (0)\n" in page, f"who comes? {page}"
    assert "\nAfter that: <t:" in page and "Next: " not in page, f"which one is next? {page}"
    day = f"<t:{night.row.starts_at}:D>"
    assert f"After the night on {day}, the next one is announced by itself" in page, page
    dates, _blank, helps = page.partition("\n\n")
    assert "Skipped: " in dates and "**Cancel**" in helps, f"what is next? {page}"
    over = night.with_row(state="over")
    after = f"Skipped: {week_after}. The next night is on "
    assert next_line(over, VOICE).startswith(after), next_line(over, VOICE)
    attends = {every.series_id: followed(over, 0, seen=True)}
    assert week_after in wishes_page([every], attends, VOICE, "").text
    late = night.row.starts_at - 2 * DAY
    attends = {every.series_id: followed(night, late, seen=True)}
    assert "Skipped" not in wishes_page([every], attends, VOICE, "").text, "that day is over"
    night = night.with_row(touched_at=late)
    for kind in ("told", "regulars"):
        said = post_message(night, Post(kind, (BOB.id,)), 1, VOICE).text
        assert "Skipped" not in said, f"that day is over: {said}"
    assert "Skipped" not in when_next(over, night, VOICE), "that day is over"


@pytest.mark.parametrize("left", [True, False])
async def test_who_announces_a_night_of_a_host_who_has_left_hosts_it(
    ui: UI, server: FakeDiscord, left: bool
) -> None:
    night = await announced(ui, repeat="weekly")
    asked = await press(ui, ADA, routes.ASK_CANCEL(night.id), permissions=HOST)
    await click(ui, await click(ui, asked, "Only"), "Yes, cancel it")
    find = gone_but_bob if left else AsyncMock()
    server.guild = SimpleNamespace(id=GUILD, unavailable=False, fetch_member=find, me=None)
    server.guild.get_role = server.guild.get_channel = lambda _id: None
    page = Answer()
    await command(ui, "night edit", interaction(ui, BOB, CHANNEL, page, permissions=HOST))
    (after, *_more) = next_dates(await fresh(ui, night), ui.tables.now())
    announce = page.buttons[f"Announce {VOICE.day(after.local)} …"]
    sure = await press(ui, BOB, announce, own=True, permissions=HOST)
    none = await ui.services.nights.reader.of_guild(night.row.guild_id, ("open",))
    assert not none, "it is announced before its time at one press"
    assert f"I post the card in <#{CHANNEL}>, with a thread." in sure.text, sure.text
    announce = sure.buttons[f"Announce {VOICE.day(after.local)}"]
    await press(ui, BOB, announce, own=True, permissions=HOST)
    (following,) = await ui.services.nights.reader.of_guild(night.row.guild_id, ("open",))
    wanted = BOB if left else ADA
    assert following.row.host == wanted.id, "whose night it is has nothing to do with who is here"
    assert (await fresh(ui, night)).row.host == ADA.id, "who hosted a night is rewritten"


def test_who_moves_a_series_reads_that_its_title_names_the_old_day() -> None:
    local = "2026-12-07T20:00"
    night = sample_night([], series_id="s", local=local, title="Donburi Monday")
    night = replace(night, series=Series("s", 1, night.id, 1, local))
    for day, named in ((14, False), (15, True)):
        when = moment(read_stored(f"2026-12-{day}T19:30"), zone_of(night.row.zone))
        text = move_page(night, Readings(when), 0, "", VOICE).text
        assert ("The title still says “Monday”." in text) is named, text


async def test_guests_read_that_all_nights_to_come_have_moved(ui: UI, server: FakeDiscord) -> None:
    """Once, however often they are, and true as long as it stands there."""
    night = await announced(ui, repeat="weekly")

    async def told(rule: Rule) -> str:
        after = await ui.services.nights.change(night.id, Press(ADA, None, leads=True), rule)
        messages = thread_of(server, await shown(ui, after.id)).up.values()
        return only((each for each in messages if "have moved" in each.content), "news").content

    (known, *_more) = next_dates(night, ui.tables.now(), 1)
    for days in (1, 2):
        (date, *_more) = next_dates(await fresh(ui, night), ui.tables.now(), 1)
        when = moment(date.local + timedelta(days=days), zone_of(night.row.zone))
        text = await told(other_time(date_sign(date.local), when))
        said = f"every week from <t:{when.at}:F> on. The next one was to be on <t:{known.at}"
        assert said in text, text
        assert "<@" not in text, text
    text = await told(skip(date_sign(when.local)))
    assert said in text, f"it names no day to which they have moved: {text}"
    left = f"Skipped: <t:{when.at}:D>. The first of them is on <t:{when.at + 7 * DAY}:F>."
    assert text.endswith(left), f"a date that is skipped is next: {text}"
    text = await told(take_in(date_sign(when.local)))
    text = await told(cancel())
    assert f"from <t:{when.at}:F> on" in text, f"other words take the place of the news: {text}"
    card = str(card_in(server, await fresh(ui, night)).embed.description)
    assert f"next <t:{when.at}:f>" in card, f"its hour is another: {card}"


async def test_who_wants_the_dates_of_a_series_is_called_as_these_change(
    ui: UI, server: FakeDiscord
) -> None:
    """Once, but for who changes them; not of a date that isn't the next one."""
    at_midday(ui)
    night = await announced(ui, repeat="weekly")
    assert night.series is not None
    wanted: Final[dict[Person, FanKind]] = {ADA: "every", BOB: "every", CLEO: "tell"}
    for person, kind in wanted.items():
        wish = FanRow(
            guild_id=GUILD,
            series_id=night.series.id,
            person=person.id,
            name=person.name,
            kind=kind,
            since=0,
        )
        await ui.services.nights.store.fans.put(wish, 9)
    calls = f"<@{BOB.id}> <@{CLEO.id}> "

    async def told(rule: Rule) -> list[str]:
        at = ui.tables.now() + LATELY
        ui.tables._now = lambda: at
        before = {*thread_of(server, await shown(ui, night.id)).up}
        await ui.services.nights.change(night.id, Press(ADA, None, leads=True), rule)
        up = thread_of(server, await shown(ui, night.id)).up
        return [each.content for number, each in up.items() if number not in before]

    first, second, *_more = next_dates(night, ui.tables.now())
    assert await told(skip(date_sign(second.local))) == [], "it may be taken in again"
    assert await told(take_in(date_sign(second.local))) == []
    title = f"{calls}**{night.row.title}**"
    assert await told(skip(date_sign(first.local))) == [
        f"{title}: <t:{first.at}:F> is skipped. The night after that is on <t:{second.at}:F>."
    ]
    again = f"{title} takes place on <t:{first.at}:F> after all."
    assert await told(take_in(date_sign(first.local))) == [again]
    when = moment(first.local + timedelta(days=1), zone_of(night.row.zone))
    (moved,) = await told(other_time(date_sign(first.local), when))
    assert moved.startswith(calls) and f"was to be on <t:{first.at}:F>" in moved, moved
    up = [each.content for each in thread_of(server, night).up.values()]
    assert not any("after all" in each or "is skipped" in each for each in up), f"untrue: {up}"
    (ended,) = await told(end_series())
    assert ended.startswith(calls) and ended.endswith("doesn't ask or ping you any more."), ended
    up = [each.content for each in thread_of(server, night).up.values()]
    assert not any("have moved" in each for each in up), f"nothing comes any more: {up}"
    card = str(card_in(server, await fresh(ui, night)).embed.description)
    assert "This is the last night of the series." in card, card


@pytest.mark.parametrize("moves", [False, True])
async def test_who_was_pinged_of_a_series_is_pinged_once_of_what_it_is_then(
    ui: UI, server: FakeDiscord, moves: bool
) -> None:
    """The message says at once how it stands; the host reads before when that pings."""
    at_midday(ui)
    night = await announced(ui, repeat="weekly")
    await press(ui, BOB, f"n:tell:{night.id}")
    lead = Press(ADA, None, leads=True)
    (first, *_more) = next_dates(night, ui.tables.now())
    date = date_sign(first.local)
    when = moment(first.local + timedelta(days=1), zone_of(night.row.zone))
    rule = other_time(date, when) if moves else skip(date)
    before = {*thread_of(server, await shown(ui, night.id)).up}

    async def news() -> list[tuple[int, str]]:
        up = thread_of(server, await shown(ui, night.id)).up
        return [(number, each.content) for number, each in up.items() if number not in before]

    async def pressed(verb: Route, then: str) -> str:
        done = await press(ui, ADA, verb(night.id, date), own=True, permissions=HOST)
        assert f"The thread says so{then}" in done.text, done.text
        ((same, said),) = await news()
        assert same == message, f"it is said and called anew: {said}"
        return said

    await ui.services.nights.change(night.id, lead, rule)
    ((message, told),) = await news()
    assert told.startswith(f"<@{BOB.id}>"), told
    date = date_sign(when.local) if moves else date
    verbs = (series_routes.SKIP, series_routes.TAKE_IN)
    verb, back = verbs if moves else verbs[::-1]
    held = ". If it still holds in 2 minutes, I ping those who follow the series: Bob."
    if moves:
        asked = await press(ui, ADA, series_routes.ASK_SKIP(night.id, date), permissions=HOST)
        assert held in asked.text, asked.text
    said = await pressed(verb, held)
    both = "have moved" in said and "Skipped: " in said
    assert both if moves else "after all" in said, said
    assert await pressed(back, ", without a ping.") == told, "it doesn't say what it said"
    start = ui.tables.now()
    ui.tables._now = lambda: start + HELD
    assert await news() == [(message, told)], "it is no news"
    await pressed(verb, held)
    ui.tables._now = lambda: start + 2 * HELD
    new = [each for each in await news() if each[0] != message]
    ((_again, said),) = new
    assert said.startswith(f"<@{BOB.id}>"), said
    assert ("is skipped" if moves else "after all") in said, said
    assert len(await news()) == 1 + moves, "what isn't so any more stands there"


async def test_what_a_date_of_a_series_becomes_is_said_also_if_nobody_follows_it(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, repeat="weekly")
    (date, *_more) = next_dates(night, ui.tables.now(), 1)
    for rule, news in ((skip, "is skipped"), (take_in, "after all")):
        await ui.services.nights.change(
            night.id, Press(ADA, None, leads=True), rule(date_sign(date.local))
        )
        said = thread_of(server, await shown(ui, night.id)).up.values()
        told = only((each for each in said if news in each.content), f"news that it {news}")
        assert f"<t:{date.at}:F>" in told.content and "<@" not in told.content, told.content


async def test_what_changes_at_night_says_when_its_pings_come_and_none_do_if_it_is_taken_back(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, repeat="weekly", title="Tricks")
    eight = (ui.tables.now() // DAY + 1) * DAY + 7 * HOUR
    ui.tables._now = partial(float, eight - 7 * HOUR)
    for person in (BOB, CLEO):
        await press(ui, person, f"n:tell:{night.id}")
    (first,) = next_dates(night, ui.tables.now(), 1)
    skipped, again = "is skipped. The night after that", "takes place on"

    async def pressed(verb: Route, words: str, then: str) -> None:
        answer = await press(ui, ADA, verb(night.id, date_sign(first.local)), permissions=HOST)
        assert then.format(at=f"<t:{eight}:t>") in answer.text, answer.text
        up = thread_of(server, await shown(ui, night.id)).up.values()
        said = only([each for each in up if words in each.content], words)
        later = f"-# At <t:{eight}:t> I ping those who follow the series."
        assert not said.mentions, "somebody is called at night"
        assert (later in said.content) is ("{at}" in then), said.content

    calls = "The thread says so, and at {at} pings those who follow the series: Bob, Cleo."
    await pressed(series_routes.SKIP, skipped, calls)
    await pressed(series_routes.TAKE_IN, again, "The thread says so, without a ping.")
    await pressed(series_routes.SKIP, skipped, calls)
    await pressed(series_routes.TAKE_IN, again, "The thread says so, without a ping.")
    lead, by_day = Press(ADA, None, leads=True), timedelta(days=1)
    for _there_and_back in range(2):
        (before,) = next_dates(night, ui.tables.now(), 1)
        when = moment(before.local + by_day, zone_of(night.row.zone))
        rule = other_time(date_sign(before.local), when)
        night = await ui.services.nights.change(night.id, lead, rule)
        await shown(ui, night.id)
        by_day = -by_day
    ui.tables._now = partial(float, eight + 1)
    up = thread_of(server, await shown(ui, night.id)).up.values()
    assert not any({BOB.id, CLEO.id} & {*each.mentions} for each in up), "called for nothing"


@pytest.mark.parametrize("state", ["doors", "playing"])
def test_an_old_night_leads_to_one_that_has_begun_without_its_hour(state: NightState) -> None:
    night = sample_night()
    said = when_next(night, night.with_row(state=state), VOICE)
    assert said == f"Next night: {linked_card(night, VOICE)}", said


async def test_between_two_nights_a_series_that_moves_says_so_in_the_channel(
    ui: UI, server: FakeDiscord
) -> None:
    """Where the card of the next one will stand: nobody reads the thread of the last one."""
    night = await announced(ui, repeat="weekly")
    lead = Press(ADA, None, leads=True)
    await ui.services.nights.change(night.id, lead, cancel())
    night = await shown(ui, night.id)
    before = {*thread_of(server, night).up}
    (date, *_more) = next_dates(night, ui.tables.now(), 1)
    when = moment(date.local + timedelta(days=1), zone_of(night.row.zone))
    midday = date.at // DAY * DAY - 3 * DAY + DAY // 2
    assert told_line(night, ["Dai"], midday, VOICE).startswith(f"<#{CHANNEL}> says so, and pings")
    await ui.services.nights.change(night.id, lead, other_time(date_sign(date.local), when))
    await shown(ui, night.id)
    said = [each.content for each in server.places[CHANNEL].up.values()]
    assert any("have moved: every " in each for each in said), said
    assert {*thread_of(server, night).up} == before, "it is said in a thread that is over"


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        ((timedelta(days=1),), "a new day."),
        ((timedelta(hours=1),), "a new time."),
        ((timedelta(days=1), timedelta(hours=1)), "a new day and time."),
        ((timedelta(days=1), timedelta(days=-1)), ""),
    ],
)
async def test_the_first_card_of_a_series_that_has_moved_says_so(
    ui: UI, server: FakeDiscord, moves: tuple[timedelta, ...], line: str
) -> None:
    """Not once that night itself has moved, nor the next one's."""
    night = await announced(ui, repeat="weekly")
    lead = Press(ADA, None, leads=True)
    for by in moves:
        (date, *_more) = next_dates(night, ui.tables.now(), 1)
        when = moment(date.local + by, zone_of(night.row.zone))
        rule = other_time(date_sign(date.local), when)
        night = await ui.services.nights.change(night.id, lead, rule)
    first = await following(ui, night)
    card = str(card_in(server, first).embed.description)
    assert ("From this night on, the series has " in card) is bool(line) and line in card, card
    later = first.with_row(local=stored(read_stored(first.row.local) + timedelta(days=2)))
    assert new_times_line(later, VOICE) == "", "it isn't on that day from now on"
    second = await following(ui, first)
    assert "From this night" not in str(card_in(server, second).embed.description)


@pytest.mark.parametrize(("killed", "late"), [(False, False), (False, True), (True, True)])
@pytest.mark.parametrize("repeat", ["weekly", "no"])
async def test_a_cancelled_night_is_taken_back_on_its_card_and_in_its_thread(
    ui: UI,
    server: FakeDiscord,
    monkeypatch: pytest.MonkeyPatch,
    repeat: str,
    killed: bool,
    late: bool,
) -> None:
    """Nothing says that it's off any more, also over a kill; if that was at once, nobody is asked
    again, as the host reads in time.
    """
    night = await announced(ui, repeat=repeat)
    await press(ui, BOB, routes.PRESS_IN(night.id))
    await press(ui, DAI, series_routes.TELL_HERE(GUILD))

    def tells(night: Night, _press: Press, _now: Now) -> Change:
        return Change(night, "rang", posts=(Post("told", (DAI.id,)),))

    await ui.services.nights.change(night.id, TIMER, tells)
    await shown(ui, night.id)
    asked = await press(ui, ADA, routes.ASK_CANCEL(night.id), permissions=HOST)
    asked = await click(ui, asked, "Only") if repeat == "weekly" else asked
    off = await click(ui, asked, "Yes, cancel it")
    until = ui.tables.now() + AT_ONCE
    assert f"**Take it back** until <t:{until}:t> keeps all answers." in off.text, off.text
    assert "Later, I ask again who comes." in off.text, off.text
    monkeypatch.setattr(ui.tables, "now", lambda: until if late else until - 1)
    night = await shown(ui, night.id)
    if repeat == "weekly":
        page = await click(ui, off, "Series …")
        day = VOICE.day(local_time(night.guests.starts_at, zone_of(night.row.zone)))
        assert f"Cancelled: <t:{night.guests.starts_at}:F>" in page.text, page.text
        back = page.buttons[f"{day} takes place after all"]
    else:
        back = off.buttons["Take it back"]
    really = await press(ui, ADA, back, own=True, permissions=HOST)
    assert (await fresh(ui, night)).row.state == "cancelled", "it pings people at one press"
    assert "people who were told that it's off get a ping." in really.text, really.text
    assert ("ask again who comes" in really.text, "answers stay" in really.text) == (late, not late)
    done = await click(ui, really, "Yes, it takes place")
    assert "It takes place after all" in done.text, done.text
    assert ("Telling everybody" in done.text) == late, done.text
    if killed:
        ui.night_messages = await after_a_kill(ui)
    again = await shown(ui, night.id)
    assert again.places == replace(night.places, shown_revision=again.row.revision), "a new card"
    said = [each.content for each in thread_of(server, again).up.values()]
    said += [each.content for each in server.places[CHANNEL].up.values()]
    said.append(str(card_in(server, again).embed.title))
    assert not [each for each in said if "ancelled" in each], f"it says that it's off: {said}"
    (told,) = [each for each in said if "takes place after all" in each]
    assert f"<@{BOB.id}>" in told, f"who read that it's off stays at home: {told}"
    stale = await press(ui, ADA, routes.ASK_UNCANCEL(night.id), own=True, permissions=HOST)
    assert "It takes place after all." in stale.text, f"the page stays untrue: {stale.text}"
    assert "Take it back" not in stale.buttons
    up = thread_of(server, again).up.values()
    (first,) = [each for each in up if "announced" in each.content]
    assert "Can you come?" in first.content and len(first.controls) == 3, first.content
    assert ("?" in told, "as they were" in told) == (late, not late), f"is he asked? {told}"
    assert bool((await fresh(ui, night)).guests.unconfirmed) == late
    come = await press(ui, BOB, routes.PRESS_IN(night.id))
    assert "You're in" in come.text and not (await fresh(ui, night)).guests.unconfirmed


async def test_all_to_come_are_cancelled_with_a_night(ui: UI, server: FakeDiscord) -> None:
    night = await announced(ui, repeat="weekly")
    asked = await press(ui, ADA, routes.ASK_CANCEL(night.id), permissions=HOST)
    really = await click(ui, asked, "This and all to come")
    assert "no further night" in really.text, really.text
    assert "No, keep all" in really.buttons, "does the series still end?"
    off = await click(ui, really, "Yes, cancel all")
    assert "The series has ended." in off.text, off.text
    only_it = "Only this night comes back: the series stays ended."
    back = await click(ui, off, "Take it back")
    assert only_it in back.text, back.text
    assert (await fresh(ui, night)).goes_on is None, "the series goes on"


@pytest.mark.parametrize("kind", ["cancelled", "few"])
async def test_who_was_in_reads_when_the_next_night_is_as_long_as_that_changes(
    ui: UI, server: FakeDiscord, kind: PostKind
) -> None:
    """Also that it is announced, moved and over; they may be told of new dates there."""
    night = await announced(ui, repeat="weekly")

    async def led(rule: Rule, on: str = night.id) -> str:
        """Have its host press something; return what the thread says then."""
        await ui.services.nights.change(on, Press(ADA, ui.interaction(), leads=True), rule)
        await shown(ui, on)
        return said()

    def said() -> str:
        messages = thread_of(server, first).up.values()
        message = only((each for each in messages if mark in each.content), "messages that say it")
        buttons = [str(getattr(each, "label", "")) for each in message.components[0].children]
        return f"{message.content} · {buttons}"

    def few(before: Night, _press: Press, _now: Now) -> Change:
        return Change(before.with_row(state="over", stage="few"), "few", posts=(Post("few"),))

    mark = "didn't take place" if kind == "few" else "is cancelled"
    first = await fresh(ui, night)
    text = await led(few if kind == "few" else cancel("Snow"))
    (following,) = next_dates(await fresh(ui, night), ui.tables.now(), 1)
    assert f"The next night is on <t:{following.at}:F>." in text
    assert "Ping me for this series" in text and "I'm in every time" in text, text
    text = await led(skip(date_sign(following.local)))
    week = following.at + 7 * DAY
    assert f"The next night is on <t:{week}:F>." in text, "it is left out, and still told"
    (date, *_more) = next_dates(await fresh(ui, night), ui.tables.now())
    press_of_ada = Press(ADA, ui.interaction(), leads=True)
    await announce_next(ui.services.nights, night.id, press_of_ada, date_sign(date.local))
    after = only(await ui.services.nights.reader.of_guild(GUILD, ("open",)), "the next night")
    await shown(ui, after.id)
    assert f"The next one is on <t:{week}:F>: [Show the night]" in said() and ": I'm in" in said()
    zone = zone_of(night.row.zone)
    text = await led(edit(moment(local_time(week + DAY, zone), zone)), after.id)
    assert f"<t:{week + DAY}:F>" in text, f"it keeps the date as it was announced: {text}"
    text = await led(end_series(), after.id)
    assert "every time" not in text, f"a series that has ended asks who comes: {text}"
    text = await led(lambda now, _press, _at: Change(now.with_row(state="over"), "e"), after.id)
    assert "next" not in text and "Ping" not in text, f"two nights lead on: {text}"


async def test_a_series_that_ends_between_nights_leaves_nothing_that_leads_to_it(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, repeat="weekly")
    for rule in (cancel("Snow"), end_series()):
        led = Press(ADA, ui.interaction(), leads=True)
        await ui.services.nights.change(night.id, led, rule)
    await shown(ui, night.id)
    said = [each for each in thread_of(server, night).up.values() if "Snow" in each.content]
    labels = [str(getattr(each, "label", "")) for each in said[0].components[0].children]
    assert labels == ["Ping me for every night here", "Host: Desk"]
    assert "next night" not in said[0].content, "a series that has ended promises a night"
    for each in (said[0].content, str(card_in(server, night).embed.description)):
        assert "The series has ended." in each, f"nor that none comes: {each}"
    page = series_page(await fresh(ui, night), ui.tables.now(), VOICE)
    hosts = ["Take it back", "Another date …", "Ask which date suits …"]
    assert [each.label for each in buttons_of(page)] == hosts


def test_a_card_names_skipped_dates_to_come_before_its_night_and_after_it() -> None:
    local, ahead = "2026-12-22T20:00", sample_night([], series_id="s", local="2026-12-22T20:00")
    skipped = ("2026-12-15T20:00", "2027-01-05T20:00")
    at = moment(read_stored("2026-12-09T09:00"), zone_of(ahead.row.zone)).at
    series = Series("s", 1, ahead.id, 1, local, skipped=skipped)
    words = series_words(replace(ahead, series=series).with_row(touched_at=at), VOICE)
    before, *later = (ahead.guests.starts_at + days * DAY for days in (18, 39, 32, 46))
    left, *to_come = (f"<t:{each}:D>" for each in (before, *later))
    assert words == (
        f"Every week, but not on {left}, {to_come[0]} · next {to_come[1]}, {to_come[2]}"
    ), "days in words would be those of one zone"


def test_a_card_says_what_comes_after_a_next_night_that_was_called_off() -> None:
    night = sample_night(weeks=1)
    before = night.with_row(id="before", state="over", stage="few")
    off = night.with_row(state="cancelled")
    assert series_words(off, VOICE) in "\n".join(card_lines(before, (), VOICE, following=off))


def over_at(night: Night, **row: Any) -> Night:
    """Return a night that is over, and to which nobody came though its doors were open."""
    guests = replace(night.guests, doors="closed")
    return replace(night, guests=guests).with_row(state="over", **row)


def test_a_night_that_nobody_played_names_no_date_that_its_host_is_asked_about() -> None:
    night = over_at(sample_night(weeks=1))
    series = night.goes_on
    assert series is not None and next_at(night)
    (date,) = next_dates(night, 0, 1)
    would = f"whether the series goes on. The next night would be on <t:{date.at}:F>"
    by = ". Without an answer by then, the series ends."
    for undecided, until in (
        (replace(night, series=replace(series, empty=1)), by),
        (replace(night, series=replace(series, state="asks", asked_at=date.at - 5 * DAY)), by),
        # Nobody is asked before somebody presses something.
        (replace(night, series=replace(series, state="asks")), "."),
    ):
        assert next_at(undecided) is None
        said = next_line(undecided, VOICE, leads=True)
        assert said.endswith(f"{would}{until}"), f"until when? {said}"
        said = next_line(undecided, VOICE)
        assert said == "A host decides whether the series goes on.", f"said twice: {said}"
        assert series_words(undecided, VOICE).endswith(f"<t:{date.at}:D> isn't decided yet")


async def test_who_is_asked_reads_until_when(ui: UI, server: FakeDiscord) -> None:
    night = await announced(ui, repeat="weekly")
    assert night.goes_on is not None
    asks = replace(night.goes_on, state="asks", empty=2, asked_at=7)
    page = post_message(replace(night, series=asks), Post("goes_on", (ADA.id,)), 1, VOICE)
    week = 7 + 7 * DAY
    assert f"Without an answer it ends on <t:{week}:f> (<t:{week}:R>)." in page.text, page.text
    (date,) = asks.dates(night.row.zone, 7, 1)
    assert f"The next night would be on <t:{date.at}:F>." in page.text, page.text
    day = VOICE.day(date.local)
    hosts = [f"Host: {said}" for said in (f"Announce {day}", f"Skip {day} …", "End the series …")]
    assert [each.label for each in page.row] == hosts, "guests read these buttons, too"
    ended = replace(asks, state="ended", asked_at=None)
    page = post_message(
        replace(night, series=ended), Post("goes_on", (ADA.id,)), 1, VOICE, holds="no"
    )
    assert page.text.endswith("The series has ended."), "it may have ended without an answer"


async def test_what_a_host_has_answered_stays_true(ui: UI, server: FakeDiscord) -> None:
    """It names and links the night that came of it, until that is over."""
    night = await announced(ui, repeat="weekly")

    async def led(rule: Rule, on: str) -> str:
        await ui.services.nights.change(on, Press(ADA, ui.interaction(), leads=True), rule)
        await shown(ui, on)
        return said()

    def said() -> str:
        messages = thread_of(server, night).up.values()
        return only((each.content for each in messages if "goes on" in each.content), "answers")

    def asks(now: Night, _press: Press, at: Now) -> Change:
        assert now.goes_on is not None
        series = replace(now.goes_on, state="asks", empty=2, asked_at=at.at)
        now = replace(now, series=series).with_row(state="over", stage="few")
        return Change(now, "asks", posts=(Post("goes_on", (ADA.id,)),))

    async def announce() -> Night:
        (date, *_more) = next_dates(await fresh(ui, night), ui.tables.now())
        by_ada = Press(ADA, ui.interaction(), leads=True)
        await announce_next(ui.services.nights, night.id, by_ada, date_sign(date.local))
        nights = await ui.services.nights.reader.of_guild(GUILD, ("open",))
        return await shown(ui, only(nights, "the next night").id)

    await ui.services.nights.change(night.id, Press(ADA, None), asks)
    night = await shown(ui, night.id)
    (first, second, *_more) = next_dates(night, ui.tables.now())
    skipped = f"Skipped: <t:{first.at}:D>."
    text = await led(skip(date_sign(first.local)), night.id)
    told = f"I announce it on <t:{series_due(await fresh(ui, night))}:F>."
    assert text.endswith(f"{skipped} The next night is on <t:{second.at}:F>. {told}"), text
    after = await announce()
    assert f"{skipped} The next one is on <t:{second.at}:F>: [Show the night](" in said(), said()
    assert after.series is not None
    last = replace(after, series=replace(after.series, state="ended"))
    assert answered_text(night, last, VOICE).endswith(
        f"The last night of the series is on <t:{second.at}:F>: {linked_card(last, VOICE)}"
    )
    text = await led(cancel("Snow"), after.id)
    week = second.at + 7 * DAY
    off = f"The night on <t:{second.at}:F> is cancelled. The next night is on <t:{week}:F>."
    told = f"I announce it on <t:{series_due(await fresh(ui, after))}:F>."
    assert text.endswith(f"{skipped} {off} {told}"), text
    text = await led(end_series(), after.id)
    assert text.endswith(f"The night on <t:{second.at}:F> is cancelled. The series has ended."), (
        text
    )
    text = await led(lambda now, _press, _at: Change(now.with_row(state="over"), "e"), after.id)
    assert text.endswith(skipped), f"two nights lead on: {text}"


async def test_who_skips_as_they_are_asked_reads_when_the_next_is_announced(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, repeat="weekly")
    assert night.goes_on is not None
    ended, zone = night.row.starts_at, zone_of(night.row.zone)
    over = over_at(night, touched_at=ended)
    once = replace(over, series=replace(night.goes_on, empty=1))
    assert "next" in series_words(over, VOICE) and "next" not in series_words(once, VOICE)
    before = series_page(replace(night, series=once.series), ended - DAY, VOICE)
    assert "(1 so far)" in before.text, f"that one counts already: {before.text}"
    page = series_page(once, ended + 1, VOICE)
    assert "whether the series goes on." in page.text and "by itself" not in page.text, page.text
    asks = replace(night.goes_on, state="asks", empty=2, asked_at=ended + DAY)
    (first, *_more) = next_dates(replace(over, series=asks), ended + DAY)
    skipped = replace(asks, state="runs", skipped=(stored(first.local),))
    page = series_page(replace(over, series=skipped), ended + 2 * DAY, VOICE)
    at = moment((first.local + timedelta(days=1)).replace(hour=9, minute=0), zone).at
    assert f"by itself on <t:{at}:f>." in page.text, f"it comes at once: {page.text}"
    labels = [each.label for each in buttons_of(page)]
    day = VOICE.day(first.local)
    assert f"Announce {day} after all" in labels, f"that it isn't skipped surprises: {labels}"
    assert f"Don't skip {day}" not in labels, "that it is announced at once surprises"
    page = series_page(replace(over, series=skipped), at, VOICE)
    labels = [each.label for each in buttons_of(page)]
    assert "The next night is announced now." in page.text and "Skip" not in page.text, page.text
    assert labels == ["End the series …", "Back"], f"what can't work any more: {labels}"


async def test_whoever_leads_is_asked_of_a_series_without_place_and_looked_up_once(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    night, looked = await announced(ui, repeat="weekly"), list[int]()
    store = ui.services.nights.store
    look_up = store.series.without_place

    async def noted(guild_id: int) -> list[str]:
        looked.append(guild_id)
        return await look_up(guild_id)

    monkeypatch.setattr(store.series, "without_place", noted)

    def placeless(night: Night, _press: Press, _now: Now) -> Change:
        assert night.goes_on is not None
        return Change(replace(night, series=replace(night.goes_on, state="asks")), "placeless")

    await edit_page(ui)
    await ui.services.nights.change(night.id, Press(ADA, None), placeless)
    assert (await edit_page(ui)).sent == 2, "its host isn't asked"
    looked.clear()
    assert [(await edit_page(ui)).sent for _ in range(3)] == [1, 1, 1], "its host is asked again"
    assert len(looked) == 1, f"a press of each leader reads the database: {looked}"


@pytest.mark.parametrize("lately", [False, True])
@pytest.mark.parametrize("waits", [*product((20, 200), repeat=3)])
async def test_nobody_is_pinged_twice_on_end_that_a_night_is_off(
    ui: UI,
    server: FakeDiscord,
    monkeypatch: pytest.MonkeyPatch,
    waits: tuple[int, ...],
    lately: bool,
) -> None:
    """Cancelled and taken back by turns, within two minutes or not: nobody reads that it takes
    place who never read that it's off.
    """
    night = await announced(ui)
    await press(ui, BOB, routes.PRESS_IN(night.id))
    await shown(ui, night.id)
    if lately:

        def tells(night: Night, _press: Press, _now: Now) -> Change:
            return Change(night, "rang", posts=(Post("told", (BOB.id, DAI.id)),))

        await ui.services.nights.change(night.id, TIMER, tells)
        await shown(ui, night.id)
    now, said = ui.tables.now() + (0 if lately else HOUR), list[str]()
    monkeypatch.setattr(ui.tables, "now", lambda: now)
    up = thread_of(server, night).up
    before = {*up}
    for at, wait in enumerate((*waits, 700)):
        lead = Press(ADA, ui.interaction(), leads=True)
        if at % 2:
            await take_back(ui.services.nights, night.id, lead)
        else:
            asked = await called_to(ui.services.nights, await fresh(ui, night))
            await ui.services.nights.change(night.id, lead, cancel(asked=asked))
        await shown(ui, night.id)
        for step in range(0, wait, 20):
            now += min(20, wait - step)
            await ui.night_messages._update(night.id)
            for number in sorted({*up} - before):
                before.add(number)
                text = up[number].content
                if f"<@{BOB.id}>" in text:
                    said.append("off" if "is cancelled" in text else "on")
    assert said == ["off", "on"] * (len(said) // 2) + ["off"] * (len(said) % 2), said
    assert not said or said[-1] == "on", f"the night takes place, and Bob doesn't know: {said}"
