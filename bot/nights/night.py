"""A game night as it stands, what a press changes in it, and what can go wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from bot.engine.text import marked as _
from bot.nights.guest_list import Guest, GuestList
from bot.nights.night_calls import Call
from bot.nights.seating import FreeSeat, Seating
from bot.nights.series import Series
from bot.tables.clock import MINUTE, Quiet
from bot.tables.results import SeatResult
from bot.tables.seat import Person
from bot.tables.trouble import Blocked, Trouble
from storage.night_rows import NightPlaces, NightRow, RoundState

PostKind = Literal[
    "announced", "remind", "doors", "late", "offer", "open", "seat", "invite", "moved", "off",
    "cancelled", "word", "left", "unfollowed", "round_over", "notice", "needed", "overtime",
    "unconfirmed", "asked", "goes_on", "told", "regulars", "morning", "few",
    "missing", "vacant", "back", "cohost", "series_moved", "corrected", "after_all", "lost",
    "skipped", "on_again", "expected", "unkept", "paused", "resumed",
    "offline", "added", "ended",
]  # fmt: skip
"""What is said once: the role that is called when a night is announced; reminders; that the doors
are open, or should have been; a seat that is offered to one, open to all, or given; an invitation;
that the date has changed; that somebody was taken off; that the night is off; a host's word; that
somebody left; that a series ends as its host may not host any more; that a round is
over; that one is about to be dealt; that those who lead are needed; that a round runs over time;
who hasn't confirmed another date yet; who has said, before it was announced, that they can come;
whether a series goes on to which nobody came; who wanted to be told that it is announced; who comes
every time and hasn't confirmed this night yet; how it ended, in the morning after; that it is over
as too few came; how many are missing before it can begin; that seats at running tables are free for
those who wait; whether somebody is still there who was found gone in a break; who has become a
co-host; that all nights of a series to come have another day and time; that a host has corrected a
result; that a night which was off takes place after all; whose seat has gone to somebody else; that
the next date of a series is left out, or isn't any more; that somebody who comes late is expected
about now; who was In and wasn't here as the doors closed; that a host has paused all tables, or let
them go on; that the bot was offline; that a host has added rounds; that the night is over."""

NIGHT_OVER: Final = _("That game night is over.")
NIGHT_CANCELLED: Final = _("That game night is cancelled.")
NOT_LEADING: Final = _(
    "Only the hosts of this night, or members who may manage events, can do that."
)
MAY_NOT_HOST: Final = _("You may not host game nights on this server. `/night new` says who may.")
CHANGED_MEANWHILE: Final = _(
    "Something changed meanwhile, so nothing was done. Here is how it stands now."
)


class NightOver(Trouble):
    """A night is over, or cancelled."""

    def __init__(self, night: Night) -> None:
        """Take the night."""
        off = night.row.state == "cancelled"
        super().__init__(NIGHT_CANCELLED if off else NIGHT_OVER)
        self.night_id = night.id


class NotLeading(Trouble):
    """Somebody may not lead the night."""

    text = NOT_LEADING


class NoNight(Trouble):
    """No night has this id on this server."""

    text = _("There is no such game night any more.")


@dataclass(frozen=True, slots=True)
class Press:
    """The person who did something, and by which interaction; None if the timer did."""

    by: Person
    interaction_id: int | None
    leads: bool = False
    """Whether they have the right to host: then they may lead any night of the server, and announce
    nights.
    """
    blocked: bool = False
    """Whether they may not come to nights of the server; then they lead none either."""
    calls: bool = True
    """Whether they may themselves mention the role that the night calls, and the bot may, too."""


@dataclass(frozen=True, slots=True)
class Post:
    """Something to be said once, with those who are mentioned."""

    kind: PostKind
    people: tuple[int, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    """What else it says, in a form that fits JSON."""
    not_before: int = 0
    """When it is said at the earliest."""


ProposalSign = tuple[int, int]
"""By which a proposal is known: the number of its round, and its revision."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a night."""

    number: int
    seed: int
    seating: Seating
    state: RoundState = "proposed"
    began_at: int | None = None
    over_at: int | None = None
    list_id: int | None = None
    """The message in the channel that lists its tables."""

    @property
    def sign(self) -> ProposalSign:
        """Return by which its proposal is known."""
        return self.number, self.seating.revision

    @property
    def counts_from(self) -> int | None:
        """Return since when its time counts: it is later by as much as its games stood still."""
        return None if self.began_at is None else self.began_at + self.seating.stood


@dataclass(frozen=True, slots=True)
class NightGame:
    """A game of a night, and how it is played there."""

    key: str
    options: str
    """JSON: of the game."""


SOON: Final = 10 * MINUTE
"""A round has a seat for whoever comes so long after its beginning: a computer plays meanwhile."""
NOTICE: Final = 3 * MINUTE
"""How long before its deal a round that starts by itself is announced."""


