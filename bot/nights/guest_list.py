"""The people who come to a night, as one value: the guests, how many seats there are, and the
hours.

Everything that changes it returns the new list and the news: whom to tell what.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from bot.engine.text import marked as _
from bot.tables.clock import HOUR
from storage.night_rows import Answer, Doors

NO_LIMIT: Final = 10_000
"""Seats, where there is no limit."""

NOT_A_GUEST: Final = _("You haven't answered yet. Answer on the night's card first.")
NOT_LISTED: Final = _("They aren't on this night's list.")
TIME_OVER: Final = _("That time is over. Pick a later one.")


@dataclass(frozen=True, slots=True)
class Answered:
    """Somebody's answer now. Whoever waits is told their position, counted from 1."""

    person: int
    answer: Answer
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat is kept for somebody who waits, until a time."""

    person: int
    until: int


@dataclass(frozen=True, slots=True)
class OfferOver:
    """Somebody let an offer run out; they keep their place on the waitlist."""

    person: int


@dataclass(frozen=True, slots=True)
class SeatsOpen:
    """Seats are open to all these people at once: the first to press gets one."""

    people: tuple[int, ...]
    seats: int


@dataclass(frozen=True, slots=True)
class GotSeat:
    """Somebody who waited, and is there, was given a seat without a press."""

    person: int


@dataclass(frozen=True, slots=True)
class Invited:
    """A host asks somebody to come; they press In themselves."""

    person: int


@dataclass(frozen=True, slots=True)
class TakenOffList:
    """A host took somebody off."""

    person: int


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """The date moved: those who are In are asked whether they still come."""

    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NotConfirmed:
    """A day before, these people are In and haven't said whether they come: to a new date, or as
    those who come every time.
    """

    people: tuple[int, ...]
    regular: bool = False


@dataclass(frozen=True, slots=True)
class ReminderDue:
    """People are to be reminded that the night begins in a day or an hour."""

    kind: Remind
    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SaysLate:
    """Somebody says until when they will come, and is called `at` about that time; None: on time,
    or for a round, whenever that begins.
    """

    person: int
    until: int | None
    at: int = 0


@dataclass(frozen=True, slots=True)
class HostCheck:
    """The host is to be told what is wrong, some hours before the night."""

    hours: int


@dataclass(frozen=True, slots=True)
class DoorsOpened:
    """The doors are open, and these people are pinged."""

    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DoorsLate:
    """The bot was away when the doors should have opened: the host is asked."""


@dataclass(frozen=True, slots=True)
class DoorsClosed:
    """The doors are closed, and these people are In and not there."""

    absent: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NotHere:
    """At the start, or as the doors close, these people are In and not there, and called once."""

    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Came:
    """Somebody is there; with a seat, or waiting for one."""

    person: int
    seated: bool


@dataclass(frozen=True, slots=True)
class WentHome:
    """Somebody who was there has left."""

    person: int


News = (
    Answered
    | Offered
    | OfferOver
    | SeatsOpen
    | GotSeat
    | Invited
    | TakenOffList
    | AskedAgain
    | NotConfirmed
    | ReminderDue
    | SaysLate
    | HostCheck
    | DoorsOpened
    | DoorsLate
    | DoorsClosed
    | NotHere
    | Came
    | WentHome
)


GuestGone = Literal["home", "not_here", "off", "never"]
"""How a guest has gone: they said that they go home, were found gone or silent, were taken off the
list, or have a seat that isn't kept as they never came.
"""
USUAL_REMIND: Final[frozenset[Remind]] = frozenset({"hour"})


@dataclass(frozen=True, slots=True)
class Guest:
    """A person who has answered or was invited."""

    person: int
    name: str
    answer: Answer
    place: int | None = None
    """Grows in the order in which people pressed In, for those who are In and for the waitlist."""
    marks: frozenset[Mark] = frozenset()
    offered_until: int | None = None
    """Until when a seat is kept for somebody who waits."""
    remind: frozenset[Remind] = USUAL_REMIND
    """Empty for somebody who wants no reminders."""
    came_at: int | None = None
    gone_at: int | None = None
    """When they went home; None again once they come back."""
    late_until: int | None = None
    """Until when their seat is kept past the doors, or about when the round begins for which it is;
    None for whoever comes on time, or has come.
    """
    games: frozenset[str] = frozenset()
    """What they would play of several games; empty for any. Only the seating uses it, and nobody
    else sees it."""

    @property
    def here(self) -> bool:
        """Tell whether the person is there now."""
        return self.came_at is not None and self.gone_at is None

    @property
    def went_home(self) -> bool:
        """Tell whether the person has said themselves that they go home."""
        came = self.answer in ("in", "waits") and "absent" not in self.marks
        return came and self.gone_at is not None

    @property
    def how_gone(self) -> GuestGone | None:
        """Return how the person has gone from the night; None while they may be here, or if they
        have answered something else since.
        """
        if "off" in self.marks:
            return "off"
        if self.answer not in ("in", "waits"):
            return None
        if self.gone_at is not None:
            return "home" if self.went_home else "not_here"
        return "never" if "absent" in self.marks and self.came_at is None else None

    @property
    def late(self) -> bool:
        """Tell whether the person is In, comes late, and isn't there yet: nobody waits for them."""
        late = self.late_until is not None and "dealt" not in self.marks
        return late and self.answer == "in" and self.came_at is None

    @property
    def kept_until(self) -> int | None:
        """Return when a seat that is kept for somebody who comes late isn't any more; None if it
        is kept for a round, whenever that begins.
        """
        return None if "second" in self.marks else self.late_until

    @property
    def regular(self) -> bool:
        """Tell whether the person stands on the list as they come every time."""
        return "regular" in self.marks

    @property
    def unconfirmed(self) -> bool:
        """Tell whether the person is In, but for another date or every time, and said no more."""
        return self.answer == "in" and "asked" in self.marks

    @property
    def to_confirm(self) -> bool:
        """Tell whether the person was asked to confirm that they are In, and has said no more."""
        return self.unconfirmed and "unasked" not in self.marks

    @property
    def open_again(self) -> bool:
        """Tell whether the person couldn't come on an older date, and has said nothing of this."""
        return self.answer == "out" and "asked" in self.marks and "off" not in self.marks

    @property
    def only_regular(self) -> bool:
        """Tell whether the person is In or waits as they come every time, and said no more."""
        waits = self.answer in ("in", "waits") and self.came_at is None
        return waits and {"regular", "asked"} <= self.marks

    @property
    def seated(self) -> bool:
        """Tell whether the person is In and a seat is theirs."""
        return self.answer == "in" and self.gone_at is None and "absent" not in self.marks


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestList:
    """The guests of a night, in no particular order, each once."""

    guests: tuple[Guest, ...] = ()
    limit: int | None = None
    starts_at: int
    doors_at: int
    closes_at: int
    doors: Doors = "shut"
    rung: int = 0
    """Until when everything that was due has happened."""

    def find(self, person: int) -> Guest | None:
        """Return a guest; None for somebody who has never answered."""
        return next((guest for guest in self.guests if guest.person == person), None)

    def with_answer(self, *answers: Answer) -> tuple[Guest, ...]:
        """Return those who gave one of some answers, in the order of these, then of their press."""
        found = [guest for guest in self.guests if guest.answer in answers]
        found.sort(key=lambda one: (answers.index(one.answer), one.place or 0, one.person))
        return tuple(found)

    @property
    def coming(self) -> tuple[Guest, ...]:
        """Return those who are In and whose seat is kept, in the order of their press."""
        return tuple(guest for guest in self.with_answer("in") if guest.seated)

    @property
    def open_again(self) -> tuple[Guest, ...]:
        """Return those who couldn't come on an older date, and have said nothing of this one."""
        return tuple(guest for guest in self.with_answer("out") if guest.open_again)

    @property
    def missing(self) -> tuple[Guest, ...]:
        """Return those who are In and for whom no seat is kept: they went home, or never came."""
        return tuple(guest for guest in self.with_answer("in") if not guest.seated)

    @property
    def gone(self) -> tuple[int, ...]:
        """Return those who were here and aren't any more: they went home, or were found gone."""
        return tuple(guest.person for guest in self.guests if guest.gone_at is not None)

    @property
    def gone_home(self) -> frozenset[int]:
        """Return those who have said themselves that they go home."""
        return frozenset(guest.person for guest in self.guests if guest.went_home)

    @property
    def there(self) -> tuple[Guest, ...]:
        """Return those who can be seated in the next round, in the order of their press."""
        return tuple(guest for guest in self.coming if guest.here)

    @property
    def in_line(self) -> tuple[Guest, ...]:
        """Return those who are here and wait for a seat, in their order."""
        return tuple(guest for guest in self.with_answer("waits") if guest.here)

    @property
    def can_sit(self) -> tuple[Guest, ...]:
        """Return everybody who is there, those in line for a seat behind the others."""
        return *self.there, *self.in_line

    @property
    def may_come(self) -> int:
        """Return how many of those who may come have room."""
        return min(len(self.with_answer("maybe")), self.free)

    @property
    def not_here(self) -> tuple[Guest, ...]:
        """Return those who are In and never came."""
        return tuple(guest for guest in self.with_answer("in") if guest.came_at is None)

    @property
    def unconfirmed(self) -> tuple[Guest, ...]:
        """Return those whose seat is kept and who haven't said that they come to this date."""
        return tuple(guest for guest in self.coming if guest.unconfirmed)

    @property
    def offered(self) -> tuple[Guest, ...]:
        """Return those for whom a seat is kept while they think."""
        return tuple(guest for guest in self.guests if guest.offered_until is not None)

    @property
    def free(self) -> int:
        """Return how many seats nobody has and nobody was offered."""
        if self.limit is None:
            return NO_LIMIT
        taken = sum(guest.seated for guest in self.guests) + len(self.offered)
        return max(0, self.limit - taken)

    @property
    def missed(self) -> bool:
        """Tell whether the doors stayed shut at their hour, and wait for somebody to open them."""
        return self.doors == "shut" and self.rung >= self.doors_at

    def position(self, person: int) -> int | None:
        """Return a person's place on the waitlist from 1, those here first; None off the list."""
        order = sorted(self.with_answer("waits"), key=lambda guest: not guest.here)
        return {guest.person: at for at, guest in enumerate(order, 1)}.get(person)

    def last_hour(self, now: int) -> bool:
        """Tell whether seats are offered to all who wait at once."""
        return now >= self.starts_at - HOUR

    def put(self, guest: Guest) -> GuestList:
        """Return the list with a guest as they are now, new or in their old row."""
        if self.find(guest.person) is None:
            return replace(self, guests=(*self.guests, guest))
        guests = (guest if one.person == guest.person else one for one in self.guests)
        return replace(self, guests=tuple(guests))

    def unmark(self, *marks: Mark) -> GuestList:
        """Return the list with marks taken from everybody."""
        return replace(self, guests=tuple(changed(guest, minus=marks) for guest in self.guests))

    def next_place(self) -> int:
        """Return a place behind all others."""
        return max((guest.place or 0 for guest in self.guests), default=0) + 1


