"""What a night leaves in its channel: lists of tables, the recap; and what is pressed there."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.nights.after_night import Correction, correct_result, corrected
from bot.nights.announcing import edit
from bot.nights.guest_presses import press_here, toggle
from bot.nights.next_night import announce_next
from bot.nights.night import NOT_LEADING, Post, Press
from bot.nights.night_points import Earned, NightPoints, points_so_far
from bot.nights.rounds import end
from bot.nights.series_rules import date_sign, end_series, next_dates
from bot.nights.standings import Standings
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.trouble import Trouble
from bot.tables.who_sits import brief_of
from bot.ui.actions.nights.typed_orders import order_text, order_typed
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes, night_recap, series_routes
from bot.ui.pages.nights.leading_on import leads_on
from bot.ui.pages.nights.night_card import night_card_page
from bot.ui.pages.nights.night_posts import post_message
from bot.ui.pages.nights.night_ranking import RecapFacts
from bot.ui.pages.nights.night_recap import recap_page
from bot.ui.pages.nights.night_tables import overtime_at
from bot.ui.pages.nights.points_page import points_page
from bot.ui.pages.nights.recap_remarks import remarks
from bot.ui.pages.nights.replays_page import replays_page
from bot.ui.pages.nights.standings_page import Named
from bot.ui.pages.page import Select, hand_id
from bot.ui.pages.place_words import discord_address
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.board import board_page
from bot.ui.pages.tables.game_end import end_rows
from bot.ui.pages.wording import Wording
from bot.ui.posting.alarms import Alarms
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.nights.night_messages import NightMessages
from bot.ui.posting.nights.night_rounds import SOON, recap_facts
from cogs.donburiko.help import HELP
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import GAME
from storage.result_rows import FULL_POINTS, ResultRow
from storage.rows import SeatRow
from tests.nights.sample_nights import guests_in, played_by, sample_night
from tests.storage.samples import a_table
from tests.ui.clicks import Answer, command, interaction, offered, press
from tests.ui.conftest import CHANNEL, GUILD, UI
from tests.ui.fake_discord import FakeDiscord, Message, failure
from tests.ui.night_evening import EVENTS, GUESTS, HOST, Evening, evening
from tests.ui.test_nights import thread_of

BOB, STRANGER = GUESTS[1], Person(90, "Kim")


@pytest.fixture
async def rounds(ui: UI, server: FakeDiscord) -> NightMessages:
    """Put the messages of rounds up."""
    assert server is not None, "there is no stand-in for Discord"
    return ui.night_messages


def lying(server: FakeDiscord, mark: str) -> list[Message]:
    """Return the messages in the channel with a button whose id begins like this."""
    up = server.places[CHANNEL].up.values()
    return [each for each in up if any(c.startswith(mark) for c in each.controls)]


async def after_a_kill(ui: UI) -> NightMessages:
    """Return what puts up the messages of nights once the process has died.

    As the one of the room, it does so when a test says so alone, and not beside that.
    """
    again = NightMessages(ui.services, AnswersFirst())
    await again.close()
    return again


async def with_threads(ui: UI, tables: list[Table]) -> None:
    """Note threads for tables."""
    for number, table in enumerate(tables):
        await ui.tables.save_whereabouts(table.id, place_id=5000 + number)


async def played(ui: UI, night: Evening) -> list[Table]:
    """Play the next round to its end."""
    tables = await night.start()
    await with_threads(ui, tables)
    for table in tables:
        await night.play_out(table)
    return tables


@pytest.mark.walked
async def test_a_round_is_listed_once_and_mentions_nobody(
    ui: UI, server: FakeDiscord, rounds: NightMessages, monkeypatch: pytest.MonkeyPatch
) -> None:
    alarms: list[tuple[str, float]] = []
    monkeypatch.setattr(Alarms, "set", lambda _self, *given: alarms.append(given))
    # However long this takes, it is the same second.
    second = ui.tables.now()
    monkeypatch.setattr(ui.tables, "now", lambda: second)
    night = await evening(ui, 7)
    tables = await night.start(lies=False)
    await rounds._update(night.id)
    assert not lying(server, f"d:mine:{night.id}"), "listed before there are threads"
    await with_threads(ui, tables)
    await rounds._update(night.id)
    await rounds._update(night.id)
    (listed,) = lying(server, f"d:mine:{night.id}:1")
    now, games = await night.night(), ui.services.some_games_of(await night.night())
    late = overtime_at(now, games)
    assert late is not None, "no round is at play"
    told = {(key, round(seconds)) for key, seconds in alarms if seconds > 60}
    assert told == {(night.id, late - ui.tables.now())}, "nobody looks again once it is overdue"
    assert listed.embed is not None and listed.embed.description is not None
    assert not listed.mentions
    for number, table in enumerate(tables, 1):
        line = listed.embed.description.splitlines()[number - 1]
        link = f"https://discord.com/channels/{table.guild_id}/{table.place_id}"
        assert line.startswith(f"**[Table {number}]({link})** · ")
        assert all(seat.name in line for seat in table.seats)
    await night.play_out(tables[0])
    edits = server.places[CHANNEL].edits
    await rounds._update(night.id)
    assert server.places[CHANNEL].edits == edits + 1
    (done,) = [each for each in listed.embed.description.splitlines() if "done · " in each]
    scores = done.partition("done · game scores: ")[2].split(", ")
    broken = [each for each in scores if not re.search(r"\w\u00a0[0-9]+$", each)]
    assert not broken, f"a line breaks between a name and its score: {broken}"
    await rounds.close()


async def test_the_list_of_a_later_round_is_looked_after_as_soon_as_that_of_the_first(
    ui: UI, rounds: NightMessages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While its tables have no threads yet; the list of the round before waits for overtime."""
    night = await evening(ui, 7)
    tables = await night.start()
    await with_threads(ui, tables)
    await rounds._update(night.id)
    for table in tables:
        await night.play_out(table)
    await rounds._update(night.id)
    await night.start()
    alarms: list[float] = []
    of_lists = rounds._rounds._alarms
    monkeypatch.setattr(of_lists, "set", lambda _key, seconds: alarms.append(seconds))
    await rounds._update(night.id)
    assert alarms and alarms[-1] <= SOON, f"nobody looks for {alarms[-1:]} s"
    await rounds.close()


