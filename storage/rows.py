"""The rows of the database; their JSON columns are text that nobody here reads."""

from collections.abc import Collection
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Final, Literal, TypedDict

Phase = Literal["lobby", "playing", "finished", "cancelled"]
Pace = Literal["live", "days", "none"]
"""How fast a table is played; "none" is without a clock."""
OnTimeout = Literal["move", "seat", "ask"]
"""What happens to a move that ran out of time: a computer plays it, a computer takes over the seat
until its owner is back, or the table only asks again.
"""
Boards = Literal["pictures", "text"]
"""How a table's board is shown."""
StandIn = Literal["once", "away", "left"]
"""How a computer plays for a person: one move, until they are back, or until somebody comes."""
Freed = Literal["home", "not_here"]
"""Why anybody may take a seat whose person hasn't left the game: they went home, or others found
them gone."""
AwayHow = Literal["clock", "computer", "table"]
"""How somebody's games go on while they are away: their clock stops, a computer plays for them, or
their clock stops and the others may decide at once to go on without them."""
TeachingTable = Literal["", "taught", "alone"]
"""Whether somebody plays the game for the first time there, and its host teaches, or nobody."""
Role = Literal["host", "moderator", "player", "vote", "clock", "night"]
"""By what right something was done to a table; "night" is the host of the night it belongs to."""
Missed = Literal["few", "late"]
"""Why a game didn't begin at its set time: not with those who were there, or the bot was away."""

Reminders = Literal["thread", "dm"]
"""Where somebody wants to be reminded of nights: in the night's thread, or by direct message."""

LIVE: tuple[Phase, ...] = ("lobby", "playing")
"""The phases in which something can still happen at a table."""

NO_SERVER: Final = 0
"""The `guild_id` and `channel_id` of a table that is on no server: one person plays there alone
against computers, and its board and hand are private messages that nobody notes. No id of Discord's
is 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """What is chosen when a table is opened, and goes with it into a rematch."""

    pace: Pace = "none"
    move_time: int = 0
    """Seconds for a move, or what a visit gives back to the reserve; 0 without a clock."""
    reserve: int = 0
    """Seconds that everybody begins with where unused time carries over; 0 where it doesn't."""
    on_timeout: OnTimeout = "move"
    boards: Boards = "pictures"
    closed: bool = False
    """Only those who were invited can join."""
    start_when_full: bool = False
    """The game begins as the last seat is taken."""
    banter: bool = True
    """Computers say something now and then."""
    away_days: int = 7
    """For how many days in all a clock stops at most because its person is away."""

    @property
    def has_clock(self) -> bool:
        """Whether moves have a time in which to be made."""
        return self.pace != "none" and self.move_time + self.reserve > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedTable(TableSettings):
    """Which table it is, with its settings, and where on Discord it lies."""

    id: str
    guild_id: int
    channel_id: int
    """The channel where the table was opened and its lobby card was posted."""
    place_id: int | None = None
    """The thread or channel where the board is."""
    card_id: int | None = None
    board_id: int | None = None
    end_id: int | None = None
    """The message that a finished game ends with."""
    opened_at: int
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedTable(PlacedTable):
    """What leads to a table, and says which game is played there."""

    game: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFacts(PlacedTable):
    """What plain columns say about a table; times are whole seconds since 1970, UTC."""

    rules_version: int
    phase: Phase
    host: int
    """The person who may start and cancel the game."""
    opener: int | None = None
    """Who opened it; None for somebody who was forgotten."""
    board_revision: int = -1
    """The newest revision the board shows; -1 before there is one."""
    ping_id: int | None = None
    away_ids: str = ""
    """The calls of people who are away that lead them back, apart by spaces."""
    asleep: bool = False
    place_code: int = 0
    """The code with which Discord refused the board its place, or a better one; 0 if it didn't."""
    revision: int = 0
    """It grows with every change, in the lobby as in play, and never goes down."""
    opened_by: int
    """The id of the interaction that opened the table."""
    touched_at: int
    paused: bool = False
    commitment: str | None = None
    """Hexadecimal SHA-256 of the deal's secret, shown before anyone joined."""
    start_print: str | None = None
    """Hexadecimal: the fingerprint of what was agreed at the start."""
    log_print: str | None = None
    """Hexadecimal: the fingerprint of the whole log, once finished."""
    hands_open: bool = False
    """Everybody agreed, once finished, that anyone may see all hands."""
    rematch_of: str | None = None
    """The table that this one is a rematch of; a table has one rematch at most."""
    started_by: int | None = None
    """The interaction that started the game and is mixed into every draw; None before it begins,
    and where a deal follows from its secret alone."""
    night_id: str | None = None
    """The game night that the table belongs to, its round there, and its number in the round."""
    night_round: int | None = None
    night_table: int | None = None
    played_out: bool = False
    """Computers play the game to its end, also with no people there."""
    teaching: TeachingTable = ""
    question_base: int = 0
    """What is added to the numbers of questions: above all that were used before a restore."""
    starts_at: int | None = None
    """When the game of a lobby begins by itself; None if it doesn't."""
    start_by: int | None = None
    """The interaction that set that time; the deal is mixed from it."""
    missed: Missed | None = None
    """Why the game didn't begin at its set time, until the host sets another."""
    call_id: int | None = None
    """The message that calls the host because of that."""
    pause_by_vote: bool = False
    """Whether nobody who plays there pauses alone any more: silence has ended a pause."""

    @property
    def begun_by_itself(self) -> bool:
        """Whether the game began at a set time, with nobody pressing Start."""
        return self.started_by is not None and self.started_by == self.start_by

    @property
    def on_server(self) -> bool:
        """Whether the table is on a server, where others may see it and its result may count."""
        return self.guild_id != NO_SERVER


