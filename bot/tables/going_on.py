"""Going on without somebody: from when the others may decide it, and what they may decide then.

Nothing here changes a table: each function says what holds, or would.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

from bot.tables.away import is_away, stopped
from bot.tables.clock import DAY, HOUR
from bot.tables.seat import Seat
from bot.tables.table_event import Motion
from bot.tables.table_face import PublicFacts
from storage.rows import PersonRow, TableSettings

PATIENCE: Final = 72 * HOUR
"""For how long somebody is waited for at a table without a clock, not counting days away."""
FREE_AFTER: Final = 7 * DAY
"""How much later the others may free a seat."""
SILENCE: Final = 48 * HOUR
"""After so long one yes and no no is enough."""

LEAST_TO_ASK: Final = 2
"""More than so many must be there for a leader to ask who plays with them about somebody."""

GoOn = Literal["stand_in", "free"]


def vote_at(seat: Seat, row: PersonRow, table: TableSettings, now: int) -> int | None:
    """Return from when the others may decide to go on without somebody who is asked; None as long
    as their clock runs, or stops for days away.

    `seat` is theirs as it is to be, with its clock.
    """
    asked_at = now if seat.asked_at is None else seat.asked_at
    away = table.pace != "live" and is_away(row, now)
    if away and not seat.said_back and seat.away_how == "table":
        return _kept(seat, now)
    if not table.has_clock:
        span = stopped(row, table.away_days, seat.away_used, asked_at)
        at = asked_at + PATIENCE
        return at if span is None or span[0] >= at else at + span[1] - span[0]
    if seat.clock is not None and seat.clock.over:
        return _kept(seat, now)
    if table.pace != "days" or seat.said_back or not away:
        return None
    assert row.away_until is not None
    span = stopped(row, table.away_days, seat.stopped_for, seat.counts_from(asked_at))
    if span is None:
        return _kept(seat, now)
    return span[1] if span[1] < row.away_until else None


def _kept(seat: Seat, now: int) -> int:
    """Return since when something is so that is so now."""
    return now if seat.vote_at is None else min(seat.vote_at, now)


def can_go_on(table: PublicFacts, what: GoOn, number: int, now: int) -> bool:
    """Tell whether the others may decide now to go on without the person on a seat."""
    if not 0 <= number < len(table.seats):
        return False
    since = table.seats[number].vote_at
    if not _others_decide(table) or number not in table.people_asked():
        return False
    if since is None:
        # A leader's vote goes on as long as they haven't said that they are there.
        motion = table.motion if asked_by_leader(table.motion) else None
        about = motion is not None and motion.whom == number
        return what == "stand_in" and about and not table.seats[number].said_back
    return now >= since + (FREE_AFTER if what == "free" else 0)


def can_ask(table: PublicFacts, by: int, number: int) -> bool:
    """Tell whether whoever leads the night, and plays on seat `by`, can ask the others at once to
    go on without somebody who is asked: one more at least must agree.
    """
    here, live = table.people_here(), table.night_id is not None and table.pace == "live"
    asked = table.phase == "playing" and not table.paused and number in table.people_asked()
    return live and asked and by in here and by != number and len(here) > LEAST_TO_ASK


def asked_by_leader(motion: Motion | None) -> bool:
    """Tell whether a vote is one that whoever leads the night has asked for: in it alone silence
    never agrees.
    """
    return motion is not None and motion.what == "stand_in" and motion.until is None


def _others_decide(table: PublicFacts) -> bool:
    """Tell whether anybody but who is waited for could decide something."""
    return table.phase == "playing" and len(table.people_here()) > 1


def to_go_on(table: PublicFacts, mine: int | None = None) -> list[tuple[GoOn, int]]:
    """Return what could be decided about whom as the table last changed, but about seat `mine`."""
    return [
        (what, number)
        for number in range(len(table.seats))
        for what in get_args(GoOn)
        if number != mine and can_go_on(table, what, number, table.touched_at)
    ]


def next_at(table: PublicFacts) -> int | None:
    """Return when something more can be decided at a table than as it last changed."""
    if table.paused or not _others_decide(table):
        return None
    times = [
        at
        for number in table.people_asked()
        if (since := table.seats[number].vote_at) is not None
        for at in (since, since + FREE_AFTER)
        if at > table.touched_at
    ]
    return min(times, default=None)
