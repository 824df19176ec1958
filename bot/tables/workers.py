"""The workers: processes in which computer players think; one that is lost is replaced."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import pickle
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Self

from bot.tables.worker_jobs import HEAD, READY, Failed, TimedJob, as_frame, length, unframed

SECONDS: Final = 5.0
"""The time limit of one decision; a worker answers with the best it has found by then."""
GRACE: Final = 2.0
"""Seconds beyond the time limit after which a worker counts as stuck."""
WARMING: Final = 60.0
"""Seconds in which a new worker must have loaded the games."""
LINE: Final = 256
"""The most jobs that may wait; any more are refused and left to the rule of thumb."""
LETS_PASS: Final = 10.0
"""For how many seconds a job that isn't urgent lets all others pass. It never waits for ever."""
AFTER_START: Final = 5.0
"""Seconds that a bot that has only started gives to other things, unless there is a job."""
FIRST_WAIT: Final = 1.0
LONGEST_WAIT: Final = 60.0

log = logging.getLogger(__name__)

LOST = (
    OSError,
    TimeoutError,
    EOFError,
    ValueError,
    AttributeError,
    ImportError,
    pickle.UnpicklingError,
)
"""Errors that mean a worker is lost: it ended, fell silent or sent what is no answer."""


class NoAnswer(Exception):
    """No worker has answered; the rule of thumb decides instead."""


@dataclass(slots=True, order=True)
class _Waiting:
    """A job in line, and the future that its caller awaits; the smallest one is next."""

    since: float
    """When it came into line, or as if it had come that much later."""
    number: int
    job: Any = field(compare=False)
    answer: asyncio.Future[Any] = field(compare=False)

    def refuse(self, why: str) -> None:
        """Raise NoAnswer in the caller, unless it has stopped waiting."""
        if not self.answer.done():
            self.answer.set_exception(NoAnswer(why))


