"""Board, ping and card as they lie on Discord: one of each, whatever fails on the way."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.tables.seat import Person
from bot.tables.table import Table
from bot.ui.pages.tables.ping import ping_id
from bot.ui.posting import channels
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.kept_messages import LOOK, Kept
from bot.ui.posting.refusals import ARCHIVED
from bot.ui.posting.request_budget import RequestBudget
from bot.ui.posting.shut_places import ShutPlaces
from bot.ui.posting.tables import boards as boards_module
from bot.ui.posting.tables import table_messages
from bot.ui.posting.tables.boards import FAR
from bot.ui.posting.tables.table_messages import TableMessages
from tests.ui.clicks import DAI
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, UI, begun
from tests.ui.fake_discord import FakeDiscord, Message, Place, failure

SOMEBODY, LANDING = 555, 888


async def another_moves(ui: UI, table: Table) -> int:
    """Play until somebody else is asked; return who."""
    rng, before = random.Random(1), table.to_act()
    while table.to_act() == before:
        await ui.move(table, rng)
    return table.seats[table.to_act()[0]].person


def started_anew(ui: UI) -> TableMessages:
    """Return what another process of the bot would post with: one that knows nothing so far."""
    return TableMessages(
        ui.services,
        AnswersFirst(),
        RequestBudget(1_000_000),
        picture_pause=0,
        ping_pause=0,
    )


def boards(place: Place, table: Table) -> list[Message]:
    """Return the boards of a table in a place."""
    wanted = f"t:hand:{table.id}"
    return [each for each in place.up.values() if wanted in each.controls]


def pings(place: Place, table: Table) -> list[Message]:
    """Return the pings of a table in a place."""
    return [each for each in place.up.values() if ping_id(table.id) in each.controls]


def one_each(place: Place, table: Table) -> tuple[Message, Message]:
    """Return board and ping of a table, of which there is one each."""
    assert len(boards(place, table)) == 1, f"boards: {place.texts}"
    assert len(pings(place, table)) == 1, f"pings: {place.texts}"
    return boards(place, table)[0], pings(place, table)[0]


# As it should be


async def test_a_table_has_a_card_a_board_and_one_ping(ui: UI, server: FakeDiscord) -> None:
    table, place = await begun(ui, server)
    first, ping = one_each(place, table)
    assert list(server.places[CHANNEL].up) == [table.card_id]
    assert (table.board_id, table.ping_id, table.board_revision) == (
        first.id,
        ping.id,
        table.revision,
    )
    person = await another_moves(ui, table)
    await ui.messages._update(table.id)
    board, ping = one_each(place, table)
    assert board is first, "a board that could be edited was put up anew"
    assert ping.mentions == {person}, "the ping calls somebody else than who is asked"
    assert table.board_revision == table.revision


async def test_a_board_that_has_scrolled_away_is_put_up_anew(ui: UI, server: FakeDiscord) -> None:
    table, place = await begun(ui, server)
    first, _ping = one_each(place, table)
    for _ in range(FAR):
        ui.messages.count_message(place.id)
    await another_moves(ui, table)
    await ui.messages._update(table.id)
    board, _ping = one_each(place, table)
    assert board is not first, "the board stays far above the newest messages"
    await another_moves(ui, table)
    await ui.messages._update(table.id)
    assert one_each(place, table)[0] is board, "a board at the bottom was put up anew"


async def test_another_process_sees_how_much_was_said_below_a_board(
    ui: UI, server: FakeDiscord
) -> None:
    table, place = await begun(ui, server)
    first, _ping = one_each(place, table)
    for _ in range(FAR):
        place.write("chat", SOMEBODY)
    await another_moves(ui, table)
    await started_anew(ui)._update(table.id)
    board, _ping = one_each(place, table)
    assert board is not first, "after a restart the board stays far above the newest messages"


@pytest.mark.walked
async def test_a_card_that_was_deleted_stays_away_once_the_game_is_on(
    ui: UI, server: FakeDiscord
) -> None:
    table, place = await begun(ui, server)
    server.places[CHANNEL].up.clear()
    await ui.end(table.id)
    await ui.messages._update(table.id)
    assert not server.places[CHANNEL].up, "a card was put up for a game that has its board"
    assert "Ended without a result" in place.texts, f"no board says that it is over: {place.texts}"


async def test_a_game_that_is_over_and_shown_is_asked_nothing_more_of_discord(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, place = await begun(ui, server)
    rng = random.Random(1)
    while table.phase == "playing":
        await ui.move(table, rng)
    shown = list[int | None]()
    show = Kept.show

    async def show_end(kept: Kept, *args: Any, **named: Any) -> int | None:
        shown.append(kept.id)
        return await show(kept, *args, **named)

    monkeypatch.setattr(Kept, "show", show_end)
    for _look in range(2):
        # The first leaves the card to the queue of cards, which has the table looked after again.
        await ui.messages._update(table.id)
        await ui.messages._update_card(table.id)
    assert table.board_revision == table.revision
    assert table.end_id not in shown, "an end message that has not changed is edited"
    assert table.id not in ui.messages._posted
    place.failures = {kind: [failure(500)] * 9 for kind in ("history", "edit", "send", "delete")}
    # An alarm set for a ping or a picture may ring after the end.
    await ui.messages._update(table.id)
    assert {kind: len(left) for kind, left in place.failures.items()} == dict.fromkeys(
        place.failures, 9
    ), "all messages of a game that is over are looked for and written anew"


async def test_no_board_waits_for_outdated_pings_when_much_is_going_on(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, place = await begun(ui, server)
    monkeypatch.setattr(RequestBudget, "busy", property(lambda _budget: True))
    monkeypatch.setattr("bot.ui.posting.tables.boards.TOGETHER", 0.0)
    await another_moves(ui, table)
    edits, asked_later = place.edits, list[str]()
    monkeypatch.setattr(ui.messages._old_pings, "schedule", asked_later.append)
    await ui.messages._update(table.id)
    assert place.edits > edits, "the board isn't shown"
    assert len(pings(place, table)) == 2, "the board's turn was spent on deleting a ping"
    assert table.board_revision < table.revision, (
        "after a crash nobody would look for the outdated ping"
    )
    assert asked_later == [table.id], "the outdated ping stays"
    await ui.messages._clear(table.id)
    await ui.messages._update(table.id)
    one_each(place, table)
    assert table.board_revision == table.revision


async def test_what_changes_while_it_is_shown_is_shown_afterwards(
    ui: UI, server: FakeDiscord
) -> None:
    table, place = await begun(ui, server)
    await another_moves(ui, table)

    async def moves_on() -> None:
        await another_moves(ui, table)

    place.meanwhile = moves_on
    await ui.messages._update(table.id)
    assert table.board_revision < table.revision, "a state that was never shown counts as shown"


async def test_a_table_that_cannot_be_read_says_so_on_its_board(
    ui: UI, server: FakeDiscord
) -> None:
    table, place = await begun(ui, server)
    table.become(replace(table, frozen=True))
    await ui.messages._update(table.id)
    (board,) = [each for each in place.up.values() if each.id == table.board_id]
    assert board.embed is not None
    assert "can't be read" in (board.embed.description or ""), "the board shows an old state"
    assert board.view is None, "the board of a table that can't be read has buttons"


async def test_no_second_card_is_put_up_while_one_is_on_its_way(
    ui: UI, server: FakeDiscord
) -> None:
    """The bot repairs what is behind at any time, also just when somebody opens a table."""
    table = await ui.open(ADA)
    with ui.messages.card_coming(table.id):
        await ui.messages._update(table.id)
    assert not server.places[CHANNEL].up, "the table has two cards"
    await ui.messages._update(table.id)
    assert len(server.places[CHANNEL].up) == 1


# After a failure, and after a crash


async def test_who_could_not_be_called_is_called_the_next_time(ui: UI, server: FakeDiscord) -> None:
    table, place = await begun(ui, server)
    person = await another_moves(ui, table)
    place.failures["send"] = [failure(500)]
    with pytest.raises(discord.HTTPException):
        await ui.messages._update(table.id)
    await ui.messages._update(table.id)
    _board, ping = one_each(place, table)
    assert ping.mentions == {person}, "who is asked was never called"


async def test_a_ping_that_was_sent_after_all_calls_nobody_again(
    ui: UI, server: FakeDiscord
) -> None:
    table, place = await begun(ui, server)
    await another_moves(ui, table)
    place.lost["send"] = [failure(500)]
    with pytest.raises(discord.HTTPException):
        await ui.messages._update(table.id)
    sent = pings(place, table)[-1]
    await ui.messages._update(table.id)
    assert one_each(place, table)[1] is sent, "somebody was called twice for one move"
    assert table.ping_id == sent.id


async def test_a_board_that_was_sent_after_all_is_taken_over(ui: UI, server: FakeDiscord) -> None:
    table, place = await begun(ui, server)
    for _ in range(FAR):
        ui.messages.count_message(place.id)
    await another_moves(ui, table)
    place.lost["send"] = [failure(500)]
    with pytest.raises(discord.HTTPException):
        await ui.messages._update(table.id)
    sent = boards(place, table)[-1]
    await ui.messages._update(table.id)
    assert one_each(place, table)[0] is sent, "the board lies there twice"


async def test_after_a_crash_a_table_knows_its_own_messages_from_others(
    ui: UI, server: FakeDiscord
) -> None:
    """Another table lies in the same place, and people write there."""
    table, place = await begun(ui, server)
    board, ping = one_each(place, table)
    others = [
        place.write("<@9> your turn in Donburiko!"),
        place.write("The bot says something."),
        place.write(f"I have copied this: {ping.content}", SOMEBODY),
    ]
    await ui.tables.save_whereabouts(table.id, ping_id=None)
    await started_anew(ui)._update(table.id)
    gone = [each.content for each in others if each.id not in place.up]
    assert not gone, "messages that are not this table's ping were taken down"
    assert (table.board_id, table.ping_id) == (board.id, ping.id)
    assert place.texts.count(ping.content) == 1, "somebody was called twice for one move"


async def test_after_a_crash_doubles_are_taken_down(ui: UI, server: FakeDiscord) -> None:
    table, place = await begun(ui, server)
    board, ping = one_each(place, table)
    twin = await place.send(embed=board.embed, view=board.view)
    second = await place.send(ping.content, view=ping.view)
    await started_anew(ui)._update(table.id)
    assert one_each(place, table) == (twin, second), "not the newest ones were kept"
    assert (table.board_id, table.ping_id) == (twin.id, second.id)


async def test_after_a_crash_a_ping_far_above_the_newest_is_taken_down(
    ui: UI, server: FakeDiscord
) -> None:
    """People wrote much since the last ping, and the bot died just after the next one."""
    table, place = await begun(ui, server)
    first, talk = table.ping_id, [place.write("Hello", SOMEBODY) for _ in range(LOOK)]
    person = await another_moves(ui, table)
    place.failures["delete"] = [failure(500)] * 9
    with pytest.raises(discord.HTTPException):
        await ui.messages._update(table.id)
    del place.failures["delete"]
    second = pings(place, table)[-1]
    assert len(pings(place, table)) == 2, "this test needs a crash between the two"
    await started_anew(ui)._update(table.id)
    assert one_each(place, table)[1] is second, f"the ping {first} of before stands there for ever"
    assert second.mentions == {person}
    assert all(each.id in place.up for each in talk), "what people wrote was taken down"


async def test_a_ping_is_taken_down_though_the_bot_died_before_there_was_room_for_that(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, place = await begun(ui, server)
    for _ in range(LOOK):
        place.write("Hello", SOMEBODY)
    await another_moves(ui, table)
    monkeypatch.setattr(RequestBudget, "spare", lambda *_asked: False)
    await ui.messages._update(table.id)
    assert len(pings(place, table)) == 2, "this test needs a crash between the two"
    monkeypatch.undo()
    await started_anew(ui)._update(table.id)
    one_each(place, table)


async def test_after_a_crash_who_was_called_far_above_is_not_called_again(
    ui: UI, server: FakeDiscord
) -> None:
    table, place = await begun(ui, server)
    _board, ping = one_each(place, table)
    for _ in range(LOOK):
        place.write("Hello", SOMEBODY)
    await started_anew(ui)._update(table.id)
    assert one_each(place, table)[1] is ping, "somebody was called twice for one move"


async def test_after_a_crash_much_talk_below_an_unsaved_ping_brings_no_second_one(
    ui: UI, server: FakeDiscord
) -> None:
    table, place = await begun(ui, server)
    person = await another_moves(ui, table)
    place.lost["send"] = [failure(500)]
    with pytest.raises(discord.HTTPException):
        await ui.messages._update(table.id)
    for _ in range(60):
        place.write("Hello", SOMEBODY)
    await started_anew(ui)._update(table.id)
    mentions = [each.mentions for each in pings(place, table)]
    assert mentions == [{person}], f"they were called again, or not at all: {mentions}"


async def test_a_table_brought_elsewhere_leaves_no_ping_of_before_a_crash(
    ui: UI, server: FakeDiscord
) -> None:
    """The bot died after it had sent a ping, and was called elsewhere before it looked."""
    table, place = await begun(ui, server)
    other = server.add(CHANNEL + 1, discord.TextChannel)
    await another_moves(ui, table)
    place.lost["send"] = [failure(500)]
    with pytest.raises(discord.HTTPException):
        await ui.messages._update(table.id)
    messages = started_anew(ui)
    messages._wanted_here[table.id] = (ADA.id, other.id)
    await messages._update(table.id)
    assert not pings(place, table), "a ping stays where the table was"
    one_each(other, table)
    await messages.close()


async def test_an_end_that_is_brought_elsewhere_calls_nobody_again(
    ui: UI, server: FakeDiscord
) -> None:
    """At first all who played to the end are called, not who has left the game."""
    table, place = await begun(ui, server)
    rng = random.Random(1)
    while table.phase == "playing":
        await ui.move(table, rng)
    left = table.seats[0]
    seats = [replace(left, stand_in="left", away_since=0), *table.seats[1:]]
    await ui.tables.change(table, seats=seats)
    await ui.messages._update(table.id)
    assert table.end_id is not None, "the end is told nowhere"
    people = {each.person for each in table.seats if each.person != left.person}
    assert place.up[table.end_id].mentions == people, "who played isn't told how it ended"
    other = server.add(CHANNEL + 1, discord.TextChannel)
    ui.messages._wanted_here[table.id] = (ADA.id, other.id)
    await ui.messages._update(table.id)
    (end,) = other.up.values()
    assert end.id == table.end_id and not end.mentions, "all are called a second time"
    assert place.up.keys() & {table.board_id, table.end_id} == set(), "it lies in two places"


async def test_a_thread_that_was_opened_before_a_crash_is_found(
    ui: UI, server: FakeDiscord
) -> None:
    table, place = await begun(ui, server)
    await ui.tables.save_whereabouts(table.id, place_id=None, board_id=None, ping_id=None)
    await started_anew(ui)._update(table.id)
    assert table.place_id == place.id, "the thread of the table is lost"


async def test_the_thread_of_a_game_that_is_over_gets_the_name_of_the_next_one_there(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once its board is up, as that may take long. Somebody else's name for it stays."""
    table, place = await begun(ui, server)
    place.channel.name = "Donburiko! · Ada, Bob"
    await ui.end(table.id)
    rename, boards = channels.rename, list[bool]()

    async def renamed(*given: Any) -> bool:
        boards.append(again.board_id in place.up)
        return await rename(*given)

    monkeypatch.setattr(channels, "rename", renamed)
    for name, kept in (("Donburiko! · Ada, Bob", False), ("Friday", True)):
        place.channel.name = name
        again = await ui.start(ADA, CLEO, channel_id=place.id)
        await ui.messages._update(again.id)
        await ui.messages._update_card(again.id)
        assert again.place_id == place.id
        assert place.channel.name == (name if kept else "Donburiko! · Ada, Cleo")
        await ui.end(again.id)
    assert boards == [True, True], "a board has waited until its thread had its name"


