"""What was said a few minutes ago of a night's plan, or a series' dates, as they change once more:
what is still to be said of them, so that nobody is called for what isn't so any more.

Whoever tries three dates in two minutes hasn't called anybody three times. Pure.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.nights.night import PostKind
from bot.nights.night_json import post_of
from bot.nights.standing_posts import (
    AFTER_ALL,
    BEFORE,
    DATE,
    FIRST,
    FROM,
    IN_CHANNEL,
    KEPT,
    OF_DATES,
    QUIET,
)
from bot.tables.clock import HOUR, MINUTE
from storage.night_rows import PostRow

_UNDOES: Final[Mapping[str, PostKind]] = {"skipped": "on_again", "on_again": "skipped"}
"""What takes back what else is said of one date."""
LATELY: Final = 10 * MINUTE
"""For how long after people were called of a change they are called of the next ones only once
nothing changes any more; if nobody is to be called, for how long its message is edited.
"""
HELD: Final = 2 * MINUTE
"""For how long nothing has changed then."""
MOST: Final = 2
"""How often anybody is called within `LATELY`: the last call waits, and says what holds by then."""
NEAR: Final = 2 * HOUR
"""What is said of a night that is so near waits for nothing."""
_OF_PLAN: Final[Collection[PostKind]] = ("moved", "cancelled", "after_all")
"""What is said of a night's own plan, to those who may come."""
_TELLS: Final[Collection[PostKind]] = ("told", "asked", "regulars", "unconfirmed")
"""What calls people to a night first."""
_BACK: Final = "held"
"""In the details of a post that it was held back for that."""


def said_lately(row: PostRow, rows: Iterable[PostRow]) -> PostRow | None:
    """Return what was said of a series' dates shortly before a row, in the same place, and has
    called some of its people; whatever was, if it calls nobody.
    """
    found = _said_before(row, rows)
    return found if found is not None and (found.sent_at or 0) > row.at - LATELY else None


def held_back(
    rows: Sequence[PostRow], now: int, called: Sequence[PostRow] = (), starts_at: int = 0
) -> list[PostRow]:
    """Return the rows that call nobody yet, as another change has called their people just before:
    all of them as long as any of them waits. The night begins at `starts_at`; `called` are those
    that were said lately, also if they don't hold any more.
    """
    waits = [each for each in rows if _waits(each) or _waits(each, _OF_PLAN)]
    due = [each for each in waits if each.at <= now and not _near(each, starts_at)]
    until = {each.id: _until(each, [*rows, *called], now) for each in due}
    back = [each for each in due if until[each.id] > now]
    held = (*(each for each in waits if _is_held(each, now)), *back) if back else ()
    at = max((until.get(each.id, each.at) for each in held), default=now)
    return [
        _with(replace(each, at=at), {_BACK: True, **_known(each, held, starts_at)}) for each in held
    ]


def _until(row: PostRow, rows: Iterable[PostRow], now: int) -> int:
    """Return when people may be called by a row that is due: whoever has just been called once
    nothing has changed for some time, whoever was called often after some more.
    """
    calls = _calls(row, rows, now)
    until = row.at + HELD if calls and _BACK not in _details(row) else row.at
    return max(until, calls[-MOST] + LATELY) if len(calls) >= MOST else until


def _calls(row: PostRow, rows: Iterable[PostRow], now: int) -> list[int]:
    """Return when some people of a row were called of the plan before, lately, in that order."""
    people = {*json.loads(row.people)}
    said = {
        each.id: each.sent_at or 0
        for each in rows
        if each.kind in (*OF_DATES, *_OF_PLAN, *_TELLS) and people & {*json.loads(each.people)}
    }
    return sorted(at for number, at in said.items() if at > now - LATELY and number < row.id)


def _near(row: PostRow, starts_at: int) -> bool:
    """Tell whether a night begins too soon, or would have, for what is said of it to wait."""
    starts = starts_at, _details(row).get(FROM, 0)
    return row.kind in _OF_PLAN and any(row.at <= each < row.at + NEAR for each in starts)


def _known(row: PostRow, held: Iterable[PostRow], starts_at: int) -> dict[str, object]:
    """Return when a night that has moved more than once was to begin, as its people know it."""
    people = {*json.loads(row.people)}
    first = [each for each in held if each.kind == "moved" and people & {*json.loads(each.people)}]
    known = _details(first[0]).get(FROM, starts_at) if row.kind == "moved" and first else starts_at
    return {} if known == starts_at else {FROM: known}


def untold(
    row: PostRow, rows: Iterable[PostRow], back: Collection[int | None] = ()
) -> tuple[int, ...] | None:
    """Return whom a row tells that a night is cancelled, or after all isn't, and hasn't heard just
    that: nobody hears twice on end that it is, nor who never heard so that it isn't. None if it
    says nothing new at all.

    `rows` are those of its night that were sent; who took it `back` themselves knew without one.
    """
    said = [
        (each, {*json.loads(each.people)})
        for each in rows
        if each.id < row.id and (each.kind in _OF_PLAN or AFTER_ALL in _details(each))
    ]
    people = tuple[int, ...](json.loads(row.people))

    def is_new(person: int | None) -> bool:
        heard = [one for one, called in said if person is None or person in called]
        off = bool(heard) and heard[-1].kind == "cancelled"
        return off is (row.kind == "after_all") or person in back

    found = tuple(person for person in people if is_new(person))
    return found if found or (not people and is_new(None)) else None


