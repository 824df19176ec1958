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
"""The length of a pickle, in bytes, before it."""
MOST: Final = 1 << 20
"""No job and no answer is longer; a length beyond it is no length of ours."""
READY: Final = "ready"
"""The first answer of a worker, once it knows all games."""


@dataclass(frozen=True, slots=True)
class Job:
    """What a computer player is to decide: where it sits at which game, and how well it plays."""

    game: str
    level: str
    view: SeatView[Any, Any]


@dataclass(frozen=True, slots=True)
class Order:
    """A job as a worker gets it: with a seed for its chance, and the seconds it may take."""

    job: Job
    seed: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Failed:
    """An answer that isn't one: the kind of an error and where it was, without its words."""

    kind: str
    frames: str


def framed(thing: object) -> bytes:
    """Return something as its length and its pickle.

    Equal things have equal pickles: none says which of its parts are one and the same object, for
    that could tell where a view was made from.
    """
    text = io.BytesIO()
    pickler = pickle.Pickler(text, protocol=5)
    pickler.fast = True
    pickler.dump(thing)
    body = text.getvalue()
    return HEAD.pack(len(body)) + body


def length(head: bytes) -> int:
    """Return the length that stands before a pickle; raise ValueError if it can't be one."""
    (size,) = HEAD.unpack(head)
    if size > MOST:
        raise ValueError(f"{size} bytes are too many")
    return size


def unframed(body: bytes) -> Any:
    """Return what a pickle holds. Only for what our own processes have written."""
    return pickle.loads(body)  # noqa: S301  # both ends of the pipe are ours
