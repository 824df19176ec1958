"""Shards: which session hears about which server, and how often sessions may be started."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.json_text import Json

DAY = 24 * 3600.0
Shard = tuple[int, int]
"""Which shard a session is, from 0, and of how many."""


@dataclass(slots=True)
class Sharding:
    """What this Discord recommends and allows; tests may change it."""

    recommended: int = 1
    """How many shards `/gateway/bot` recommends."""
    guilds_a_shard: int = 2500
    """A session with more servers than this is refused."""
    max_concurrency: int = 1
    """How many sessions may be started at once: one bucket for each remainder of the shard."""
    identify_seconds: float = 5.0
    """For how long starting a session occupies a bucket."""
    session_starts: int = 1000
    """How many sessions may be started within a day."""
    _taken: dict[int, float] = field(default_factory=dict)
    _started: int = 0
    _day_began: float = field(default_factory=time.monotonic)

    def generous(self) -> None:
        """Let any number of sessions be started, at any time."""
        self.max_concurrency, self.identify_seconds = 1000, 0.0
        self.session_starts = 1_000_000

    def gateway_bot(self, url: str) -> Json:
        """Answer `/gateway/bot`."""
        self._begin_day()
        limit = {
            "total": self.session_starts,
            "remaining": max(0, self.session_starts - self._started),
            "reset_after": int((self._day_began + DAY - time.monotonic()) * 1000),
            "max_concurrency": self.max_concurrency,
        }
        return {"url": url, "shards": self.recommended, "session_start_limit": limit}

    def too_soon(self, shard: Shard) -> bool:
        """Tell whether a session starts too soon after another of its bucket; if not, count it."""
        now, bucket = time.monotonic(), shard[0] % self.max_concurrency
        if bucket in self._taken and now < self._taken[bucket] + self.identify_seconds:
            return True
        self._taken[bucket] = now
        return False

    def used_up(self) -> bool:
        """Tell whether no more sessions may be started today; if not, count this one."""
        self._begin_day()
        if self._started >= self.session_starts:
            return True
        self._started += 1
        return False

    def _begin_day(self) -> None:
        if time.monotonic() >= self._day_began + DAY:
            self._day_began, self._started = time.monotonic(), 0


def shard_of(guild_id: str | None, total: int) -> int:
    """Return the shard that hears about a server; for None, a DM, that is the first."""
    return 0 if guild_id is None else (int(guild_id) >> 22) % total


def read_shard(sent: Any) -> Shard | None:
    """Return the shard that an IDENTIFY names, (0, 1) if none; None if it makes no sense."""
    if sent is None:
        return (0, 1)
    match sent:
        case [int(number), int(total)] if 0 <= number < total:
            return (number, total)
        case _:
            return None
