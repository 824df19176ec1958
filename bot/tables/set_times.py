"""What is due at a table at a set time: its game begins, or a vote on it is over.

Nothing here changes a table: each function says what would be so, or raises Trouble.
"""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.tables import going_on
from bot.tables.clock import DAY, MINUTE
from bot.tables.lobby_rules import game_of
from bot.tables.table import Changes, Table
from bot.tables.table_face import PublicFacts
from bot.tables.trouble import HOST_ONLY, Trouble
from bot.tables.votes import open_until, silence_ends
from storage.rows import Missed

DAYS_AHEAD: Final = 14
"""At most so many days ahead a game can be set to begin."""
LATEST: Final = 15 * MINUTE
"""A game that couldn't begin until so long after its time doesn't begin by itself any more."""


def due_of(table: PublicFacts) -> int | None:
    """Return when something is due at a table besides the clocks of its seats; None if nothing."""
    if table.phase == "lobby":
        return table.starts_at
    if table.phase != "playing":
        return None
    times = [going_on.next_at(table)]
    if table.motion is not None:
        times += [silence_ends(table.motion), open_until(table.motion)]
    return min((at for at in times if at is not None), default=None)


def to_start(table: Table, by: int, at: int | None, interaction_id: int, now: int) -> Changes:
    """Return what changes as a host has a game begin at a time; None is at no set time.

    Its deal is mixed from the interaction, as from a press of Start. Raises Trouble for anybody but
    the host, and for a time that can't be.
    """
    game_of(table)
    if table.host != by:
        raise Trouble(HOST_ONLY)
    if at is None:
        return {"starts_at": None, "start_by": None, "missed": None}
    if at <= now:
        raise Trouble(_("That time is over already. Nothing was changed."))
    if at > now + DAYS_AHEAD * DAY:
        raise Trouble(
            _("A game can begin {most} days from now at most. Nothing was changed."),
            most=DAYS_AHEAD,
        )
    return {"starts_at": at, "start_by": interaction_id, "missed": None}


def not_begun(why: Missed) -> Changes:
    """Return what changes at a table whose game can't begin at its time: its host is called."""
    return {"starts_at": None, "start_by": None, "missed": why}


def too_late(table: PublicFacts, now: int) -> bool:
    """Tell whether the set time of a lobby is too long ago, or nobody can see the table."""
    return table.asleep or (table.starts_at is not None and now > table.starts_at + LATEST)
