"""Whether a running bot is healthy, and the parts of it that can be watched."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Mapping, Sized
from dataclasses import dataclass
from typing import Final

import discord

from bot.process.open_interactions import OpenInteractions
from bot.tables.workers import Workers
from bot.ui.posting.request_budget import RequestBudget
from storage.errors import StorageError
from storage.store import Store

CHECKED_EVERY: Final = 2.0
"""Seconds for which an answer about the database is kept: asking costs a write."""
WRITE_SECONDS: Final = 2.0
"""The longest wait for that write."""
HEALTH_CHECKED: Final = "health checked"
"""Where that write goes: a value that the bot keeps for itself."""


@dataclass(frozen=True, slots=True)
class Watched:
    """The parts of a bot that can be watched."""

    client: discord.AutoShardedClient
    store: Store
    interactions: OpenInteractions
    budget: RequestBudget
    workers: Workers
    queues: Mapping[str, Sized]
    """What waits to be posted, by kind."""


class Health:
    """Tells whether a running bot is healthy."""

    def __init__(self, watched: Watched) -> None:
        self._watched = watched
        self._checked = -CHECKED_EVERY
        self._writable = False
        self._checking = asyncio.Lock()

    async def state(self) -> dict[str, bool]:
        """Return each condition of health, and whether it holds."""
        return {
            "connected": connected(self._watched.client),
            "database_writable": await self._is_writable(),
            "worker_alive": self._watched.workers.alive,
        }

    async def _is_writable(self) -> bool:
        async with self._checking:
            if time.monotonic() >= self._checked + CHECKED_EVERY:
                self._writable = await self._write()
                self._checked = time.monotonic()
            return self._writable

    async def _write(self) -> bool:
        with contextlib.suppress(StorageError, TimeoutError):
            async with asyncio.timeout(WRITE_SECONDS):
                await self._watched.store.set_meta(HEALTH_CHECKED, str(int(time.time())))
            return True
        return False


def lines_of(client: discord.AutoShardedClient) -> dict[int, bool]:
    """Return by shard whether the bot hears what people do; one that starts doesn't."""
    begun = client.shards
    numbers = range(client.shard_count or 0)
    return {number: number in begun and not begun[number].is_closed() for number in numbers}


def connected(client: discord.AutoShardedClient) -> bool:
    """Tell whether the bot hears what people do, on all shards."""
    lines = lines_of(client)
    return bool(lines) and all(lines.values())
