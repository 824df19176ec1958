"""The desk of a night: what it says, what is pressed there, and who may."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import partial
from itertools import chain
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock, call

import discord
import pytest
from discord import ButtonStyle

from bot.nights.announcing import cancel, edit
from bot.nights.cohosts import set_cohosts, sign_of_cohosts
from bot.nights.dates import zone_of
from bot.nights.doors import close_doors
from bot.nights.guest_list import Guest, changed
from bot.nights.guest_presses import (
    mark_not_here,
    press_here,
    press_home,
    press_in,
    press_maybe,
    set_limit,
)
from bot.nights.next_due import next_due
from bot.nights.night import Change, Night, Now, Post, Press
from bot.nights.night_calls import Call, StillWhy
from bot.nights.night_json import post_of
from bot.nights.pilot import left_alone
from bot.nights.pilot_presses import set_pilot
from bot.nights.rounds import end
from bot.nights.stages import (
    ENDS_AFTER,
    FINISHED,
    RoundPace,
    break_until,
    ends_at,
    pace_of_games,
    too_few_by,
)
from bot.nights.typed_dates import read
from bot.tables.clock import DAY, HOUR
from bot.tables.seat import Person, Seat
from bot.tables.table_event import TableEvent, who_decided_own
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import Trouble
from bot.ui.actions.typed_names import usual_nights
from bot.ui.pages import routes
from bot.ui.pages.long_lists import more_from
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.call_buttons import needed_row
from bot.ui.pages.nights.desk_buttons import desk_rows
from bot.ui.pages.nights.desk_facts import DeskFacts
from bot.ui.pages.nights.desk_more import early_doors_page, put_page
from bot.ui.pages.nights.desk_page import NAMED_SCREEN, SCREEN, desk_page
from bot.ui.pages.nights.doors_post import awaited
from bot.ui.pages.nights.next_start import start_lines
from bot.ui.pages.nights.night_card import night_card_page
from bot.ui.pages.nights.night_guests import guests_page
from bot.ui.pages.nights.night_posts import post_message
from bot.ui.pages.nights.night_ranking import points_in_line
from bot.ui.pages.nights.night_recap import recap_page
from bot.ui.pages.nights.night_sizes import sizes_line
from bot.ui.pages.nights.night_tables import DeskTable, overtime_at
from bot.ui.pages.nights.night_words import CALLED
from bot.ui.pages.nights.pilot_words import call_line, needed_text
from bot.ui.pages.nights.round_list import list_page
from bot.ui.pages.nights.round_over import round_over_text
from bot.ui.pages.nights.seats_to_take import play_again_line
from bot.ui.pages.page import CHOICES, Page, Select, hand_id
from bot.ui.pages.phone_height import height
from bot.ui.pages.tables.table_lines import recent_lines
from bot.ui.pages.tables.who_to_ping import calls_at
from bot.ui.pages.wording import Wording, seat_names
from bot.ui.posting.nights.night_rounds import recap_facts
from storage.night_rows import Pilot
from storage.rows import Pace as TablePace
from tests.nights.night_with_guests import STARTS
from tests.nights.sample_nights import guests_in, sample_night
from tests.only import first
from tests.ui import clicks
from tests.ui.clicks import Answer, buttons_of, interaction, press
from tests.ui.conftest import CHANNEL, GUILD, UI
from tests.ui.night_evening import EVENTS, GUESTS, HOST, Evening, evening
from tests.ui.stand_in import StandIn

KIM, BOB = Person(90, "Kim"), GUESTS[1]
THREAD = 4711


async def test_with_open_doors_the_desk_counts_who_is_here_so_far(ui: UI) -> None:
    night = await evening(ui, 7, doors=False)
    doors = replace(await night.night(), guests=replace((await night.night()).guests, doors="open"))
    one, *others = doors.guests.guests
    here = tuple(replace(each, came_at=1) for each in others)
    doors = replace(doors, guests=replace(doors.guests, guests=(one, *here)))
    doors = doors.with_row(state="doors", stage="doors", stage_at=1)
    facts = await ui.requests.actions.night_desk.facts(doors)
    text = desk_page(doors, facts, Wording("en-GB")).text
    assert "So far 6 players: 2 tables of 3." in text, f"another one may still come: {text}"
    late = replace(one, late_until=doors.guests.starts_at + 900, marks=frozenset({"learner"}))
    doors = replace(doors, guests=replace(doors.guests, guests=(late, *here))).with_row(rounds=1)
    text = desk_page(doors, facts, Wording("en-GB")).text
    assert "Here: 6" in text and "Whoever comes late is counted." in text, (
        f"who is one more? {text}"
    )
    longer = "first games may take longer: 10 minutes for the first move, 5 for each later one"
    assert f"Newcomers' {longer}." in text, text
    card = night_card_page(doors.with_row(state="open"), (), Wording("en-GB")).text
    assert f"newcomers' {longer}" in card, f"it takes as long as others: {card}"


@pytest.mark.walked
async def test_the_desk_says_what_is_amiss_before_the_night(ui: UI) -> None:
    night = await evening(ui, 1, doors=False)
    desk = (await night.desk()).text
    assert "\n1 player so far. At least 2 are needed." in desk, f"nothing is wrong yet: {desk}"
    await night.answer(press_in, *GUESTS[1:7])
    shown = await night.desk()
    assert "In: 7" in shown.text
    assert "7 players: 1 table of 4 and 1 of 3." in shown.text
    assert "⚠️" not in shown.text
    await night.click("Open the doors now", shown)
    shown = await night.desk()
    assert "Here: 0" in shown.text and "Not here yet: " in shown.text, shown.text
    assert "⚠️" not in shown.text, "that they aren't here yet is a fault"
    assert "so far" not in shown.text, f"how many are here is said twice: {shown.text}"


async def test_the_desk_and_the_card_count_the_same_people(ui: UI) -> None:
    """Whoever is In keeps their seat under a lower limit; who may come must fit under it."""
    night = await evening(ui, 7, doors=False)
    await night.answer(press_maybe, KIM)
    nights = ui.services.nights
    for limit, count in ((None, 8), (8, 8), (7, 7), (5, 7)):
        host = Press(HOST, ui.interaction())
        now = await nights.change(night.id, host, set_limit(limit))
        card = sizes_line(now, [ui.services.games["donburiko"]], Wording("en-GB"))
        desk = (await night.desk()).text
        assert card.startswith(f"{count} would sit"), f"limit {limit}: the card says {card}"
        assert ("Counted: 7 In, 1 Maybe." in card) is (count == 8), (
            f"limit {limit}: the card says {card}"
        )
        assert f"{count} players: " in desk, f"limit {limit}: {count} on the card, but {desk}"


async def test_a_seat_that_is_offered_stands_on_desk_and_guests_page(ui: UI) -> None:
    """With until when it is: else a host would think that it is free."""
    quinn = Guest(9, "Quinn", "waits", 9, offered_until=STARTS)
    night = sample_night([*guests_in("Ada", "Bob"), quinn], limit=3)
    facts = DeskFacts([ui.services.games["donburiko"]], STARTS - 7200)
    voice = Wording("en-GB")
    desk = desk_page(night, facts, voice).text
    assert f"Free seat offered to: Quinn (until <t:{STARTS}:t>)" in desk, desk
    guests = guests_page(night, facts, voice).text
    assert f"Quinn · a seat is offered until <t:{STARTS}:t>" in guests, guests


def test_a_call_as_doors_close_names_a_few_who_are_not_here() -> None:
    ada, bob, kim, *others = guests_in("Ada", "Bob", "Kim", "Cleo", "Dai", "Emi", "Finn")
    here = [replace(each, came_at=1) for each in (ada, bob)]
    late = replace(kim, late_until=STARTS + 900)
    night = sample_night([*here, late, *others], "doors", stage="doors", stage_at=1, pilot="helper")
    night = replace(night, calls=(Call("doors", 1, 0, said=True),))
    night = replace(night, guests=replace(night.guests, doors="closed"))
    lines = needed_text(night, RoundPace(2, 10), Wording("en-GB")).replace("\u00a0", " ")
    assert "Not here yet: Cleo, Dai, Emi, 1 other" in lines, f"who is missing? {lines}"
    assert f"Coming late: Kim (from <t:{STARTS + 900}:t>)" in lines, f"who comes later? {lines}"


async def test_closed_doors_say_that_too_few_are_here(ui: UI) -> None:
    """On the card, on the desk and in the call; a night that ends so says that nobody came."""
    led = await evening(ui, 7, doors=False)
    now = await led.night()
    guests, _news = close_doors(now.guests, now.guests.starts_at, {})
    now = replace(now, guests=replace(guests, doors="closed")).with_row(state="doors")
    games, voice = [ui.services.games["donburiko"]], Wording("en-GB")
    few = f"At least {min(games[0].game.info.seats)} are needed."
    one = now.guests.put(replace(now.guests.guests[0], came_at=1))
    facts = await ui.requests.actions.night_desk.facts(replace(now, guests=one))
    desk = desk_page(replace(now, guests=one), facts, voice).text
    assert few in night_card_page(replace(now, guests=one), games, voice).text
    assert "Round 1 waits for 1 more guest." in desk and "Start: " in desk, desk
    call = Call("doors", 1, 0, said=True)
    pace, here = RoundPace(2, 10), replace(now, guests=one)
    for called, said in (([HOST.id], "only you are here"), ([HOST.id, 99], "1 person is here")):
        assert said in call_line(here, call, voice, pace, called), f"called: {called}"
    other = here.with_row(host=99)
    assert "1 person is here: too few" in call_line(other, call, voice, pace, [99])
    two = replace(here, guests=one.put(replace(one.guests[1], came_at=1)))
    assert "2 people are here: with a computer" in call_line(two, call, voice, RoundPace(3, 10))
    assert "nobody is here yet" in call_line(now, call, voice, pace)
    called = replace(now, calls=(call,)).with_row(pilot="helper", stage="doors", stage_at=1)
    assert "With **Host: Keep waiting** it waits longer." in call_line(called, call, voice, pace)
    row = needed_row(called, pace, 1, voice)
    labels = [each.label for each in row]
    assert labels == ["Host: Desk", "Host: Keep waiting"], (
        f"a host is to seat a round of nobody: {labels}"
    )
    facts = await ui.requests.actions.night_desk.facts(called)
    desk = [each.label for each in buttons_of(desk_page(called, facts, voice))]
    assert "Keep waiting" in desk, "a call names what isn't on the desk"
    held = called.with_row(pilot="auto", stage="held")
    page = desk_page(held, facts, voice)
    assert "until you resume" in page.text, page.text
    assert "Seat round 1" in [each.label for each in buttons_of(page)]
    assert "resume the night, or seat round 1 yourself." in page.text, (
        f"it denies what can be pressed: {page.text}"
    )
    assert "by itself" not in page.footer, f"both can't be: {page.footer}"
    by = voice.at(too_few_by(called))
    ends = f"Round 1 needs 2 more guests by {by}, else the night doesn't take place."
    for pilot in ("host", "helper"):
        waits = called.with_row(pilot=pilot)
        said = desk_page(waits, facts, voice).text
        assert said.count(ends) == said.count("⚠️") == 1, f"{pilot}: until when it waits: {said}"
        assert "are needed" not in said, f"{pilot}: how many are too few is said twice: {said}"
    over = desk_page(now.with_row(state="over"), facts, voice)
    assert "Nobody came." in over.text and "Pick another date" in over.text, over.text
    off = night_card_page(now.with_row(state="cancelled"), games, voice).text
    assert ":F>" in off and ":R>" not in off, f"what is off doesn't come nearer: {off}"
    off = desk_page(now.with_row(state="cancelled"), facts, voice).text
    assert "Nobody came." not in off, "nobody was to come to a night that was cancelled"
    labels = [each.label for each in buttons_of(over)]
    assert "Another date …" in labels, "the desk of a night that is over leads nowhere"
    over = night_card_page(now.with_row(state="over"), games, voice)
    assert over.title == "Didn't take place: Friday", over.title
    assert "\n\n\n" not in over.text, over.text
    few = night_card_page(
        replace(now, guests=one).with_row(state="over", stage="few"), games, voice
    )
    assert few.title == over.title and "**Came (1)**\nAda" in few.text, few.text
    over = replace(now, guests=one).with_row(state="over", stage="few")
    said = desk_page(over, facts, voice).text
    assert "Too few people came." in said and "\nCame: Ada" in said, said
    hears = post_message(
        over, Post("few", (one.guests[0].person, HOST.id), {"came": 1}), 1, voice
    ).text
    assert "** didn't take place: too few people came." in hears, "the card says that it didn't"
    assert "Thank" not in hears, f"who didn't come? {hears}"


async def test_doors_that_open_long_before_are_asked_about_first(ui: UI) -> None:
    """Everybody who is in is told at once, and nothing takes that back."""
    night = await evening(ui, 3, doors=False)
    when = read("in 2 days", ui.tables.now(), zone_of("Europe/Berlin")).first
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), edit(when))
    asked = await press(ui, HOST, desk_routes.OPEN_DOORS(night.id, 0), own=True)
    assert (await night.night()).row.state == "open", asked.text
    said = f"⚠️ **Friday** is on <t:{when.at}:D>, <t:{when.at}:R>. Open the doors only if you play"
    assert said in asked.text, asked.text
    soon = early_doors_page(await night.night(), when.at - 12 * 3600, Wording("en-GB")).text
    assert "⚠️" not in soon and "starts <t:" in soon, soon
    back = await night.click("Back", asked)
    assert "Open the doors now" not in back.buttons, "it is offered days ahead"
    await night.click("Open the doors now", asked)
    assert (await night.night()).row.state == "doors"


async def test_tables_are_paused_once(ui: UI) -> None:
    night = await evening(ui, 4)
    await night.start()
    desk = await night.desk()
    assert "Paused" in (await night.click("Pause all", desk)).text
    again = await night.click("Pause all", desk)
    assert "Nothing was changed." in again.text and "Paused 0" not in again.text, again.text


async def test_the_card_counts_those_who_played_as_the_recap_does(ui: UI) -> None:
    """Who came and was never dealt in hasn't played."""
    night = await evening(ui, 4)
    await night.start()
    await night.quiet()
    await night.answer(press_here, KIM)
    now = (await night.night()).with_row(state="over")
    card = night_card_page(now, [ui.services.games["donburiko"]], Wording("en-GB"))
    facts = await recap_facts(ui.services, now)
    recap = recap_page(now, facts, Wording("en-GB"))
    assert "· 4 played ·" in recap.text, recap.text
    assert "Played (4)" in card.text, f"the card counts others than the recap: {card.text}"