@dataclass(frozen=True, slots=True)
class Night:
    """A night with its guests and its rounds. It never changes: a change makes another one."""

    row: NightRow
    places: NightPlaces
    guests: GuestList
    rounds: tuple[Round, ...] = ()
    cohosts: tuple[Person, ...] = ()
    """Those who may lead it besides the host."""
    calls: tuple[Call, ...] = ()
    """What those who lead it were, or are to be, called for."""
    further: tuple[NightGame, ...] = ()
    """The games that may be played besides the first one."""
    series: Series | None = None
    """The series of which it is a night."""

    @property
    def games(self) -> tuple[NightGame, ...]:
        """Return all games that may be played, in the order in which the host named them."""
        return NightGame(self.row.game, self.row.options), *self.further

    @property
    def several(self) -> bool:
        """Tell whether there is more than one game."""
        return bool(self.further)

    @property
    def id(self) -> str:
        """Return the id that people read."""
        return self.row.id

    @property
    def over(self) -> bool:
        """Tell whether nothing can happen on it any more."""
        return self.row.state in ("over", "cancelled")

    @property
    def goes_on(self) -> Series | None:
        """Return the series that this night, as its newest, carries on; None without one."""
        series = self.series
        carries = series is not None and series.night_id == self.id and series.state != "ended"
        return series if carries else None

    @property
    def ended_series(self) -> bool:
        """Tell whether it is the last night of a series, which has ended since it was announced."""
        series = self.series
        if series is None or series.night_id != self.id:
            return False
        return series.state == "ended" and bool(series.template)

    @property
    def may_repeat(self) -> bool:
        """Tell whether it is for this night to say how often it is announced."""
        return self.series is None or self.series.night_id == self.id

    @property
    def proposal(self) -> Round | None:
        """Return the round that is proposed and not dealt yet."""
        last = self.rounds[-1] if self.rounds else None
        return last if last is not None and last.state == "proposed" else None

    @property
    def dealt(self) -> tuple[Round, ...]:
        """Return the rounds that were dealt, over or not."""
        return tuple(each for each in self.rounds if each.state != "proposed")

    @property
    def playing(self) -> Round | None:
        """Return the round whose tables are being played."""
        return next((each for each in self.rounds if each.state == "dealt"), None)

    @property
    def free_seats(self) -> tuple[FreeSeat, ...]:
        """Return the seats that can be taken at tables of the round that is played."""
        return () if self.playing is None else self.playing.seating.free

    @property
    def offered_seats(self) -> tuple[FreeSeat, ...]:
        """Return those of them to which whoever waits is called: enough is left for points."""
        return tuple(each for each in self.free_seats if not each.late)

    @property
    def round_count(self) -> int:
        """Return how many rounds it has: those planned, or more once a host has added some."""
        return max(self.row.rounds, len(self.dealt))

    @property
    def all_dealt(self) -> bool:
        """Whether no further round is planned."""
        return self.over or len(self.dealt) >= self.row.rounds

    @property
    def all_played(self) -> bool:
        """Whether all planned rounds are over: it is about to end, unless a host starts another."""
        return self.row.state == "playing" and self.playing is None and self.all_dealt

    @property
    def expected(self) -> int:
        """Return how many to seat: before the doors open all to come who aren't late, and as many
        who may come as fit; then those of next round.
        """
        if self.row.state in ("doors", "playing"):
            return len(self.seatable)
        return len(self.guests.coming) - len(self.late_for_first) + self.guests.may_come

    @property
    def late_for_first(self) -> tuple[Guest, ...]:
        """Return those who come late and so aren't to have a place in the first of more rounds."""
        return tuple(each for each in self.guests.coming if each.late and self.row.rounds > 1)

    @property
    def pause(self) -> int:
        """The seconds between two rounds: where the next one begins by itself, those who are here
        have a moment to read who sits where.
        """
        return max(self.row.pause, NOTICE) if self.row.pilot == "auto" else self.row.pause

    @property
    def seatable(self) -> tuple[Guest, ...]:
        """Return those who are to have a place in the next round: who is there, and who comes late
        and is about to come as it begins. In the last round all these have one.
        """
        over = [each.over_at or 0 for each in self.dealt]
        last = len(over) + 1 >= self.row.rounds
        soon = max(over, default=0) + self.pause + SOON
        return tuple(
            guest
            for guest in self.guests.coming
            if guest.here or (guest.late and (last or (over and (guest.kept_until or 0) <= soon)))
        )

    @property
    def took_part(self) -> frozenset[int]:
        """Return who of those who were dealt in was there: not who stayed away from each game that
        they were dealt, and moved in none. Whoever came late, as they had said, was.
        """
        there = {person for each in self.dealt for person in each.seating.took_part}
        return self.dealt_in & there.union(*map(self.came_late, self.dealt))

    def came_late(self, round_: Round) -> frozenset[int]:
        """Return who was dealt in before they came, as they had said that they come late, and came
        that evening: also once that round was over, which may be sooner than others thought. Whom
        the night was over for before their time would have.
        """
        began, seated = round_.began_at, round_.seating.from_the_start
        if began is None:
            return frozenset()
        later = {each.person for each in self.guests.guests if began < (each.came_at or 0)}
        return seated & (self.over_too_soon | later)

    @property
    def over_too_soon(self) -> frozenset[int]:
        """Return who said that they come at a time at which the night was over already: nobody
        knows whether they would have.
        """
        late = (guest.person for guest in self.guests.guests if guest.late)
        return frozenset(late if self.row.state == "over" else ())

    def is_played(self, number: int) -> bool:
        """Tell whether a round is being played, on a night that goes on."""
        return not self.over and self.playing is not None and self.playing.number == number

    @property
    def came(self) -> frozenset[int]:
        """Return who came: whoever was here, or took part."""
        here = (each.person for each in self.guests.guests if each.came_at is not None)
        return (self.took_part - self.over_too_soon).union(here)

    @property
    def dealt_in(self) -> frozenset[int]:
        """Return who was seated in a round that was dealt, took a seat later, or sat it out; not
        those who were to come late, and never did.
        """
        waits = [each for each in self.guests.guests if each.came_at is None]
        never = {each.person for each in waits if each.late or "absent" in each.marks}
        never -= self.over_too_soon
        return frozenset(
            person
            for each in self.dealt
            for person in (*(each.seating.seated.everybody() - never), *each.seating.joined)
        )

    @property
    def left_out(self) -> tuple[int, ...]:
        """Return who was dealt in and isn't seated any more as they weren't there, but haven't said
        that they go: they may not know.
        """
        dealt_in = {person for each in self.dealt for person in each.seating.placed}
        return tuple(
            guest.person
            for guest in self.guests.missing
            if "absent" in guest.marks and guest.person in dealt_in
        )

    def leads(self, press: Press) -> bool:
        """Tell whether the person who pressed may lead the night."""
        return not press.blocked and (press.leads or press.by.id in self.leaders)

    @property
    def leaders(self) -> tuple[int, ...]:
        """Return those who lead the night by name: its host, then the co-hosts."""
        return self.row.host, *(person.id for person in self.cohosts)

    @property
    def host_name(self) -> str:
        """Return what the host is called; "" if nobody knows any more."""
        return self.name_of(self.row.host) or self.row.host_name

    def name_of(self, person: int) -> str:
        """Return what a guest is called; "" for somebody who never answered."""
        guest = self.guests.find(person)
        return "" if guest is None else guest.name

    def handing_on(self, **columns: Any) -> Night:
        """Return the night with all nights of its series to come like this; alone, it stays."""
        series = self.goes_on
        return self if series is None else replace(self, series=series.like(columns))

    def with_row(self, **fields: Any) -> Night:
        """Return the night with other columns."""
        return replace(self, row=replace(self.row, **fields))

    def with_round(self, changed: Round) -> Night:
        """Return the night with a round in place of the one of that number, or after the others."""
        others = [each for each in self.rounds if each.number != changed.number]
        rounds = sorted([*others, changed], key=lambda each: each.number)
        return replace(self, rounds=tuple(rounds))

    def without_proposal(self) -> Night:
        """Return the night without a round that isn't dealt."""
        return replace(self, rounds=self.dealt)


