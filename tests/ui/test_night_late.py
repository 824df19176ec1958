"""In, but late: said by a guest, kept in the database, and shown wherever guests are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord
import pytest

from bot.nights.announcing import edit
from bot.nights.attendance import Attendance, attendance
from bot.nights.dates import local_time, moment, zone_of
from bot.nights.guest_list import changed
from bot.nights.guest_presses import come_late, invite, mark_not_here, press_here, toggle
from bot.nights.night import Night, Press
from bot.nights.night_json import post_of
from bot.nights.night_points import points_of_night, there_at_end, tonight
from bot.nights.night_timer import after_ring
from bot.nights.pilot import TIMER
from bot.nights.result_files import attendance_file
from bot.nights.standing_posts import holds
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_cache import seat_rows
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.night_card import night_card_page
from bot.ui.pages.nights.night_posts import post_message
from bot.ui.pages.nights.night_recap import recap_page
from bot.ui.pages.nights.night_tables import DeskTable, table_state
from bot.ui.pages.tables.game_end import end_message
from bot.ui.pages.wording import Wording
from bot.ui.posting.nights.night_rounds import recap_facts
from bot.ui.posting.refusals import ARCHIVED
from storage.night_rows import PostRow
from tests.only import first, only
from tests.ui.clicks import press
from tests.ui.conftest import CHANNEL, UI
from tests.ui.fake_discord import FakeDiscord, failure
from tests.ui.night_evening import GUESTS, HOST, Evening, evening, shown

BOB = GUESTS[1]
VOICE = Wording("en-GB")
NOT_THERE = "wasn't there, so last"


async def card_of(ui: UI, night: Evening) -> str:
    """Return what a night's card says."""
    return night_card_page(await night.night(), [ui.services.games["donburiko"]], VOICE).text


async def expected(ui: UI, night: Evening) -> list[PostRow]:
    """Return the calls of those who come late, said or to be said."""
    rows = await ui.services.nights.store.standing(night.id)
    return [row for row in rows if row.kind == "expected"]


async def thread_them(ui: UI, tables: Sequence[Table]) -> None:
    """Note a thread for each table, without which no list goes up."""
    for number, table in enumerate(tables):
        await ui.tables.save_whereabouts(table.id, place_id=5000 + number)


async def test_who_is_in_says_how_late_they_will_be(ui: UI) -> None:
    night = await evening(ui, 3, doors=False)
    told = await press(ui, BOB, routes.PRESS_IN(night.id))
    page = await press(ui, BOB, told.buttons["I'll be late …"], own=True)
    lates = ["15 minutes", "30 minutes", "From round 2"]
    assert [*page.buttons] == [*lates, "On time", "Back"], "nobody can say that they come soon"
    assert "You play" not in page.text, f"nothing is picked yet: {page.text}"
    assert "a computer plays" not in page.text, f"nothing is picked yet: {page.text}"
    (said,) = [line for line in page.text.splitlines() if line.startswith("**On time**: doors")]
    assert said.endswith("but the host may start before"), f"who trusts that has no seat: {said}"
    kept = await press(ui, BOB, routes.LATE_BY(night.id, "m30"), own=True)
    at = (await night.night()).guests.starts_at + 30 * 60
    assert f"You're in, and come at about <t:{at}:t>.\n" in kept.text, kept.text
    assert "Press **I'm here** when you arrive." in kept.text, "no call at the doors tells them"
    assert "You play from round 2, at about <t:" in kept.text, kept.text
    assert kept.text.splitlines()[1].endswith(
        ". If round 2 starts before you come, a computer plays for you until then."
    ), f"round 1 may be short: {kept.text}"
    assert "I'm on time after all" in kept.buttons, "how do they take it back?"
    assert "I'm on time after all" not in told.buttons
    own = await press(ui, HOST, routes.LATE(night.id))
    assert "host may start" not in own.text, "they are told of themselves"
    assert told.buttons.keys() <= kept.buttons.keys(), "who comes late can't ask for later nights"
    card = await card_of(ui, night)
    assert f"Bob\N{NO-BREAK SPACE}(from\N{NO-BREAK SPACE}<t:{at}:t>)" in card
    assert "2 would sit at 1 table. Whoever comes late isn't counted yet." in card, card
    assert "2 players: one table." in (await night.desk()).text, "round 1 counts who comes later"
    await night.click("Open the doors now", await night.desk())
    for person in (HOST, GUESTS[2]):
        await press(ui, person, routes.PRESS_HERE(night.id))
    desk = await night.desk()
    late = f"Bob\N{NO-BREAK SPACE}(from\N{NO-BREAK SPACE}<t:{at}:t>)"
    for said in (desk, await night.click("Seat round 1", desk)):
        assert f"Coming late: {late}" in said.text, said.text
        assert "Not here yet" not in said.text, "somebody waits for who is late"
    guests = await press(ui, HOST, desk_routes.GUESTS(night.id), own=True)
    assert f"Bob · from <t:{at}:t>" in guests.text, guests.text
    on_time = await press(ui, BOB, kept.buttons["I'm on time after all"], own=True)
    assert "I'm on time after all" not in on_time.buttons, on_time.buttons
    assert "Press **I'm here** when you arrive" in on_time.text, "it may have begun long ago"
    assert "Late" not in (await night.desk()).text
    assert "Welcome!" in (await press(ui, HOST, routes.PRESS_IN(night.id))).text


