"""A seat that somebody has left at a running table: those who wait read of it, and take it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from bot.nights.free_seats import FreeSeats
from bot.nights.guest_presses import press_here, press_home, set_limit
from bot.nights.minded_seats import left_to_play
from bot.nights.more_tables import LONG_WAITED
from bot.nights.night import Post, Press
from bot.nights.night_json import post_of
from bot.nights.standing_posts import comes_down, holds
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_cache import seat_rows
from bot.tables.table_event import TableEvent
from bot.tables.table_verbs import TableVerbs
from bot.tables.who_sits import stored_seat
from bot.ui.actions.tables.requests import Request
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.desk_facts import seats_to_fill
from bot.ui.pages.nights.night_card import card_lines, night_card_page
from bot.ui.pages.nights.night_posts import post_message
from bot.ui.pages.nights.night_tables import DeskTable, table_state
from bot.ui.pages.nights.round_list import list_page
from bot.ui.pages.tables.absent_words import absent_lines
from bot.ui.pages.tables.board import board_page
from bot.ui.pages.tables.game_end import end_message
from bot.ui.pages.tables.table_lines import recent_lines
from bot.ui.pages.wording import Wording, seat_names
from cogs.kirifuda.rules import GAME as KIRIFUDA
from tests.contract.seen import playable_of
from tests.only import only
from tests.ui.clicks import Answer, ask, command, interaction, press
from tests.ui.conftest import CHANNEL, MODERATOR, UI
from tests.ui.fake_discord import FakeDiscord
from tests.ui.night_evening import EVENTS, GUESTS, HOST, Evening, evening, shown

KIM = GUESTS[-1]
PLAYS_SOONER = "Press **I'm here** to play in round 2, or sooner if a seat is free."
VOICE = Wording("en-GB")
COSTS = (
    "If a computer makes more than half of your moves, or you're away at the end, you finish "
    "behind everybody who stays."
)
SHOW = "Show the night"
"""Stands on a page that is kept up to date, for once it isn't any more."""


async def vacant(ui: UI, night: Evening) -> list[Post]:
    """Return the posts that call people to free seats."""
    await ui.services.round_runner.free_seats.settled()
    rows = await ui.services.nights.store.standing(night.id)
    return [post_of(row) for row in rows if row.kind == "vacant"]


async def with_a_free_seat(
    ui: UI, waits: Person | None = None, *, lies: bool = True, **fields: Any
) -> tuple[Evening, Table, Person]:
    """Deal two tables; somebody leaves the second one, while another may wait. Return also that
    table, and who left.
    """
    night = await evening(ui, 8, pilot="auto", **fields)
    table = (await night.start(lies=lies))[1]
    if waits is not None:
        await press(ui, waits, routes.PRESS_HERE(night.id))
    left = Person(table.seats[1].person, table.seats[1].name)
    await TableVerbs(ui.tables, ui.services.history).leave(table.id, left)
    await ui.services.round_runner.free_seats.settled()
    return night, table, left


async def test_a_free_seat_leads_to_its_table_only_once_that_lies_somewhere(ui: UI) -> None:
    night, table, _left = await with_a_free_seat(ui, lies=False)

    async def said() -> str:
        playable = ui.services.games["donburiko"]
        return night_card_page(await night.night(), [playable], VOICE).text

    assert "A seat is free: Table 2." in await said(), await said()
    await ui.tables.save_whereabouts(table.id, place_id=808)
    await ui.services.round_runner.free_seats.settled()
    link = f"[Table 2](https://discord.com/channels/{table.guild_id}/808)"
    assert f"A seat is free: {link}." in await said(), await said()


@pytest.mark.parametrize("rounds", [1, 2])
async def test_who_comes_late_takes_a_free_seat_by_one_press(ui: UI, rounds: int) -> None:
    night, table, _left = await with_a_free_seat(ui, rounds=rounds)
    come = await press(ui, KIM, routes.PRESS_HERE(night.id))
    assert "A seat is free: [Table 2](" in come.text, come.text
    sits = await press(ui, KIM, desk_routes.MY_TABLE(night.id, 1))
    card = await press(ui, KIM, routes.SHOW_NIGHT(night.id))
    for page in (come, sits, card):
        assert page.buttons.get("Take the seat") == routes.TAKE_SEAT(table.id, 1), page.text
    taken = await press(ui, KIM, come.buttons["Take the seat"], own=True)
    assert "This seat is yours now" in taken.text, taken.text
    await night.quiet()
    await ui.services.round_runner.free_seats.settled()
    later = await press(ui, GUESTS[9], routes.PRESS_HERE(night.id))
    assert "seat is free" not in later.text and "Take the seat" not in later.buttons, later.text


async def test_a_computers_seat_is_given_by_the_desk_or_taken_by_who_comes_late(ui: UI) -> None:
    ui.services.add_game(playable_of(KIRIFUDA))
    night = await evening(ui, 5, game="kirifuda")
    tables = await night.start(choice="Add 1 computer")
    table = next(each for each in tables if each.computers())
    number = table.seats.index(table.computers()[0])
    board = board_page(ui.services.games["kirifuda"], table.face(), [], ui.services.wording(table))
    assert "is free" not in board.text, f"it is said to everybody all the time: {board.text}"
    other = GUESTS[9]
    for person in (KIM, other):
        come = await press(ui, person, routes.PRESS_HERE(night.id))
        assert "A seat is free: [Table" in come.text, come.text
    desk = await night.desk()
    assert "needs 3" not in desk.text and "Give Kim a seat …" in desk.buttons, desk.text
    value = f"{number}.{other.id}"
    put = await press(ui, HOST, desk_routes.PUT_ON_SEAT(night.id, table.id), value)
    assert "Jun has 🤖" in put.text, put.text
    assert table.seats[number].person == other.id, "it is asked first, as if somebody lost it"
    told = recent_lines(ui.services.game_of(table), table, ui.services.wording(table), 3)
    assert told[-1].startswith("The host of the night put Jun in 🤖"), told
    taken = await press(ui, KIM, come.buttons["Take the seat"], own=True)
    assert "That seat went to Jun meanwhile." in taken.text, taken.text


