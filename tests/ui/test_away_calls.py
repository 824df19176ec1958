"""What a call says whose person is away since: it leads them back, and nothing stale stays."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.nights.more_tables import LONG_WAITED
from bot.nights.pilot import left_alone
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_event import TableEvent
from bot.ui.pages import routes
from bot.ui.pages.page import Button
from bot.ui.pages.tables.absent_words import BEHIND_IF_AWAY, NO_POINTS_IF_AWAY
from bot.ui.pages.tables.ping import away_id, away_row, away_text
from tests.ui.clicks import press
from tests.ui.conftest import UI, begun
from tests.ui.fake_discord import FakeDiscord, Message, Place
from tests.ui.night_evening import HOST, evening
from tests.ui.test_table_messages import LOOK, another_moves, one_each, pings, started_anew
from tests.ui.test_table_verbs import computers_play

KIM = Person(71, "Kim")
PLAYS = "A computer plays for you until you press **I'm back**."
WAITS = "The game waits for you. Press **I'm back** to return."


async def gone(ui: UI, table: Table, number: int) -> Person:
    """Have somebody's time run out, so that a computer plays for them; return them."""
    seat = table.seats[number]
    seats = [*table.seats]
    seats[number] = seat.gone_away(table.step(), table.revision)
    away = TableEvent("away", "clock", number, seat.person)
    await ui.tables.change(table, [away], seats=seats)
    return Person(seat.person, seat.name)


async def left_to_a_computer(ui: UI, server: FakeDiscord) -> tuple[Table, Place, Person, Message]:
    """Let somebody's time run out, and the next be called; return also them and their call."""
    table, place = await begun(ui, server)
    _board, ping = one_each(place, table)
    person = await gone(ui, table, table.to_act()[0])
    await ui.messages._update(table.id)
    await computers_play(ui, table, random.Random(1))
    await ui.messages._update(table.id)
    return table, place, person, place.up[ping.id]


async def test_the_call_of_who_is_away_leads_them_back(ui: UI, server: FakeDiscord) -> None:
    table, place, person, call = await left_to_a_computer(ui, server)
    assert call.content == f"🪑 <@{person.id}> {PLAYS} {BEHIND_IF_AWAY}", call.content
    assert call.controls == [away_id(table.id)], call
    _board, ping = one_each(place, table)
    assert person.id not in ping.mentions and table.away_ids == str(call.id)
    await another_moves(ui, table)
    await ui.messages._update(table.id)
    assert call.id in place.up, "it goes with the next call"
    back = await press(ui, person, away_id(table.id))
    assert "You are back." in back.text, back.text
    await ui.messages._update(table.id)
    assert call.id not in place.up and table.away_ids == "", "it stays though they are back"


@pytest.mark.parametrize("far", [False, True])
async def test_after_a_restart_it_is_found_again(ui: UI, server: FakeDiscord, *, far: bool) -> None:
    """Also where its change came just before a crash, and wasn't noted."""
    table, place, person, call = await left_to_a_computer(ui, server)
    if far:
        for _ in range(LOOK):
            place.write("Hello", KIM.id)
    else:
        await ui.tables.save_whereabouts(table.id, away_ids="", ping_id=call.id)
    messages = started_anew(ui)
    await another_moves(ui, table)
    await messages._update(table.id)
    one_each(place, table)
    assert call.content == f"🪑 <@{person.id}> {PLAYS} {BEHIND_IF_AWAY}", call.content
    await ui.services.table_verbs.back(table.id, person)
    await messages._update(table.id)
    assert call.id not in place.up, "it stays though they are back"


async def test_it_says_who_has_the_seat_and_goes_with_the_end(ui: UI, server: FakeDiscord) -> None:
    table, place, person, call = await left_to_a_computer(ui, server)
    number = table.seat_of(person.id) or 0
    seats = [*table.seats]
    seats[number] = replace(seats[number].back("Kim"), person=KIM.id)
    took = TableEvent("replaced", "player", number, KIM.id, person.id)
    await ui.tables.change(table, [took], seats=seats)
    await ui.messages._update(table.id)
    assert call.content == f"🪑 <@{person.id}> Your seat went to Kim meanwhile.", call.content
    assert not call.controls, "a seat that somebody else has is offered to them"
    face, wording = replace(table.face(), night_id="7kq7m"), ui.services.wording(table)
    said = away_text(face, {person.id}, {}, wording)
    assert said.endswith("meanwhile. Press **I'm here** to see how you can play on."), said
    here = Button(routes.PRESS_HERE("7kq7m", mark="ping"), "I'm here")
    assert away_row(face, {person.id}, wording) == (here,), "they read of no next step"
    messages = started_anew(ui)
    await messages._update(table.id)
    assert call.id in place.up and table.away_ids == str(call.id), "it isn't known any more"
    await ui.tables.change(table, phase="cancelled")
    await messages._update(table.id)
    assert call.id not in place.up, "it stays though the game is over"


