"""A night's card, thread and posts on Discord, and what guests and hosts press there."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, get_args
from unittest.mock import MagicMock

import discord
import pytest

from bot.nights.announcing import cancel, edit, word_to_all
from bot.nights.dates import moment, read_stored, zone_of
from bot.nights.guest_list import Guest, Mark
from bot.nights.guest_presses import press_here, take_off
from bot.nights.night import NOT_LEADING, Change, Night, Now, Post, PostKind, Press
from bot.nights.said_lately import LATELY
from bot.nights.series import Series
from bot.nights.stages import NOTICE
from bot.nights.typed_dates import read
from bot.tables.clock import DAY
from bot.tables.seat import Person
from bot.ui.actions.nights.night_form import settings_form
from bot.ui.actions.nights.night_outcomes import _come_button
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.desk_facts import DeskFacts
from bot.ui.pages.nights.desk_page import desk_page
from bot.ui.pages.nights.night_answers import answer_page
from bot.ui.pages.nights.night_card import everybody_page, night_card_page
from bot.ui.pages.nights.night_guests import guest_page, guests_page
from bot.ui.pages.nights.night_posts import post_message
from bot.ui.pages.nights.night_words import card_link, night_thread_name
from bot.ui.pages.nights.nights_list import nights_page
from bot.ui.pages.nights.round_notice import notice_text
from bot.ui.pages.page import Page
from bot.ui.pages.phone_height import GAP, ROW, rows_height
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.wording import Wording
from bot.ui.posting.refusals import ARCHIVED
from cogs.donburiko.help import HELP
from cogs.donburiko.lesson import LESSON
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import GAME
from storage.night_rows import NightPlaces, NightState, Stage
from storage.result_rows import SeasonRow
from tests.nights.night_with_guests import STARTS
from tests.nights.sample_nights import guests_in, played_by, sample_night
from tests.ui.clicks import Answer, buttons_of, command, fill_in, interaction, offered, press
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, GUILD, UI
from tests.ui.fake_discord import FakeDiscord, Place, failure
from tests.ui.night_evening import GUESTS, evening, shown

VOICE = Wording("en-GB")
HOST = discord.Permissions(manage_events=True, send_messages=True)
DAI = Person(4, "Dai")
GONE = 299
LANDING = 300
"""A channel where a server wants its nights announced."""
PLAYABLE = PlayableGame(GAME, RENDER, HELP)


async def draft(ui: UI, person: Person = ADA, **given: Any) -> tuple[str, Answer]:
    """Make a draft; return its id and the preview."""
    answer = Answer()
    asked = interaction(ui, person, CHANNEL, answer, permissions=HOST)
    options = {"when": "in 10 days", "game": "donburiko", "zone": "Europe/Berlin", **given}
    await command(ui, "night new", asked, **options)
    publishing = answer.buttons.get("Publish", "::")
    return publishing.split(":")[2], answer


async def announced(ui: UI, **given: Any) -> Night:
    """Announce a night, and show it."""
    night_id, preview = await draft(ui, **given)
    assert preview.buttons, preview.text
    said = await press(ui, ADA, preview.buttons["Publish"], own=True, permissions=HOST)
    assert "Posting it in" in said.text, said.text
    return await shown(ui, night_id)


async def come(ui: UI, night: Night, *people: Person, verb: str = "in") -> list[str]:
    """Have people press something on the card; return what they are told."""
    answers = [await press(ui, each, f"n:{verb}:{night.id}") for each in people]
    assert not any(answer.public for answer in answers), "an answer is seen by all"
    return [answer.text for answer in answers]


def card_in(server: FakeDiscord, night: Night) -> Any:
    """Return the card as it lies in its channel."""
    assert night.places.card_id is not None, "the night has no card"
    return server.places[night.row.channel_id].up[night.places.card_id]


def thread_of(server: FakeDiscord, night: Night) -> Place:
    """Return the night's thread."""
    assert night.places.thread_id is not None, "the night has no thread"
    return server.places[night.places.thread_id]


# Planning


@pytest.mark.walked
async def test_nobody_sees_a_night_before_it_is_published(ui: UI, server: FakeDiscord) -> None:
    night_id, preview = await draft(ui, title="Friday of tricks")
    assert "Preview: Friday of tricks" in preview.text and not preview.public
    await shown(ui, night_id)
    assert not server.places[CHANNEL].up, "a draft is announced"
    for verb in ("in", "show", "publish", "discard", "change", "remind", "desk"):
        other = await press(ui, BOB, f"n:{verb}:{night_id}", permissions=HOST)
        assert "no such game night" in other.text, f"{verb}: {other.text}"
    gone = await press(ui, ADA, preview.buttons["Discard"], own=True, permissions=HOST)
    assert "Discarded" in gone.text and "Plan a night …" in gone.buttons
    again = await press(ui, ADA, preview.buttons["Publish"], own=True, permissions=HOST)
    assert "no such game night" in again.text


async def test_a_host_who_has_come_is_asked_no_more_whether_they_do(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui)
    pressed = interaction(ui, ADA, CHANNEL, Answer(), permissions=HOST)
    come = _come_button(night, pressed, VOICE)
    assert come is not None, "a host isn't asked whether they come"
    answer = await press(ui, ADA, come.id, own=True, permissions=HOST)
    assert answer.edited and "I'm in" not in answer.buttons, f"it still asks: {answer.text}"
    assert "Desk" in answer.buttons, "what led on from there is gone"


async def test_only_who_may_lead_makes_a_night(ui: UI) -> None:
    answer = Answer()
    asked = interaction(ui, BOB, CHANNEL, answer, permissions=discord.Permissions())
    await command(ui, "night new", asked, when="fri 20:00", game="donburiko")
    assert "Manage Events" in answer.text


@pytest.mark.walked
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"when": "yesterday"}, "is over already"),
        ({"when": "blue"}, "I can't read “blue”"),
        ({"zone": "Atlantis"}, "I don't know “Atlantis”."),
        ({"zone": None}, "I don't know your time zone yet"),
        ({"game": "chess"}, "no game “chess”"),
        ({"season": "Winter"}, "no such season"),
    ],
)
async def test_what_cant_be_read_is_said(ui: UI, given: dict[str, Any], said: str) -> None:
    _, answer = await draft(ui, **given)
    assert said in answer.text, answer.text


@pytest.mark.walked
async def test_everybodys_role_is_not_mentioned(ui: UI) -> None:
    """Discord takes a mention of it for none, whatever the bot may do."""
    for role_id, said in ((9, "will be mentioned once"), (GUILD, "never mention @everyone")):
        role = SimpleNamespace(id=role_id, mentionable=True)
        guild = MagicMock(spec=discord.Guild, id=GUILD)
        guild.get_role.return_value = role
        answer = Answer()
        usual = discord.Permissions(mention_everyone=True)
        asked = interaction(
            ui, ADA, CHANNEL, answer, permissions=HOST, app_permissions=usual, guild=guild
        )
        given = {"when": "in 10 days", "game": "donburiko", "zone": "Europe/Berlin"}
        await command(ui, "night new", asked, **given, mention=role)
        assert said in answer.text, answer.text


@pytest.mark.walked
async def test_the_preview_tells_of_a_change_of_clocks_and_of_what_is_missing(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ui.tables, "now", lambda: 1_790_000_000)
    role = SimpleNamespace(id=9, mentionable=False)
    guild = SimpleNamespace(
        id=GUILD, get_role=lambda _id: role, get_channel=lambda _id: None, me=None
    )
    answer = Answer()
    few = discord.Permissions(view_channel=True, send_messages=True)
    asked = interaction(
        ui, ADA, CHANNEL, answer, permissions=HOST, app_permissions=few, guild=guild
    )
    given = {"when": "25.10.2026 02:30", "game": "donburiko", "zone": "Europe/Berlin"}
    await command(ui, "night new", asked, **given, mention=role)
    for said in ("comes twice", "won't be mentioned", "**Embed Links"):
        assert said in answer.text, f"{said!r} isn't in {answer.text}"
    refused = await press(
        ui, ADA, answer.buttons["Publish"], own=True, permissions=HOST, app_permissions=few
    )
    assert "I still need" in refused.text


async def test_a_form_changes_a_night_unless_another_host_was_first(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui)
    modal = await opened(ui, routes.CHANGE(night.id))
    typed = {"title": "Sunday  of @everyone", "when": night.row.local.replace("T", " "),
             "limit": "", "about": "Bring *acorns*"}  # fmt: skip
    assert [each.component.custom_id for each in modal.children] == [*typed]
    # What guests press meanwhile is no matter to the form.
    await come(ui, night, BOB)
    for expected in ("Changed.", "Something changed meanwhile"):
        sent = await form(ui, ADA, modal.custom_id, typed)
        assert expected in sent.text, sent.text
    night = await shown(ui, night.id)
    assert (night.row.title, night.row.about) == ("Sunday of @everyone", "Bring *acorns*")
    assert night.guests.find(BOB.id) is not None


