"""Hands that lie open: each is drawn again when what it shows has changed, and only then."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import discord
import pytest

from bot.tables.seat import Person
from bot.tables.table import Table
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.tables.open_hands import OpenHand, OpenHands
from tests.ui.clicks import Answer, interaction
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, Room
from tests.ui.fake_discord import failure


def lay_open(room: Room, table: Table, person: Person) -> AsyncMock:
    """Lay a person's hand open; return what is called when it is drawn again."""
    made: Any = interaction(room, person, CHANNEL, Answer())
    made.is_expired = lambda: False
    made.edit_original_response = AsyncMock()
    seat = table.seat_of(person.id)
    assert seat is not None
    page = room.hands.page(table, seat, "en-GB")
    room.hands.lay_open(
        (table.id, person.id), OpenHand(made, (), page, seat, table.step()), behind=False
    )
    return cast(AsyncMock, made.edit_original_response)


async def redrawn(room: Room, table: Table, person: Person) -> None:
    await room.hands._redraw((table.id, person.id))


async def test_a_hand_that_waits_is_drawn_anew_once_the_table_it_shows_has_changed(
    room: Room,
) -> None:
    """Who waits sees the rows: they would stand there as if true though somebody has moved."""
    table = await room.start(ADA, BOB, CLEO)
    rng = random.Random(1)
    for _move in range(6):
        asked = table.to_act()[0]
        waiting = next(
            Person(seat.person, seat.name)
            for number, seat in enumerate(table.seats)
            if number not in table.to_act()
        )
        number = table.seat_of(waiting.id)
        assert number is not None
        edit, before = lay_open(room, table, waiting), room.hands.page(table, number, "en-GB")
        await room.move(table, rng)
        after = room.hands.page(table, number, "en-GB")
        await redrawn(room, table, waiting)
        assert edit.await_count == (before != after), (
            f"after a move of seat {asked} an open hand that waits shows an old table"
        )


async def test_an_open_hand_is_left_alone_while_it_shows_what_is_true(room: Room) -> None:
    table = await room.start(ADA, BOB)
    edit = lay_open(room, table, ADA)
    await redrawn(room, table, ADA)
    assert not edit.await_count, "a hand that is right was drawn anew"


@pytest.mark.parametrize("person", [ADA, BOB, CLEO])
async def test_pausing_and_coming_back_change_every_hand(room: Room, person: Person) -> None:
    """Nobody may play from it any more, whether they are asked or not."""
    table = await room.start(ADA, BOB, CLEO)
    edit = lay_open(room, table, person)
    await room.services.table_verbs.pause(table.id, ADA, "host")
    await redrawn(room, table, person)
    assert edit.await_count == 1, "the hand doesn't say that the game is paused"
    await room.services.table_verbs.resume(table.id, ADA, "host")
    await redrawn(room, table, person)
    assert edit.await_count == 2, "the hand still says that the game is paused"


async def test_going_away_changes_ones_own_hand(room: Room) -> None:
    table = await room.start(ADA, BOB, CLEO)
    edit = lay_open(room, table, BOB)
    await room.services.table_verbs.leave(table.id, BOB)
    await redrawn(room, table, BOB)
    assert edit.await_count == 1, "the hand doesn't say that a computer plays"


# While somebody does something with their hand


async def drawn(hands: OpenHands) -> None:
    """Wait until all hands that are to be looked after were."""
    await asyncio.gather(*hands._queue._tasks.values())


@pytest.fixture
def hands(room: Room) -> OpenHands:
    """Return hands that are drawn again as on Discord."""
    hands = room.hands = OpenHands(room.services, AnswersFirst())
    room.requests.actions.play.hands = hands
    room.tables.listeners.append(hands.table_changed)
    return hands


async def test_a_hand_shows_what_has_happened_while_it_was_in_use(
    room: Room, hands: OpenHands
) -> None:
    table = await room.start(ADA, BOB)
    edit = lay_open(room, table, ADA)
    with hands.in_use(table.id, ADA.id):
        await room.services.table_verbs.pause(table.id, ADA, "host")
        await drawn(hands)
        assert not edit.await_count, "a hand was changed under its person's fingers"
    await drawn(hands)
    assert edit.await_count == 1, "the hand shows an old table, and nothing will change that"


async def test_a_hand_shows_what_has_happened_while_it_was_sent(
    room: Room, hands: OpenHands
) -> None:
    table = await room.start(ADA, BOB)
    made: Any = interaction(room, ADA, CHANNEL, Answer())
    made.is_expired = lambda: False
    edit = made.edit_original_response = AsyncMock()

    async def send(*_: Any, **__: Any) -> None:
        await room.services.table_verbs.pause(table.id, BOB, "moderator")

    made.response.send_message = send
    await room.requests.actions.play.show_named_hand(made, table.id)
    await drawn(hands)
    assert edit.await_count == 1, "the hand shows the table as it was when it was drawn"


