"""Seats in play: what happens to them when somebody acts, leaves, comes back, or is away.

Nothing here changes a table: each function gives the seats as they would be, or raises Trouble.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

from bot.engine.text import marked as _
from bot.tables.lobby_rules import computer, demand_not_taken_off
from bot.tables.seat import STAND_IN_LEVEL, Person, Seat
from bot.tables.table import Changes, Table
from bot.tables.table_event import TableEvent
from bot.tables.trouble import (
    GAVE_UP,
    HAS_KICKED,
    NOT_INVITED,
    PLAYED_OFF,
    Finishing,
    SeatTaken,
    Trouble,
)
from storage.rows import Freed, Holder


def put(table: Table, number: int, seat: Seat) -> list[Seat]:
    """Return the seats of a table with another one in a place."""
    return [*table.seats[:number], seat, *table.seats[number + 1 :]]


def without(table: Table, number: int, gone: Seat) -> Changes:
    """Return what changes at a table once a seat is `gone`: it, and maybe the host."""
    return {"seats": put(table, number, gone), "host": host_without(table, number)}


def by_person(table: Table, number: int, person: Person) -> tuple[list[Seat], list[TableEvent]]:
    """Return the seats after a move of a person, which brings them back if they were away.

    Raises Trouble if they have given up, or computers finish the game.
    """
    seat = table.seats[number]
    if seat.gave_up:
        raise Trouble(GAVE_UP)
    if table.left_to_computers():
        raise Finishing
    table_events = [] if seat.here else [TableEvent("back", "player", number, person.id)]
    return put(table, number, seat.back(person.name)), table_events


def by_computer(table: Table, number: int) -> list[Seat]:
    """Return the seats after a computer's move, which may have been one in a person's place.

    It was to make that one alone: whoever is asked something else next has new time for it.
    """
    return put(table, number, replace(table.seats[number].moved_on(), said_back=False))


def with_newcomer(
    table: Table, number: int, person: Person, table_events: Iterable[TableEvent]
) -> tuple[list[Seat], TableEvent]:
    """Return the seats with a willing person on one that is free.

    `table_events` are all that were done to the table: nobody may take a seat who once sat on
    another one in this game and knows what was hidden there, who was taken off, or who took
    somebody off (no hand can be won by taking it away). Raises Trouble for them, and if the seat
    isn't free.
    """
    if table.sits(person.id):
        raise Trouble(_("You already have a seat here."))
    seat = seat_at(table, number)
    if seat.away:
        raise Trouble(
            _(
                "That player is only away and may come back at any time. "
                "To free the seat, the host or a moderator can remove them."
            )
        )
    if number not in table.free():
        raise Trouble(PLAYED_OFF) if not seat.here and number in table.played_off() else SeatTaken
    table_events = list(table_events)
    demand_not_taken_off(table_events, person.id)
    if any(act.what == "kicked" and act.person == person.id for act in table_events):
        raise Trouble(HAS_KICKED)
    if not table.invites(person.id):
        raise Trouble(NOT_INVITED)
    sat = {n for n, each in enumerate(table.seats) if each.first == person.id}
    sat |= {act.seat for act in table_events if act.whom == person.id and act.seat is not None}
    if sat - {number}:
        raise Trouble(_("You have seen another hand in this game, so you can't take this seat."))
    mine = Seat(person.id, person.name, first=seat.first)
    return put(table, number, mine), TableEvent(
        "replaced", "player", number, person.id, seat.person
    )


def holders_with(table: Table, person: Person) -> tuple[Holder, ...]:
    """Return everybody who ever held a hand, now that a person has one as well."""
    if any(each.person == person.id for each in table.holders):
        return table.holders
    return (*table.holders, Holder(person.id, person.name))


def left(table: Table, number: int, freed: Freed | None = None) -> list[Seat]:
    """Return the seats after a person has left for good, or until they say that they are back; or
    after theirs was `freed`, which is not their doing.

    Raises Trouble if they have left already.
    """
    seat = table.seats[number]
    if seat.gave_up:
        raise Trouble(GAVE_UP)
    if seat.how_gone in ("left", "emptied"):
        raise Trouble(_("You have already left this game."))
    return put(table, number, seat.left(table.step(), table.revision, freed))


def given_up(table: Table, number: int) -> list[Seat]:
    """Return the seats after a person has given the game up."""
    return put(table, number, table.seats[number].given_up(table.step(), table.revision))


def with_stand_in(table: Table, number: int, chance: random.Random) -> list[Seat]:
    """Return the seats with a computer in place of a person; somebody else may take its seat."""
    minder = computer(table.seats, STAND_IN_LEVEL, chance)
    return put(table, number, minder.for_anybody(table.seats[number], table.revision))


def seat_at(table: Table, number: int) -> Seat:
    """Return the seat of a number that somebody has chosen. Raises Trouble if there is none."""
    if not 0 <= number < len(table.seats):
        raise Trouble(_("There is no such seat at this table."))
    return table.seats[number]


def host_with(table: Table, person_id: int) -> int:
    """Return who is host once a person is here: that person, if nobody else is."""
    return person_id if table.deserted() else table.host


def host_without(table: Table, number: int) -> int:
    """Return who is host once a seat is empty: the next person here, if it was the host's.

    If nobody is here, it stays as it is until somebody comes.
    """
    if table.seats[number].person != table.host:
        return table.host
    following = [*table.seats[number + 1 :], *table.seats[:number]]
    return next((seat.person for seat in following if seat.here), table.host)
