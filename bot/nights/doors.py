"""The doors of a night: who is there, who isn't, who gets their seats, who went home. Pure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from bot.engine.text import marked as _
from bot.nights.answers import LATER_STILL, Quiets, goes_at, press_in, settled, with_seat
from bot.nights.guest_list import (
    NOT_LISTED,
    TIME_OVER,
    Came,
    DoorsClosed,
    DoorsOpened,
    Guest,
    GuestList,
    News,
    NotHere,
    Outcome,
    SaysLate,
    WentHome,
    changed,
)
from bot.tables.clock import MINUTE
from bot.tables.trouble import Trouble

DOORS_SHUT: Final = _(
    "Doors aren't open yet: the night's card says when. Press **I'm here** there then."
)
NO_LONGER: Final = _("It's too late for that. Press **I'm here** when you arrive.")
NONE_FREE: Final = _(
    "No seat is free for you, so I can't keep one. Press **I'm here** when you arrive."
)
NONE_FREE_YET: Final = _(
    "No seat is free for you, so I can't keep one. **I'm in** puts you on the waitlist."
)
NOT_TONIGHT: Final = _("You aren't on tonight's list. Press **I'm here** if you'd like to play.")
HERE_ALREADY: Final = _("You're marked as here already.")
SHORT_STOP: Final = MINUTE
"""Where something happens later by so little, or the bot was away for no longer, the times that
people were told stay as they are.
"""
CALLED_BEFORE: Final = 5 * MINUTE
"""Whoever comes late is called so long before the time that they gave."""


def open_doors(guests: GuestList, now: int) -> Outcome:
    """Open the doors; if that is late, they close later by the same time."""
    if guests.doors != "shut":
        return guests, ()
    late = now - guests.doors_at
    guests = replace(guests, doors="open", closes_at=guests.closes_at + late * (late > SHORT_STOP))
    # Whoever waits gets a free seat by being there, as those who may come do.
    expected = guests.with_answer("in", "maybe", "waits")
    people = tuple(guest.person for guest in expected if guest.remind and not guest.late)
    return guests, (DoorsOpened(people),)


def press_here(
    guests: GuestList, person: int, name: str, now: int, quiets: Quiets, *, kept: bool = False
) -> Outcome:
    """Let somebody say that they are there, also late or back again. Raises Trouble if it is too
    early.

    Whoever is In has their seat, also where it is `kept` though the list is full by now; whoever
    waits gets a free one, or else stands in line: at its end if they had a seat that is no longer
    theirs, so that nobody who waits moves back.
    """
    if guests.doors == "shut":
        raise Trouble(DOORS_SHUT)
    guests, before = settled(guests, now, quiets)
    guest = guests.find(person) or Guest(person, name, "maybe")
    guest = replace(guest, name=name, place=guest.place or guests.next_place())
    came = replace(guest, came_at=guest.came_at or now, gone_at=None, late_until=None)
    if guest.seated:
        came = changed(came, minus=("asked",))
    else:
        # A seat that was passed on, or left, is no longer theirs: only a free one is.
        came = changed(came, minus=("absent", "asked", "off"), answer="waits")
        # Those in line who aren't there come after, and nobody who is there waits for a free one.
        mine = kept or came.offered_until is not None or guests.free
        if mine:
            came = with_seat(came)
        elif guest.answer == "in":
            came = replace(came, place=guests.next_place())
    guests, after = settled(guests.put(came), now, quiets)
    found = guests.find(person)
    return guests, (*before, Came(person, found is not None and found.seated), *after)


def come_late(
    guests: GuestList,
    person: int,
    name: str,
    until: int | None,
    now: int,
    quiets: Quiets,
    *,
    second: bool = False,
) -> Outcome:
    """Let somebody be In, and keep their seat until a time past the doors; None if they come on
    time.

    With `second` it is kept for the second round, which begins at about that time.
    Raises Trouble if they have no seat that could be kept.
    """
    guests, guest, news = with_seat_to_keep(guests, person, name, now, quiets)
    if until is None and guests.doors == "closed":
        raise Trouble(NO_LONGER)
    if until is not None and until <= now:
        raise Trouble(TIME_OVER)
    if until is not None and not second:
        # Before the seat goes to others, but not right after they have said so.
        early = until - CALLED_BEFORE
        news = *news, SaysLate(person, until, early if early > now else until)
    elif guest.late:
        news = *news, SaysLate(person, None)
    guest = changed(guest, minus=("asked", "second", "timed", "dealt"), late_until=until)
    return guests.put(changed(guest, plus=("second",)) if second else guest), news


def promised_seats(guests: GuestList) -> GuestList:
    """Return guests of whom all who come late have a seat in the next round, once one is dealt.

    More rounds than were planned take nobody's seat in what was the last one: a computer plays for
    them till they come, as they were told.
    """
    for guest in guests.coming:
        if guest.late and "second" not in guest.marks:
            # They still come at the time that they gave.
            guests = guests.put(changed(guest, plus=("second", "timed")))
    return guests


def dealt_in(guests: GuestList, people: Collection[int]) -> GuestList:
    """Let a seat at a table wait for those of some people who come late: it is theirs until the
    round is over.
    """
    for person in people:
        guest = guests.find(person)
        if guest is not None and guest.late:
            guests = guests.put(changed(guest, plus=("dealt",)))
    return guests


def due_at(guest: Guest) -> int | None:
    """Return when somebody comes whose seat at a table waits for them, as they have said; None for
    others.
    """
    return guest.kept_until if waited_for(guest) and "dealt" in guest.marks else None


def waited_for(guest: Guest) -> bool:
    """Tell whether somebody comes late to a seat that is kept, on the list or at a table."""
    comes_late = guest.late_until is not None and guest.answer == "in"
    return comes_late and guest.came_at is None


def seen_at_table(
    guests: GuestList, person: int, now: int, quiets: Quiets, *, played: bool
) -> Outcome:
    """Note whether somebody who was dealt in has come, or come back: their table is over.

    A seat isn't kept any longer for whoever hasn't, unless they said that they come later than
    that. Whoever was found gone and played on is here.
    """
    guest = guests.find(person)
    if guest is not None and guest.came_at is not None:
        back = played and guest.gone_at is not None and "absent" in guest.marks
        return press_here(guests, person, guest.name, now, quiets) if back else (guests, ())
    if guest is None or not guest.seated:
        return guests, ()
    if played:
        return press_here(guests, person, guest.name, now, quiets)
    if guest.late_until is not None and guest.late_until + LATER_STILL > now:
        return guests.put(changed(guest, minus=("dealt", "second", "timed"))), ()
    guest = changed(guest, plus=("absent",), late_until=None)
    return settled(guests.put(guest), now, quiets)


def with_seat_to_keep(
    guests: GuestList, person: int, name: str, now: int, quiets: Quiets
) -> tuple[GuestList, Guest, tuple[News, ...]]:
    """Return the list with somebody In who hasn't come yet, and them: whoever wasn't is, if there
    is a seat. Raises Trouble if there is none that could be kept for them.
    """
    guest = guests.find(person)
    if guest is not None and guest.here:
        raise Trouble(HERE_ALREADY)
    news: tuple[News, ...] = ()
    if guest is None or guest.answer != "in":
        guests, news = press_in(guests, person, name, now, quiets)
    guests, more = settled(guests, now, quiets)
    guest = guests.find(person)
    if guest is not None and guest.answer == "waits":
        raise Trouble(NONE_FREE_YET if guests.doors == "shut" else NONE_FREE)
    if guest is None or not guest.seated or guest.came_at is not None:
        raise Trouble(NO_LONGER)
    return guests, guest, (*news, *more)


def mark_here(guests: GuestList, person: int, now: int, quiets: Quiets) -> Outcome:
    """Let a host say that somebody is there who is In, waits or might come, or was found gone.
    Raises Trouble for others.

    Whoever has come, or has gone home again, since the host looked stays as they are.
    """
    guest = guests.find(person)
    if guest is None or guest.answer not in ("in", "waits", "maybe"):
        raise Trouble(NOT_LISTED)
    if guest.came_at is not None and guest.how_gone != "not_here":
        return guests, ()
    return press_here(guests, person, guest.name, now, quiets)


def mark_not_here(guests: GuestList, person: int, now: int, quiets: Quiets) -> Outcome:
    """Let a host say that somebody isn't there after all; after the doors their seat is passed on.

    Raises Trouble if they never answered.
    """
    guest = guests.find(person)
    if guest is None:
        raise Trouble(NOT_LISTED)
    if not guest.here:
        return guests, ()
    guests, before = settled(guests, now, quiets)
    absent = guest.answer == "in" and guests.doors == "closed"
    guest = changed(guest, plus=("absent",) if absent else (), came_at=None)
    guests, after = settled(guests.put(guest), now, quiets)
    return guests, (*before, *after)


def go_home(guests: GuestList, person: int, now: int, quiets: Quiets) -> Outcome:
    """Let somebody who was there leave; their seat goes to whoever waits. Who was found gone has
    said so, too, then. Raises Trouble.
    """
    guest = guests.find(person)
    if guest is None:
        raise Trouble(NOT_TONIGHT)
    if not guest.here:
        if guest.how_gone == "not_here":
            guests = guests.put(changed(guest, minus=("absent",)))
        return guests, ()
    guests, before = settled(guests, now, quiets)
    guest = guests.find(person) or guest
    guests = guests.put(changed(guest, minus=("called",), gone_at=now, offered_until=None))
    guests, after = settled(guests, now, quiets)
    return guests, (*before, WentHome(person), *after)


def not_at_table(guests: GuestList, person: int, now: int, quiets: Quiets) -> Outcome:
    """Have somebody gone who was dealt in and isn't there any more, but hasn't said so.

    Raises Trouble.
    """
    guest = guests.find(person)
    if guest is not None and not guest.here:
        return guests, ()
    if guest is not None and guest.answer == "in":
        guests = guests.put(changed(guest, plus=("absent",)))
    return go_home(guests, person, now, quiets)


def warn(guests: GuestList) -> Outcome:
    """Call those to whom a seat is kept as the night should start, and who aren't there: they still
    have it until the doors close.
    """
    people = tuple(each.person for each in guests.not_here if each.seated and not waited_for(each))
    warned = (
        changed(each, plus=("warned",)) if each.person in people else each for each in guests.guests
    )
    guests = replace(guests, guests=tuple(warned))
    return guests, (NotHere(people),) if people else ()


def close_doors(guests: GuestList, now: int, quiets: Quiets) -> Outcome:
    """Close the doors: the seats of those who aren't there go to those who wait there; to those who
    don't, they are open.
    """
    if guests.doors != "open":
        return guests, ()
    absent = tuple(
        each.person
        for each in guests.not_here
        if not waited_for(each) or ((at := goes_at(each)) is not None and at <= now)
    )
    # Whoever was called at the start reads there what becomes of their seat.
    called = tuple(
        each.person
        for each in guests.not_here
        if each.person in absent and "warned" not in each.marks
    )
    closed = (
        # Whoever was called before is called anew: they have to be here now.
        changed(
            guest,
            plus=("absent",) if guest.person in absent else (),
            minus=("called", "warned"),
            offered_until=None,
        )
        for guest in guests.guests
    )
    guests, after = settled(replace(guests, doors="closed", guests=tuple(closed)), now, quiets)
    told = (NotHere(called),) if called else ()
    return guests, (DoorsClosed(absent), *told, *after)
