"""A timer for many things that are due by themselves: it waits for the earliest, and rings."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from math import inf
from typing import Final, Protocol

from storage.errors import StorageError

LOOK: Final = 30.0
"""A timer looks up at least this often, in seconds."""
AGAIN: Final = 5.0
"""After how many seconds what couldn't be saved is retried."""
LEAP: Final = 20.0
"""The machine's clock was set if it moved by so many seconds more, or less, than went by."""

log = logging.getLogger(__name__)


class DueStore(Protocol):
    """Knows when things are due, by their ids."""

    async def due(self, now: int, without: Collection[str]) -> list[str]:
        """Return what is due by now, of all but some, the earliest first."""
        ...

    async def earliest_due(self, without: Collection[str]) -> int | None:
        """Return when something of all but some is due next; None if nothing is."""
        ...


class DueTimer:
    """Rings for everything that is due; what fails is put off and keeps nothing else waiting."""

    def __init__(
        self,
        name: str,
        store: DueStore,
        now: Callable[[], int],
        ring: Callable[[str], Awaitable[bool]],
        wait_after: Callable[[str, Exception], float],
        *,
        before: Callable[[], Awaitable[None]] | None = None,
        after: Callable[[], Awaitable[None]] | None = None,
        leapt: Callable[[int], Awaitable[None]] | None = None,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take what rings are for, the storage, the time, and what a ring does.

        `ring` returns whether there was anything to do. `wait_after` says for how many seconds
        something is put off whose ring has failed. `before` and `after` surround each round.
        `leapt` is told by how many seconds the clock was set; `steady` is one that nobody sets.
        """
        self._name = name
        self._store = store
        self._now = now
        self._ring = ring
        self._wait_after = wait_after
        self._before = before
        self._after = after
        self._leapt = leapt
        self._steady = steady
        self._last: tuple[float, float] | None = None
        """The time of the last round, by both clocks."""
        self._look_now = asyncio.Event()
        self.next: float = inf
        """When the next is due; whatever comes before it has the timer look up."""
        self.put_off: dict[str, float] = {}
        """When to try again what couldn't be rung, by the clock of the event loop."""
        self._task: asyncio.Task[None] | None = None

    def start(self, look: float) -> None:
        """Keep watch. `look` is how long the timer may go without asking what time it is."""
        self._task = asyncio.create_task(self._watch(look), name=self._name)

    async def close(self) -> bool:
        """Stop; tell whether the timer was running."""
        task, self._task = self._task, None
        if task is None:
            return False
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return True

    def hear(self, due: float) -> None:
        """Take note of when something is due that has changed."""
        if due < self.next:
            self.look_now()

    def look_now(self) -> None:
        """Look up now: something is to be done that is due at no time."""
        self._look_now.set()

    async def round(self) -> float:
        """Ring for all that is due; return the seconds until the next ring at the earliest."""
        self._look_now.clear()
        clock = asyncio.get_running_loop().time
        for key in [each for each, at in self.put_off.items() if at <= clock()]:
            del self.put_off[key]
        await self._notice_leap()
        if self._before is not None:
            await self._before()
        for key in await self._store.due(self._now(), self.put_off):
            await self.do(key, self._ring)
        # Whatever becomes due while this is read has the timer look again.
        self.next = inf
        earliest = await self._store.earliest_due(self.put_off)
        if earliest is not None:
            self.next = earliest
        if self._after is not None:
            await self._after()
        waits = [self.next - self._now(), *(at - clock() for at in self.put_off.values())]
        return max(0.0, min(waits))

    async def _notice_leap(self) -> None:
        """Say by how much the clock was set since the last round, if it was."""
        now, steady = float(self._now()), self._steady()
        was, since = self._last or (now, steady)
        self._last = now, steady
        leap = now - was - (steady - since)
        if self._leapt is not None and abs(leap) >= LEAP:
            log.info("%s: the clock was set by %.0f s", self._name, leap)
            await self._leapt(round(leap))

    async def do(self, key: str, what: Callable[[str], Awaitable[bool]]) -> bool:
        """Do something; put it off, and return False, if that can't be done now."""
        wait = AGAIN
        try:
            if await what(key):
                return True
        except Exception as error:
            wait = self._wait_after(key, error)
        if wait:
            self.put_off[key] = asyncio.get_running_loop().time() + wait
        return False

    async def _watch(self, look: float) -> None:
        while True:
            wait = AGAIN
            try:
                wait = await self.round()
            except StorageError as error:
                log.error("the %s can't be read: %s", self._name, error)
            except Exception as error:
                # Whatever it is, everything waits for this task.
                log.error("the timer failed (%s): %s", self._name, type(error).__name__)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(wait, look)):
                    await self._look_now.wait()
