"""Discord's ids: 64-bit numbers that contain the time they were made."""

import time
from datetime import UTC, datetime

EPOCH = 1_420_070_400_000
"""Milliseconds from 1970 to the start of 2015, where Discord starts counting."""


class Mint:
    """Makes ids that contain the real time: never the same twice, always growing."""

    def __init__(self) -> None:
        self._last = 0

    def __call__(self) -> str:
        """Return the next id in its text form on the wire."""
        fresh = (int(time.time() * 1000) - EPOCH) << 22
        self._last = max(self._last + 1, fresh)
        return str(self._last)

    def on_shard(self, shard: int, total: int) -> str:
        """Return an id for a server on one of this many shards."""
        moment = int(self()) >> 22
        moment += (shard - moment) % total or total
        self._last = moment << 22
        return str(self._last)

    def after(self, number: int) -> None:
        """From now on, make only ids greater than this one."""
        self._last = max(self._last, number)


def is_snowflake(value: object) -> bool:
    """Tell whether a value may stand for an id in a request: digits as text, or a number."""
    if isinstance(value, bool):
        return False
    if isinstance(value, int):
        return 0 <= value < 1 << 64
    return isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20


def iso(seconds: float) -> str:
    """Write a moment (seconds since 1970) the way Discord does."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