async def test_a_thread_where_a_game_goes_on_keeps_its_name(ui: UI, server: FakeDiscord) -> None:
    _table, place = await begun(ui, server)
    place.channel.name = "Donburiko! · Ada, Bob"
    again = await ui.start(ADA, CLEO, channel_id=place.id)
    await ui.messages._update(again.id)
    assert again.place_id == place.id and place.channel.name == "Donburiko! · Ada, Bob"


async def test_a_thread_is_named_after_those_who_sit_there(ui: UI, server: FakeDiscord) -> None:
    """Unless somebody has given it another name."""
    table, place = await begun(ui, server)
    for new, name, then in (
        (DAI, "Donburiko! · Ada, Bob, Cleo", "Donburiko! · Dai, Bob, Cleo"),
        (Person(9, "Zoe"), "Friday", "Friday"),
    ):
        place.channel.name = name
        seat = Person(table.seats[0].person, table.seats[0].name)
        await ui.services.table_verbs.leave(table.id, seat)
        await ui.services.table_verbs.replace(table.id, new, 0)
        await ui.messages._update_card(table.id)
        assert place.channel.name == then


# Places that are shut


async def test_an_archived_thread_is_opened_again(ui: UI, server: FakeDiscord) -> None:
    table, place = await begun(ui, server)
    await another_moves(ui, table)
    place.failures["edit"] = [failure(400, ARCHIVED)] * 9
    await ui.messages._update(table.id)
    assert table.place_id == place.id, "the table has moved"
    one_each(place, table)
    assert table.board_revision == table.revision


