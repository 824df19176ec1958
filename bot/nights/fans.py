"""Who is told of the next night of a series or server, and who comes to a series every time. Pure.

Whoever comes every time stands on the list of each next night, and is asked a day before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date as day_of
from datetime import timedelta
from typing import Final

from bot.engine.text import marked as _
from bot.nights.answers import Quiets, press_in, press_other
from bot.nights.due_times import not_confirmed
from bot.nights.guest_list import GuestList, Mark, changed
from bot.nights.guest_presses import posts_for
from bot.nights.night import Change, Night, Now, Post, Press, Rule
from bot.nights.series_rules import date_sign, never_opened, next_dates, undecided
from bot.nights.standing_posts import IN_CHANNEL, OF_SERIES, REST
from bot.tables.clock import DAY
from bot.tables.trouble import Trouble
from storage.fan_store import ALL_HERE, FanKind, FanRow, SilentCount
from storage.night_rows import NightEventRow

A_LOT: Final = 70
"""How many people are called by one message; it has no room for more."""
MOST: Final[dict[FanKind, int]] = {"tell": 3 * A_LOT, "every": 60}
"""How many people may want the same of a series, or of all nights of a server."""
NO_ROOM: Final[dict[FanKind, str]] = {
    "tell": _("The list of those who are pinged is full. Ask a host to ping a role."),
    "every": _("The list of those who come every time is full."),
}
ENDED: Final = _("This series has ended: no more dates are announced.")
NO_SERIES: Final = _("This night doesn't repeat, so nobody can come to it every time.")
NOT_NEXT: Final = _("That date isn't the next one any more. `/nights list` shows what is.")
EARLY: Final = ("in_next", "out_next")
"""How it is noted that somebody comes to the next night before it is announced, or doesn't."""
MOVED: Final = "series_moved"
"""How it is noted that a date and all to come after it have moved."""
OF_EARLY: Final = (*EARLY, MOVED)
"""What tells who comes to a night that isn't announced yet."""


@dataclass(frozen=True, slots=True)
class Called:
    """How many people the thread of a night calls as it is announced, besides its role."""

    told: int = 0
    """Who want to be told of it."""
    kept: int = 0
    """Who have said that they can come then, are on the list, and asked to confirm that."""
    asked: int = 0
    """Who have said that they can come then if need be, or without room, and are asked whether they
    do.
    """
    again: bool = False
    """Whether it is like a night that was played, whose recap will lead to it."""


def scope_of(night: Night, kind: FanKind) -> str:
    """Return of what somebody is told who presses that on a night: its series, or all nights here.

    Raises Trouble where nobody can come every time.
    """
    series = night.series
    if series is not None and series.state != "ended":
        return series.id
    if kind == "every":
        raise Trouble(NO_SERIES if series is None else ENDED)
    return ALL_HERE


def wish_for(night: Night, wishes: Sequence[FanRow]) -> FanRow | None:
    """Return what somebody wants of nights like this one: of its series, or else of all here."""
    found = {wish.series_id: wish for wish in wishes if not wish.lapsed}
    of_series = None if night.series is None else found.get(night.series.id)
    return of_series or found.get(ALL_HERE)


def lapsed_for(night: Night, wishes: Sequence[FanRow]) -> list[FanRow]:
    """Return somebody's wishes of a night's series that hold no more, which they weren't told."""
    series = night.row.series_id
    return [each for each in wishes if each.lapsed and not each.ended and each.series_id == series]


@dataclass(frozen=True, slots=True)
class EarlyComer:
    """Somebody who has said of a night before it was announced that they come, or don't."""

    id: int
    name: str
    unsure: bool = False
    """Whether they are asked to confirm that: the night has moved to another date or hour since, or
    they have said it of several dates.
    """
    comes: bool = True
    """Whether they haven't taken that back, or said that they don't."""


def early_comers(
    events: Iterable[NightEventRow], weeks: int, date: str | None = None, last: str = ""
) -> list[EarlyComer]:
    """Return who has said on the nights of a series, so many weeks apart, that they come on a date,
    `20261211`, or don't, in the order in which they said so; without a date, who comes on any
    after the `last` that is announced.

    What somebody says of one date changes nothing that they said of another: one that was left out
    may take place after all. Where a date moves, they move with it.
    """
    found: dict[tuple[str, int], EarlyComer] = {}
    for event in events:
        on, _space, more = (event.note or "").partition(" ")
        if event.what == MOVED:
            moved: dict[tuple[str, int], EarlyComer] = {}
            for (at, person), each in found.items():
                to = _moved_to(at, on, more, weeks)
                moved[to or at, person] = each if to is None else replace(each, unsure=True)
            found = moved
        elif event.what in EARLY and event.by is not None:
            found.pop((on, event.by), None)
            found[on, event.by] = EarlyComer(event.by, more, comes=event.what == "in_next")
    if date is not None:
        return [each for (on, _person), each in found.items() if on == date]
    comes = {each.id: each for (on, _person), each in found.items() if on > last and each.comes}
    return [*comes.values()]


