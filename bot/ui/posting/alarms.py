"""Alarms: each has a table or a night looked after again in some seconds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

LOOK: Final = 5.0
"""How often the clocks are looked at, in seconds."""
_AWAKE_OR_ASLEEP: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", None)


def passed() -> float:
    """Return the seconds of a clock that nobody sets; it goes on while the machine sleeps, too."""
    clock = _AWAKE_OR_ASLEEP
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class Alarms:
    """At most one alarm for each table or night; a new one replaces the one before.

    The event loop's own clock stands still while the machine sleeps: so they look at others now
    and then, and none is late for long.
    """

    def __init__(
        self,
        ring: Callable[[str], object],
        now: Callable[[], int],
        clock: Callable[[], float] = passed,
        look: float = LOOK,
    ) -> None:
        """`ring` is called with the id of a table or night once its time has come by one of two
        clocks, looked at every `look`: `now` has whole seconds and may be set, `clock` isn't.
        """
        self._ring = ring
        self._now = now
        self._clock = clock
        self._look = look
        self._set: dict[str, asyncio.TimerHandle] = {}

    def close(self) -> None:
        """Forget all alarms."""
        for alarm in self._set.values():
            alarm.cancel()

    def set(self, key: str, seconds: float) -> None:
        """Ring for a table or night in some seconds."""
        if key in self._set:
            self._set[key].cancel()
        # A second has begun before it is over.
        self._wait(key, self._now() + 1 + seconds, self._clock() + seconds)

    def _left(self, by_now: float, by_clock: float) -> float:
        return min(by_now - self._now(), by_clock - self._clock())

    def _wait(self, key: str, *at: float) -> None:
        wait = min(self._left(*at), self._look)
        self._set[key] = asyncio.get_running_loop().call_later(wait, self._look_up, key, *at)

    def _look_up(self, key: str, *at: float) -> None:
        if self._left(*at) > 0:
            self._wait(key, *at)
            return
        del self._set[key]
        self._ring(key)