async def in_threads(ui: UI, server: FakeDiscord, tables: list[Table]) -> list[int]:
    """Give tables cards in the channel with threads below them; return their ids."""
    threads: list[int] = []
    for table in tables:
        card = server.places[CHANNEL].write("card")
        server.add(card.id, discord.Thread)
        await ui.tables.save_whereabouts(table.id, card_id=card.id, place_id=card.id)
        threads.append(card.id)
    return threads


def later(ui: UI, minutes: int) -> None:
    """Let so many minutes pass."""
    now = ui.tables.now() + 60 * minutes
    ui.tables._now = lambda: now


@pytest.mark.parametrize("minutes", [11, 600])
async def test_threads_are_archived_after_a_round_however_late_the_clock_says_so(
    ui: UI, server: FakeDiscord, rounds: NightMessages, minutes: int
) -> None:
    """The machine may have slept, or somebody has set its clock; who opens one keeps it open."""
    night = await evening(ui, 7)
    tables = await night.start()
    threads = [server.places[each].channel for each in await in_threads(ui, server, tables)]
    for table in tables:
        await night.play_out(table)
    await rounds._update(night.id)
    assert not any(each.archived for each in threads)
    later(ui, minutes)
    await rounds._update(night.id)
    assert all(each.archived for each in threads)
    threads[0].archived = False
    await rounds._update(night.id)
    assert not threads[0].archived
    await ui.tables.change(tables[0])
    later(ui, 11)
    await rounds._update(night.id)
    assert threads[0].archived, "what was done there was the last, and it stays open"
    await rounds.close()


async def test_a_thread_that_was_reopened_for_an_edit_is_archived_again(
    ui: UI, server: FakeDiscord, rounds: NightMessages
) -> None:
    night = await evening(ui, 7)
    table, *_others = tables = await night.start()
    thread = server.places[(await in_threads(ui, server, tables))[0]]
    await ui.messages._update(table.id)
    await night.play_out(table)
    await ui.messages._update(table.id)
    thread.channel.archived = True
    # As a corrected result does.
    await ui.tables.save_whereabouts(table.id, board_revision=-1)
    thread.failures["edit"] = [failure(400, 50083)]
    await ui.messages._update(table.id)
    assert not thread.failures["edit"], "nothing was edited"
    assert thread.channel.archived, "the thread stays open"
    await rounds.close()


async def test_a_table_that_is_dealt_asks_discord_for_nothing_that_nobody_needs(
    ui: UI, server: FakeDiscord
) -> None:
    """Nothing can lie there yet, and its card goes; once a request has failed, it is looked for."""
    night = await evening(ui, 7)
    first, second, *_others = await night.start(lies=False)
    place, messages = server.places[CHANNEL], ui.messages
    place.failures["history"] = [failure(500)]
    await messages._update(first.id)
    await messages._cards.close()
    edited = await ui.tables.get(first.id)
    assert edited.board_id is not None and edited.place_id != CHANNEL
    assert place.edits == 0, "a card is changed that is taken down the next moment"
    place.lost["send"] = [failure(500)]
    for _lost_then_looked_for_in_vain in range(2):
        with pytest.raises(discord.HTTPException):
            await messages._update(second.id)
    assert not place.failures["history"], "its card may lie there, and isn't looked for"
    await messages._update(second.id)
    found = [each for each in place.up.values() if hand_id(second.id, card=True) in each.controls]
    assert len(found) == 1, "its card lies there twice"


async def test_the_cards_of_tables_go_once_the_list_stands(
    ui: UI, server: FakeDiscord, rounds: NightMessages
) -> None:
    """Not one whose thread isn't there; and a kill between taking down and noting harms nothing."""
    night = await evening(ui, 7)
    tables = await night.start(lies=False)
    cards = await in_threads(ui, server, tables[1:])
    await rounds._update(night.id)
    lies = server.places[CHANNEL].up
    assert {*cards} <= {*lies}, "a card went before there was a list"
    alone = server.places[CHANNEL].write("card")
    await ui.tables.save_whereabouts(tables[0].id, card_id=alone.id, place_id=CHANNEL)
    del lies[cards[0]]
    await rounds._update(night.id)
    assert not {*cards} & {*lies}, "cards lie beside the list that says the same"
    assert alone.id in lies, "a table without a thread has lost its card"
    noted = [(await ui.tables.get(table.id)).card_id for table in tables]
    assert noted == [alone.id, *[None] * len(cards)]
    await rounds.close()


async def test_threads_are_archived_ten_minutes_after_the_round_and_once(
    ui: UI, server: FakeDiscord, rounds: NightMessages
) -> None:
    """Who opens one again keeps it open, and a game that goes on keeps its own."""
    night = await evening(ui, 7, rounds=1)
    tables = await night.start()
    threads = await in_threads(ui, server, tables)
    picked = await night.pick(await night.desk(), tables[0].id)
    await night.click("Finish it another day", await night.click("Finish it another day …", picked))
    for table in tables[1:]:
        await night.play_out(table)

    async def archived(updates: int) -> list[int]:
        for _ in range(updates):
            await rounds._update(night.id)
        return [each for each in threads if server.places[each].channel.archived]

    assert await archived(3) == [], "threads are archived at once"
    later(ui, 9)
    assert await archived(3) == [], "threads are archived too soon"
    later(ui, 2)
    assert await archived(1) == threads[1:], "not exactly the threads of games that are over"
    server.places[threads[1]].channel.archived = False
    assert await archived(3) == threads[2:], "a thread that was opened again was archived again"
    await night.play_out(tables[0])
    assert threads[0] not in await archived(3)
    later(ui, 11)
    assert threads[0] in await archived(3), "the thread of the game that went on stays open"
    await rounds.close()


async def test_a_thread_that_cannot_be_archived_stops_nothing(
    ui: UI, server: FakeDiscord, rounds: NightMessages
) -> None:
    night = await evening(ui, 7, rounds=1)
    tables = await night.start()
    threads = await in_threads(ui, server, tables)
    for table in tables:
        await night.play_out(table)
    server.places[threads[0]].failures["archive"] = [failure(403, 50013)]
    later(ui, 11)
    await rounds._update(night.id)
    assert [server.places[each].channel.archived for each in threads] == [False, True]
    await rounds.close()


def ends_of_rounds(server: FakeDiscord, night: Evening) -> list[Message]:
    """Return what says in the night's thread that a round is over."""
    up = [each for place in server.places.values() for each in place.up.values()]
    thread = [each for each in up if each.content and not each.mentions]
    return [each for each in thread if each.place.id != CHANNEL and "Doors" not in each.content]