async def test_among_many_guests_who_comes_late_stands_last(ui: UI) -> None:
    night = await evening(ui, 9, doors=False)
    await press(ui, BOB, routes.LATE_BY(night.id, "m30"), own=True)
    guests = await press(ui, HOST, desk_routes.GUESTS(night.id), own=True)
    (line,) = (each for each in guests.text.splitlines() if "from" in each)
    assert "Bob" in line.rpartition(" · ")[2], f"who is late comes before who is on time: {line}"


async def test_the_second_round_begins_once_the_first_and_the_break_are_over(ui: UI) -> None:
    night = await evening(ui, 3, doors=False, pause=600)
    page = await press(ui, BOB, routes.LATE(night.id))
    starts, game = (await night.night()).guests.starts_at, ui.services.games["donburiko"].game
    at = starts + game.info.minutes * 60 + 600
    assert f"**From round 2**: at about <t:{at}:t>" in page.text, page.text
    kept = await press(ui, BOB, page.buttons["From round 2"], own=True)
    assert f"You're in from round 2 on, at about <t:{at}:t>." in kept.text, kept.text
    assert "Bob\N{NO-BREAK SPACE}(from\N{NO-BREAK SPACE}round\N{NO-BREAK SPACE}2)" in await card_of(
        ui, night
    ), "a time is said that may change"
    guest = (await night.night()).guests.find(BOB.id)
    assert guest is not None and guest.late_until == at
    single = await evening(ui, 3, doors=False, rounds=1)
    page = await press(ui, BOB, routes.LATE(single.id))
    assert "From round 2" not in page.buttons, "there is no second round"


async def test_who_hasnt_confirmed_a_new_date_is_marked_wherever_guests_are(ui: UI) -> None:
    """Whoever moved the night has, and whoever presses *I'm in*."""
    night = await evening(ui, 5, doors=False)
    now = await night.night()
    zone = zone_of(now.row.zone)
    later = moment(local_time(now.guests.starts_at + 86400, zone), zone)
    press_of_host = Press(HOST, ui.interaction(), leads=True)
    await ui.services.nights.change(night.id, press_of_host, edit(later))
    await press(ui, BOB, routes.PRESS_IN(night.id))
    card = await card_of(ui, night)
    assert "**In (5, 3 yet to confirm)**" in card, card
    unsure = "\N{NO-BREAK SPACE}(yet to confirm)"
    assert f"Cleo{unsure}" in card and f"Bob{unsure}" not in card, card
    kim = Person(78, "Kim")
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), invite(kim))
    await press(ui, GUESTS[4], routes.PRESS_OUT(night.id))
    desk = (await night.desk()).text
    assert "In: 4 (2 yet to confirm) · Can't come: 1" in desk, desk
    silent = ", ".join(each.name for each in (kim, *GUESTS[2:4]))
    assert f"No answer yet: {silent}" in desk, desk
    guests = await press(ui, HOST, desk_routes.GUESTS(night.id), own=True)
    assert "**In** (4, 2 yet to confirm)" in guests.text, guests.text
    assert "Cleo · yet to confirm" in guests.text, guests.text


