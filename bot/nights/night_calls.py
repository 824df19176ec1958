"""What a night calls those who lead it for: each thing once a round, and never often. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from bot.tables.clock import MINUTE

CallWhy = Literal[
    "doors", "break", "over", "waiting", "still", "few", "teacher", "away", "unled", "unsaid",
    "moved_place", "shut", "last", "table", "held", "start", "seated",
]  # fmt: skip
"""Why: doors are closed; a break is over; a round runs over time; enough for a table wait; a table
stands still; too few will come; nobody would teach; the bot was away for too long; nobody may lead
any more; a round couldn't be announced; the night's channel was deleted, or nothing can be written
there any more, so it goes on in another one; the last round is over; somebody at a table asks for a
host; guests wait at a night that a host has stopped; guests ask a host to start the night;
a round that is seated waits to be started.
"""
TableWhy = Literal["missing", "rule", "wrong"]
"""Why a table calls: somebody is missing, there is a question about a rule, something is wrong."""
StillWhy = Literal["paused", "deserted", "unseen", "unread", "slow"]
"""Why a table stands still: it is paused, all its people are away, nobody can see it, it can't be
read, or somebody was reminded of their move and hasn't made it.
"""
STOPPED: Final[tuple[CallWhy, ...]] = ("away", "unled", "unsaid")
"""Why nothing goes on by itself."""
CALLS_APART: Final = 5 * MINUTE
"""Two messages that call are at least so far apart."""
LEFT_ALONE: Final = MINUTE
"""Who has just pressed something isn't called."""


@dataclass(frozen=True, slots=True)
class Call:
    """A reason to call those who lead a night."""

    why: CallWhy
    round: int
    """The round in which it came up: the one that is played, or the next."""
    at: int
    """When it is said at the earliest."""
    said: bool = False
    done: bool = False
    """Whether it was answered, where the night itself doesn't tell."""
    table: str = ""
    """The id of the table that calls, or stands still."""
    number: int = 0
    """That table's number in its round."""
    place: int = 0
    """Where that table's game is shown; 0 if it isn't."""
    asks: TableWhy | None = None
    """Why it calls."""
    still: StillWhy | None = None
    """Why it stands still."""
