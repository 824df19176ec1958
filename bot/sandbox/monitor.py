"""What tests look at: requests and answers, problems, and waiting for a condition."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.sandbox.changes import Change

log = logging.getLogger("sandbox")


@dataclass(slots=True, frozen=True)
class Problem:
    """Something that a bot's or a test's author should look at.

    `kind`: unanswered, route, field, gateway, openapi, sandbox.
    """

    kind: str
    text: str


@dataclass(slots=True)
class Exchange:
    """One of the bot's requests and its answer, as immutable bytes."""

    at: float
    method: str
    path: str
    route: str
    sent: bytes
    status: int
    got: bytes
    query: dict[str, str]
    files: tuple[int, ...] = ()
    """How many bytes each file has that was sent along; they aren't part of `sent`."""

    @property
    def body(self) -> Any:
        """The JSON the bot sent, None if there was none."""
        return json.loads(self.sent) if self.sent else None

    @property
    def answer(self) -> Any:
        """The JSON it got, None if there was none."""
        return json.loads(self.got) if self.got else None


class Monitor:
    """The record of what happened, and of those who wait for something to happen."""

    def __init__(self, record: int) -> None:
        """Remember the last `record` requests."""
        self.requests: deque[Exchange] = deque(maxlen=record)
        self.problems: list[Problem] = []
        self.witness: Callable[[Exchange], list[str]] | None = None
        """Checks every exchange and returns what is wrong with it."""
        self._waiting: list[tuple[Callable[[], object], asyncio.Future[None]]] = []

    async def until(self, predicate: Callable[[], object], timeout: float) -> None:
        """Wait until something is true. Raises TimeoutError, which says what was waited for."""
        if predicate():
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = (predicate, done)
        self._waiting.append(entry)
        try:
            # Not `wait_for`: on Python 3.11 it loses a cancellation that comes just as `done` is
            # set.
            async with asyncio.timeout(timeout):
                await done
        except TimeoutError:
            words = f"waited {timeout:g} s in vain for: {_source(predicate)}"
            raise TimeoutError(words) from None
        finally:
            with contextlib.suppress(ValueError):
                self._waiting.remove(entry)

    def changed(self) -> None:
        """Let those who wait check again."""
        for predicate, done in list(self._waiting):
            if done.done():
                continue
            try:
                if predicate():
                    done.set_result(None)
            except Exception as error:
                done.set_exception(error)

    def hear(self, _: Change) -> None:
        """Let those who wait check after a change of the world."""
        if self._waiting:
            # Later, when the change is complete: creating a thread is several changes.
            asyncio.get_running_loop().call_soon(self.changed)

    def problem(self, kind: str, text: str) -> None:
        """Note something that a bot's or a test's author should look at."""
        self.problems.append(Problem(kind, text))
        if kind == "sandbox":
            log.error("%s", text)
        self.changed()

    def record(self, exchange: Exchange, *, scripted: bool) -> None:
        """Remember an exchange, and check it unless its answer was scripted."""
        if self.requests.maxlen:
            self.requests.append(exchange)
        if self.witness is not None and not scripted:
            for words in self.witness(exchange):
                self.problem("openapi", words)
        self.changed()


def _source(predicate: Callable[[], object]) -> str:
    """Return the source of what was waited for, on one line."""
    try:
        return " ".join(inspect.getsource(predicate).split())
    except (OSError, TypeError):
        return repr(predicate)
