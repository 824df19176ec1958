"""The whole truth about a match of Ameno Kirifuda."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.engine import game
from cogs.kirifuda import views

NOBODY: Final = -1
"""Stands in `State.turn` when no one seat is asked."""


@dataclass(slots=True)
class State(game.State):
    """The whole truth about a match."""

    seats: int
    round: int
    phase: views.Phase
    dealer: int
    turn: int
    """The seat that is asked; NOBODY while all discard and when the match is over."""
    leader: int
    row: int
    """In phase "place" the season of the row, else 0."""
    hands: list[int]
    """Of each seat the set of its cards."""
    running: tuple[int, ...]
    best: int
    """The card that wins the current trick as it stands; 0 if none is played."""
    tricks: tuple[views.Trick, ...]
    stock: tuple[int, ...]
    """The blessing cards not turned up yet; sorted, since they are mixed before that."""
    display: tuple[int, ...]
    """Sorted."""
    blessings: list[tuple[int, ...]]
    """Each sorted."""
    achieved: list[tuple[int, ...]]
    """Each sorted."""
    discarded: list[tuple[int, ...]]
    """Each sorted."""
    sealed: list[tuple[int, ...] | None]
    """What each seat has chosen to discard, until all have."""
    stones: list[int]
    """In hand."""
    lies: list[int]
    """Of each seat the set of the spaces on which its stones lie."""
    free: int
    """The spaces on which no stone lies."""
