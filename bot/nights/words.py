"""The words of a game night: the night, its guests and its rounds, as they are stored.

Times are whole seconds since 1970, UTC.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

Answer = Literal["invited", "in", "waits", "maybe", "out"]
"""What somebody has said. Only those who are invited haven't said anything yet."""
Mark = Literal["learner", "teacher", "asked", "passed", "lapsed", "called", "absent"]
"""What stands beside a guest's name or is remembered about them:

- learner, teacher: wants to be taught, can teach;
- asked: was In when the date moved, and hasn't pressed anything since;
- passed: waits, and passed the seat that was offered; is asked again when another becomes free;
- lapsed: waits, and let an offer run out; asked again then, or when seats are open to all;
- called: waits, and was told that a seat is open to whoever presses first;
- absent: is In, and wasn't there when the doors closed; no seat is kept for them.
"""
Remind = Literal["day", "hour", "doors"]
"""When somebody wants to be reminded: a day before, an hour before, when the doors open."""
Doors = Literal["shut", "open", "closed"]
"""Not open yet; people say that they are there; seats went to those who were there."""
NightState = Literal["draft", "open", "doors", "playing", "over", "cancelled"]
NightMode = Literal["social", "standing", "one table"]
"""How tables are made: new faces each round, by standing, or the same table all evening."""
RoundState = Literal["proposed", "dealt", "over"]

USUAL_REMIND: Final[frozenset[Remind]] = frozenset({"hour"})


@dataclass(frozen=True, slots=True)
class Guest:
    """A person who has answered or was invited."""

    person: int
    name: str
    answer: Answer
    place: int | None = None
    """Grows in the order in which people pressed In: of those who are In, and of the waitlist."""
    marks: frozenset[Mark] = frozenset()
    offered_until: int | None = None
    """Until when a seat is kept for somebody who waits."""
    remind: frozenset[Remind] = USUAL_REMIND
    """Empty for somebody who wants no reminders."""
    came_at: int | None = None
    gone_at: int | None = None
    """When they went home; None again once they come back."""

    @property
    def here(self) -> bool:
        """Tell whether the person is there now."""
        return self.came_at is not None and self.gone_at is None

    @property
    def seated(self) -> bool:
        """Tell whether the person is In and a seat is theirs."""
        return self.answer == "in" and self.gone_at is None and "absent" not in self.marks


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """An evening on one server."""

    id: str
    guild_id: int
    channel_id: int
    card_id: int | None = None
    thread_id: int | None = None
    event_id: int | None = None
    """Discord's own event that mirrors the night."""
    state: NightState = "draft"
    host: int
    hosts: tuple[int, ...] = ()
    """Who may lead it beside the host."""
    title: str
    game: str
    options: Mapping[str, object] = field(default_factory=dict)
    mode: NightMode = "social"
    rounds: int = 1
    move_time: int = 120
    """Seconds."""
    pause: int = 300
    """Seconds between two rounds."""
    limit: int | None = None
    """Most people who can be In; the column is called `cap`."""
    local: str
    """The wall time at which it begins, as `2026-11-27T20:00`."""
    zone: str
    starts_at: int
    doors_at: int
    closes_at: int
    """When the doors close."""
    doors: Doors = "shut"
    rung: int = 0
    """Until when everything that was due has happened."""
    due: int | None = None
    series: int | None = None
    season: int | None = None
    seq: int = 0
    shown_seq: int = -1
    touched_at: int = 0
    opened_by: int
    """The interaction that made it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRound:
    """A round of a night: who sits where. Once saved it is the truth about its tables."""

    night_id: str
    number: int
    seed: int
    seating: str
    """JSON; read by what seats people, never by storage."""
    state: RoundState = "proposed"
    began_at: int | None = None
