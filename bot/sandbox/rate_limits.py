"""Rate limits: how many calls of each kind are allowed. Discord keeps its own numbers secret.

A limit is a number of calls in a number of seconds for each key (a channel, an interaction token).
The window of a key opens with its first call.
"""

from __future__ import annotations

import time
import zlib
from dataclasses import dataclass

DEFAULTS: dict[str, tuple[int, float]] = {
    "send": (5, 5.0),
    "edit": (5, 5.0),
    "delete": (5, 1.0),
    "old": (3, 6.0),
    "interaction": (5, 5.0),
    "thread": (10, 10.0),
    "emoji": (50, 10.0),
    "event": (5, 5.0),
    "other": (50, 1.0),
    "global": (50, 1.0),
}
_MANY_WINDOWS = 20_000


@dataclass(slots=True)
class Window:
    """What is left of one window, as the headers report it."""

    limit: int
    remaining: int
    reset_after: float
    over: bool


class RateLimits:
    """All windows of all limits; `limits` may be changed at any time."""

    def __init__(self) -> None:
        self.limits = dict(DEFAULTS)
        self._windows: dict[tuple[str, str], tuple[float, int]] = {}

    def generous(self, times: int = 1_000_000) -> None:
        """Raise all limits so high that nobody reaches them."""
        self.limits = dict.fromkeys(DEFAULTS, (times, 1.0))

    def usual(self) -> None:
        """Reset every limit to its initial value, with fresh windows."""
        self.limits = dict(DEFAULTS)
        self._windows.clear()

    def take(self, name: str, key: str) -> Window:
        """Count one call; a call over the limit is not counted."""
        limit, seconds = self.limits[name]
        now = time.monotonic()
        opened, used = self._windows.get((name, key), (now, 0))
        if now >= opened + seconds:
            opened, used = now, 0
        left = max(0.0, opened + seconds - now)
        if used >= limit:
            return Window(limit, 0, left, True)
        if len(self._windows) > _MANY_WINDOWS:
            self._sweep(now)
        self._windows[name, key] = (opened, used + 1)
        return Window(limit, limit - used - 1, left, False)

    def _sweep(self, now: float) -> None:
        """Forget the windows that have closed."""
        self._windows = {
            (name, key): (opened, used)
            for (name, key), (opened, used) in self._windows.items()
            if now < opened + self.limits[name][1]
        }


def headers(window: Window, name: str) -> dict[str, str]:
    """Write the headers that tell a client how much is left."""
    return {
        "X-RateLimit-Limit": str(window.limit),
        "X-RateLimit-Remaining": str(window.remaining),
        "X-RateLimit-Reset": f"{time.time() + window.reset_after:.3f}",
        "X-RateLimit-Reset-After": f"{window.reset_after:.3f}",
        "X-RateLimit-Bucket": f"{zlib.crc32(name.encode()):08x}",
    }
