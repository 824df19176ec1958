"""One table: its seats, phase, and match, which keeps its secrets; and what it is opened with."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, TypedDict

from bot.engine.game import AnyGame, Event, Options, Result
from bot.engine.match import Match, Step
from bot.engine.views import PrivateView, PublicView, SeatView
from bot.tables.dealers import DealKey
from bot.tables.order import NO_ORDERS, Order, Orders
from bot.tables.rankings import is_half
from bot.tables.recent_step import RECENT_STEPS, RecentStep, answered, told_after
from bot.tables.seat import Person, Seat
from bot.tables.table_event import MindedMove, Motion, TableEvent
from bot.tables.table_face import PublicFacts, TableFace
from bot.tables.trouble import Frozen, NotBegun
from storage.asking_in_store import AskerRow
from storage.rows import (
    WHEREABOUTS,
    Holder,
    LogRow,
    Missed,
    Pace,
    Phase,
    TableSettings,
    TeachingTable,
    Whereabouts,
    names_of,
)

RECENT = 192
"""How many of the last public events are kept in memory: as many as a long round has, for what
computers say is counted by rounds."""


class HostSettings(TypedDict, total=False):
    """What the host can change about a table, whatever is played there."""

    closed: bool
    start_when_full: bool
    away_days: int
    banter: bool


IN_PLAY: Final = frozenset({"banter"})
"""The host's settings that can be changed in play, too."""
HARDLY_ANY: Final = 2
"""A seat with this many moves still to come, or fewer, has too few to be taken."""


class Changes(HostSettings, total=False):
    """What can be changed about a table by anything other than moves."""

    seats: list[Seat]
    host: int
    phase: Phase
    pace: Pace
    move_time: int
    reserve: int
    paused: bool
    played_out: bool
    pause_by_vote: bool
    invited: frozenset[int]
    motion: Motion | None
    hands_open: bool
    holders: tuple[Holder, ...]
    early: Result | None
    starts_at: int | None
    start_by: int | None
    missed: Missed | None
    askers: tuple[AskerRow, ...]


