"""What answers say of what can't be, can't be any more, or comes later: it is so."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest

from bot.nights.announcing import word_to_all
from bot.nights.cohosts import set_cohosts
from bot.nights.guest_presses import press_here
from bot.nights.night import Now, Press
from bot.nights.night_calls import Call
from bot.nights.pilot import TIMER
from bot.nights.rounds import end, ended, round_over
from bot.nights.stages import RoundPace
from bot.tables.clock import MINUTE
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import Trouble
from bot.ui.actions.rights import calls_role
from bot.ui.pages.nights.call_buttons import needed_row
from bot.ui.pages.nights.night_card import card_lines, title_of
from bot.ui.pages.nights.night_posts import post_message
from bot.ui.pages.nights.pilot_words import needed_text
from bot.ui.pages.wording import Wording
from bot.ui.posting.nights.hosts_on_discord import HostsOnDiscord
from tests.ui.clicks import Answer, command, interaction, press
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, GUILD, UI
from tests.ui.fake_discord import FakeDiscord
from tests.ui.night_evening import EVENTS, GUESTS, HOST, evening
from tests.ui.stand_in import StandIn
from tests.ui.test_outcomes import draft


async def test_what_cannot_be_done_isnt_asked_first(ui: UI) -> None:
    """The question is refused with the words of its answer."""
    begun, open_night = await evening(ui, 4), await evening(ui, 4, doors=False)
    refused = await press(ui, HOST, f"d:end:{open_night.id}:0", own=True)
    assert "hasn't begun" in refused.text, refused.text
    await begun.start()
    refused = await press(ui, HOST, f"n:cancel:{begun.id}", own=True)
    assert "End the night instead" in refused.text, refused.text
    await ui.services.nights.change(begun.id, Press(HOST, ui.interaction()), end())
    late = f"n:later:{begun.id}:m30"
    for custom_id in (f"d:end:{begun.id}:0", f"n:remind:{begun.id}", late):
        refused = await press(ui, HOST, custom_id, own=True)
        assert "This night is over. The recap is in" in refused.text, f"{custom_id}: {refused.text}"
        assert [*refused.buttons] == ["Show the night", "Desk"], f"{custom_id} stays as it was"
    refused = await press(ui, GUESTS[8], late, own=True)
    assert [*refused.buttons] == ["Show the night"], "a guest is led to the desk"


async def test_of_a_draft_nothing_is_said_to_be_posted(ui: UI) -> None:
    """There is no card, no thread and nobody to be told, whatever is pressed."""
    night_id = await draft(ui)
    may = {"own": True, "permissions": EVENTS}
    for custom_id in (f"d:post:{night_id}", f"d:doors:{night_id}:0"):
        refused = await press(ui, ADA, custom_id, **may)
        assert "Publish the night first" in refused.text, f"{custom_id}: {refused.text}"
    pressed = Press(ADA, ui.interaction())
    with pytest.raises(Trouble, match="Publish the night first"):
        await ui.services.nights.change(night_id, pressed, word_to_all("Hello"))
    for custom_id in (f"n:cancel:{night_id}", f"n:cancelled:{night_id}"):
        said = await press(ui, ADA, custom_id, **may)
        assert "Nobody has seen it" in said.text, f"{custom_id}: {said.text}"


async def test_nobody_is_said_to_be_told_where_nobody_is_in(ui: UI) -> None:
    night = await evening(ui, 0, doors=False)
    asked = await press(ui, HOST, f"n:cancel:{night.id}", own=True)
    assert "Nobody needs to be told" in asked.text, asked.text
    said = await press(ui, HOST, asked.buttons["Yes, cancel it"], own=True)
    assert "Nobody needs to be told" in said.text, said.text


@pytest.mark.parametrize("rounds", [1, 2])
async def test_no_round_is_promised_after_the_last(ui: UI, rounds: int) -> None:
    night = await evening(ui, 7, rounds=rounds)
    first = await press(ui, GUESTS[1], f"n:here:{night.id}")
    assert "You're on the list for round 1." in first.text, f"which round isn't said: {first.text}"
    (table, *_) = await night.start()
    late = GUESTS[8]
    await night.answer(press_here, late)
    said = [
        await press(ui, late, f"n:here:{night.id}"),
        await press(ui, late, f"d:mine:{night.id}:1"),
        await press(ui, HOST, f"d:days:{night.id}:{table.id}:yes", own=True),
    ]
    for answer in said:
        parts = answer.text.split("\n\n")
        said_of_it = parts[-1 if answer is said[-1] else 0]
        of_rounds = said_of_it.replace("the next days", "")
        promised = "next" in of_rounds or "list for round 2" in of_rounds
        assert promised is (rounds == 2), f"{rounds} rounds, in the first: {answer.text}"


async def test_once_all_rounds_are_played_nobody_is_asked_to_play_along(ui: UI) -> None:
    night = await evening(ui, 4, rounds=1)
    for table in await night.start():
        asked = await press(ui, GUESTS[8], f"d:mine:{night.id}:1")
        assert "I'm here" in asked.buttons, asked.text
        await night.play_out(table)
    said = await press(ui, GUESTS[8], f"d:mine:{night.id}:1")
    assert said.text == "You have no seat in this round." and not said.buttons, said.text


async def test_only_the_first_who_comes_reads_that_they_are(ui: UI) -> None:
    night = await evening(ui, 0)
    said = [await press(ui, guest, f"n:here:{night.id}") for guest in GUESTS[1:3]]
    assert ["the first one here" in each.text for each in said] == [True, False]


async def test_replays_of_a_night_say_why_there_are_none(ui: UI) -> None:
    night = await evening(ui, 4)
    tables = await night.start()
    custom_id = f"d:replays:{night.id}"
    assert "has ended yet" in (await press(ui, HOST, custom_id)).text, "a game that is on was kept"
    for table in tables:
        await ui.services.table_verbs.end(table.id, HOST, "night")
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), end())
    assert "ended with a result" in (await press(ui, HOST, custom_id)).text


async def test_a_host_isnt_told_to_answer_for_somebody_else(ui: UI) -> None:
    night = await evening(ui, 4)
    answer = Answer()
    made = interaction(ui, HOST, CHANNEL, answer)
    gone = StandIn(discord.Member, id=GUESTS[8].id, display_name="Ivo", bot=False)
    await command(ui, "night remove", made, person=gone, night=night.id)
    assert "aren't on this night's list" in answer.text, answer.text
    revision = (await night.night()).row.revision
    marked = await press(ui, HOST, f"d:here:{night.id}:{revision}", str(GUESTS[8].id), own=True)
    assert "aren't on this night's list" in marked.text, marked.text


async def test_a_choice_that_is_gone_is_said_to_be(ui: UI) -> None:
    """Not that a game moved on: there is none."""
    night = await evening(ui, 4, doors=False)
    for custom_id in (f"n:reminded:{night.id}", "s:language"):
        may = discord.Permissions.all()
        refused = await press(ui, HOST, custom_id, "whenever", own=True, permissions=may)
        assert "can't be picked any more" in refused.text, f"{custom_id}: {refused.text}"


async def test_a_game_that_has_begun_invites_to_a_free_seat(ui: UI, server: FakeDiscord) -> None:
    """And to nothing else: no *Join* is there any more, and no *Start*."""
    table = await ui.start(ADA, BOB)
    page = await press(ui, ADA, f"t:settings:{table.id}", own=True)
    assert "Start" not in page.text and list(page.buttons) == ["Turn banter off"], page
    refused = await press(ui, ADA, f"t:invite:{table.id}", str(CLEO.id), own=True)
    assert "No seat is free" in refused.text and not table.invited, refused.text
    await TableVerbs(ui.tables, ui.services.history).leave(table.id, BOB)
    said = await press(ui, ADA, f"t:invite:{table.id}", str(CLEO.id), own=True)
    assert "They're invited" in said.text, said.text
    (sent,) = [each.content for place in server.places.values() for each in place.up.values()]
    assert "a free seat" in sent and "Join" not in sent, sent
    await ui.end(table.id)
    over = await press(ui, ADA, f"t:settings:{table.id}", own=True)
    assert "has ended" in over.text, over.text


async def test_two_presses_at_once_give_time_once(ui: UI) -> None:
    night = await evening(ui, 4, move_time=600)
    table = (await night.start())[0]
    clock = table.seats[table.to_act()[0]].clock
    assert clock is not None, "no clock is running"
    before = await ui.tables.people.ends(table)
    message = SimpleNamespace(
        id=5, flags=SimpleNamespace(ephemeral=True), interaction_metadata=None
    )
    said: list[Answer] = [
        await press(ui, HOST, f"d:time:{night.id}:{table.id}", message=message) for _ in range(2)
    ]
    assert all("5 more minutes" in each.text for each in said), [each.text for each in said]
    gained = {seat: at - before[seat] for seat, at in (await ui.tables.people.ends(table)).items()}
    assert set(gained.values()) <= {299, 300, 301}, f"time was given twice: {gained}"


async def test_who_leads_and_plays_leaves_their_tables_seats_to_another_host(ui: UI) -> None:
    """To put somebody on a seat takes its owner off."""
    night = await evening(ui, 7)
    table = next(each for each in await night.start() if each.seat_of(HOST.id) is not None)
    cohost = next(each for each in GUESTS[:7] if table.seat_of(each.id) is None)
    nights = ui.services.nights
    await nights.change(night.id, Press(HOST, ui.interaction()), set_cohosts([cohost]))
    refused = await press(ui, HOST, f"d:put:{night.id}:{table.id}:1.{GUESTS[8].id}", own=True)
    assert f"leave that to <@{cohost.id}>." in refused.text, refused.text


async def test_standings_are_shown_to_all_only_by_who_may_write_there(ui: UI) -> None:
    """In a thread by who may write in threads, in a channel by who may write in the channel."""
    for kind, right in (
        (discord.Thread, {"send_messages_in_threads": True}),
        (discord.TextChannel, {"send_messages": True}),
    ):
        for rights in ({"send_messages_in_threads": True}, {"send_messages": True}):
            answer = Answer()
            made = interaction(ui, ADA, CHANNEL, answer, permissions=discord.Permissions(**rights))
            made.channel = StandIn(kind)
            shown = ui.requests.actions.standings.show_to_all(made, None, None, 0)
            await ui.answered(made, shown)
            assert answer.public is (rights == right), f"{kind}, {rights}: {answer.text}"


async def test_the_computer_that_has_joined_is_named(ui: UI) -> None:
    table = await ui.open(ADA, BOB)
    said = await press(ui, ADA, f"c:add:{table.id}:0:sharp", own=True)
    assert f"{table.seats[2].name} has joined" in said.text, said.text


@pytest.mark.parametrize("mentions", [False, True])
def test_a_role_is_called_elsewhere_by_who_may_mention_it_there(mentions: bool) -> None:
    """What somebody may do in the channel where they press says nothing about another one."""
    channel = MagicMock(spec=discord.TextChannel)
    channel.permissions_for.return_value = discord.Permissions(mention_everyone=mentions)
    guild = MagicMock(spec=discord.Guild, id=GUILD)
    guild.get_channel.return_value = channel
    guild.get_role.return_value = SimpleNamespace(id=9, mentionable=False)
    here = discord.Permissions(mention_everyone=not mentions)
    made = SimpleNamespace(
        permissions=here, guild=guild, user=StandIn(discord.Member, id=1), channel_id=CHANNEL
    )
    asked: Any = made
    assert calls_role(asked, 9, CHANNEL + 1) is mentions, "another channel's rights decide"


@pytest.mark.parametrize("bot_may", [False, True])
async def test_a_series_calls_only_a_role_that_the_bot_may_mention(ui: UI, bot_may: bool) -> None:
    """As it announces the next night by itself, whatever its host may."""
    rights = discord.Permissions(manage_events=True)
    host, me = StandIn(discord.Member, id=1, guild_permissions=rights), StandIn(discord.Member)
    channel = MagicMock(spec=discord.TextChannel)
    channel.permissions_for = lambda who: discord.Permissions(
        mention_everyone=who is host or bot_may
    )
    guild = MagicMock(spec=discord.Guild, id=GUILD, me=me)
    guild.fetch_member = AsyncMock(return_value=host)
    guild.get_channel.return_value = channel
    guild.get_role.return_value = SimpleNamespace(id=9, mentionable=False)
    client: Any = SimpleNamespace(get_guild=lambda _guild: guild)
    found = await HostsOnDiscord(client, ui.tables.servers).look_up(GUILD, 1, CHANNEL, 9)
    assert found.calls is bot_may, "its post mentions a role, and pings nobody"


async def test_a_card_says_that_doors_are_open_no_longer_than_they_are(ui: UI) -> None:
    """Its hosts are told then that they are closed, and to seat the round."""
    night = await (await evening(ui, 4)).night()
    closed = replace(night, guests=replace(night.guests, doors="closed"))
    titles = [title_of(each, Wording("en-GB")) for each in (night, closed)]
    assert titles == ["Doors are open: Friday", "Not begun yet: Friday"], titles
    held = night.with_row(stage="held")
    waits = [
        "waits for a host" in card_lines(each, [], Wording("en-GB"))[-1] for each in (night, held)
    ]
    assert waits == [False, True], "guests don't see that a host has to go on with the night"


async def test_who_was_away_as_a_round_ended_is_asked_in_its_last_line(ui: UI) -> None:
    """Only while they are gone and the next round is to come, and with a button that answers."""
    led, voice = await evening(ui, 4), Wording("en-GB")
    await led.start()
    night = (await led.night()).with_row(pilot="auto")
    away = [guest.person for guest in night.guests.there[:2]]
    change = round_over(1, away=away)(night, TIMER, Now(night.row.starts_at))
    (post,) = change.posts
    said = post_message(change.night, post, 1, voice)
    asks = f"<@{away[0]}> <@{away[1]}> Are you still here? Press **I'm here** to play in round 2."
    assert said.text.splitlines()[-1] == asks, said.text
    (round_,) = change.night.dealt
    seated = replace(round_.seating.seated, sit_outs=(away[0],))
    rested = change.night.with_round(
        replace(round_, seating=replace(round_.seating, seated=seated))
    )
    scored = replace(post, details={**post.details, "points": "Ada 5"})
    for at, is_said in ((rested, True), (change.night, False)):
        text = post_message(at, scored, 1, voice).text
        assert ("Sitting this round out gives 5 points, last place 0." in text) is is_said, text
    full = replace(change.night, guests=replace(change.night.guests, limit=3))
    asked = post_message(full, post, 1, voice).text.splitlines()[-1]
    assert asked == asks, f"their seats are kept until the deal: {asked}"
    assert said.row[0].label == "I'm here"
    waits = change.night.with_row(stage="break", stage_at=night.row.starts_at)
    few = post_message(waits, post, 1, voice, RoundPace(6, 10))
    ends = f"else the night ends at <t:{night.row.starts_at + 900}:t>"
    assert f"Round 2 needs 3 more guests, {ends}" in few.text, few.text
    over = post_message(ended(change.night), post, 1, voice)
    assert "The night ended after this round." in over.text and "<@" not in over.text, over.text
    last = post_message(ended(change.night.with_row(rounds=1)), post, 1, voice)
    assert "night is over" not in last.text, f"another message says it below: {last.text}"
    assert "yet" not in last.text, f"as if more came: {last.text}"
    back = post_message(replace(change.night, guests=night.guests), post, 1, voice)
    assert "<@" not in back.text and back.row[0].label != "I'm here", "who is here is asked"


async def test_a_call_for_a_table_that_stands_still_names_it_and_answers(ui: UI) -> None:
    led, voice = await evening(ui, 4), Wording("en-GB")
    await led.start()
    call = Call("still", 1, 0, said=True, table="aaaaa", number=2, place=7, still="deserted")
    night = replace(await led.night(), calls=(call,))
    there = "[Table 2](https://discord.com/channels/100/7)"
    said = f"All players are away, and the game waits: {there}"
    assert needed_text(night, None, voice) == said
    labels = [each.label for each in needed_row(night, None, 1, voice)]
    assert labels == ["Host: Desk", "Host: Look after table 2"], (
        f"nothing is paused there: {labels}"
    )
    auto = night.with_row(pilot="auto")
    alone = needed_text(auto, RoundPace(3, 10), voice)
    assert f"From <t:{5 * MINUTE}:t> on" in alone, f"nothing seems to come: {alone}"
    stands = replace(auto, calls=(replace(call, still="unseen"),))
    by = (night.row.stage_at or 0) + (2 * 10 + 10) * MINUTE
    said = needed_text(stands, RoundPace(3, 10), voice)
    assert f"At {voice.at(by)} at the latest, computers finish" in said, f"nothing comes: {said}"
    stands = replace(auto, calls=(replace(call, still="paused"),))
    said = needed_text(stands, RoundPace(3, 10), voice)
    assert "A paused game waits until" in said and "at the latest" not in said, said
    paused = replace(call, still="paused", table="bbbbb", number=3)
    first = replace(call, table="ccccc", number=1, place=6)
    both = needed_text(replace(night, calls=(call, first)), None, voice)
    assert both.index("Table 1") < both.index("Table 2"), f"tables stand as they called: {both}"
    several = replace(night, calls=(call, first, replace(first, table="ddddd")))
    labels = [each.label for each in needed_row(several, None, 1, voice)]
    assert labels == ["Host: Desk", "Host: Computers finish all …"], (
        f"the desk has a list of them: {labels}"
    )
    night = replace(night, calls=(call, replace(call, why="table"), paused))
    buttons = needed_row(night, None, 1, voice)
    labels = [each.label for each in buttons]
    whose = ("Desk", "Resume all", "Look after table 2", "Look after table 3")
    assert labels == [f"Host: {each}" for each in whose], labels
    assert len({each.id for each in buttons}) == len(buttons), "Discord refuses the same id twice"