async def test_who_comes_while_their_game_is_on_is_led_to_it(ui: UI) -> None:
    """They come from round 2, and it has begun without them."""
    night = await evening(ui, 6)
    zoe = Person(77, "Zoe")
    await press(ui, zoe, routes.PRESS_IN(night.id))
    page = await press(ui, zoe, routes.LATE(night.id))
    await press(ui, zoe, page.buttons["From round 2"], own=True)
    for table in await night.start():
        await night.play_out(table)
    assert "Zoe (not here yet)" in (await night.click("Seat round 2", await night.desk())).text
    await night.click("Start all", await night.click("Seating of round 2", await night.desk()))
    await night.quiet()
    assert "**Not here yet (1)**\nZoe" in await card_of(ui, night), "it says that she is here"
    tables = await ui.services.nights.reader.tables_of(await night.night())
    number, table = next((at[1], each) for at, each in tables.items() if each.sits(zoe.id))
    await ui.tables.save_whereabouts(table.id, place_id=CHANNEL)
    seat = table.seats[table.seat_of(zoe.id) or 0]
    assert seat.away and not seat.went_away, "her clock runs, and a computer was to play for her"
    assert table.seats[table.seat_of(table.host) or 0].here, "who isn't there hosts the table"
    now = await night.night()
    (row,) = await expected(ui, night)
    said = post_message(now, post_of(row), row.id, VOICE)
    begun = (
        f"<@{zoe.id}> Round 2 of **Friday** has begun. At table {number} a computer plays for you"
    )
    assert said.text.startswith(begun) and [each.label for each in said.row] == ["I'm here"], said
    assert holds(now, post_of(row)) == "yes"
    began = now.dealt[-1].began_at or 0
    ui.tables._now = lambda: float(began + 60)
    here = await press(ui, zoe, routes.PRESS_HERE(night.id))
    assert table.seats[table.seat_of(zoe.id) or 0].here, f"a second press is needed: {here.text}"
    assert "Your game is on, and you have your seat." in here.text, here.text
    assert "You came late: you get at least 5 night points" in here.text, here.text
    assert here.buttons["My hand"] == routes.HAND(table.id)
    await ui.services.table_verbs.give_up(table.id, zoe)
    gave_up = await press(ui, zoe, routes.PRESS_HERE(night.id))
    guest = (await night.night()).guests.find(zoe.id)
    assert guest is not None and guest.here and "You're marked as here." in gave_up.text
    seats = [replace(each, gave_up=False) for each in table.seats]
    table.become(replace(table, seats=tuple(seats)))
    await ui.services.table_verbs.back(table.id, zoe)
    place = f"<#{table.place_id}>"
    assert f"You're at table {number}: {place}" in here.text, here.text
    card = await press(ui, zoe, routes.SHOW_NIGHT(night.id))
    assert f"You're at table {number}: {place}" in card.text, card.text
    await night.play_out(table)
    seat = table.seat_of(zoe.id) or 0
    last = replace(table, corrected=tuple(3.0 if n == seat else 1.5 for n in range(3)))
    unearned = await ui.services.nights.reader.unearned_of(await night.night(), [last])
    assert unearned[table.id] == {seat: "late"}, "who played and came last has less"
    over = await press(ui, zoe, routes.PRESS_HERE(night.id))
    assert "Your game is on." not in over.text, over.text
    assert f"at table {number} is over: {place}" in over.text, over.text


async def test_who_is_seated_before_they_come_is_still_said_to_come_late(ui: UI) -> None:
    """So is at which table a computer plays for them meanwhile."""
    night = await evening(ui, 4)
    at = (await night.night()).guests.starts_at + 24 * 3600
    zoe = Person(77, "Zoe")
    await press(ui, zoe, routes.PRESS_IN(night.id))
    await night.answer(lambda: come_late(at), zoe)
    for table in await night.start():
        await night.play_out(table)
    await night.start()
    desk = (await night.desk()).text
    assert "Coming late: Zoe" in desk and "Not here" not in desk, desk
    guests = await press(ui, HOST, desk_routes.GUESTS(night.id), own=True)
    assert f"Zoe · from <t:{at}:t>" in guests.text, guests.text
    now = await night.night()
    (row,) = await expected(ui, night)
    said = post_message(now, post_of(row), row.id, VOICE).text
    plays = "At table 1 a computer plays for you until you come, while that game goes on."
    assert plays in said, said
    ui.tables._now = lambda: float(at + 60)
    desk = (await night.desk()).text
    assert "Not here yet: Zoe" in desk, f"that time is over: {desk}"


