"""What passes between the bot and its workers: one job to think about, one answer.

Each is a pickle with its length before it, over the pipes of a process that the bot has started.
A job holds what its seat sees and nothing else; what comes back is one of its actions.
"""

from __future__ import annotations

import io
import pickle
import struct
from dataclasses import dataclass
from typing import Any, Final

from bot.engine.views import SeatView

HEAD: Final = struct.Struct(">I")
"""Stands before a pickle: its length in bytes."""
MOST: Final = 1 << 20
"""The longest pickle accepted, in bytes."""
READY: Final = "ready"
"""The first answer of a worker, once it knows all games."""


@dataclass(frozen=True, slots=True)
class Job:
    """A decision to make: the game, the level of the computer player, and what its seat sees."""

    game: str
    level: str
    view: SeatView[Any, Any]


@dataclass(frozen=True, slots=True)
class TimedJob:
    """A job as a worker gets it, with a random seed and a time limit in seconds.

    For the process that draws (`bot/process/drawer.py`) it is a picture, or a round to be seated.
    """

    job: Any
    seed: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Failed:
    """The answer of a worker that failed: the kind of error and where it was, not its words."""

    kind: str
    frames: str


def as_frame(thing: object) -> bytes:
    """Return a message as bytes: the length of its pickle, then the pickle.

    Equal messages have equal bytes: pickles usually say which parts are one and the same object,
    and that could tell from which state a view was made.
    """
    text = io.BytesIO()
    pickler = pickle.Pickler(text, protocol=5)
    pickler.fast = True
    pickler.dump(thing)
    body = text.getvalue()
    return HEAD.pack(len(body)) + body


def length(head: bytes) -> int:
    """Return the length of the pickle that follows. Raises ValueError if it is too long."""
    (size,) = HEAD.unpack(head)
    if size > MOST:
        raise ValueError(f"{size} bytes are too many")
    return size


def unframed(body: bytes) -> Any:
    """Return what a pickle holds. Only for what our own processes have written."""
    return pickle.loads(body)  # noqa: S301  # both ends of the pipe are ours
