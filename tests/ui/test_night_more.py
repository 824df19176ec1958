"""What is behind More … on a night's desk, and what is done about one guest."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from bot.nights.announcing import edit
from bot.nights.ask_again import ONCE_IN
from bot.nights.cohosts import set_cohosts
from bot.nights.dates import local_time, moment, zone_of
from bot.nights.doors import close_doors
from bot.nights.guest_presses import mark_not_here, press_here, press_home, press_in, press_out
from bot.nights.leading import Host
from bot.nights.next_night import SeriesRunner
from bot.nights.night import Change, Night, Now, Press
from bot.nights.night_calls import Call
from bot.nights.night_timer import NightTimer
from bot.nights.rounds import NEVER_BEGAN, round_over
from bot.tables.clock import DAY, MINUTE
from bot.tables.seat import Person, Seat
from bot.tables.table import Table
from bot.tables.table_cache import table_event_of
from bot.tables.table_event import who_decided_own
from bot.tables.table_verbs import TableVerbs
from bot.ui.pages import routes
from bot.ui.pages.long_lists import more_from
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.call_buttons import needed_row
from bot.ui.pages.nights.desk_facts import seats_to_fill
from bot.ui.pages.nights.desk_page import desk_page
from bot.ui.pages.nights.finishing_pages import ToFinish
from bot.ui.pages.nights.night_card import night_card_page
from bot.ui.pages.nights.night_guests import guests_page
from bot.ui.pages.nights.night_preview import changed_words
from bot.ui.pages.nights.night_tables import DeskTable
from bot.ui.pages.nights.night_words import GuestNames, away_lines
from bot.ui.pages.nights.own_table import welcome
from bot.ui.pages.page import Select
from bot.ui.pages.tables.table_event_lines import table_event_line
from bot.ui.pages.wording import Wording
from tests.nights.setup import Known
from tests.ui.clicks import Answer, command, interaction, press
from tests.ui.conftest import CHANNEL, UI
from tests.ui.fake_discord import FakeDiscord
from tests.ui.night_evening import EVENTS, GUESTS, HOST, Evening, evening, shown
from tests.ui.test_forms import private
from tests.ui.test_nights import card_in, form, thread_of

VOICE = Wording("en-GB")
KIM, BOB = Person(90, "Kim"), GUESTS[1]


async def led(ui: UI, night: Evening, rule: Any) -> Night:
    """Change a night as its host."""
    return await ui.services.nights.change(night.id, Press(HOST, ui.interaction(), True), rule)


async def asked_to_end(night: Evening) -> Answer:
    """Ask for the end of a night."""
    return await night.click("End the night …", await night.more())


async def test_whoever_changes_a_running_night_is_one_press_from_the_desk(ui: UI) -> None:
    night = await evening(ui, 4)
    assert "Cancel the night …" in (await edited(ui)).buttons
    await night.start()
    page = await edited(ui)
    assert "Cancel the night …" not in page.buttons, "it is refused while games are played"
    desk = await night.click("Back", page)
    assert "round 1 of 2" in desk.text, desk.text


async def test_after_a_change_the_page_says_what_is_so_now(ui: UI) -> None:
    night = await evening(ui, 4)
    before = await night.night()
    row = before.row
    longer = before.with_row(rounds=row.rounds + 1, pause=12 * 60, pilot="auto")
    assert changed_words(before, longer, VOICE) == (
        f"Changed. Rounds: {row.rounds + 1}. 12 minutes between rounds. "
        "I seat and start each round."
    )
    taught = before.with_row(teach=not row.teach)
    assert "Newcomers play like everybody else." in changed_words(before, taught, VOICE)
    assert changed_words(before, before.with_row(title="Tea"), VOICE) == "Changed."


async def edited(ui: UI) -> Answer:
    """Type `/night edit` as the host."""
    answer = Answer()
    asked = interaction(ui, HOST, CHANNEL, answer, permissions=EVENTS)
    await command(ui, "night edit", asked)
    return answer


async def test_the_form_for_all_says_whom_it_pings(ui: UI) -> None:
    night = await evening(ui, 3)
    form = (await night.click("Tell all …", await night.desk())).form
    (line,) = form.children
    said = (form.title, line.text)
    assert said == ("Tell all in the thread", "Your message"), said
    pings = "I ping all who are here, and all who are still expected."
    assert line.description == pings, f"not everybody in the thread is pinged: {line.description}"


async def test_computers_finish_what_is_played_as_a_night_ends(ui: UI) -> None:
    night = await evening(ui, 7)
    tables = await night.start()
    ask = await asked_to_end(night)
    assert f"{len(tables)} games are still on." in ask.text, ask.text
    assert "Nobody gets night points" in ask.text, f"points are promised for no move: {ask.text}"
    assert {"They play on", "Computers finish", "Back"} == {*ask.buttons}
    done = await night.click("Computers finish", ask)
    assert all(table.played_out for table in tables), "people are still waited for"
    assert f"Computers finish {len(tables)} games." in done.text, done.text
    assert (await night.night()).over


async def test_computers_finish_a_round_that_runs_over_time(ui: UI) -> None:
    """Asked once; the night goes on. Drawn in an older round, the button does nothing."""
    night = await evening(ui, 7, rounds=2)
    tables = await night.start()
    old = await press(ui, HOST, desk_routes.FINISH_ALL(night.id, 0, 1), own=True)
    assert "nothing was done" in old.text and not any(table.played_out for table in tables)
    call = Call("over", 1, 0, said=True)
    now = replace(await night.night(), calls=(call,))
    row = {button.label: button.id for button in needed_row(now, None, 1, Wording("en-GB"))}
    ask = await press(ui, HOST, row["Host: Computers finish all …"])
    assert "Still on: **Table 1**, **Table 2**." in ask.text, ask.text
    more = await press(ui, HOST, desk_routes.DESK_MORE(night.id), own=True, permissions=EVENTS)
    early = await press(ui, HOST, more.buttons["Computers finish all …"])
    assert early.text == ask.text, "it is asked only once tables are stuck"
    facts = await ui.requests.actions.night_desk.facts(now)
    late = replace(facts, now=facts.now + DAY)
    desks = [str(desk_page(now, each, Wording("en-GB")).rows) for each in (facts, late)]
    assert ["Computers finish all" in each for each in desks] == [False, True]
    assert "Nobody gets night points" in ask.text, f"points are promised for no move: {ask.text}"
    done = await night.click("Computers finish all", ask)
    assert all(table.played_out for table in tables), "people are still waited for"
    assert f"Computers finish {len(tables)} games." in done.text, done.text
    assert not (await night.night()).over, "the night has ended, too"


async def test_a_leader_who_plays_reads_that_they_get_no_points_for_what_computers_finish(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also as the night ends; whoever doesn't play there isn't told."""
    night = await evening(ui, 7)
    await night.start()

    async def earning(_table: str, _by: Person) -> list[int]:
        return [1]

    monkeypatch.setattr(ui.services.night_verbs, "earning", earning)
    for route in (desk_routes.ASK_END_NIGHT, desk_routes.ASK_FINISH_ALL):
        for person, plays in ((HOST, True), (KIM, False)):
            ask = await press(ui, person, route(night.id, 1), own=True, permissions=EVENTS)
            assert "half of their moves" in ask.text, ask.text
            assert ("You get none at your own table." in ask.text) is plays, ask.text