def changed(
    guest: Guest, *, plus: Iterable[Mark] = (), minus: Iterable[Mark] = (), **fields: Any
) -> Guest:
    """Return a guest with other fields, and marks given and taken."""
    return replace(guest, marks=(guest.marks - set(minus)) | set(plus), **fields)


Outcome = tuple[GuestList, tuple[News, ...]]
"""The list as it is now, and what is to be told."""


Mark = Literal[
    "learner",
    "teacher",
    "asked",
    "unasked",
    "passed",
    "lapsed",
    "called",
    "warned",
    "absent",
    "regular",
    "second",
    "timed",
    "dealt",
    "off",
]
"""What stands next to a guest's name or is remembered about them:

- learner, teacher: wants to be taught, can teach;
- asked: was In, or couldn't come, as the date moved, or is a regular, and pressed nothing since;
- unasked: the same, and the thread hasn't asked them yet whether they come: it does a day before;
- passed: waits, and passed the seat that was offered; is asked again when another becomes free;
- lapsed: waits, and let an offer run out; asked again then, or when seats are open to all;
- called: waits, and was told that a seat is open to whoever presses first;
- warned: is In, wasn't there at the start, and was told until when they have their seat;
- absent: is In, and wasn't there when the doors closed, at their table, or where a host looked; no
  seat is kept for them;
- regular: stood on the list from the beginning, as they come every time; nobody else sees it;
- second: if they come late, it is from a round on, whenever it begins; timed: they gave a time;
- dealt: if they come late, they have a seat at a table by now, until its round is over;
- off: was taken off the list, and hasn't answered since.
"""
Remind = Literal["day", "hour", "doors"]
"""When somebody wants to be reminded: a day before, an hour before, when the doors open."""