def settings_of(table: TableSettings) -> dict[str, Any]:
    """Return a table's settings, by name."""
    return _named(TableSettings, table)


def facts_of(table: TableFacts) -> dict[str, Any]:
    """Return what plain columns say about a table, by name."""
    return _named(TableFacts, table)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHead(TableFacts):
    """All of a table's row except what is secret."""

    game: str
    options: str
    """JSON."""
    motion: str | None = None
    """JSON: the vote that is open."""
    result: str | None = None
    """JSON, once finished."""
    due: int | None = None
    """When something is due besides the clocks of its seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow(TableHead):
    """A table's whole row, with the sealed state of its match."""

    state: str | None = field(default=None, repr=False)
    """Sealed text with every secret of the game; for resuming only."""
    secret: str | None = field(default=None, repr=False)
    """Hexadecimal: what the deal is drawn from. It tells every card."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits on a seat of a table."""

    table_id: str
    seat: int
    person: int
    """An id of Discord; of a computer player, a negative number of its own at this table."""
    name: str
    question_number: int | None
    """The number of the question this seat has open; None when it is not asked."""
    level: str | None = None
    """How well a computer player on this seat plays; None for a person."""
    first: int | None = None
    """Who sat here when the game began."""
    stand_in: StandIn | None = None
    """How a computer plays here for the person; None if it doesn't."""
    away_since: int | None = None
    """The step of the game after which the person was last away."""
    gone: int | None = None
    """The table's revision since which the person is gone; None while nobody is."""
    gave_up: bool = False
    """Whether the person gave the game up."""
    timeouts: int = 0
    """How many of the person's moves have run out of time in a row."""
    clock_left: int | None = None
    """Seconds that were left at `clock_at`; None without a clock."""
    clock_at: int | None = None
    """Since when the clock counts; None while it stands still."""
    reminders: int = 0
    """How many reminders were given for this question."""
    due: int | None = None
    """When the clock next rings."""
    clock_limit: int | None = None
    """Seconds for the whole question; None without a clock."""
    reserve_left: int | None = None
    """Seconds that are left in reserve, not counting what the clock has counted; None without.

    While the person waits it holds all that their last visit gave, also above the whole reserve.
    """
    away_used: int = 0
    """For how many seconds the clock has stopped because the person was away."""
    back_at: int | None = None
    """Until when the person is away; None unless their away days go on."""
    away_how: AwayHow | None = None
    """How the seat goes on until then."""
    asked_at: int | None = None
    """Since when the person is asked; None while they aren't."""
    vote_at: int | None = None
    """From when the others may decide to go on without them."""
    said_back: bool = False
    """Whether the person has said that they are back since they were asked."""
    freed: Freed | None = None
    """Why anybody may take the seat, if its person hasn't left it."""
    learns: bool = False
    """Whether the person learns the game here, and has more time for a move than the others."""