async def test_only_the_newest_list_asks_back_who_is_gone(ui: UI, server: FakeDiscord) -> None:
    """Once the next round has begun, the list before it would promise a seat that is dealt."""
    night = await evening(ui, 6)
    tables = await night.start()
    await thread_them(ui, tables)
    gone = await night.night()
    rule = mark_not_here(BOB.id)
    await ui.services.nights.change(gone.id, Press(HOST, ui.interaction(), leads=True), rule)
    found = await shown(ui, night.id)
    lying, here = server.places[CHANNEL].up, routes.PRESS_HERE(night.id, mark="list")
    first = found.dealt[0].list_id or 0
    assert here in lying[first].controls, "Bob isn't asked back"
    for table in tables:
        await night.play_out(table)
    await thread_them(ui, await night.start())
    await shown(ui, night.id)
    assert here not in lying[first].controls, "he is asked back to a round that has begun"


async def test_who_waits_for_the_last_table_reads_for_whom_without_an_edit_at_each_move(
    ui: UI, server: FakeDiscord
) -> None:
    night = await evening(ui, 6)
    over, on = await night.start()
    await thread_them(ui, [over, on])
    await shown(ui, night.id)
    number = (await night.night()).dealt[0].list_id or 0
    lying, began = server.places[CHANNEL].up[number], ui.tables.now()

    def said() -> list[str]:
        text = (lying.embed.description or "") if lying.embed else ""
        return [each for each in text.splitlines() if each.startswith("⏳")]

    assert said() == [], "they all play"
    await night.play_out(over)
    await shown(ui, night.id)
    name, end = on.seats[on.to_act()[0]].name, began + 2 * 60
    waits = f"⏳ Table {on.night_table} still plays. At <t:{began}:t>: {name}'s turn"
    (line,) = said()
    assert line.startswith(f"{waits}, until <t:{end}:t> at the latest."), line
    edits = lying.edits
    await night.play_once(on)
    # Something else has it looked after.
    await night.answer(lambda: toggle("teacher"), BOB)
    await shown(ui, night.id)
    assert (lying.edits, said()[0].startswith(waits)) == (edits, True)
    ui.tables._now = lambda: float(end + 1)
    await shown(ui, night.id)
    still = f"⏳ Table {on.night_table} still plays. At "
    assert said()[0].startswith(f"{still}<t:{end + 1}:t>: "), "it names a time that is past"
    ui.tables._now = lambda: float(end + 30)
    seated = {seat.person for seat in on.seats} - {BOB.id}
    await ui.services.table_verbs.leave(on.id, first((e for e in GUESTS if e.id in seated), "one"))
    await shown(ui, night.id)
    assert said()[0].startswith(f"{still}<t:{end + 30}:t>: "), "others play than it says"
    edits = lying.edits
    ui.tables._now = lambda: float(began + 360)
    await night.answer(lambda: toggle("learner"), BOB)
    await shown(ui, night.id)
    assert lying.edits == edits, "it says anew what it says"
    await night.play_out(on)
    await shown(ui, night.id)
    assert said() == [], "they still wait"


async def table_without_bob(ui: UI, seats: int) -> tuple[Evening, Table]:
    """Return a night of one round, and its table of so many, to which Bob is to come late."""
    night = await evening(ui, seats, doors=False, rounds=1)
    at = (await night.night()).guests.starts_at + 15 * 60
    await night.answer(lambda: come_late(at), BOB)
    await night.click("Open the doors now", await night.desk())
    await night.answer(press_here, HOST, *GUESTS[2:seats])
    (table,) = await night.start()
    return night, table