async def test_times_have_a_form_and_the_card_says_where_to_talk(
    ui: UI, server: FakeDiscord
) -> None:
    """Filled in as they are, refused where they are too long; the doors say where to talk, too."""
    answer = Answer()
    there: Any = SimpleNamespace(id=55)
    asked = interaction(ui, ADA, CHANNEL, answer, permissions=HOST)
    given = {"when": "in 10 days", "game": "donburiko", "zone": "Europe/Berlin"}
    await command(ui, "night new", asked, **given, voice=there, about="Bring *acorns*")
    card = "> Bring \\*acorns\\*\nVoice channel: <#55>"
    assert card in answer.text, answer.text
    (night,) = await ui.services.nights.reader.of_guild(GUILD, ("draft",))
    modal = await opened(ui, routes.TIMES(night.id))
    parts = [each.component for each in modal.children]
    assert [each.custom_id for each in parts] == ["move_time", "pause"]
    assert next(each.text for each in modal.children) == "Minutes a move (1 to 10)"
    sent = {"move_time": "4", "pause": "0"}
    for wrong, said in (
        ({"pause": "99"}, "Minutes between rounds must be 0 to 15"),
        ({"move_time": "x"}, "Minutes a move must be 1 to 10"),
    ):
        refused = await form(ui, ADA, modal.custom_id, sent | wrong)
        assert said in refused.text, refused.text
    assert await ui.services.nights.get(night.id) == night, "nonsense was kept"
    changed = await form(ui, ADA, modal.custom_id, sent)
    assert "between rounds" not in changed.text, "there is a break of no minutes"
    row = (await ui.services.nights.get(night.id)).row
    assert (row.move_time, row.pause, row.voice) == (240, 0, 55)
    night = await ui.services.nights.get(night.id)
    doors = post_message(night, Post("doors"), 1, Wording("en")).text
    assert doors.endswith("when you arrive.\n> Bring \\*acorns\\*\nVoice channel: <#55>"), doors


@pytest.mark.walked
async def test_the_other_form_changes_what_new_sets_too(ui: UI, server: FakeDiscord) -> None:
    """Mode, season, role, voice: filled in as they are, refused where made up."""
    autumn = SeasonRow(
        guild_id=GUILD, name="Autumn", first_day="2026-09-01", last_day="2026-12-31", zone="UTC",
        begins_at=0, ends_at=1,
    )  # fmt: skip
    await ui.tables.store.results.save_season(autumn)
    season = (await ui.tables.store.results.seasons(GUILD))[0].id
    night_id, preview = await draft(ui)
    asked = settings_form(await ui.services.nights.get(night_id), (), VOICE).values
    assert "season" not in asked, "a list of seasons without any"
    assert "as many others as possible" in preview.text and "5 minutes between" in preview.text
    modal = await opened(ui, preview.buttons["Pings, tables …"])
    lists = [item.component for item in modal.children]
    assert [part.custom_id for part in lists] == ["mode", "season", "mention", "cohosts", "voice"]
    chosen = [part.to_component_dict() for part in lists]
    picked = [option["value"] for part in (0, 1) for option in chosen[part]["options"]
              if option["default"]]  # fmt: skip
    assert picked == ["social", "0"], "the lists don't begin with how the night is"
    assert not chosen[2]["required"]
    sent = {"mode": ["standing"], "season": [str(season)], "mention": ["77"], "voice": ["56"]}
    for wrong in (
        {"mode": ["chess"]}, {"season": ["9"]}, {"mention": ["x"]}, {"mode": []},
        {"voice": ["x"]},
    ):  # fmt: skip
        await form(ui, ADA, modal.custom_id, sent | wrong)
    assert (await ui.services.nights.get(night_id)).row.mode == "social", "nonsense was kept"
    said = await form(ui, ADA, modal.custom_id, sent)
    for each in ("similar points", "season Autumn", "<@&77>", "<#56>"):
        found = said.text.lower().count(each.lower())
        assert found == 1, f"{each!r} is {found} times on the preview: {said.text}"
    row = (await ui.services.nights.get(night_id)).row
    assert (row.mode, row.season, row.mention) == ("standing", season, 77)
    await press(ui, ADA, said.buttons["Publish"], own=True, permissions=HOST)
    answer = Answer()
    await command(ui, "night edit", interaction(ui, ADA, CHANNEL, answer, permissions=HOST))
    assert "season Autumn" in answer.text and "<@&77>" in answer.text
    late = await form(ui, ADA, modal.custom_id, sent)
    assert "Something changed meanwhile" in late.text, "an old form was taken"
    modal = await opened(ui, routes.MORE_SETTINGS(night_id))
    nothing = {"mode": ["social"], "season": ["0"], "mention": []}
    said = await form(ui, ADA, modal.custom_id, nothing)
    assert "Changed." in said.text and "season" not in said.text
    row = (await ui.services.nights.get(night_id)).row
    assert (row.season, row.mention) == (None, None)


async def test_only_another_date_is_said_to_ask_guests(ui: UI, server: FakeDiscord) -> None:
    """Who hasn't confirmed an earlier change isn't asked again by a change of something else."""
    night = await announced(ui)
    await come(ui, night, BOB)
    typed = {"title": "", "when": "sat 20:00", "limit": "", "about": ""}
    said = await form(ui, ADA, (await opened(ui, routes.CHANGE(night.id))).custom_id, typed)
    said = await press(ui, ADA, said.buttons["Move it"], own=True, permissions=HOST)
    assert "Changed. 1 guest is asked" in said.text, said.text
    said = await press(ui, ADA, desk_routes.SET_TEACH(night.id), "off", own=True, permissions=HOST)
    assert not (await ui.services.nights.get(night.id)).row.teach, "nothing was changed"
    assert "Changed." in said.text and "asked" not in said.text, said.text


async def opened(ui: UI, custom_id: str, rights: discord.Permissions = HOST) -> Any:
    """Press what opens a form; return it."""
    return (await press(ui, ADA, custom_id, permissions=rights)).form


async def form(
    ui: UI,
    person: Person,
    custom_id: str,
    filled: Mapping[str, str | list[str]],
    rights: discord.Permissions = HOST,
    **more: Any,
) -> Answer:
    """Send a form of a night, as somebody who may host."""
    return await fill_in(ui, person, custom_id, filled, own=False, permissions=rights, **more)


# The card and its answers


@pytest.mark.walked
async def test_guests_answer_on_the_card(ui: UI, server: FakeDiscord) -> None:
    night = await announced(ui, limit=2)
    text = card_in(server, night).embed.description
    assert "Nobody yet." in text and "\n3 rounds of about " in text
    assert "**Teach me**: you needn't know the rules." in text, text
    told = await come(ui, night, ADA, BOB, CLEO)
    assert ["You're in!" in each for each in told] == [True, True, False]
    assert "number 1 on the waitlist for now. `/nights list`" in told[2]
    assert "You're called when" in told[2]
    opens = f"I'll call you an hour before, and when doors open, at <t:{night.guests.doors_at}:t>."
    assert opens in told[0], told[0]
    assert "If that changes, **I'm in** puts you" in (await come(ui, night, DAI, verb="out"))[0]
    await come(ui, night, BOB, verb="teach")
    night = await shown(ui, night.id)
    text = card_in(server, night).embed.description
    assert "In (2 of 2)" in text and "Waitlist (1)" in text and "Bob\u00a0🎓" in text, text
    assert "**Teach me**: somebody can teach you." in text, text
    night_card = server.places[CHANNEL]
    assert len(night_card.up) == 1, "there are two cards"


@pytest.mark.walked
async def test_who_hasnt_answered_is_told_to(ui: UI, server: FakeDiscord) -> None:
    night = await announced(ui)
    asked = await press(ui, BOB, routes.REMIND(night.id))
    assert "Answer first" in asked.text and {"I'm in", "Maybe"} <= set(asked.buttons), asked.text
    for verb in ("take", "pass"):
        (said,) = await come(ui, night, BOB, verb=verb)
        assert "isn't offered to you" in said
    (said,) = await come(ui, night, BOB, verb="here")
    assert "Doors aren't open yet" in said
    answered = await press(ui, BOB, asked.buttons["I'm in"], own=True)
    ((custom_id, offered),) = answered.lists
    assert "You're in!" in answered.text and "day" in offered, answered.text
    reminded = await press(ui, BOB, custom_id, "day", own=True)
    said = "I remind you a day before and when doors open. Pick below"
    assert said in reminded.text, reminded.text


async def test_who_would_wait_reads_it_before_they_press_in(ui: UI, server: FakeDiscord) -> None:
    night = await announced(ui, limit=1)
    waits = "**I'm in** puts you on the waitlist"
    (first,) = await come(ui, night, BOB, verb="maybe")
    assert waits not in first, "the seat is free"
    await come(ui, night, ADA)
    (full,) = await come(ui, night, BOB, verb="maybe")
    assert waits in full and "keeps you a seat" not in full, full
    assert "I call you when a seat is free." in full, full
    night = await ui.services.nights.get(night.id)
    post = Post("remind", (ADA.id, BOB.id), {"when": "hour"})
    assert waits in post_message(night, post, 1, VOICE).text
    (out,) = await come(ui, night, DAI, verb="out")
    assert "**I'm in** puts you at the end of the waitlist" in out, out
    await come(ui, night, CLEO)
    said = (await press(ui, CLEO, routes.REMIND(night.id))).text
    assert "Until you have a seat, I only call you when one is free" in said, said
    (out,) = await come(ui, night, ADA, verb="out")
    assert "at the end of the waitlist" in out, f"the seat is offered to who waits: {out}"


