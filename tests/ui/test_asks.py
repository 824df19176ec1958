"""A question which date suits on Discord: asked, answered, closed, and a night that comes of it."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.nights.after_night import with_settings
from bot.nights.announcing import NewNight, announcement
from bot.nights.ask_rules import Ask, AskedDate, closed, of_ask
from bot.nights.ask_rules import AskAnswer as AnAnswer
from bot.nights.asks import NOBODY
from bot.nights.dates import moment, read_stored, zone_of
from bot.nights.guest_presses import press_in
from bot.nights.night import Change, Night, NightGame, Now, Press
from bot.nights.stages import RoundPace
from bot.tables.clock import DAY, HOUR
from bot.tables.seat import Person
from bot.tables.servers import ServerSettings
from bot.tables.trouble import Trouble
from bot.ui.pages import routes
from bot.ui.pages.nights import ask_routes
from bot.ui.pages.nights.ask_card import (
    CALL,
    AskFacts,
    ask_call_text,
    ask_link,
    ask_page,
    best_line,
    hosted_page,
    who_page,
)
from bot.ui.pages.nights.night_posts import post_message
from bot.ui.pages.nights.night_words import card_link
from bot.ui.pages.page import Select
from bot.ui.pages.server.setup_page import setup_page
from bot.ui.pages.wording import Wording
from storage.ask_store import AskPlaces, DatesAskRow
from storage.night_rows import NightRow
from tests.ui.clicks import (
    ELSEWHERE,
    Answer,
    buttons_of,
    command,
    fill_in,
    interaction,
    offered,
    press,
    server_where,
)
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, GUILD, UI
from tests.ui.fake_discord import FakeDiscord, Message, failure
from tests.ui.night_evening import evening
from tests.ui.stand_in import StandIn
from tests.ui.test_forms import filled

HOST = discord.Permissions(manage_events=True, send_messages=True)
DATES = "in 10 days 20:00, in 11 days 19:00, in 12 days 20:00"
LANDING = 300
"""A channel where a server wants its nights announced."""


async def typed(ui: UI, person: Person = ADA, guild: Any = None, **given: Any) -> Answer:
    """Type `/night ask`; return the preview, or the reason against it."""
    answer = Answer()
    asked = interaction(ui, person, CHANNEL, answer, permissions=HOST, guild=guild)
    options = {"when": DATES, "game": "donburiko", "zone": "Europe/Berlin", **given}
    await command(ui, "night ask", asked, **options)
    return answer


async def asked(ui: UI, **given: Any) -> Ask:
    """Ask which date suits; return the question, shown."""
    preview = await typed(ui, **given)
    assert "Ask" in preview.buttons, preview.text
    ask_id = preview.buttons["Ask"].split(":")[2]
    await press(ui, ADA, preview.buttons["Ask"], own=True, permissions=HOST)
    return await shown(ui, ask_id)


async def shown(ui: UI, ask_id: str) -> Ask:
    """Update a question's messages; return it."""
    await ui.night_messages.asks._update(ask_id)
    return await ui.services.nights.asks.get(ask_id)


async def pick(ui: UI, ask: Ask, person: Person, route: Any, *values: int) -> Answer:
    """Pick from a list of the card."""
    return await press(ui, person, route(ask.id), *map(str, values))


async def previewed(
    ui: UI, person: Person, announce: str, *picked: str, own: bool = True, **sent: str
) -> Answer:
    """Announce a date; return the preview after the form of how the evening goes, which is left as
    it stands but for what is `sent`.
    """
    form = (await press(ui, person, announce, *picked, own=own, permissions=HOST)).form
    assert form is not None, "nobody is asked how the evening goes"
    parts = {**filled(form), **sent}
    return await fill_in(ui, person, form.custom_id, parts, own=own, permissions=HOST)


def card_of(server: FakeDiscord, ask: Ask) -> Message:
    """Return the card as it lies in its channel."""
    assert ask.places.card_id is not None, "there is no card"
    return server.places[ask.row.channel_id].up[ask.places.card_id]


def text_of(message: Message) -> str:
    """Return all that a card says."""
    assert message.embed is not None, "the message has no embed"
    return f"{message.embed.title}\n{message.embed.description}"


async def test_a_draft_is_there_for_whoever_made_it_alone(ui: UI) -> None:
    preview = await typed(ui)
    ask_id = preview.buttons["Ask"].split(":")[2]
    until = f"<t:{(await ui.services.nights.asks.get(ask_id)).row.until}:f>"
    assert f"Closes {until}" in preview.text and "then a host can pick" in preview.text
    assert preview.text.count(until) == 1, f"it closes twice: {preview.text}"
    assert "When its time is up, I ping you there." in preview.text, f"and then? {preview.text}"
    assert "sees who picks what" in preview.text, preview.text
    for pressed in (ask_routes.WHO(ask_id, 0), ask_routes.POST(ask_id), ask_routes.DISCARD(ask_id)):
        answer = await press(ui, BOB, pressed, permissions=HOST)
        assert "no such question" in answer.text, f"{pressed}: {answer.text}"
    assert (await ui.services.nights.asks.get(ask_id)).row.state == "draft"


