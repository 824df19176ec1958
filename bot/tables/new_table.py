"""What a table is opened with."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.game import Options
from bot.tables.seat import Person, Seat
from storage.rows import TableSettings, TeachingTable


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable(TableSettings):
    """What a table is opened with: what is played, where, by whom, and what was chosen.

    A `move_time` of 0 is what is usual for the pace.
    """

    game_key: str
    guild_id: int
    channel_id: int
    """Both are `NO_SERVER` for a table that is on none."""
    person: Person
    """The host."""
    options: Options
    interaction_id: int
    """The same interaction opens a table once."""
    language: str
    parent_id: int | None = None
    """Where it is opened in a thread: the channel of that thread."""
    by_manager: bool = False
    """Whether the host may set up the server."""
    invited: tuple[int, ...] = ()
    """Who may join though the table is closed, besides those who sit there."""
    seats: tuple[Seat, ...] = ()
    """Who sits there already; the host alone if none are given."""
    rematch_of: str | None = None
    """A table has one rematch: whoever asks for another gets that one."""
    night_id: str | None = None
    """The game night that it belongs to, its round there, and its number in the round."""
    night_round: int | None = None
    night_table: int | None = None
    teaching: TeachingTable = ""
    """Such a table has no clock, however little a `move_time` of 0 says otherwise."""