@pytest.mark.parametrize("yes", ["Computers finish", "Computers finish all"])
async def test_computers_finish_what_was_asked_about_else_it_is_asked_again(
    ui: UI, monkeypatch: pytest.MonkeyPatch, yes: str
) -> None:
    """Who gets no points is named; if that, or which games are on, has changed, nothing is done."""
    night = await evening(ui, 7)
    tables = await night.start()
    moved = {table.id: [*range(len(table.seats))] for table in tables}

    async def earning(table: str, _by: Person) -> list[int]:
        return moved[table]

    monkeypatch.setattr(ui.services.night_verbs, "earning", earning)
    route = desk_routes.ASK_FINISH_ALL if "all" in yes else desk_routes.ASK_END_NIGHT
    ask = await press(ui, KIM, route(night.id, 1), own=True, permissions=EVENTS)
    assert " get none" not in ask.text and " gets none" not in ask.text, ask.text
    moved[tables[0].id] = [1]
    names = [seat.name for seat in (tables[0].seats[0], *tables[0].seats[2:])]
    asked = ToFinish([DeskTable(1, 1, tables[0].face())], moved, KIM.id)
    assert "さんには入りません" in asked.points(Wording("ja")), "a bare name in a sentence"
    for said in (f"{' and '.join(names[-2:])} get none.", "till on"):
        ask = await night.click(yes, ask, KIM, permissions=EVENTS)
        assert "This has changed meanwhile, so I ask again." in ask.text, ask.text
        assert said in ask.text and not any(table.played_out for table in tables), ask.text
        if tables[0].phase == "playing":
            await night.play_out(tables[0])
    done = await night.click(yes, ask, KIM, permissions=EVENTS)
    assert tables[1].played_out and "Computers finish 1 game." in done.text, done.text


async def test_they_may_play_on_as_a_night_ends(ui: UI) -> None:
    night = await evening(ui, 7)
    tables = await night.start()
    await night.click("They play on", await asked_to_end(night))
    assert (await night.night()).over
    assert not any(table.played_out for table in tables), "computers took over unasked"