async def test_from_question_to_night(ui: UI, server: FakeDiscord) -> None:
    """The date on which most can becomes a night, and they are asked to press I'm in."""
    ask = await asked(ui)
    await pick(ui, ask, ADA, ask_routes.CAN, 1, 2)
    await pick(ui, ask, BOB, ask_routes.CAN, 2)
    told = await pick(ui, ask, CLEO, ask_routes.MAYBE, 0, 1)
    assert "If need be:" in told.text and not told.public, told.text
    ask = await shown(ui, ask.id)
    text = text_of(card_of(server, ask))
    assert "Can come (2): Ada, Bob" in text and "Best so far: date 3" in text, text
    refused = await press(ui, BOB, ask_routes.CLOSE(ask.id))
    assert f"This question is from <@{ADA.id}>." in refused.text, f"whose is it? {refused.text}"
    sure = await press(ui, ADA, ask_routes.CLOSE(ask.id), permissions=HOST)
    assert (await shown(ui, ask.id)).row.state == "open", "it closes without a question"
    assert "you can't open it again" in sure.text, sure.text
    closed = await press(ui, ADA, sure.buttons["Close it"], own=True, permissions=HOST)
    again = await press(ui, ADA, ask_routes.CLOSE(ask.id), permissions=HOST)
    assert again.text == closed.text and "Close it" not in again.buttons, "it closes twice"
    assert f"<t:{ask.dates[2].at}:F> (2 can come)" in closed.text, closed.text
    pressed = closed.buttons["Announce the best …"]
    preview = await previewed(ui, ADA, pressed, rounds="2", move_time="4")
    assert "2 rounds" in preview.text and "4 minutes a move" in preview.text, preview.text
    assert "Preview:" in preview.text and f"<t:{ask.dates[2].at}:F>" in preview.text
    assert "1 person who can come then is put on the list" in preview.text, preview.text
    again = await previewed(ui, ADA, ask_routes.ANNOUNCE(ask.id))
    assert again.buttons["Publish"] == preview.buttons["Publish"], "a second draft was made"
    ((other, dates),) = closed.lists
    assert dates == ["1", "0"], f"the best isn't the button's, or comes again: {dates}"
    moved = await previewed(ui, ADA, other, "0")
    assert f"<t:{ask.dates[0].at}:F>" in moved.text, f"it isn't announced for it: {moved.text}"
    again = await previewed(ui, ADA, ask_routes.ANNOUNCE(ask.id))
    assert f"<t:{ask.dates[2].at}:F>" in again.text, f"that isn't the best: {again.text}"
    night_id = preview.buttons["Publish"].split(":")[2]
    await press(ui, ADA, preview.buttons["Publish"], own=True, permissions=HOST)
    await ui.night_messages._update(night_id)
    night = await ui.services.nights.get(night_id)
    thread = server.places[night.places.thread_id or 0]
    (call,) = [each for each in thread.up.values() if "You're on the list" in each.content]
    assert call.mentions == {BOB.id}, call.content
    assert "Please confirm: can you come?" in call.content, "nobody is told what to do"
    ask = await shown(ui, ask.id)
    assert ask.row.state == "announced" and ask.row.night_id == night_id
    text = text_of(card_of(server, ask))
    assert f"for <t:{ask.dates[2].at}:F>: {card_link(night)} Please answer there" in text, text
    posts = announcement(replace(night.row, mention=7), calls=True)
    (called,) = of_ask(Change(night, "", posts=posts), ask).posts
    said = post_message(night, called, 1, Wording("en")).text
    assert f"question which date suits: {ask_link(ask)}" in said and "<@&7>" in said, said
    more = await press(ui, ADA, ask_routes.ANNOUNCE(ask.id), permissions=HOST)
    assert "announced already" in more.text, "a second night comes of one question"


