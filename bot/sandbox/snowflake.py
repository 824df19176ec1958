"""Discord's ids: 64-bit numbers that carry the time they were made."""

import time
from datetime import UTC, datetime

EPOCH = 1_420_070_400_000
"""Milliseconds from 1970 to the first moment of 2015, where Discord starts to count."""


class Mint:
    """Makes ids that carry the real time: never twice the same, always growing."""

    def __init__(self) -> None:
        self._last = 0

    def __call__(self) -> str:
        """Return the next id, as the text it is on the wire."""
        fresh = (int(time.time() * 1000) - EPOCH) << 22
        self._last = max(self._last + 1, fresh)
        return str(self._last)

    def on_shard(self, shard: int, total: int) -> str:
        """Return an id of a server that lies on one of so many shards."""
        moment = int(self()) >> 22
        moment += (shard - moment) % total or total
        self._last = moment << 22
        return str(self._last)

    def after(self, number: int) -> None:
        """Make only ids that are greater than this one from now on."""
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