async def test_a_leader_who_plays_finishes_no_game_of_theirs_while_another_is_here(ui: UI) -> None:
    """With nobody else here to decide they may."""
    night = await evening(ui, 7)
    await led(ui, night, set_cohosts([BOB, KIM]))
    tables = await night.start()
    own = next(table for table in tables if table.seat_of(HOST.id) is not None)
    other = BOB if own.seat_of(BOB.id) is None else None
    asked = await asked_to_end(night)
    kept = f"Round 1, table {own.night_table} goes on. You play at this table"
    assert (kept in asked.text) is (other is not None), f"it is said to be finished: {asked.text}"
    done = await night.click("Computers finish", asked)
    others = [table for table in tables if table is not own]
    assert all(table.played_out for table in others)
    assert own.played_out == (other is None), done.text
    if other is not None:
        number = own.night_table
        assert f"Round 1, table {number} goes on." in done.text and f"<@{BOB.id}>" in done.text


async def test_a_result_is_corrected_from_the_desk(ui: UI) -> None:
    night = await evening(ui, 4)
    tables = await night.start()
    nothing = await night.click("Correct a result …", await night.more())
    assert "No game of this night has ended yet." in nothing.text
    for table in tables:
        await night.play_out(table)
    page = await night.click("Correct a result …", await night.more())
    custom_id, games = page.lists[0]
    assert games == [table.id for table in tables]
    opened = await form_of(ui, custom_id, tables[0])
    lines = {each.component.custom_id: each.component for each in opened.children}
    order = lines["places"].default
    turned = ", ".join(reversed(order.replace(" = ", ", ").split(", ")))
    first, _comma, rest = turned.partition(", ")
    refused = await form(ui, HOST, opened.custom_id, {"places": rest, "reason": "Miscounted"})
    assert f"the best first. Missing: {first}" in refused.text, refused.text
    refused = await form(ui, HOST, opened.custom_id, {"places": "Nobody", "reason": "Miscounted"})
    assert "Nobody at that table is called Nobody" in refused.text, refused.text
    assert "Try again" in refused.buttons, "the reason is lost"
    before_it = [*page.buttons]
    for places in (rest, "Nobody"):
        sent, lies = {"places": places, "reason": "Miscounted"}, private(page, page.text)
        page = await form(ui, HOST, opened.custom_id, sent, message=lies)
        assert page.edited, "a second page is left, of which nobody says that it is done"
        assert [*page.buttons] == [*before_it, "Try again"]
    before = await ui.tables.store.results.of_table(tables[0].id)
    asked = await form(ui, HOST, opened.custom_id, {"places": turned, "reason": "Miscounted"})
    assert f"**New order** {turned}\n**Reason** Miscounted" in asked.text, asked.text
    assert "\nDai · 1.7 → **10**\n" in asked.text, asked.text
    assert list(asked.buttons) == ["Correct it", "Back"]
    await press(ui, HOST, asked.buttons["Back"], own=True)
    assert await ui.tables.store.results.of_table(tables[0].id) == before, "it only asks"
    other = await press(ui, BOB, asked.buttons["Correct it"], own=True, permissions=EVENTS)
    assert "isn't kept" in other.text and "Try again" in other.buttons, other.text
    sent = {"places": order.replace(", ", " = "), "reason": "Shared"}
    later = await form(ui, HOST, opened.custom_id, sent)
    assert "Corrected: " in (await press(ui, HOST, later.buttons["Correct it"], own=True)).text
    asked = await press(ui, HOST, asked.buttons["Correct it"], own=True)
    assert "\nDai · 5 → **10**\n" in asked.text, f"it was corrected meanwhile: {asked.text}"
    done = await press(ui, HOST, asked.buttons["Correct it"], own=True)
    assert f"Corrected: {turned}. Reason: Miscounted" in done.text, done.text
    again = "Wrong? Correct again …"
    assert list(done.buttons) == ["Night points", again, "Desk"], "it leads nowhere"


async def test_a_result_is_corrected_by_the_number_of_its_table(ui: UI) -> None:
    """Where two tables have it, a button for each leads on; nothing that was typed is lost."""
    night = await evening(ui, 8, rounds=2)
    seconds: list[Table] = []
    for _round in range(2):
        tables = await night.start()
        seconds.append(tables[1])
        for table in tables:
            await night.play_out(table)
    first, second = seconds

    async def correct(table: str, places: str = "Nobody") -> Answer:
        answer = Answer()
        it = interaction(ui, HOST, CHANNEL, answer, permissions=EVENTS)
        await command(ui, "night correct", it, table=table, places=places, reason="Miscounted")
        return answer

    for typed in ("R1 T2", "r1t2", "Round 1, table 2", "round 1 table 2", first.id.upper()):
        refused = await correct(typed)
        assert "Nobody at that table is called Nobody" in refused.text, f"{typed}: {refused.text}"
        assert first.id in refused.buttons["Try again"], f"{typed} is another table"
    again = (await press(ui, HOST, refused.buttons["Try again"])).form
    assert again is not None, "no form opens"
    lines = {each.component.custom_id: each.component.default for each in again.children}
    assert lines == {"places": "Nobody", "reason": "Miscounted"}, "what was typed is lost"
    for typed in ("2", "T2", "table 2"):
        asked = await correct(typed)
        found = [way.split(":")[3] for way in asked.buttons.values()]
        assert found == [first.id, second.id], f"{typed} finds {asked.text} {asked.buttons}"
    none = (await correct("9")).text
    assert "No game of a night has ended at that table." in none, none