@pytest.mark.usefixtures("server")
async def test_what_a_question_does_not_say_is_as_on_the_last_night_of_its_host(ui: UI) -> None:
    """That of somebody else is only taken without one of their own, and nothing of its people."""
    nights = ui.services.nights

    def ends(night: Night, _press: Press, _now: Now) -> Change:
        return Change(night.with_row(state="over"), "ended")

    async def announced() -> NightRow:
        ask = await asked(ui)
        await pick(ui, ask, BOB, ask_routes.CAN, 1)
        await press(ui, ADA, ask_routes.CLOSE_NOW(ask.id), own=True, permissions=HOST)
        preview = await previewed(ui, ADA, ask_routes.ANNOUNCE(ask.id))
        return (await nights.get(preview.buttons["Publish"].split(":")[2])).row

    async def held(host: Person, **fields: Any) -> None:
        night = await evening(ui, 2, doors=False, host=host, mention=7, about="Bring tea", **fields)
        await nights.change(night.id, NOBODY, ends)

    assert (await announced()).rounds == 3
    options = ui.tables.json_of("donburiko").dump_options(
        ui.services.game_by_key("donburiko").game.info.variants[-1]
    )
    await held(BOB, rounds=5, mode="one_table")
    row = await announced()
    assert (row.rounds, row.mode) == (5, "one_table"), row
    await held(ADA, rounds=4, move_time=240, pause=600, pilot="auto", teach=False, options=options)
    await held(BOB, rounds=5)
    row = await announced()
    assert (row.rounds, row.move_time, row.pause, row.pilot) == (4, 240, 600, "auto"), row
    assert not row.teach and row.options == options and row.game == "donburiko"
    assert row.host == ADA.id and row.mention is None and not row.about and row.title != "Friday"


async def test_several_games_are_not_played_at_the_same_tables_throughout(ui: UI) -> None:
    like = await (await evening(ui, 2, doors=False, mode="one_table", rounds=5)).night()
    new = NewNight(
        guild_id=GUILD,
        channel_id=CHANNEL,
        language="en",
        host=ADA,
        title="",
        game="donburiko",
        options="{}",
        further=(NightGame("shiranui", "{}"),),
        when=moment(read_stored(like.row.local), zone_of(like.row.zone)),
        zone=like.row.zone,
    )
    two = await with_settings(ui.services.nights, new, like)
    assert (two.rounds, two.mode, two.further) == (5, "social", new.further)


@pytest.mark.usefixtures("server")
async def test_a_host_reads_that_too_few_can_come_and_may_announce_it_all_the_same(ui: UI) -> None:
    ask = await asked(ui)
    await pick(ui, ask, BOB, ask_routes.CAN, 1)
    sure = await press(ui, ADA, ask_routes.CLOSE(ask.id), permissions=HOST)
    assert "(1 can come). That's too few for a table. At least 2 are needed." in sure.text, (
        sure.text
    )
    closed = await press(ui, ADA, sure.buttons["Close it"], own=True, permissions=HOST)
    assert "That's too few" in closed.text and "Announce the best …" in closed.buttons, closed.text
    ask = await shown(ui, ask.id)
    bob, cleo = (AnAnswer(each.id, each.name, frozenset({1})) for each in (BOB, CLEO))
    two, of_three = replace(ask, answers=(bob, cleo)), AskFacts(pace=RoundPace(3, 20))
    equal = replace(
        ask, answers=(replace(bob, can=frozenset({0, 1})), replace(cleo, can=frozenset({0, 1})))
    )
    said = best_line(equal, AskFacts(), Wording("en"))
    first, second = (f"<t:{each.at}:F>" for each in ask.dates[:2])
    assert said.startswith(f"The best dates: {first} and {second} (each: 2 can come)."), said
    taken = f"I take the earliest, {first}, unless you pick another."
    assert hosted_page(equal, AskFacts(), Wording("en")).text.endswith(taken)
    assert f" {taken} " in ask_call_text(equal, AskFacts(), Wording("en"))
    said = who_page(equal, AskFacts(), 0, Wording("en")).text
    assert f"<t:{ask.dates[2].at}:R>)\nNobody." in said, f"a date is left out: {said}"
    equal = replace(equal, row=replace(ask.row, state="open"))
    assert "Best so far: dates 1 and 2 ·" in ask_page(equal, AskFacts(), Wording("en")).text
    listed = who_page(two, AskFacts(), 0, Wording("en")).text
    assert listed.startswith("**1** · "), f"not in the order of the card: {listed}"
    said = best_line(two, of_three, Wording("en"))
    assert said.endswith("too few for a table of 3: a computer would take a seat."), said
    assert "too few" not in best_line(two, AskFacts(pace=RoundPace(2, 20)), Wording("en"))


@pytest.mark.usefixtures("server")
async def test_a_question_is_dropped_only_before_it_is_asked(ui: UI) -> None:
    preview = await typed(ui)
    ask_id = preview.buttons["Ask"].split(":")[2]
    gone = await press(ui, ADA, preview.buttons["Discard"], own=True, permissions=HOST)
    assert "Nobody has seen it." in gone.text, gone.text
    with pytest.raises(Trouble):
        await ui.services.nights.asks.get(ask_id)
    ask = await asked(ui)
    late = await press(ui, ADA, ask_routes.DISCARD(ask.id), own=True, permissions=HOST)
    assert "This has been asked already." in late.text, late.text
    assert (await shown(ui, ask.id)).row.state == "open", "a question on its way is gone"