def _moved_to(at: str, before: str, after: str, weeks: int) -> str | None:
    """Return to which date one moves as another, and all to come after it, do; None if it stays:
    by whole weeks the others only change their names.
    """
    if at == before:
        return after
    day, one, other = (day_of.fromisoformat(each) for each in (at, before, after))
    apart, step = other - one, timedelta(weeks=weeks)
    apart -= int(apart / step) * step
    stays = day < one or (not apart and one != other)
    return None if stays else f"{day + apart:%Y%m%d}"


def with_fans(
    guests: GuestList,
    fans: Sequence[FanRow],
    now: int,
    quiets: Quiets,
    early: Sequence[EarlyComer] = (),
    by: int = 0,
) -> tuple[GuestList, tuple[Post, ...]]:
    """Return the list of a night that is announced now with those who come every time, but for who
    has said `early` that they don't, then those who have said that they do, and whom it calls.

    They are In as long as there is room, else in line, in the order in which they said so. Who
    only comes every time hasn't confirmed this night, nor has who answered for another hour, and
    was asked to as it moved; whoever announces it, `by` hand, has.
    """
    asks = now > guests.starts_at - DAY
    marks: tuple[Mark, ...] = ("asked",) if asks else ("asked", "unasked")
    out = {each.id for each in early if not each.comes and not each.unsure}
    for fan in fans:
        if fan.person in out and guests.find(fan.person) is None:
            guests, _news = press_other(guests, fan.person, fan.name, "out", now, quiets)
        elif fan.kind == "every" and guests.find(fan.person) is None:
            guests, _news = press_in(guests, fan.person, fan.name, now, quiets)
            guest = guests.find(fan.person)
            assert guest is not None
            known: tuple[Mark, ...] = () if fan.person == by else marks
            guests = guests.put(changed(guest, plus=(*known, "regular")))
    for each in early:
        if not each.comes:
            continue
        guests, _news = press_in(guests, each.id, each.name, now, quiets)
        guest = guests.find(each.id)
        if guest is not None and each.unsure:
            guests = guests.put(changed(guest, plus=("asked",)))
    told = dict.fromkeys(each.person for each in fans if guests.find(each.person) is None)
    posts = [
        Post("told", part, {REST: True} if number else {})
        for number, part in enumerate(in_parts([*told]))
    ]
    if asks:
        # The hour at which they would be asked is over.
        posts += posts_for(not_confirmed([each for each in guests.unconfirmed if each.regular]))
    return guests, tuple(posts)


def in_parts(people: Sequence[int]) -> list[tuple[int, ...]]:
    """Return people in parts that a message has room for."""
    return [tuple(people[at : at + A_LOT]) for at in range(0, len(people), A_LOT)]


def calling(posts: Sequence[Post], people: Sequence[int], *, between: bool) -> list[Post]:
    """Return posts of which those about a series call some people, but for who is called by another
    one at the same time; `between` two nights they stand where the next one's card will.
    """
    where = {IN_CHANNEL: True} if between else {}
    called = {person for post in posts for person in post.people}
    parts = in_parts([each for each in people if each not in called]) or [()]
    return [
        replace(
            post, people=part, details={**post.details, **where, **({REST: True} if number else {})}
        )
        if post.kind in OF_SERIES
        else post
        for post in posts
        for number, part in enumerate(parts if post.kind in OF_SERIES else [()])
    ]


def silent_count(before: Night, after: Night) -> SilentCount | None:
    """Return who of those who come every time was silent and absent, as a night of a series ends;
    None unless it does, or nobody could come to it.
    """
    series = after.row.series_id
    ends = before.row.state != "over" and after.row.state == "over"
    if series is None or not ends or never_opened(after):
        return None
    silent: list[int] = []
    heard: list[int] = []
    came = after.came
    for guest in after.guests.guests:
        if not guest.regular:
            continue
        if guest.person in came or "asked" not in guest.marks or guest.answer == "out":
            heard.append(guest.person)
        elif guest.answer == "in":
            silent.append(guest.person)
    return SilentCount(series, tuple(silent), tuple(heard)) if silent or heard else None


def come_next(date: str, *, comes: bool) -> Rule:
    """Return the rule for somebody who says of one of the next dates, `20261211`, before it is
    announced that they come, or don't after all. Raises Trouble if it isn't one any more.
    """

    def rule(night: Night, press: Press, now: Now) -> Change:
        dates = [date_sign(each.local) for each in next_dates(night, now.at)]
        if comes and (undecided(night) or date not in dates):
            raise Trouble(NOT_NEXT)
        what = EARLY[0] if comes else EARLY[1]
        return Change(night, what, note=f"{date} {press.by.name}")

    return rule