async def test_the_thread_says_that_round_1_has_begun(
    ui: UI, server: FakeDiscord, rounds: NightMessages
) -> None:
    """Where the doors were said to be open, if a host has dealt it, and until the next has."""
    night = await evening(ui, 4)
    await rounds._update(night.id)
    up = [each for place in server.places.values() for each in place.up.values()]
    (doors,) = [each for each in up if "Doors are open" in (each.content or "")]
    assert "has begun" not in doors.content, doors.content
    tables = await night.start()
    await in_threads(ui, server, tables)
    await rounds._update(night.id)
    assert night.id in rounds._rounds._alarms._set, "nothing leads to the list that is up now"
    await rounds._update(night.id)
    assert "\nRound 1 has begun: [Show the tables](" in doors.content, doors.content
    for table in tables:
        await night.play_out(table)
    await rounds._update(night.id)
    assert "Round 1" not in doors.content, f"it is over: {doors.content}"
    assert "\nBreak until <t:" in doors.content, f"what is now isn't said: {doors.content}"
    await night.start()
    await rounds._update(night.id)
    assert "Round 1" not in doors.content, "an old round stands where guests arrive"
    await rounds.close()


@pytest.mark.walked
async def test_the_end_of_a_round_is_said_once_and_follows_the_points(
    ui: UI, server: FakeDiscord, rounds: NightMessages
) -> None:
    """Edited as the next round begins; found again after a kill; the hidden are named nowhere."""
    night = await evening(ui, 4)
    (first, *_others) = await played(ui, night)
    await rounds._update(night.id)
    (said,) = ends_of_rounds(server, night)
    over_at = (await night.night()).dealt[0].over_at
    assert over_at is not None
    assert said.content.startswith("Round 1 is over. Night points so far: ") and not said.mentions
    until = over_at + 300
    ends = f"Break until <t:{until}:t>. Round 2 starts when the host seats it."
    assert said.content.endswith(ends), said.content
    desk = await night.desk()
    assert f"Round 1 is over. Break until <t:{over_at + 300}:t> (<t:" in desk.text
    await ui.tables.store.database.write("UPDATE night_posts SET message_id = NULL", ())
    await rounds.close()
    again = await after_a_kill(ui)
    await ui.tables.store.results.hide(BOB.id, True)
    await again._update(night.id)
    assert [each.id for each in ends_of_rounds(server, night)] == [said.id], "it is said twice"
    assert "a guest" in said.content and "Bob" not in said.content, "somebody who hides is named"
    edits = said.place.edits
    await again._update(night.id)
    assert said.place.edits == edits, "it is edited though nothing has changed"
    tables = await night.start()
    await again._update(night.id)
    assert said.content.startswith("Round 1 is over. Night points so far: ")
    assert "starts" not in said.content
    assert "\nRound 2 has begun: [Show the " in said.content, said.content
    before = said.content.partition("\nRound 2")[0]
    for table in tables:
        await night.play_out(table)
    await again._update(night.id)
    assert [each.content[:15] for each in ends_of_rounds(server, night)] == [
        "Round 1 is over",
        "Round 2 is over",
    ]
    assert said.content == before, (
        f"an older round follows a newer one, or says that one has begun: {said.content}"
    )
    last = ends_of_rounds(server, night)[1].content
    (recap,) = lying(server, f"d:replays:{night.id}")
    address = discord_address(GUILD, CHANNEL, recap.id)
    ends = "That was the last round planned. The host ends the night."
    ends += " If a host adds a round, **I'm here** and **I'm going home** count for it."
    planned = f"{ends} [Show the night points]({address})"
    assert last.endswith(planned), f"more rounds may come, or it leads elsewhere: {last}"
    now, post = await night.night(), Post("round_over", details={"round": 2})
    here = routes.PRESS_HERE(now.id, mark=1)
    for pilot, comes in (("host", True), ("auto", False)):
        as_led = replace(now, row=replace(now.row, pilot=pilot))
        row = post_message(as_led, post, 1, Wording("en")).row
        found = [each.id for each in row]
        assert (here in found) is comes, "a host may add a round"
        assert (routes.PRESS_HOME(now.id) in found) is comes, "nobody can go home before it"
    worst = sorted(await ui.tables.store.results.of_table(first.id), key=lambda row: -row.place)
    order, led = [[row.seat] for row in worst], Press(HOST, ui.interaction(), leads=True)
    await correct_result(ui.services.nights, night.id, led, first.id, order, "2", "Cleo, Bob")
    await again._update(night.id)
    assert not said.content.startswith(before), (
        "a result of an older round is corrected, and its end is not"
    )
    led_on = await night.night()
    thread = thread_of(server, led_on).up.values()
    (told,) = [each for each in thread if "corrected who came where" in each.content]
    facts = await recap_facts(ui.services, led_on)
    points = told.content.partition("\nNight points after that: ")[2]
    assert points and f"Night points: {points} That was the last round" in (
        ends_of_rounds(server, night)[1].content
    ), f"other points than round 2 ended with: {told.content}"
    assert "\nNew order: Cleo, Bob\n" in told.content, told.content
    assert not told.mentions and desk_routes.NIGHT_POINTS(night.id) in told.controls
    lists = replays_page(led_on, facts, Wording("en"), None).rows
    games = [each for row in lists if isinstance(row, Select) for each in row.choices]
    marked = [each.value for each in games if " · " in each.more]
    assert marked == [first.id], f"which table was corrected? {games}"
    added = await night.start()
    await again._update(night.id)
    assert recap.embed is not None, "the recap says nothing"
    text = recap.embed.description or ""
    assert re.search("Still on: tables? .* of round 3", text), f"it knows of no round since: {text}"
    for table in added:
        await night.play_out(table)
    for _time in range(3):
        await again._update(night.id)
    (below,) = lying(server, f"d:replays:{night.id}")
    assert below.id == max(server.places[CHANNEL].up), "the recap stands above an added round"
    assert recap.id != below.id and not below.mentions, "somebody is called to it once more"
    last = ends_of_rounds(server, night)[-1].content
    address = discord_address(GUILD, CHANNEL, below.id)
    assert last.endswith(f" [Show the night points]({address})"), f"a dead link: {last}"
    up = [each.embed.title or "" for each in server.places[CHANNEL].up.values() if each.embed]
    lists = sorted(each.partition(" · ")[0] for each in up if each.startswith("Round "))
    assert lists == ["Round 1 of 3", "Round 2 of 3", "Round 3 of 3"], lists
    card = night_card_page(await night.night(), (), Wording("en-GB"))
    planned = card.text.splitlines()[2]
    assert "3" in planned and "2" not in planned, card.text