async def test_who_cant_come_after_all_isnt_here_and_who_has_played_is_asked(ui: UI) -> None:
    """Before the deal *I'm here* is taken back; after it they are asked whether they go home."""
    night = await evening(ui, 5)
    cannot = routes.PRESS_OUT(night.id)
    await press(ui, BOB, cannot)
    after = await night.night()
    assert BOB.id not in [each.person for each in after.guests.guests if each.here]
    await night.start()
    asked = await press(ui, GUESTS[2], cannot)
    assert "Go home for tonight?" in asked.text, asked.text
    guest = (await night.night()).guests.find(GUESTS[2].id)
    assert guest is not None and guest.here and guest.answer == "in", "they were only asked"
    await press(ui, GUESTS[2], asked.buttons["I'm going home"], own=True)
    guest = (await night.night()).guests.find(GUESTS[2].id)
    assert guest is not None and guest.gone_at is not None and guest.came_at is not None


async def test_who_leaves_a_game_is_told_of_the_next_round_if_there_is_one(ui: UI) -> None:
    for rounds, wanted in ((2, True), (1, False)):
        night = await evening(ui, 4, rounds=rounds, title=f"{rounds} rounds")
        (table,) = (each for each in await night.start() if each.sits(BOB.id))
        left = await press(ui, BOB, routes.LEAVE(table.id), own=True)
        assert "You have left the game." in left.text, left.text
        assert ("on the list for the next round" in left.text) is wanted, left.text
        assert ("I'm going home" in left.buttons) is wanted, left.buttons
        if wanted:
            bye = await press(ui, BOB, left.buttons["I'm going home"], own=True)
            assert bye.text.startswith("Thank you for coming!"), bye.text


async def test_nobody_but_those_at_a_table_calls_the_hosts_there(ui: UI) -> None:
    night = await evening(ui, 4)
    table, *_others = await night.start()
    for pressed in (routes.CALL_HOST(table.id), routes.CALL_HOST_WHY(table.id, "rule")):
        answer = await press(ui, KIM, pressed)
        assert "You aren't playing at this table." in answer.text, answer.text


async def test_what_matters_now_is_the_first_button_and_all_keep_their_rows(ui: UI) -> None:
    led = await evening(ui, 6)
    own, _other = await led.start()
    facts = replace(await ui.requests.actions.night_desk.facts(await led.night()), me=HOST.id)
    night, wording = await led.night(), Wording("en")
    still = [replace(each, face=replace(each.face, paused=True)) for each in facts.tables]
    late = replace(facts, now=facts.now + own.move_time)
    moments = {"My table": facts, "Nudge": late, "Resume all": replace(facts, tables=still)}
    found = dict[str, set[int]]()
    for label, moment in moments.items():
        page = desk_page(night, moment, wording)
        rows = [row for row in page.rows if isinstance(row, tuple)]
        leads = first(first(rows, "rows"), "buttons").label
        assert leads.startswith(label), f"{leads} comes before {label}"
        for label in ("My table", "Guests …", "Change or end …", "Refresh"):
            there = (at for at, row in enumerate(rows) if label in {each.label for each in row})
            found.setdefault(label, set()).add(first(there, label))
    moved = {label: at for label, at in found.items() if len(at) > 1}
    assert not moved, f"buttons stand in several rows: {moved}"
    picked = desk_page(night, moments["Resume all"], wording, picked=own.id)
    resume = first(chain(*(row for row in picked.rows if isinstance(row, tuple))), "buttons")
    assert resume.label == "Resume", picked.rows
    assert resume.style == ButtonStyle.primary, "what a paused table waits for looks like the rest"


async def test_a_break_that_is_over_says_first_how_it_stands_and_what_to_press(ui: UI) -> None:
    led = await evening(ui, 6, pilot="host")
    for table in await led.start():
        await led.play_out(table)
    lines = (await led.desk()).text.splitlines()
    assert lines[1] == "Round 1 is over.", lines
    assert "👉 Press **Seat round 2** when you're ready." in lines, lines


async def test_who_answers_a_table_reads_what_it_is_about(ui: UI) -> None:
    """The message that said so is gone then."""
    night = await evening(ui, 4)
    table = next(each for each in await night.start() if each.sits(BOB.id))
    await press(ui, BOB, routes.CALL_HOST_WHY(table.id, "rule"), own=True)
    desk = await press(ui, HOST, desk_routes.ANSWER_CALL(night.id, table.id), own=True)
    assert f"> {CALLED['rule']}" in desk.text, f"nobody says why it called: {desk.text}"
    told = "Ada has read the call and is looking into it."
    mine = await press(ui, BOB, routes.TABLE_PAGE(table.id), own=True)
    assert told in mine.text, f"who called isn't told: {mine.text}"
    labels = [*desk.buttons]
    assert labels[0] == "Rules" and "Nudge" not in labels, labels
    ways = [label for label in labels if label not in ("Rules", "More …")]
    desk = await press(ui, HOST, desk_routes.DESK_TABLE(night.id, table.id), own=True)
    labels = [*desk.buttons]
    assert "My table" in ways and labels[-len(ways) :] == ways, "the way there has moved"
    more = await press(ui, HOST, desk.buttons["More …"], own=True)
    assert "Rules" in labels and "Rules" in more.buttons, "the answer isn't found any more"


@pytest.mark.parametrize(("hours", "places"), [(3, [0]), (4, [-1]), (13, [])])
async def test_the_doors_are_the_first_button_only_once_they_are_near(
    ui: UI, hours: int, places: list[int]
) -> None:
    led = await evening(ui, 3, doors=False)
    night, now = await led.night(), ui.tables.now()
    night = replace(night, guests=replace(night.guests, doors_at=now + hours * HOUR))
    facts = DeskFacts([ui.services.games["donburiko"]], now)
    shown = desk_page(night, facts, Wording("en-GB"))
    labels = [each.label for each in buttons_of(shown)]
    assert [labels[at] for at in places] == ["Open the doors now"] * len(places), labels
    assert labels.count("Open the doors now") == len(places), labels


async def test_without_a_name_the_night_is_meant_that_runs_or_is_next(ui: UI) -> None:
    later = await evening(ui, 2, doors=False, title="Later")
    answer = Answer()
    soon = await evening(ui, 3, doors=False, title="Soon")
    now = await soon.night()
    moved = replace(now.row, starts_at=now.row.starts_at - 600)
    open_nights = [await later.night(), replace(now, row=moved)]
    asks = interaction(ui, HOST, CHANNEL, answer)
    assert [each.id for each in usual_nights(open_nights, asks)] == [soon.id], "not the next one"
    await later.click("Open the doors now", await later.desk())
    await ui.requests.actions.night_desk.find(interaction(ui, HOST, CHANNEL, answer))
    assert "Desk · Later" in answer.text, f"not the one that runs: {answer.text}"
    await soon.click("Open the doors now", await soon.desk())
    await ui.requests.actions.night_desk.find(interaction(ui, HOST, CHANNEL, answer))
    assert "Which night?" in answer.text, "two run, and one was picked"
    await ui.services.nights.store.save_whereabouts(later.id, thread_id=THREAD)
    asks = interaction(ui, HOST, THREAD, answer)
    asks.channel = StandIn(discord.Thread, parent_id=CHANNEL)
    await ui.requests.actions.night_desk.find(asks)
    assert "Desk · Later" in answer.text, f"not the one of this thread: {answer.text}"
    planning = ui.requests.actions.planning
    assert (await planning.led_night(asks, None)).id == later.id
    await ui.services.nights.change(later.id, Press(HOST, ui.interaction(), leads=True), end())
    await ui.requests.actions.night_desk.find(asks)
    assert "Desk · Later" in answer.text, "the thread of a night that is over shows another's"


async def test_of_nights_at_the_same_time_the_one_of_this_channel_is_meant(ui: UI) -> None:
    here, other = await evening(ui, 2, doors=False), await evening(ui, 2, doors=False, title="B")
    asks = interaction(ui, HOST, CHANNEL, Answer())
    elsewhere = await other.night()
    elsewhere = replace(elsewhere, row=replace(elsewhere.row, channel_id=CHANNEL + 1))
    meant = usual_nights([elsewhere, await here.night()], asks)
    assert [each.id for each in meant] == [here.id]


async def test_every_table_of_a_night_can_be_picked(ui: UI) -> None:
    night = await evening(ui, 4)
    await night.start()
    await night.quiet()
    seen: set[str] = set()
    facts = await ui.requests.actions.night_desk.facts(await night.night())
    one = facts.tables[0]
    ids = [f"tab{chr(97 + n // 20)}{chr(97 + n % 20)}" for n in range(60)]
    tables = [replace(one, number=n, face=replace(one.face, id=i)) for n, i in enumerate(ids)]
    many = replace(facts, tables=tables)
    start = 0
    for _page in range(3):
        page = desk_page(await night.night(), many, Wording("en-GB"), start=start)
        pick = page.rows[0]
        assert isinstance(pick, Select)
        assert len(pick.choices) <= CHOICES, "Discord takes no list as long as this"
        seen |= {each.value for each in pick.choices}
        start = more_from(pick.choices[-1].value) or 0
    missing = {table.face.id for table in many.tables} - seen
    assert not missing, f"tables that can't be picked: {missing}"


async def test_a_desk_that_is_longer_than_a_phone_says_less_of_each_table(ui: UI) -> None:
    """How far games are, then who sits there, whom the list names; not how to get there, whose link
    takes the room of its label. Of a table that is picked it says who sits there.
    """
    night = await evening(ui, 4)
    await night.start()
    facts = await ui.requests.actions.night_desk.facts(await night.night())
    one = replace(facts.tables[0], face=replace(facts.tables[0].face, place_id=7))
    many = [replace(one, number=number) for number in range(1, 16)]
    for count, named, whole in ((4, True, True), (8, True, False), (15, False, False)):
        shown = replace(facts, tables=many[:count])
        page = desk_page(await night.night(), shown, Wording("en-GB"))
        small = [line for line in page.text.splitlines()[:-1] if line.startswith("-# ")]
        assert f"**[Table {count}](https" in page.text, page.text
        assert [whole] * count * named == ["in the game" in line for line in small], height(page)
        most = NAMED_SCREEN if named and not whole else SCREEN
        assert height(page) <= most, f"what can be pressed is out of sight: {height(page)}"
    over = replace(one, face=replace(one.face, phase="cancelled"))
    last = [*(replace(over, number=number) for number in range(1, 14)), *many[13:]]
    page = desk_page(await night.night(), replace(facts, tables=last), Wording("en-GB"))
    assert page.text.count("in the game") == 2, f"how long do the last two take? {page.text}"
    picked = desk_page(
        await night.night(), replace(facts, tables=many), Wording("en-GB"), picked=one.face.id
    )
    assert sum(line.startswith("-# ") for line in picked.text.splitlines()[:-1]) == 1, picked.text


async def test_the_desk_says_which_tables_the_next_round_waits_for(ui: UI) -> None:
    """Once some are over, and what to do about it where no button does."""
    night = await evening(ui, 9)
    tables = await night.start()
    assert len(tables) > 2, "too few tables to wait for"
    assert "waits for table" not in (await night.desk()).text, "as nobody waits yet"
    for over, table in enumerate(tables[:-1], 1):
        await ui.services.table_verbs.end(table.id, HOST, "night")
        desk = await night.desk()
        on = [str(number) for number in range(1 + over, 1 + len(tables))]
        said, way = f"table {on[0]}.", "If it takes too long, pick it: computers can finish it."
        if len(on) > 1:
            said = f"tables {Wording('en').listed(on)}."
            way = "If they take too long, pick one: computers can finish it."
        assert f"\nRound 2 waits for {said} {way}\n" in desk.text, desk.text
    picked = await night.pick(await night.desk(), tables[-1].id)
    assert "\nRound 2 waits for this table.\n" in picked.text, picked.text
    assert "Computers finish it …" in (await night.click("More …", picked)).buttons
    host = Press(HOST, ui.interaction(), leads=True)
    await ui.services.nights.change(night.id, host, set_pilot("auto"))
    assert "pick it" not in (await night.desk()).text, "it runs by itself"


@pytest.mark.walked
async def test_from_the_desk_to_tables_in_three_presses(ui: UI) -> None:
    """Seat, start, and all guests sit at tables whose state the desk shows."""
    night = await evening(ui, 7)
    plan = await night.click("Seat round 1", await night.desk())
    assert "Round 1 · proposal" in plan.text
    assert all(guest.name in plan.text for guest in GUESTS[:7])
    assert "Already played together" not in plan.text, (
        "nobody has met anybody before the first round"
    )
    started = await night.click("Start all", plan)
    assert "being dealt" in started.text
    assert "without a seat" not in started.text, "who is about to be dealt in has a seat"
    await night.quiet()
    shown = await night.desk()
    assert "round 1 of 2" in shown.text
    assert "'s turn" in shown.text
    assert " · in the game: Round 1" in shown.text, "a game's round reads as the night's"
    tables = await ui.services.nights.reader.tables_of(await night.night())
    assert sum(len(table.seats) for table in tables.values()) == 7
    first, *others = tables.values()
    await night.play_out(first)
    shown = await night.desk()
    assert "without a seat" not in shown.text, "who has played this round seems to wait for a seat"
    for table in others:
        await night.play_out(table)
    shown = await night.desk()
    assert shown.text.count("done · game scores: **1=**") == len(tables), "a tie isn't marked"
    assert "Round 1 is over." in shown.text
    plan = await night.click("Seat round 2", shown)
    assert "Already played together tonight: " in plan.text