class _Worker:
    """One process, and the pipes to it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._to, self._from = process.stdin, process.stdout
        self.pid = process.pid
        # Each wait for a process leaves something in asyncio until the process ends: one will do.
        self.ended = asyncio.create_task(process.wait(), name=f"end of worker {process.pid}")

    @classmethod
    async def start(cls, command: Sequence[str]) -> Self:
        """Start a process that knows no secret of the bot; raise OSError if it can't be started."""
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            # What a failing library writes may quote what it was given.
            stderr=asyncio.subprocess.DEVNULL,
            env={name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"},
        )
        return cls(process)

    async def write(self, thing: object) -> None:
        self._to.write(as_frame(thing))
        await self._to.drain()

    async def read(self) -> Any:
        size = length(await self._from.readexactly(HEAD.size))
        return unframed(await self._from.readexactly(size))

    async def end(self) -> None:
        """Kill the process and wait until it is gone, even if whoever waits is cancelled."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        self._to.close()
        try:
            await asyncio.shield(self.ended)
        except asyncio.CancelledError:
            await self.ended
            raise


class Workers:
    """Hands jobs to a number of processes, first come, first served but for what isn't urgent.

    The caller has one job at a time for each table, so every table gets its turn. With a count of
    0 every job is refused.
    """

    def __init__(
        self, command: Sequence[str], count: int, *, seconds: float = SECONDS, grace: float = GRACE
    ) -> None:
        """Take the command that starts a worker, and how many are wanted."""
        self._command = command
        self._count = count
        self._seconds = seconds
        self._grace = grace
        self._chance = random.SystemRandom()
        self._line: asyncio.PriorityQueue[_Waiting] = asyncio.PriorityQueue(LINE)
        self._numbers = itertools.count()
        self._posts: list[asyncio.Task[None]] = []
        self._vacant = 0
        """The number of posts whose last attempt to start a worker failed."""
        self._asked = asyncio.Event()
        """Set once there was a job."""
        self._resting = 0
        """The number of posts that have had no reason yet to start a worker."""
        self.pids: set[int] = set()
        """The processes that are ready to think, or thinking."""

    def start(self, after: float = 0.0) -> None:
        """Start the workers after so many seconds, or as soon as there is a job.

        This way they have usually loaded the games before anybody needs them.
        """
        self._resting = self._count
        self._posts = [
            asyncio.create_task(self._keep_filled(after), name=f"worker {number}")
            for number in range(self._count)
        ]

    @property
    def waiting(self) -> int:
        """Return how many jobs wait for a worker."""
        return self._line.qsize()

    @property
    def alive(self) -> bool:
        """Tell whether there is a worker, or none was called for since the start."""
        return bool(self.pids or self._resting)

    async def close(self) -> None:
        """End all workers. Jobs in line get no answer."""
        for post in self._posts:
            post.cancel()
        await asyncio.gather(*self._posts, return_exceptions=True)
        self._posts = []
        self._refuse_line()

    async def think(self, job: Any, *, urgent: bool = True) -> Any:
        """Return the answer to a job. Raises NoAnswer if nobody can think about it now.

        One that isn't urgent lets others pass for a while, and leaves half of the line to them. A
        caller who is cancelled leaves the line, or isn't waited for when the answer comes.
        """
        if self._vacant >= len(self._posts):
            raise NoAnswer("there are no workers")
        if not urgent and self.waiting >= LINE // 2:
            raise NoAnswer("the line is long")
        loop = asyncio.get_running_loop()
        since = loop.time() + (0.0 if urgent else LETS_PASS)
        waiting = _Waiting(since, next(self._numbers), job, loop.create_future())
        try:
            self._line.put_nowait(waiting)
        except asyncio.QueueFull:
            raise NoAnswer("the line is full") from None
        self._asked.set()
        return await waiting.answer

    # One post

    async def _keep_filled(self, after: float) -> None:
        """Keep a worker running at this post: start another one when it is lost."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(after):
                await self._asked.wait()
        self._resting -= 1
        wait = FIRST_WAIT
        while True:
            worker = await self._hire()
            if worker is None:
                self._vacant += 1
                if self._vacant >= self._count:
                    self._refuse_line()
                await asyncio.sleep(wait)
                self._vacant -= 1
                wait = min(2 * wait, LONGEST_WAIT)
                continue
            wait = FIRST_WAIT
            self.pids.add(worker.pid)
            try:
                await self._give_work(worker)
            finally:
                self.pids.discard(worker.pid)
                await worker.end()

    async def _hire(self) -> _Worker | None:
        """Start a worker and wait until it has loaded the games; None if that fails."""
        try:
            worker = await _Worker.start(self._command)
        except OSError as error:
            log.error("no worker could be started: %s", type(error).__name__)
            return None
        try:
            async with asyncio.timeout(WARMING):
                if await worker.read() == READY:
                    return worker
            log.error("a worker never said that it is ready")
        except LOST as error:
            log.error("a worker didn't get ready: %s", type(error).__name__)
        except BaseException:
            await worker.end()
            raise
        await worker.end()
        return None

    async def _give_work(self, worker: _Worker) -> None:
        """Give a worker one job after another, until it is lost."""
        while (waiting := await self._next(worker)) is not None:
            if waiting.answer.done():
                continue
            try:
                answer = await self._ask(worker, waiting.job)
            except LOST as error:
                waiting.refuse("the worker was lost")
                log.warning("worker %d was lost: %s; replaced", worker.pid, type(error).__name__)
                return
            except BaseException:
                waiting.refuse("the workers are stopping")
                raise
            if isinstance(answer, Failed):
                log.error("a worker failed: %s\n%s", answer.kind, answer.frames)
                waiting.refuse("the worker has failed")
            elif not waiting.answer.done():
                waiting.answer.set_result(answer)
        log.warning("worker %d ended while it had nothing to do; replaced", worker.pid)

    async def _next(self, worker: _Worker) -> _Waiting | None:
        coming = asyncio.ensure_future(self._line.get())
        try:
            await asyncio.wait([coming, worker.ended], return_when=asyncio.FIRST_COMPLETED)
            return coming.result() if coming.done() else None
        except asyncio.CancelledError:
            if coming.done() and not coming.cancelled():
                coming.result().refuse("the workers are stopping")
            raise
        finally:
            coming.cancel()

    async def _ask(self, worker: _Worker, job: Any) -> Any:
        async with asyncio.timeout(self._seconds + self._grace):
            await worker.write(TimedJob(job, self._chance.getrandbits(64), self._seconds))
            return await worker.read()

    def _refuse_line(self) -> None:
        while not self._line.empty():
            self._line.get_nowait().refuse("there are no workers")