async def test_the_thread_calls_those_who_wait_to_a_free_seat(ui: UI) -> None:
    night, table, _left = await with_a_free_seat(ui, waits=KIM)
    (post,) = await vacant(ui, night)
    said = post_message(await night.night(), post, 5, VOICE)
    assert said.people == (KIM.id,) and said.text.startswith(f"<@{KIM.id}> A seat is free: "), said
    private = (await press(ui, KIM, desk_routes.MY_TABLE(night.id, 1))).text
    offer = said.text.partition(" ")[2]
    assert offer.endswith("First come, first served: press **Take the seat**."), said.text
    assert offer in private, f"one seat sounds like two: {private}"
    ids = {each.label: each.id for each in said.row}
    assert ids["Take the seat"] == routes.TAKE_SEAT(table.id, 1), ids
    assert ids["Show the night"].endswith(":5"), "after a crash it isn't found again"
    card = night_card_page(await night.night(), [ui.services.games["donburiko"]], VOICE)
    assert "A seat is free: [Table 2](" in card.text, card.text


async def test_whoever_was_called_to_a_seat_that_is_taken_reads_that_until_the_round_is_over(
    ui: UI,
) -> None:
    """The message that called them would be gone, as if nothing had been said."""
    night, table, left = await with_a_free_seat(ui, waits=KIM)
    (post,) = await vacant(ui, night)
    await TableVerbs(ui.tables, ui.services.history).back(table.id, left)
    await ui.services.round_runner.free_seats.settled()
    now = await night.night()
    standing = holds(now, post)
    assert standing == "no" and not comes_down(now, post)
    said = post_message(now, post, 5, VOICE, holds=standing)
    # Not "you": who has just taken it may not be noted yet.
    on = "Who has no seat yet plays in round 2: I'll call you when it starts."
    assert said.text == f"<@{KIM.id}> The seat isn't free any more. {on}", said.text
    assert said.row == ()
    last = post_message(now.with_row(rounds=1), post, 5, VOICE, holds=standing)
    assert last.text == f"<@{KIM.id}> The seat isn't free any more.", last.text
    listed = now.guests.find(KIM.id)
    assert listed is not None
    waits = replace(now, guests=now.guests.put(replace(listed, answer="waits")))
    assert "no seat yet" not in post_message(waits, post, 5, VOICE, holds=standing).text
    assert comes_down(replace(now, rounds=()), post), "it stays once the round is over"


@pytest.mark.parametrize("gone", ["back", "taken", "it calls"])
async def test_nobody_is_called_to_a_seat_that_is_gone_as_the_call_is_sent(
    ui: UI, server: FakeDiscord, gone: str
) -> None:
    """Though that isn't noted yet; who took it isn't called either."""
    night, table, left = await with_a_free_seat(ui, waits=KIM)
    assert await vacant(ui, night)
    with patch.object(FreeSeats, "look"):
        verbs = TableVerbs(ui.tables, ui.services.history)
        if gone == "back":
            await verbs.back(table.id, left)
        elif gone == "taken":
            await verbs.replace(table.id, KIM, 1)
        now = await shown(ui, night.id)
    assert now.places.thread_id is not None
    lying = server.places[now.places.thread_id].up.values()
    called = [each for each in lying if routes.TAKE_SEAT(table.id, 1) in each.controls]
    assert len(called) == (gone == "it calls"), called
    assert bool(await vacant(ui, night)) is (gone == "it calls")


async def test_who_has_taken_the_seat_reads_no_longer_that_it_is_gone(ui: UI) -> None:
    night, table, _left = await with_a_free_seat(ui, waits=KIM)
    (post,) = await vacant(ui, night)
    await press(ui, KIM, routes.TAKE_SEAT(table.id, 1), own=True)
    await night.quiet()
    await ui.services.round_runner.free_seats.settled()
    now = await night.night()
    assert holds(now, post) == "no" and comes_down(now, post)


@pytest.mark.parametrize("rounds", [1, 2])
async def test_who_waits_for_the_list_reads_of_it_and_of_a_free_seat_at_a_table_apart(
    ui: UI, rounds: int
) -> None:
    """And isn't on the waitlist, for all to read, while they sit at that table."""
    night, table, _left = await with_a_free_seat(ui, rounds=rounds)
    count = len((await night.night()).guests.there)
    led = Press(HOST, ui.interaction(), True)
    await ui.services.nights.answer(night.id, led, set_limit(count - 1))
    come = await press(ui, KIM, routes.PRESS_HERE(night.id))
    full = "The list for round 2 is full: you're number 1 on the waitlist. You're marked as here."
    last = "You're marked as here. No further round is planned, unless a host adds one."
    assert come.text.splitlines()[0] == (full if rounds == 2 else last), come.text
    assert "becomes free" not in come.text and "A seat is free: [Table 2](" in come.text, come.text
    await press(ui, KIM, routes.TAKE_SEAT(table.id, 1))
    await night.quiet()
    card = night_card_page(await night.night(), [ui.services.games["donburiko"]], VOICE)
    assert "Waitlist" not in card.text and KIM.name in card.text, card.text


