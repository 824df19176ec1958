"""Whether all is well: the line to Discord, shard by shard, and a database that accepts writes."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import discord

from bot.process.health import HEALTH_CHECKED, Health, connected, lines_of
from storage.errors import DatabaseHeld


def shards(*up: bool, count: int = 2) -> Any:
    """Return a client with shards that hear what people do, or don't."""
    client = MagicMock(spec=discord.AutoShardedClient)
    client.shards = {n: MagicMock(is_closed=lambda up=up: not up) for n, up in enumerate(up)}
    client.shard_count = count
    return client


def test_the_bot_is_connected_once_all_of_its_shards_are() -> None:
    assert not connected(shards()), "no shard hears anything yet"
    assert not connected(shards(True)), "the second shard hasn't begun"
    assert connected(shards(True, True))
    assert lines_of(shards(True)) == {0: True, 1: False}, "a shard that never starts isn't told"
    assert not connected(shards(count=0)), "how many shards there are isn't known yet"
    one_down = shards(True, False)
    assert lines_of(one_down) == {0: True, 1: False}
    unknown: Any = shards()
    unknown.shard_count = None
    assert lines_of(unknown) == {}, "how many there are isn't known, and yet one is named"
    assert not connected(one_down), "nobody hears what people do on half of the servers"


async def test_health_asks_for_a_write_and_not_at_every_look() -> None:
    write = AsyncMock(side_effect=DatabaseHeld("held"))
    parts: Any = SimpleNamespace(
        client=shards(True, count=1),
        store=SimpleNamespace(set_meta=write),
        workers=SimpleNamespace(alive=True),
    )
    health = Health(parts)
    for _look in range(3):
        assert await health.state() == {
            "connected": True,
            "database_writable": False,
            "worker_alive": True,
        }
    assert write.await_count == 1, "every look costs a write"
    key, when = write.await_args_list[0].args
    assert key == HEALTH_CHECKED and abs(int(when) - time.time()) < 60, (key, when)
    parts.workers.alive, write.side_effect = False, None
    health._checked -= 60
    state = await health.state()
    assert state["database_writable"], "what is over still counts"
    assert not state["worker_alive"], "a worker is alive that isn't there"
