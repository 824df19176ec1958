"""A clock with a reserve: what somebody has left carries over to their next question.

Everybody begins with the whole reserve. A question counts down from what is left of it, and once a
visit is over (all questions that a seat answers before another is asked) the time for a move is
given back, never above the whole. What it gives is taken off again if its last move is taken back,
so nobody has a visit's time twice. Nothing here changes a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.text import marked as _
from bot.tables.clock import DAY, HOUR, MINUTE
from bot.tables.seat import Seat
from bot.tables.trouble import Trouble
from storage.rows import Pace, TableSettings

USUAL_RESERVE: Final[Mapping[Pace, int]] = {"live": 10 * MINUTE, "days": 3 * DAY}
"""Seconds in reserve, as the list on a lobby's card offers them."""
USUAL_BACK: Final[Mapping[Pace, int]] = {"live": 30, "days": 8 * HOUR}
"""Seconds that a visit gives back, if nothing else is chosen."""
RESERVES: Final[Mapping[Pace, range]] = {
    "live": range(MINUTE, 60 * MINUTE + 1),
    "days": range(HOUR, 14 * DAY + 1),
    "none": range(1),
}
"""How many seconds a reserve may have."""
BACKS: Final[Mapping[Pace, range]] = {
    "live": range(10, 5 * MINUTE + 1),
    "days": range(HOUR, 168 * HOUR + 1),
}
"""How many seconds a visit may give back."""


def given_back(pace: Pace, seconds: int | None, reserve: int) -> int:
    """Return the seconds that a visit gives back to a reserve; None asks for the usual time.

    Raises Trouble if the pace has no clock or doesn't allow those times.
    """
    if pace == "none":
        raise Trouble(_("`reserve` is only for games with a clock."))
    if reserve not in RESERVES[pace]:
        if pace == "live":
            raise Trouble(_("In a live game a reserve can be 1 to 60 minutes."))
        raise Trouble(_("A reserve can be 1 hour to 14 days."))
    seconds = min(USUAL_BACK[pace], reserve) if seconds is None else seconds
    if seconds not in BACKS[pace]:
        least, most = BACKS[pace][0], BACKS[pace][-1]
        if pace == "live":
            text = _("With a reserve, `move_time` in a live game is {least} to {most} seconds.")
            raise Trouble(text, least=least, most=most)
        raise Trouble(
            _("In a turn-by-turn game, `move_time` is 1 to {most} hours."), most=most // HOUR
        )
    if seconds > reserve:
        raise Trouble(_("A move can't give back more than the whole reserve."))
    return seconds


def reserve_after(
    table: TableSettings,
    before: Seat,
    seat: Seat,
    left: int | None,
    *,
    acts: bool,
    visit_over: bool,
    goes_on_again: bool,
) -> int | None:
    """Return what the person on a seat has left in reserve after a change; None without one.

    `left` is what the clock of `before` has left by now, None without a clock. While the person
    `acts` on the same question its clock counts for itself. With `goes_on_again` a visit that was
    over is not, for its last move was taken back. Whoever waits may have more than the whole, by
    what their last visit gave: what they have is said by `in_reserve`.
    """
    if not table.reserve:
        return None
    if seat.reserve_left is None:
        return table.reserve
    found, goes_on = seat.reserve_left, acts and seat.clock is not None
    if left is not None and not goes_on:
        found = left
    if goes_on_again:
        found = max(0, found - table.move_time)
    if visit_over and (left is not None or before.ran_out):
        found += table.move_time
    is_back = before.mind is not None and seat.mind is None
    said_so = seat.said_back and not before.said_back
    if is_back or said_so or (acts and not goes_on and not found):
        found = max(found, table.move_time)
    return min(found, table.reserve if acts else table.reserve + table.move_time)


def in_reserve(table: TableSettings, seat: Seat) -> int | None:
    """Return how many seconds the person on a seat has in reserve, not counting what the clock has
    counted; None without a reserve.
    """
    return None if seat.reserve_left is None else min(seat.reserve_left, table.reserve)