async def test_a_locked_thread_stays_shut_and_the_table_goes_on_in_the_channel(
    ui: UI, server: FakeDiscord
) -> None:
    table, place = await begun(ui, server)
    await another_moves(ui, table)
    place.channel.locked = True
    place.failures["edit"] = [failure(400, ARCHIVED)] * 9
    await ui.messages._update(table.id)
    assert table.place_id == CHANNEL, "a thread that a moderator has locked was opened"
    one_each(server.places[CHANNEL], table)


async def test_a_thread_that_is_gone_is_left_for_the_channel(ui: UI, server: FakeDiscord) -> None:
    table, place = await begun(ui, server)
    await another_moves(ui, table)
    del server.places[place.id]
    await ui.messages._update(table.id)
    assert table.place_id == CHANNEL, "the table lies where nobody can see it"
    one_each(server.places[CHANNEL], table)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (160006, "No thread: this server has as many open threads as Discord allows."),
        (30031, "No thread: Discord refused (30031)."),
    ],
)
async def test_where_discord_allows_no_thread_the_board_lies_in_the_channel_and_says_why(
    ui: UI, server: FakeDiscord, code: int, said: str
) -> None:
    table = await ui.open(ADA, BOB)
    await ui.messages._update(table.id)
    server.places[CHANNEL].failures["thread"] = [failure(400, code)]
    await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    await ui.messages._update(table.id)
    assert table.place_id == CHANNEL, "a table waits for a thread that Discord doesn't allow"
    assert not table.asleep and table.board_revision == table.revision, "not all of it is shown"
    (board,) = boards(server.places[CHANNEL], table)
    assert board.embed is not None and said in (board.embed.description or ""), "it says no why"
    assert pings(server.places[CHANNEL], table), "nobody is called to a board without a thread"