async def form_of(ui: UI, custom_id: str, table: Table) -> Any:
    """Pick a game from a list; return the form that comes."""
    return (await press(ui, HOST, custom_id, table.id)).form


# One guest


async def one(night: Evening, person: Person) -> Answer:
    """Pick a guest on the page of the guests."""
    return await press(night.ui, HOST, desk_routes.GUEST(night.id), str(person.id), own=True)


async def test_a_host_says_who_is_here_and_who_isnt(ui: UI) -> None:
    """After the doors have closed the seat of who isn't here is passed on."""
    night = await evening(ui, 3, doors=False, cap=3)
    assert "Here" not in (await one(night, BOB)).buttons, "the doors are shut"
    await night.answer(press_in, KIM)
    await night.click("Open the doors now", await night.desk())
    here = await night.click("Here", await one(night, BOB))
    assert "Marked as arrived." in here.text and "here" in here.text
    kim = await night.click("Here", await one(night, KIM))
    assert "Waitlist" in kim.text, "there is no seat for them yet"

    def closed(now: Night, _press: Press, at: Now) -> Change:
        guests, _news = close_doors(now.guests, at.at, {})
        return Change(replace(now, guests=guests), "doors")

    await night.click("Not here", here)
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), closed)
    guests = (await night.night()).guests
    assert [guest.person for guest in guests.there] == [KIM.id], "the seat wasn't passed on"
    asked = await night.click("Take off the list …", await one(night, BOB))
    assert "Take Bob off the list?" in asked.text and "They lose their place." in asked.text
    assert "off the list" not in (await night.click("Back", asked)).text, "one tap was enough"
    off = await night.click("Take off the list", asked)
    assert "Bob · off the list\n" in off.text and "Can't come" not in off.text, off.text


async def test_who_was_dealt_in_and_isnt_here_has_gone_home(ui: UI) -> None:
    night = await evening(ui, 4)
    await night.start()
    await night.click("Not here", await one(night, BOB))
    guest = (await night.night()).guests.find(BOB.id)
    assert guest is not None and guest.gone_at is not None and guest.came_at is not None


@pytest.mark.parametrize("seconds", [0, 180])
async def test_a_computer_plays_at_once_for_who_is_said_to_be_gone(ui: UI, seconds: int) -> None:
    """Whether a clock runs or not. But a leader takes out nobody alone where they play."""
    night = await evening(ui, 4)
    (table,) = await night.start()
    table.become(replace(table, pace="live", move_time=seconds))
    with_host = await night.click("Not here", await one(night, BOB))
    said = "once their time runs out" if seconds else "waits for them"
    assert said in with_host.text, with_host.text
    bob = table.mine(BOB.id)
    assert bob is not None and bob.here, "a leader took out somebody whom they play with"
    seats = [replace(seat, person=99) if seat.person == HOST.id else seat for seat in table.seats]
    table.become(replace(table, seats=tuple(seats)))
    gone = await night.click("Not here", await one(night, GUESTS[2]))
    assert "seat until they're back or somebody else takes it." in gone.text, gone.text
    seat = table.mine(GUESTS[2].id)
    assert seat is not None and seat.absent, "the table waits for ever for who went"


async def test_who_waits_reads_which_tables_are_still_on_and_when_they_play(ui: UI) -> None:
    night = await evening(ui, 9)
    tables = await night.start()
    assert len(tables) > 2, "too few tables to wait for"
    first = next(each for each in tables[0].seats if each.person != HOST.id)
    for over, table in enumerate(tables[:-1], 1):
        await ui.services.table_verbs.end(table.id, HOST, "night")
        told = await press(ui, Person(first.person, first.name), routes.PRESS_HERE(night.id))
        on = [str(number) for number in range(1 + over, 1 + len(tables))]
        said = f"table {on[0]} is" if len(on) == 1 else f"tables {Wording('en').listed(on)} are"
        assert f"Of {len(tables)} tables, {said} still on. I'll call you" in told.text, told.text
        starts = "It starts once round 1 is over, at about <t:"
        starts = (
            "It starts when the host seats it, once round 1 is over." if len(on) == 1 else starts
        )
        assert f"for round 2. {starts}" in told.text, told.text