class MadeMove(NamedTuple):
    """A move that stands, in short: how many of a seat's moves somebody made goes by these."""

    step: int
    seat: int
    by: int | None
    """The person who made it; None for a computer."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, weakref_slot=True)
class Table(PublicFacts):
    """A table. Everybody reads it; only what was saved changes it, by `become`."""

    game: AnyGame | None
    """None if this version of the bot has no such game; the table is frozen then."""
    seats: list[Seat]
    """Never changed in place."""
    askers: tuple[AskerRow, ...] = ()
    """Who has ever asked to be let in, answered or not. No face says who was answered."""
    _secret: str | None = field(default=None, repr=False)
    """Hexadecimal: what the deal is drawn from. No text of a table holds it."""
    _match: Match | None = None
    _drawn: int = 0
    """How many draws its log holds: where a file of recorded draws goes on."""
    _recent_steps: tuple[RecentStep, ...] = field(default=(), repr=False)
    """The newest steps that stand, oldest first."""
    _read_at: int = -1
    """The newest step as this process has read the table."""
    _made: tuple[MadeMove, ...] = field(default=(), repr=False)
    """All moves that stand, oldest first."""
    _orders: Orders = field(default_factory=lambda: NO_ORDERS, repr=False)
    """What people have set ahead, by seat. No face has any of it."""
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _face: TableFace | None = field(default=None, init=False, repr=False)
    """What everybody may see of the table as it stands, once somebody has asked for it."""

    def __eq__(self, other: object) -> bool:
        """Tell whether this is the very same table; two that look alike are a mistake."""
        return self is other

    def __hash__(self) -> int:
        """Return a number of this very table."""
        return id(self)

    def become(self, after: Table) -> None:
        """Take over what a change has made of the table, once that is saved.

        Where its messages lie is no part of a change, and may have been noted meanwhile.
        """
        for name in names_of(Table):
            if name not in WHEREABOUTS:
                object.__setattr__(self, name, getattr(after, name))
        object.__setattr__(self, "_face", None)

    def lie_at(self, found: Whereabouts) -> None:
        """Take over where the table's messages lie, once that is saved."""
        for name, value in found.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_face", None)

    def order_of(self, seat: int) -> Order | None:
        """Return what is set ahead on a seat. Only for that seat's eyes."""
        return self._orders.get(seat)

    def keep_orders(self, orders: Orders) -> None:
        """Take over what is set ahead, once that is saved; nothing else of the table changes."""
        object.__setattr__(self, "_orders", orders)

    def deal_key(self, started_by: int | None = None) -> DealKey | None:
        """Return what the draws follow from, if that is fixed; a start gives its interaction."""
        started_by = self.started_by if started_by is None else started_by
        return None if self._secret is None else DealKey(self._secret, started_by)

    def to_act(self) -> tuple[int, ...]:
        """Return the seats that are asked now; () unless the table is playing."""
        return self._match.to_act() if self._match and self.phase == "playing" else ()

    def step(self) -> int:
        """Return the game's newest step; -1 before it begins."""
        return -1 if self._match is None else self._match.step

    def played_off(self) -> tuple[int, ...]:
        """Return the seats with hardly anything left to play, as all can tell; () unless a game
        goes on.
        """
        return () if self._match is None or self.frozen else self._played_off(self._match.public())

    def _played_off(self, public: PublicView) -> tuple[int, ...]:
        if (game := self.game) is None or self.phase != "playing":
            return ()
        left = ((n, game.moves_left(public, n)) for n in range(len(self.seats)))
        return tuple(n for n, moves in left if moves is not None and moves <= HARDLY_ANY)

    def has_asked(self, person_id: int) -> bool:
        """Tell whether somebody has asked to be let in, whether or not they were answered."""
        return any(each.person == person_id for each in self.askers)

    def asking(self) -> tuple[Person, ...]:
        """Return who waits for its host's answer at a lobby that is by invitation."""
        answered = {each.person for each in self.askers if each.answered}
        return tuple(person for person in self.have_asked() if person.id not in answered)

    def have_asked(self) -> tuple[Person, ...]:
        """Return who has asked to be let in at such a lobby and has no seat, turned down or not."""
        if self.phase != "lobby" or not self.closed:
            return ()
        return tuple(
            Person(each.person, each.name)
            for each in self.askers
            if not self.sits(each.person) and not self.invites(each.person)
        )

    def question_number(self, seat: int) -> int:
        """Return the number of the question that a seat was asked last."""
        return self.question_base + self._game_on().question_number(seat)

    def legal(self, seat: int) -> list[Any]:
        """Return all that a seat may do now. Only for that seat's eyes."""
        return self._game_on().legal(seat) if self.phase == "playing" else []

    def public(self) -> PublicView:
        """Return what anyone may see. Raises NotBegun in the lobby."""
        return self._game_on().public()

    def view(self, seat: int) -> SeatView[PublicView, PrivateView]:
        """Return all that one seat knows. Raises NotBegun in the lobby."""
        return self._game_on().view(seat)

    def step_made_by(self, interaction_id: int) -> int | None:
        """Return the step that an interaction has made, if that was recent."""
        made = (each.number for each in self._recent_steps if each.interaction_id == interaction_id)
        return next(made, None)

    def newest_mover(self) -> int | None:
        """Return who made the newest move, and so has seen what it brought; None if a computer did,
        time ran out, or an earlier process may have left them without an answer.
        """
        return None if self.step() == self._read_at else self._newest_mover()

    def moved_last(self, person: int) -> bool:
        """Tell whether somebody made the newest move."""
        return self._newest_mover() == person

    def answered(self, person: int) -> bool:
        """Tell whether computers alone have moved since somebody's own move."""
        return answered(self._recent_steps, person)

    def _newest_mover(self) -> int | None:
        return self._recent_steps[-1].mover if self._recent_steps else None

    def newly_back(self) -> int | None:
        """Return who has come back, if nothing else was done since."""
        match self.recent[-1:]:
            case (TableEvent(what="back", person=person),):
                return person
            case _:
                return None

    def person_moved_after(self, step: int) -> bool:
        """Tell whether the move after a step was a person's, and not a computer's, which comes at
        once, or one for which time ran out. Long ago counts as a person's.
        """
        after = next((each for each in self._recent_steps if each.number == step + 1), None)
        return after is None or after.interaction_id is not None

    def last_step_of(self, seat: int) -> int:
        """Return the step of the last move that a seat's person pressed, and neither a computer
        made for them nor was set ahead; if long ago, the oldest step kept here.
        """
        own = [each for each in self._recent_steps if each.seat == seat]
        moved = [each.number for each in own if each.pressed]
        if moved:
            return moved[-1]
        return self._recent_steps[0].number - 1 if self._recent_steps else self.step()

    def own_moves(self, seat: int) -> tuple[int, int]:
        """Return how many of a seat's moves so far were made by the person who has it, and how
        many there were.
        """
        made = [each.by for each in self._made if each.seat == seat]
        return made.count(self.seats[seat].person), len(made)

    def left_to_computer(self, seat: int) -> bool:
        """Tell whether a computer made half of the moves of a person's seat or more, and whoever
        has it fewer than half: nobody has earned its place.
        """
        own, moves = self.own_moves(seat)
        computers = sum(each.by is None for each in self._made if each.seat == seat)
        of_person = self.seats[seat].level is None
        return of_person and not is_half(own, moves) and is_half(computers, moves)

    def minded(self) -> dict[int, MindedMove]:
        """Return which move of a computer's for a person brought each event about lately, by the
        event's `id`.
        """
        return {
            id(told.event): each.minded
            for each in self._recent_steps
            if each.minded is not None
            for told in each.events
        }

    def minded_since(self, seat: int, step: int) -> int:
        """Return how many of a seat's moves after a step a computer has made."""
        return sum(each.by is None for each in self._made if each.seat == seat and each.step > step)

    def has_moved(self, seat: int) -> bool:
        """Tell whether a seat has made a move that stands."""
        return any(each.seat == seat for each in self._made)

    def seconds_for(self, seat: int) -> int:
        """Return how long a seat's next move may take, without a reserve."""
        return self.times_of(seat)[self.has_moved(seat)]

    @property
    def dealt_here(self) -> bool:
        """Tell whether this process has dealt it."""
        return self._read_at < 0 <= self.step()

    def heard_since(self, seat: int, step: int) -> list[tuple[Event, tuple[Person, ...]]]:
        """Return what a seat's person has heard recently, after a step. Only for that seat's eyes.

        With each event come those who sat on the seats then. What the seat heard while somebody
        else had it is left out.
        """
        person = self.seats[seat].person
        return [
            (each.event, recent.people)
            for recent in self._recent_steps
            if recent.number > step and recent.people[seat].id == person
            for each in recent.events
            if each.heard_by(seat)
        ]

    def told_since(self, step: int) -> Sequence[Event | TableEvent]:
        """Return what everybody could see recently, from the first event after a step on."""
        return told_after(self.recent, self._recent_steps, step)

    def result(self) -> Result:
        """Return how the game ended; only for a finished table."""
        return self._game_on().result() if self.early is None else self.early

    def opened_secret(self) -> str | None:
        """Return what the deal was drawn from, once all agreed to open their hands; else None."""
        return self._secret if self.hands_open else None

    def face(self) -> TableFace:
        """Return what everybody may see of the table as it stands."""
        if self._face is None:
            object.__setattr__(self, "_face", self._made_face())
        assert self._face is not None
        return self._face

    def _made_face(self) -> TableFace:
        match = None if self.frozen else self._match
        public = match.public() if match else None
        facts: dict[str, Any] = {name: getattr(self, name) for name in names_of(PublicFacts)}
        facts["seats"] = tuple(self.seats)
        return TableFace(
            **facts,
            asked=self.to_act(),
            newest_step=self.step(),
            public_view=public,
            end_result=self.result() if match and self.phase == "finished" else None,
            secret=self.opened_secret(),
            done=() if public is None else self._played_off(public),
            by_computers=self.minded(),
            asking=self.asking(),
            have_asked=self.have_asked(),
            told_last=self._recent_steps[-1].public_events if self._recent_steps else (),
        )

    def _game_on(self) -> Match:
        if self.frozen:
            raise Frozen
        if self._match is None:
            raise NotBegun
        return self._match


