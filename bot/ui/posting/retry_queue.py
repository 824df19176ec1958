"""Work that nobody waits for: one job at a time for each key, tried again when it fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterable
from typing import Generic, TypeVar

import aiohttp
import discord

from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.replies import error_name, report
from bot.ui.posting.request_budget import Urgency, urgency
from storage.errors import WriteRefused

K = TypeVar("K", bound=Hashable)

FIRST_WAIT = 2.0
LONGEST_WAIT = 300.0

log = logging.getLogger(__name__)


class RetryQueue(Generic[K]):
    """Runs a job for a key. However often it is scheduled meanwhile, it runs once more after that.

    A failure that may pass (the connection, a fault at Discord) is tried again, ever more slowly,
    until it succeeds. Any other failure ends the job until it is scheduled again.
    """

    def __init__(
        self,
        name: str,
        run: Callable[[K], Awaitable[None]],
        answers_first: AnswersFirst | None = None,
        *,
        secret: bool = False,
        at_once: bool = False,
    ) -> None:
        """Take what the job is called in the log, what it does, and whom it lets go first: nobody
        if it begins `at_once`.

        With `secret` the log doesn't say for which keys it runs.
        """
        self._name = name
        self._secret = secret
        self._at_once = at_once
        self._run = run
        self._answers_first = answers_first or AnswersFirst()
        self._tasks: dict[K, asyncio.Task[None]] = {}
        self._answers_first.queues[name] = self
        self._later: dict[K, asyncio.TimerHandle] = {}
        """The keys whose job is scheduled for later, unless it is sooner."""
        self._again: set[K] = set()
        self._failed: set[K] = set()
        """The keys whose job ended with a failure."""
        self._closed = False

    def schedule(self, key: K) -> asyncio.Task[None] | None:
        """Run the job soon; return the task that does it, or None once closed."""
        if self._closed:
            return None
        if (timer := self._later.pop(key, None)) is not None:
            timer.cancel()
        self._again.add(key)
        if key not in self._tasks:
            self._tasks[key] = asyncio.create_task(
                self._work(key), name=f"{self._name} {self._said(key)}"
            )
        return self._tasks[key]

    def schedule_in(self, seconds: float, key: K) -> None:
        """Run the job after some seconds, or sooner if it is scheduled meanwhile."""
        if self._closed:
            return
        if (timer := self._later.pop(key, None)) is not None:
            timer.cancel()
        loop = asyncio.get_running_loop()
        self._later[key] = loop.call_later(seconds, self.schedule, key)

    def __len__(self) -> int:
        """Return for how many keys the job is under way or will be."""
        return len(self._tasks.keys() | self._later.keys())

    async def came_of(self, key: K, seconds: float) -> bool | None:
        """Run the job; tell whether it was done, or None if that isn't known in some seconds."""
        task = self.schedule(key)
        if task is None:
            return None
        with self._answers_first.aside():
            await asyncio.wait([task], timeout=seconds)
        # A job that is cancelled because the process ends has come to nothing yet.
        return key not in self._failed if task.done() and not task.cancelled() else None

    async def run_all(self, keys: Iterable[K], at_once: int) -> None:
        """Run the job for all keys, so many at once; return when all have ended."""
        left = iter(keys)

        async def work() -> None:
            for key in left:
                task = self.schedule(key)
                if task is not None:
                    await asyncio.wait([task])

        await asyncio.gather(*(work() for _ in range(at_once)))

    async def close(self) -> None:
        """Cancel what is running."""
        self._closed = True
        for timer in self._later.values():
            timer.cancel()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _said(self, key: K) -> K | str:
        return "-" if self._secret else key

    async def _work(self, key: K) -> None:
        wait = FIRST_WAIT
        try:
            while key in self._again:
                begun = False
                try:
                    async with self._answers_first.working(self._name, at_once=self._at_once):
                        # Whatever was scheduled until now is covered by this run.
                        begun = True
                        self._again.discard(key)
                        self._failed.discard(key)
                        # Nobody waits for it.
                        with urgency(Urgency.REST):
                            await self._run(key)
                except Exception as error:
                    if not may_pass_later(error):
                        # The key names a table and at most a person.
                        report(error, f"{self._name} {self._said(key)}")
                        self._failed.add(key)
                        if not begun:
                            # It would come to nothing at once, again and again.
                            return
                        continue
                    said = self._said(key)
                    log.info(
                        "%s %s: %s, again in %.0f s", self._name, said, error_name(error), wait
                    )
                    self._again.add(key)
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, LONGEST_WAIT)
                else:
                    wait = FIRST_WAIT
        finally:
            del self._tasks[key]
            self._again.discard(key)


def may_pass_later(error: Exception) -> bool:
    """Tell whether a failure may be over when the same thing is tried later."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status == 429
    # A disk that is full now may have room again.
    return isinstance(
        error, aiohttp.ClientError | asyncio.TimeoutError | ConnectionError | WriteRefused
    )
