"""The whole truth about a match of Donburiko!."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.engine import game
from cogs.donburiko import views

NOBODY: Final = -1
"""Stands in `State.turn` when the match is over."""

TakenRow = tuple[int, int, int, tuple[int, ...], tuple[int, ...], int, int, int, int, bool]
"""The fields of `views.TakenRow`, which only views name: searches take rows very often."""


@dataclass(slots=True)
class State(game.State):
    """The whole truth about a match. Rows and seats count from 0."""

    seats: int
    round: int
    first: int
    turn: int
    """The seat that is asked, or NOBODY when the match is over."""
    bank: int
    final: bool
    chips: list[int]
    owed: list[int]
    out: list[bool]
    hands: list[tuple[int, ...]]
    """Each sorted."""
    rows: list[tuple[int, ...]]
    """The cards of each row in the order in which they were laid; () once it is taken."""
    owners: list[tuple[int, ...]]
    """For each card of a row, the seat that laid it face down, or FACE_UP."""
    room: int
    """The set of rows that have room for a card."""
    takes: int
    """The set of rows that can be taken."""
    aside: tuple[int, ...]
    """Sorted."""
    taking: views.Taking | None
    """The row that `turn` has taken and is to count."""
    taken: tuple[TakenRow, ...]
