"""Alarms: each has a table looked after again in some seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Alarms:
    """At most one alarm for each table; a new one replaces the one before."""

    def __init__(self, ring: Callable[[str], object]) -> None:
        """`ring` is called with a table's id."""
        self._ring = ring
        self._set: dict[str, asyncio.TimerHandle] = {}

    def close(self) -> None:
        """Forget all alarms."""
        for alarm in self._set.values():
            alarm.cancel()

    def set(self, table_id: str, seconds: float) -> None:
        """Ring for a table in some seconds."""
        if table_id in self._set:
            self._set[table_id].cancel()

        def ring() -> None:
            del self._set[table_id]
            self._ring(table_id)

        self._set[table_id] = asyncio.get_running_loop().call_later(seconds, ring)