@dataclass(frozen=True, slots=True)
class Change:
    """The outcome of a press, or of time passing: a night, what was done, what is to be said."""

    night: Night
    what: str
    whom: int | None = None
    note: str | None = None
    posts: tuple[Post, ...] = ()
    follows: NightRow | None = None
    """Another night that results from it, who stands on its list already, what is said there."""
    follows_guests: GuestList | None = None
    follows_posts: tuple[Post, ...] = ()
    results: tuple[SeatResult, ...] = ()
    """How games of the night have ended, replacing what was stored for their seats."""
    ask: str | None = None
    """The question which date suits of which the night has come by this."""


@dataclass(frozen=True, slots=True)
class Now:
    """The time, whole seconds since 1970, and the quiet hours of those guests who have any."""

    at: int
    quiets: Mapping[int, Quiet] = field(default_factory=dict)


Rule = Callable[[Night, Press, Now], Change]
"""Works out what a press changes; if it raises Trouble, nothing is changed."""


def demand_open(night: Night) -> None:
    """Raise Trouble unless something can still happen on a night."""
    if night.over:
        raise NightOver(night)


def demand_announced(night: Night) -> None:
    """Raise Trouble for a draft, which nobody but its host may know of."""
    if night.row.state == "draft":
        raise Trouble(_("Publish the night first."))


def demand_lead_always(night: Night, press: Press) -> None:
    """Raise Trouble unless the person who pressed may lead a night, over or not."""
    if press.blocked:
        raise Blocked
    if not night.leads(press):
        raise NotLeading


def demand_may_host(press: Press) -> None:
    """Raise Trouble unless the person who pressed may host, as every way of announcing requires."""
    if press.blocked:
        raise Blocked
    if not press.leads:
        raise Trouble(MAY_NOT_HOST)


def demand_lead(night: Night, press: Press) -> None:
    """Raise Trouble unless the person who pressed may lead a night that isn't over."""
    demand_lead_always(night, press)
    demand_open(night)
