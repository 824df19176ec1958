"""The morning after a night that no other follows yet: who won, and what leads on from there."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import discord
import pytest

from bot.nights.announcing import cancel
from bot.nights.dates import moment, zone_of
from bot.nights.night import NOT_LEADING, Press
from bot.nights.rounds import end
from bot.nights.series_rules import (
    date_sign,
    end_series,
    next_dates,
    other_time,
    series_due,
    skip,
    take_in,
)
from bot.tables.clock import DAY, HOUR, MINUTE
from bot.ui.pages.nights import desk_routes, series_routes
from bot.ui.pages.nights.series_page import series_page
from bot.ui.pages.wording import Wording
from tests.only import only
from tests.ui.clicks import Answer, buttons_of, command, interaction, press
from tests.ui.conftest import CHANNEL, GUILD, UI
from tests.ui.fake_discord import FakeDiscord, Message
from tests.ui.night_evening import EVENTS, GUESTS, HOST, Evening, evening
from tests.ui.test_fans import ring

LANDING = 888
"""Another channel of the server."""


async def over(ui: UI, server: FakeDiscord, repeat: int = 0) -> Evening:
    """Lead a night to its end, up to the recap."""
    night = await evening(ui, 4, rounds=1, repeat=repeat)
    await ui.night_messages._update(night.id)
    for number, table in enumerate(await night.start()):
        await ui.tables.save_whereabouts(table.id, place_id=5000 + number)
        await night.play_out(table)
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction(), leads=True), end())
    await ui.night_messages._update(night.id)
    assert not won(server), "it is said before the morning"
    return night


async def morning_comes(ui: UI, night: Evening) -> None:
    """Let the hour come at which the morning after is said."""
    post = await ui.services.nights.store.newest(night.id, "morning")
    assert post is not None, "nothing is to be said in the morning"
    ui.tables._now = partial(float, post.at)
    await ui.night_messages._update(night.id)


def won(server: FakeDiscord) -> list[Message]:
    """Return the messages that say who won, besides the recap."""
    lying = (each for place in server.places.values() for each in place.up.values())
    return [each for each in lying if " won **" in each.content]


def labels(message: Message) -> list[str]:
    """Return what stands on the buttons of a message."""
    children = message.view.children if message.view else []
    return [str(getattr(each, "label", "")) for each in children]


def buttons(message: Message) -> list[tuple[str, str]]:
    """Return what stands on the buttons of a message, with their ids."""
    children = message.view.children if message.view else []
    return [(str(getattr(e, "label", "")), str(getattr(e, "custom_id", ""))) for e in children]


async def test_a_series_that_has_ended_begins_again_like_its_last_night(
    ui: UI, server: FakeDiscord
) -> None:
    night = await over(ui, server, repeat=1)
    ends = Press(HOST, ui.interaction(), leads=True)
    led = await ui.services.nights.change(night.id, ends, end_series())
    page = series_page(led, int(ui.tables.now()), Wording("en"))
    (again,) = buttons_of(page)
    assert f"Press **{again.label}** and set **Repeat**, to begin it again" in page.text
    preview = await press(ui, HOST, again.id, permissions=EVENTS)
    night_id = preview.buttons["Publish"].split(":")[2]
    weekly = desk_routes.SET_REPEAT(night_id, "", 1)
    preview = await press(ui, HOST, weekly, own=True, permissions=EVENTS)
    await press(ui, HOST, preview.buttons["Publish"], own=True, permissions=EVENTS)
    new = await ui.services.nights.get(night_id)
    assert new.goes_on is not None and new.goes_on.weeks == 1, "it is announced once"
    assert new.goes_on.id != led.row.series_id and new.row.title == led.row.title


async def test_without_a_next_night_the_morning_says_who_won_and_leads_on(
    ui: UI, server: FakeDiscord
) -> None:
    """Once, also over a crash; it names the next night as soon as that is announced, and so does
    the recap.
    """
    night = await over(ui, server)
    await morning_comes(ui, night)
    ui.night_messages._forget(night.id)
    await ui.night_messages._update(night.id)
    (said,) = won(server)
    places = (await night.night()).places
    assert said.place.id == places.thread_id and not said.mentions
    recap = f"[Show the recap](https://discord.com/channels/{GUILD}/{CHANNEL}/{places.recap_id})"
    assert said.content.partition("\n")[0].endswith(recap), said.content
    assert labels(said) == [
        "Ping me for every night here",
        "Host: Same again next week",
        "Night points",
    ]
    desk = await night.desk()
    assert next(iter(desk.buttons)) == "Same again next week", f"what comes next: {desk.buttons}"
    again = desk_routes.SAME_AGAIN(night.id)
    refused = await press(ui, GUESTS[1], again)
    assert refused.text == NOT_LEADING, refused.text
    for person, rights in ((HOST, EVENTS), (GUESTS[1], None)):
        listed = Answer()
        more = {"permissions": rights} if rights else {}
        await command(ui, "nights list", interaction(ui, person, CHANNEL, listed, **more))
        to_plan = ["Plan a night …", "Same again next week"] if rights else []
        assert "No game night is planned." in listed.text and [*listed.buttons] == to_plan
    preview = await press(ui, HOST, again, permissions=EVENTS)
    assert "Those who came last time get no ping." in preview.text, preview.text
    published = await press(ui, HOST, preview.buttons["Publish"], own=True, permissions=EVENTS)
    assert "Posting it in" in published.text, published.text
    next_id = preview.buttons["Publish"].split(":")[2]
    await ui.night_messages._update(next_id)
    (said,) = won(server)
    assert "The next one is on" in said.content, f"it leads on to nothing: {said.content}"
    assert labels(said)[0].endswith(": I'm in") and labels(said)[1].endswith(": can't come")
    desk = await night.desk()
    assert "The next one is on" in desk.text, f"the desk leads on to nothing: {desk.text}"
    assert "Same again next week" not in desk.buttons, "the next night is planned once more"
    recap_id = (await night.night()).places.recap_id
    assert recap_id is not None, "there is no recap"
    recap = server.places[CHANNEL].find(recap_id)
    assert labels(recap)[2:4] == labels(said)[:2], f"the recap has {labels(recap)}"
    assert recap.embed is not None
    assert "The next one is on" in (recap.embed.description or "")


@pytest.mark.parametrize("gone", ["thread", "channel"])
async def test_the_morning_after_stays_with_the_recap(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    """Without the thread it is said beside it; where the channel is gone, nowhere."""

    async def ways_on(_guild: int) -> list[int]:
        return [CHANNEL, LANDING]

    monkeypatch.setattr(ui.services, "ways_on", ways_on)
    night = await over(ui, server)
    other, thread = server.add(LANDING, discord.TextChannel), (await night.night()).places.thread_id
    assert thread is not None, "the night has no thread"
    before = len(server.places[CHANNEL].up)
    del server.places[thread]
    if gone == "channel":
        del server.places[CHANNEL]
    await morning_comes(ui, night)
    assert not other.up, "a night that is over moves to another channel"
    assert len(won(server)) == (gone == "thread"), "it isn't where the recap is"
    if gone == "thread":
        assert len(server.places[CHANNEL].up) == before + 1, "its card is put up again"


@pytest.mark.parametrize("hour", [12, 22])
async def test_a_series_names_its_next_night_at_once(
    ui: UI, server: FakeDiscord, hour: int
) -> None:
    """Not who won alone, and the next night by an edit; also of one that began before midnight
    though it was to begin after it.
    """
    today = ui.tables.now() // DAY * DAY
    ui.tables._now = partial(float, today + hour * HOUR + 10 * MINUTE)
    night = await over(ui, server, repeat=1)
    await morning_comes(ui, night)
    assert not won(server), "it is said before the next night is announced"
    await ring(ui, await night.night(), int(ui.tables.now()))
    (said,) = won(server)
    assert "The next one is on" in said.content, said.content
    (following,) = await ui.services.nights.reader.of_guild(GUILD, ("open",))
    await ui.night_messages._update(following.id)
    assert "I'm in every time" in labels(said)
    led = Press(HOST, ui.interaction(), leads=True)
    await ui.services.nights.change(following.id, led, end_series())
    await ui.night_messages._update(following.id)
    assert "I'm in every time" not in labels(said), "it asks who comes to a series that has ended"


async def test_a_card_follows_the_next_night_also_beside_a_recap(
    ui: UI, server: FakeDiscord
) -> None:
    night = await over(ui, server, repeat=1)
    await morning_comes(ui, night)
    await ring(ui, await night.night(), int(ui.tables.now()))
    (following,) = await ui.services.nights.reader.of_guild(GUILD, ("open",))

    async def card() -> str:
        await ui.night_messages._update(following.id)
        embed = server.places[CHANNEL].find((await night.night()).places.card_id or 0).embed
        return "" if embed is None else embed.description or ""

    assert f"Next: <t:{following.guests.starts_at}:f>" in await card()
    led = Press(HOST, ui.interaction(), leads=True)
    await ui.services.nights.change(following.id, led, cancel(to_come=True))
    assert "The series has ended." in await card(), "it leads to a night that is off"


@pytest.mark.parametrize("skipped", [False, True])
async def test_guests_come_to_the_next_night_by_the_recap(
    ui: UI, server: FakeDiscord, *, skipped: bool
) -> None:
    """They are In as it is announced, without a ping; not if another date comes next by then."""
    night = await over(ui, server, repeat=1)
    recap_id = (await night.night()).places.recap_id
    assert recap_id is not None, "there is no recap"
    recap = server.places[CHANNEL].find(recap_id)
    assert recap.embed is not None
    description = recap.embed.description or ""
    told = f"I announce it on <t:{series_due(await night.night())}:F>."
    assert "The next night is on" in description and told in description, description
    (come,) = [each for each in buttons(recap) if each[0].endswith(": I'm in")]
    said = [await press(ui, guest, come[1]) for guest in GUESTS[1:3]]
    assert all("You're in on <t:" in each.text for each in said), said
    out = await press(ui, GUESTS[2], said[1].buttons["Can't come after all"])
    assert "You're not on the list" in out.text, out.text
    led = Press(HOST, ui.interaction(), leads=True)
    (date, _later) = next_dates(await night.night(), int(ui.tables.now()), 2)
    if skipped:
        await ui.services.nights.change(night.id, led, skip(date_sign(date.local)))
        late = await press(ui, GUESTS[1], come[1])
        assert "isn't the next one any more" in late.text, late.text
    await morning_comes(ui, night)
    await ring(ui, await night.night(), int(ui.tables.now()))
    (following,) = await ui.services.nights.reader.of_guild(GUILD, ("open",))
    comes = [each.person for each in following.guests.with_answer("in")]
    assert comes == ([] if skipped else [GUESTS[1].id]), f"{comes} are on the list"
    assert not following.guests.unconfirmed, "they are asked again"
    if not skipped:
        again = await press(ui, GUESTS[2], come[1])
        assert "You're in" in again.text, f"the old button: {again.text}"


async def test_a_date_skipped_and_taken_back_keeps_who_comes_to_it(
    ui: UI, server: FakeDiscord
) -> None:
    """They answered for that date, whatever they said of the one after it; and they are told."""
    night = await over(ui, server, repeat=1)
    led = Press(HOST, ui.interaction(), leads=True)
    first, second = next_dates(await night.night(), int(ui.tables.now()), 2)
    signs = [date_sign(each.local) for each in (first, second)]
    for guest in GUESTS[1:3]:
        await press(ui, guest, series_routes.NEXT_IN(night.id, signs[0]))
    skipped = await ui.services.nights.change(night.id, led, skip(signs[0]))
    told = await ui.services.nights.fans_of_series(skipped, HOST.id)
    assert [*told] == [each.id for each in GUESTS[1:3]], f"who came to that date isn't told: {told}"
    await press(ui, GUESTS[1], series_routes.NEXT_IN(night.id, signs[1]))
    await press(ui, GUESTS[2], series_routes.NEXT_IN(night.id, signs[1]))
    await press(ui, GUESTS[2], series_routes.NEXT_OUT(night.id, signs[1]))
    led = Press(HOST, ui.interaction(), leads=True)
    await ui.services.nights.change(night.id, led, take_in(signs[0]))
    await morning_comes(ui, night)
    await ring(ui, await night.night(), int(ui.tables.now()))
    (following,) = await ui.services.nights.reader.of_guild(GUILD, ("open",))
    comes = [each.person for each in following.guests.with_answer("in")]
    assert comes == [each.id for each in GUESTS[1:3]], f"an answer is lost: {comes} are on the list"


async def test_who_comes_to_a_date_that_moves_is_asked_again(ui: UI, server: FakeDiscord) -> None:
    """Also where only its hour is another: as on a night that is announced already."""
    night = await over(ui, server, repeat=1)
    (first,) = next_dates(await night.night(), int(ui.tables.now()), 1)
    sign = date_sign(first.local)
    for guest in GUESTS[1:3]:
        await press(ui, guest, series_routes.NEXT_IN(night.id, sign))
    later = moment(first.local + timedelta(days=1), zone_of((await night.night()).row.zone))
    led = Press(HOST, ui.interaction(), leads=True)
    await ui.services.nights.change(night.id, led, other_time(sign, later))
    led, sign = Press(HOST, ui.interaction(), leads=True), date_sign(later.local)
    earlier = moment(later.local - timedelta(minutes=30), zone_of((await night.night()).row.zone))
    await ui.services.nights.change(night.id, led, other_time(sign, earlier))
    for guest in GUESTS[2:4]:
        await press(ui, guest, series_routes.NEXT_IN(night.id, sign))
    await morning_comes(ui, night)
    await ring(ui, await night.night(), int(ui.tables.now()))
    (following,) = await ui.services.nights.reader.of_guild(GUILD, ("open",))
    comes = [each.person for each in following.guests.with_answer("in")]
    assert comes == [each.id for each in GUESTS[1:4]], f"an answer is lost: {comes} are on the list"
    asked = [each.person for each in following.guests.unconfirmed]
    assert asked == [GUESTS[1].id], f"who said yes to another hour is taken at their word: {asked}"


@pytest.mark.parametrize("answered", [True, False])
async def test_between_two_nights_who_reads_of_another_date_answers_it_there(
    ui: UI, server: FakeDiscord, *, answered: bool
) -> None:
    """Until its night begins, and nothing there leads to the one that is over."""
    night = await over(ui, server, repeat=1)
    first, second = next_dates(await night.night(), int(ui.tables.now()), 2)
    led = Press(HOST, ui.interaction(), leads=True)
    if answered:
        await press(ui, GUESTS[1], series_routes.NEXT_IN(night.id, date_sign(first.local)))
    await ui.services.nights.change(night.id, led, skip(date_sign(first.local)))

    def news() -> Message:
        lying = server.places[CHANNEL].up.values()
        return only((each for each in lying if "is skipped" in each.content), "news")

    await ui.night_messages._update(night.id)
    answers = ["Next night: I'm in", "Next night: can't come"]
    stop = ["Don't ping me"] * answered
    assert labels(news()) == [*answers, *stop], "who isn't pinged needs no way out of that"
    old = "that was for the skipped date only: answer again below." in news().content
    assert old == answered, f"answered: {answered}, and it says {news().content!r}"
    out = await press(ui, GUESTS[2], dict(buttons(news()))[answers[1]])
    assert f"You're not on the list for <t:{second.at}:F>" in out.text, out.text
    await morning_comes(ui, night)
    await ring(ui, await night.night(), int(ui.tables.now()))
    (following,) = await ui.services.nights.reader.of_guild(GUILD, ("open",))
    await ui.night_messages._update(following.id)
    assert labels(news()) == [*answers, "Show the night"], "nobody follows the series any more"
    shown = await press(ui, GUESTS[2], dict(buttons(news()))["Show the night"])
    assert f"<t:{following.guests.starts_at}" in shown.text, f"another night: {shown.text}"
    led = Press(HOST, ui.interaction(), leads=True)
    await ui.services.nights.change(following.id, led, cancel())
    await ui.night_messages._update(following.id)
    lying = [each.content for each in server.places[CHANNEL].up.values()]
    assert not any("is skipped" in each for each in lying), lying


async def test_who_comes_every_time_says_before_a_night_that_they_dont(
    ui: UI, server: FakeDiscord
) -> None:
    night = await over(ui, server, repeat=1)
    (first,) = next_dates(await night.night(), int(ui.tables.now()), 1)
    for guest in GUESTS[1:3]:
        await press(ui, guest, series_routes.EVERY(night.id))
    await press(ui, GUESTS[1], series_routes.NEXT_OUT(night.id, date_sign(first.local)))
    await morning_comes(ui, night)
    await ring(ui, await night.night(), int(ui.tables.now()))
    (following,) = await ui.services.nights.reader.of_guild(GUILD, ("open",))
    answers = {each.person: each.answer for each in following.guests.guests}
    assert answers == {GUESTS[1].id: "out", GUESTS[2].id: "in"}, f"they are told no: {answers}"


async def test_who_comes_to_a_night_that_isnt_announced_finds_it_and_takes_it_back(
    ui: UI, server: FakeDiscord
) -> None:
    night = await over(ui, server, repeat=1)
    (first,) = next_dates(await night.night(), int(ui.tables.now()), 1)
    sign = date_sign(first.local)

    async def attend() -> Answer:
        shown = Answer()
        await command(ui, "nights attend", interaction(ui, GUESTS[1], CHANNEL, shown))
        return shown

    assert "You're in" not in (await attend()).text
    await press(ui, GUESTS[1], series_routes.NEXT_IN(night.id, sign))
    page, (come, out) = await attend(), ("I'm in: Friday", "Can't come: Friday")
    assert f"**Friday** · <t:{first.at}:F> · You're in\n" in page.text, page.text
    assert out in page.buttons and come not in page.buttons
    later = moment(first.local + timedelta(hours=1), zone_of((await night.night()).row.zone))
    led = Press(HOST, ui.interaction(), leads=True)
    await ui.services.nights.change(night.id, led, other_time(sign, later))
    page = await attend()
    assert f"<t:{later.at}:F> · You're in, please confirm\n" in page.text, page.text
    await press(ui, GUESTS[1], page.buttons[come])
    assert "please confirm" not in (await attend()).text
    await press(ui, GUESTS[1], page.buttons[out])
    assert "You're in" not in (await attend()).text