async def test_boards_say_which_table_of_the_night_they_are(ui: UI) -> None:
    night = await evening(ui, 4)
    table, *_others = await night.start()
    services = ui.services
    wording = services.wording(table)
    board = board_page(services.game_of(table), table.face(), [], wording)
    assert board.footer.startswith("Night round 1, table 1")
    assert ": round 1" in board.author.lower(), f"the night's round? {board.author}"
    picked = await night.pick(await night.desk(), table.id)
    sure = await night.click("Computers finish it …", picked)
    await night.click("Computers finish it", sure)
    board = board_page(services.game_of(table), table.face(), [], wording)
    assert board.title == "Computers finish this game" and "computers" not in board.footer, board
    said = "lets computers finish this game.\nNobody can come back to it."
    assert said in board.text, (
        f"who is away reads neither why, nor that it's too late: {board.text}"
    )


async def test_a_table_of_the_night_ends_with_the_way_to_the_night(ui: UI) -> None:
    """Whoever opens another game there is missed in the next round."""
    night = await evening(ui, 4)
    (table, *_) = await night.start()
    await night.play_out(table)
    (row,) = end_rows(table.face(), ui.services.wording(table))
    assert isinstance(row, tuple), row
    assert [each.label for each in row] == ["Show the night", "Night points", "Replay", "More"], row


async def test_what_was_sent_before_a_crash_is_found_again(
    ui: UI, server: FakeDiscord, rounds: NightMessages
) -> None:
    """List and recap: sent, but not noted, since the process died."""
    night = await evening(ui, 4, rounds=1)
    await played(ui, night)
    await rounds._update(night.id)
    assert lying(server, f"d:standings:{night.id}"), "no recap though all rounds are over"
    store = ui.services.nights.store
    await store.save_whereabouts(night.id, recap_id=None)
    await rounds.close()
    again = await after_a_kill(ui)
    await again._update(night.id)
    (recap,) = lying(server, f"d:standings:{night.id}")
    assert (await night.night()).places.recap_id == recap.id


async def test_a_night_without_any_game_has_no_recap_and_is_looked_at_no_more(
    ui: UI, server: FakeDiscord, rounds: NightMessages
) -> None:
    night = await evening(ui, 4)
    await rounds._update(night.id)
    store = ui.services.nights.store
    assert night.id not in await store.with_rounds(1 << 60), "its doors are open, and that is all"
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), end())
    assert night.id in await store.with_rounds(1 << 60), "it is over, and no recap is looked for"
    await rounds._update(night.id)
    assert not lying(server, f"d:standings:{night.id}"), "a recap of nothing"
    assert night.id not in await store.with_rounds(1 << 60), "it is asked for for ever"
    await rounds.close()


async def test_a_channel_that_is_shut_stops_nothing(
    ui: UI, server: FakeDiscord, rounds: NightMessages
) -> None:
    night = await evening(ui, 4, rounds=1)
    await rounds._update(night.id)
    tables = await played(ui, night)
    assert tables
    server.places[CHANNEL].failures["send"] = [failure(403, 50001)] * 3
    await rounds._update(night.id)
    assert (await night.night()).places.recap_id is None
    server.places[CHANNEL].failures.clear()
    await rounds._update(night.id)
    assert lying(server, f"d:standings:{night.id}")
    await rounds.close()


@pytest.mark.walked
async def test_the_recap_names_no_one_who_hides_and_thanks_those_who_taught(
    ui: UI, server: FakeDiscord, rounds: NightMessages
) -> None:
    night = await evening(ui, 4, rounds=1)
    await night.answer(lambda: toggle("teacher"), HOST, BOB)
    await night.answer(lambda: toggle("learner"), GUESTS[2])
    await played(ui, night)
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), end())
    await rounds._update(night.id)
    (recap,) = lying(server, f"d:standings:{night.id}")
    text = recap.embed.description if recap.embed else ""
    assert text is not None
    assert "🥇" in text and "4 played" in text
    thanks = "Thanks to Ada for hosting and teaching, and to Bob for teaching."
    assert "Bob" in text and thanks in text, text
    assert "**Closest table**" not in (await press(ui, BOB, f"d:standings:{night.id}")).text
    for hides in (BOB, HOST):
        await ui.tables.store.results.hide(hides.id, True)
    await rounds._update(night.id)
    text = recap.embed.description if recap.embed else ""
    assert text is not None
    assert "Bob" not in text and "Ada" not in text, "somebody who hides is named"
    assert "a guest" in text and "Thanks to the host" in text
    mine = await press(ui, BOB, f"d:standings:{night.id}")
    assert "Bob" in mine.text and "▸" in mine.text and "Ada" not in mine.text
    await rounds.close()


async def test_the_recap_thanks_co_hosts_who_came(ui: UI) -> None:
    night = await evening(ui, 4, rounds=1)
    await night.answer(lambda: toggle("teacher"), HOST, BOB)
    await night.answer(lambda: toggle("learner"), GUESTS[2])
    await played(ui, night)
    now = (await night.night()).with_row(state="over")
    facts = await recap_facts(ui.services, now)
    for cohost, thanks in ((BOB, "Ada and Bob for hosting and teaching."), (GUESTS[2], "")):
        page = recap_page(replace(now, cohosts=(cohost,)), facts, Wording("en"))
        thanks = thanks or f"Ada and {cohost.name} for hosting and to "
        assert f"Thanks to {thanks}" in page.text, page.text
    # Of a night that ran by itself, somebody who wasn't there has only set it up.
    away = replace(now, cohosts=(BOB, Person(99, "Zoe"))).with_row(pilot="auto", host=98)
    named = replace(facts.named, names={**facts.named.names, 98: "Max", 99: "Zoe"})
    text = recap_page(away, replace(facts, named=named), Wording("en")).text
    assert "Thanks to Max for setting it up." in text and "Zoe" not in text, text
    assert "Thanks to Bob for hosting and teaching, and to Ada for teaching." in text, text
    text = recap_page(replace(away, cohosts=()), replace(facts, named=named), Wording("en")).text
    assert "Thanks to Bob and Ada for teaching." in text and "hosting" not in text, text
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), end())
    assert "This night is over. The recap is in <#" in (await night.desk()).text


