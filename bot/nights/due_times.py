"""When something must happen next for a night's guests, and what happens then. Pure.

What was due up to `GuestList.rung` has happened, and never happens again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from bot.nights.answers import Quiets, goes_at, settled
from bot.nights.doors import SHORT_STOP, close_doors, open_doors, warn
from bot.nights.guest_list import (
    DoorsLate,
    Guest,
    GuestList,
    HostCheck,
    News,
    NotConfirmed,
    Outcome,
    Remind,
    ReminderDue,
)
from bot.tables.clock import HOUR, MINUTE

BEFORE: Final[dict[Remind, int]] = {"day": 24 * HOUR, "hour": HOUR}
"""Reminders; the one for the doors is sent when they open."""
CHECKS: Final = (24, 3)
"""Hours before a night at which its host is told what is wrong."""
TOO_LATE: Final = 60 * MINUTE
"""A reminder that is later than this is dropped, as is one of a night that should have begun."""
ASK_FIRST: Final = 15 * MINUTE
"""Doors that are later than this don't open by themselves, where a host leads the night."""


def guests_due(guests: GuestList) -> int | None:
    """Return when `ring` must be called next; None if nothing is to come."""
    return min(_times(guests), default=None)


def ring(guests: GuestList, now: int, quiets: Quiets, opens_until: int = 0) -> Outcome:
    """Do what is due by now, each thing once. Doors that are late open by themselves `opens_until`
    a time.
    """
    news: list[News] = list(_told(guests, now))
    doors_due = guests.doors == "shut" and guests.rung < guests.doors_at <= now
    starts = guests.starts_at if _warns(guests) else now + 1
    guests, more = settled(replace(guests, rung=max(guests.rung, now)), now, quiets)
    news.extend(more)
    if now >= guests.starts_at - BEFORE["day"]:
        guests = guests.unmark("unasked")
    if doors_due and now > max(guests.doors_at + ASK_FIRST, opens_until):
        news.append(DoorsLate())
    elif doors_due:
        guests, more = open_doors(guests, now)
        news.extend(more)
    if guests.doors == "open" and guests.closes_at <= now:
        guests, more = close_doors(guests, now, quiets)
        news.extend(more)
    elif starts <= now:
        guests, more = warn(guests)
        news.extend(more)
    return guests, tuple(news)


def guests_after_absence(guests: GuestList, since: int, now: int) -> GuestList:
    """Return the list after the bot was away: offers and open doors are extended by that time,
    unless it was short. What people were told then still holds, but for what ended meanwhile.
    """
    away = max(0, now - since)

    def extended(at: int) -> int:
        return at + away if away > SHORT_STOP else later_if_missed(at, since, now)

    kept = tuple(
        replace(
            guest,
            offered_until=None if guest.offered_until is None else extended(guest.offered_until),
            # Whoever came late meanwhile couldn't say so.
            late_until=None
            if guest.late_until is None
            else later_if_missed(guest.late_until, since, now),
        )
        for guest in guests.guests
    )
    guests = replace(guests, guests=kept)
    if guests.doors == "open":
        guests = replace(guests, closes_at=extended(guests.closes_at))
    return guests


def later_if_missed(at: int, since: int, now: int) -> int:
    """Return until when something goes after the bot was away: as much longer, if it ended then."""
    return at + now - since if since < at <= now else at


def _warns(guests: GuestList) -> bool:
    """Tell whether those who aren't here are called at the start: doors that open by then, or
    close at once, call them themselves.
    """
    return guests.doors == "open" and guests.rung < guests.starts_at < guests.closes_at


def _told(guests: GuestList, now: int) -> Iterator[News]:
    """Yield what is said at its hour, unless that is long past."""
    for hours in CHECKS:
        at = guests.starts_at - hours * HOUR
        if guests.rung < at <= now and now - at <= TOO_LATE:
            yield HostCheck(hours)
    for kind, before in BEFORE.items():
        at = guests.starts_at - before
        asked = guests.unconfirmed if kind == "day" else ()
        if guests.rung < at <= now < guests.doors_at:
            # Nobody else would ask them, so that isn't too late before the doors open.
            yield from not_confirmed(asked)
        if guests.rung < at <= now < guests.starts_at and now - at <= TOO_LATE:
            expected = (*guests.with_answer("in"), *guests.with_answer("maybe"))
            coming = (guest for guest in expected if guest.came_at is None)
            people = tuple(
                guest.person for guest in coming if kind in guest.remind and guest not in asked
            )
            if people:
                yield ReminderDue(kind, people)


def not_confirmed(guests: Collection[Guest]) -> Iterator[NotConfirmed]:
    """Yield who is asked once more: as the date is another one, or as they come every time."""
    for regular in (False, True):
        people = tuple(each.person for each in guests if each.regular is regular)
        if people:
            yield NotConfirmed(people, regular)


def _times(guests: GuestList) -> Iterator[int]:
    once = [guests.starts_at - hours * HOUR for hours in CHECKS]
    once.extend(guests.starts_at - before for before in BEFORE.values())
    # At the same hour before, seats are offered to all who wait at once.
    if guests.doors == "shut":
        once.append(guests.doors_at)
    yield from (at for at in once if at > guests.rung)
    if _warns(guests):
        yield guests.starts_at
    if guests.doors == "open":
        yield guests.closes_at
    if guests.doors == "closed":
        yield from (at for each in guests.guests if (at := goes_at(each)) is not None)
    for guest in guests.offered:
        if guest.offered_until is not None:
            yield guest.offered_until
