"""The whole truth about a match of Colors of Kasane."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.engine import game

NOBODY: Final = -1
"""Stands in `State.turn` when the match is over."""


@dataclass(slots=True)
class State(game.State):
    """The whole truth about a match. Rows and seats count from 0; the last card lies on top."""

    seats: int
    fewer_melds: bool
    easier: bool
    round: int
    first: int
    turn: int
    """The seat that is asked, or NOBODY when the match is over."""
    rows: list[tuple[int, ...]]
    hands: list[tuple[int, ...]]
    robes: list[tuple[int, ...]]
    marks: list[int]
    """For each of BOXES the seat that marked it, FREE, or NEVER_FREE."""
    marked: int
    """The set of the boxes that aren't free, as a number: bit n stands for the n-th of BOXES."""
    points: list[int]
    """The points of the boxes that each seat has marked."""
    left: int
    """How many cards will still be taken in this round."""
    pile: tuple[int, ...]
    """The draw pile; its first card is drawn first."""
    discards: tuple[int, ...]
    """Sorted."""