async def played_without_bob(ui: UI) -> Evening:
    """Play the only round of a night while Bob, who said that he comes late, isn't there."""
    night, table = await table_without_bob(ui, 3)
    await night.play_out(table)
    return night


@pytest.mark.parametrize("by", ["Bob", "a host", "a host on the list"])
async def test_who_comes_late_has_their_seat_whoever_says_that_they_are_here(
    ui: UI, by: str
) -> None:
    night, table = await table_without_bob(ui, 4)
    seat = table.seat_of(BOB.id) or 0
    assert table.seats[seat].away
    if by == "Bob":
        await press(ui, BOB, routes.PRESS_HERE(night.id))
    elif by == "a host":
        await press(ui, HOST, desk_routes.GUEST_IS(night.id, BOB.id, "here"), own=True)
    else:
        guests = await press(ui, HOST, desk_routes.GUESTS(night.id), own=True)
        await night.pick(guests, str(BOB.id))
    assert table.seats[seat].here, "a computer plays on for who has arrived"


async def bobs_end(ui: UI, night: Night) -> str:
    """Return what the end of Bob's table, and the list of its round, say of his points last."""
    (table,) = (await ui.services.nights.reader.tables_of(night)).values()
    playable, wording = ui.services.game_of(table), ui.services.wording(table)
    honours = await ui.services.learn_honours(table)
    end = end_message(playable, table.face(), wording, honours).text
    unearned = (await ui.services.nights.reader.unearned_of(night, [table]))[table.id]
    listed = " ".join(
        table_state(DeskTable(1, 1, table.face(), unearned=unearned), playable, wording)
    )
    line = only((each for each in end.splitlines() if "Bob" in each), "the line of Bob's seat")
    said = line.partition("** · ")[2]
    assert said in listed, f"the list says something else: {listed}"
    return said


async def test_who_said_they_come_late_and_never_came_did_not_come(ui: UI) -> None:
    night = await played_without_bob(ui)
    now = await night.night()
    assert now.dealt[0].state == "over" and now.came == {HOST.id, GUESTS[2].id}
    found = attendance([now])
    assert found[BOB.id] == Attendance(0, 1), "a computer played every move of theirs"
    assert found[HOST.id] == Attendance(1, 1)
    lines = attendance_file(now, now.name_of).decode().splitlines()
    assert [line.split(",")[2] for line in lines[1:]] == ["yes", "no", "yes"], lines


async def test_who_comes_once_the_last_game_is_over_reads_so_and_has_half_the_points(
    ui: UI,
) -> None:
    """A call takes the place of the one that says how long their seat is kept."""
    night = await played_without_bob(ui)
    now = await night.night()
    planned, row = await expected(ui, night)
    post = post_of(row)
    assert holds(now, post_of(planned), [post]) == "no", "a seat is promised in a game that is over"
    kept = post_message(now, post_of(planned), planned.id, VOICE).text
    assert "at about" in kept and "Your seat is kept" not in kept, "no table holds one any more"
    assert holds(now, post) == "yes"
    assert (
        await bobs_end(ui, now)
        == f"{NOT_THERE} · 5 night points if they come, or the night ends before their time"
    )
    said = post_message(now, post, row.id, VOICE)
    assert said.people == (BOB.id,) and [each.label for each in said.row] == ["I'm here"], said
    assert said.text.startswith(f"<@{BOB.id}> The last game of **Friday** is over already."), said
    ui.tables._now = lambda: float((now.dealt[0].over_at or 0) + 60)
    came_in = await press(ui, BOB, routes.PRESS_HERE(night.id))
    brings = "A computer played for you in round 1: you get 5 night points"
    assert brings in came_in.text, f"was he late for nothing? {came_in.text}"
    came = await night.night()
    points = points_of_night(came, *await ui.services.nights.reader.results_of(came))
    assert tonight(points)[BOB.id] == 0.5, points
    assert await bobs_end(ui, came) == f"{NOT_THERE} · 5 night points", "not as it is counted"
    assert holds(came, post) == "no", "it stays though they are here"


