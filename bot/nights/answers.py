"""In, Maybe, Can't, and the waitlist: who gets a seat that becomes free. Pure.

`quiets` are the quiet hours of those who have any: the clock of an offer stands still in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal

from bot.engine.text import marked as _
from bot.nights.guest_list import (
    NOT_A_GUEST,
    NOT_LISTED,
    Answered,
    AskedAgain,
    GotSeat,
    Guest,
    GuestList,
    Invited,
    Mark,
    News,
    Offered,
    OfferOver,
    Outcome,
    Remind,
    SeatsOpen,
    TakenOffList,
    changed,
)
from bot.tables.clock import HOUR, MINUTE, Quiet, ahead
from bot.tables.trouble import Trouble

Quiets = Mapping[int, Quiet]

SEAT_GONE: Final = _("That seat is taken now. You keep your place on the waitlist.")
NOT_OFFERED: Final = _(
    "This seat isn't offered to you. If you'd like one, answer on the night's card."
)
LONGEST_OFFER: Final = 12 * HOUR
SHORTEST_OFFER: Final = 10 * MINUTE
LATER_STILL: Final = 5 * MINUTE
"""For so long the seat of who comes late is theirs after their time: nobody comes to the minute."""

_OF_WAITING: Final[tuple[Mark, ...]] = ("passed", "lapsed", "called")


def press_in(guests: GuestList, person: int, name: str, now: int, quiets: Quiets) -> Outcome:
    """Let somebody press In: they get a seat if one is theirs, else the end of the waitlist."""
    guests, before = settled(guests, now, quiets)
    guest = guests.find(person) or Guest(person, name, "maybe")
    if guest.answer == "in" or (guest.answer == "waits" and not may_take(guests, guest)):
        guest = changed(guest, minus=("asked",))
    else:
        place = guest.place or guests.next_place()
        guest = changed(guest, minus=("off", "asked"), place=place)
        guest = with_seat(guest) if may_take(guests, guest) else replace(guest, answer="waits")
        if guests.doors == "closed":
            # They aren't there yet: whoever is goes first.
            guest = changed(guest, plus=("absent",), answer="in")
    guests = guests.put(replace(guest, name=name))
    guests, after = settled(guests, now, quiets)
    return guests, (*before, answered(guests, person), *after)


def press_other(
    guests: GuestList,
    person: int,
    name: str,
    answer: Literal["maybe", "out"],
    now: int,
    quiets: Quiets,
) -> Outcome:
    """Let somebody press Maybe or Can't; a seat they had, or were offered, is passed on."""
    guests, before = settled(guests, now, quiets)
    guest = guests.find(person) or Guest(person, name, answer)
    guests = _given_up(guests, replace(guest, name=name), answer)
    guests, after = settled(guests, now, quiets)
    return guests, (*before, Answered(person, answer), *after)


def take(guests: GuestList, person: int, now: int, quiets: Quiets) -> Outcome:
    """Let somebody take the seat that they were offered. Raises Trouble if they can't."""
    current, _ = settled(guests, now, quiets)
    guest = current.find(person)
    if guest is None or guest.answer not in ("in", "waits"):
        raise Trouble(NOT_OFFERED)
    if guest.answer == "waits" and (guests.doors == "closed" or not may_take(current, guest)):
        raise Trouble(SEAT_GONE)
    return press_in(guests, person, guest.name, now, quiets)


def pass_on(guests: GuestList, person: int, now: int, quiets: Quiets) -> Outcome:
    """Let somebody pass a seat; they keep their place. Raises Trouble if none was offered."""
    guests, before = settled(guests, now, quiets)
    guest = guests.find(person)
    if guest is None or guest.answer != "waits":
        raise Trouble(NOT_OFFERED)
    asked = guest.offered_until is not None or "called" in guest.marks
    if asked and guests.doors != "closed":
        guest = changed(guest, plus=("passed",), minus=("lapsed", "called"), offered_until=None)
        guests = guests.put(guest)
    guests, after = settled(guests, now, quiets)
    return guests, (*before, answered(guests, person), *after)


def take_off(guests: GuestList, person: int, now: int, quiets: Quiets) -> Outcome:
    """Take somebody off, as a host; they may answer again. Raises Trouble if they never did."""
    guests, before = settled(guests, now, quiets)
    guest = guests.find(person)
    if guest is None:
        raise Trouble(NOT_LISTED)
    guests = _given_up(guests, guest, "out")
    off = changed(guests.find(person) or guest, plus=("off",))
    guests, after = settled(guests.put(off), now, quiets)
    return guests, (*before, TakenOffList(person), *after)


def invite(guests: GuestList, person: int, name: str) -> Outcome:
    """Invite somebody, as a host: no seat is kept for them, and they press In themselves."""
    guest = guests.find(person)
    if guest is not None and guest.answer in ("in", "waits"):
        return guests, ()
    return guests.put(guest or Guest(person, name, "invited")), (Invited(person),)