@dataclass(frozen=True, slots=True)
class TableEventRow:
    """What was done to a table besides the moves of its game, and by whom."""

    table_id: str
    step: int
    """The newest step of the game at the time."""
    at: int
    what: str
    role: Role
    seat: int | None = None
    """The seat that it concerns."""
    person: int | None = None
    """Who did it, or to whom the clock did it."""
    whom: int | None = None
    """Who was at the seat before."""
    name: str | None = None
    """What the person was called then, and `whom` below; None where nobody noted it."""
    whom_name: str | None = None


@dataclass(frozen=True, slots=True)
class Holder:
    """A person who has ever held a hand in a table's game, on a seat there still or not."""

    person: int
    name: str
    """What they were called then; empty where nobody noted it."""
    agreed: bool = False
    """Whether they agree to open all hands, now that the game is over."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """What a person has set for themselves; quiet hours in minutes of the day."""

    id: int
    zone: str | None = None
    quiet_from: int | None = None
    quiet_to: int | None = None
    away_from: int | None = None
    away_until: int | None = None
    away_how: AwayHow | None = None
    """How the person's games go on while they are away."""
    away_due: int | None = None
    """When that is next to be looked at."""


@dataclass(frozen=True, slots=True)
class LogRow:
    """One step of a game, as it is kept for replay. It never holds a person's id."""

    table_id: str
    step: int
    seat: int | None
    action: str
    """JSON."""
    draws: str
    """JSON: what chance gave."""
    events: str
    """JSON: the events with their audiences."""
    interaction_id: int | None
    """What caused the step on Discord; never stored twice."""
    at: int
    back: int | None = None
    """Of a step that takes moves back: the step after which the game stood as it does now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerRow:
    """What a server has set."""

    guild_id: int
    zone: str | None = None
    language: str | None = None
    settings: str = "{}"
    """JSON."""
    left_at: int | None = None
    """Since when the bot isn't there any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockRow:
    """Somebody who is kept from tables and nights of a server."""

    guild_id: int
    person: int
    by: int
    """Who decided it; 0 for somebody who was forgotten."""
    at: int
    until: int | None = None
    """None means until somebody takes it back."""
    note: str = ""


class GameMessages(TypedDict, total=False):
    """The columns that say which messages of a game lie in the place where it goes on."""

    board_id: int | None
    end_id: int | None
    ping_id: int | None
    away_ids: str


class Whereabouts(GameMessages, total=False):
    """The columns that say where a table's messages are; `Store.save_whereabouts` writes them."""

    place_id: int | None
    card_id: int | None
    board_revision: int
    call_id: int | None
    asleep: bool
    place_code: int


NOTHING_POSTED: Final[GameMessages] = {
    "board_id": None,
    "end_id": None,
    "ping_id": None,
    "away_ids": "",
}
"""What is on record of a game that goes on in another place."""
WHEREABOUTS: Collection[str] = Whereabouts.__annotations__.keys()
"""The columns that no change of the table itself writes: its messages may be posted meanwhile."""


def _named(form: type[TableSettings], table: TableSettings) -> dict[str, Any]:
    return {name: getattr(table, name) for name in names_of(form)}


@cache
def names_of(form: type[TableSettings]) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass."""
    return tuple(each.name for each in fields(form))
