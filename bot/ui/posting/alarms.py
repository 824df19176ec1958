"""Alarms: each has a table or a night looked after again in some seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Alarms:
    """At most one alarm for each table or night; a new one replaces the one before."""

    def __init__(self, ring: Callable[[str], object]) -> None:
        """`ring` is called with the id of a table or night."""
        self._ring = ring
        self._set: dict[str, asyncio.TimerHandle] = {}

    def close(self) -> None:
        """Forget all alarms."""
        for alarm in self._set.values():
            alarm.cancel()

    def set(self, key: str, seconds: float) -> None:
        """Ring for a table or night in some seconds."""
        if key in self._set:
            self._set[key].cancel()

        def ring() -> None:
            del self._set[key]
            self._ring(key)

        self._set[key] = asyncio.get_running_loop().call_later(seconds, ring)