async def test_whom_all_wait_for_can_be_nudged_before_a_table_is_picked(ui: UI) -> None:
    night = await evening(ui, 6)
    over, on = await night.start()
    await night.play_out(over)
    (asked,) = [each for each in (on.seats[at] for at in on.to_act()) if each.level is None]
    if asked.person == HOST.id:
        await night.play_once(on)
        asked = on.seats[on.to_act()[0]]
    nudge, now = f"Nudge {asked.name}", ui.tables.now()
    # Who plays there decides nothing alone.
    gone = "Ask the table about {}" if on.sits(HOST.id) else "{} isn't here …"
    wanted = {gone.format(asked.name), nudge}
    assert not wanted & {*(await night.desk()).buttons}, "it is their turn only now"
    ui.tables._now = lambda: float(now + 60)
    desk = await night.desk()
    assert wanted <= {*desk.buttons}, f"nobody can be nudged: {[*desk.buttons]}"
    await night.click(nudge, desk)
    assert nudge not in (await night.desk()).buttons, "they can be nudged twice"


async def test_a_table_that_waits_long_for_a_move_stands_first_with_what_helps(ui: UI) -> None:
    """Whichever table it is, and while the others go on; not where whoever looks has the move."""
    night = await evening(ui, 6, move_time=600)
    tables = await night.start()
    other = next(each for each in tables if not each.sits(HOST.id))
    (asked,) = (other.seats[at] for at in other.to_act())
    # Only there has it taken long.
    for table in tables:
        late = [
            replace(seat, clock=replace(seat.clock, left=250 if table is other else 600))
            if seat.clock
            else seat
            for seat in table.seats
        ]
        table.become(replace(table, seats=tuple(late)))
    wanted, now = [f"Nudge {asked.name}", f"{asked.name} isn't here …"], ui.tables.now()
    for seconds, slow in ((49, False), (50, True)):
        ui.tables._now = lambda seconds=seconds: float(now + seconds)
        desk = await night.desk()
        assert [each in desk.buttons for each in wanted] == [slow, slow], [*desk.buttons]
        assert desk.text.count("⚠️ ") == slow, desk.text
        assert desk.text.count(", then a computer plays") == slow, f"what then? {desk.text}"
    ask = await night.click(wanted[1], desk)
    assert f"a computer plays after 1 more move that {asked.name} misses." in ask.text, ask.text
    # First is the host's own turn, if it is.
    mine = any(
        each.sits(HOST.id) and each.seats[each.to_act()[0]].person == HOST.id for each in tables
    )
    lines = [line for line in desk.text.splitlines() if "**[Table" in line]
    assert lines[int(mine)].startswith("⚠️ "), desk.text
    assert f"{asked.name}'s turn" in lines[int(mine)], desk.text


async def test_a_host_asks_their_own_table_about_who_holds_it_up(ui: UI) -> None:
    """They have not to give up their points for it, nor is it theirs alone to decide."""
    night = await evening(ui, 4)
    (table,) = await night.start()
    if table.seats[table.to_act()[0]].person == HOST.id:
        await night.play_once(table)
    asked = table.seats[table.to_act()[0]]
    ask = f"Ask the table about {asked.name}"
    picked = await night.pick(await night.desk(), table.id)
    said = await night.click(ask, picked)
    assert "I asked your table." in said.text and ask not in said.buttons, said.text
    others = [seat for seat in table.seats if seat.person not in (HOST.id, asked.person)]
    for seat in others:
        assert table.motion is not None and table.motion.whom == table.seat_of(asked.person)
        vote = routes.VOTE(table.id, table.motion.revision, "y")
        await press(ui, Person(seat.person, seat.name), vote, own=True)
        if table.motion is None:
            break
    seat = table.mine(asked.person)
    assert seat is not None and seat.away, "they agreed, and no computer plays"
    told = await ui.tables.store.table_events(table.id)
    assert not who_decided_own(told), "it costs the host their points"


async def test_what_a_guest_presses_is_never_in_the_way_of_a_hosts_press(ui: UI) -> None:
    """Who came since is named, and has a seat or sits out once the round starts."""
    night = await evening(ui, 8)
    old = await night.click("Seat round 1", await night.desk())
    await night.answer(press_here, KIM)
    asked = await night.click("Start all", old)
    assert "Kim is here and has no seat." in asked.text, asked.text
    assert "**Start as it is**: Kim sits this round out and gets 5" in asked.text, asked.text
    assert not (await night.night()).dealt, "it started with somebody left over"
    plan = await night.click("Back", asked)
    assert "Came since: Kim" in plan.text and "Seat them" in plan.buttons, plan.text
    assert "Nobody sits out" not in plan.text, "Kim has no seat, and yet nobody sits out"
    desk = await night.desk()
    assert "seated, but not started" in desk.text and "Came since: Kim" in desk.text, desk.text
    asked = await night.click("Start all …", plan)
    (said,) = [each for each in asked.text.splitlines() if "**Seat them and start**: " in each]
    started = await night.click("Seat them and start", asked)
    assert "being dealt" in started.text
    await night.quiet()
    dealt = (await night.night()).dealt[0].seating.seated
    number = next(n for n, each in enumerate(dealt.tables, 1) if KIM.id in each.people)
    assert re.search(f"Kim[^.]* table {number}[.]", said), f"something else was done: {said}"
    dealt = (await night.night()).dealt[0].seating.seated
    assert KIM.id in dealt.everybody() and not dealt.sit_outs


async def test_a_proposal_names_who_was_gone_before_it(ui: UI) -> None:
    """A host who is away is told so, too: they seat all others but not themselves."""
    night = await evening(ui, 5)
    await night.answer(press_home, HOST)
    plan = await night.click("Seat round 1", await night.desk())
    assert f"Gone home: {HOST.name}" in plan.text, plan.text


async def test_whoever_is_in_line_counts_for_a_table_that_a_host_adds(ui: UI) -> None:
    """The desk names them, so it doesn't say that others are missing; the question says what it
    does to the limit.
    """
    led = await evening(ui, 4, cap=4)
    await led.start()
    await led.answer(press_here, KIM)
    assert "A new table of Donburiko! needs 2 players." in (await led.desk()).text
    await led.answer(press_here, Person(91, "Lea"))
    desk = await led.desk()
    assert "Add a table to round 1 …" not in desk.grey and "needs 2" not in desk.text, desk.text
    page = await led.click("Add a table to round 1 …", desk)
    assert "on the waitlist: the limit becomes 6." in page.text, page.text
    await led.click("Deal table 2", page)
    assert (await led.night()).guests.limit == 6


async def test_those_who_wait_get_a_table_from_the_desk(ui: UI) -> None:
    """Too few are told why not; enough are dealt in, and the round has one table more."""
    night = await evening(ui, 4)
    before = len(await night.start())
    assert "Add a table to round 1 …" not in (await night.desk()).buttons, "nobody waits"
    await night.answer(press_here, KIM)
    desk = await night.desk()
    assert "Add a table to round 1 …" in desk.grey, "one alone can't play"
    few = "A new table of Donburiko! needs 2 players. Kim is offered any seat that is free"
    assert few in desk.text, desk.text
    assert "Give Kim a seat …" not in desk.buttons, "nobody's seat can be given"
    kim = await press(ui, HOST, desk_routes.GUEST(night.id), str(KIM.id), own=True)
    assert few in kim.text and "They're on the list for round 2." in kim.text, kim.text
    led = await night.night()
    facts = await ui.requests.actions.night_desk.facts(led)
    one, *rest = facts.tables
    away = one.face.seats[0].gone_away(0, None)
    spent = replace(one.face, seats=(away, *one.face.seats[1:]), done=(0,))
    page = desk_page(led, replace(facts, tables=(replace(one, face=spent), *rest)), Wording("en"))
    assert "players. On the seat that a computer plays, hardly a move is left." in page.text, (
        page.text
    )
    rests = replace(one.face, seats=(away, *one.face.seats[1:]), paused=True)
    page = desk_page(led, replace(facts, tables=(replace(one, face=rests), *rest)), Wording("en"))
    assert "No seat can be given away while its game is paused." in page.text, page.text
    ends = [replace(each, face=replace(each.face, played_out=True)) for each in facts.tables]
    page = desk_page(led, replace(facts, tables=ends), Wording("en"))
    assert "Here without a seat: Kim" in page.text and "1 waits" not in page.text, (
        "nothing can help any more"
    )
    assert "Add a table to round 1 …" not in str(page.rows), page.rows
    await night.answer(press_here, Person(91, "Lea"))
    kim = await press(ui, HOST, desk_routes.GUEST(night.id), str(KIM.id), own=True)
    assert "Add a table to round 1 …" in kim.buttons and "needs 2" not in kim.text, kim.text
    page = await night.click("Add a table to round 1 …", await night.desk())
    assert "Kim, Lea" in page.text and "round 2 waits for it" in page.text, page.text
    number = before + 1
    dealt = await night.click(f"Deal table {number}", page)
    assert "being dealt" in dealt.text and f"Table {number} is new: Kim, Lea." in dealt.text
    await night.quiet()
    tables = await ui.services.nights.reader.tables_of(await night.night())
    assert len(tables) == before + 1
    assert {seat.person for seat in tables[1, number].seats} == {KIM.id, 91}
    assert "Kim" not in (await night.desk()).text.partition("Here without")[2]
    again = await night.click(f"Deal table {number}", page)
    assert "Too few are waiting" in again.text, again.text


async def test_two_hosts_press_at_once(ui: UI) -> None:
    """The second one reads who was first, and a round is dealt once."""
    night = await evening(ui, 6)
    plan = await night.click("Seat round 1", await night.desk())
    first = await night.click("Shuffle", plan, BOB, permissions=EVENTS)
    again = await night.click("Shuffle", plan)
    assert f"<@{BOB.id}> has changed this seating. Nothing was done" in again.text, again.text
    assert first.text.partition("\n")[2].rpartition("\n")[0] in again.text, (
        "that isn't the newest one"
    )
    await night.click("Start all", first, BOB, permissions=EVENTS)
    again = await night.click("Start all", again)
    assert "Nothing was done" in again.text
    await night.quiet()
    assert len((await night.night()).dealt) == 1


async def test_a_proposal_drawn_by_an_older_version_answers_with_the_newest(ui: UI) -> None:
    """Its controls carry the night's revision, which is no proposal's sign."""
    night = await evening(ui, 6)
    plan = await night.click("Seat round 1", await night.desk())
    before = await night.night()
    for verb in ("start", "shuffle", "smaller", "larger", "swap", "out", "drop"):
        old = f"d:{verb}:{night.id}:{before.row.revision}"
        answer = await press(ui, HOST, old, own=True)
        assert "Nothing was done" in answer.text and "Round 1 · proposal" in answer.text, verb
    assert (await night.night()).proposal == before.proposal
    assert "Start all" in plan.buttons


async def test_a_mend_moves_few_and_another_seating_asks_before_swaps_are_lost(ui: UI) -> None:
    night = await evening(ui, 8)
    plan = await night.click("Seat round 1", await night.desk())
    proposal = (await night.night()).proposal
    assert proposal is not None
    one, other = (table.people[0] for table in proposal.seating.seated.tables[:2])
    asked = await night.click("Swap two …", plan)
    plan = await night.pick(await night.pick(asked, str(one)), str(other))
    gone = proposal.seating.seated.tables[0].people[1]
    await night.answer(press_home, Person(gone, "?"))
    await night.answer(press_here, KIM)
    plan = await press(ui, HOST, desk_routes.PLAN(night.id), own=True)
    name = (await night.night()).name_of(gone)
    assert f"~~{name}~~" in plan.text and "Came since: Kim" in plan.text, plan.text
    plan = await night.click("Mend", plan)
    assert "~~" not in plan.text and "Kim" in plan.text and "Mend" not in plan.buttons
    asked = await night.click("Shuffle", plan)
    assert "This undoes 1 swap of yours." in asked.text, asked.text
    kept = (await night.night()).proposal
    assert kept is not None and kept.seating.swaps == ((one, other),)
    await night.click("Shuffle", asked)
    after = (await night.night()).proposal
    assert after is not None and not after.seating.swaps


async def test_a_proposal_that_no_tables_fit_any_more_asks_what_to_do(ui: UI) -> None:
    night = await evening(ui, 2)
    plan = await night.click("Seat round 1", await night.desk())
    await night.answer(press_home, BOB)
    plan = await night.click("Start all", plan)
    asked = await night.click("Mend and start", plan)
    assert "no tables fit that number" in asked.text
    assert not (await night.night()).dealt, "a computer was put there unasked"
    plan = await night.click("Add 1 computer", asked)
    assert "🤖" in plan.text and "Bob" not in plan.text.split("Nobody sits out.")[0]