async def test_its_role_is_called_once(ui: UI, server: FakeDiscord) -> None:
    """By its first card alone, found again after a crash; a card that was deleted comes back."""
    guild = server_with_role(ui)
    preview = await typed(ui, guild=guild.guild, mention=guild.role)
    assert f"<@&{guild.role.id}> will be mentioned once" in preview.text, preview.text
    server.places[CHANNEL].lost["send"] = [failure(503)]
    asks = ui.night_messages.asks
    await press(ui, ADA, preview.buttons["Ask"], own=True, permissions=HOST, guild=guild.guild)
    ask_id = preview.buttons["Ask"].split(":")[2]
    with pytest.raises(discord.HTTPException):
        await asks._update(ask_id)
    ask = await shown(ui, ask_id)
    (card,) = server.places[CHANNEL].up.values()
    assert card.content == f"<@&{guild.role.id}>" and ask.places.card_id == card.id
    await card.delete()
    await ui.night_messages.messages_deleted(GUILD, [card.id])
    ask = await shown(ui, ask_id)
    (again,) = server.places[CHANNEL].up.values()
    assert again.id != card.id and again.content == "", "the role is called again"


async def test_a_role_is_called_only_by_whom_may(ui: UI, server: FakeDiscord) -> None:
    guild = server_with_role(ui, mentionable=False)
    preview = await typed(ui, guild=guild.guild, mention=guild.role)
    assert "won't be mentioned" in preview.text, preview.text
    said = await press(
        ui, ADA, preview.buttons["Ask"], own=True, permissions=HOST, guild=guild.guild
    )
    assert "won't be mentioned" in said.text
    await shown(ui, preview.buttons["Ask"].split(":")[2])
    (card,) = server.places[CHANNEL].up.values()
    assert card.content == ""


@pytest.mark.usefixtures("server")
async def test_a_date_that_goes_to_the_other_list_is_said_to(ui: UI) -> None:
    ask = await asked(ui)
    await pick(ui, ask, BOB, ask_routes.CAN, 0, 1)
    first, second, *_others = (f"- <t:{each.at}:F>" for each in ask.dates)
    told = await pick(ui, ask, BOB, ask_routes.MAYBE, 1)
    assert f"If need be:\n{second} · moved from **I can …**" in told.text, told.text
    told = await pick(ui, ask, BOB, ask_routes.CAN, 0, 1)
    said = f"You can come:\n{first}\n{second} · moved from **If need be …**\n"
    assert said in told.text, told.text


async def test_its_host_is_called_once_at_the_end(ui: UI, server: FakeDiscord) -> None:
    """Also if the process dies before it has noted that; then it says what came of it."""
    ask = await asked(ui)
    await pick(ui, ask, BOB, ask_routes.CAN, 0)
    ask = await closed_by_time(ui, ask)
    place = server.places[CHANNEL]
    place.lost["send"] = [failure(503)]
    with pytest.raises(discord.HTTPException):
        await ui.night_messages.asks._update(ask.id)
    for _each in range(2):
        ask = await shown(ui, ask.id)
    (call,) = [each for each in place.up.values() if each.mentions]
    assert call.mentions == {ADA.id} and "(1 can come)" in call.content, call.content
    announce, who = ask_routes.ANNOUNCE(ask.id, mark=CALL), ask_routes.WHO(ask.id, 0, mark=CALL)
    assert call.controls == [announce, who], "its host can't announce a date from there"
    assert call.content.endswith(" Announce the best date below, or another one on its card."), (
        call.content
    )
    card = card_of(server, ask)
    assert {ask_routes.ANNOUNCE(ask.id), ask_routes.ANNOUNCE_ON(ask.id)} <= {*card.controls}
    *_buttons, dates = card.components[0].children
    zones = {str(each.description).rpartition(" · ")[2] for each in dates.options}
    assert zones == {"Europe/Berlin"}, f"in which zone are these dates? {zones}"
    other = await press(ui, BOB, ask_routes.ANNOUNCE(ask.id))
    assert "Only people who may host" in other.text, "whoever may not host makes a night"
    # Its host is away; somebody else who may host goes on.
    preview = await previewed(ui, CLEO, ask_routes.ANNOUNCE(ask.id), own=False)
    await press(ui, CLEO, preview.buttons["Publish"], own=True, permissions=HOST)
    ask = await shown(ui, ask.id)
    assert "game night is announced.\n" in f"{call.content}\n", (
        f"a link is promised: {call.content}"
    )
    await ui.night_messages._update(preview.buttons["Publish"].split(":")[2])
    ask = await shown(ui, ask.id)
    assert "game night is announced for <t:" in call.content and not call.controls, call.content