def test_the_recap_names_the_tables_whose_points_are_nobodys() -> None:
    """Those that computers finished nearly alone; not one where somebody has earned theirs."""
    nobodys = [
        replace(row, table_id="bbbbb", person=None, by_computer=row.decisions) for row in three()
    ]
    partly = [replace(row, person=row.person if row.seat else None) for row in three()]
    facts = RecapFacts(
        NightPoints(Standings((), {})),
        Named({11: "P1", 12: "P2"}),
        [*partly, *nobodys],
        {"aaaaa": (1, 1), "bbbbb": (2, 3), "ccccc": (2, 4)},
    )
    night = sample_night(state="over")
    text = recap_page(night, facts, Wording("en-GB")).text
    assert "Computers played nearly all of table 3 of round 2: no night points." in text, text
    points = replace(facts.points, earned=(Earned(11, 1, 5),))
    halves = replace(facts, points=points, results=nobodys, tables={"bbbbb": (2, 3)})
    (said,) = remarks(halves, Wording("en-GB"))
    assert said.endswith("night points only for sitting out."), said
    last = [replace(row, score=9, gone=True) if row.seat == 2 else row for row in nobodys]
    table = a_table("bbbbb", phase="finished")
    seats = [SeatRow("bbbbb", seat, 10 + seat, "", None) for seat in range(3)]
    gone = [*seats[:2], replace(seats[2], stand_in="away", away_since=1, gone=9)]
    facts = replace(facts, seated={"bbbbb": brief_of((table, gone))})
    (games,) = replays_page(night, replace(facts, results=last), Wording("en-GB"), None).rows
    assert isinstance(games, Select)
    (one,) = games.choices
    shown = one.more.replace("\u00a0", " ")
    assert shown == "P2 9, a player 5, P1 5", (
        f"in another order than the round's list has them, or without their names: {shown}"
    )
    assert one.label == "Round 2, table 3", "which of several games of the same people it is"
    named = Named({10: "P0", 11: "P1", 12: "P2" * 20}, frozenset({10, 11}))
    facts = replace(facts, named=named, seated={"aaaaa": brief_of((table, gone))}, results=partly)
    (games,) = replays_page(night, facts, Wording("en-GB"), 10).rows
    assert isinstance(games, Select)
    shown = games.choices[0].more.replace("\u00a0", " ")
    assert (
        shown == f"P0 5, a guest 5, {'P2' * 8}P… 5 (away at the end, so last · no night points)"
    ), f"whose game it was, and why who is gone is last, as the round's list says it: {shown}"
    assert "🏆" in games.choices[0].label
    short = Named({10: "P0", 11: "P1", 12: "P2"}, frozenset())
    mended = [Correction("aaaaa", "a mistake", 1)]
    by_rule = replace(facts, named=short, by_rule=["aaaaa"], corrected=mended)
    (games,) = replays_page(night, by_rule, Wording("en-GB"), 10).rows
    assert isinstance(games, Select)
    shown = games.choices[0].more.replace("\u00a0", " ")
    assert shown == ("places corrected by a host · P0 5, P1 5, P2 5 (away at the end, so last)"), (
        f"no reason any more: {shown}"
    )
    assert "🏆" not in games.choices[0].label, "who is first by rule alone is celebrated"
    put = [replace(each, place=1.0) if each.seat == 2 else each for each in partly]
    (games,) = replays_page(night, replace(by_rule, results=put), Wording("en-GB"), 10).rows
    assert isinstance(games, Select) and "away" not in games.choices[0].more, (
        "a host put them there"
    )
    fewest = [replace(each, score=1) if each.seat == 2 else each for each in partly]
    (games,) = replays_page(night, replace(facts, results=fewest), Wording("en-GB"), 10).rows
    assert isinstance(games, Select)
    shown = games.choices[0].more.replace("\u00a0", " ")
    assert shown == f"P0 5, a guest 5, {'P2' * 8}P… 1", f"the scores say who is last: {shown}"


def test_it_is_said_where_points_are_added_up_that_nobody_has_those_for_first_place() -> None:
    """Else whoever has most seems to have too few; whose the other seats are says nothing."""

    def rows(table: str, nobodys: int, by_computer: int) -> list[ResultRow]:
        won = {"person": None, "by_computer": by_computer, "table_id": table}
        found = [replace(row, table_id=table) for row in three()]
        return [replace(row, **won) if row.seat == nobodys else row for row in found]  # pyright: ignore[reportArgumentType]

    tables = {"aaaaa": (1, 1), "bbbbb": (1, 2), "ccccc": (1, 3), "ddddd": (2, 1)}
    few = replace(three()[0], table_id="ddddd", seat=3, decisions=1, round=2)
    results = [*rows("aaaaa", 0, 4), *rows("bbbbb", 0, 0), *rows("ccccc", 1, 4), few]
    facts = RecapFacts(
        NightPoints(Standings((), {})),
        Named({}),
        [*results, *rows("ddddd", 0, 4)],
        tables,
        finished=[(2, 1)],
    )
    night = sample_night(state="over")
    recap = recap_page(night, facts, Wording("en-GB")).text
    assert "for first place" not in recap and "came first" not in recap, recap
    lines = points_page(night, facts, Wording("en-GB"), None).text.splitlines()
    for said in (
        "A computer came first at table 1 of round 1: nobody gets the points for that.",
        "Nobody gets the points for first place at table 2 of round 1.",
    ):
        assert said in lines, f"why nobody has the points of a seat isn't said: {lines}"
    assert not any("table 3" in line for line in lines), lines
    assert not any("table 1 of round 2: nobody" in line for line in lines), f"said twice: {lines}"
    finished = "Computers finished table 1 of round 2: no night points for whoever had made too few"
    assert f"{finished} moves." in lines, lines
    for row in (replace(few, decisions=0), None):
        others = [each for each in facts.results if each != few] + ([row] if row else [])
        text = points_page(night, replace(facts, results=others), Wording("en-GB"), None).text
        assert finished not in text, f"it has cost nobody anything: {text}"
        first = "came first at table 1 of round 1 and table 1 of round 2: nobody gets the points"
        assert first in text, f"why nobody has the points of a seat isn't said: {text}"