@pytest.mark.walked
async def test_who_lost_the_right_is_refused(ui: UI) -> None:
    """Every control of every page that they still have before them."""
    night = await evening(ui, 6, doors=False)
    nights, host = ui.services.nights, Press(HOST, ui.interaction())
    await nights.change(night.id, host, set_cohosts([BOB]))
    pages = [await night.desk(BOB)]
    pages.append(await night.click("Guests …", pages[0], BOB))
    await night.click("Open the doors now", await night.desk())
    await night.answer(press_here, *GUESTS[:6])
    pages.append(await night.desk(BOB))
    pages.append(await night.click("Guests …", pages[-1], BOB))
    pages.append(await night.click("Change or end …", pages[-2], BOB))
    pages.append(await night.click("End the night …", pages[-1], BOB))
    plan = await night.click("Seat round 1", pages[2], BOB)
    pages += [plan, await night.click("Swap two …", plan, BOB)]
    await night.click("Start all", plan)
    await night.quiet()
    desk = await night.desk(BOB)
    table = next(iter((await nights.reader.tables_of(await night.night())).values()))
    picked = await night.pick(desk, table.id, person=BOB)
    pages += [desk, picked, await night.click("End without a result …", picked, BOB)]
    await nights.change(night.id, Press(HOST, ui.interaction()), set_cohosts([]))
    before, revision = await night.night(), table.revision
    pressed = 0
    for page in pages:
        for custom_id in page.buttons.values():
            refused = await press(ui, BOB, custom_id, own=True)
            if custom_id == desk_routes.NIGHT_POINTS(night.id):
                assert "Night points" in refused.text, "the points aren't for everybody"
                continue
            if custom_id == routes.RULES_BESIDE("donburiko"):
                assert "at a glance" in refused.text, "the rules aren't for everybody"
                continue
            assert "Only the hosts of this night" in refused.text, custom_id
            pressed += 1
        for custom_id, values in page.lists:
            refused = await press(ui, BOB, custom_id, values[0], own=True)
            assert "Only the hosts of this night" in refused.text, custom_id
            pressed += 1
    assert pressed > 30
    assert (await night.night()).row.revision == before.row.revision
    assert table.revision == revision


async def test_what_only_a_host_can_press_is_on_no_private_card_of_a_guest(ui: UI) -> None:
    night = await evening(ui, 3, doors=False)
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), cancel(""))
    hosts = await press(ui, HOST, routes.SHOW_NIGHT(night.id))
    guests = await press(ui, GUESTS[2], routes.SHOW_NIGHT(night.id))
    assert "Another date …" in hosts.buttons and "Ping me for every night here" in guests.buttons
    assert not [each for each in guests.buttons if each.startswith("Host")], guests.buttons


async def test_the_desk_on_the_card_leads_guests_to_the_night(ui: UI) -> None:
    """With whom the desk is for: all who lead the night, whether or not they come."""
    night = await evening(ui, 3, doors=False)
    lead = Press(HOST, ui.interaction())
    await ui.services.nights.change(night.id, lead, set_cohosts([BOB, KIM]))
    shown = await press(ui, GUESTS[2], routes.SHOW_NIGHT(night.id))
    said = await press(ui, GUESTS[2], routes.TO_DESK(night.id))
    line = (
        "The desk is for this night's hosts, Ada, Bob and Kim. To answer, or see who comes, press"
    )
    assert said.text.endswith(f"{line} **Show the night**."), said.text
    assert said.sent == 1, "the card is repeated, which they have just read"
    assert (await night.click("Show the night", said, GUESTS[2])).text == shown.text
    assert "Desk · Friday" in (await press(ui, KIM, routes.TO_DESK(night.id))).text
    await ui.tables.servers.block(GUILD, BOB.id, HOST.id)
    assert "Ada" not in (await press(ui, BOB, routes.TO_DESK(night.id))).text


async def test_a_host_picks_who_leads_with_them(ui: UI) -> None:
    """Co-hosts have the desk, are marked on the card, and can pick others; then one is none."""
    night = await evening(ui, 3, doors=False)
    own = f"d:cohosts:{night.id}:"

    async def sign() -> int:
        return sign_of_cohosts(await night.night())

    first, data = await sign(), picked(BOB, KIM)
    await night.answer(press_maybe, Person(93, "Max"))
    shown = await press(ui, HOST, f"{own}{first}", own=True, data=data)
    assert "Co-hosts can use the desk" in shown.text, "a guest's press was in the way"
    assert "Co-hosts: Bob, Kim" in shown.text
    assert (await night.night()).cohosts == (BOB, KIM)
    card = night_card_page(await night.night(), [], Wording("en-GB", ())).text
    assert "Bob\N{NO-BREAK SPACE}(co-host)" in card and card.count("host)") == 2, card
    old = await press(ui, HOST, f"{own}{first}", own=True, data=picked(BOB))
    assert "changed meanwhile" in old.text
    assert "Desk · Friday" in (await night.desk(KIM)).text, "who was picked can't lead"
    await press(ui, KIM, f"{own}{await sign()}", own=True, data=picked(KIM))
    assert (await night.night()).cohosts == (KIM,)
    refused = await press(ui, BOB, f"{own}{await sign()}", own=True, data=picked(BOB, KIM))
    assert "Only the hosts of this night" in refused.text, "who was a co-host once still is one"
    await ui.tables.servers.block(GUILD, GUESTS[2].id, HOST.id)
    said = await press(ui, HOST, f"{own}{await sign()}", own=True, data=picked(GUESTS[2]))
    assert "Cleo is blocked on this server." in said.text
    many = picked(*(Person(700 + number, "P") for number in range(6)))
    said = await press(ui, HOST, f"{own}{await sign()}", own=True, data=many)
    assert "5 co-hosts at most" in said.text
    none = await press(ui, HOST, f"{own}{await sign()}", own=True)
    assert "no co-hosts any more" in none.text
    assert (await night.night()).cohosts == ()


def picked(*people: Person) -> dict[str, Any]:
    """Return what Discord sends of people who were picked from its own list."""
    return {
        "values": [str(person.id) for person in people],
        "resolved": {
            "users": {str(each.id): {"username": each.name.lower()} for each in people},
            "members": {str(each.id): {"nick": each.name} for each in people},
        },
    }


async def seat_command(ui: UI, night: Evening, person: Person, guest: str, place: str) -> str:
    """Type `/night seat`; return what is said, also in refusal."""
    answer = Answer()
    asked = interaction(ui, person, CHANNEL, answer)
    try:
        await ui.requests.actions.night_guests.seat(asked, guest, place, night.id)
    except Trouble as trouble:
        return trouble.say(str.format)
    return answer.text


async def offered(ui: UI, night: Evening, person: Person, guest: str) -> list[str]:
    """Return the places that `/night seat` offers for a guest: labels and values."""
    asked = interaction(ui, person, CHANNEL, Answer())
    asked.namespace = SimpleNamespace(guest=guest, night=night.id)
    found = await clicks.offered(ui, "night seat", "place", asked)
    return [f"{each.name} = {each.value}" for each in found]


async def test_two_change_places_by_command(ui: UI) -> None:
    """As by *Swap two …*: guests at one table aren't offered each other's places."""
    night = await evening(ui, 8)
    assert "Pick both from the lists" in await seat_command(ui, night, HOST, "Bob", "Cleo")
    await night.click("Seat round 1", await night.desk())
    proposed = (await night.night()).proposal
    assert proposed is not None
    first, second = (each.people for each in proposed.seating.seated.tables[:2])
    places = await offered(ui, night, HOST, str(first[0]))
    assert any(each.endswith(f"(table 2) = with.{second[0]}") for each in places), places
    values = {each.split(" = ")[1] for each in places}
    assert not {f"with.{each}" for each in first} & values, "they sit there already"
    assert await offered(ui, night, KIM, str(first[0])) == [], "who doesn't lead sees seats"
    refused = await seat_command(ui, night, KIM, str(first[0]), f"with.{second[0]}")
    assert "Only the hosts of this night" in refused
    name = (await night.night()).name_of(first[0])
    by_name = (await night.night()).name_of(second[0]) + " (table 2)"
    assert "Round 1 · proposal" in await seat_command(ui, night, HOST, name, by_name)
    swapped = (await night.night()).proposal
    assert swapped is not None
    assert second[0] in swapped.seating.seated.tables[0].people
    assert first[0] in swapped.seating.seated.tables[1].people


async def test_two_guests_of_one_name_are_offered_by_number(ui: UI) -> None:
    """A name that two have is no reason to say that it can't be done."""
    night = await evening(ui, 8)
    await night.answer(press_in, Person(92, "Bob"))
    await night.answer(press_here, Person(92, "Bob"))
    await night.click("Seat round 1", await night.desk())
    others = [each for each in GUESTS[:8] if each.name != "Bob"]
    said = await seat_command(ui, night, HOST, "Bob", others[0].name)
    assert "could be several" in said and "`12`" in said, said
    assert "`92`" in said, f"nothing tells how the other one is typed: {said}"


async def test_a_guest_gets_a_seat_by_command(ui: UI) -> None:
    """As by *Give a seat to …*: that of somebody who is away, and no other."""
    night = await evening(ui, 4)
    table = (await night.start())[0]
    gone = table.seats[1]
    verbs = TableVerbs(ui.tables, ui.services.history)
    await verbs.leave(table.id, Person(gone.person, gone.name))
    await night.answer(press_here, KIM, Person(91, "Lea"))
    places = await offered(ui, night, HOST, "Kim")
    where = f"(round 1, table {table.night_table}; left)"
    assert places == [f"{gone.name} {where} = {table.id}.1"]
    said = await seat_command(ui, night, HOST, "Kim", f"{table.id}.0")
    assert "Pick both from the lists" in said, "a seat where somebody plays was given away"
    said = await seat_command(ui, night, HOST, str(KIM.id), f"{table.id}.1")
    assert f"Kim has {gone.name}'s seat now." in said
    assert table.seats[1].person == KIM.id


async def test_anybody_with_the_right_finds_the_desk(ui: UI) -> None:
    """The host, and who may manage events; others are told who may."""
    night = await evening(ui, 3, doors=False)
    desk = ui.requests.actions.night_desk

    async def find(person: Person, **more: object) -> Answer:
        answer = Answer()
        await desk.find(interaction(ui, person, CHANNEL, answer, **more))
        return answer

    assert "Desk · Friday" in (await find(HOST)).text
    assert "Desk · Friday" in (await find(KIM, permissions=EVENTS)).text
    with pytest.raises(Exception, match="Only the hosts"):
        await find(BOB)
    other = await press(ui, HOST, f"d:desk:{night.id}", guild_id=4711)
    assert "no such game night" in other.text


