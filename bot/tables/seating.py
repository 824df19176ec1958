"""Seats in play: what becomes of them when somebody acts, leaves, comes back, or is away.

Nothing here changes a table: each function gives the seats as they would be, or raises Trouble.
"""

from __future__ import annotations

from dataclasses import replace

from bot.tables.table import Act, Person, Seat, Table


def put(table: Table, number: int, seat: Seat) -> list[Seat]:
    """Return the seats of a table with another one in a place."""
    return [*table.seats[:number], seat, *table.seats[number + 1 :]]


def by_person(table: Table, number: int, person: Person) -> tuple[list[Seat], list[Act]]:
    """Return the seats after a move of a person, who is back by that if they were away."""
    seat = table.seats[number]
    acts = [] if seat.here else [Act("back", "player", number, person.id)]
    mine = replace(seat, name=person.name, minded=None, since=None, outs=0, clock=None)
    return put(table, number, mine), acts


def by_computer(table: Table, number: int) -> list[Seat]:
    """Return the seats after a computer's move, which may have been one in a person's place."""
    seat = table.seats[number]
    return put(table, number, replace(seat, minded=None)) if seat.minded == "once" else table.seats
