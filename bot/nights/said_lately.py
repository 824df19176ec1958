"""What was said of a series' dates a few minutes ago, which says what has changed since as well.

Whoever moves all nights and then skips one hasn't called anybody twice. Pure.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import Final

from bot.nights.night import PostKind
from bot.nights.night_json import post_of
from bot.nights.standing_posts import DATE, IN_CHANNEL
from bot.tables.clock import MINUTE
from storage.night_rows import PostRow

OF_DATES: Final[Collection[PostKind]] = frozenset({"series_moved", "skipped", "on_again"})
"""What is said of the dates of a series."""
LATELY: Final = 10 * MINUTE
"""For how long the message of one change is edited for the next ones."""


def said_lately(
    rows: Iterable[PostRow], people: Collection[int], now: int, *, between: bool
) -> PostRow | None:
    """Return what was said just now of a series' dates and has called all of some people, where
    that is said now, too: in the channel `between` two nights, else in the thread.
    """
    found = None
    for row in rows:
        sent = row.sent_at is not None and row.sent_at > now - LATELY
        here = (IN_CHANNEL in post_of(row).details) is between
        if row.kind in OF_DATES and row.message_id and sent and here:
            found = row if {*people} <= {*json.loads(row.people)} else found
    return found


def same_news(one: PostRow, other: PostRow) -> bool:
    """Tell whether two rows say the same to different people, or at different hours."""
    dates = [post_of(each).details.get(DATE) for each in (one, other)]
    return one.kind == other.kind and dates[0] == dates[1]