async def test_who_says_that_somebody_is_gone_stays_on_their_page(ui: UI) -> None:
    """At the table on the desk, or with the guest, from whom *Back* leads to all guests."""
    night = await evening(ui, 4)
    (table,) = await night.start()
    seats = [replace(seat, person=99) if seat.person == HOST.id else seat for seat in table.seats]
    table.become(replace(table, pace="live", move_time=0, seats=tuple(seats)))
    asked = [table.seats[number] for number in table.face().people_asked()]
    seat = next(each for each in asked if each.person != 99)
    picked = await night.pick(await night.desk(), table.id)
    assert f"{seat.name} isn't here …" in picked.buttons, "who is asked is behind something"
    offered = [each for each in picked.buttons if "Nudge" in each or "isn't here" in each]
    assert offered[0] == f"Nudge {seat.name}", f"their turn has just begun: {offered}"
    seats = [replace(each, nudged=True, clock=None) for each in seats]
    table.become(replace(table, seats=tuple(seats)))
    picked = await night.pick(await night.desk(), table.id)
    offered = [each for each in picked.buttons if "Nudge" in each or "isn't here" in each]
    assert offered[0] == f"{seat.name} isn't here …", f"they were reminded: {offered}"
    more = await night.click("More …", picked)
    labels = [each for each in more.buttons if "isn't here" in each]
    assert labels[0] == f"{seat.name} isn't here …", f"who is asked comes first: {labels}"
    sure, label = await night.click(labels[1], picked), labels[1].removesuffix(" …")
    left = next(n for n, each in enumerate(table.seats) if label == f"{each.name} isn't here")
    assert table.seats[left].here, "done before the leader was asked"
    left_by = (
        f"until {table.seats[left].name} is back or somebody takes the seat. "
        f"{table.seats[left].name} plays the next round only after coming back."
    )
    assert left_by in sure.text and "made at least half" in sure.text, sure.text
    assert "no night points" not in sure.text, "a host who doesn't play there loses nothing"
    away = await night.click("Have a computer play", sure)
    assert "is marked as not here. A computer plays" in away.text, away.text
    assert not table.seats[left].here, "the table will wait for who has gone"
    table.become(replace(table, paused=True))
    others = "While this table is paused, press **Guests …** to say who isn't here."
    paused = (await night.pick(await night.desk(), table.id)).text
    assert others in paused and others not in picked.text, "where are they marked, and why there?"
    table.become(replace(table, paused=False))
    gone = await night.click("Have a computer play", await night.click(labels[0], away))
    assert f"{seat.name} is marked as not here. A computer plays" in gone.text, gone.text
    assert "Desk · Friday" in gone.text and "Computers finish it …" in gone.buttons, gone.text
    guest = await night.click("Not here", await one(night, GUESTS[0]))
    assert "Guests · Friday" in (await night.click("Back", guest)).text