async def test_who_is_late_by_a_time_at_which_the_night_is_over_has_what_they_were_promised(
    ui: UI,
) -> None:
    """They may come until then: nothing counts them as one who stayed away."""
    night = await evening(ui, 3, doors=False, rounds=1, pilot="auto")
    at = (await night.night()).guests.starts_at + 15 * 60
    told = await press(ui, BOB, routes.LATE_BY(night.id, "m15"), own=True)
    assert "While you aren't here, a computer plays on your seat." in told.text, told.text
    await night.click("Open the doors now", await night.desk())
    await night.answer(press_here, HOST, GUESTS[2])
    (table,) = await night.start()
    own = await press(ui, BOB, routes.PRESS_IN(night.id))
    arrives = "You're in! Press **I'm here** when you arrive. At table 1 a computer plays for you"
    assert arrives in own.text, own.text
    await night.play_out(table)
    now = await night.night()
    late = f"Coming late: Bob\N{NO-BREAK SPACE}(from\N{NO-BREAK SPACE}<t:{at}:t>)"
    assert late in (await night.desk()).text, "they are still to come"
    assert BOB.id not in now.dealt_in, "they are said to have made no move"
    ends = (now.dealt[0].over_at or 0) + 10 * 60
    still = (
        "The night ends before your time, so you get 5 night points. Press **I'm here** once "
        f"you're here. The night ends at <t:{ends}:t>."
    )
    (*_, row) = await expected(ui, night)
    called = post_message(now, post_of(row), row.id, VOICE).text
    assert called.endswith(f"The last game of **Friday** is over already. {still}"), called
    own = await press(ui, BOB, routes.PRESS_IN(night.id))
    assert own.text.startswith(f"All rounds are over already. {still}"), own.text
    await night.click("End the night", await night.click("End the night …", await night.more()))
    over = await night.night()
    points = points_of_night(over, *await ui.services.nights.reader.results_of(over))
    assert tonight(points)[BOB.id] == 0.5, points
    assert over.took_part == over.came | {BOB.id} and BOB.id not in over.came
    assert BOB.id not in attendance([over]), "nobody knows whether they would have come"
    why = "the night ended before their time: 5"
    assert await bobs_end(ui, over) == f"{NOT_THERE} · {why} night points"
    recap = recap_page(over, await recap_facts(ui.services, over), VOICE).text
    assert f"– Bob · **5** · {why} points a round, no place" in recap, recap
    own = await press(ui, BOB, routes.PRESS_HERE(night.id))
    words = "This night is over. It ended before your time, so you get 5 night points."
    assert own.text.startswith(words), own.text


@pytest.mark.parametrize(
    ("comes", "then"),
    [
        ("late", f"{NOT_THERE} · 5 night points"),
        ("never", f"{NOT_THERE} · no night points"),
        ("over", f"{NOT_THERE} · the night ended before their time: 5 night points"),
    ],
)
async def test_the_end_of_a_game_promises_points_as_long_as_its_late_guest_may_come(
    ui: UI, server: FakeDiscord, comes: str, then: str
) -> None:
    """Where the night is over before the time that they gave, they have them."""
    night = await played_without_bob(ui)
    (table,) = (await ui.services.nights.reader.tables_of(await night.night())).values()
    await thread_them(ui, [table])
    thread = server.add(table.place_id or 0, discord.Thread)
    await ui.messages._update(table.id)
    await shown(ui, night.id)
    table = await ui.tables.get(table.id)

    def says(text: str) -> bool:
        embed = thread.up[table.end_id or 0].embed
        return embed is not None and text in str(embed.description)

    assert says("5 night points if they come, or the night ends before their time")
    now = await night.night()
    if comes == "late":
        ui.tables._now = lambda: float((now.dealt[0].over_at or 0) + 60)
        await press(ui, BOB, routes.PRESS_HERE(night.id))
    elif comes == "never":
        ui.tables._now = lambda: float(now.guests.starts_at + 21 * 60)
        await ui.services.nights.change(
            night.id, TIMER, lambda night, _press, now: after_ring(night, now, None)
        )
    else:
        sure = await night.click("End the night …", await night.more())
        await night.click("End the night", sure)
    # Meanwhile the thread was archived: it is again once its end says so.
    thread.channel.archived, thread.failures["edit"] = True, [failure(400, ARCHIVED)] * 9
    await shown(ui, night.id)
    assert thread.channel.archived, "the thread stays open"
    half = comes != "never"
    assert says(then) and says("5 night points") is half and not says("if they come"), (
        "it isn't so any more"
    )