async def test_where_nobody_is_there_no_computer_is_said_to_play(
    ui: UI, server: FakeDiscord
) -> None:
    table, place, person, call = await left_to_a_computer(ui, server)
    for number in table.people_here():
        await gone(ui, table, number)
    await ui.messages._update(table.id)
    assert call.content == f"🪑 <@{person.id}> {WAITS}", call.content
    assert table.deserted() and PLAYS not in "".join(place.texts), place.texts


async def test_a_paused_game_is_said_to_wait_for_nobody(ui: UI, server: FakeDiscord) -> None:
    """Once it goes on, the call says again that a computer plays."""
    table, _place, person, call = await left_to_a_computer(ui, server)
    paused = "The game is paused. Press **I'm back** to play once it goes on."
    for on, said in ((True, paused), (False, PLAYS)):
        await ui.tables.change(table, paused=on)
        await ui.messages._update(table.id)
        assert call.content == f"🪑 <@{person.id}> {said} {BEHIND_IF_AWAY}", call.content


async def test_on_a_night_it_says_until_when_their_seat_is_kept(
    ui: UI, server: FakeDiscord
) -> None:
    night = await evening(ui, 8)
    table = (await night.start())[1]
    await ui.messages._update(table.id)
    assert table.place_id is not None
    place = server.places[table.place_id]
    person = await gone(ui, table, table.to_act()[0])
    await computers_play(ui, table, random.Random(1))
    until = int(ui.tables.now()) + LONG_WAITED
    await night.quiet()
    await ui.messages._update(table.id)
    kept = f"From <t:{until}:t> on, or sooner if a host says so, somebody who waits may get"
    said = [text for text in place.texts if f"<@{person.id}>" in text]
    assert said == [f"🪑 <@{person.id}> {PLAYS} {kept} your seat. {NO_POINTS_IF_AWAY}"], said
    await ui.tables.change(table, paused=True)
    await ui.messages._update(table.id)
    assert not [text for text in place.texts if kept in text], "nobody gets it while that lasts"


async def test_on_a_night_that_runs_by_itself_it_says_when_computers_finish_a_game_left_alone(
    ui: UI, server: FakeDiscord
) -> None:
    night = await evening(ui, 8, pilot="auto")
    table = (await night.start())[1]
    await ui.messages._update(table.id)
    assert table.place_id is not None
    place = server.places[table.place_id]
    person = await gone(ui, table, table.to_act()[0])
    await computers_play(ui, table, random.Random(1))
    await ui.messages._update(table.id)

    def told() -> list[str]:
        return [text for text in place.texts if f"<@{person.id}>" in text]

    assert not any("computers finish it" in text for text in told()), "somebody is there"
    for number in table.people_here():
        await gone(ui, table, number)
    await ui.services.round_runner.standstills._look(night.id)
    await night.quiet()
    await ui.messages._update(table.id)
    (at,) = left_alone(await night.night(), None).values()
    assert at > ui.tables.now() and all(
        f"If nobody is back by <t:{at}:t>, computers finish it." in text for text in told()
    ), f"until when can they come back? {told()}"
    await ui.services.table_verbs.back(table.id, person)
    await night.quiet()
    await ui.messages._update(table.id)
    assert not any("computers finish it" in text for text in place.texts), "they are back"


async def test_where_all_are_away_it_says_until_when_they_can_come_back(
    ui: UI, server: FakeDiscord
) -> None:
    """On a night that runs by itself: there computers finish the game, and all read when."""
    night = await evening(ui, 2, pilot="auto")
    (table,) = await night.start()
    await ui.messages._update(table.id)
    assert table.place_id is not None
    place = server.places[table.place_id]
    people = [await gone(ui, table, number) for number in table.people_here()]
    await night.quiet()
    await ui.messages._update(table.id)
    (until,) = left_alone(await night.night(), None).values()
    finish = f"<t:{until}:t>. After that, computers finish the game."
    embeds = (each.embed for each in place.up.values())
    (said,) = (x.description or "" for x in embeds if x and x.title == "Nobody is there")
    assert f"can come back until {finish}" in said, said
    by = f"If nobody is back by <t:{until}:t>, computers finish it."
    hand = await press(ui, people[0], routes.HAND(table.id))
    assert by in hand.text, hand.text


async def test_who_leaves_is_not_called_back(ui: UI, server: FakeDiscord) -> None:
    table, place, person, call = await left_to_a_computer(ui, server)
    await ui.services.table_verbs.leave(table.id, person)
    await ui.messages._update(table.id)
    assert call.id not in place.up, "they have said that they leave"


async def test_no_call_stays_at_a_game_that_ends_while_its_board_is_drawn(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The call was still true when it was last looked at."""
    night = await evening(ui, 2)
    (table,) = await night.start()
    await ui.messages._update(table.id)
    await night.play_once(table)
    boards = ui.messages._boards
    shown = boards.show

    async def ends(*given: Any) -> None:
        monkeypatch.setattr(boards, "show", shown)
        await shown(*given)
        await ui.services.table_verbs.end(table.id, HOST, "night")

    monkeypatch.setattr(boards, "show", ends)
    await ui.messages._update(table.id)
    await ui.messages._update(table.id)
    assert table.place_id is not None and table.over
    place = server.places[table.place_id]
    assert not pings(place, table), place.texts
