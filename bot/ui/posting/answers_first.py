"""Answers go first: background work waits while somebody waits for an answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterator, Sized
from contextlib import asynccontextmanager, contextmanager, suppress

from bot.ui.posting.replies import refuse
from bot.ui.services import Interaction

PATIENCE = 1.0
"""Seconds after which work goes on although people still wait: boards lag, but never for long."""

ABREAST = 24
"""How many background jobs of a kind run at once, so that a click isn't one among hundreds.

Some of them only sleep, until Discord lets them edit again.
"""


class AnswersFirst:
    """Counts the people who wait for an answer, and starts background work when there are none."""

    def __init__(self) -> None:
        self.queues: dict[str, Sized] = {}
        """The queues of background work, by what they do."""
        self._answering = 0
        self._calm = asyncio.Event()
        self._calm.set()
        self._rooms: dict[str, asyncio.Semaphore] = {}

    @property
    def answering_now(self) -> int:
        """Return how many people are being answered."""
        return self._answering

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Keep background work waiting until this person has been answered."""
        self._answering += 1
        self._calm.clear()
        try:
            yield
        finally:
            self._answering -= 1
            if not self._answering:
                self._calm.set()

    async def answered(self, interaction: Interaction, answer: Awaitable[None]) -> None:
        """Wait until something has been answered; if it can't be done, say why."""
        with self.answering():
            try:
                await answer
            except Exception as error:
                await refuse(interaction, error)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Let background work start although this person waits: it is what they wait for."""
        self._answering -= 1
        if self._answering <= 0:
            self._calm.set()
        try:
            yield
        finally:
            self._answering += 1
            if self._answering > 0:
                self._calm.clear()

    @asynccontextmanager
    async def working(self, kind: str = "", *, at_once: bool = False) -> AsyncIterator[None]:
        """Wait until nobody is being answered, unless it is to begin `at_once`, and there is room;
        give the room back at the end.

        Each kind of work has its own room: hands that wait for Discord don't keep pings waiting.
        Patience begins here, or else those who wait for room would each wait for the patience of
        those before them, ever longer while people never stop asking.
        """
        until = asyncio.get_running_loop().time() + PATIENCE
        async with self._rooms.setdefault(kind, asyncio.Semaphore(ABREAST)):
            if not at_once and not self._calm.is_set():
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(until):
                        await self._calm.wait()
            yield