def set_limit(guests: GuestList, limit: int | None, now: int, quiets: Quiets) -> Outcome:
    """Change how many can be In. Nobody who is In loses a seat, or an offer, because of it."""
    guests, before = settled(guests, now, quiets)
    free = guests.free
    guests = replace(guests, limit=limit)
    if guests.free > free:
        guests = guests.unmark(*_OF_WAITING)
    guests, after = settled(guests, now, quiets)
    return guests, (*before, *after)


def set_mark(
    guests: GuestList, person: int, mark: Literal["learner", "teacher"], *, on: bool
) -> GuestList:
    """Let a guest say that they want to be taught, or can teach. Raises Trouble for others."""
    guest = guests.find(person)
    if guest is None:
        raise Trouble(NOT_A_GUEST)
    marks: tuple[Mark, ...] = (mark,)
    return guests.put(changed(guest, plus=marks) if on else changed(guest, minus=marks))


def set_remind(guests: GuestList, person: int, remind: frozenset[Remind]) -> GuestList:
    """Let a guest choose when to be reminded; never, if empty. Raises Trouble for others."""
    guest = guests.find(person)
    if guest is None:
        raise Trouble(NOT_A_GUEST)
    return guests.put(replace(guest, remind=remind))


def scheduled(
    guests: GuestList, starts_at: int, doors_at: int, closes_at: int, now: int
) -> GuestList:
    """Return the list for a night that was just announced, or was moved to another date."""
    return replace(
        guests,
        starts_at=starts_at,
        # If it begins very soon, the doors open at once.
        doors_at=max(doors_at, now),
        closes_at=max(closes_at, now),
        doors="shut",
        rung=now - 1,
    )


def moved(
    guests: GuestList,
    starts_at: int,
    doors_at: int,
    closes_at: int,
    now: int,
    quiets: Quiets,
    by: int | None = None,
    *,
    stays: bool = False,
) -> Outcome:
    """Move the date: all who are In are asked again, and keep their answers until they press.
    Whoever couldn't come on another date may answer again, unasked.

    Whoever moved it is In as before, and asked no more whether they come as they do every time; if
    it `stays` on the same evening, so is who is here by then.
    """
    guests, before = settled(guests, now, quiets)
    answers = ("in",) if starts_at == guests.starts_at else ("in", "out")
    guests = scheduled(guests, starts_at, doors_at, closes_at, now)
    latest = max(now + SHORTEST_OFFER, starts_at - HOUR)
    # Whoever hadn't come when the doors closed may come to the new date, if there is room.
    unseated = [guest.person for guest in guests.with_answer("in") if not guest.seated]
    everybody: list[Guest] = []
    for guest in guests.guests:
        kept = changed(guest, minus=(*_OF_WAITING, "absent"), gone_at=None, late_until=None)
        if stays and guest.here:
            everybody.append(kept)
            continue
        kept = replace(kept, came_at=None)
        if guest.person in unseated:
            kept = replace(kept, answer="waits")
        elif guest.answer in answers and guest.person != by:
            kept = changed(kept, plus=("asked",), minus=("unasked",))
        elif guest.person == by and guest.regular:
            # Whoever comes every time knows of a date that they have picked.
            kept = changed(kept, minus=("asked", "unasked"))
        if guest.offered_until is not None:
            kept = replace(kept, offered_until=min(guest.offered_until, latest))
        everybody.append(kept)
    guests = replace(guests, guests=tuple(everybody))
    for guest in guests.with_answer("waits"):
        if guest.person in unseated and guests.free:
            asks: tuple[Mark, ...] = () if guest.person == by else ("asked",)
            guests = guests.put(changed(guest, plus=asks, minus=("unasked",), answer="in"))
    asked = tuple(guest.person for guest in guests.unconfirmed)
    guests, after = settled(guests, now, quiets)
    return guests, (*before, *((AskedAgain(asked),) if asked else ()), *after)


def settled(guests: GuestList, now: int, quiets: Quiets) -> Outcome:
    """End the offers that ran out, and offer what is free to those whose turn it is."""
    news: list[News] = []
    for guest in guests.offered:
        if guest.offered_until is not None and guest.offered_until <= now:
            guests = guests.put(changed(guest, plus=("lapsed",), offered_until=None))
            news.append(OfferOver(guest.person))
    if guests.doors == "closed":
        guests = _late_over(guests, now)
    if guests.doors != "shut":
        guests, more = _given(guests)
        news += more
    if guests.last_hour(now):
        guests, more = _called(guests)
    else:
        guests, more = _offers(guests, now, quiets)
    return guests, (*news, *more)