async def test_who_says_maybe_can_settle_it_and_be_reminded_or_pinged_from_there(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, repeat="weekly")
    maybe = await press(ui, BOB, routes.PRESS_MAYBE(night.id))
    wanted = ["I'm in", "Can't come", "Ping me for this series", "Show the night"]
    assert [*maybe.buttons] == wanted, maybe.buttons
    assert "I'll call you an hour before, and when doors open, at <t:" in maybe.text, maybe.text
    ((custom_id, offered),) = maybe.lists
    assert "day" in offered, offered
    await press(ui, BOB, custom_id, "never", own=True)
    again = await press(ui, BOB, routes.PRESS_MAYBE(night.id))
    assert "I'll call you" not in again.text, again.text
    comes = await press(ui, BOB, again.buttons["I'm in"], own=True)
    assert [each for each, _offered in comes.lists] == [custom_id], "who is in can't choose it"
    out = await press(ui, BOB, again.buttons["Can't come"], own=True)
    assert not out.lists, "who can't come is reminded"
    assert "You're down as not coming." in out.text and "Can't come" not in out.buttons, out.text


async def test_teach_me_and_i_can_teach_seat_whoever_presses_them_first(
    ui: UI, server: FakeDiscord
) -> None:
    """The first press is In, or in line, and the mark; the next one takes the mark alone."""
    ui.services.games["donburiko"] = PlayableGame(GAME, RENDER, HELP, lesson=LESSON)
    night = await announced(ui, limit=2)
    learns = await press(ui, BOB, routes.PRESS_LEARN(night.id))
    assert "You're in!" in learns.text and "taught" in learns.text, learns.text
    assert learns.buttons.get("Learn by playing, 4 minutes") == routes.LEARN_BESIDE(night.row.game)
    without = answer_page(await ui.services.nights.get(night.id), BOB.id, "learn", VOICE)
    assert "Learn" not in repr(without.rows), "a lesson is offered that there isn't"
    told = await come(ui, night, CLEO, ADA, verb="teach")
    assert "You're in!" in told[0] and "number 1 on the waitlist" in told[1], told
    await come(ui, night, BOB, verb="learn")
    guests = (await ui.services.nights.get(night.id)).guests
    kept = {each.person: (each.answer, each.marks) for each in guests.guests}
    wanted = {BOB: ("in", set()), CLEO: ("in", {"teacher"}), ADA: ("waits", {"teacher"})}
    assert kept == {each.id: said for each, said in wanted.items()}


async def test_who_is_there_and_can_teach_still_reads_where_they_sit(ui: UI) -> None:
    night = await evening(ui, 3)
    told = await press(ui, GUESTS[1], routes.PRESS_HERE(night.id))
    told = await press(ui, GUESTS[1], told.buttons["I can teach"], own=True)
    assert "You can teach." in told.text and "round 1" in told.text, told.text
    assert "Press **I'm here**" not in told.text, "they are here already"


def test_who_waits_for_a_late_host_reads_what_they_can_do_meanwhile() -> None:
    night = sample_night(guests_in("Bob", "Cleo", came_at=5), "doors", pilot="host")
    closed = replace(night, guests=replace(night.guests, doors="closed"))
    said = [answer_page(each, 1, "here", VOICE).text for each in (night, closed)]
    assert ["play against computers: `/play`" in each for each in said] == [False, True], said


@pytest.mark.parametrize("locale", ["en-GB", "ja"])
@pytest.mark.parametrize("state", ["open", "doors", "playing"])
def test_the_controls_of_a_card_take_two_rows_on_a_phone(locale: str, state: NightState) -> None:
    night = sample_night(guests_in("Ada", "Bob"), state)
    rows = night_card_page(night, (PLAYABLE,), Wording(locale)).rows
    assert rows_height(rows) == 2 * (GAP + ROW), f"the answer is pushed down: {rows}"


@pytest.mark.walked
async def test_a_guest_chooses_when_to_be_reminded(ui: UI, server: FakeDiscord) -> None:
    night = await announced(ui)
    await come(ui, night, BOB)
    asked = await press(ui, BOB, routes.REMIND(night.id))
    (custom_id, offered), *_ = asked.lists
    assert offered == ["day", "hour", "doors", "never"]
    for picked, kept in ((["day", "doors"], {"day", "doors"}), (["never", "day"], set[str]())):
        answer = await press(ui, BOB, custom_id, *picked, own=True)
        guest = (await ui.services.nights.get(night.id)).guests.find(BOB.id)
        assert guest is not None and guest.remind == kept, answer.text
    wrong = await press(ui, BOB, custom_id, "hour", "noon", own=True)
    assert wrong.text and "reminded:" not in wrong.text
    await press(ui, BOB, routes.PRESS_OUT(night.id))
    refused = await press(ui, BOB, routes.REMIND(night.id))
    assert refused.text.endswith("You said that you can't come. Can you come after all?"), (
        "reminders are promised to whoever gets none"
    )
    assert [*refused.buttons] == ["I'm in", "Maybe"] and not refused.lists, refused.buttons
    await ui.tables.servers.block(GUILD, CLEO.id, ADA.id)
    refused = await press(ui, CLEO, routes.REMIND(night.id))
    assert "blocked you" in refused.text, refused.text
    assert refused.sent == 1, "who is blocked is asked for an answer before the refusal"


async def test_the_card_shows_only_what_everybody_may_see() -> None:
    """Reminders, offers that were passed or let run out, and who called differ without a trace."""
    rng = random.Random(3)
    hidden: tuple[Mark, ...] = ("passed", "lapsed", "called")
    shown: tuple[Mark, ...] = ("learner", "teacher", "asked")
    for _ in range(200):
        people = [
            Guest(n, f"P{n}", rng.choice(("in", "waits", "maybe", "out")), n)
            for n in range(1, rng.randint(2, 14))
        ]
        marked = [
            replace(one, marks=frozenset(mark for mark in shown if rng.random() < 0.3))
            for one in people
        ]
        twins = [
            replace(
                one,
                marks=one.marks | {mark for mark in hidden if rng.random() < 0.5},
                remind=frozenset(rng.sample(["day", "hour", "doors"], rng.randint(0, 3))),
                offered_until=STARTS if one.answer == "waits" and rng.random() < 0.5 else None,
            )
            for one in marked
        ]
        cards = [
            night_card_page(sample_night(each, game="donburiko"), [PLAYABLE], VOICE)
            for each in (marked, twins)
        ]
        assert cards[0] == cards[1], "the card tells what only its guest knows"


@pytest.mark.parametrize("state", ["open", "doors", "playing", "over"])
async def test_a_card_that_names_some_leads_to_all(state: NightState) -> None:
    """Everybody stands on one of the pages behind the button, by the numbers of the card."""
    names = [f"P{number}" for number in range(1, 201)]
    arrived = {} if state == "open" else {"came_at": STARTS}
    people = [replace(each, **arrived) for each in guests_in(*names)]
    night = sample_night(people, state, game="donburiko")
    if state == "over":
        night = replace(night, rounds=(played_by(people),))
    card = night_card_page(night, [PLAYABLE], VOICE)
    assert "140 others" in card.text, card.text
    assert "All guests" in labels(card), "a card that is cut leads to nowhere"
    pages = [everybody_page(night, number, VOICE) for number in range(9)]
    missing = {*names} - {*re.findall(r"P[0-9]+", " ".join(page.text for page in pages))}
    assert not missing, f"{len(missing)} guests stand on no page: {sorted(missing)[:5]}"
    assert "Next page" in labels(pages[0]) and pages[0].footer == "Page 1 of 3"
    few = sample_night(people[:60], state, game="donburiko")
    assert "All guests" not in labels(night_card_page(few, [PLAYABLE], VOICE)), (
        "nothing is cut there"
    )


def labels(page: Page) -> set[str]:
    """Return what stands on the buttons of a page."""
    return {item.label for item in buttons_of(page)}


async def test_all_guests_are_shown_at_a_press(ui: UI, server: FakeDiscord) -> None:
    night = await announced(ui)
    await come(ui, night, *(Person(500 + number, f"P{number}") for number in range(61)))
    page = await press(ui, BOB, routes.EVERYBODY(night.id, 0))
    assert "P60" in page.text, f"the last guest isn't there: {page.text}"


@pytest.mark.parametrize("state", ["open", "doors"])
async def test_all_pages_say_the_same_number_of_those_who_are_in(state: NightState) -> None:
    """Who went home, or never came, has no seat kept on the desk, and stands apart."""
    people = guests_in("Ada", "Bob", "Cleo", "Dai", "Emi")
    people[1] = replace(people[1], came_at=STARTS, gone_at=STARTS + 1)
    people[2] = replace(people[2], marks=frozenset({"absent"}))
    night = sample_night(people, state, limit=4, game="donburiko")
    facts = DeskFacts([PLAYABLE], STARTS)
    desk, guests = desk_page(night, facts, VOICE), guests_page(night, facts, VOICE)
    assert "In: 3 of 4" in desk.text, desk.text
    shown = "**In** (3)\nAda\nDai\nEmi\n**Not here yet** (1)\nCleo"
    if state == "doors":
        shown = "**Not here yet** (3)\nAda\nDai\nEmi\n**Not here, seat not kept** (1)\nCleo"
        assert "Not here yet: Ada, Dai, Emi\nNot here, seat not kept: Cleo" in desk.text, desk.text
    assert f"{shown}\n**Gone home** (1)\nBob" in guests.text, (
        f"one word for who hasn't come, as on the desk: {guests.text}"
    )