async def test_whoever_is_back_at_their_table_is_here_on_the_same_desk(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = await evening(ui, 4)
    (table,) = await night.start()
    await led(ui, night, mark_not_here(BOB.id))
    await ui.services.night_verbs.put_away(table.id, HOST, BOB.id, at_own=True)
    assert "Not here: Bob" in (await night.desk()).text
    # The desk is drawn before the night has noted it.
    monkeypatch.setattr(ui.services.round_runner.dealer, "deal", lambda _night: None)
    await ui.services.table_verbs.back(table.id, BOB)
    desk = await night.desk()
    assert "Not here" not in desk.text, f"Bob plays, and isn't here: {desk.text}"
    monkeypatch.undo()
    ui.services.round_runner.dealer.deal(night.id)
    await night.quiet()
    guest = (await night.night()).guests.find(BOB.id)
    assert guest is not None and guest.here, "nobody noted it"


async def test_who_leads_alone_has_a_computer_play_at_their_own_table_for_no_points(ui: UI) -> None:
    """They are asked first; while another leader is here, that one decides it."""
    night = await evening(ui, 4)
    (table,) = await night.start()
    table.become(replace(table, pace="live", move_time=0))
    while table.seats[table.to_act()[0]].person == HOST.id:
        await ui.services.moves.play(
            table.id, HOST, lambda _view, legal: legal[0], interaction_id=ui.interaction()
        )
    seat = table.seats[table.to_act()[0]]
    label = f"{seat.name} isn't here …"
    other = next(each for each in GUESTS[1:4] if each.id != seat.person)
    all_there = table.seats
    seats = [replace(each, person=99) if each.person == other.id else each for each in all_there]
    table.become(replace(table, seats=tuple(seats)))
    await led(ui, night, set_cohosts([other]))
    picked = await night.pick(await night.desk(), table.id)
    refused = await night.click(label, picked)
    assert "leave that to <@" in refused.text, refused.text
    await led(ui, night, set_cohosts([]))
    table.become(replace(table, seats=all_there))
    gone = await night.click("Not here", await one(night, Person(seat.person, seat.name)))
    assert "pick their table on the desk" in gone.text, gone.text
    ask = await night.click(label, await night.pick(await night.desk(), table.id))
    assert "you yourself get no night points" in ask.text, ask.text
    assert {"Have a computer play", "Back"} == {*ask.buttons}
    waits = table.mine(seat.person)
    assert waits is not None and waits.here, "done before the leader was asked"
    gone = await night.click("Have a computer play", ask)
    assert "A computer plays their seat" in gone.text, gone.text
    gone_now = table.mine(seat.person)
    assert gone_now is not None and gone_now.away, "the table waits for ever for who went"
    told = await ui.tables.store.table_events(table.id)
    assert who_decided_own(told) == {HOST.id}, told
    done = next(table_event_of(each) for each in told if each.what == "away")
    line = table_event_line(done, ui.services.wording(table, "en"), table.on_timeout)
    assert line.startswith("Ada, who hosts the night and plays here,") and seat.name in line, line


@pytest.mark.parametrize("go", [Seat.gone_away, Seat.left])
async def test_a_host_reads_who_was_away_before_they_are_seated_again(
    ui: UI, go: Callable[[Seat, int, int], Seat]
) -> None:
    """Whoever is taken off in mid-round keeps their seat, and is said to."""
    night = await evening(ui, 3)
    (table,) = await night.start()
    number = table.seat_of(BOB.id)
    assert number is not None
    seats = [*table.seats]
    seats[number] = go(seats[number], table.step(), table.revision)
    table.become(replace(table, seats=tuple(seats)))
    how = "left the table" if go is Seat.left else "away"
    assert f"Bob · {how}" in (await one(night, BOB)).text, "who is away is said to be here"
    asked = await night.click("Take off the list …", await one(night, GUESTS[2]))
    off = await night.click("Take off the list", asked)
    said = off.text.splitlines()[-2]
    assert said.startswith("> They're off the list.") and "Their seat stays" in said, off.text
    table.become(replace(table, phase="finished"))
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), round_over(1))
    desk = await night.desk()
    proposal = await night.click("Seat round 2", desk)
    for page in (desk, proposal):
        assert "Away as round 1 ended, but still on the list: Bob" in page.text, page.text
        assert "isn't here any more. I'll ask them whether they're here." in page.text, page.text
    facts = await ui.requests.actions.night_desk.facts(await night.night())
    added = (await night.night()).with_row(rounds=1)
    names = GuestNames(added, Wording("en-GB"))
    said = [*away_lines(added, facts.away, names, Wording("en-GB"))]
    assert "I'll ask" not in said[-1], f"nobody is asked back to an added round: {said}"
    if go is Seat.left:
        (gone, *_) = proposal.lists
        assert gone[1] == [str(BOB.id)], "who may have gone can't be taken out of the seating"
        left = await press(ui, HOST, gone[0], str(BOB.id), own=True)
        assert "Gone since: Bob" in left.text and "Start all …" in left.buttons, left.text
        lines = (await night.desk()).text.splitlines()
        said = [line for line in lines if "Bob" in line and "Table 1" not in line]
        assert said == ["⚠️ Gone since: Bob"], f"that somebody has gone is said twice: {said}"
    else:
        (gone, *_) = (await night.desk()).lists
        assert gone[1] == [str(BOB.id), str(HOST.id)], "who may have gone isn't the first to pick"
        left = await press(ui, HOST, gone[0], str(BOB.id), str(HOST.id), own=True)
        assert left.text.startswith("Desk · "), left.text
        assert "Ada and Bob are marked as not here." in left.text, left.text
        posts = await ui.services.nights.store.unsent(night.id)
        asked = [json.loads(each.people) for each in posts if each.kind == "back"]
        assert asked == [[HOST.id, BOB.id]], "not one call for both"
    assert "still on the list" not in left.text, left.text
    later = ui.tables.now() + MINUTE
    ui.tables._now = lambda: float(later)
    await press(ui, BOB, routes.PRESS_HERE(night.id))
    for page in (await night.desk(), await press(ui, HOST, desk_routes.PLAN(night.id), own=True)):
        assert "still on the list" not in page.text, "a false alarm: they say they're here"


async def test_a_host_who_was_away_at_their_table_isnt_named_at_their_own_desk(ui: UI) -> None:
    night = await evening(ui, 3)
    (table,) = await night.start()
    number = table.seat_of(HOST.id)
    assert number is not None
    seats = [*table.seats]
    seats[number] = seats[number].gone_away(table.step(), table.revision)
    table.become(replace(table, phase="finished", seats=tuple(seats)))
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), round_over(1))
    assert "Seated again" not in (await night.desk()).text


async def test_a_guest_gets_the_seat_of_who_is_away(ui: UI) -> None:
    night = await evening(ui, 4)
    tables = await night.start()
    await press(ui, KIM, routes.PRESS_HERE(night.id))
    assert "Give a seat …" not in (await one(night, KIM)).buttons, "nobody is away"
    away = next(seat for seat in tables[0].seats if seat.person != HOST.id)
    verbs = TableVerbs(ui.tables, ui.services.history)
    await verbs.leave(tables[0].id, Person(away.person, away.name))
    number = tables[0].seat_of(away.person)
    done = await night.click(f"Put Kim in {away.name}'s free seat", await night.desk())
    assert done.text.startswith("Desk · ") and "Nudge" not in done.buttons, "it isn't the desk"
    assert f"has {away.name}'s seat now" in done.text, done.text
    assert tables[0].seat_of(KIM.id) == number


