"""What is done to a table beside the moves of its game, and what can be voted on there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from storage.rows import Pace, Role

TableEventKind = Literal[
    "ended",
    "kicked",
    "left",
    "back",
    "away",
    "out",
    "replaced",
    "paused",
    "resumed",
    "pace",
    "taken_back",
    "hands_open",
    "archived",
]
"""What can be done to a table beside the moves of its game: "out" is a move that ran out of time,
"away" a seat on which a computer stands in from then on."""


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something that was done to a table beside the moves of its game."""

    what: TableEventKind
    role: Role
    seat: int | None = None
    """The seat that it concerns."""
    person: int | None = None
    """Who did it, or to whom the clock did it."""
    whom: int | None = None
    """Who was at the seat before."""


Moved = Literal["pace", "pause", "resume", "take_back"]
"""What can be voted on."""


@dataclass(frozen=True, slots=True)
class Motion:
    """A vote that is open: what is moved, by which seat, and which seats are for and against it."""

    what: Moved
    by: int
    ayes: tuple[int, ...]
    seq: int
    """The revision of the table that it came with: no two votes of a table have the same."""
    pace: Pace = "none"
    """Of "pace": what is moved."""
    move_time: int = 0
    noes: tuple[int, ...] = ()