def test_a_recap_without_points_says_why_once_and_who_was_there() -> None:
    rows = [replace(row, table_id="1.1", person=None, by_computer=row.decisions) for row in three()]
    facts = RecapFacts(
        NightPoints(Standings((), {})),
        Named({1: "Ada", 2: "Bob"}),
        rows,
        {"1.1": (1, 1)},
        games=(PlayableGame(GAME, RENDER, HELP),),
    )
    guests = guests_in("Ada", "Bob")
    night = replace(sample_night(guests, state="over"), rounds=(played_by(guests),))
    text = recap_page(night, facts, Wording("en-GB")).text
    for line in (
        "Computers played to the end, so there are no night points tonight.",
        "**Played Donburiko!** Ada and Bob",
        "Thanks to Ada for hosting.",
    ):
        assert line in text.splitlines(), text
    assert text.count("points") == 1, f"said more than once: {text}"
    points = points_page(night, facts, Wording("en-GB"), None).text
    assert points.count("night points") == 1, points
    few = recap_page(night.with_row(stage="few"), facts, Wording("en-GB")).text
    assert text.endswith("2 played · 1 of 3 rounds"), f"how many were planned: {text}"
    assert few.endswith(" · 1 of 3 rounds: too few were here for round 2"), f"why it stopped: {few}"
    still = recap_page(night, replace(facts, still_on=[(1, 2)]), Wording("en-GB")).text
    assert "tonight" not in still, f"a game is still on: {still}"


def test_many_tables_of_a_round_whose_points_are_nobodys_are_counted() -> None:
    """A sentence that names them all can't be read; which round they were of is said of all."""
    rows = [replace(row, person=None, by_computer=row.decisions) for row in three()]
    tables = {"aaaaa": (1, 1), "bbbbb": (1, 2), "ccccc": (2, 1), "ddddd": (2, 2)}
    tables |= {"eeeee": (1, 3), "fffff": (1, 4)}

    def said(language: str, *nobodys: str) -> str:
        results = [replace(row, table_id=table) for table in nobodys for row in rows]
        facts = RecapFacts(NightPoints(Standings((), {})), Named({}), results, tables)
        return recap_page(sample_night(state="over"), facts, Wording(language)).text

    two = said("en-GB", "aaaaa", "ccccc")
    assert "nearly all of table 1 of round 1 and table 1 of round 2:" in two, two
    assert "第1ラウンドの1番卓と2番卓はほとんど" in said("ja", "aaaaa", "bbbbb")
    assert "nearly all of table 1 and table 2 of round 1:" in said("en-GB", "aaaaa", "bbbbb")
    many = said("en-GB", "aaaaa", "bbbbb", "ccccc", "eeeee", "fffff")
    assert "nearly all of 4 tables of round 1 and table 1 of round 2:" in many, many


@pytest.mark.walked
async def test_a_table_over_days_is_added_when_it_ends(
    ui: UI, server: FakeDiscord, rounds: NightMessages
) -> None:
    """The recap says that it is still on, and is edited; nobody is pinged."""
    night = await evening(ui, 6, rounds=1)
    tables = await night.start()
    await with_threads(ui, tables)
    picked = await night.pick(await night.desk(), tables[0].id)
    await night.click("Finish it another day", await night.click("Finish it another day …", picked))
    for table in tables[1:]:
        await night.play_out(table)
    sure = await night.click("End the night …", await night.more())
    await night.click("End the night", sure)
    await rounds._update(night.id)
    (recap,) = lying(server, f"d:standings:{night.id}")
    assert recap.embed is not None
    assert "Still on: table 1 of round 1" in (recap.embed.description or "")
    await night.play_out(tables[0])
    await rounds._update(night.id)
    assert "Still on" not in (recap.embed.description or "")
    assert len(lying(server, f"d:standings:{night.id}")) == 1
    results, void = await ui.services.nights.reader.results_of(await night.night())
    listed = points_so_far(await night.night(), results, void).standings.listed
    assert sum(each.value for each in listed) == 3 / 2 * len(tables)
    await rounds.close()


@pytest.mark.walked
async def test_what_is_pressed_below_list_and_recap(
    ui: UI, server: FakeDiscord, rounds: NightMessages
) -> None:
    night = await evening(ui, 4, rounds=1)
    tables = await night.start()
    await with_threads(ui, tables)
    found = await press(ui, BOB, f"d:mine:{night.id}:1")
    assert f"<#{tables[0].place_id}>" in found.text
    unseated = await press(ui, STRANGER, f"d:mine:{night.id}:1")
    assert "Once you're here" in unseated.text and "I'm here" in unseated.buttons, "where is it?"
    await night.answer(press_here, STRANGER)
    answer = await press(ui, STRANGER, f"d:mine:{night.id}:1")
    assert "If a seat becomes free in this one with" in answer.text, answer.text
    none = await press(ui, BOB, f"d:standings:{night.id}")
    assert "No game of this night has ended yet." in none.text
    for table in tables:
        await night.play_out(table)
    over = await press(ui, BOB, f"d:mine:{night.id}:1")
    assert "Your game at table 1 is over" in over.text, f"who has played sits there: {over.text}"
    assert over.text.endswith(f"The night points are in <#{CHANNEL}>."), over.text
    typed = Answer()
    made = interaction(ui, BOB, CHANNEL, typed)
    found = await offered(ui, "nights standings", "night", made, "fri")
    assert [choice.value for choice in found] == [night.id]
    await command(ui, "nights standings", made, night=night.id)
    assert "▸" in typed.text, "the command shows something else than the button"
    games = await press(ui, BOB, f"d:replays:{night.id}")
    custom_id, values = games.lists[0]
    assert values == [table.id for table in tables]
    replay = await press(ui, BOB, custom_id, values[0], own=True)
    assert "Donburiko!" in replay.text
    refused = await press(ui, BOB, f"d:again:{night.id}")
    assert refused.text == NOT_LEADING, refused.text
    draft = await press(ui, HOST, f"d:again:{night.id}", permissions=EVENTS)
    assert "Publish" in draft.buttons
    drafts = await ui.services.nights.reader.of_guild((await night.night()).row.guild_id, ["draft"])
    secret = await press(ui, BOB, f"d:standings:{drafts[0].id}")
    assert "no such game night" in secret.text, "somebody reads of a night that isn't announced"
    week = drafts[0].row.starts_at - (await night.night()).row.starts_at
    assert abs(week - 7 * 24 * 3600) <= 3600
    await rounds.close()


# Corrections