async def test_who_may_come_and_will_be_late_is_in_by_saying_so(ui: UI) -> None:
    """Also with open doors, where the card has no *I'm in*; without a seat they read what to do."""
    night = await evening(ui, 3, doors=False, cap=4)
    zoe, kim = Person(77, "Zoe"), Person(78, "Kim")
    maybe = await press(ui, zoe, routes.PRESS_MAYBE(night.id))
    assert "I'm in" in maybe.buttons, "with open doors no card has what they are told to press"
    await night.click("Open the doors now", await night.desk())
    page = await press(ui, zoe, routes.LATE(night.id))
    said = await press(ui, zoe, page.buttons["15 minutes"], own=True)
    assert "You're in, and come at about <t:" in said.text, said.text
    full = await press(ui, kim, routes.LATE(night.id))
    assert "No seat is free for you, so I can't keep one." in full.text, full.text
    assert (await night.night()).guests.find(kim.id) is None, "they are in line by it"


@pytest.mark.parametrize(("opened", "press_next"), [(False, "I'm in"), (True, "I'm here")])
async def test_who_will_be_late_and_finds_no_seat_reads_what_there_is_to_press(
    ui: UI, opened: bool, press_next: str
) -> None:
    night = await evening(ui, 3, doors=opened, cap=3)
    full = await press(ui, Person(77, "Zoe"), routes.LATE(night.id))
    assert "No seat is free for you" in full.text and f"**{press_next}**" in full.text, full.text


async def test_who_comes_late_to_the_only_round_reads_when_it_is_over(ui: UI) -> None:
    night = await evening(ui, 3, doors=False, rounds=1)
    page = await press(ui, BOB, routes.LATE(night.id), own=True)
    assert [*page.buttons] == ["15 minutes", "On time", "Back"], "they would come once it is over"
    over = page.text.partition("The night is over at about ")[2].partition(".")[0]
    assert over.startswith("<t:"), f"why not later? {page.text}"
    assert f"Until about {over}" in await card_of(ui, night), "the card says another end"
    now = await night.night()
    late = replace(now, guests=replace(now.guests, rung=now.row.starts_at)).with_row(state="doors")
    card = night_card_page(late, ui.services.games_of(now), Wording("en-GB")).text
    assert "Until about" not in card, "nothing was dealt when the night should have begun"


async def test_an_evening_with_somebody_to_teach_is_planned_to_take_longer(ui: UI) -> None:
    night = await evening(ui, 3, doors=False, rounds=2)
    await night.answer(lambda: toggle("learner"), BOB)
    row = (await night.night()).row
    (info,) = ui.services.nights.infos_of(await night.night())
    ends = row.starts_at + 3 * 60 * info.minutes + row.pause
    card = await card_of(ui, night)
    soonest = ends - 60 * info.minutes
    assert f"Until about <t:{soonest}:t>–<t:{ends}:t>" in card, "their table may take longer"
    second = f"<t:{row.starts_at + 60 * info.minutes + row.pause}:t>–"
    page = await press(ui, GUESTS[2], routes.LATE(night.id))
    assert f"**From round 2**: at about {second}" in page.text, page.text
    said = await press(ui, GUESTS[2], page.buttons["From round 2"], own=True)
    assert f"You're in from round 2 on, at about {second}" in said.text, said.text
    longer = f"Round 1 with newcomers: up to {2 * info.minutes} minutes\nUntil"
    assert longer in card, f"why so late? {card}"