@pytest.mark.parametrize("days", [1, 30])
async def test_the_desk_of_the_last_night_is_found_the_morning_after(
    ui: UI, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    """There a result can be corrected. Much later a new night is meant; who led none has none."""
    night = await evening(ui, 3, rounds=1)
    for table in await night.start():
        await night.play_out(table)
    ends = await night.click("End the night …", await night.desk())
    await night.click("End the night", ends)
    later = ui.tables.now() + days * DAY
    monkeypatch.setattr(ui.tables, "now", lambda: later)
    desk, answer = ui.requests.actions.night_desk, Answer()
    if days == 1:
        await desk.find(interaction(ui, HOST, CHANNEL, answer))
        assert "This night is over." in answer.text and "Results …" in answer.buttons, answer.text
    for person in (BOB, *([HOST] if days > 1 else ())):
        with pytest.raises(Trouble, match="You don't host a game night here now"):
            await desk.find(interaction(ui, person, CHANNEL, Answer()))


@pytest.mark.walked
async def test_what_hosts_do_at_a_table(ui: UI) -> None:
    night = await evening(ui, 4, move_time=600)
    tables = await night.start()
    assert len(tables) >= 1
    table = tables[0]
    if table.seats[table.to_act()[0]].person == HOST.id:
        await night.play_once(table)
    desk = await night.desk()
    assert "Night points" not in desk.buttons, "nobody has any before a game is over"
    opened = await press(ui, HOST, desk_routes.NIGHT_POINTS(table.night_id or ""), own=True)
    assert not opened.edited, "the points take the place of the desk, with no way back"
    picked = await night.pick(desk, table.id)
    assert "Guests …" in picked.buttons, "the guests are out of reach beside a table"
    assert "Pause all" not in picked.buttons, "what is about all tables stands among a table's own"
    assert "Pause all" in (await night.click("Back", picked)).buttons
    given = (await night.click("Give 5 minutes", picked)).text
    assert f"Table {table.night_table}: everybody whose turn it is got 5 more minutes." in given
    nudge = f"Nudge {table.seats[table.to_act()[0]].name}"
    assert "Reminding them" in (await night.click(nudge, picked)).text
    nudged = await night.pick(await night.desk(), table.id)
    assert nudge not in nudged.buttons, "who was reminded is to be reminded again"
    again = await night.click(nudge, picked)
    assert "was reminded already" in again.text
    paused = await night.click("Pause all", desk)
    assert "Paused" in paused.text and table.paused
    assert first(paused.buttons, "buttons") == "Resume all", "what undoes it isn't first"
    alone = await night.click("Resume", await night.pick(paused, table.id))
    assert not table.paused and "Table 1 goes on." in alone.text, alone.text
    assert "Resume" not in (await night.pick(await night.desk(), table.id)).buttons
    paused = await night.click("Pause all", await night.click("Back", alone))
    resumed = await night.click("Resume all", paused)
    assert not table.paused, resumed.text
    rows = await ui.services.nights.store.standing(night.id)
    told = [post_of(row) for row in rows if row.kind in ("paused", "resumed")]
    said = [post_message(await night.night(), post, 1, Wording("en")).text for post in told]
    assert [post.kind for post in told] == ["paused", "resumed"] * 2, (
        "a single table that goes on as the last one isn't told"
    )
    assert all("**Ada**" in each and "<@" not in each for each in said), said
    none = await night.click("Resume all", paused)
    assert "No table is paused. To help another one along" in none.text, "it says no way on"
    asked = await night.click("Computers finish it …", picked)
    assert not table.played_out, "a game was given to computers at one press"
    said = "Nobody else here has made half of their moves."
    assert said in asked.text, asked.text
    old = desk_routes.FINISH(night.id, table.id, "0.1")
    again = await press(ui, HOST, old, own=True, permissions=EVENTS)
    assert "This has changed meanwhile" in again.text and said in again.text, again.text
    assert not table.played_out, "others get points than the question said"
    finishing = await night.click("Computers finish it", again)
    assert "computers are finishing it" in finishing.text
    assert "A computer is playing" not in finishing.text, "it is said twice that computers play"
    assert "Nudge" not in finishing.buttons, "nothing is left to do at the table, and it stays"
    again = await night.pick(finishing, table.id)
    sure = await night.click("End without a result …", again)
    assert table.phase == "playing", "a table was voided at one press"
    voided = await night.click("End without a result", sure)
    assert table.phase == "cancelled"
    assert "ended without a result" in voided.text
    line = points_in_line(await recap_facts(ui.services, await night.night()), Wording("en-GB"))
    assert "\N{NO-BREAK SPACE}5" in line, "nobody seems to have points, though the recap gives some"


@pytest.mark.walked
async def test_a_table_over_days_holds_nobody_up(ui: UI) -> None:
    """Its round is over once the others are, and its players are seated in the next."""
    night = await evening(ui, 6)
    tables = await night.start()
    picked = await night.pick(await night.desk(), tables[0].id)
    sure = await night.click("Finish it another day …", picked)
    assert tables[0].pace == "live", "a game is slowed down at one press"
    shown = await night.click("Finish it another day", sure)
    assert "turn by turn" in shown.text
    assert "Give 5 minutes" not in {*shown.buttons, *shown.grey}, "a move takes days there"
    for table in tables[1:]:
        await night.play_out(table)
    await night.quiet()
    desk = await night.desk()
    assert "Seat round 2" in desk.buttons, "a table over days holds up the round"
    after = await night.start()
    assert sum(len(table.seats) for table in after) == 6
    assert "Round 1, table 1" in (await night.desk()).text, "the older table isn't shown any more"


async def test_after_its_last_round_the_desk_ends_the_night_and_says_when_it_ends(ui: UI) -> None:
    night = await evening(ui, 4, rounds=1, pilot="auto")
    assert "End the night …" not in (await night.desk()).buttons, "it ends before it has begun"
    for table in await night.start():
        assert "End the night …" not in (await night.desk()).buttons, "it ends in mid-round"
        await night.play_out(table)
    shown = await night.desk()
    at = (await night.night()).row.stage_at
    assert at is not None
    assert f"ends by itself at <t:{at + ENDS_AFTER}:t> (<t:" in shown.text, shown.text
    now = await night.night()
    shows = desk_page(now, await ui.requests.actions.night_desk.facts(now), Wording("en-GB"))
    labels = [each.label for each in buttons_of(shows)]
    assert labels[0] == "End the night …" and "One more round" in labels[1:], (
        "another round seems to be what is next"
    )
    assert "You can seat another one before the night ends." in shown.text, shown.text
    facts = await recap_facts(ui.services, now)
    titles = [
        recap_page(each, facts, Wording("en-GB")).title
        for each in (now, now.with_row(state="over"))
    ]
    assert titles == ["Friday · night points after 1 round", "🏆 Friday"], titles
    more = recap_page(now.with_row(rounds=2), facts, Wording("en-GB")).title
    assert more == "Friday · night points so far", f"another round is to come: {more}"
    recap = recap_page(now, facts, Wording("en-GB")).text
    post = post_message(now, Post("round_over", (), {"round": 1}), 1, Wording("en-GB")).text
    assert "so far" not in post, f"no other round is to come: {post}"
    for said in (recap, post):
        assert f"The night ends at <t:{at + ENDS_AFTER}:t>" in said, f"when it ends: {said}"
    last = recap.splitlines()[-1]
    assert last.startswith("-# The night ends at"), f"before what guests have come for: {recap}"
    assert "next round" not in shown.text, f"there is no next round: {shown.text}"
    sure = await night.click("End the night …", shown)
    assert not (await night.night()).over, "it ends for good without a question"
    assert "This makes the recap final." in sure.text, f"what does it do? {sure.text}"
    await night.click("End the night", sure)
    assert (await night.night()).over, "the night goes on"
    late = await press(ui, KIM, desk_routes.MY_TABLE(night.id, 1))
    assert late.text.startswith("This night is over."), late.text
    assert [*late.buttons] == ["Show the night"], f"it offers a way in: {late.buttons}"


@pytest.mark.parametrize("rounds", [1, 2])
@pytest.mark.parametrize("pilot", ["host", "helper", "auto"])
async def test_a_round_that_is_over_leads_the_host_on(ui: UI, pilot: Pilot, rounds: int) -> None:
    night = await evening(ui, 3, pilot=pilot, rounds=rounds)
    for table in await night.start():
        await night.play_out(table)
    now, post = await night.night(), Post("round_over", (), {"round": 1})
    message = post_message(now, post, 1, Wording("en-GB"))
    labels = [each.label for each in message.row]
    assert "Host: Desk" in labels, f"where does the host go on? {labels}"
    ended = "planned. The host ends the night." in message.text
    assert ended is (pilot != "auto" and rounds == 1), f"who ends it? {message.text}"
    assert ("Host: One more round" in labels) is (rounds == 1), f"how is one added? {labels}"
    uncalled = pilot == "host" and rounds == 2
    assert ("Host: Seat round 2" in labels) is uncalled, f"two presses start a round: {labels}"
    if rounds == 1:
        plan = await press(ui, HOST, desk_routes.SEAT_ROUND(night.id, 2))
        assert "Start all" in plan.buttons and not plan.edited, "everybody's post is taken for it"
        await night.click("Start all", plan)
        assert (await night.night()).round_count == 2, "no round was added"


async def test_back_from_a_proposal_keeps_it(ui: UI) -> None:
    """Only *Discard* drops it: else an evening by itself wouldn't go on."""
    led = await evening(ui, 7, pilot="auto")
    plan = await led.click("Seat round 1", await led.desk())
    desk = await led.click("Back", plan)
    assert "Seating of round 1" in desk.buttons, "a look at the desk costs the seating"
    night = await led.night()
    assert night.proposal is not None and night.row.stage != "held", night.row.stage
    await led.click("Discard", await led.click("Seating of round 1", desk))
    assert (await led.night()).proposal is None


@pytest.mark.parametrize("by", ["host", "helper"])
async def test_too_few_after_a_round_read_when_the_night_ends(ui: UI, by: Pilot) -> None:
    """On the desk, in the thread and in the call; the desk has what ends the night, or keeps it."""
    led = await evening(ui, 4)
    for table in await led.start():
        await led.play_out(table)
    night = (await led.night()).with_row(pilot=by)
    guests = night.guests
    for guest in guests.there[1:]:
        guests = guests.put(replace(guest, gone_at=STARTS))
    night = replace(night, guests=guests)
    facts = await ui.requests.actions.night_desk.facts(night)
    pace, voice = pace_of_games(night, [facts.info]), Wording("en-GB")
    end = ends_at(night, pace)
    assert end is not None
    page, lacks = desk_page(night, facts, voice), pace.enough - 1
    needs = voice.ngettext(
        "Round {number} needs {n} more guest, else the night ends at {time}.",
        "Round {number} needs {n} more guests, else the night ends at {time}.",
        lacks,
        number=2,
        time=voice.at(end),
    )
    assert page.text.count(f"⚠️ {needs}") == page.text.count("⚠️") == 1, page.text
    assert needs in round_over_text(night, Post("round_over", (), {"round": 1}), voice, pace)
    assert needs in " ".join(awaited(night, pace, voice)), "the doors' post doesn't say it"
    labels = [each.label for each in buttons_of(page)]
    assert "End the night …" in labels and ("Keep waiting" in labels) is (by == "helper"), labels
    called = replace(night, calls=(Call("break", 2, 0, said=True),))
    said = needed_text(called, pace, voice)
    assert "the night ends. With **Host: Keep waiting** it" in said or by == "host", said
    row = [each.label for each in needed_row(called, pace, 1, voice)]
    assert row == ["Host: Desk", *["Host: Keep waiting"] * (by == "helper")], row
    (one,) = guests.there
    assert "only you are here so far" in needed_text(called, pace, voice, [one.person])


async def test_a_host_who_would_make_enough_is_asked_whether_they_play(ui: UI) -> None:
    """Also one who isn't on the list, and is on it by that press."""
    led = await evening(ui, 1)
    night, voice = await led.night(), Wording("en-GB")
    closed = replace(night, guests=replace(night.guests, doors="closed"))
    facts = await ui.requests.actions.night_desk.facts(closed)
    asks = "Do you play, too? Press **I'm here**."
    for me, doors, asked in ((77, closed, True), (77, night, False), (GUESTS[0].id, closed, False)):
        page = desk_page(doors, replace(facts, me=me), voice)
        assert (asks in page.text) is asked, page.text
        labels = [each.label for each in buttons_of(page)]
        assert ("I'm here" in labels) is asked, labels


async def test_the_desk_says_that_a_break_is_over(ui: UI) -> None:
    led = await evening(ui, 4)
    for table in await led.start():
        await led.play_out(table)
    night = await led.night()
    facts = await ui.requests.actions.night_desk.facts(night)
    until = break_until(night)
    assert until is not None
    said = [
        desk_page(night, replace(facts, now=now), Wording("en-GB")).text
        for now in (until - 1, until)
    ]
    assert f"Round 1 is over. Break until <t:{until}:t> (<t:{until}:R>)." in said[0], said[0]
    assert "Round 1 is over. The break is over, too." in said[1], said[1]
    pace, voice = RoundPace(3, 10), Wording("en-GB")
    assert f"Break until <t:{until}:t>. " in " ".join(start_lines(night, pace, voice))
    proposed = night.with_round(replace(night.dealt[-1], number=2, state="proposed"))
    assert next_due(proposed, pace) == until, "the card isn't told that the break is over"
    games = ui.services.games_of(night)
    assert f"break until <t:{until}:t>" in night_card_page(night, games, voice).text
    rung = replace(night, guests=replace(night.guests, rung=until))
    assert [*start_lines(rung, pace, voice)] == ["Round 2 starts when the host seats it."]
    card = night_card_page(rung, games, voice).text
    assert "break until" not in card, f"it says a time that is past: {card}"


async def test_a_table_that_needs_a_host_is_one_press_away(ui: UI) -> None:
    led = await evening(ui, 4)
    (table,) = await led.start()
    night = await led.night()
    facts = await ui.requests.actions.night_desk.facts(night)
    call = Call("still", 1, 0, said=True, table=table.id, number=1, still="deserted")
    paused = replace(facts.tables[0], face=replace(facts.tables[0].face, paused=True))
    lone, long = night.with_row(pilot="host"), facts.now + 10 * night.row.move_time
    for now, loud in ((facts.now, False), (long, True)):
        text = desk_page(lone, replace(facts, tables=[paused], now=now), Wording("en-GB")).text
        assert ("⚠️ **" in text) is loud, f"a host who leads alone isn't shown it: {text}"
    for calls in ((), (call,)):
        page = desk_page(replace(night, calls=calls), facts, Wording("en-GB"))
        labels = [each.label for row in page.rows if isinstance(row, tuple) for each in row]
        assert ("Look after table 1" in labels) is bool(calls), f"{calls}: {labels}"
        assert ("⚠️ **" in page.text) is bool(calls), page.text


async def test_what_a_host_does_next_stands_out(ui: UI) -> None:
    """To seat a round once there are enough, and to resume what is paused; none is reminded whose
    seat a computer plays.
    """
    led = await evening(ui, 4)

    def blue(page: Page) -> list[str]:
        buttons = (each for row in page.rows if isinstance(row, tuple) for each in row)
        return [each.label for each in buttons if each.style is ButtonStyle.primary]

    desk, wording = ui.requests.actions.night_desk, Wording("en-GB")
    night = await led.night()
    facts = await desk.facts(night)
    assert blue(desk_page(night, facts, wording)) == ["Seat round 1"]
    alone = replace(night, guests=replace(night.guests, guests=night.guests.guests[:1]))
    assert blue(desk_page(alone, facts, wording)) == [], "a round of one is to be seated"
    (table,) = await led.start()
    night = await led.night()
    for paused, said in ((False, []), (True, ["Resume all"])):
        table.become(replace(table, paused=paused))
        facts = await desk.facts(night)
        assert blue(desk_page(night, facts, wording)) == said
    seats = [*table.seats]
    for asked in table.to_act():
        seats[asked] = seats[asked].gone_away(table.step(), table.revision)
    table.become(replace(table, paused=False, seats=tuple(seats)))
    picked = await led.pick(await led.desk(), table.id)
    assert "Computers finish it …" in picked.buttons, picked.buttons
    picked = await led.click("More …", picked)
    assert not {"Nudge", "Give 5 minutes"} & {*picked.buttons}, "what would be refused is offered"


async def test_a_picked_table_alone_says_who_sits_there(ui: UI) -> None:
    led = await evening(ui, 8)
    first, last = await led.start()
    desk = await led.desk()
    picked = await led.pick(desk, last.id)
    for table, said in ((first, False), (last, True)):
        names = ", ".join(seat.name for seat in table.seats)
        assert names in desk.text and (names in picked.text) is said, picked.text
    assert "▸ " in picked.text, picked.text
    await led.play_out(last)
    picked = await led.pick(desk, last.id)
    assert "▸ " not in picked.text, f"no button is about what is done: {picked.text}"


async def test_a_host_who_plays_sees_their_own_turn_first(ui: UI) -> None:
    led = await evening(ui, 4)
    (table,) = await led.start()
    facts = await ui.requests.actions.night_desk.facts(await led.night())
    night, asked = await led.night(), table.seats[table.to_act()[0]].person
    for me in (*(seat.person for seat in table.seats), 999, None):
        text = desk_page(night, replace(facts, me=me), Wording("en-GB")).text
        assert ("👉 " in text and "**your turn**" in text) is (me == asked), text
        assert text.count("Table 1") == 1, f"one table is named twice: {text}"
    for me in (seat.person for seat in table.seats):
        theirs = replace(facts, me=me)
        _tables, first, *_rows = desk_rows(night, theirs, facts.tables[0], Wording("en-GB"), 0)
        assert isinstance(first, tuple)
        assert len(first) <= 5, f"nine buttons push the tables off a phone: {first}"
        about = [each.label for each in first if "Ask the table" in each.label]
        assert bool(about) is (me != asked), f"who isn't asked comes before what helps: {about}"
    asks = replace(facts, me=999, asks="rule")
    _tables, first, *_rows = desk_rows(night, asks, facts.tables[0], Wording("en-GB"), 0)
    assert isinstance(first, tuple)
    assert [each.label for each in first[:2]] == ["Go to the table", "Rules"], first


@pytest.mark.parametrize("still", ["deserted", "paused"])
@pytest.mark.parametrize("pilot", ["auto", "helper"])
async def test_only_a_table_that_needs_a_host_is_loud(
    ui: UI, pilot: Pilot, still: StillWhy
) -> None:
    """Where computers finish its game by themselves the desk says when, and nothing more."""
    led = await evening(ui, 4)
    (table,) = await led.start()
    table.become(replace(table, paused=still == "paused"))
    facts = await ui.requests.actions.night_desk.facts(await led.night())
    call = Call("still", 1, facts.now, said=True, table=table.id, number=1, still=still)
    night = replace((await led.night()).with_row(pilot=pilot), calls=(call,))
    comes = pilot == "auto" and still != "paused"
    for asked in (False, True):
        calls = (call, replace(call, why="table", still=None))[: 1 + asked]
        page = desk_page(replace(night, calls=calls), facts, Wording("en-GB"))
        labels = [each.label for row in page.rows if isinstance(row, tuple) for each in row]
        assert ("Look after table 1" in labels) is (asked or not comes), labels
        assert ("⚠️ **" in page.text) is (not asked and not comes), page.text
        assert ("⏸️ A paused game" in page.text) is (still == "paused"), page.text
    night_calls = needed_text(night, RoundPace(3, 10), Wording("en-GB"))
    assert ("A paused game waits" in night_calls) is (still == "paused"), night_calls
    assert "at the latest" not in night_calls, f"computers finish what is paused: {night_calls}"
    late = post_message(
        night.with_row(stage="last", stage_at=facts.now),
        Post("overtime", (), {"round": 1, "again": True}),
        1,
        Wording("en-GB"),
    )
    assert ("A paused game waits" in late.text) is (still == "paused"), late.text
    assert ("computers finish" in late.text) is (still != "paused"), late.text
    if still == "paused":
        on = replace(facts.tables[0], face=replace(facts.tables[0].face, paused=False))
        text = desk_page(night, replace(facts, tables=[on]), Wording("en-GB")).text
        assert "⚠️ **" not in text, "a host who has just resumed it is called back"
        assert "⏸️" not in text, "what goes on again is said to wait"
    last = night.with_row(stage="last", stage_at=facts.now)
    ends = {table.id: facts.now + FINISHED}
    assert left_alone(last, None) == (ends if comes else {}), "the round's own end comes sooner"


async def test_a_guest_gets_the_seat_of_one_who_is_away(ui: UI) -> None:
    night = await evening(ui, 4)
    tables = await night.start()
    table = tables[0]
    verbs = TableVerbs(ui.tables, ui.services.history)
    gone = table.seats[1]
    await verbs.leave(table.id, Person(gone.person, gone.name))
    none = await night.pick(await night.desk(), table.id)
    assert len(none.lists) == 1, "a seat is offered though nobody is without one"
    await night.answer(press_here, KIM)
    picked = await night.pick(await night.desk(), table.id)
    assert "Here without a seat: Kim" in picked.text
    assert f"{gone.name}\N{NO-BREAK SPACE}(left, seat free)" in picked.text, picked.text
    done = await night.click(f"Put Kim in {gone.name}'s free seat", picked)
    assert f"Kim has {gone.name}'s seat now." in done.text
    assert table.seats[1].person == KIM.id
    wording = Wording("en-GB", tuple(seat.name for seat in table.seats))
    lines = recent_lines(ui.services.game_of(table), table, wording, 3)
    assert lines[-1] == f"The host of the night put Kim in {gone.name}'s seat.", lines
    # Who has seen a hand of this game gets no other one; made-up choices change nothing.
    for person in (gone.person, HOST.id, 4711):
        forged = await press(ui, HOST, f"d:put:{night.id}:{table.id}", f"0.{person}")
        why = forged.text.splitlines()[-2]
        assert why in ("> Bob is playing on that seat.", "> They sit at this table already."), why


@pytest.mark.walked
async def test_a_seat_that_a_host_has_emptied_is_free(ui: UI) -> None:
    """Its computer hasn't left, and it is called as on the board where the table is picked."""
    led = await evening(ui, 4)
    table = (await led.start())[0]
    gone = next(number for number, seat in enumerate(table.seats) if seat.person != HOST.id)
    await TableVerbs(ui.tables, ui.services.history).kick(table.id, HOST, "night", gone)
    facts = await ui.requests.actions.night_desk.facts(await led.night())
    wording = Wording("en-GB")
    page = desk_page(await led.night(), facts, wording, picked=table.id)
    assert f"({wording.gettext('free seat')})" in page.text, page.text
    minder = seat_names(facts.tables[0].face.seats, table.language)[gone]
    assert minder in str(page.rows), f"{minder} has another name there: {page.rows}"


async def test_guests_are_marked_as_here(ui: UI) -> None:
    night = await evening(ui, 4, doors=False)
    await night.click("Open the doors now", await night.desk())
    desk = await night.desk()
    assert "Not here yet: Ada, Bob, Cleo, Dai" in desk.text
    guests = await night.click("Guests …", desk)
    marked = await night.pick(guests, str(GUESTS[0].id), str(GUESTS[2].id))
    assert "Marked as arrived." in marked.text
    there = {guest.person for guest in (await night.night()).guests.there}
    assert there == {GUESTS[0].id, GUESTS[2].id}


async def test_nobody_is_awaited_after_the_last_round(ui: UI) -> None:
    night = await evening(ui, 4, doors=False, rounds=1)
    await night.click("Open the doors now", await night.desk())
    guests = await night.click("Guests …", await night.desk())
    await night.pick(guests, str(GUESTS[0].id), str(GUESTS[2].id))
    plan = await night.click("Seat round 1", await night.desk())
    assert "Not here yet" in plan.text, "a round seems to be for all who are In"
    await night.click("Discard", plan)
    for table in await night.start():
        assert "Not here yet" in (await night.desk()).text, "somebody may still take a seat"
        again = await press(ui, GUESTS[0], routes.PRESS_HERE(night.id))
        assert "free seat" not in again.text, "who sits at a table is told to wait for a seat"
        await night.play_out(table)
    await night.quiet()
    assert "Not here yet" not in (await night.desk()).text


@pytest.mark.walked
async def test_the_desk_says_when_who_waits_gets_the_seats_of_others(ui: UI) -> None:
    night = await evening(ui, 4, doors=False, cap=3)
    await night.click("Open the doors now", await night.desk())
    await night.answer(press_here, *GUESTS[1:4])
    guests = (await night.night()).guests
    closing = f"seats of those who aren't here when doors close <t:{guests.closes_at}:R>."
    desk = await night.desk()
    assert "Here, but on the waitlist: Dai" in desk.text and closing in desk.text, desk.text
    await night.answer(press_here, GUESTS[0])
    desk = await night.desk()
    assert "on the waitlist: Dai" in desk.text
    assert closing not in desk.text, "a seat is promised though all who have one are here"


async def test_the_desk_counts_no_more_seats_than_there_are(ui: UI) -> None:
    """Once doors are closed, who isn't here has none, and somebody else may have it."""
    night = await evening(ui, 5, doors=False, cap=4)
    desk = await night.desk()
    assert "In: 4 of 4" in desk.text and "4 players: " in desk.text
    await night.click("Open the doors now", desk)
    await night.answer(press_here, *GUESTS[1:5])
    await closed(ui, night)
    desk = await night.desk()
    assert "In: 4 of 4 · Here: 4" in desk.text, desk.text


async def closed(ui: UI, night: Evening) -> None:
    """Close the doors of a night."""

    def closing(night: Night, _press: Press, now: Now) -> Change:
        guests, _news = close_doors(night.guests, now.at, now.quiets)
        return Change(replace(night, guests=guests), "doors_closed")

    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), closing)