def test_how_each_guest_has_gone_is_said_in_the_same_words_everywhere() -> None:
    """And once play has begun nobody is awaited whose seat isn't kept: they aren't here, either."""
    ada, bob, cleo, dai, emi = guests_in("Ada", "Bob", "Cleo", "Dai", "Emi", came_at=STARTS)
    gone = [replace(each, gone_at=STARTS + 1) for each in (bob, cleo, dai)]
    gone[1] = replace(gone[1], marks=frozenset({"absent"}))
    never = replace(emi, came_at=None, marks=frozenset({"absent"}))
    night = sample_night([ada, *gone, never], "playing", game="donburiko", rounds=3)
    night = replace(night, rounds=(played_by([ada, bob, cleo, dai]),))
    leads = Press(Person(1, "Ada"), None, leads=True)
    night = take_off(dai.person)(night, leads, Now(STARTS + 2)).night
    facts, card = DeskFacts([PLAYABLE], STARTS), night_card_page(night, [PLAYABLE], VOICE)
    shown = f"{card.text}\n{card.fields}"
    heads = ("Gone home", ["Bob"]), ("Not here", ["Cleo", "Emi"])
    for head, named in heads:
        said = rf"\*\*{head} \({len(named)}\)\*\*\W+{', '.join(named)}\b"
        assert re.search(said, shown), shown
    assert "Dai" not in shown and "Not here yet" not in shown, shown
    heads = (*heads, ("Off the list", ["Dai"]))
    listed, desk = guests_page(night, facts, VOICE).text, desk_page(night, facts, VOICE).text
    for head, named in heads:
        assert "\n".join([f"**{head}** ({len(named)})", *named]) in listed, listed
        assert f"{head}: {', '.join(named)}" in desk, desk
    words = "gone home", "not here", "hasn't come so far", "off the list"
    for guest, said in zip((bob, cleo, emi, dai), words, strict=True):
        found = night.guests.find(guest.person)
        assert found is not None
        page = guest_page(night, facts, found, VOICE, "").text
        assert f"{guest.name} · {said}\n" in f"{page}\n" and "Can't come" not in page, page
    back = press_here()(night, Press(Person(dai.person, "Dai"), None), Now(STARTS + 3)).night
    assert "Off the list" not in desk_page(back, facts, VOICE).text, "who is back is off the list"


@pytest.mark.parametrize("kind", ["off", "invite"])
def test_whom_a_post_was_about_is_named_once_it_calls_nobody(kind: PostKind) -> None:
    night = sample_night(guests_in("Ada", "Bob"))
    for holds in ("yes", "no"):
        said = post_message(night, Post(kind, (2,)), 5, VOICE, holds=holds).text
        assert ("<@2>" in said, "Bob" in said) == (holds == "yes", holds == "no"), said
        assert holds == "yes" or not {"You", "you"} & {*said.split()}, said


def test_many_guests_stand_in_a_line_those_with_a_remark_first() -> None:
    people = guests_in(*(f"P{number}" for number in range(25)))
    facts = DeskFacts([PLAYABLE], STARTS, elsewhere={people[24].person})
    head, listed = guests_page(sample_night(people), facts, VOICE).text.splitlines()[:-1]
    assert head == "**In** (25)", head
    assert listed.startswith("P24 (at another table), P0, P1, "), listed
    assert listed.endswith(", P18, 5 others"), listed


# What is said once