def offer_end(guests: GuestList, person: int, now: int, quiets: Quiets) -> int:
    """Return until when a seat is kept for somebody to whom it is offered now."""
    time = max(SHORTEST_OFFER, min(LONGEST_OFFER, (guests.starts_at - now) // 4))
    end = ahead(now, time, quiets.get(person))
    # From an hour before on, it goes to whoever presses first.
    return max(now + SHORTEST_OFFER, min(end, guests.starts_at - HOUR))


def may_go_on(guests: GuestList) -> bool:
    """Tell whether a seat that is offered goes to somebody else who waits, if it isn't taken."""
    return any(
        one.offered_until is None and not one.marks & {"passed", "lapsed"}
        for one in guests.with_answer("waits")
    )


def may_take(guests: GuestList, guest: Guest) -> bool:
    """Tell whether somebody gets a seat by pressing now."""
    if guest.offered_until is not None:
        return True
    if guest.answer == "waits" and guest.marks & set(_OF_WAITING):
        return guests.free > 0
    return guests.free > _waiting_before(guests, guest)


def would_wait(guests: GuestList, guest: Guest) -> bool:
    """Tell whether somebody who isn't In gets on the waitlist by pressing In now."""
    return not may_take(guests, replace(guest, place=guest.place or guests.next_place()))


def with_seat(guest: Guest) -> Guest:
    """Return a guest who is In now, with a seat."""
    minus: tuple[Mark, ...] = (*_OF_WAITING, "asked", "absent")
    return changed(guest, minus=minus, answer="in", offered_until=None)


def answered(guests: GuestList, person: int) -> Answered:
    """Return what a person's answer is now, to tell them. Raises Trouble if they never answered."""
    guest = guests.find(person)
    if guest is None:
        raise Trouble(NOT_A_GUEST)
    return Answered(person, guest.answer, guests.position(person))


def _waiting_before(guests: GuestList, guest: Guest) -> int:
    """Return how many have a better claim to a free seat: those ahead who weren't asked in vain."""
    return sum(
        one.offered_until is None
        and not one.marks & {"passed", "lapsed"}
        and (one.place or 0) < (guest.place or 0)
        for one in guests.with_answer("waits")
    )


def _given_up(guests: GuestList, guest: Guest, answer: Literal["maybe", "out"]) -> GuestList:
    free = guest.seated
    minus: tuple[Mark, ...] = (*_OF_WAITING, "asked", "absent", "off")
    # Who won't come isn't there either; whoever has played and went home stays one who came.
    came_at = None if guest.here else guest.came_at
    guest = changed(guest, minus=minus, answer=answer, place=None, came_at=came_at)
    guest = replace(guest, offered_until=None, late_until=None)
    guests = guests.put(guest)
    # Whoever passed another seat, or slept through an offer, is asked about this one.
    return guests.unmark("passed", "lapsed") if free else guests


def goes_at(guest: Guest) -> int | None:
    """Return when the seat of somebody who comes late goes to others; None if it is kept for a
    round, and of others. A round that begins until then has a seat for them.
    """
    return guest.kept_until + LATER_STILL if guest.late and guest.kept_until is not None else None


def _late_over(guests: GuestList, now: int) -> GuestList:
    """Keep no seat any more for those who come late and aren't there soon after their time."""
    for guest in guests.guests:
        at = goes_at(guest)
        if at is not None and at <= now:
            guests = guests.put(changed(guest, plus=("absent",), late_until=None))
    return guests


def _offers(guests: GuestList, now: int, quiets: Quiets) -> Outcome:
    """Reserve free seats for those who wait, in their order."""
    news: list[News] = []
    for guest in guests.with_answer("waits"):
        if not guests.free:
            break
        if guest.offered_until is None and not guest.marks & {"passed", "lapsed"}:
            until = offer_end(guests, guest.person, now, quiets)
            guests = guests.put(replace(guest, offered_until=until))
            news.append(Offered(guest.person, until))
    return guests, tuple(news)


def _given(guests: GuestList) -> Outcome:
    """Give free seats to those who wait and are there; what they passed before the doors closed
    was another one.
    """
    news: list[News] = []
    if guests.doors == "closed":
        guests = guests.unmark("passed", "lapsed")
    for guest in guests.with_answer("waits"):
        asked = guest.offered_until is not None or "passed" in guest.marks
        if guests.free and guest.here and not asked:
            guests = guests.put(with_seat(guest))
            news.append(GotSeat(guest.person))
    return guests, tuple(news)


def _called(guests: GuestList) -> Outcome:
    """Call all who wait to the free seats, but who went home; nobody is called twice for the same
    one.
    """
    if not guests.free:
        return guests.unmark("called"), ()
    waiting = [guest for guest in guests.with_answer("waits") if guest.offered_until is None]
    people = [one for one in waiting if "passed" not in one.marks and one.gone_at is None]
    if not people or any("called" in guest.marks for guest in people):
        return guests, ()
    for guest in people:
        guests = guests.put(changed(guest, plus=("called",), minus=("lapsed",)))
    seats = min(guests.free, len(people))
    return guests, (SeatsOpen(tuple(guest.person for guest in people), seats),)