async def test_once_doors_are_closed_the_desk_counts_those_who_are_here(ui: UI) -> None:
    """Who isn't is named as awaited; no number is said that is neither all who are In nor these."""
    night = await evening(ui, 4, doors=False)
    await night.click("Open the doors now", await night.desk())
    await night.answer(press_here, *GUESTS[:2])
    assert "In: 4 · Here: 2" in (await night.desk()).text
    await closed(ui, night)
    desk = (await night.desk()).text
    names = ", ".join(each.name for each in GUESTS[2:4])
    assert f"Not here yet: {names}" in desk and "In: " not in desk, desk
    assert "\nHere: 2\n" in desk, desk
    now = await night.night()
    maybe = replace(now.guests.guests[-1], person=99, answer="maybe", place=None)
    facts = await ui.requests.actions.night_desk.facts(now)
    desk = desk_page(replace(now, guests=now.guests.put(maybe)), facts, Wording("en-GB")).text
    assert "\nHere: 2\n" in desk, f"who says maybe is counted, and who is in isn't: {desk}"


@pytest.mark.walked
async def test_who_plays_elsewhere_is_marked(ui: UI) -> None:
    """At a live table that isn't of this night; over days, or away there, they are free."""
    night = await evening(ui, 4)
    bob, cleo, dai = GUESTS[1:4]
    busy = "At another table now: "
    assert busy not in (await night.desk()).text
    paces: list[tuple[Person, TablePace]] = [(bob, "live"), (cleo, "days")]
    for person, pace in paces:
        table = await ui.open(person, KIM)
        await ui.services.lobby_verbs.set_pace(table.id, person.id, pace)
        await ui.services.lobby_verbs.start(table.id, person, ui.interaction())
    desk = await night.desk()
    assert f"{busy}Bob" in desk.text.splitlines(), desk.text
    guests = (await night.click("Guests …", desk)).text
    assert "Bob · at another table" in guests
    assert guests.count("at another table") == 1, guests
    await night.start()
    assert f"{busy}Bob" in (await night.desk()).text, "tables of the night itself count, too"
    assert dai.name not in (await night.desk()).text.split(busy)[1]


async def test_all_see_in_the_list_of_tables_who_is_away_as_hosts_do(ui: UI) -> None:
    """For them, too, it isn't whom a game waits for; and it is drawn anew once that changes."""
    first = await evening(ui, 6)
    (table, _other) = await first.start()
    ui.night_messages.table_changed(table)
    ui.night_messages._queue.schedule = scheduled = Mock()
    (number,) = table.to_act()
    seats = [*table.seats]
    seats[number] = seats[number].gone_away(table.step(), table.revision)
    await ui.tables.change(table, seats=seats)
    ui.night_messages.table_changed(table)
    assert call(first.id) in scheduled.call_args_list, "the list isn't brought up to date"
    night, games = await first.night(), [ui.services.games["donburiko"]]
    shown = [DeskTable(1, 1, table.face())]
    listed = list_page(night, night.dealt[0], shown, games, 0, Wording("en-GB")).text
    assert f"{seats[number].name}\xa0(" in listed and listed.count("\xa0(") == 1, listed


@pytest.mark.walked
async def test_hosts_and_they_themselves_see_who_left_a_game(ui: UI) -> None:
    """For good: who came back has left nothing, nor who went when it had no result."""
    first = await evening(ui, 6)
    tables = await first.start()
    verbs = TableVerbs(ui.tables, ui.services.history)
    left, back = (Person(seat.person, seat.name) for seat in tables[0].seats[:2])
    for person in (left, back):
        told = await press(ui, person, routes.LEAVE(tables[0].id))
        assert "I'm going home" in told.buttons, "who leaves isn't told how to go home, too"
    await verbs.back(tables[0].id, back)
    ui.night_messages._queue.schedule = scheduled = Mock()
    seen = await ui.tables.get(tables[0].id)
    for _again in range(2):
        ui.night_messages.table_changed(seen)
    scheduled.assert_called_once_with(first.id)
    shown = [DeskTable(1, 1, seen.face())]
    night, games = await first.night(), [ui.services.games["donburiko"]]
    listed = list_page(night, night.dealt[0], shown, games, 0, Wording("en-GB")).text
    assert f"{left.name}\xa0(" in listed and listed.count("\xa0(") == 1, listed
    found = mark_not_here(left.id)(night, Press(HOST, None, leads=True), Now(0)).night
    page = list_page(found, night.dealt[0], shown, games, 0, Wording("en-GB"))
    assert left.name in page.text.splitlines()[-1], page.text
    here = routes.PRESS_HERE(night.id, mark="list")
    assert here in repr(page.rows), "nobody is told how they come back"
    ended = tables[1].seats[0]
    await verbs.leave(tables[1].id, Person(ended.person, ended.name))
    await verbs.end(tables[1].id, HOST, "night")
    end = await first.click("End the night …", await first.more())
    await first.click("They play on", end)
    later = read("in 3 hours", ui.tables.now(), zone_of("Europe/Berlin")).first
    second = await evening(ui, 6, doors=False, when=later)
    guests = await second.click("Guests …", await second.desk())
    lines = {line.split(" · ")[0]: line for line in guests.text.splitlines()}
    assert lines[left.name].endswith("came to 1 of 1 night · left 1 game"), guests.text
    assert guests.text.count("left 1 game") == 1, guests.text
    one = await press(ui, HOST, desk_routes.GUEST(second.id, left.id), own=True)
    counts = "-# Only nights before this one on which a game was played count."
    assert f"left 1 game\n{counts}" in one.text, one.text
    for person, said in ((left, True), (back, False), (Person(ended.person, ""), False)):
        answer = Answer()
        asked = interaction(ui, person, CHANNEL, answer)
        await ui.requests.actions.night_lists.show_attendance(asked)
        assert "You came to your last game night here." in answer.text, answer.text
        assert ("You left 1 game before it ended." in answer.text) == said, answer.text