async def test_a_thread_that_discord_lets_nobody_write_in_is_left_for_the_channel(
    ui: UI, server: FakeDiscord
) -> None:
    table, place = await begun(ui, server)
    await another_moves(ui, table)
    for kind in ("edit", "send"):
        place.failures[kind] = [failure(400, 30031)] * 9
    await ui.messages._update(table.id)
    assert table.place_id == CHANNEL, "a table stays where Discord refuses all"
    (board,) = boards(server.places[CHANNEL], table)
    assert board.embed is not None
    assert "No thread: Discord refused (30031)." in (board.embed.description or "")


async def test_a_table_whose_channel_is_gone_goes_on_where_the_server_has_another(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board says why, also after a restart; who calls it elsewhere reads nothing of it."""

    async def ways_on(_guild: int) -> list[int]:
        return [LANDING]

    monkeypatch.setattr(ui.services, "ways_on", ways_on)
    table, place = await begun(ui, server)
    await another_moves(ui, table)
    there = server.add(LANDING, discord.TextChannel)
    for gone in (place.id, CHANNEL):
        del server.places[gone]
    await ui.messages._update(table.id)
    assert (table.place_id, table.asleep) == (LANDING, False), "it lies where nobody sees it"
    board, _ping = one_each(there, table)
    said = "Moved here from another channel: the channel was deleted."
    assert board.embed is not None and said in (board.embed.description or "")
    stored = await ui.tables.store.table(table.id)
    assert stored is not None and stored[0].place_code == 10003, "after a restart nobody knows why"
    threads = list[int]()
    monkeypatch.setattr(ShutPlaces, "note_thread", lambda _shut, *noted: threads.extend(noted))
    await ui.messages._update(table.id)
    assert threads == [], "what its old channel refuses is taken for refused in the new one"
    monkeypatch.setattr(boards_module, "NEWS", -1.0)
    await another_moves(ui, table)
    await ui.messages._update(table.id)
    (board,) = boards(there, table)
    assert board.embed is not None and said not in (board.embed.description or ""), "it's no news"
    person = table.seats[0].person
    await ui.services.table_verbs.wake(table.id, person, LANDING)
    assert table.place_code == 0, "a board that was called there says that it had to move"


async def test_a_table_that_has_moved_goes_back_where_it_can_from_a_channel_that_is_shut(
    ui: UI, server: FakeDiscord
) -> None:
    """What it can't see of another channel tells nothing about its own."""
    table, _place = await begun(ui, server)
    there = server.add(LANDING, discord.TextChannel)
    await ui.tables.save_whereabouts(table.id, place_id=LANDING, board_id=None)
    ui.messages._forget(table.id)
    for kind in ("send", "edit", "history"):
        there.failures[kind] = [failure(403, 50001)] * 9
    await ui.messages._update(table.id)
    assert (table.place_id, table.asleep) == (CHANNEL, False), "its own channel is open"


async def test_a_mistake_of_ours_moves_no_table(ui: UI, server: FakeDiscord) -> None:
    table, place = await begun(ui, server)
    await another_moves(ui, table)
    place.failures["edit"] = [failure(400, 50006)] * 2
    with pytest.raises(discord.HTTPException):
        await ui.messages._update(table.id)
    assert table.place_id == place.id, "a table has moved, since what it sent was wrong"


async def test_a_table_whose_thread_is_deleted_is_looked_after_at_once(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a game is on; what is over has nothing more to say."""
    table, place = await begun(ui, server)
    asked = list[str]()
    monkeypatch.setattr(ui.messages._queue, "schedule", asked.append)
    await ui.messages.place_deleted(place.id + 1)
    assert asked == [], "a thread that is nobody's"
    await ui.messages.place_deleted(place.id)
    assert asked == [table.id] and table.board_revision == -1, "after a crash nobody would look"
    del server.places[place.id]
    await ui.messages._update(table.id)
    one_each(server.places[CHANNEL], table)
    await ui.end(table.id)
    asked.clear()
    await ui.messages.place_deleted(CHANNEL)
    assert asked == []


async def test_what_leads_to_a_game_that_is_over_leads_to_no_thread_that_is_deleted(
    ui: UI, server: FakeDiscord
) -> None:
    table, place = await begun(ui, server)
    await ui.end(table.id)
    told = list[int | None]()
    ui.tables.listeners.append(lambda each: told.append(each.place_id))
    del server.places[place.id]
    await ui.messages.place_deleted(place.id)
    assert told == [CHANNEL], f"desk and list are told of {told}"


async def test_a_card_in_an_archived_thread_opens_it_again(ui: UI, server: FakeDiscord) -> None:
    """As in a forum post: its lobby isn't put to sleep for that."""
    table = await ui.open(ADA, BOB)
    place = server.places[CHANNEL] = server.add(CHANNEL, discord.Thread)
    place.failures["send"] = [failure(400, ARCHIVED)] * 9
    await ui.messages._update(table.id)
    assert [*place.up] == [table.card_id], "the card isn't there"
    assert not table.asleep


async def test_a_table_without_any_place_sleeps(ui: UI, server: FakeDiscord) -> None:
    table, _place = await begun(ui, server)
    await another_moves(ui, table)
    server.places.clear()
    await ui.messages._update(table.id)
    assert table.asleep, "the bot would go on asking for a place that there is not"


async def test_where_nothing_more_can_be_sent_the_board_says_what_has_happened(
    ui: UI, server: FakeDiscord
) -> None:
    table, thread = await begun(ui, server)
    thread.failures["send"] = [failure(403, 50013)]
    await another_moves(ui, table)
    await ui.messages._update(table.id)
    place = server.places[CHANNEL]
    one_each(place, table)
    place.failures["send"] = [failure(403, 50013)]
    await another_moves(ui, table)
    await ui.messages._update(table.id)
    name = table.seats[table.to_act()[0]].name
    said = [each.embed.title for each in boards(place, table) if each.embed]
    assert table.asleep and said == [f"{name}'s turn"], f"it still shows an earlier state: {said}"


# Many tables


async def test_few_tables_are_repaired_at_once(ui: UI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_messages, "AT_ONCE", 2)
    for _ in range(5):
        await ui.open(ADA, BOB)
    messages = started_anew(ui)
    shown: list[str] = []
    together = most = 0

    async def update(table_id: str) -> None:
        nonlocal together, most
        together += 1
        most = max(most, together)
        await asyncio.sleep(0)
        together -= 1
        shown.append(table_id)

    messages._queue._run = update
    await messages.repair()
    assert len(shown) == 5, "not every table was looked after"
    assert most == 2, f"{most} tables were repaired at once"
    await messages.close()