async def test_who_comes_late_is_called_once_before_the_time_that_they_gave(ui: UI) -> None:
    """In the thread, unless they are here by then, or come on time after all."""
    night = await evening(ui, 3, doors=False)
    await night.click("Open the doors now", await night.desk())
    at = (await night.night()).guests.starts_at + 30 * 60
    await night.answer(lambda: come_late(at - 15 * 60), BOB)
    await night.answer(lambda: come_late(at), BOB)
    _first, row = rows = await expected(ui, night)
    assert row.at == at - 5 * 60, "they are called as they say it, or too late"
    first, post = map(post_of, rows)
    assert holds(await night.night(), first, [post]) == "no", "they are called twice"
    assert holds(await night.night(), post) == "yes"
    said = post_message(await night.night(), post, row.id, VOICE)
    assert said.people == (BOB.id,) and [each.label for each in said.row] == ["I'm here"], said
    words = f"<@{BOB.id}> You said you'd come to **Friday** at about <t:{at}:t>. "
    calls = "Your seat is kept until then. Press **I'm here** once you're here."
    assert said.text == words + calls, said.text
    await night.answer(lambda: come_late(at, second=True), BOB)
    *_, by_round = map(post_of, await expected(ui, night))
    assert holds(await night.night(), post, [by_round]) == "no", "they gave no time but a round"
    await night.answer(lambda: come_late(None), BOB)
    *_, on_time = map(post_of, await expected(ui, night))
    assert holds(await night.night(), post, [on_time]) == "no", "who comes on time is called late"
    assert holds(await night.night(), on_time) == "no", "that they come on time is said"
    await night.answer(press_here, BOB)
    assert holds(await night.night(), post) == "no", "it stays though they are here"


async def test_who_is_late_for_their_own_time_still_finds_how_to_come(ui: UI) -> None:
    night = await evening(ui, 3, doors=False)
    await night.click("Open the doors now", await night.desk())
    at = (await night.night()).guests.starts_at + 30 * 60
    await night.answer(lambda: come_late(at), BOB)
    (row,) = await expected(ui, night)
    there = await night.night()
    bob = there.guests.find(BOB.id)
    assert bob is not None
    late = changed(replace(bob, late_until=None), plus=("absent",))
    there = replace(there, guests=there.guests.put(late))
    said = post_message(there, post_of(row), row.id, VOICE).text
    assert holds(there, post_of(row)) == "yes" and "I'm here" in said, said
    assert "Your seat is kept" not in said, "a seat is promised that others may have by now"
    off = replace(there, guests=there.guests.put(replace(late, answer="out")))
    assert holds(off, post_of(row)) == "no", "who can't come is called"


async def test_who_comes_late_is_called_in_the_thread_and_the_call_goes(
    ui: UI, server: FakeDiscord
) -> None:
    night = await evening(ui, 3, doors=False)
    await night.click("Open the doors now", await night.desk())
    at = (await night.night()).guests.starts_at + 30 * 60
    await night.answer(lambda: come_late(at), BOB)
    thread = server.places[(await shown(ui, night.id)).places.thread_id or 0]

    async def calls(now: int) -> list[str]:
        ui.tables._now = lambda: float(now)
        await shown(ui, night.id)
        return [each.content for each in thread.up.values() if "You said you'd" in each.content]

    assert not await calls(at - 6 * 60), "they are called too early"
    (said,) = await calls(at - 5 * 60)
    assert said.startswith(f"<@{BOB.id}> "), said
    assert await calls(at + 60) == [said], "they are called again"
    await night.answer(press_here, BOB)
    assert not await calls(at + 120), "it stays though they are here"


@pytest.mark.parametrize("finished", [True, False])
async def test_who_never_came_to_their_table_stands_behind_all_who_played_there(
    ui: UI, finished: bool
) -> None:
    """Also behind who left, and where computers finish the game."""
    night, table = await table_without_bob(ui, 4)
    while table.step() < 16:
        await night.play_once(table)
    await ui.services.table_verbs.leave(table.id, GUESTS[2])
    if finished:
        await ui.services.night_verbs.play_out(table.id, None)
    await night.play_out(table)
    ended = table.face().ending()
    bob, cleo = table.seat_of(BOB.id), table.seat_of(GUESTS[2].id)
    assert (ended.place(cleo or 0), ended.place(bob or 0)) == (3, 4), "who played is behind"
    line = await bobs_end(ui, await night.night())
    assert (
        line == f"{NOT_THERE} · 5 night points if they come, or the night ends before their time"
    ), line


async def test_a_table_ended_without_a_result_gives_half_only_to_who_came(ui: UI) -> None:
    _night, table = await table_without_bob(ui, 4)
    there = there_at_end(seat_rows(table), [])
    assert there == {HOST.id, *(each.id for each in GUESTS[2:4])}, "who isn't there has half"
