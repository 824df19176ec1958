"""How seats stand once a game is over: who left theirs to a computer comes behind."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.table import Table


def mostly_computers(table: Table) -> list[int]:
    """Return the seats whose moves people who are there left to computers: none, if all did so."""
    here = [number for number in range(len(table.seats)) if number not in table.gone()]
    left = [number for number in here if table.left_to_computer(number)]
    return [] if len(left) == len(here) else left


def with_ended_seats(table: Table) -> Table:
    """Return a table that is over with the seats that people left to computers behind all others:
    there they are gone from now on. Where computers finished the game, it counts how they stood
    then. Whoever never came was gone before all others, unless nobody came.
    """
    left = () if table.played_out else mostly_computers(table)
    gone = dict.fromkeys(left, table.revision)
    never = [number for number, seat in enumerate(table.seats) if seat.never_came]
    gone |= dict.fromkeys(never if len(never) < len(table.seats) else (), 0)
    seats = [replace(seat, gone=gone.get(n, seat.gone)) for n, seat in enumerate(table.seats)]
    return replace(table, seats=seats)
