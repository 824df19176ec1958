"""Hands that lie open: each is drawn anew when what it shows has changed, and only then."""

from __future__ import annotations

import random
from typing import Any, cast
from unittest.mock import AsyncMock

import pytest

from bot.tables.table import Person, Table
from bot.ui.posting.open_hands import OpenHand
from tests.ui.clicks import Answer, interaction
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, Room


def lay_open(room: Room, table: Table, person: Person) -> AsyncMock:
    """Lay a person's hand open; return what is called when it is drawn anew."""
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
