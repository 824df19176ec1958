"""Alarms: each has a table or a night looked after again in some seconds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

LOOK: Final = 5.0
"""How often the clocks are looked at, in seconds."""
TOGETHER: Final = 0.1
"""Alarms that ring within so many seconds of each other may ring together."""
_AWAKE_OR_ASLEEP: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", None)


def passed() -> float:
    """Return the seconds of a clock that nobody sets; it goes on while the machine sleeps, too."""
    clock = _AWAKE_OR_ASLEEP
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class Alarms:
    """At most one alarm for each table or night; a new one replaces the one before.

    The event loop's own clock stands still while the machine sleeps: so one timer looks at others
    now and then, for all alarms together, and none is late for long.
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
        self._set: dict[str, tuple[float, float]] = {}
        """When each rings, by either clock."""
        self._timer: asyncio.TimerHandle | None = None
        """Looks at the clocks next; there is one while an alarm is set."""

    def close(self) -> None:
        """Forget all alarms."""
        self._set.clear()
        if self._timer is not None:
            self._timer.cancel()

    def set(self, key: str, seconds: float) -> None:
        """Ring for a table or night in some seconds."""
        # A second has begun before it is over.
        self._set[key] = self._now() + 1 + seconds, self._clock() + seconds
        self._look_in(seconds)

    def _look_in(self, seconds: float) -> None:
        """Look at the clocks in some seconds at the latest."""
        loop = asyncio.get_running_loop()
        at = loop.time() + min(seconds, self._look)
        if self._timer is not None:
            if self._timer.when() <= at:
                return
            self._timer.cancel()
        self._timer = loop.call_at(at, self._look_up)

    def _look_up(self) -> None:
        self._timer = None
        now, clock = self._now(), self._clock()
        left = {key: min(at[0] - now, at[1] - clock) for key, at in self._set.items()}
        for key in [key for key, seconds in left.items() if seconds <= 0]:
            del self._set[key], left[key]
            # One that fails keeps none of the others waiting.
            asyncio.get_running_loop().call_soon(self._ring, key)
        if left:
            self._look_in(max(TOGETHER, min(left.values())))
