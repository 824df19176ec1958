"""The rows of game nights; their JSON columns are text that nobody here reads."""

from dataclasses import dataclass
from typing import Literal, TypedDict

NightState = Literal["draft", "open", "doors", "playing", "over", "cancelled"]
"""A draft is seen by its host alone; "doors" means guests are arriving, "playing" from the first
round.
"""
Mode = Literal["social", "standing", "one_table"]
"""How guests are seated: with people they haven't met, by their points, or once for the evening."""
Answer = Literal["invited", "in", "waits", "maybe", "out"]
Doors = Literal["shut", "open", "closed"]
"""In turn: not open yet; people say that they are there; seats have gone to those who were
there.
"""
RoundState = Literal["proposed", "dealt", "over"]
Pilot = Literal["host", "helper", "auto"]
"""Who leads a night on: its host alone; its host, who is called when something is to be done; or
the bot.
"""
Stage = Literal[
    "", "doors", "notice", "round", "late", "last", "finishing", "break", "held", "few"
]  # fmt: skip
"""Where an evening stands: not begun; guests arrive; a round is announced; it is played; it runs
over time, which was said once, or twice, or computers finish it; a break; nothing happens by itself
until a host presses something; the night ended as too few had come.
"""
RIGHT_NOW: tuple[NightState, ...] = ("open", "doors", "playing")
"""The states in which something can still happen on a night."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRow:
    """A game night; times are whole seconds since 1970, UTC."""

    id: str
    guild_id: int
    channel_id: int
    """Where it is announced."""
    language: str
    state: NightState = "draft"
    host: int
    host_name: str = ""
    """What the host was called when they made it or took it over; "" once they are forgotten."""
    hosts: str = "[]"
    """JSON: who may lead it besides the host."""
    title: str
    game: str
    options: str
    """JSON: of the game."""
    games: str = "[]"
    """JSON: the games that may be played besides it, and how."""
    mode: Mode = "social"
    rounds: int = 3
    move_time: int = 120
    """Seconds for a move."""
    pause: int = 300
    """Seconds between two rounds."""
    cap: int | None = None
    """The most guests who are in; None for no limit."""
    local: str
    """The local time where it is held: 2026-11-27T20:00."""
    zone: str
    starts_at: int
    doors_at: int
    closes_at: int
    """When the doors close."""
    doors: Doors = "shut"
    rung: int = 0
    """Until when everything that was due has happened."""
    due: int | None = None
    """When something must next happen."""
    season: int | None = None
    series_id: str | None = None
    """The series of which it is a night."""
    series_number: int = 0
    """Which of them it is, in the order in which they were announced."""
    mention: int | None = None
    """The role that is called once when it is announced."""
    size_shift: int = 0
    """How much larger than usual the tables should be."""
    teach: bool = True
    """Whether newcomers get teaching tables in the first round."""
    pilot: Pilot = "host"
    stage: Stage = ""
    stage_at: int | None = None
    """Since when the stage counts."""
    called_at: int | None = None
    """When a message last called those who lead it."""
    calls: str = "[]"
    """JSON: what they were called for."""
    why: str = ""
    """Why it was cancelled, in a host's words."""
    about: str = ""
    """What a host says of it."""
    voice: int | None = None
    """The voice channel where its guests talk."""
    moved_from: str = ""
    """When its series was before, if that has another day or time from this night on."""
    revision: int = 0
    """Grows with every change."""
    touched_at: int
    opened_by: int
    """The id of the interaction that made it; negative if a series did."""


class NightWhereabouts(TypedDict, total=False):
    """Where the messages of a night are; `NightStore.save_whereabouts` writes them."""

    channel_id: int
    card_id: int | None
    thread_id: int | None
    event_id: int | None
    recap_id: int | None
    shown_revision: int
    asleep: bool
    place_code: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPlaces:
    """Where the messages of a night are, and the newest revision that they show."""

    card_id: int | None = None
    thread_id: int | None = None
    event_id: int | None = None
    """Discord's own event for it."""
    recap_id: int | None = None
    shown_revision: int = -1
    asleep: bool = False
    place_code: int = 0
    """The code with which Discord refused it a thread, or its channel; 0 if it didn't."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestRow:
    """A person who has answered or was invited."""

    night_id: str
    person: int
    name: str
    answer: Answer
    place: int | None = None
    """Grows in the order in which people pressed In."""
    marks: str = "[]"
    """JSON: what stands next to the name."""
    offered_until: int | None = None
    """Until when a seat is kept for somebody who waits."""
    remind: str = "[]"
    """JSON: when they want to be reminded."""
    came_at: int | None = None
    gone_at: int | None = None
    late_until: int | None = None
    """Until when their seat is kept if they come late."""
    games: str = "[]"
    """JSON: what they would play of several games; only the seating uses it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow:
    """A round of a night: who sits where."""

    night_id: str
    number: int
    seed: int
    seating: str
    """JSON."""
    state: RoundState = "proposed"
    began_at: int | None = None
    over_at: int | None = None
    list_id: int | None = None
    """The message in the channel that lists its tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightEventRow:
    """What was done to a night, and by whom."""

    night_id: str
    at: int
    what: str
    interaction_id: int | None = None
    """What caused it on Discord; never stored twice."""
    by: int | None = None
    whom: int | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PostRow:
    """Something to be said once in the thread or the channel of a night."""

    id: int = 0
    """Given by the database."""
    night_id: str
    kind: str
    people: str = "[]"
    """JSON: the ids of those who are mentioned."""
    details: str = "{}"
    """JSON: what else it says."""
    at: int
    message_id: int | None = None
    """The message that says it; 0 if it was dropped."""
    sent_at: int | None = None
    """When that message was noted."""
    shown: int | None = None
    """The sign of what the message shows; None if that isn't known."""
    past: bool = False
    """Whether the message stays as it is from now on."""
