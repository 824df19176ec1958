"""What is done to a table besides the moves of its game, and what can be voted on there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple

from bot.engine.game import Event
from bot.tables.seat import Person, Seat
from storage.rows import Pace, Role, TableEventRow

TableEventKind = Literal[
    "ended",
    "kicked",
    "left",
    "back",
    "away",
    "out",
    "replaced",
    "paused",
    "resumed",
    "pace",
    "taken_back",
    "hands_open",
    "archived",
    "nudged",
    "more_time",
    "answered",
    "played_out",
    "forgotten",
    "shared",
    "conceded",
    "asked_end",
    "voted_down",
    "lapsed",
    "plays_on",
    "ended_points",
    "host",
    "freed",
    "looked",
]
"""What can be done to a table besides the moves of its game: "out" is a move that ran out of time,
"away" a seat on which a computer stands in from then on, "played_out" a game that computers play to
its end, "forgotten" a seat whose owner had their data deleted, "shared" an end that was shown to
everybody, "answered" that a leader of its night looks after what the table has called for,
"asked_end" that somebody asked the others to end the game, "voted_down" a no that ended a vote,
"lapsed" that the next move was made before all had agreed to take one back,
"plays_on" that a game that was to end goes on as somebody came back, "host" that `whom` is the host
from then on, "freed" a seat that anybody may take from then on: the table gave up waiting for its
person, or on a night they went home or were found gone, "looked" that whoever runs the bot has
looked at all hands.
"""

HANDS_OVER: Final = ("replaced", "kicked", "forgotten")
"""What puts somebody else, or a computer, on a seat from then on."""


class MindedMove(NamedTuple):
    """A move that a computer made for the person on a seat, as all can tell."""

    step: int
    seat: int


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something that was done to a table besides the moves of its game."""

    what: TableEventKind
    role: Role
    seat: int | None = None
    """The seat that it concerns."""
    person: int | None = None
    """Who did it, or to whom the clock did it."""
    whom: int | None = None
    """Who was at the seat before."""
    name: str | None = field(default=None, compare=False)
    """What the person was called then, and `whom` below; None where nobody noted it."""
    whom_name: str | None = field(default=None, compare=False)


def hands_over(event: TableEvent | TableEventRow, seat: int) -> bool:
    """Tell whether somebody else, or a computer, has a seat in play from then on."""
    return event.seat == seat and event.what in HANDS_OVER


def decided_own(event: TableEvent | TableEventRow) -> bool:
    """Tell whether somebody who leads the night took a seat or the result from others at a table
    where they play themselves.
    """
    if event.role != "night":
        return False
    # Of what is done to somebody, the seat is theirs; only a leader who plays there has a name.
    own = event.name if event.what in ("kicked", "away") else event.seat
    return event.what in ("ended", "played_out", "kicked", "away") and own is not None


def who_decided_own(events: Sequence[TableEventRow]) -> frozenset[int]:
    """Return who earns nothing in a game, because they decided for the others as `decided_own` has
    it. `events` are all there are, in order.

    Whoever takes a seat that its person had left, or lost to a computer, takes it from nobody.
    """
    return frozenset(
        event.person
        for at, event in enumerate(events)
        if event.person is not None
        and decided_own(event)
        and not (event.what == "kicked" and event.seat in unanswered(events[:at]))
    )


def unanswered(events: Sequence[TableEventRow]) -> set[int | None]:
    """Return the seats whose people don't answer in time: they have left, had a computer play, or
    their time ran out, and they haven't been back since; not where a leader of the night says so.

    `events` are all there are so far, in order.
    """
    found = set[int | None]()
    for event in events:
        if event.what in ("left", "freed") or (event.what == "away" and event.role != "night"):
            found.add(event.seat)
        elif event.what in (*HANDS_OVER, "back"):
            found.discard(event.seat)
    return found


def sat_together(seats: Sequence[Seat], events: Sequence[TableEventRow]) -> list[tuple[int, ...]]:
    """Return who was at a table at one time, for each time that somebody took a seat or came back
    after another had; each group once. Computers and the forgotten are in none.

    `events` are all there are, in order.
    """
    there = {number: seat.first for number, seat in enumerate(seats)}
    dealt, found = {*there.values()}, list[tuple[int, ...]]()
    for event in events:
        if event.seat is None:
            continue
        if event.what in ("replaced", "back"):
            there[event.seat] = event.person
            found.append(tuple([each for each in there.values() if each is not None and each > 0]))
        elif event.what in ("left", "freed", "conceded", *HANDS_OVER):
            there[event.seat] = None
    return [sat for sat in dict.fromkeys(found) if not dealt.issuperset(sat)]


def with_names(event: TableEvent, before: Sequence[Seat], after: Sequence[Seat]) -> TableEvent:
    """Return an event with what people were called, as they sat before and after it."""
    names = {seat.person: seat.name for seat in (*before, *after)}
    return replace(
        event,
        name=None if event.person is None else names.get(event.person),
        whom_name=None if event.whom is None else names.get(event.whom),
    )


def people_then(
    told: Sequence[Event | TableEvent], seats: Sequence[Person]
) -> list[tuple[Person, ...]]:
    """Return, for each of several events in a row, who sat on the seats when it happened.

    `seats` has who sits there after the last of them. A name is empty where nobody noted it.
    """
    people, found = [*seats], list[tuple[Person, ...]]()
    for event in reversed(told):
        found.append(tuple(people))
        if not isinstance(event, TableEvent) or event.seat is None or event.whom is None:
            continue
        if hands_over(event, event.seat):
            people[event.seat] = Person(event.whom, event.whom_name or "")
    return found[::-1]


Moved = Literal[
    "pace", "pause", "resume", "take_back", "end_points", "end_void", "stand_in", "free"
]
"""What can be voted on."""


@dataclass(frozen=True, slots=True)
class Motion:
    """A vote that is open: what is moved, by which seat, and which seats are for and against it."""

    what: Moved
    by: int
    ayes: tuple[int, ...]
    revision: int
    """The revision of the table that it came with: no two votes of a table have the same."""
    pace: Pace = "none"
    """Of "pace": what is moved."""
    move_time: int = 0
    noes: tuple[int, ...] = ()
    at: int = 0
    """When it was moved."""
    whom: int | None = None
    """The seat that it is about, if it is to go on without its person."""
    until: int | None = None
    """When one yes and no no is enough."""
    reserve: int = 0
    """Of "pace": what everybody begins with where unused time carries over."""
