"""Whom a ping calls: those who are newly asked, and nobody who has just acted or was called."""

from __future__ import annotations

from typing import Any, cast

from bot.tables.table import Seat, Table
from bot.ui.poster import Poster
from tests.ui.conftest import Room


class Asked:
    """A table of three that asks whom the test says."""

    def __init__(self) -> None:
        self.id = "abcde"
        self.phase = "playing"
        self.card_id = 1
        self.seats = [Seat(person, str(person)) for person in (11, 12, 13)]
        self.seats_asked: tuple[int, ...] = ()

    def people_asked(self) -> tuple[int, ...]:
        return self.seats_asked


def due(poster: Poster, table: Asked, *rounds: tuple[int, ...]) -> set[int]:
    """Let the table change again and again; return who is to be called after that."""
    for asked in rounds:
        table.seats_asked = asked
        poster.hear(cast(Table, cast(Any, table)))
    return set(poster._calls[table.id].due)


def called(poster: Poster, table: Asked) -> None:
    """Call all who are due."""
    poster._calls[table.id].due.clear()
    poster._calls[table.id].sure = True


async def test_turns_call_the_next(room: Room) -> None:
    poster, table = room.house.poster, Asked()
    assert due(poster, table, (), (0,)) == {11}
    called(poster, table)
    assert due(poster, table, (1,)) == {12}


async def test_who_is_asked_again_at_once_is_not_called(room: Room) -> None:
    poster, table = room.house.poster, Asked()
    due(poster, table, (), (0,))
    called(poster, table)
    assert due(poster, table, (0,)) == set()


async def test_who_has_acted_before_the_ping_went_out_is_not_called(room: Room) -> None:
    poster, table = room.house.poster, Asked()
    assert due(poster, table, (), (0,), (1,)) == {12}


async def test_who_is_asked_again_after_others_is_called_again(room: Room) -> None:
    poster, table = room.house.poster, Asked()
    due(poster, table, (), (0,))
    called(poster, table)
    assert due(poster, table, (1,), (0,)) == {11}


async def test_a_sealed_choice_of_one_calls_none_of_the_others_again(room: Room) -> None:
    poster, table = room.house.poster, Asked()
    assert due(poster, table, (), (0, 1, 2)) == {11, 12, 13}
    called(poster, table)
    assert due(poster, table, (0, 2)) == set()
    assert due(poster, table, (2,)) == set()
    assert due(poster, table, (0, 1, 2)) == {11, 12}


async def test_the_end_calls_nobody(room: Room) -> None:
    poster, table = room.house.poster, Asked()
    assert due(poster, table, (), (0,), ()) == set()