async def test_the_seat_of_who_went_home_is_offered_first(ui: UI) -> None:
    night = await evening(ui, 4)
    (table, *_) = await night.start()
    await press(ui, KIM, routes.PRESS_HERE(night.id))
    first, second = [seat for seat in table.seats if seat.person != HOST.id][:2]
    verbs = TableVerbs(ui.tables, ui.services.history)
    for seat in (first, second):
        await verbs.leave(table.id, Person(seat.person, seat.name))
    await night.answer(press_home, Person(second.person, second.name))
    facts = await ui.requests.actions.night_desk.facts(await night.night())
    (shown,) = (each for each in facts.tables if each.face.id == table.id)
    order = [
        table.seats[seat].person for seat, _ in seats_to_fill(await night.night(), shown, facts)
    ]
    assert order == [second.person, first.person]


async def test_who_hasnt_confirmed_is_asked_again_once_in_twelve_hours(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = await evening(ui, 3, doors=False)
    assert "Ask again" not in (await one(night, BOB)).buttons, "nothing is to be confirmed"
    now = await night.night()
    zone = zone_of(now.row.zone)
    await led(ui, night, edit(moment(local_time(now.guests.starts_at + 5 * DAY, zone), zone)))
    page = await one(night, BOB)
    assert "yet to confirm" in page.text
    done = await night.click("Ask again", page)
    assert "They are asked." in done.text
    again = await night.click("Ask again", done)
    assert "They were asked already." in again.text
    later = ui.tables.now() + ONCE_IN
    monkeypatch.setattr(ui.tables, "now", lambda: later)
    assert "They are asked." in (await night.click("Ask again", again)).text
    unsent = await ui.services.nights.store.unsent(night.id)
    assert [each.people for each in unsent].count(f"[{BOB.id}]") == 2, "not asked twice"


async def test_every_guest_can_be_picked_however_many_there_are(ui: UI) -> None:
    night = await evening(ui, 2, doors=False)
    await night.answer(press_in, *(Person(500 + n, f"G{n}") for n in range(58)))
    seen: set[str] = set()
    page = await night.click("Guests …", await night.desk())
    for _page in range(3):
        custom_id, values = page.lists[0]
        seen |= {*values}
        if more_from(values[-1]) is not None:
            page = await press(ui, HOST, custom_id, values[-1], own=True)
    assert {str(500 + n) for n in range(58)} <= seen, "guests that can't be picked"


async def test_the_desk_of_a_running_round_has_few_lines_of_buttons(ui: UI) -> None:
    """A phone shows three buttons a line: with a table picked, that is what a screen holds."""
    night = await evening(ui, 7)
    tables = await night.start()
    facts = await ui.requests.actions.night_desk.facts(await night.night())
    for picked, most in ((None, 3), (tables[0].id, 5)):
        page = desk_page(await night.night(), facts, Wording("en-GB"), picked=picked)
        rows = [row for row in page.rows if isinstance(row, tuple)]
        lines = sum(-(-len(row) // 3) for row in rows)
        assert lines <= most and any(isinstance(row, Select) for row in page.rows), f"{lines} lines"


async def test_who_goes_home_in_mid_game_can_leave_it_there(ui: UI) -> None:
    night = await evening(ui, 3)
    page = await press(ui, GUESTS[2], routes.PRESS_HOME(night.id))
    assert page.text.startswith("You won't be seated.") and "game is still on" not in page.text, (
        page.text
    )
    await night.start()
    page = await press(ui, BOB, routes.PRESS_HOME(night.id))
    assert "Your game is still on: play it out, or press **Leave**." in page.text, page.text
    assert "you finish behind everybody who stays" in page.text, "what it costs isn't said"
    left = await press(ui, BOB, page.buttons["Leave"], own=True)
    assert "You have left the game." in left.text, f"that takes a third press: {left.text}"
    assert list(left.buttons) == ["I'm back"], "whoever has gone gets a whole page of buttons"
    page = await press(ui, BOB, routes.PRESS_HOME(night.id))
    assert "game is still on" not in page.text and "Leave" not in page.buttons, page.text


async def test_who_isnt_here_at_a_seating_hasnt_gone_for_the_night(ui: UI) -> None:
    night = await evening(ui, 3)
    for table in await night.start():
        await night.play_out(table)
    page = await press(ui, BOB, routes.PRESS_ABSENT(night.id))
    said = "You won't be seated. Press **I'm here** once you are back."
    assert page.text.startswith(f"{said}\n-# as of") and "I'm here" in page.buttons, page
    card = night_card_page(await night.night(), (), Wording("en-GB"))
    assert "**Not here (1)**\nBob" in card.text and "Gone home" not in card.text, card.text
    page = await press(ui, BOB, routes.PRESS_HERE(night.id))
    assert "Welcome back! You're on the list for round 2." in page.text, page.text
    now = await night.night()
    (dealt,) = now.dealt
    idle = now.with_round(replace(dealt, seating=replace(dealt.seating, idle=(HOST.id,))))
    assert welcome(idle, HOST.id, Wording("en-GB")) == "Welcome back!", "who made no move was there"


async def test_who_leaves_a_table_can_go_home_by_the_same_press(ui: UI) -> None:
    night = await evening(ui, 4)
    (table,) = await night.start()
    asked = await press(ui, BOB, routes.ASK_LEAVE(table.id), own=True)
    ways = "**Leave**: you stay on the list", "**Leave and go home**: you won't be seated again"
    assert all(way in asked.text for way in ways), asked.text
    left = await press(ui, BOB, asked.buttons["Leave and go home"], own=True)
    assert "You won't be seated in later rounds." in left.text, left.text
    guest = (await night.night()).guests.find(BOB.id)
    assert guest is not None and guest.went_home and table.seats[1].free, left.text
    assert "on the list for the next round" not in left.text, left.text


async def test_a_host_who_has_arrived_is_a_press_from_the_desk(ui: UI) -> None:
    night = await evening(ui, 3)
    assert "Desk" in (await press(ui, HOST, routes.PRESS_HERE(night.id))).buttons
    assert "Desk" not in (await press(ui, BOB, routes.PRESS_HERE(night.id))).buttons


async def test_guests_are_picked_in_the_order_of_their_list(ui: UI) -> None:
    """Those who are here first; below each name stands what the list says."""
    night = await evening(ui, 3, doors=False)
    await night.answer(press_out, HOST)
    await night.click("Open the doors now", await night.desk())
    await night.answer(press_here, GUESTS[2])
    facts = await ui.requests.actions.night_desk.facts(await night.night())
    page = guests_page(await night.night(), facts, Wording("en-GB"))
    picks = [each for each in page.rows if isinstance(each, Select)]
    (pick,) = [each for each in picks if each.prompt == "Pick a guest …"]
    said = [(each.label, each.more) for each in pick.choices]
    assert said == [("Cleo", "Here"), ("Bob", "Not here yet"), ("Ada", "Can't come")], said


async def test_guests_of_a_host_who_never_comes_can_call_them_and_read_why_nothing_took_place(
    ui: UI, server: FakeDiscord
) -> None:
    """One call, with what answers it; and until when the night waits."""
    led = await evening(ui, 4, pilot="host", doors=False)
    await led.click("Open the doors now", await led.desk())
    await led.answer(press_here, *GUESTS[1:4])
    night, services = await shown(ui, led.id), ui.services
    series = SeriesRunner(services.nights, Known(host=Host(hosts=True, calls=True)))
    timer = NightTimer(services.nights, services.round_runner, series)
    at = night.guests.closes_at
    with patch.object(ui.tables, "now", return_value=at):
        before = await press(ui, GUESTS[1], routes.PRESS_HERE(led.id), own=True)
        assert "Call the host" not in before.buttons, "a call before the night should begin"
        night = await timer.ring(led.id)
        here = await press(ui, GUESTS[1], routes.PRESS_HERE(led.id), own=True)
        end = f"the night ends at <t:{night.guests.starts_at + NEVER_BEGAN}:t>"
        assert end in here.text, f"they don't know how long to wait: {here.text}"
        night = await shown(ui, led.id)
        up = thread_of(server, night).up
        (doors,) = [each for each in up.values() if "** hasn't begun" in each.content]
        assert end in doors.content, doors.content
        assert any("starts" in each for each in doors.controls), "nobody can call the host"
        absent = await press(ui, HOST, routes.CALL_TO_START(led.id), own=True)
        assert "Press **I'm here** first." in absent.text, absent.text
        said = await led.click("Call the host", here, GUESTS[1])
        assert "hosts are called" in said.text or "Calling the hosts" in said.text, said.text
        night = await shown(ui, led.id)
        (call,) = [each for each in up.values() if "wait for a host" in each.content]
        assert f"<@{HOST.id}>" in call.content, f"nobody is called: {call.content}"
        again = await press(ui, GUESTS[2], routes.CALL_TO_START(led.id), own=True)
        assert "have been called" in again.text, again.text
    with patch.object(ui.tables, "now", return_value=night.guests.starts_at + NEVER_BEGAN):
        night = await timer.ring(led.id)
        night = await shown(ui, led.id)
        card = str(card_in(server, night).embed.description)
        assert "No host started it." in card, f"nobody knows why: {card}"
        (over,) = [each for each in up.values() if "no host started it" in each.content]
        assert f"<@{HOST.id}>" in over.content and f"<@{GUESTS[1].id}>" in over.content
        desk = await led.desk()
        assert "No host started it." in desk.text, desk.text
