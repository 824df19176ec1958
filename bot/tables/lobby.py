"""The lobby's law: who may sit down and get up, person or computer, before the game begins.

Nothing here changes a table: each function gives the seats as they would be, or raises Trouble.
"""

from __future__ import annotations

import random

from bot.engine.computer import Level
from bot.engine.game import AnyGame
from bot.engine.text import marked as _
from bot.tables.table import Person, Seat, Table
from bot.tables.trouble import NotAtTable, Over, Trouble

NAMES = (
    *("Akari", "Hinata", "Hotaru", "Kaede", "Koharu", "Minato"),
    *("Momiji", "Nagi", "Sora", "Suzu", "Tsubaki", "Yuzu"),
)
"""What computer players are called: Japanese given names, of the sun, the sea and the woods."""


def game_of(table: Table, seq: int | None = None) -> AnyGame:
    """Return the game of a table that is still a lobby, and at this revision; else Trouble."""
    if table.phase == "playing":
        raise Trouble(_("The game has begun already."))
    if table.phase != "lobby" or table.game is None:
        raise Over
    if seq not in (None, table.seq):
        raise Trouble(_("The seats have changed since this was shown. Nothing was done."))
    return table.game


def with_person(table: Table, person: Person) -> list[Seat]:
    """Return the seats with one more person on the next of them."""
    game = game_of(table)
    if table.seat_of(person.id) is not None:
        raise Trouble(_("You sit at this table already."))
    _check_room(table, game)
    return [*table.seats, Seat(person.id, person.name)]


def without_person(table: Table, person_id: int) -> tuple[list[Seat], int | None]:
    """Return the seats without a person, and the host: a person; None if no one is left."""
    if table.seat_of(person_id) is None:
        raise NotAtTable
    if table.phase == "playing":
        raise Trouble(_("The game has begun, so nobody can leave. The host can end it for all."))
    game_of(table)
    seats = [seat for seat in table.seats if seat.person != person_id]
    people = [seat.person for seat in seats if seat.level is None]
    if table.host in people:
        return seats, table.host
    return seats, people[0] if people else None


def with_computer(
    table: Table, person_id: int, level: Level, seq: int | None, chance: random.Random
) -> list[Seat]:
    """Return the seats with one more computer player, asked for by who sits there."""
    if table.seat_of(person_id) is None:
        raise NotAtTable
    _check_room(table, game_of(table, seq))
    number = min(0, *(seat.person for seat in table.seats)) - 1
    taken = {seat.name.casefold() for seat in table.seats}
    name = chance.choice([name for name in NAMES if name.casefold() not in taken])
    return [*table.seats, Seat(number, name, level)]


def without_computer(table: Table, person_id: int, number: int, seq: int | None) -> list[Seat]:
    """Return the seats without the computer player of this number."""
    if table.seat_of(person_id) is None:
        raise NotAtTable
    game_of(table, seq)
    if not any(seat.person == number for seat in table.computers()):
        raise Trouble(_("That computer player has left the table already."))
    return [seat for seat in table.seats if seat.person != number]


def _check_room(table: Table, game: AnyGame) -> None:
    if len(table.seats) >= max(game.info.seats):
        raise Trouble(_("All seats at this table are taken."))