async def test_what_is_said_is_said_once_also_when_the_bot_died_before_noting_it(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = await announced(ui)
    await come(ui, night, BOB, CLEO)
    await ui.services.nights.change(night.id, by(ADA, ui), word_to_all("Bring *snacks*"))

    async def dies(*_args: int) -> None:
        raise ConnectionError

    with monkeypatch.context() as broken:
        broken.setattr(ui.services.nights.store, "sent", dies)
        with pytest.raises(ConnectionError):
            await ui.night_messages._update(night.id)
    thread = thread_of(server, night)
    said = [each for each in thread.up.values() if "snacks" in each.content]
    assert len(said) == 1 and said[0].mentions == {BOB.id, CLEO.id}
    assert len(await ui.services.nights.store.unsent(night.id)) == 1
    ui.night_messages._posted.clear()
    await shown(ui, night.id)
    assert [each for each in thread.up.values() if "snacks" in each.content] == said
    assert not await ui.services.nights.store.unsent(night.id)


async def test_a_card_that_was_sent_before_a_crash_is_taken_over(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui)
    store = ui.services.nights.store
    await store.save_whereabouts(night.id, card_id=None, shown_revision=-1)
    ui.night_messages._posted.clear()
    after = await shown(ui, night.id)
    assert after.places.card_id == night.places.card_id
    assert len(server.places[CHANNEL].up) == 1, "there are two cards"


async def test_a_card_put_up_anew_before_a_crash_takes_the_place_of_the_one_on_record(
    ui: UI, server: FakeDiscord
) -> None:
    """Also if the one on record is gone: nobody finds two cards of one night."""
    night = await announced(ui)
    known, store = night.places.card_id or 0, ui.services.nights.store
    ui.night_messages.post_again(night.id)
    anew = (await shown(ui, night.id)).places.card_id
    assert anew != known, "the card wasn't put up anew"
    await store.save_whereabouts(night.id, card_id=known, shown_revision=-1)
    ui.night_messages._posted.clear()
    after = await shown(ui, night.id)
    assert after.places.card_id == anew, "the card that is gone is still on record"
    assert [*server.places[CHANNEL].up] == [anew], "there are two cards"


async def test_a_card_that_was_deleted_is_put_up_again(ui: UI, server: FakeDiscord) -> None:
    night = await announced(ui)
    del server.places[CHANNEL].up[night.places.card_id or 0]
    await come(ui, night, BOB)
    after = await shown(ui, night.id)
    assert after.places.card_id != night.places.card_id
    assert "In (1)" in card_in(server, after).embed.description
    assert after.places.thread_id == night.places.thread_id


async def test_a_card_that_was_deleted_comes_back_by_itself(ui: UI, server: FakeDiscord) -> None:
    """Once Discord tells of it; nobody has to press anything. Other messages don't matter."""
    night = await announced(ui)
    gone = night.places.card_id or 0
    del server.places[CHANNEL].up[gone]
    await ui.night_messages.messages_deleted(GUILD, [gone + 1])
    assert (await ui.services.nights.get(night.id)).places.shown_revision == night.row.revision
    await ui.night_messages.messages_deleted(GUILD, [gone + 1, gone])
    assert night.id in await ui.services.nights.store.to_show(), "a crash now loses the card"
    after = await shown(ui, night.id)
    assert after.places.card_id in server.places[CHANNEL].up, "there is no card"
    assert after.places.thread_id == night.places.thread_id


async def test_a_card_that_was_deleted_while_the_bot_was_down_comes_back_with_the_desk(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process looks after it once, not at every look at the desk."""
    night = await announced(ui)
    del server.places[CHANNEL].up[night.places.card_id or 0]
    ui.night_messages._posted.clear()
    looked: list[str] = []
    monkeypatch.setattr(ui.night_messages._queue, "schedule", looked.append)
    await press(ui, ADA, f"d:desk:{night.id}", permissions=HOST)
    assert looked == [night.id], "nobody looks whether there still is a card"
    after = await shown(ui, night.id)
    assert after.places.card_id in server.places[CHANNEL].up, "there is no card"
    await press(ui, ADA, f"d:desk:{night.id}", permissions=HOST)
    assert looked == [night.id], "every look at the desk costs requests"


@pytest.mark.walked
async def test_post_again_brings_the_card_to_the_bottom(ui: UI, server: FakeDiscord) -> None:
    """One that was deleted comes back by it, and a night that sleeps wakes."""
    night = await announced(ui)
    desk = await press(ui, ADA, desk_routes.DESK_MORE(night.id), permissions=HOST)
    for deleted in (False, True):
        before = await shown(ui, night.id)
        if deleted:
            del server.places[CHANNEL].up[before.places.card_id or 0]
        again = desk.buttons["Post the night again"]
        said = await press(ui, ADA, again, own=True, permissions=HOST)
        assert "Posting the card" in said.text
        after = await shown(ui, night.id)
        assert after.places.card_id != before.places.card_id
        assert list(server.places[CHANNEL].up) == [after.places.card_id], "not one card"
        text = card_in(server, after).embed.description
        assert f"<#{night.places.thread_id}>" in text, "nothing leads to the thread"
        assert after.places.thread_id == night.places.thread_id
    await ui.services.nights.store.save_whereabouts(night.id, asleep=True)
    await press(ui, ADA, f"d:desk:{night.id}", permissions=HOST)
    assert not (await ui.services.nights.get(night.id)).places.asleep, "the desk wakes nothing"
    refused = await press(ui, BOB, desk.buttons["Post the night again"])
    assert "Only the hosts" in refused.text


async def test_a_card_too_old_to_edit_is_replaced(ui: UI, server: FakeDiscord) -> None:
    night = await announced(ui)
    server.places[CHANNEL].failures["edit"] = [failure(400, 30046)]
    await come(ui, night, BOB)
    after = await shown(ui, night.id)
    assert list(server.places[CHANNEL].up) == [after.places.card_id], "the old one still lies there"


async def test_a_deleted_thread_gets_another_under_a_new_card(ui: UI, server: FakeDiscord) -> None:
    night = await announced(ui)
    await come(ui, night, BOB)
    del server.places[night.places.thread_id or 0]
    await ui.services.nights.change(night.id, by(ADA, ui), word_to_all("Hello"))
    after = await shown(ui, night.id)
    assert after.places.thread_id not in (None, night.places.thread_id)
    assert len(server.places[CHANNEL].up) == 1
    (said,) = thread_of(server, after).up.values()
    assert "Hello" in said.content


async def test_the_thread_of_a_night_bears_its_day(ui: UI, server: FakeDiscord) -> None:
    night = await announced(ui)
    place, zone = thread_of(server, night), zone_of(night.row.zone)

    async def moved(days: str, title: str = "Friday") -> str:
        when = moment(read(f"in {days} days", ui.tables.now(), zone).first.local, zone)
        await ui.services.nights.change(night.id, by(ADA, ui), edit(when, title=title))
        await shown(ui, night.id)
        day = Wording(night.row.language).day(when.local)
        return f"{day} · {title}"

    assert place.channel.name == night_thread_name(night, Wording(night.row.language))
    for days, title in (("12", "Friday"), ("13", "Friday"), ("13", "Saturday")):
        name = await moved(days, title)
        assert place.channel.name == name, "a night that has moved bears its old name"
    place.failures["rename"] = [failure(403, 50013)]
    await moved("14", "Saturday")
    assert place.channel.name == name, "where the bot may not rename it, the night stands still"
    place.channel.name = "Snacks"
    await moved("15", "Saturday")
    assert place.channel.name == "Snacks", "what somebody has named is renamed"
    first, second = [await announced(ui, title="Saturday") for _ in range(2)]
    time = Wording(first.row.language).clock(read_stored(first.row.local))
    names = [thread_of(server, each).channel.name for each in (first, second)]
    assert [time in name for name in names] == [False, True], names
    long = replace(night, row=replace(night.row, title="W" * 100))
    assert len(night_thread_name(long, Wording("en"))) == 100, "Discord refuses such a name"


async def test_an_archived_thread_of_a_night_is_opened_again(ui: UI, server: FakeDiscord) -> None:
    night = await announced(ui)
    await come(ui, night, BOB)
    thread_of(server, night).failures["send"] = [failure(400, ARCHIVED)] * 9
    await ui.services.nights.change(night.id, by(ADA, ui), word_to_all("Hello"))
    after = await shown(ui, night.id)
    assert after.places.thread_id == night.places.thread_id, "the night has left its thread"
    (said,) = thread_of(server, after).up.values()
    assert "Hello" in said.content


async def test_a_night_whose_thread_is_deleted_is_looked_after_at_once(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = await announced(ui)
    asked = list[str]()
    monkeypatch.setattr(ui.night_messages._queue, "schedule", asked.append)
    thread = night.places.thread_id or 0
    await ui.night_messages.place_deleted(thread + 1)
    assert asked == [], "a thread that is nobody's"
    await ui.night_messages.place_deleted(thread)
    assert asked == [night.id]
    assert await ui.services.nights.store.to_show() == [night.id], "after a crash nobody looks"
    del server.places[thread]
    after = await shown(ui, night.id)
    assert after.places.thread_id not in (None, thread) and len(server.places[CHANNEL].up) == 1


async def test_a_deleted_channel_moves_the_night_where_the_server_announces(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = await announced(ui)
    server.add(LANDING, discord.TextChannel)

    async def landing(_guild: int) -> list[int]:
        return [GONE, CHANNEL, LANDING]

    monkeypatch.setattr(ui.services, "ways_on", landing)
    for gone in (CHANNEL, night.places.thread_id or 0):
        del server.places[gone]
    await come(ui, night, BOB)
    after = await shown(ui, night.id)
    assert after.row.channel_id == LANDING and not after.places.asleep
    assert "In (1)" in card_in(server, after).embed.description
    why = "Moved here from another channel: the channel was deleted."
    assert why in card_in(server, after).embed.description, "nobody reads why it is here"
    assert after.places.place_code == 10003, "after a restart nobody knows why"
    (call,) = [each for each in thread_of(server, after).up.values() if each.mentions == {ADA.id}]
    assert "The channel of this night is gone" in call.content, "its host isn't called"


async def test_a_night_is_looked_after_as_soon_as_its_channel_is_deleted(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = await announced(ui)
    asked = list[str]()
    monkeypatch.setattr(ui.night_messages._queue, "schedule", asked.append)
    await ui.night_messages.channel_deleted(GUILD, GONE)
    assert asked == [], "another channel"
    await ui.night_messages.channel_deleted(GUILD, CHANNEL)
    assert asked == [night.id], "it lies nowhere until somebody presses something"


async def test_a_voice_channel_that_was_deleted_is_named_no_longer(
    ui: UI, server: FakeDiscord
) -> None:
    """Neither on the card nor on those of the nights that come after it."""
    night = await announced(ui)
    for rule in (edit(weeks=1), edit(to_come=True, voice=GONE)):
        host = Press(ADA, ui.interaction(), leads=True)
        await ui.services.nights.change(night.id, host, rule)
    found = await shown(ui, night.id)
    assert f"<#{GONE}>" in card_in(server, found).embed.description
    for channel, voice in ((GONE + 1, GONE), (GONE, None)):
        await ui.night_messages.channel_deleted(GUILD, channel)
        found = await shown(ui, night.id)
        assert found.row.voice == voice, "the night isn't where its guests can talk"
        assert found.goes_on is not None and found.goes_on.template["voice"] == voice
    assert f"<#{GONE}>" not in card_in(server, found).embed.description


async def test_who_has_left_the_server_is_off_the_list_unmentioned_and_without_a_word(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui)
    await come(ui, night, BOB, CLEO, DAI)
    asked = list[int]()

    async def fetch_member(person: int) -> Any:
        asked.append(person)
        if person == CLEO.id:
            raise failure(500)
        raise failure(404, 10007)

    server.guild = SimpleNamespace(
        id=GUILD, unavailable=False, fetch_member=fetch_member,
        me=SimpleNamespace(guild_permissions=discord.Permissions()),
    )  # fmt: skip
    ui.night_messages.who_left.heard(interaction(ui, DAI, CHANNEL, Answer()))
    post = Post("remind", (BOB.id, CLEO.id, DAI.id), {"when": "hour"})

    def rule(before: Night, _press: Press, _now: Any) -> Any:
        return Change(before, "rang", posts=(post,))

    await ui.services.nights.change(night.id, by(ADA, ui), rule)
    night = await shown(ui, night.id)
    (said,) = thread_of(server, night).up.values()
    assert said.mentions == {CLEO.id, DAI.id}, "who left is called, or who may be there isn't"
    assert [each.person for each in night.guests.coming] == [CLEO.id, DAI.id]
    assert sorted(asked) == [BOB.id, CLEO.id], "who was there a moment ago is looked up"
    await come(ui, night, BOB)
    night = await ui.night_messages.who_left.take_off(
        await ui.services.nights.get(night.id), "doors", ()
    )
    assert BOB.id not in [each.person for each in night.guests.coming], "doors open for who left"


async def test_a_night_without_any_place_sleeps_until_people_are_at_it(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui)
    for gone in (CHANNEL, night.places.thread_id or 0):
        del server.places[gone]
    await come(ui, night, BOB)
    assert (await shown(ui, night.id)).places.asleep
    server.add(CHANNEL, discord.TextChannel)
    await come(ui, night, CLEO)
    after = await shown(ui, night.id)
    assert not after.places.asleep
    assert "In (2)" in card_in(server, after).embed.description


@pytest.mark.walked
async def test_those_who_chose_it_are_reminded_directly_and_others_in_the_thread(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = await announced(ui)
    await come(ui, night, BOB, CLEO, DAI)

    async def directly(people: Any) -> frozenset[int]:
        return frozenset({BOB.id, CLEO.id} & set(people))

    monkeypatch.setattr(ui.services, "reminded_directly", directly)
    server.refusing_dms.add(CLEO.id)
    post = Post("remind", (BOB.id, CLEO.id, DAI.id), {"when": "hour"})

    def rule(before: Night, _press: Press, _now: Any) -> Any:
        return Change(before, "rang", posts=(post,))

    await ui.services.nights.change(night.id, by(ADA, ui), rule)
    night = await shown(ui, night.id)
    (direct,) = server.places[BOB.id].up.values()
    assert "Reminder" in direct.content and "<@" not in direct.content
    assert "starts" not in direct.content, "nobody edits it once the night has begun"
    (said,) = thread_of(server, night).up.values()
    assert said.mentions == {CLEO.id, DAI.id}, "who can't be reached directly isn't reminded"
    shown_to = await press(ui, BOB, direct.controls[-1], guild_id=None)
    assert "In (3)" in shown_to.text, f"a control of a direct message: {shown_to.text}"
    stranger = await press(ui, ADA, direct.controls[-1], guild_id=None)
    assert "no such game night" in stranger.text


async def test_a_direct_reminder_is_in_the_language_of_who_reads_it(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Theirs, if they have spoken one to the bot; else that of the night's server."""
    night = await announced(ui)
    await come(ui, night, BOB, CLEO)

    async def directly(people: Any) -> frozenset[int]:
        return frozenset(people)

    monkeypatch.setattr(ui.services, "reminded_directly", directly)
    await ui.tables.store.people.save_reminders(BOB.id, "dm")
    await ui.tables.store.people.note_language(BOB.id, "ja")

    def rule(before: Night, _press: Press, _now: Any) -> Any:
        post = Post("remind", (BOB.id, CLEO.id), {"when": "hour"})
        return Change(before, "rang", posts=(post,))

    await ui.services.nights.change(night.id, by(ADA, ui), rule)
    await shown(ui, night.id)
    (bobs,), (cleos,) = (server.places[each.id].up.values() for each in (BOB, CLEO))
    assert "Reminder" not in bobs.content, f"Bob reads Japanese: {bobs.content}"
    assert "Reminder" in cleos.content, f"nobody knows what Cleo reads: {cleos.content}"


async def test_what_is_too_late_is_never_said(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = await announced(ui)
    await come(ui, night, BOB)
    posts = (
        Post("remind", (BOB.id,), {"when": "hour"}),
        Post("offer", (BOB.id,), {"until": ui.tables.now() + 60}),
        Post("word", (BOB.id,), {"text": "Late but true", "by": "Ada"}),
    )

    def rule(before: Night, _press: Press, _now: Any) -> Any:
        return Change(before, "rang", posts=posts)

    await ui.services.nights.change(night.id, by(ADA, ui), rule)
    later = ui.tables.now() + 2 * 3600
    monkeypatch.setattr(ui.tables, "now", lambda: later)
    night = await shown(ui, night.id)
    (said,) = thread_of(server, night).up.values()
    assert "Late but true" in said.content
    assert not await ui.services.nights.store.unsent(night.id)


async def test_an_offer_is_told_as_it_is_by_now(ui: UI, server: FakeDiscord) -> None:
    """The bot was away before it was sent, so the seat is kept longer; Cleo has hers by now."""
    night = await announced(ui)
    await come(ui, night, BOB, CLEO)
    until, before = ui.tables.now() + 7200, ui.tables.now() - 60
    posts = [Post("offer", (person.id,), {"until": before}) for person in (BOB, BOB, CLEO)]

    def rule(night: Night, _press: Press, _now: Any) -> Any:
        bob = night.guests.find(BOB.id)
        assert bob is not None
        waits = replace(bob, answer="waits", offered_until=until)
        return Change(replace(night, guests=night.guests.put(waits)), "rang", posts=tuple(posts))

    await ui.services.nights.change(night.id, by(ADA, ui), rule)
    night = await shown(ui, night.id)
    (said,) = thread_of(server, night).up.values()
    assert f"<t:{until}:f>" in said.content and said.mentions == {BOB.id}
    assert not await ui.services.nights.store.unsent(night.id)


async def test_a_role_is_mentioned_once_when_the_night_is_announced(
    ui: UI, server: FakeDiscord
) -> None:
    """Since who publishes may mention it themselves."""
    role = SimpleNamespace(id=9, mentionable=True)
    draft_id, preview = await draft(ui, mention=role)
    may = discord.Permissions(manage_events=True, mention_everyone=True)
    await press(ui, ADA, preview.buttons["Publish"], own=True, permissions=may)
    night = await shown(ui, draft_id)
    await come(ui, night, BOB)
    await shown(ui, night.id)
    called = [each for each in server.places[CHANNEL].up.values() if "<@&9>" in each.content]
    assert len(called) == 1
    assert str(night.places.card_id) in called[0].content


@pytest.mark.walked
async def test_a_cancelled_night_says_so_and_leads_to_another_date(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui)
    await come(ui, night, ADA, BOB)
    asked = await press(ui, ADA, routes.ASK_CANCEL(night.id), permissions=HOST)
    assert "1 person is pinged about it, once." in asked.text, asked.text
    when = f"<t:{night.guests.starts_at}:F>"
    day = VOICE.short_day(read_stored(night.row.local))
    assert f" on {day}?" in asked.text and when in asked.text, f"which one? {asked.text}"
    done = await press(ui, ADA, asked.buttons["Yes, cancel it"], own=True, permissions=HOST)
    assert "Cancelled" in done.text and when in done.text, f"which one? {done.text}"
    night = await shown(ui, night.id)
    card = card_in(server, night)
    assert "Cancelled:" in card.embed.title and routes.PRESS_IN(night.id) not in card.controls
    assert routes.TO_DESK(night.id) in card.controls, "nothing leads a host on"
    (said,) = thread_of(server, night).up.values()
    assert said.mentions == {BOB.id}, "whoever cancels it is called, or somebody else isn't"
    assert "is cancelled" in said.content
    called = post_message(night, Post("announced"), 1, VOICE, holds="cancelled").text
    assert when in called, f"which night, or all of them? {called}"
    (late,) = await come(ui, night, CLEO)
    assert "is cancelled" in late and when in late, late


async def test_a_night_that_came_to_nothing_is_planned_anew_as_it_was(
    ui: UI, server: FakeDiscord
) -> None:
    """By one form, with its date alone to be typed; or by a question which date suits."""
    night = await announced(ui, rounds=2, limit=9)
    nights = ui.services.nights
    await nights.change(night.id, by(ADA, ui), cancel("nobody can"))
    another = desk_routes.ANOTHER_DATE(night.id)
    modal = await opened(ui, another)
    assert modal.custom_id == (await opened(ui, another)).custom_id, "two drafts for two presses"
    assert modal.title == "Plan the night", "nothing that is over is changed"
    parts = [line.component for line in modal.children]
    filled = {each.custom_id: each.default for each in parts if hasattr(each, "default")}
    week = 7 * DAY + night.row.starts_at
    assert filled["limit"] == "9", filled
    preview = await form(ui, ADA, modal.custom_id, {**filled, "when": "in 30 days"})
    assert "Publish" in preview.buttons, preview.text
    draft = await nights.get(preview.buttons["Publish"].split(":")[2])
    assert draft.row.starts_at > week and draft.row.game == night.row.game
    assert draft.row.rounds == 2, "it isn't as it was"
    assert draft.row.state == "draft" and not draft.row.why
    question = await opened(ui, desk_routes.ASK_DATES(night.id))
    (games,) = [line.component for line in question.children if line.component.custom_id == "game"]
    picked = [each.value for each in games.options if each.default]
    assert picked == ["donburiko"], picked
    dates = {"when": "in 10 days 20:00, in 11 days 19:00", "game": picked}
    preview = await form(ui, ADA, question.custom_id, dates)
    assert "Ask" in preview.buttons, preview.text
    for custom_id in (another, desk_routes.ASK_DATES(night.id)):
        refused = await press(ui, BOB, custom_id)
        assert refused.text == NOT_LEADING, refused.text


def by(person: Person, ui: UI) -> Press:
    """Return a press by a new interaction."""
    return Press(person, ui.interaction())


@pytest.mark.parametrize("stage", ["finishing", "break"])
def test_after_overtime_it_is_said_that_computers_took_over(stage: Stage) -> None:
    people = guests_in("Ada")
    night = replace(sample_night(people, "playing", stage=stage), rounds=(played_by(people),))
    post = Post("overtime", (1,), {"round": 1})
    past = post_message(night, post, 1, VOICE, holds="no").text
    assert ("Computers took over what was still on." in past) is (stage == "finishing"), past


def test_a_post_is_known_by_the_number_its_controls_end_in() -> None:
    night = sample_night(guests_in(), places=NightPlaces(card_id=5))
    kinds: Any = [*get_args(PostKind)]
    for number, kind in enumerate(kinds, start=1):
        said = post_message(night, Post(kind, (1, 2)), number, VOICE)
        marks = {routes.mark_of(button.id) for button in said.row}
        assert marks - {None} == {number}, f"{kind}: {marks}"
        assert len(said.text) <= 2000
        past = post_message(night, Post(kind, (1, 2)), number, VOICE, holds="no")
        assert "<@" not in past.text or past.text == "<@1> <@2>", (
            f"{kind}: names fill the screen though it is past"
        )
    crowd = post_message(
        night, Post("word", tuple(range(10**18, 10**18 + 200)), {"text": "x" * 1900}), 1, VOICE
    )
    assert len(crowd.text) <= 2000 and len(crowd.people) == 70
    assert "… and 130 others" in crowd.text, "nobody reads that 130 people aren't called"
    assert routes.mark_of(routes.TO_DESK(night.id)) is None


def test_many_people_are_called_below_the_news() -> None:
    night = sample_night(guests_in(), places=NightPlaces(card_id=5))
    few = post_message(night, Post("doors", (1, 2)), 1, VOICE).text
    assert few.startswith("<@1> <@2> Doors are open"), few
    many = post_message(night, Post("doors", (*range(1, 11),)), 1, VOICE).text
    assert many.startswith("Doors are open"), many
    assert many.endswith("\n-# " + " ".join(f"<@{each}>" for each in range(1, 11))), many


def test_a_notice_names_who_sits_out_and_where_a_computer_plays() -> None:
    night = sample_night(guests_in(), "playing", stage="notice", stage_at=STARTS)
    planned = played_by(guests_in("Ada", "Bob"))
    (table,) = planned.seating.seated.tables
    for out, said in (((), False), ((3,), True)):
        filled = replace(table, computers=0 if said else 1)
        seated = replace(planned.seating.seated, tables=(filled,), sit_outs=out)
        seating = replace(planned.seating, seated=seated)
        proposal = replace(planned, state="proposed", seating=seating)
        text = notice_text(
            replace(night, rounds=(proposal,)), Post("notice", (), {"round": 1}), (), VOICE
        )
        assert ("Sitting out: Cleo" in text) is said, f"{out} sit out: {text}"
        assert ("\n**Table 1**\u2002Ada, Bob, 🤖 computer" in text) is not said, text
        moved = replace(proposal, seating=replace(seating, put_off=1 if said else 0))
        text = notice_text(
            replace(night, rounds=(moved,)), Post("notice", (), {"round": 1}), (), VOICE
        )
        assert ("1 minute later than said" in text) is said, f"another hour without a why: {text}"
        assert "Everybody is here" not in text, "some are waited for"
    arrived = sample_night(guests_in(came_at=1), "doors", stage="notice", stage_at=STARTS)
    arrived = replace(arrived, rounds=(replace(played_by(guests_in()), state="proposed"),))
    text = notice_text(arrived, Post("notice", (), {"round": 1}), (), VOICE)
    assert text.startswith(f"Round 1 starts at <t:{STARTS + NOTICE}:t>. Everybody is here."), text
    assert "I call you to your table when it starts." in text.splitlines()[0], text


def test_a_series_that_ends_names_a_way_on_that_there_is() -> None:
    """The recap has one, but there is none of a night in which nothing was played."""
    night = sample_night(guests_in(), "over")
    nothing_played = post_message(night, Post("unfollowed"), 1, VOICE).text
    assert "recap" not in nothing_played, f"there is no recap, but: {nothing_played}"
    assert "/night new" in nothing_played, nothing_played
    played = replace(night, rounds=(played_by(guests_in("Ada", "Bob")),))
    text = post_message(played, Post("unfollowed"), 1, VOICE).text
    assert "press **Same again next week** on the recap" in text, text


# Hostile presses

VERBS = (
    *("in", "maybe", "out", "take", "pass", "here", "home", "learn", "teach", "show", "everybody"),
    *("remind", "reminded", "publish", "discard", "options", "change", "cancel", "cancelled"),
    *("keep", "desk", "nonsense"),
)


async def hostile(ui: UI, presses: int, seed: int) -> None:
    """Let strangers press what they may not, and look whether anything changes."""
    rng = random.Random(seed)
    night = await announced(ui)
    await come(ui, night, ADA)
    done = await announced(ui)
    await ui.services.nights.change(done.id, by(ADA, ui), cancel())
    secret, _ = await draft(ui)
    store = ui.services.nights.store
    before = [await store.night(each) for each in (night.id, done.id, secret)]
    host_only = VERBS[VERBS.index("publish") :]
    for _number in range(presses):
        target = rng.choice((night.id, done.id, secret, "zzzzz", "", "'; --", "7kq7m7"))
        more = rng.choice(("", ":0", ":999999999999999999", ":x:y:z", ":" + "9" * 70))
        picked = rng.choice(((), ("never",), ("0",), ("99",), ("²",), ("day", "day", "x")))
        elsewhere = rng.random() < 0.3
        may_answer = target == night.id and not elsewhere
        verb = rng.choice(host_only if may_answer else VERBS)
        changes: dict[str, Any] = {"guild_id": rng.choice((None, 666))} if elsewhere else {}
        kind = rng.choice(("press", "press", "form"))
        prefix = rng.choice(("n", "n", "n", "d"))
        custom_id = f"{prefix}:{verb}:{target}{more}"[:100]
        if kind == "press":
            answer = await press(ui, DAI, custom_id, *picked, **changes)
        else:
            sent = {"components": rng.choice((None, [], [{"component": {"custom_id": 5}}], "x"))}
            answer = await press(
                ui,
                DAI,
                custom_id,
                type=discord.InteractionType.modal_submit,
                data=sent,
                **changes,
            )
        assert answer.text, f"{custom_id} wasn't answered"
        assert "Something went wrong" not in answer.text, f"{custom_id}: unhandled"
        assert not answer.public, f"{custom_id} was answered for all to see"
    after = [await store.night(each) for each in (night.id, done.id, secret)]
    assert after == before, "a stranger has changed something"


async def test_hostile_presses_change_nothing(ui: UI, server: FakeDiscord) -> None:
    await hostile(ui, 300, 1)


@pytest.mark.long
async def test_ten_thousand_hostile_presses_change_nothing(ui: UI, server: FakeDiscord) -> None:
    await hostile(ui, 10_000, 2)


@pytest.mark.walked
async def test_who_has_lost_the_right_to_lead_is_refused(ui: UI, server: FakeDiscord) -> None:
    night_id, _preview = await draft(ui, CLEO)
    night = await announced(ui)
    assert night_id != night.id
    leader = await press(ui, BOB, routes.CHANGE(night.id), permissions=HOST)
    assert "Only the hosts" not in leader.text
    now = await press(ui, BOB, routes.CANCEL(night.id))
    assert "Only the hosts" in now.text
    assert (await ui.services.nights.get(night.id)).row.state == "open"


# Lists


@pytest.mark.walked
async def test_lists_tell_what_one_has_answered_and_how_often_one_came(
    ui: UI, server: FakeDiscord
) -> None:
    night = await announced(ui, title="Acorns")
    await come(ui, night, BOB)
    for person, said in ((BOB, "You're in"), (CLEO, "You haven't answered")):
        answer = Answer()
        await command(ui, "nights list", interaction(ui, person, CHANNEL, answer))
        assert said in answer.text and "Acorns" in answer.text and not answer.public
    answer = Answer()
    await command(ui, "nights attend", interaction(ui, BOB, CHANNEL, answer))
    assert "haven't played at a game night here yet" in answer.text


@pytest.mark.usefixtures("server")
async def test_nights_attend_names_all_nights_to_come(ui: UI) -> None:
    """With one's own answer, also beside a wish, and where one gives it; then what one wants."""
    night = await announced(ui, title="Acorns", repeat="weekly")
    await press(ui, BOB, f"n:tell:{night.id}")
    await press(ui, BOB, f"n:in:{night.id}")
    date = f"<t:{night.guests.starts_at}:F>"
    answer = Answer()
    await command(ui, "nights attend", interaction(ui, BOB, CHANNEL, answer))
    head, _pings, wants = answer.text.partition("**Pings**")
    assert f"**Acorns** · {date} · You're in\n" in head, head
    assert "**Acorns** · " in wants and "You're pinged" in wants, wants
    other = Answer()
    await command(ui, "nights attend", interaction(ui, CLEO, CHANNEL, other))
    link = card_link(await shown(ui, night.id))
    assert f"**Acorns** · {date} · You haven't answered: [Answer]({link})" in other.text, other.text
    assert "unless a host pings a role you have.\n-# as of <t:" in other.text, other.text


async def test_dates_are_offered_while_somebody_types(ui: UI) -> None:
    asked = SimpleNamespace(
        user=SimpleNamespace(id=1), guild_id=GUILD, locale="en-GB", guild_locale="en-GB", extras={},
        namespace=SimpleNamespace(zone="Europe/Berlin"), id=1,
    )  # fmt: skip
    unknown = SimpleNamespace(**{**vars(asked), "namespace": SimpleNamespace(zone=None)})
    (hint,) = await offered(ui, "night new", "when", unknown, "fri")
    assert "time zone" in hint.name and hint.value == "fri", hint
    found = await offered(ui, "night new", "when", asked, "in 3 days")
    assert found and "in 3 days · Europe/Berlin" in found[0].name
    _, preview = await draft(ui, when=found[0].value)
    assert preview.buttons, "what was offered can't be read"


@pytest.mark.walked
async def test_an_invited_person_presses_in_themselves(ui: UI, server: FakeDiscord) -> None:
    night = await announced(ui)
    answer = Answer()
    bob: Any = SimpleNamespace(id=BOB.id, display_name="Bob", bot=False)
    asked = interaction(ui, ADA, CHANNEL, answer, permissions=HOST)
    await command(ui, "night add", asked, person=bob)
    assert "is on the list. Inviting them" in answer.text
    night = await shown(ui, night.id)
    (said,) = thread_of(server, night).up.values()
    assert said.mentions == {BOB.id}
    assert not night.guests.with_answer("in"), "somebody is In without a click"
    (told,) = [await press(ui, BOB, said.controls[0])]
    assert "You're in!" in told.text
    asked = interaction(ui, ADA, CHANNEL, answer, permissions=HOST)
    await command(ui, "night remove", asked, person=bob)
    assert not (await ui.services.nights.get(night.id)).guests.with_answer("in")


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize(
    ("what", "said"), [("add", "is on the list. Inviting"), ("remove", "is off the list")]
)
async def test_what_came_of_it_stands_in_place_of_the_question_which_night(
    ui: UI, what: str, said: str
) -> None:
    for _ in range(2):
        night = await announced(ui, title="Evening")
        if what == "remove":
            await come(ui, night, BOB)
    bob: Any = SimpleNamespace(id=BOB.id, display_name="Bob", bot=False)
    answer = Answer()
    asked = interaction(ui, ADA, CHANNEL, answer, permissions=HOST)
    await command(ui, f"night {what}", asked, person=bob, night="Evening")
    ((which, nights),) = answer.lists

    async def fetch_member(_id: int) -> Any:
        return bob

    there = {"permissions": HOST, "guild": SimpleNamespace(fetch_member=fetch_member)}
    done = await press(ui, ADA, which, nights[0], own=True, **there)
    assert said in done.text and done.edited, f"the question still stands above: {done.text}"
    assert not done.buttons, done.buttons


async def test_another_date_asks_who_was_in_again(ui: UI, server: FakeDiscord) -> None:
    night = await announced(ui)
    await come(ui, night, BOB)
    zone = zone_of("Europe/Berlin")
    when = moment(read("in 12 days", ui.tables.now(), zone).first.local, zone)
    await ui.services.nights.change(night.id, by(ADA, ui), edit(when))
    night = await shown(ui, night.id)
    (said,) = thread_of(server, night).up.values()
    assert said.mentions == {BOB.id} and "has a new date" in said.content
    assert f"<t:{when.at}:F>" in card_in(server, night).embed.description
    later = moment(when.local + timedelta(minutes=30), zone)
    at = ui.tables.now() + LATELY
    ui.tables._now = lambda: at
    await ui.services.nights.change(night.id, by(ADA, ui), edit(later))
    await shown(ui, night.id)
    (_before, said) = thread_of(server, night).up.values()
    hours = f"has a new time: <t:{later.at}:F> (<t:{later.at}:R>), not <t:{when.at}:t>."
    assert hours in said.content, f"which day isn't said: {said.content}"


# Discord's own event


class Guild:
    """A server whose list of events refuses what a test says."""

    id = GUILD
    unavailable = False
    default_role = None

    def __init__(self, *, may: bool, refuses: int = 0) -> None:
        self.me = SimpleNamespace(guild_permissions=discord.Permissions(create_events=may))
        self.refuses = refuses
        self.asked = 0

    def get_channel_or_thread(self, _channel_id: int) -> None:
        """Return the channel of the night: the bot doesn't know it yet."""

    async def fetch_scheduled_events(self, *, with_counts: bool) -> list[Any]:
        """Return the events there are: none."""
        assert not with_counts, "who is interested is nobody's business"
        return []

    async def create_scheduled_event(self, **_event: Any) -> Any:
        """Make an event."""
        self.asked += 1
        if self.refuses:
            raise failure(400, self.refuses)
        return SimpleNamespace(id=4242)


@pytest.mark.parametrize(
    ("may", "refuses", "asked", "event"),
    [(True, 0, 1, 4242), (False, 0, 0, None), (True, 30038, 1, None)],
)
async def test_a_night_has_an_event_where_that_can_be_done_and_is_held_anyway(
    ui: UI, server: FakeDiscord,
    may: bool, refuses: int, asked: int, event: int | None,
) -> None:  # fmt: skip
    guild = server.guild = Guild(may=may, refuses=refuses)
    night = await announced(ui)
    assert (guild.asked, night.places.event_id) == (asked, event)
    assert night.places.shown_revision == night.row.revision, "the night waits for its event"


@pytest.mark.walked
async def test_a_night_has_an_event_once_its_server_is_there(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server whose shard has no connection yet isn't taken for one without the right to it."""
    night = await announced(ui)
    away = server.guild = Guild(may=True)
    away.unavailable = True
    await shown(ui, night.id)
    assert away.asked == 0, "nobody knows yet what the bot may do there"
    guild: Any = Guild(may=True)
    server.guild = guild
    wanted: list[str] = []
    monkeypatch.setattr(ui.night_messages._queue, "schedule", wanted.append)
    await ui.night_messages.wake_guilds([guild])
    assert wanted == [night.id], "nobody looks after it when its server is there"
    assert (await shown(ui, night.id)).places.event_id == 4242


async def test_without_a_thread_a_night_lies_in_its_channel_and_the_desk_says_why(
    ui: UI, server: FakeDiscord
) -> None:
    server.places[CHANNEL].failures["thread"] = [failure(400, 160006)]
    night = await announced(ui)
    assert night.places.thread_id == CHANNEL, "a night waits for a thread that isn't allowed"
    assert not night.places.asleep
    desk = await press(ui, ADA, f"d:desk:{night.id}", permissions=HOST)
    assert "No thread: this server has as many open threads" in desk.text, desk.text


@pytest.mark.parametrize("typed", ["Café", "cafe", "ＣＡＦＥ", "id", "label"])
async def test_a_night_is_named_by_id_title_or_label(
    ui: UI, server: FakeDiscord, typed: str
) -> None:
    night = await announced(ui, title="Café")
    await announced(ui, title="Another")
    asked = interaction(ui, ADA, CHANNEL, Answer())
    found = await offered(ui, "night edit", "night", asked, "caf")
    assert [each.value for each in found] == [night.id], "it isn't offered by its title"
    typed = {"id": night.id.upper(), "label": found[0].name}.get(typed, typed)
    answer = Answer()
    await command(ui, "night edit", interaction(ui, ADA, CHANNEL, answer), night=typed)
    assert "Café" in answer.text and answer.buttons, f"refused: {answer.text}"


async def test_of_two_nights_that_fit_one_is_picked(ui: UI, server: FakeDiscord) -> None:
    first, second = [await announced(ui, title="Cafe") for _n in range(2)]
    for named in ("café", None):
        answer = Answer()
        await command(ui, "night cancel", interaction(ui, ADA, CHANNEL, answer), night=named)
        ((list_id, values),) = answer.lists or [("", [])]
        assert sorted(values) == sorted([first.id, second.id]), f"not offered: {answer.text}"
        picked = await press(ui, ADA, list_id, second.id, own=True)
        assert second.row.title in picked.text and "Yes, cancel it" in picked.buttons, picked.text


async def test_a_name_that_no_night_has_is_refused_truly(ui: UI, server: FakeDiscord) -> None:
    await announced(ui, title="Cafe")
    for typed in ("Bingo", "bingo", "Friday night"):
        answer = Answer()
        await command(ui, "night edit", interaction(ui, ADA, CHANNEL, answer), night=typed)
        assert answer.text == f"No game night here is called “{typed}”."


async def test_all_nights_can_be_read_about(ui: UI, server: FakeDiscord) -> None:
    night = await announced(ui, title="Night 0")
    nights = [replace(night, row=replace(night.row, title=f"Night {n}")) for n in range(40)]
    pages = [nights_page(nights, ADA.id, VOICE, page) for page in range(3)]
    text = "\n".join(page.text for page in pages)
    missing = [n for n in range(40) if f"**Night {n}**" not in text]
    assert not missing, f"nights on no page: {missing}"
    assert pages[0].rows, "nothing leads to the next page"
    first, second = [replace(each, places=NightPlaces(card_id=5)) for each in nights[:2]]
    page = nights_page([first, second, replace(nights[2], places=NightPlaces())], ADA.id, VOICE)
    blocks = [block.splitlines() for block in page.text.split("\n\n")]
    assert [len(block) for block in blocks] == [3, 3, 3], f"nights run into each other: {page.text}"
    heads = [block[0].startswith("[**Night") for block in blocks]
    assert heads == [True, True, False], f"not just what has a card leads to it: {page.text}"
    assert "You host it" in page.text and "on now" not in page.text, page.text
    series = Series("a", 1, night.id, 1, night.row.local)
    on = replace(nights[0], row=replace(night.row, state="playing"), series=series)
    page = nights_page([on], BOB.id, VOICE)
    for said in ("(on now)", "You haven't answered · every week"):
        assert said in page.text, page.text
    arriving = replace(on, row=replace(on.row, state="doors"))
    for doors, said in (("open", "(doors are open)"), ("closed", "(not begun yet)")):
        guests = replace(arriving.guests, doors=doors)
        text = nights_page([replace(arriving, guests=guests)], BOB.id, VOICE).text
        assert said in text, f"a night is said to be on before it begins: {text}"
    turned = await press(ui, ADA, f"n:list:{night.id}:0:on", own=True)
    assert "Night 0" in turned.text


async def test_the_list_says_which_answers_were_for_an_older_date(
    ui: UI, server: FakeDiscord
) -> None:
    """With the way to another; who answers anew has answered for the new date."""
    night = await announced(ui)
    await come(ui, night, BOB)
    await come(ui, night, CLEO, verb="out")
    local = read_stored(night.row.local) + timedelta(days=1)
    later = moment(local, zone_of(night.row.zone))
    led = Press(ADA, ui.interaction(), leads=True)
    await ui.services.nights.change(night.id, led, edit(later))
    await shown(ui, night.id)

    async def listed(person: Person) -> str:
        answer = Answer()
        await command(ui, "nights list", interaction(ui, person, CHANNEL, answer))
        return answer.text

    assert "You're in, please confirm: [Answer](https://" in await listed(BOB)
    assert "You couldn't come on the old date: [Answer](https://" in await listed(CLEO)
    await come(ui, night, BOB)
    await come(ui, night, CLEO, verb="out")
    assert "You're in\n" in f"{await listed(BOB)}\n"
    assert "You can't come\n" in f"{await listed(CLEO)}\n"