async def test_hands_that_cannot_be_changed_any_more_are_forgotten(room: Room) -> None:
    table = await room.start(ADA, BOB, CLEO)
    for person in (ADA, BOB):
        lay_open(room, table, person)
    old = room.hands._open[table.id, ADA.id]
    old.interaction.is_expired = lambda: True
    lay_open(room, table, CLEO)
    assert set(room.hands._open) == {(table.id, BOB.id), (table.id, CLEO.id)}, (
        "a hand whose time is over is kept, or one whose time isn't over was let go"
    )


async def test_a_hand_that_was_dismissed_is_forgotten(room: Room) -> None:
    """And one that Discord couldn't change just now is tried again."""
    table = await room.start(ADA, BOB)
    edit = lay_open(room, table, ADA)
    await room.services.table_verbs.pause(table.id, ADA, "host")
    edit.side_effect = failure(500)
    with pytest.raises(discord.HTTPException):
        await redrawn(room, table, ADA)
    edit.side_effect = failure(404, 10008)
    await redrawn(room, table, ADA)
    await redrawn(room, table, ADA)
    assert edit.await_count == 2, "a hand that isn't there any more is drawn again and again"


async def test_who_has_lost_their_seat_is_shown_no_more_of_it(room: Room) -> None:
    table = await room.start(ADA, BOB)
    edit = lay_open(room, table, BOB)
    seats = [table.seats[0], replace(table.seats[1], person=CLEO.id)]
    await room.tables.change(table, seats=seats)
    await redrawn(room, table, BOB)
    assert not edit.await_count, "a hand was shown to somebody who doesn't sit there any more"


# Opened again


async def opened_again(room: Room, table: Table, **more: Any) -> Answer:
    """Let Ada open her hand once more."""
    answer = Answer()
    made: Any = interaction(room, ADA, CHANNEL, answer, is_expired=lambda: False, **more)
    made.edit_original_response = AsyncMock()
    await room.requests.actions.play.show_named_hand(made, table.id)
    await drawn(room.hands)
    assert not made.edit_original_response.await_count, "the new hand was closed"
    return answer


async def test_the_older_hand_says_that_it_was_opened_again(room: Room, hands: OpenHands) -> None:
    table = await room.start(ADA, BOB)
    older, other = lay_open(room, table, ADA), lay_open(room, table, BOB)
    shown = (await opened_again(room, table)).text
    assert older.await_count == 1, "the older hand isn't told that it was opened again"
    said = older.await_args
    assert said is not None
    assert said.kwargs["view"] is None, "the older hand has kept its controls"
    assert said.kwargs["embed"].title == "Opened again below"
    assert not said.kwargs["embed"].description, "the older hand still shows cards"
    assert shown and not other.await_count, "somebody else's hand was closed"
    await opened_again(room, table)
    assert older.await_count == 1, "the oldest hand is told again and again"


async def test_a_hand_that_goes_on_in_its_message_is_not_closed(
    room: Room, hands: OpenHands
) -> None:
    table = await room.start(ADA, BOB)
    older = lay_open(room, table, ADA)
    own = SimpleNamespace(flags=SimpleNamespace(ephemeral=True))
    await opened_again(room, table, type=discord.InteractionType.component, message=own)
    assert not older.await_count, "the hand was closed that its person is using"


async def test_a_call_that_comes_twice_does_not_close_what_it_has_opened(
    room: Room, hands: OpenHands
) -> None:
    table = await room.start(ADA, BOB)
    for _time in range(2):
        await opened_again(room, table, id=77)


async def test_an_older_hand_that_cannot_be_told_is_left_alone(
    room: Room, hands: OpenHands
) -> None:
    """Its time may be over, or it was dismissed: the new one is open all the same."""
    table = await room.start(ADA, BOB)
    older = lay_open(room, table, ADA)
    room.hands._open[table.id, ADA.id].interaction.is_expired = lambda: True
    await opened_again(room, table)
    assert not older.await_count
    older = lay_open(room, table, ADA)
    older.side_effect = failure(404, 10008)
    await opened_again(room, table)
    assert (older.await_count, hands._older) == (1, {})


async def test_a_hand_that_lies_open_does_not_keep_what_its_message_looked_like(
    room: Room,
) -> None:
    table = await room.start(ADA, BOB)
    made: Any = interaction(room, ADA, CHANNEL, Answer())
    made.message = SimpleNamespace(embeds=["board"], components=["row"], reference="ping")
    page = room.hands.page(table, 0, "en-GB")
    hand = OpenHand(made, (), page, 0, table.step())
    room.hands.lay_open((table.id, ADA.id), hand, behind=False)
    kept = made.message
    assert (kept.embeds, kept.components, kept.reference) == ([], [], None), "memory for nothing"
