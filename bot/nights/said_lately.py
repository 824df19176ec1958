"""What was said of a series' dates a few minutes ago, which says what has changed since as well;
and what is said of them in the morning.

Whoever moves all nights and then skips one hasn't called anybody twice. Pure.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from bot.nights.dates import read_stored
from bot.nights.night import PostKind
from bot.nights.night_json import post_of
from bot.nights.series_rules import date_sign
from bot.nights.standing_posts import DATE, IN_CHANNEL, QUIET
from bot.tables.clock import MINUTE
from storage.night_rows import PostRow

OF_DATES: Final[Collection[PostKind]] = frozenset({"series_moved", "skipped", "on_again"})
"""What is said of the dates of a series."""
_UNDOES: Final[Mapping[str, PostKind]] = {"skipped": "on_again", "on_again": "skipped"}
"""What takes back what else is said of one date."""
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


def unheard(rows: Sequence[PostRow], date: str) -> set[int]:
    """Return who is still to be called, once it is morning, of what has changed about a date,
    `20261211`: whoever takes that back has nobody of them hear of either.
    """
    gone = undone(rows)
    waits = [each for each in rows if _waits(each) and each.kind in _UNDOES and each not in gone]
    found = [each for each in waits if date_sign(read_stored(_date_of(each))) == date]
    return {person for each in found for person in json.loads(each.people)}


def undone(rows: Iterable[PostRow]) -> list[PostRow]:
    """Return what waits for the morning, and is no news then: a date that was left out is one again
    before those were called who follow its series, or the other way round.
    """
    left, gone = list[PostRow](), list[PostRow]()
    for row in rows:
        if not _waits(row) or row.kind not in _UNDOES:
            continue
        people, of_date = {*json.loads(row.people)}, (_UNDOES[row.kind], _date_of(row))
        waits = [each for each in left if (each.kind, _date_of(each)) == of_date]
        before = [each for each in waits if people <= {*json.loads(each.people)}]
        if before:
            left.remove(before[-1])
            gone += [before[-1], row]
        else:
            left.append(row)
    return gone


def called_at(row: PostRow, rows: Iterable[PostRow], at: int) -> bool:
    """Tell whether others are to be called at a moment by the words of a row."""
    return any(_waits(each) and each.at == at and same_news(each, row) for each in rows)


def _date_of(row: PostRow) -> str:
    """Return the wall time of the date that a row is about."""
    return str(post_of(row).details.get(DATE))


def _waits(row: PostRow) -> bool:
    """Tell whether a row calls people once their quiet hours are over, or the night."""
    return row.message_id is None and QUIET in post_of(row).details