@pytest.mark.walked
async def test_a_number_that_no_tables_fit_is_asked_about(ui: UI) -> None:
    night = await evening(ui, 1)
    asked = await night.click("Seat round 1", await night.desk())
    assert "no tables fit that number" in asked.text
    assert "Add 1 computer" in asked.buttons
    plan = await night.click("Add 1 computer", asked)
    assert "🤖" in plan.text
    assert not (await night.night()).dealt


@pytest.mark.walked
async def test_swapping_two(ui: UI) -> None:
    night = await evening(ui, 8)
    plan = await night.click("Seat round 1", await night.desk())
    seated = (await night.night()).proposal
    assert seated is not None
    first, second = seated.seating.seated.tables[:2]
    asked = await night.click("Swap two …", plan)
    with_whom = await night.pick(asked, str(first.people[0]))
    assert str(first.people[1]) not in with_whom.lists[0][1], "they sit at one table already"
    await night.pick(with_whom, str(second.people[0]))
    swapped = (await night.night()).proposal
    assert swapped is not None
    assert second.people[0] in swapped.seating.seated.tables[0].people
    assert first.people[0] in swapped.seating.seated.tables[1].people


async def test_nobody_is_told_of_a_round_after_the_last(ui: UI) -> None:
    night = await evening(ui, 3, rounds=1)
    plan = await night.click("Seat round 1", await night.desk())
    asked = await night.click("Sit out …", plan)
    assert "gets 5 night points." in asked.text, asked.text


@pytest.mark.walked
async def test_who_sits_out_is_picked_on_the_proposal(ui: UI) -> None:
    """An older page answers with the newest one; a number that no tables fit is asked about."""
    night = await evening(ui, 3)
    plan = await night.click("Seat round 1", await night.desk())
    asked = await night.click("Sit out …", plan)
    assert "Who sits this round out?" in asked.text and "plays in the next" in asked.text, (
        asked.text
    )
    plan = await night.pick(asked, str(HOST.id))
    assert "Ada sits out." in plan.text, plan.text
    stale = await night.pick(asked, str(BOB.id))
    assert "Nothing was done" in stale.text and "Ada sits out." in stale.text, stale.text
    which = await night.pick(await night.click("Sit out …", plan), str(BOB.id))
    assert "1 guest is to play" in which.text, which.text
    sits_out = any(each.startswith("Let ") for each in which.buttons)
    assert ("plays in the next round" in which.text) is sits_out, which.text
    plan = await night.click("Add 1 computer", which)
    assert "Ada and Bob sit out." in plan.text and "🤖" in plan.text, plan.text
    asked = await night.click("Sit out …", plan)
    plan = await night.pick(asked, str(HOST.id))
    assert "Bob sits out." in plan.text, plan.text


async def test_whom_a_host_has_sit_out_is_not_said_to_wait(ui: UI) -> None:
    night = await evening(ui, 4)
    plan = await night.click("Seat round 1", await night.desk())
    plan = await night.pick(await night.click("Sit out …", plan), str(HOST.id))
    await night.click("Start all", plan)
    await night.quiet()
    desk = await night.desk()
    assert "Sitting out: Ada" in desk.text, desk.text
    assert "Here without a seat" not in desk.text and "is offered" not in desk.text, desk.text
    here = await press(ui, HOST, routes.PRESS_HERE(night.id))
    assert "I call you" not in here.text, here.text


async def test_who_would_sit_with_computers_alone_is_named_before_that_starts(ui: UI) -> None:
    """Mended, nobody does."""
    night = await evening(ui, 6)
    await night.click("Seat round 1", await night.desk())
    proposal = (await night.night()).proposal
    assert proposal is not None
    left, *gone = proposal.seating.seated.tables[1].people
    people = {each.id: each for each in [HOST, *GUESTS]}
    await night.answer(press_home, *(people[each] for each in gone[:-1]))
    plan = await press(ui, HOST, f"d:plan:{night.id}", own=True)
    asked = await night.click("Start all …", plan)
    assert "computers alone" not in asked.text, asked.text
    await night.answer(press_home, people[gone[-1]])
    plan = await press(ui, HOST, f"d:plan:{night.id}", own=True)
    asked = await night.click("Start all …", plan)
    said = f"{people[left].name} plays with computers alone at table 2."
    as_it_is = next(each for each in asked.text.splitlines() if "**Start as it is**" in each)
    assert said in as_it_is, asked.text
    await night.click(next(each for each in asked.buttons if each.startswith("Mend")), asked)
    await night.quiet()
    tables = (await ui.services.nights.reader.tables_of(await night.night())).values()
    assert tables and all(len(each.people_here()) > 1 for each in tables)


async def test_who_went_home_can_not_be_dealt_in(ui: UI) -> None:
    night = await evening(ui, 6)
    await night.click("Seat round 1", await night.desk())
    await night.answer(press_home, GUESTS[3])
    plan = await press(ui, HOST, f"d:plan:{night.id}", own=True)
    asked = await night.click("Start all …", plan)
    name = GUESTS[3].name
    assert f"{name} went home." in asked.text
    assert f"A computer takes the seat of {name}" in asked.text
    await night.click("Start as it is", asked)
    await night.quiet()
    tables = (await ui.services.nights.reader.tables_of(await night.night())).values()
    assert not any(table.seat_of(GUESTS[3].id) is not None for table in tables)
    assert sum(seat.level is not None for table in tables for seat in table.seats) == 1


# Hostile presses

VERBS = (
    *(
        "desk",
        "guests",
        "plan",
        "say",
        "limit",
        "pause",
        "resume",
        "doors",
        "here",
        "end",
        "seat",
        "cohosts",
    ),
    *(
        "shuffle",
        "smaller",
        "larger",
        "swap",
        "out",
        "drop",
        "start",
        "pick",
        "which",
        "void",
        "put",
    ),
    *(
        "cohosts",
        "nudge",
        "time",
        "finish",
        "days",
        "standings",
        "replays",
        "again",
        "mine",
        "replay",
        "x",
    ),
)
LOOKS = {"standings", "replays", "mine", "replay"}
"""What anybody may press."""


async def hostile(ui: UI, presses: int, seed: int) -> None:
    """Let a guest press all that hosts may, in any form; look whether anything changes."""
    rng = random.Random(seed)
    night = await evening(ui, 6)
    (table, *_more) = await night.start()
    stranger = GUESTS[2]
    store, revision = ui.services.nights.store, table.revision
    before = await store.night(night.id)
    assert before is not None, "there was no such night"
    number = before.night.revision
    for _ in range(presses):
        verb = rng.choice(VERBS)
        target = rng.choice((night.id, night.id, night.id, "zzzzz", "", "'; --"))
        more = rng.choice(
            (
                *("", f":{number}", f":{number - 1}", f":{table.id}", f":{table.id}:yes"),
                *(f":{number}:yes", f":{table.id}:0.{stranger.id}", ":zzzzz", ":9" * 30),
            )
        )
        picked = rng.choice(((), (table.id,), (str(HOST.id),), (f"0.{stranger.id}",), ("²",)))
        elsewhere: dict[str, Any] = (
            {} if rng.random() < 0.8 else {"guild_id": rng.choice((None, 666))}
        )
        custom_id = f"d:{verb}:{target}{more}"[:100]
        own = rng.random() < 0.5
        answer = await press(ui, stranger, custom_id, *picked, own=own, **elsewhere)
        assert answer.text, f"{custom_id} wasn't answered"
        assert "Something went wrong" not in answer.text, f"{custom_id}: unhandled"
        assert not answer.public or verb in LOOKS, f"{custom_id} was answered for all to see"
    assert await store.night(night.id) == before, "a guest has changed the night"
    assert table.revision == revision, "a guest has changed a table by a host's buttons"


async def test_hostile_presses_change_nothing(ui: UI) -> None:
    await hostile(ui, 400, 1)


@pytest.mark.long
async def test_ten_thousand_hostile_presses_change_nothing(ui: UI) -> None:
    await hostile(ui, 10_000, 2)


async def test_a_host_who_plays_comes_in_from_the_desk(ui: UI) -> None:
    night = await evening(ui, 5, doors=False)
    desk = await night.desk()
    assert "I'm here" not in desk.buttons, "the doors aren't open"
    await night.click("Open the doors now", desk)
    await night.answer(press_here, *(each for each in GUESTS[:5] if each != HOST))
    plan = await night.click("Seat round 1", await night.desk())
    assert "Not here yet: Ada" in plan.text, f"who is missing isn't named: {plan.text}"
    desk = await night.click("I'm here", await night.click("Back", plan))
    assert "You're marked as here." in desk.text and "Came since: Ada" in desk.text, desk.text
    assert "I'm here" not in desk.buttons, "it can be pressed again"
    plan = await night.click("Start all …", await night.click("Seating of round 1", desk))
    await night.click("Seat them and start", plan)
    await night.quiet()
    await night.answer(press_home, HOST)
    assert "I'm here" in (await night.desk()).buttons, "who went home can't come back on the desk"


async def test_the_seat_of_one_who_may_come_back_is_given_once_that_is_asked(ui: UI) -> None:
    """Whoever is only away can't come back to the game then."""
    night = await evening(ui, 4)
    table = (await night.start())[0]
    async with ui.tables.held(table.id) as held:
        seats = [*held.seats]
        seats[1] = seats[1].gone_away(held.step(), None)
        await ui.tables.change(held, [], seats=seats)
    await night.answer(press_here, KIM)
    desk = await night.desk()
    assert "needs 2 players" not in desk.text, f"one is enough for a seat: {desk.text}"
    asked = await night.click("Give Kim a seat …", desk)
    assert table.seats[1].person != KIM.id, "a seat changed hands at one press"
    assert "can't come back to it" in asked.text, asked.text
    seen, wording = await night.night(), Wording("ja")
    guest = seen.guests.find(KIM.id)
    assert guest is not None
    place = DeskTable(1, 1, table.face())
    asks = partial(put_page, seen, place, 1, guest, costs=False, own=False)
    said = asks(wording, left=(None, False)).text
    assert "Kimさんが" in said and "さんさん" not in said, said
    said = asks(Wording("en-GB"), left=(3, True)).text
    assert "At most 3 moves are left there. That's too few for the seat's points: Kim" in said, said
    assert "at least half" in asked.text, asked.text
    done = await night.click("Give the seat", asked)
    assert "Kim has " in done.text and table.seats[1].person == KIM.id, done.text
    assert "Here without a seat" not in done.text, "whoever is away waits for no seat"


async def test_a_table_that_nobody_is_at_says_who_is_away_and_who_left(ui: UI) -> None:
    """A host who is away there themselves is back at one press, and has their hand."""
    led = await evening(ui, 4)
    (table,) = await led.start()
    async with ui.tables.held(table.id) as held:
        seats = [seat.gone_away(held.step(), held.revision) for seat in held.seats]
        await ui.tables.change(held, [], seats=seats)
    left, away, last = (seat for seat in table.seats if seat.person != HOST.id)
    verbs = TableVerbs(ui.tables, ui.services.history)
    await verbs.leave(table.id, Person(left.person, left.name))
    await led.answer(press_home, Person(away.person, away.name))
    marked = Press(HOST, ui.interaction())
    await ui.services.nights.change(led.id, marked, mark_not_here(last.person))
    await ui.services.round_runner.free_seats.settled()
    desk = await led.desk()
    assert desk.text.count("seat free)") == 2, f"who is away isn't told from who left: {desk.text}"
    picked = await led.pick(desk, table.id)
    asked = table.seats[table.to_act()[0]].name
    assert f"Nobody is there · {asked}'s turn\n" in picked.text, picked.text
    lines = iter(picked.text.replace("\N{NO-BREAK SPACE}", " ").splitlines())
    listed = next(following for line in lines if "Nobody is there" in line for following in lines)
    assert f"{left.name} (left, seat free), {away.name} (gone home, seat free)" in listed, listed
    assert all(f"{name} (away)" in listed for name in ("Ada", last.name)), listed
    assert f"Gone home: {away.name}" in picked.text, picked.text
    assert f"Not here: {last.name}" in picked.text, picked.text
    more = await led.click("More …", picked)
    await led.click("Nudge", more)
    called = {each.person for each in calls_at(table.face()) if each.reason == "back"}
    assert called == {HOST.id, last.person}, "who went home is called back"
    assert "Nudge" not in (await led.click("More …", picked)).buttons
    assert "reminded already" in (await led.click("Nudge", more)).text
    back = await led.click("I'm back", picked)
    assert not [each for each in calls_at(table.face()) if each.reason == "back"]
    assert table.seats[table.seat_of(HOST.id) or 0].here
    assert "You are back." in back.text and "Your cards" in back.text, back.text
    assert "I'm back" not in (await led.desk()).buttons