async def test_whose_seat_another_has_is_called_and_reads_how_they_play_again(ui: UI) -> None:
    night, table, left = await with_a_free_seat(ui, waits=KIM)
    await press(ui, KIM, routes.TAKE_SEAT(table.id, 1))
    await night.quiet()
    rows = await ui.services.nights.store.standing(night.id)
    (post,) = [post_of(row) for row in rows if row.kind == "lost"]
    said = post_message(await night.night(), post, 5, VOICE)
    taken = f"<@{left.id}> You were away, so your seat at table 2 went to Kim."
    assert said.text == f"{taken} You play again in round 2.", said.text
    assert [each.label for each in said.row] == [SHOW], said.row
    await press(ui, HOST, desk_routes.GUEST_IS(night.id, left.id, "not"), own=True)
    said = post_message(await night.night(), post, 5, VOICE)
    assert said.text == f"{taken} {PLAYS_SOONER}", said.text
    assert [each.label for each in said.row] == ["I'm here"], said.row
    nobody = replace(post, details={**post.details, "by": ""})
    said = post_message((await night.night()).with_row(rounds=1), nobody, 5, VOICE)
    assert (
        said.text == f"<@{left.id}> You were away, so your seat at table 2 went to a computer."
    ), said.text


async def test_who_leaves_reads_before_that_their_seat_may_go_at_once(ui: UI) -> None:
    """Only where somebody waits for one."""
    night = await evening(ui, 8)
    table = (await night.start())[1]
    leaves = Person(table.seats[1].person, table.seats[1].name)
    said = "Somebody waits for a seat: yours may go at once."
    alone = await press(ui, leaves, routes.ASK_LEAVE(table.id), own=True)
    assert said not in alone.text and "Leave" in alone.buttons, alone.text
    await press(ui, KIM, routes.PRESS_HERE(night.id))
    asked = await press(ui, leaves, routes.ASK_LEAVE(table.id), own=True)
    home = await press(ui, leaves, routes.PRESS_HOME(night.id), own=True)
    for page in (asked, home):
        assert said in page.text and KIM.name not in page.text, page.text
        costs = "you finish behind everybody who stays. That place brings no night points."
        assert costs in page.text, page.text
    assert "Unless you press **I'm staying**" in home.text and "I'm staying" in home.buttons, home


async def test_who_has_read_of_a_free_seat_on_their_own_page_is_not_called_to_it(ui: UI) -> None:
    """A host who says that somebody is here shows them nothing: those are called, and alone."""
    night, table, _left = await with_a_free_seat(ui)
    come = await press(ui, KIM, routes.PRESS_HERE(night.id))
    assert "Take the seat" in come.buttons, come.text
    assert await vacant(ui, night) == [], "one seat is offered twice"
    restarted = FreeSeats(ui.services.nights, ui.services.night_verbs)
    restarted.look(night.id)
    await restarted.settled()
    assert await vacant(ui, night) == [], "a restart forgets who knows"
    other = GUESTS[9]
    await night.answer(press_here, other)
    assert [each.people for each in await vacant(ui, night)] == [(other.id,)]
    left = Person(table.seats[2].person, table.seats[2].name)
    await TableVerbs(ui.tables, ui.services.history).leave(table.id, left)
    called = [each.people for each in await vacant(ui, night)]
    assert called == [(other.id,), (KIM.id, other.id)], "who waited when it came free isn't called"


async def test_whose_own_page_did_not_arrive_is_called_to_a_free_seat(ui: UI) -> None:
    night, _table, _left = await with_a_free_seat(ui)
    with patch.object(Answer, "content", side_effect=ConnectionError):
        await press(ui, KIM, routes.PRESS_HERE(night.id))
    assert [each.people for each in await vacant(ui, night)] == [(KIM.id,)]


@pytest.mark.parametrize("home", [True, False])
async def test_who_was_found_gone_has_not_left(ui: UI, home: bool) -> None:
    """They pressed nothing: only who pressed *Leave* is said to have left, everywhere."""
    led = await evening(ui, 8, rounds=1)
    table = next(each for each in await led.start() if not each.sits(HOST.id))
    seat = table.seats[1]
    person, plays = Person(seat.person, seat.name), ui.services.games["donburiko"]
    if home:
        await led.answer(press_home, person)
        await ui.services.night_verbs.put_away(table.id, HOST, person.id)
    else:
        await press(ui, HOST, desk_routes.GUEST_IS(led.id, person.id, "not"), own=True)
    await led.quiet()
    assert table.seats[1].free
    said, word = ("went home", "gone home") if home else ("is away", "away")
    voice = ui.services.wording(table)
    told = recent_lines(ui.services.game_of(table), table, voice, 3)
    assert told[-1] == f"{person.name} {said}: a computer plays."
    assert "A computer is playing for" not in "".join(told), f"it is told twice: {told}"
    board = board_page(plays, table.face(), told, voice)
    assert "seat of" in str(board) and " left;" not in str(board), board
    desk = await led.pick(await led.desk(), table.id)
    assert f"{person.name}\xa0({word}, seat free)" in desk.text, desk.text
    shown, night = DeskTable(1, table.night_table or 0, table.face()), await led.night()
    listed = list_page(night, night.dealt[0], [shown], [plays], 0, VOICE).text
    assert f"{person.name}\xa0({word})" in listed, listed
    brief = " · ".join(table_state(shown, plays, VOICE))
    assert f"{person.name} {'has gone home' if home else said}" in brief, brief
    assert stored_seat(seat_rows(table)[1]) == table.seats[1], "a restart forgets why"
    assert await ui.services.nights.store.left([led.id]) == [(led.id, person.id)] * home
    await led.play_out(table)
    end = end_message(plays, table.face(), voice).text
    assert f"{'went home' if home else 'away at the end'}, so last" in end, end
    seats = [replace(each, freed=None) for each in table.face().seats]
    end = end_message(plays, replace(table.face(), seats=tuple(seats)), voice).text
    assert "left, so last" in end, "of tables from before nothing else is known"


