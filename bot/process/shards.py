"""How fast the bot's shards may start their sessions with Discord, and how often in a day."""

from __future__ import annotations

import asyncio
import time

APART = 5.25
"""Seconds between two starts of one bucket: Discord's five, plus some for the way there."""


class NoStartsLeft(Exception):
    """Discord allows too few starts today; any more, and it would revoke the bot's token."""

    def __init__(self, shards: int, remaining: int, seconds: float) -> None:
        """`seconds` is how long it takes until there are new ones."""
        hours = max(1, round(seconds / 3600))
        super().__init__(
            f"Discord allows {remaining} more starts of this bot today, and it has {shards} shards."
            f" New ones come in about {hours} h. Beyond them Discord would end its token."
        )


class ShardStarts:
    """Makes each shard wait for its turn: Discord puts them in buckets, and takes one at a time."""

    def __init__(self, buckets: int = 1) -> None:
        """`buckets` is what Discord calls `max_concurrency`."""
        self._buckets = buckets
        self._next: dict[int, float] = {}

    async def wait(self, shard: int) -> None:
        """Wait until a shard may start its session."""
        bucket, now = shard % self._buckets, time.monotonic()
        start = max(now, self._next.get(bucket, now))
        self._next[bucket] = start + APART
        await asyncio.sleep(start - now)
