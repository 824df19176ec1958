"""Give the rows of the database a shape; their JSON columns are text that nobody here reads."""

from dataclasses import dataclass
from typing import Literal, TypedDict

Phase = Literal["lobby", "playing", "finished", "cancelled"]

LIVE: tuple[Phase, ...] = ("lobby", "playing")
"""Name the phases in which something can still happen at a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHead:
    """Hold all of a table's row but its state; times are whole seconds since 1970, UTC."""

    id: str
    game: str
    rules_version: int
    phase: Phase
    options: str
    """JSON."""
    host: int
    """The person who may start and cancel."""
    guild_id: int
    channel_id: int
    """Where the table was opened and its lobby card was posted."""
    place_id: int | None = None
    """The thread or channel where the board lies."""
    card_id: int | None = None
    board_id: int | None = None
    board_seq: int = -1
    """The newest `seq` the board shows; -1 before there is one."""
    ping_id: int | None = None
    asleep: bool = False
    seq: int
    """The sequence number of the newest change; never goes down."""
    result: str | None = None
    """JSON, once finished."""
    opened_by: int
    """The id of the interaction that opened the table."""
    opened_at: int
    touched_at: int
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow(TableHead):
    """Hold a table's whole row, with the sealed state of its match."""

    state: str | None = None
    """Sealed text with every secret of the game; for resuming only."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Hold who sits on a seat of a table."""

    table_id: str
    seat: int
    person: int
    """An id of Discord; of a computer player, a negative number of its own at this table."""
    name: str
    ask: int | None
    """The sequence number of the question this seat has open; None when it is not asked."""
    level: str | None = None
    """How well a computer player on this seat plays; None for a person."""


@dataclass(frozen=True, slots=True)
class LogRow:
    """Hold one step of a game, as it is kept for replay; never holds a person's id."""

    table_id: str
    seq: int
    seat: int | None
    action: str
    """JSON."""
    draws: str
    """JSON: what chance gave."""
    told: str
    """JSON: the events with their audiences."""
    interaction_id: int | None
    """What caused the step on Discord; never stored twice."""
    at: int


class Whereabouts(TypedDict, total=False):
    """List the columns that say where a table's messages lie; only `Store.note` writes them."""

    place_id: int | None
    card_id: int | None
    board_id: int | None
    board_seq: int
    ping_id: int | None
    asleep: bool