@pytest.mark.parametrize("alone", [False, True])
async def test_why_computers_finish_a_game_is_said_wherever_it_is_told(
    ui: UI, *, alone: bool
) -> None:
    led = await evening(ui, 4)
    (table,) = await led.start()
    await ui.services.night_verbs.play_out(table.id, None, left_alone=alone)
    line = recent_lines(ui.services.game_of(table), table, Wording("en-GB", ("A",) * 4), 30)
    why = "Nobody seemed to be there any more" if alone else "The round ran over time"
    assert f"{why}, so computers finish this game." in line, line
    said, voice = "nobody seemed to be there any more", Wording("en-GB")
    desk = await led.desk()
    assert (f"computers are finishing it · {said}" in desk.text) is alone, desk.text
    night, games = await led.night(), [ui.services.games["donburiko"]]
    facts = await ui.requests.actions.night_desk.facts(night)
    listed = list_page(night, night.dealt[0], facts.tables, games, 0, voice).text
    assert (said in listed) is alone, listed


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("overtime", [False, True])
async def test_who_comes_back_to_a_game_that_computers_finish_reads_why_and_counts_as_here(
    ui: UI, *, overtime: bool
) -> None:
    """One press undoes nothing that a leader, or the end of a round's time, has ordered."""
    led = await evening(ui, 8)
    tables = await led.start()
    table = next(each for each in tables if not each.sits(HOST.id))
    person = Person(table.seats[1].person, table.seats[1].name)
    await led.answer(press_home, person)
    await ui.services.night_verbs.play_out(table.id, None if overtime else HOST)
    back = await press(ui, person, routes.BACK(table.id))
    why = "The host of the night lets computers finish this game."
    why = "The round ran over time, so computers finish this game." if overtime else why
    stays = Person(table.seats[2].person, table.seats[2].name)
    hand = await press(ui, stays, hand_id(table.id))
    assert f"{why} You play again in round 2." in hand.text, hand.text
    assert f"{why} You play again in round 2." in back.text, back.text
    assert "\nComputers finish this game\n" in back.text and "I'm back" not in back.buttons, (
        back.text
    )
    assert table.left_to_computers()
    guest = (await led.night()).guests.find(person.id)
    assert guest is not None and guest.here, "who is back isn't dealt in again"
    page = await press(ui, person, routes.TABLE_PAGE(table.id))
    assert "I'm back" not in page.buttons, page.text
    come = await press(ui, person, routes.PRESS_HERE(led.id))
    assert "Computers finish your game at table" in come.text, come.text
    assert "I'll call you for round 2." in come.text and "I'm back" not in come.text, come.text
    other = Person(table.seats[3].person, table.seats[3].name)
    await led.answer(press_home, other)
    answer = Answer()
    await clicks.command(ui, "me back", interaction(ui, other, CHANNEL, answer))
    assert f"{why} You play again in round 2." in answer.text, answer.text
    own = next(each for each in tables if each.sits(HOST.id))
    await ui.services.night_verbs.play_out(own.id, None)
    await led.answer(press_home, HOST)
    back = await press(ui, HOST, routes.BACK(own.id), own=True)
    assert "The round ran over time, so computers finish this game. You play" in back.text, (
        back.text
    )
    for each in (other, HOST):
        guest = (await led.night()).guests.find(each.id)
        assert guest is not None and guest.here, "who comes back isn't dealt in again"
    await ui.tables.save_whereabouts(table.id, asleep=True)
    woken = await press(ui, person, routes.RESUME(table.id))
    assert "already finishing" not in woken.text, "it sleeps for good"


async def test_who_leads_reads_first_that_a_computer_plays_for_them(ui: UI) -> None:
    led = await evening(ui, 4)
    (table,) = await led.start()
    assert "I'm back" not in (await led.desk()).buttons
    await TableVerbs(ui.tables, ui.services.history).leave(table.id, HOST)
    desk = await led.desk()
    assert next(iter(desk.buttons)) == "I'm back", desk.buttons
    said = "👉 A computer plays for you at table 1. Press **I'm back**."
    assert said in desk.text.splitlines()[:3], desk.text
    older = await press(ui, HOST, f"d:back:{led.id}:{table.id}", own=True)
    assert "I'm back" in older.buttons, "a desk that an older version drew leads nowhere"
    hand = await led.click("I'm back", desk)
    assert "You are back." in hand.text and "Nudge" not in str(hand.buttons), hand.text
    desk = await led.desk()
    assert "A computer plays for you" not in desk.text and "I'm back" not in desk.buttons, desk


async def test_whoever_sits_with_somebody_who_goes_home_sees_it(ui: UI) -> None:
    """On the board, the desk and the list of tables; nobody is called for it."""
    led = await evening(ui, 4)
    (table,) = await led.start()
    bye = await press(ui, BOB, routes.PRESS_HOME(led.id))
    assert "Your game is still on:" in bye.text, bye.text
    board = await ui.messages._boards._page(table, drawn=False)
    assert "Goes home after this game: Bob" in board.footer + board.text, board
    desk = (await led.pick(await led.desk(), table.id)).text
    assert "Bob\xa0(goes home after this game)" in desk, f"he still plays: {desk}"
    assert "Goes home after this game: Bob" in desk and "Gone home" not in desk, desk
    assert "I'm staying" in bye.buttons, f"that can't be taken back: {bye.buttons}"
    assert not (await led.night()).calls
    await TableVerbs(ui.tables, ui.services.history).leave(table.id, BOB)
    board = await ui.messages._boards._page(table, drawn=False)
    said = board.footer + board.text
    assert "one home" not in said and "oes home" not in said, "it is said twice that Bob has gone"


@pytest.mark.parametrize("comes", [False, True])
async def test_who_has_left_a_game_gets_no_seat_until_they_are_here(ui: UI, comes: bool) -> None:
    """Their own was given away meanwhile; until then they play in the next round."""
    led = await evening(ui, 8)
    first, second = await led.start()
    verbs = TableVerbs(ui.tables, ui.services.history)
    left, other = (each.seats[1] for each in (first, second))
    owner = Person(left.person, left.name)
    await verbs.leave(first.id, owner)
    await led.answer(press_here, KIM)
    picked = await led.pick(await led.desk(), first.id)
    await led.click(f"Put Kim in {owner.name}'s free seat", picked)
    await verbs.leave(second.id, Person(other.person, other.name))
    if comes:
        later = ui.tables.now() + 1
        ui.tables._now = lambda: later
        await led.answer(press_here, owner)
    await led.quiet()
    desk = await led.desk()
    off = f"No longer at their table, back in round 2: {left.name}"
    assert (off in desk.text, f"Here without a seat: {left.name}" in desk.text) == (
        not comes,
        comes,
    ), desk.text
    offered = (await led.pick(desk, second.id)).buttons
    assert (f"Put {left.name} in {other.name}'s free seat" in offered) is comes, offered


async def test_a_seat_that_somebody_has_left_is_named_before_one_of_who_is_away(ui: UI) -> None:
    night = await evening(ui, 8)
    first, *_, last = await night.start()
    async with ui.tables.held(first.id) as held:
        seats = [*held.seats]
        seats[1] = seats[1].gone_away(held.step(), None)
        await ui.tables.change(held, [], seats=seats)
    await night.answer(press_here, KIM)
    give = await night.click("Give Kim a seat …", await night.desk())
    assert "can't come back to it" in give.text, "it is asked which of one seat is meant"
    left = last.seats[1]
    verbs = TableVerbs(ui.tables, ui.services.history)
    await verbs.leave(last.id, Person(left.person, left.name))
    give = await night.click("Give Kim a seat …", await night.desk())
    assert give.lists[0][1] == [f"{last.id}.1", f"{first.id}.1"], give.lists
    assert give.buttons == {"Back": desk_routes.DESK(night.id)}, "the desk is three presses away"
    give = await press(ui, HOST, desk_routes.GIVE_SEAT(night.id, KIM.id), own=True)
    assert give.buttons["Back"] == desk_routes.GUEST(night.id, KIM.id), give.buttons


@pytest.mark.parametrize("rounds", [1, 2])
async def test_who_comes_back_reads_that_their_seat_is_somebody_elses(ui: UI, rounds: int) -> None:
    night = await evening(ui, 4, rounds=rounds)
    table = (await night.start())[0]
    left = table.seats[1]
    owner = Person(left.person, left.name)
    await TableVerbs(ui.tables, ui.services.history).leave(table.id, owner)
    assert "Your seat went to" not in (await press(ui, owner, routes.PRESS_HERE(night.id))).text
    assert table.seats[1].here, "their seat waits for another press"
    await TableVerbs(ui.tables, ui.services.history).leave(table.id, owner)
    await night.answer(press_here, KIM)
    picked = await night.pick(await night.desk(), table.id)
    await night.click(f"Put Kim in {owner.name}'s free seat", picked)
    back = await press(ui, owner, routes.PRESS_HERE(night.id))
    next_ = "You play again in round 2."
    if rounds == 1:
        next_ = "No further round is planned, unless a host adds one."
    # At the only table they can't sit again.
    said = f"Your seat went to Kim meanwhile. {next_}"
    assert said in back.text and "seat becomes free" not in back.text, back.text
    old = await press(ui, owner, routes.BACK(table.id), own=True)
    assert "Your seat went to Kim meanwhile." in old.text and "I'm back" not in old.buttons, (
        old.text
    )


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ((), "Nobody has said that they'll come. 4 are needed, or 3 with a computer."),
        (
            ("Ada", "Bob"),
            "2 people are expected. 4 are needed, or 3 with a computer.",
        ),
        (("Ada", "Bob", "Cleo"), "3 people are expected: with a computer"),
    ],
)
def test_hosts_read_how_many_are_too_few_and_until_when_the_night_waits(
    names: tuple[str, ...], said: str
) -> None:
    guests = guests_in(*names) if names else []
    night = sample_night(guests, "open")
    voice = Wording("en")
    line = call_line(night, Call("few", 1, STARTS), voice, RoundPace(4, 10))
    assert line.startswith(said) and f"here by <t:{too_few_by(night)}:t>" in line, line
    if guests:
        unsure = replace(night, guests=night.guests.put(changed(guests[0], plus=("asked",))))
        line = call_line(unsure, Call("few", 1, STARTS), voice, RoundPace(4, 10))
        assert "1 of them is yet to confirm." in line, f"as if all had said so: {line}"
        (asked, *_more) = unsure.guests.guests
        one = replace(unsure, guests=replace(unsure.guests, guests=(asked,)))
        line = call_line(one, Call("few", 1, STARTS), voice, RoundPace(4, 10))
        assert line.startswith("1 person is expected, and has yet to confirm. 4 are"), line
    called = replace(night, calls=(Call("few", 1, STARTS, said=True),))
    row = [each.label for each in needed_row(called, RoundPace(4, 10), 1, voice)]
    labels = ("Desk", "Post the night again", "Another date …", "Cancel the night …")
    assert row == [f"Host: {each}" for each in labels], "what can they do?"


async def test_games_that_run_over_time_are_all_finished_from_the_desk(ui: UI) -> None:
    """In one question, once there are several; none is asked before they are overdue."""
    night = await evening(ui, 10)
    tables = await night.start()
    now, label = await night.night(), "Computers finish all …"
    facts = await ui.requests.actions.night_desk.facts(now)
    late = overtime_at(now, facts.games)
    assert late is not None and len(tables) > 1

    def offered(facts: DeskFacts) -> bool:
        page = desk_page(now, facts, Wording("en"))
        labels = [each.label for each in buttons_of(page)]
        looks = sum(each.startswith("Look after table") for each in labels)
        gone = sum(table.face.deserted() for table in facts.tables)
        assert looks == (gone == 1), f"{gone} tables need a host: {labels}"
        pick = page.rows[0]
        assert isinstance(pick, Select)
        assert (pick.prompt == "Look after a table …") is (gone > 1), pick.prompt
        assert sum("⚠️" in each.label for each in pick.choices[:gone]) == gone, pick.choices
        return label in labels

    assert not offered(replace(facts, now=late - 1)) and offered(replace(facts, now=late))
    for gone in range(1, len(tables) + 1):
        left = [
            replace(each, face=replace(each.face, seats=[Seat.gone_away(s, 1, 1) for s in seats]))
            for each in facts.tables[:gone]
            for seats in (each.face.seats,)
        ]
        found = offered(replace(facts, tables=[*left, *facts.tables[gone:]], now=late - 1))
        assert found is (gone > 1), f"nobody is at {gone} of {len(tables)} tables"


@pytest.mark.parametrize("when", ["finishing", "over", "break"])
async def test_whoever_presses_that_they_are_back_to_a_game_plays_the_next_round(
    ui: UI, when: str
) -> None:
    """Also if that game is over: nobody asks them again whether they are here."""
    led = await evening(ui, 8)
    table, other = sorted(await led.start(), key=lambda each: each.sits(HOST.id))
    person = Person(table.seats[1].person, table.seats[1].name)
    async with ui.tables.held(table.id) as held:
        seats = [*held.seats]
        seats[1] = seats[1].gone_away(held.step(), held.revision)
        await ui.tables.change(held, [TableEvent("away", "clock", 1, person.id)], seats=seats)
    if when == "finishing":
        await ui.services.night_verbs.play_out(table.id, HOST)
    else:
        await led.play_out(table)
    if when == "break":
        await led.play_out(other)
        assert person.id in (await led.night()).left_out
    later = ui.tables.now() + 1
    ui.tables._now = lambda: later
    back = await press(ui, person, routes.BACK(table.id))
    assert "You play again in round 2." in back.text, back.text
    await led.play_out(table)
    await led.play_out(other)
    night = await led.night()
    assert night.dealt[0].over_at and not night.left_out, night.left_out
    assert person.id in {guest.person for guest in night.seatable}


async def test_whoever_answers_before_the_next_deal_plays_though_their_seat_went_to_others(
    ui: UI,
) -> None:
    """A list that is full passes on the seat of whoever was away as soon as the round is over."""
    led = await evening(ui, 8, cap=8)
    await led.answer(press_in, KIM)
    await led.answer(press_here, KIM)
    tables = await led.start()
    table = next(each for each in tables if not each.sits(HOST.id))
    person = Person(table.seats[1].person, table.seats[1].name)
    async with ui.tables.held(table.id) as held:
        seats = [*held.seats]
        seats[1] = seats[1].gone_away(held.step(), held.revision)
        await ui.tables.change(held, [TableEvent("away", "clock", 1, person.id)], seats=seats)
    for each in tables:
        await led.play_out(each)
    night = await led.night()
    assert person.id in night.left_out
    assert KIM.id in {guest.person for guest in night.seatable}, "nobody has their seat"
    line = play_again_line(night, [person.id], Wording("en"))
    assert line == "Press **I'm here** to play in round 2.", line
    here = await press(ui, person, routes.PRESS_HERE(led.id))
    assert "You're on the list for round 2." in here.text, here.text
    assert {person.id, KIM.id} <= {guest.person for guest in (await led.night()).seatable}