def with_recent_step(
    before: Table,
    after: Table,
    step: Step,
    done: Sequence[TableEvent],
    interaction_id: int | None,
    back: int | None,
) -> Table:
    """Return a table as it is after a step, with that among its newest ones.

    `done` is what was done at the table by it. What was taken back has told nothing.
    """
    kept = [each for each in before._recent_steps if back is None or each.number <= back]
    people = tuple(Person(seat.person, seat.name) for seat in after.seats)
    newest = RecentStep(step.number, interaction_id, step.seat, people, tuple(step.events))
    return replace(
        after,
        recent=(*before.recent, *step.public_events(), *done)[-RECENT:],
        _recent_steps=(*kept, newest)[-RECENT_STEPS:],
    )


def made_after(
    before: Table, step: Step, seats: Sequence[Seat], row: LogRow
) -> tuple[MadeMove, ...]:
    """Return the moves that stand after a step, which makes one or takes some back."""
    if row.back is not None:
        return tuple(each for each in before._made if each.step <= row.back)
    if step.seat is None:
        return before._made
    by = None if row.interaction_id is None else seats[step.seat].person
    return (*before._made, MadeMove(step.number, step.seat, by))


def new_holders(before: Table, after: Table) -> list[Holder]:
    """Return those who hold a hand, or have agreed to open it, only since a change."""
    return [each for each in after.holders if each not in before.holders]


Settings = TableSettings
"""What is chosen when a table is opened, as it is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable(TableSettings):
    """What a table is opened with: what is played, where, by whom, and what was chosen.

    A `move_time` of 0 is what is usual for the pace.
    """

    game_key: str
    guild_id: int
    channel_id: int
    """Both are `NO_SERVER` for a table that is on none."""
    person: Person
    """The host."""
    options: Options
    interaction_id: int
    """The same interaction opens a table once."""
    language: str
    parent_id: int | None = None
    """Where it is opened in a thread: the channel of that thread."""
    by_manager: bool = False
    """Whether the host may set up the server."""
    invited: tuple[int, ...] = ()
    """Who may join though the table is closed, besides those who sit there."""
    seats: tuple[Seat, ...] = ()
    """Who sits there already; the host alone if none are given."""
    rematch_of: str | None = None
    """A table has one rematch: whoever asks for another gets that one."""
    night_id: str | None = None
    """The game night that it belongs to, its round there, and its number in the round."""
    night_round: int | None = None
    night_table: int | None = None
    teaching: TeachingTable = ""
    """Its learners' seats have more time."""