def result(seat: int, place: float, points: int, score: int = 5) -> ResultRow:
    """Return the result of a seat."""
    return ResultRow(
        *("aaaaa", seat, 10 + seat, f"P{seat}", 1, "donburiko", 3),
        *(score, place, points, place == 1, 4, 0, True, 5),
    )


def three() -> list[ResultRow]:
    """Return the results of a table of three."""
    return [result(0, 1, FULL_POINTS), result(1, 2, FULL_POINTS // 2), result(2, 3, 0)]


def test_the_points_name_a_highest_score_only_if_nobody_had_more() -> None:
    """As those have who left, and come last for it, or computers."""
    night = sample_night(state="over")
    left = (replace(row, score=22, gone=True) for row in three()[1:])
    results = [result(0, 1, FULL_POINTS, 9), *left]
    facts = RecapFacts(NightPoints(Standings((), {})), Named({10: "Ada"}), results, {})
    text = points_page(night, facts, Wording("en-GB"), None).text
    assert "Highest score" not in text, f"the list of the round shows 22: {text}"
    played = replace(result(1, 2, 0, 30), person=None, by_computer=9)
    facts = RecapFacts(facts.points, facts.named, [results[0], played], {})
    text = points_page(night, facts, Wording("en-GB"), None).text
    assert "Highest score" not in text, f"a computer had more: {text}"
    alike = RecapFacts(facts.points, facts.named, [results[0], replace(played, score=9)], {})
    text = points_page(night, alike, Wording("en-GB"), None).text
    assert "**Highest score in a game** 9 (Ada)" in text, "a computer had no more"


@pytest.mark.parametrize(
    "order", [[[2], [1], [0]], [[0, 1], [2]], [[2], [0, 1]], [[0, 1, 2]]], ids=str
)
def test_whatever_the_order_the_points_add_up(order: list[list[int]]) -> None:
    rows = corrected(three(), order)
    assert sum(row.points for row in rows) * 2 == 3 * FULL_POINTS
    assert sum(row.place for row in rows) == 6
    assert {row.seat for row in rows if row.won} == set(order[0])
    assert [row.score for row in rows] == [5, 5, 5]


@pytest.mark.parametrize("order", [[[0], [1]], [[0], [1], [1]], [[0], [1], [2], [3]], []], ids=str)
def test_an_order_names_every_seat_once(order: list[list[int]]) -> None:
    with pytest.raises(Trouble, match="every seat"):
        corrected(three(), order)


def test_places_are_typed_by_name_or_number() -> None:
    names = {0: "Ada", 1: "🤖 Akari", 2: "Bob"}
    rows = three()
    assert order_text(rows, names) == "Ada, 🤖 Akari, Bob"
    assert order_typed("bob, ADA = akari", rows, names) == [[2], [0, 1]]
    assert order_typed("bobとADA＝akari", rows, names) == [[2], [0, 1]]
    assert order_typed("3,1 = 2", rows, names) == [[2], [0, 1]]
    assert order_typed("b, ad = aka", rows, names) == [[2], [0, 1]]
    with pytest.raises(Trouble, match="called"):
        order_typed("b, a, akari", rows, names)
    assert order_typed(order_text(rows, names), rows, names) == [[0], [1], [2]]
    assert order_typed(order_text(rows), rows, names) == [[0], [1], [2]]
    tied = [replace(row, place=(3, 1.5, 1.5)[row.seat]) for row in rows]
    with pytest.raises(Trouble) as refused:
        order_typed("Zoe", tied, names)
    example = refused.value.values["example"]
    assert example == "🤖 Akari = Bob, Ada", f"not the order on record: {example}"


@pytest.mark.walked
async def test_a_correction_changes_places_and_stands_on_the_recap(
    ui: UI, server: FakeDiscord, rounds: NightMessages
) -> None:
    night = await evening(ui, 3, rounds=1)
    (table,) = await played(ui, night)
    await ui.messages._update(table.id)
    await rounds._update(night.id)
    store = ui.tables.store
    before = await store.results.of_table(table.id)
    log = await store.log(table.id)
    last_first = ", ".join(str(row.seat + 1) for row in sorted(before, key=lambda row: -row.place))

    async def correct(person: Person, **more: Any) -> Answer:
        answer = Answer()
        made = interaction(ui, person, CHANNEL, answer, **more)
        typed = {"table": table.id, "places": last_first}
        await command(ui, "night correct", made, reason="they *miscounted* @everyone", **typed)
        if "Correct it" not in answer.buttons:
            return answer
        assert await store.results.of_table(table.id) == before, "nobody was asked"
        return await press(ui, person, answer.buttons["Correct it"], own=True, **more)

    assert "Only the hosts" in (await correct(BOB)).text
    assert await store.results.of_table(table.id) == before
    assert "Corrected" in (await correct(BOB, permissions=EVENTS)).text
    again = (await correct(BOB, permissions=EVENTS)).text
    assert "Those are their places already" in again, "it says that something was corrected"
    after = await store.results.of_table(table.id)
    assert [row.points for row in after] != [row.points for row in before]
    assert sum(row.points for row in after) == sum(row.points for row in before)
    assert await store.log(table.id) == log
    await rounds._update(night.id)
    (recap,) = lying(server, f"d:standings:{night.id}")
    text = recap.embed.description if recap.embed else ""
    assert text is not None
    assert "Corrected by a host who played there: round 1, table 1" in text, text
    assert r"\*miscounted\* \@everyone" in text
    order = ", ".join(row.name for row in sorted(after, key=lambda row: row.place))
    assert f"-# New order: {order}" in text, text
    best = max(after, key=lambda row: row.points)
    ended = await ui.tables.get(table.id)
    assert table.id in await store.to_repair(), "nobody puts the end message right"
    await ui.messages._update(table.id)
    end = server.places[ended.place_id or 0].up[ended.end_id or 0].embed
    assert end is not None, "nobody sees how it ended"
    assert best.name in (end.title or ""), f"the end is of before: {end.title}"
    text = end.description or ""
    assert r"A host of the night corrected the places: they \*miscounted\*" in text, f"why? {text}"
    (listed,) = lying(server, f"d:mine:{night.id}:1")
    line = (listed.embed.description if listed.embed else None) or ""
    assert f"**1**\N{NO-BREAK SPACE}{best.name}" in line, f"the round's list is of before: {line}"
    told = [each.content for each in ends_of_rounds(server, night)]
    found = [each for each in told if r"\*miscounted\* \@everyone" in each]
    assert len(found) == 1, f"who sat there isn't told once: {told}"
    await rounds.close()


async def test_equals_stay_in_the_order_in_which_a_host_has_typed_them(ui: UI) -> None:
    night = await evening(ui, 3, rounds=1)
    (table,) = await played(ui, night)
    names = [seat.name for seat in table.seats]
    typed = f"{names[2]} = {names[0]}, {names[1]}"
    made = interaction(ui, BOB, CHANNEL, answer := Answer(), permissions=EVENTS)
    await command(ui, "night correct", made, table=table.id, places=typed, reason="[1,0] a tie")
    assert typed in answer.text, answer.text
    done = await press(ui, BOB, answer.buttons["Correct it"], own=True, permissions=EVENTS)
    assert typed in done.text, done.text
    now = await night.night()
    recap = recap_page(now, await recap_facts(ui.services, now), Wording("en")).text
    assert f"New order: {typed}" in recap and r"(\[1,0\] a tie)" in recap, recap
    way = desk_routes.CORRECT_GAME(night.id, table.id)
    form = (await press(ui, BOB, way, own=True, permissions=EVENTS)).form
    assert typed in str(form.to_dict()), "the form has another order"


# Files


async def test_a_recap_says_no_more_of_a_series_than_holds(
    ui: UI, server: FakeDiscord, rounds: NightMessages
) -> None:
    """It is ended from the next night; once that is over, it is that one which leads on."""
    night = await evening(ui, 4, rounds=1, repeat=1)
    await played(ui, night)
    sure = await night.click("End the night …", await night.desk())
    await night.click("End the night", sure)
    await rounds._update(night.id)
    (recap,) = lying(server, f"d:replays:{night.id}")
    nights, every = ui.services.nights, series_routes.EVERY(night.id)
    assert every in recap.controls
    (date, *_later) = next_dates(await night.night(), ui.tables.now())
    led = (Press(HOST, ui.interaction(), leads=True) for _ in range(2))
    await announce_next(nights, night.id, next(led), date_sign(date.local))
    (following,) = await nights.reader.of_guild(GUILD, ("open",))
    await rounds._update(following.id)
    assert every in recap.controls, "nobody can come every time any more"
    assert series_routes.SERIES(following.id) in recap.controls, "its host is led there no more"
    following = await nights.change(following.id, next(led), end_series())
    await rounds._update(following.id)
    assert every not in recap.controls, "a series that has ended asks who comes every time"
    over = following.with_row(state="over")
    assert leads_on(await night.night(), over, Wording("en")) == ("", ()), "two nights lead on"
    await rounds.close()


async def test_files_are_for_leaders_and_the_calendar_for_everybody(
    ui: UI, server: FakeDiscord, rounds: NightMessages
) -> None:
    night = await evening(ui, 4, rounds=1)
    answer = await press(ui, BOB, f"n:calendar:{night.id}")
    assert f"UID:{night.id}@kakushi" in answer.files["night.ics"].decode()
    early = await press(ui, HOST, f"d:files:{night.id}", own=True)
    assert "No round of this night has been dealt yet." in early.text
    await played(ui, night)
    desk = await night.desk()
    assert "Result files" in (await night.click("Change or end …", desk)).buttons
    refused = await press(ui, BOB, f"d:files:{night.id}", own=True)
    assert "Only the hosts of this night" in refused.text and not refused.files
    await ui.tables.store.results.hide(BOB.id, True)
    given = await press(ui, HOST, f"d:files:{night.id}", own=True)
    assert not given.public and [*given.files] == ["results.csv", "attendance.csv"]
    for content in given.files.values():
        text = content.decode("utf-8-sig")
        assert "a guest" in text and "Cleo" in text
        assert "Bob" not in text, "somebody who hides is named"
    await rounds.close()


async def test_of_several_nights_of_a_name_one_is_picked(ui: UI, server: FakeDiscord) -> None:
    """The page that asks which night leads to the points, as the command does."""
    assert server is not None
    nights = [await evening(ui, 4), await evening(ui, 4)]
    for night in nights:
        await night.start()
    asked = Answer()
    made = interaction(ui, BOB, CHANNEL, asked)
    await command(ui, "nights standings", made, night="Friday")
    custom_id, values = asked.lists[0]
    assert {*values} == {night.id for night in nights}
    shown = await press(ui, BOB, custom_id, values[0], own=True)
    assert "Night points · Friday" in shown.text


def test_the_closest_table_is_the_one_with_the_narrowest_lead() -> None:
    """Of equal leads it is the one whose last is nearest."""
    games = ([24, 19, 13], [22, 14, 14], [20, 15, 15])
    assert min(games, key=night_recap._gaps) == [20, 15, 15]


async def test_the_thread_says_last_that_rounds_were_added_and_that_the_night_is_over(
    ui: UI, server: FakeDiscord, rounds: NightMessages
) -> None:
    """What is undone is taken back, and nobody is called for it."""
    led = await evening(ui, 4, rounds=1)
    for table in await led.start():
        await led.play_out(table)

    async def last() -> str:
        for _pass in range(2):
            await rounds._update(led.id)
        thread = (await led.night()).places.thread_id
        return [*server.places[thread or 0].up.values()][-1].content

    assert "That was the last round planned." in await last()
    plan = await led.click("One more round", await led.desk())
    assert "That was the last round planned." in await last(), "a round that may not start is told"
    await led.click("Discard", plan)
    assert "That was the last round planned." in await last(), "what was undone still stands"
    host = Press(HOST, ui.interaction(), leads=True)
    await ui.services.nights.change(led.id, host, edit(rounds=3))
    assert await last() == "➕ **Ada** made it 3 rounds."
    await led.click("End the night", await led.click("End the night …", await led.more()))
    said, recap = await last(), (await led.night()).places.recap_id
    link = discord_address(GUILD, CHANNEL, recap or 0)
    assert said == f"🏁 The night is over. [Show the recap]({link})", said
    thread = (await led.night()).places.thread_id
    told = [each.content for each in server.places[thread or 0].up.values()]
    assert not any("made it" in each for each in told), f"those rounds weren't played: {told}"


def test_a_recap_leads_to_the_date_after_a_night_that_was_cancelled() -> None:
    """It names that date, so guests can say that they come then."""
    night = sample_night(state="over")
    off = sample_night(state="cancelled", weeks=1, id="later")
    said, row = leads_on(night, off, Wording("en"))
    assert "is cancelled." in said, said
    assert "Next night: I'm in" in [each.label for each in row], f"nobody can come then: {row}"