async def test_who_waits_reads_of_every_seat_that_may_go_to_them(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And that one doesn't, once too little is left there, for points or at all."""
    led = await evening(ui, 8, rounds=1)
    tables = await led.start()
    for table in tables:
        async with ui.tables.held(table.id) as held:
            seats = [*held.seats]
            seats[1] = seats[1].gone_away(held.step(), held.revision)
            await ui.tables.change(held, seats=seats)
    await led.quiet()
    here = await press(ui, KIM, routes.PRESS_HERE(led.id))
    assert here.text.count("isn't back by <t:") == 2, here.text
    monkeypatch.setattr(Table, "played_off", lambda table: (1,) if table is tables[1] else ())
    here = await press(ui, KIM, routes.PRESS_HERE(led.id))
    assert here.text.count("isn't back by <t:") == 1, here.text
    gone = f"At table 2, a computer plays for {tables[1].seats[1].name}."
    assert f"{gone} Too little is left to play on that seat." in here.text, here.text

    def left(table: Table, _seat: int) -> tuple[int, bool]:
        return 10, table is tables[0]

    monkeypatch.setattr("bot.nights.minded_seats.left_to_play", left)
    here = await press(ui, KIM, routes.PRESS_HERE(led.id))
    assert here.text.count("Too little is left to play on that seat.") == 1, here.text
    assert "Too few moves are left there for its points, so I don't offer it." in here.text
    assert "isn't back by" not in here.text, here.text


async def test_a_table_at_which_computers_play_for_several_is_in_trouble(ui: UI) -> None:
    led = await evening(ui, 8, rounds=1)
    _other, table = await led.start()
    for several, number in enumerate((1, 2)):
        async with ui.tables.held(table.id) as held:
            seats = [*held.seats]
            seats[number] = seats[number].gone_away(held.step(), held.revision)
            await ui.tables.change(held, seats=seats)
        await led.quiet()
        lines = [e for e in (await led.desk()).text.splitlines() if "**[Table 2](" in e]
        line = only(lines, "the line of table 2")
        assert ("⚠️ " in line and " · computers play 2 seats" in line) == several, line


async def test_who_vanishes_reads_from_when_their_seat_can_go_to_others(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    led = await evening(ui, 8, rounds=1)
    table = (await led.start())[1]
    person = Person(table.seats[1].person, table.seats[1].name)
    async with ui.tables.held(table.id) as held:
        seats = [*held.seats]
        seats[1] = seats[1].gone_away(held.step(), held.revision)
        await ui.tables.change(held, [TableEvent("away", "clock", 1, person.id)], seats=seats)
    await led.quiet()
    mine = await press(ui, person, routes.HAND(table.id))
    minutes = "Once you've been away for 5 minutes, or sooner if a host says so, somebody who waits"
    assert "A computer is playing for you." in mine.text and minutes in mine.text, mine.text
    assert COSTS in mine.text, f"what it costs is only told at the end: {mine.text}"
    offered = "A seat on which a computer has played for 5 minutes is offered to whoever waits"
    for waits in (False, True):
        if waits:
            here = await press(ui, KIM, routes.PRESS_HERE(led.id))
            soon = f"If {person.name} isn't back by <t:{int(ui.tables.now()) + LONG_WAITED}:t>"
            assert f"At table 2, a computer plays for {person.name}. {soon}" in here.text, here.text
        desk = await led.pick(await led.desk(), table.id)
        assert (offered in desk.text) is waits, f"what becomes of the seat? {desk.text}"
        now = f"Put Kim in {person.name}'s seat …" in desk.buttons
        assert now is waits, f"how does who waits get it at once? {[*desk.buttons]}"
    later = ui.tables.now() + LONG_WAITED
    monkeypatch.setattr(ui.tables, "now", lambda: later)
    await ui.services.round_runner.free_seats.look_at_minded()
    await led.quiet()
    mine = await press(ui, person, routes.HAND(table.id))
    assert minutes not in mine.text, "it is free by now"
    assert "Until then somebody else may take your seat." in mine.text, mine.text
    assert "The seat of" in str(absent_lines(table.face(), ui.services.wording(table)))
    card = night_card_page(await led.night(), [ui.services.games["donburiko"]], VOICE)
    assert "A seat is free: [Table 2](" in card.text, card.text
    here = await press(ui, KIM, routes.PRESS_HERE(led.id))
    assert "isn't back by" not in here.text, "the seat is free by now"
    desk = await led.desk()
    free = [label for label in desk.buttons if re.fullmatch("Put Kim in .+'s free seat", label)]
    assert free, desk.text
    back = await press(ui, person, routes.BACK(table.id))
    assert "You are back." in back.text and table.seats[1].here, back.text
    assert COSTS not in back.text and not table.gone(), "one press back doesn't undo it"


async def test_the_last_at_a_table_reads_how_they_get_out(ui: UI) -> None:
    night = await evening(ui, 6)
    table = next(each for each in await night.start() if not each.sits(HOST.id))
    last, *others = (Person(each.person, each.name) for each in table.seats)
    for away in others:
        hand = await press(ui, last, routes.HAND(table.id))
        assert "Only computers play" not in hand.text, hand.text
        await ui.services.night_verbs.put_away(table.id, HOST, away.id)
    hand = await press(ui, last, routes.HAND(table.id))
    ends = "Press **More**, then **End or give up …**, to stop."
    assert f"Only computers play against you now. {ends}" in hand.text, hand.text
    more = await press(ui, last, hand.buttons["More"], own=True)
    assert "End or give up …" in more.buttons, [*more.buttons]


async def test_a_leader_frees_the_seat_of_who_is_away_at_the_table_they_pick(ui: UI) -> None:
    """Not where a leader plays: no seat comes free there by it."""
    night = await evening(ui, 8, rounds=1)
    for table in await night.start():
        number = next(n for n, each in enumerate(table.seats) if each.person != HOST.id)
        seat = table.seats[number]
        await ui.services.night_verbs.put_away(table.id, HOST, seat.person, at_own=True)
        assert table.seats[number].away
        picked = await night.click("More …", await night.pick(await night.desk(), table.id))
        label = f"{seat.name} isn't here"
        assert (label in picked.buttons) is not table.sits(HOST.id), picked.buttons
        if label in picked.buttons:
            told = await night.click(label, picked)
            await night.quiet()
            await ui.services.round_runner.free_seats.settled()
            assert "somebody else takes it" in told.text and table.seats[number].free
            again = await night.pick(await night.desk(), table.id)
            assert label not in again.buttons, "nothing is left to be done"


async def test_who_has_a_seat_takes_no_other(ui: UI) -> None:
    night, table, left = await with_a_free_seat(ui)
    tables = (await ui.services.nights.reader.tables_of(await night.night())).values()
    other = next(each for each in tables if each is not table)
    sits = Person(other.seats[1].person, other.seats[1].name)
    refused = await press(ui, sits, routes.TAKE_SEAT(table.id, 1))
    assert refused.text.startswith("You're at table 1: <#"), refused.text
    assert table.seats[1].person == left.id
    told = await press(ui, sits, routes.PRESS_HERE(night.id))
    assert "Take the seat" not in told.buttons, "who plays is offered another seat"


@pytest.mark.parametrize("rounds", [1, 2])
async def test_who_has_played_in_the_round_takes_no_seat_in_it(ui: UI, rounds: int) -> None:
    """They would have two results in one round."""
    night, table, left = await with_a_free_seat(ui, rounds=rounds)
    tables = (await ui.services.nights.reader.tables_of(await night.night())).values()
    other = await ui.tables.get(next(each.id for each in tables if each.id != table.id))
    await night.play_out(other)
    played = Person(other.seats[1].person, other.seats[1].name)
    refused = await press(ui, played, routes.TAKE_SEAT(table.id, 1))
    said = (
        "You've played in this round, so you can't take a seat in it."
        + " You're in the next one." * (rounds > 1)
    )
    assert said in refused.text and table.seats[1].person == left.id, refused.text
    assert ("next one" in refused.text) == (rounds > 1), refused.text
    shown = await press(ui, played, routes.TABLE_PAGE(table.id))
    assert routes.TAKE_SEAT(table.id, 1) not in shown.buttons.values(), shown.text
    assert said in shown.text, f"the board sends them here, and nothing says why not: {shown.text}"
    lines = absent_lines(table.face(), ui.services.wording(table))
    assert any(
        "If you have no other table in this round, press **More**" in each for each in lines
    ), f"whoever has played is told to take the seat: {lines}"
    facts = await ui.requests.actions.night_desk.facts(await night.night())
    shown = next(each for each in facts.tables if each.face.id == table.id)
    fitting = [guest.person for _, guest in seats_to_fill(await night.night(), shown, facts)]
    assert played.id not in fitting, "a host is offered to give them a second seat"


@pytest.mark.parametrize("rounds", [1, 2])
async def test_who_is_too_late_for_a_seat_reads_what_else_there_is(ui: UI, rounds: int) -> None:
    night, table, _left = await with_a_free_seat(ui, rounds=rounds)
    other = GUESTS[9]
    await press(ui, other, routes.PRESS_HERE(night.id))
    await press(ui, KIM, routes.TAKE_SEAT(table.id, 1))
    await ui.services.round_runner.free_seats.settled()
    on = "You're on the list for round 2. I'll call you when it starts."
    last = (
        "No further round is planned. If a seat becomes free in this one with enough left to play, "
    )
    said = f"That seat went to Kim meanwhile. {on if rounds == 2 else last}"
    free = (
        "If a seat becomes free before then with enough left to play, I call you: you can take it."
    )
    late = await press(ui, other, routes.TAKE_SEAT(table.id, 1), own=True)
    assert said in late.text and "Refresh" not in late.buttons, late.text
    assert (free in late.text) == (rounds == 2), f"nothing is said of this round: {late.text}"
    assert late.text.count("Until then you can play against computers") == 1, "what meanwhile?"
    stranger = await press(ui, MODERATOR, routes.TAKE_SEAT(table.id, 1))
    assert stranger.text.startswith("That seat went to Kim meanwhile. Press **I'm here** "), (
        stranger
    )
    assert stranger.buttons == {"I'm here": routes.PRESS_HERE(night.id)}
    left = Person(table.seats[2].person, table.seats[2].name)
    await TableVerbs(ui.tables, ui.services.history).leave(table.id, left)
    await ui.services.round_runner.free_seats.settled()
    late = await press(ui, other, routes.TAKE_SEAT(table.id, 1), own=True)
    assert "A seat is free: [Table 2](" in late.text, late.text
    assert late.buttons["Take the seat"] == routes.TAKE_SEAT(table.id, 2), late.buttons


async def test_who_has_waited_in_vain_for_a_seat_reads_so_at_the_end(ui: UI) -> None:
    night, table, _left = await with_a_free_seat(ui, waits=GUESTS[9], rounds=1)
    await press(ui, KIM, routes.PRESS_HERE(night.id))
    await press(ui, KIM, routes.TAKE_SEAT(table.id, 1))
    tables = (await ui.services.nights.reader.tables_of(await night.night())).values()
    over = (await night.night()).dealt[0].began_at or 0
    ui.tables._now = lambda: float(over + 60)
    for each in tables:
        await night.play_out(each)
    none = "No seat was left for you in the last round."
    for says in ("You're marked as here.", "This night is over."):
        waited = await press(ui, GUESTS[9], routes.PRESS_HERE(night.id))
        assert f"{says} {none}" in waited.text, waited.text
        played = await press(ui, KIM, routes.PRESS_HERE(night.id))
        assert says in played.text and none not in played.text, played.text
        if not (await night.night()).over:
            sure = await night.click("End the night …", await night.more())
            await night.click("End the night", sure)


@pytest.mark.parametrize("moves", [0, 2])
async def test_a_seat_with_hardly_anything_left_to_play_is_offered_to_nobody(
    ui: UI, moves: int
) -> None:
    night, table, _left = await with_a_free_seat(ui, waits=KIM)
    assert await vacant(ui, night), "the seat isn't offered while there is something to play"
    game = ui.services.game_of(table).game

    def hardly_any_of_the_second(_game: object, _public: object, seat: int) -> int | None:
        return moves if seat == 1 else None

    with patch.object(type(game), "moves_left", hardly_any_of_the_second):
        # That shows with the next change of the table.
        leaves = Person(table.seats[2].person, table.seats[2].name)
        await TableVerbs(ui.tables, ui.services.history).leave(table.id, leaves)
        await ui.services.round_runner.free_seats.settled()
        free = (await night.night()).free_seats
        assert [each.at for each in free] == [(table.id, 2)], free
        refused = await press(ui, KIM, routes.TAKE_SEAT(table.id, 1), own=True)
        assert "Too little is left to play on that seat." in refused.text, refused.text
        assert table.seats[1].person != KIM.id, "somebody has a seat with nothing to play"
        line, over = absent_lines(table.face(), Wording("en-GB", seat_names(table.seats, "en-GB")))
        assert line.startswith(f"The seat of {leaves.name} is free."), line
        played_for = f"A computer plays for {table.seats[1].name}: hardly a move is left there."
        assert over == played_for, over
        facts = await ui.requests.actions.night_desk.facts(await night.night())
        shown = next(each for each in facts.tables if each.face.id == table.id)
        fills = {seat for seat, _ in seats_to_fill(await night.night(), shown, facts)}
        assert fills == {2}, "a host is offered to put somebody on it"


@pytest.mark.parametrize("how", ["left", "vanished"])
async def test_nobody_is_called_to_a_seat_with_too_few_moves_for_points(
    ui: UI, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Nor has anybody lost theirs for it; one that is left stands on the pages of who waits."""
    night = await evening(ui, 8, pilot="auto")
    table = (await night.start())[1]
    await press(ui, KIM, routes.PRESS_HERE(night.id))
    left = Person(table.seats[1].person, table.seats[1].name)
    game = ui.services.game_of(table).game
    with (
        patch.object(type(game), "moves_left", return_value=7),
        patch.object(type(table), "own_moves", return_value=(9, 9)),
    ):
        if how == "left":
            await TableVerbs(ui.tables, ui.services.history).leave(table.id, left)
        else:
            async with ui.tables.held(table.id) as held:
                seats = [*held.seats]
                seats[1] = seats[1].gone_away(held.step(), held.revision)
                await ui.tables.change(held, seats=seats)
            await ui.services.round_runner.free_seats.settled()
            later = ui.tables.now() + LONG_WAITED
            monkeypatch.setattr(ui.tables, "now", lambda: later)
            await ui.services.round_runner.free_seats.look_at_minded()
        assert await vacant(ui, night) == [], "a ping for nothing"
        assert table.seats[1].free is (how == "left"), "somebody has lost their seat for it"
        here = await press(ui, KIM, routes.PRESS_HERE(night.id))
        assert ("too few for the seat's points" in here.text) is (how == "left"), here.text
        assert "with enough left to play, I call you" in here.text, here.text
        other = Person(table.seats[2].person, table.seats[2].name)
    await TableVerbs(ui.tables, ui.services.history).leave(table.id, other)
    (post,) = await vacant(ui, night)
    assert [table.id, 2] in post.details["free"], post


@pytest.mark.parametrize("rounds", [1, 2])
async def test_whose_seat_is_taken_reads_that_whatever_they_press_at_the_table(
    ui: UI, rounds: int
) -> None:
    night, table, left = await with_a_free_seat(ui, rounds=rounds)
    await press(ui, KIM, routes.TAKE_SEAT(table.id, 1))
    here = "You play again in round 2."
    if rounds == 1:
        here = "No further round is planned, unless a host adds one."
    said = f"Your seat went to Kim meanwhile. {here}"
    pressed = [routes.HAND(table.id), routes.BACK(table.id), routes.ASK_LEAVE(table.id)]
    for each in (*pressed, routes.CALL_HOST(table.id), f"m:{table.id}:0"):
        told = await press(ui, left, each, own=True)
        assert said in told.text and {*told.buttons} <= {"Desk", SHOW}, f"{each}: {told}"
    again = await press(ui, left, routes.TAKE_SEAT(table.id, 1))
    assert again.text.partition("\n")[0] == said, again.text
    tables = await ui.services.nights.reader.tables_of(await night.night())
    elsewhere = await press(ui, KIM, routes.HAND(tables[1, 1].id))
    assert "at this table.\nYou're at table 2: <#" in elsewhere.text, elsewhere.text
    named = Answer()
    await ask(ui, interaction(ui, left, CHANNEL, named), Request("hand"), table.id)
    assert "Your seat went to Kim meanwhile." in named.text, named.text
    await night.answer(press_home, left)
    told = await press(ui, left, routes.HAND(table.id))
    waits = (
        PLAYS_SOONER if rounds == 2 else "Once you're here, I call you if a seat becomes free in"
    )
    assert waits in told.text and [*told.buttons] == ["I'm here"], f"{told.text} {told.buttons}"
    waits = GUESTS[9]
    await press(ui, waits, routes.PRESS_HERE(night.id))
    told = await press(ui, waits, routes.HAND(table.id))
    assert "You aren't playing at this table." in told.text, told
    assert {*told.buttons} <= {SHOW, "Teach me", "I can teach"}, told
    assert ("You're on the list for round 2." in told.text) == (rounds == 2), told.text
    stranger = await press(ui, MODERATOR, routes.HAND(table.id))
    assert stranger.buttons == {"Show the night": routes.SHOW_NIGHT(night.id)}, stranger


async def test_who_took_a_seat_and_never_moved_has_not_played(ui: UI) -> None:
    """As whoever was dealt in and never moved: no list counts them."""
    night, table, _left = await with_a_free_seat(ui, rounds=1)
    tables = (await ui.services.nights.reader.tables_of(await night.night())).values()
    await press(ui, KIM, routes.TAKE_SEAT(table.id, 1))
    mover = next(each for each in table.seats if each.person not in (KIM.id, HOST.id))
    for each in tables:
        while each is not table and each.phase == "playing":
            await night.play_out(each)
    await ui.services.night_verbs.play_out(table.id, HOST)
    await night.play_out(table)
    over = await night.night()
    assert over.playing is None and KIM.id in over.dealt_in, "the round isn't over"
    assert KIM.id not in over.took_part, "who never moved is said to have played"
    assert mover.person not in over.took_part, "nobody has moved there"


async def test_who_was_played_for_by_a_computer_to_near_the_end_reads_why_no_points(
    ui: UI,
) -> None:
    """They are back, and first or not: the points of their place are nobody's."""
    led = await evening(ui, 8, rounds=1)
    first, table = await led.start()
    away = Person(table.seats[1].person, table.seats[1].name)
    verbs = TableVerbs(ui.tables, ui.services.history)
    await verbs.leave(table.id, away)
    while table.own_moves(1)[1] < 8 and table.phase == "playing":
        await led.play_once(table)
    await verbs.back(table.id, away)
    await led.play_out(table)
    await led.play_out(first)
    own, moves = table.own_moves(1)
    assert 0 < 2 * own < moves, f"{own} of {moves} is no case of it"
    points = (await press(ui, KIM, desk_routes.NIGHT_POINTS(led.id))).text
    assert "`x` no points: left, away at the end, or too few moves" in points, points


async def test_who_took_a_seat_over_too_late_has_its_place_and_all_read_why_no_points(
    ui: UI,
) -> None:
    """No correction gives them any either: that is said where a host corrects."""
    led = await evening(ui, 8, rounds=1)
    table, playable = (await led.start())[1], ui.services.games["donburiko"]
    while table.step() < 40:
        seat = table.seats[table.to_act()[0]]
        await ui.services.moves.play(
            table.id,
            Person(seat.person, seat.name),
            lambda _view, legal: legal[0],
            interaction_id=ui.interaction(),
        )
    left = Person(table.seats[1].person, table.seats[1].name)
    await TableVerbs(ui.tables, ui.services.history).leave(table.id, left)
    here = await press(ui, KIM, routes.PRESS_HERE(led.id))
    await led.quiet()
    page = await press(ui, KIM, routes.TABLE_PAGE(table.id))
    said = "Make half of all its moves, those before you included, and the seat's points are yours."
    card = night_card_page(await led.night(), [playable], VOICE)
    assert all(said in each.text for each in (here, page, card)), f"{here.text}\n{page.text}"
    with patch.object(type(playable.game), "moves_left", return_value=7):
        assert left_to_play(table, 1) == (10, table.own_moves(1)[1] > 7)
    with patch.object(type(playable.game), "moves_left", return_value=3):
        page = await press(ui, KIM, routes.TABLE_PAGE(table.id))
        said = "At most 3 moves are left there. That's too few for the seat's points, and you may"
        assert said in page.text, page.text
        ui.services.round_runner.free_seats.look(led.id)
        await led.quiet()
        card = night_card_page(await led.night(), [playable], VOICE)
        assert said in card.text, card.text
    taken = await press(ui, KIM, routes.TAKE_SEAT(table.id, 1))
    assert "This seat's points are yours if you make at least half" in taken.text, taken.text
    await led.play_out(table)
    night, why = await led.night(), "took the seat over: 5 night points"
    honours = await ui.services.learn_honours(table)
    end = end_message(playable, table.face(), ui.services.wording(table), honours)
    (line,) = [each for each in end.text.splitlines() if "Kim" in each]
    assert line.endswith(why) and end.title.startswith("🏆 "), f"{end.title}: {end.text}"
    unearned = (await ui.services.nights.reader.unearned_of(night, [table]))[table.id]
    shown = DeskTable(1, table.night_table or 0, table.face(), unearned=unearned)
    listed = list_page(night, night.dealt[0], [shown], [playable], 0, VOICE).text
    assert why in listed.replace("\u00a0", " "), listed
    points = (await press(ui, KIM, desk_routes.NIGHT_POINTS(led.id))).text
    assert "`*` sat out, late, took a seat over, or no result" in points, points
    said = "Kim made fewer than half of the moves of their seat, so no place gives them night"
    page = await press(ui, HOST, desk_routes.CORRECT(led.id), own=True)
    assert "Kim made" not in page.text, f"said before a game is picked: {page.text}"
    made = interaction(ui, MODERATOR, CHANNEL, done := Answer(), permissions=EVENTS)
    order = " = ".join(str(number + 1) for number in range(len(table.seats)))
    await command(ui, "night correct", made, table=table.id, places=order, reason="so")
    assert said in done.text and "Put them last, and the others move up." in done.text, done.text
    seats = [seat for seat in range(len(table.seats)) if seat != 1]
    last = f"{' = '.join(str(seat + 1) for seat in seats)}, 2"
    made = interaction(ui, MODERATOR, CHANNEL, other := Answer(), permissions=EVENTS)
    await command(ui, "night correct", made, table=table.id, places=last, reason="so")
    assert "Put them last" not in other.text, f"who comes last is put last: {other.text}"
    await press(ui, MODERATOR, done.buttons["Correct it"], own=True, permissions=EVENTS)
    made = interaction(ui, MODERATOR, CHANNEL, same := Answer(), permissions=EVENTS)
    await command(ui, "night correct", made, table=table.id, places=order, reason="so")
    assert "Those are their places already" in same.text and said in same.text, same.text


@pytest.mark.parametrize("sat_out", [False, True])
async def test_who_took_a_seat_and_is_back_is_not_away_once_computers_finish_it(
    ui: UI, sat_out: bool
) -> None:
    """They made too few moves: nothing else is said, and who sat out has half all the same."""
    led, table, _left = await with_a_free_seat(ui, KIM, rounds=1)
    await press(ui, KIM, routes.TAKE_SEAT(table.id, 1))
    verbs = TableVerbs(ui.tables, ui.services.history)
    await verbs.leave(table.id, KIM)
    while table.own_moves(1)[1] < 3:
        await led.play_once(table)
    await verbs.back(table.id, KIM)
    await ui.services.night_verbs.play_out(table.id, HOST)
    await led.play_out(table)
    night = await led.night()
    if sat_out:
        (dealt,) = night.dealt
        seated = replace(dealt.seating.seated, sit_outs=(KIM.id,))
        night = night.with_round(replace(dealt, seating=replace(dealt.seating, seated=seated)))
    unearned = (await ui.services.nights.reader.unearned_of(night, [table]))[table.id]
    shown = DeskTable(1, table.night_table or 0, table.face(), unearned=unearned)
    listed = " · ".join(table_state(shown, ui.services.games["donburiko"], VOICE))
    points = "sat out first: 5 night points" if sat_out else "no night points"
    assert f"(too few own moves, so last · {points})" in listed.replace("\xa0", " "), listed


async def test_who_is_here_again_waits_for_seats_at_other_tables(ui: UI) -> None:
    """Somebody has theirs by now: they are called like the others who wait, not to their table."""
    night, table, left = await with_a_free_seat(ui, rounds=2)
    tables = await ui.services.nights.reader.tables_of(await night.night())
    other = tables[1, 1]
    verbs = TableVerbs(ui.tables, ui.services.history)
    await press(ui, KIM, routes.TAKE_SEAT(table.id, 1))
    later = ui.tables.now() + 1
    ui.tables._now = lambda: later
    await press(ui, HOST, desk_routes.GUEST_IS(night.id, left.id, "not"), own=True)
    await press(ui, left, routes.PRESS_HERE(night.id))
    await night.quiet()
    here = await press(ui, left, routes.PRESS_HERE(night.id))
    called = "If a seat becomes free at another table with enough left to play, I call you: you "
    called += f"can take it. You can't go back to table {table.night_table}, where you sat before."
    assert f"You play again in round 2. {called}" in here.text, here.text
    desk = (await night.desk()).text
    assert f"Here without a seat: {left.name}" in desk, desk
    barred = f"{left.name} isn't offered table {table.night_table}, where they sat before."
    assert f"{left.name} is offered any seat that is free" in desk and barred in desk, desk
    for each, at in ((table, 2), (other, 1)):
        goes = each.seats[at]
        await verbs.leave(each.id, Person(goes.person, goes.name))
        await night.quiet()
        called_now = [person for post in await vacant(ui, night) for person in post.people]
        assert (left.id in called_now) is (each is other), "they are called to their own table"
        card = await press(ui, left, routes.SHOW_NIGHT(night.id))
        offered = [label for label in card.buttons if label.startswith("Take the seat")]
        assert bool(offered) is (each is other), card
        again = await press(ui, left, routes.PRESS_HERE(night.id))
        assert (called in again.text) is (each is table), again.text
    here = await press(ui, left, routes.PRESS_HERE(night.id))
    assert here.buttons["Take the seat"] == routes.TAKE_SEAT(other.id, 1), here.text
    await press(ui, left, routes.TAKE_SEAT(other.id, 1))
    await night.quiet()
    desk = (await night.desk()).text
    assert other.sits(left.id) and "Here without a seat" not in desk, desk
    assert not (await night.night()).dealt[0].seating.again


@pytest.mark.parametrize("done", [(), (1,)])
async def test_who_has_gone_from_their_game_isnt_said_to_be_here(
    ui: UI, monkeypatch: pytest.MonkeyPatch, done: tuple[int, ...]
) -> None:
    """Also where their seat has hardly a move left (`done`)."""
    night = await evening(ui, 8)
    table = (await night.start())[0]
    monkeypatch.setattr(Table, "played_off", lambda other: done if other is table else ())

    async def said() -> tuple[bool, bool]:
        now = await night.night()
        card = night_card_page(now, [ui.services.game_of(table)], Wording("en")).text
        name = table.seats[1].name
        parts = card.split("**Away from their table (1)**")
        away = len(parts) > 1 and name in parts[1].splitlines()[1]
        return away, name in parts[0]

    assert await said() == (False, True)
    async with ui.tables.held(table.id) as held:
        seats = [*held.seats]
        seats[1] = seats[1].gone_away(held.step(), held.revision)
        await ui.tables.change(held, seats=seats)
    await night.quiet()
    assert await said() == (True, False), "a computer plays for them, and they are 'here'"
    back = Person(table.seats[1].person, table.seats[1].name)
    await TableVerbs(ui.tables, ui.services.history).back(table.id, back)
    await night.quiet()
    assert await said() == (False, True), "they are back"


async def test_who_waited_for_a_round_that_never_came_reads_that_and_stands_on_the_card(
    ui: UI,
) -> None:
    """No seat was missing: the host ended the night before."""
    night, _table, _left = await with_a_free_seat(ui, waits=KIM, rounds=3)
    began = (await night.night()).dealt[0].began_at or 0
    ui.tables._now = lambda: float(began + 60)
    for each in (await ui.services.nights.reader.tables_of(await night.night())).values():
        await night.play_out(each)
    sure = await night.click("End the night …", await night.more())
    await night.click("End the night", sure)
    waited = await press(ui, KIM, routes.PRESS_HERE(night.id))
    assert "The night ended after round 1, so no round came" in waited.text, waited.text
    card = "\n".join(card_lines(await night.night(), [], Wording("en")))
    assert "**Didn't play (" in card and "Kim" in card, f"she was there: {card}"