def may_be_told(row: PostRow) -> bool:
    """Tell whether people may have heard already what a row says: it asks nobody for an answer."""
    return row.kind == "cancelled" or (row.kind == "after_all" and KEPT in _details(row))


def correction(row: PostRow, rows: Sequence[PostRow], now: int) -> PostRow | None:
    """Return the newest row that is held back after one that was said, whose message says it until
    then.
    """
    held = [each for each in rows if _is_held(each, now)]
    return next((each for each in reversed(held) if _said_before(each, rows) == row), None)


@dataclass(frozen=True, slots=True)
class News:
    """What is still news of all that waits to be said of a series' dates."""

    gone: list[PostRow]
    """What is none any more: taken back before anybody was called, or said by what else waits."""
    joined: list[PostRow]
    """Moves that stand for those before them, too, with the date that people know."""


def news(rows: Iterable[PostRow]) -> News:
    """Return what is still news of what waits: not a date that was left out and is one again before
    those were called who follow its series, or the other way round; nor dates that moved back.
    """
    left, gone, joined = list[PostRow](), list[PostRow](), dict[int, PostRow]()
    for row in filter(_waits, rows):
        people = {*json.loads(row.people)}
        before = [each for each in left if people <= {*json.loads(each.people)}]
        moves = [each for each in before if each.kind == "series_moved"]
        if row.kind != "series_moved":
            undone = [each for each in before if _undoes(row, each)][-1:]
            # That all nights have moved says which of them are left out, too.
            gone += [*undone, row] if undone or moves else []
            left = [each for each in left if each not in undone]
            left += [] if undone or moves else [row]
            continue
        for each in moves:
            left.remove(each)
            gone.append(each)
            joined.pop(each.id, None)
        known = _details(moves[0] if moves else row).get(BEFORE)
        if moves and known == _details(row).get(FIRST, _details(row).get(FROM)):
            gone.append(row)
            continue
        if moves:
            row = joined[row.id] = _with(row, {BEFORE: known})
        left.append(row)
    return News(gone, [*joined.values()])


def still_called(
    rows: Sequence[PostRow],
    said: PostRow,
    people: Iterable[int],
    now: int,
    called: Sequence[PostRow] = (),
) -> tuple[list[int], int]:
    """Return whom a row would call that comes after others, of some people; and in how many seconds
    if nothing changes any more, 0 if that is at once. `called` is as above.
    """
    number = 1 + max((each.id for each in rows), default=0)
    found, held = list[int](), 0
    for person in people:
        row = replace(said, id=number, people=json.dumps([person]))
        if row not in news([*rows, row]).gone:
            found.append(person)
            back = held_back([*rows, row], now, called)
            held = max([held, *(each.at - now for each in back if each.id == number)])
    return found, held


def called_at(row: PostRow, rows: Iterable[PostRow], at: int) -> bool:
    """Tell whether others are to be called at a moment by the words of a row."""
    waits = (each for each in rows if _waits(each) and QUIET in _details(each))
    return any(each.at == at and _same_news(each, row) for each in waits)


def _said_before(row: PostRow, rows: Iterable[PostRow]) -> PostRow | None:
    """Return the last that was said of a series' dates, or a night's plan, before a row, where that
    is said, too.
    """
    found, people = None, {*json.loads(row.people)}
    kinds = OF_DATES if row.kind in OF_DATES else _OF_PLAN
    for each in rows:
        said = each.kind in kinds and each.message_id and each.id < row.id
        if said and (IN_CHANNEL in _details(each)) is (IN_CHANNEL in _details(row)):
            same = not people or people & {*json.loads(each.people)}
            found = each if same else found
    return found


def _is_held(row: PostRow, now: int) -> bool:
    return row.message_id is None and row.at > now and _BACK in _details(row)


def _undoes(row: PostRow, other: PostRow) -> bool:
    return _UNDOES[row.kind] == other.kind and _date_of(row) == _date_of(other)


def _same_news(one: PostRow, other: PostRow) -> bool:
    """Tell whether two rows say the same to different people, or at different hours."""
    return one.kind == other.kind and _date_of(one) == _date_of(other)


def _date_of(row: PostRow) -> Any:
    """Return the wall time of the date that a row is about, if it is about one."""
    return _details(row).get(DATE)


def _details(row: PostRow) -> dict[str, Any]:
    return dict(post_of(row).details)


def _with(row: PostRow, details: Mapping[str, object]) -> PostRow:
    """Return a row with more details."""
    return replace(row, details=json.dumps({**_details(row), **details}))


def _waits(row: PostRow, kinds: Collection[PostKind] = OF_DATES) -> bool:
    """Tell whether a row is still to call people of a series' dates, or of what else is said."""
    return row.kind in kinds and row.message_id is None and row.people != "[]"