async def test_nothing_is_offered_once_its_dates_are_over(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Card and call are looked after once more then, after a restart, too."""
    ask = await asked(ui)
    await pick(ui, ask, BOB, ask_routes.CAN, 0)
    ask = await closed_by_time(ui, ask)
    for _each in range(2):
        ask = await shown(ui, ask.id)
    (call,) = [each for each in server.places[CHANNEL].up.values() if each.mentions]
    store = ui.services.nights.asks.store
    assert await store.to_show() == [ask.id], "a restart forgets that its dates will be over"
    monkeypatch.setattr(ui.tables, "now", lambda: ask.dates[-1].at)
    ask = await shown(ui, ask.id)
    for message in (call, card_of(server, ask)):
        assert ask_routes.ANNOUNCE(ask.id) not in message.controls, "its dates are over"
        assert "Announce a date" not in str(message.content), "they are over"
    assert "All of these dates are over." in call.content, call.content
    assert await store.to_show() == [], "it is looked after for ever"


async def test_where_its_channel_is_deleted_it_closes_and_calls_its_host(
    ui: UI, server: FakeDiscord
) -> None:
    landing = server.add(LANDING, discord.TextChannel)
    ask = await asked(ui)
    await pick(ui, ask, BOB, ask_routes.CAN, 0)
    await ui.tables.servers.change(GUILD, night_channel=LANDING)
    del server.places[CHANNEL]
    await ui.night_messages.channel_deleted(GUILD, CHANNEL)
    ask = await shown(ui, ask.id)
    ask = await shown(ui, ask.id)
    assert (ask.row.state, ask.row.why, ask.row.channel_id) == ("closed", "place", LANDING)
    card, call = landing.up.values()
    assert "· closed" in text_of(card) and call.mentions == {ADA.id}
    assert "Its channel was deleted" in call.content, call.content


async def test_with_nowhere_to_go_it_sleeps_until_somebody_uses_it(
    ui: UI, server: FakeDiscord
) -> None:
    ask = await asked(ui)
    place = server.places[CHANNEL]
    place.failures["edit"] = [failure(403, 50013)]
    await pick(ui, ask, BOB, ask_routes.CAN, 0)
    ask = await shown(ui, ask.id)
    assert ask.places.asleep and ask.row.state == "open"
    await pick(ui, ask, CLEO, ask_routes.CAN, 0)
    ask = await shown(ui, ask.id)
    assert not ask.places.asleep and "Can come (2)" in text_of(card_of(server, ask))


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"when": "in 10 days 20:00, yesterday"}, "yesterday"),
        ({"when": "in 10 days 20:00, someday"}, "someday"),
        ({"when": "in 10 days 20:00, in 10 days 8pm"}, "in 10 days 8pm"),
        ({"when": "in 10 days 20:00, 21:00"}, "21\\:00"),
        ({"when": "in 10 days 20:00"}, "commas"),
        ({"until": "in 10 days 20:01"}, "in 10 days 20:00"),
        ({"until": "yesterday"}, "yesterday"),
        ({"when": "in 1 hour, in 10 days"}, "in 1 hour"),
        ({"game2": "chess"}, "no game “chess”"),
        ({"game": ""}, "Which game?"),
    ],
)
async def test_what_is_wrong_is_named_and_typed_again(
    ui: UI, given: dict[str, Any], named: str
) -> None:
    """Nothing is made of it, and *Try again* has it all."""
    answer = await typed(ui, **given)
    assert named in answer.text and "Try again" in answer.buttons, answer.text
    assert not await ui.services.nights.asks.of_guild(GUILD, ("draft", "open"))


async def test_every_date_that_may_mean_two_is_offered_both_ways(ui: UI) -> None:
    """Before anybody else sees it: `8` is the evening, and the morning by a button."""
    preview = await typed(ui, when="in 10 days 8, in 11 days 20:00", until="in 8 days 7")
    (other,) = [each for each in preview.buttons if each.startswith("1 · Or")]
    (until,) = [each for each in preview.buttons if each.startswith("Closes · Or")]
    ask_id = preview.buttons["Ask"].split(":")[2]
    before = await ui.services.nights.asks.get(ask_id)
    preview = await press(ui, ADA, preview.buttons[other], own=True, permissions=HOST)
    assert "Ask" in preview.buttons, preview.text
    await press(ui, ADA, preview.buttons[until], own=True, permissions=HOST)
    after = await ui.services.nights.asks.get(ask_id)
    assert before.dates[0].at - after.dates[0].at == 12 * 3600
    assert before.row.until - after.row.until == 12 * 3600
    back = [each for each in preview.buttons if each.startswith("1 · Or")]
    assert back, "the evening isn't offered any more"
    wrong = await press(ui, ADA, ask_routes.OTHER(ask_id, 0, 5), own=True, permissions=HOST)
    assert "can't be picked" in wrong.text


async def test_setup_leads_to_the_question_as_well_as_to_a_night(ui: UI) -> None:
    """Its form is empty, whatever was typed before, and what is typed wrong there stays."""
    await typed(ui)
    setup = buttons_of(setup_page(ServerSettings("Europe/Berlin"), "Café", 0, Wording("en")))
    (asks,) = [each.id for each in setup if each.label == "Ask which date suits …"]
    modal = (await press(ui, ADA, asks, permissions=HOST)).form
    assert modal.children[0].component.default is None, "what was asked before is asked again"
    filled = {"when": "in 10 days, fry", "game": "donburiko", "until": "", "zone": ""}
    refused = await fill_in(ui, ADA, modal.custom_id, filled, own=False, permissions=HOST)
    modal = (await press(ui, ADA, refused.buttons["Try again"], permissions=HOST)).form
    assert modal.children[0].component.default == "in 10 days, fry"
    filled |= {"when": "in 10 days, in 11 days", "zone": "Berlin"}
    preview = await fill_in(ui, ADA, modal.custom_id, filled, permissions=HOST)
    assert "Ask" in preview.buttons, preview.text
    # Somebody goes back, to have it asked in another channel: nothing is lost.
    assert preview.buttons["Back"] == routes.SETUP()
    modal = (await press(ui, ADA, asks, permissions=HOST)).form
    assert modal.children[0].component.default == "in 10 days, in 11 days"
    again = await fill_in(ui, ADA, modal.custom_id, filled, permissions=HOST)
    await press(ui, ADA, again.buttons["Ask"], own=True, permissions=HOST)
    modal = (await press(ui, ADA, asks, permissions=HOST)).form
    assert modal.children[0].component.default is None, "what is asked already is asked again"
    assert "Back" not in (await typed(ui)).buttons, "it wasn't begun in /setup"


async def test_a_question_can_say_what_the_night_is_and_hands_that_on(
    ui: UI, server: FakeDiscord
) -> None:
    preview = await typed(ui, title="Tricks", about="Bring *tea*")
    assert "\n**Tricks**\nDonburiko!\n> Bring" in preview.text, preview.text
    form = (await press(ui, ADA, preview.buttons["Title, text …"], permissions=HOST)).form
    assert [each.component.default for each in form.children] == ["Tricks", "Bring *tea*"]
    sent = {"title": "Friday of tricks", "about": "Bring tea"}
    preview = await fill_in(ui, ADA, form.custom_id, sent, permissions=HOST)
    assert "**Friday of tricks**\nDonburiko!\n> Bring tea" in preview.text, preview.text
    dates = {"when": "in 20 days, in 21 days", "game": "donburiko", "until": ""}
    preview = await fill_in(ui, ADA, ask_routes.NEW(), dates, permissions=HOST)
    assert "**Friday of tricks**\nDonburiko!\n> Bring tea" in preview.text, (
        f"lost by Change …: {preview.text}"
    )
    ask_id = preview.buttons["Ask"].split(":")[2]
    await press(ui, ADA, preview.buttons["Ask"], own=True, permissions=HOST)
    ask = await shown(ui, ask_id)
    assert "**Friday of tricks**\nDonburiko!\n> Bring tea" in text_of(card_of(server, ask))
    late = await fill_in(ui, ADA, ask_routes.NAME(ask_id), sent, permissions=HOST)
    assert "asked already" in late.text, late.text
    await pick(ui, ask, BOB, ask_routes.CAN, 1)
    closed_page = await press(ui, ADA, ask_routes.CLOSE_NOW(ask_id), own=True, permissions=HOST)
    draft = await previewed(ui, ADA, closed_page.buttons["Announce the best …"])
    assert "Friday of tricks" in draft.text and "Bring tea" in draft.text, draft.text


async def test_the_form_takes_the_place_of_what_was_typed(ui: UI) -> None:
    preview = await typed(ui)
    ask_id = preview.buttons["Ask"].split(":")[2]
    parts = {"when": "in 20 days, in 21 days", "game": "donburiko", "until": "", "mention": ["55"]}
    again = await fill_in(ui, ADA, ask_routes.NEW(), parts, permissions=HOST)
    new_id = again.buttons["Ask"].split(":")[2]
    asks = ui.services.nights.asks
    assert new_id != ask_id and await asks.find(ask_id) is None, "two drafts are left"
    assert [each.said for each in (await asks.get(new_id)).dates] == ["in 20 days", "in 21 days"]
    assert "<@&55> won't be mentioned: its settings" in again.text, (
        f"no role can be picked: {again.text}"
    )
    modal = (await press(ui, ADA, again.buttons["Change …"], own=True, permissions=HOST)).form
    (role,) = modal.children[-1].component.default_values
    assert role.id == 55, "the role isn't kept"


@pytest.mark.parametrize("before", ["fri 20:00, ", "fri 20:00、"])
async def test_the_last_date_is_offered_behind_those_before(ui: UI, before: str) -> None:
    filled = SimpleNamespace(zone="Europe/Berlin")
    asked_for = interaction(ui, ADA, CHANNEL, Answer(), permissions=HOST, namespace=filled)
    found = await offered(ui, "night ask", "when", asked_for, f"{before}in 9 days 20:00")
    assert found and found[0].value.startswith(f"{before}20"), found
    assert all(len(each.value) <= 100 and len(each.name) <= 100 for each in found)


async def test_whole_lists_of_dates_are_offered(ui: UI, monkeypatch: pytest.MonkeyPatch) -> None:
    """One alone can't be sent: evenings that go together, and what may follow a typed one."""
    # Wed 25 Nov 2026, 12:00 in Berlin.
    monkeypatch.setattr(ui.tables, "now", lambda: 1795604400)

    async def offers(text: str) -> list[Any]:
        filled = SimpleNamespace(zone="Europe/Berlin")
        asked_for = interaction(ui, ADA, CHANNEL, Answer(), permissions=HOST, namespace=filled)
        return await offered(ui, "night ask", "when", asked_for, text)

    weekend, *_more = await offers("")
    assert weekend.value == "2026-11-27 20:00, 2026-11-28 20:00, 2026-11-29 20:00"
    assert weekend.name == "Fri 27 Nov + Sat 28 Nov + Sun 29 Nov · 20:00 · Europe/Berlin"
    without = "fri 20:00 sat 19:00"
    for text in ("thu 19:00", "fri 20:00, sat 19:00", "fri 20:00, sat 19:00,", without):
        found = [each.value for each in await offers(text)]
        longer = [each for each in found if len(each.split(",")) > 1 + text.strip(",").count(",")]
        assert len(longer) > 2, f"{text}: {found}"
        assert any(each.endswith(":00") and "19:00" in each for each in longer), found
    one, *_more = await offers("thu 19:00")
    assert one.value == "2026-11-26 19:00, 2026-11-27 19:00", "the next evening, too"
    whole = ", ".join(["fri 20:00"] * 5 + ["sat"])
    found = [each.value for each in await offers(whole)]
    assert found and all(each.count(",") == 5 for each in found), f"more than may be sent: {found}"


async def test_no_date_is_offered_that_would_be_refused(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is less than two hours away is only if it is said when the question closes."""
    # In the evening none is left today.
    morning = int(ui.tables.now()) // DAY * DAY + 9 * HOUR
    monkeypatch.setattr(ui.tables, "now", lambda: morning)
    for until, wanted in ((None, False), ("in 1 hour", True)):
        filled = SimpleNamespace(zone="Europe/Berlin", until=until)
        asked_for = interaction(ui, ADA, CHANNEL, Answer(), permissions=HOST, namespace=filled)
        for before in ("", "in 9 days, "):
            soon = await offered(ui, "night ask", "when", asked_for, f"{before}in 1 hour")
            said = [each.name for each in soon]
            assert any("fill in until" in each for each in said) is (not wanted), said
            usual = await offered(ui, "night ask", "when", asked_for, before)
            days = {each.name.rpartition(" · ")[0].rpartition(" · ")[2] for each in usual}
            assert "today" in days, f"there is time to answer: {days}"


@pytest.mark.parametrize("language", ["en-GB", "ja"])
def test_sixty_answers_fit_and_who_can_has_them_all(language: str) -> None:
    """Whatever names they have, on a card, and on pages that Discord takes."""
    wording = Wording(language)
    names = [f"{number:02}{'花*子_'[: number % 5] * 6}"[:32] for number in range(60)]
    every = frozenset(range(6))
    answers = tuple(
        AnAnswer(number, name, every if number % 2 else frozenset(), every - {number % 6})
        for number, name in enumerate(names)
    )
    ask = an_ask(6, answers)
    facts = AskFacts({"a": "A" * 120, "b": "B" * 120, "c": "C"})
    page = ask_page(ask, facts, wording)
    text = page.embed().description or ""
    assert len(page.embed()) <= 6000 and not text.endswith("…"), "the end of the card is cut off"
    before, _, after = wording.ngettext("{n} other", "{n} others", 2, n="|").partition("|")
    assert re.search(f"{before}[0-9]+{after}", text), "nobody reads how many aren't listed"
    for row in page.rows:
        if isinstance(row, Select):
            assert all(len(each.label) <= 100 or row.prompt for each in row.choices)
    pages = [who_page(ask, facts, number, wording) for number in range(12)]
    assert pages[-1] == pages[-2] != pages[1], "there are more pages, or one alone"
    assert all(len(each.text) <= 4096 for each in pages)
    said = "".join({each.footer: each.text for each in pages}.values())
    for number in range(60):
        assert said.count(f"{number:02}") >= 5, f"{names[number]!r} isn't among those who can"


async def test_the_list_of_nights_has_what_is_asked(ui: UI, server: FakeDiscord) -> None:
    del server
    ask = await asked(ui)
    await pick(ui, ask, BOB, ask_routes.CAN, 0)
    for person, words in ((ADA, "You haven't answered"), (BOB, "You've answered")):
        answer = Answer()
        await command(ui, "nights list", interaction(ui, person, CHANNEL, answer))
        assert "Which date suits you?" in answer.text and words in answer.text, answer.text
        assert f"<t:{ask.dates[2].at}:f>" in answer.text


async def test_a_question_of_another_server_isnt_there(ui: UI, server: FakeDiscord) -> None:
    del server
    ask = await asked(ui)
    for custom_id in (ask_routes.CAN(ask.id), ask_routes.WHO(ask.id, 0)):
        answer = await press(ui, BOB, custom_id, guild_id=GUILD + 1)
        assert "no such question" in answer.text, answer.text


# Helpers


async def closed_by_time(ui: UI, ask: Ask) -> Ask:
    """Let its time pass."""
    asks = ui.services.nights.asks
    await asks.change(ask.id, NOBODY, lambda each, _press, now: closed(each, "time", now))
    return await asks.get(ask.id)


def server_with_role(ui: UI, *, mentionable: bool = True) -> Any:
    """Return a role, and a server that has it."""
    role = StandIn(discord.Role, id=55, name="Players", mentionable=mentionable)
    guild = SimpleNamespace(id=GUILD, get_role=lambda _id: role, get_channel=lambda _id: None)
    del ui
    return SimpleNamespace(role=role, guild=guild)


def an_ask(dates: int, answers: tuple[AnAnswer, ...]) -> Ask:
    """Return a question with some answers."""
    row = DatesAskRow(
        id="aaaaa",
        guild_id=GUILD,
        channel_id=CHANNEL,
        language="en",
        state="open",
        host=1,
        host_name="Ada",
        zone="Europe/Berlin",
        dates="",
        games="",
        until=1_900_000_000,
        until_said="",
        made_at=0,
        opened_by=1,
    )
    several = tuple(
        AskedDate(f"{day}.12.", f"2030-12-{day:02}T20:00", 1_922_000_000 + day * 86_400)
        for day in range(1, dates + 1)
    )
    return Ask(row, AskPlaces(), several, ("a", "b", "c"), answers)


async def test_who_has_left_the_server_isnt_called(ui: UI, server: FakeDiscord) -> None:
    """Neither its host as it closes, nor who can once the night is announced."""
    ask = await asked(ui)
    for person in (ADA, BOB):
        await pick(ui, ask, person, ask_routes.CAN, 0)
    server.guild = SimpleNamespace(id=GUILD, unavailable=False, fetch_member=gone_but_bob, me=None)
    server.guild.get_role = server.guild.get_channel = lambda _id: None
    ask = await closed_by_time(ui, ask)
    await shown(ui, ask.id)
    (call,) = [each for each in server.places[CHANNEL].up.values() if "You asked" in each.content]
    assert not call.mentions, "who has left is mentioned"
    preview = await previewed(ui, CLEO, ask_routes.ANNOUNCE(ask.id), own=False)
    await press(ui, CLEO, preview.buttons["Publish"], own=True, permissions=HOST)
    night_id = preview.buttons["Publish"].split(":")[2]
    await ui.night_messages._update(night_id)
    night = await ui.services.nights.get(night_id)
    thread = server.places[night.places.thread_id or 0]
    (said,) = [each for each in thread.up.values() if "you said you can come" in each.content]
    assert said.mentions == {BOB.id}, "who has left is asked to come"
    assert [each.person for each in night.guests.coming] == [BOB.id], "who has left comes"
    assert f"<t:{night.guests.starts_at}:F>" in said.content, f"on which date? {said.content}"


async def gone_but_bob(person: int) -> Any:
    """Return a member; everybody but Bob has left."""
    if person != BOB.id:
        raise failure(404, 10007)
    return SimpleNamespace(id=person)


async def test_a_night_and_a_question_out_of_sight_are_not_there(
    ui: UI, server: FakeDiscord
) -> None:
    """Neither listed nor found by their ids; whoever has answered, or sees the channel, may."""
    ask, night = await asked(ui), await evening(ui, 2, doors=False)
    await night.answer(press_in, CLEO)
    await pick(ui, ask, CLEO, ask_routes.CAN, 1)
    seeing, blind = server_where(view_channel=True), server_where(view_channel=False)
    for person, guild, told in ((BOB, blind, False), (BOB, seeing, True), (CLEO, blind, True)):
        listed = Answer()
        asking = interaction(ui, person, ELSEWHERE, listed, guild=guild)
        await command(ui, "nights list", asking)
        for words in ("Friday", "Which date suits you?"):
            assert (words in listed.text) == told, f"{person.name} reads: {listed.text}"
        elsewhere = {"channel": ELSEWHERE, "own": True, "guild": guild}
        shown = await press(ui, person, routes.SHOW_NIGHT(night.id), **elsewhere)
        assert ("no such game night" in shown.text) != told, shown.text
        shown = await press(ui, person, ask_routes.WHO(ask.id, 0), **elsewhere)
        assert ("no such question" in shown.text) != told, shown.text
