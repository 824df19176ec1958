"""When a shard may start its session."""

from __future__ import annotations

import asyncio

import pytest

from bot.process import shards as shard_starts
from bot.process.shards import APART, NoStartsLeft, ShardStarts


class Clock:
    """A clock that goes on when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        """Return the time."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return a clock that nobody waits for."""
    made = Clock()
    monkeypatch.setattr(shard_starts.time, "monotonic", made.monotonic)
    monkeypatch.setattr(asyncio, "sleep", made.sleep)
    return made


async def starts(buckets: int, shards: list[int], clock: Clock) -> list[float]:
    """Return after how many seconds each shard has started."""
    pace, began = ShardStarts(buckets), clock.now
    found: list[float] = []
    for shard in shards:
        await pace.wait(shard)
        found.append(clock.now - began)
    return found


async def test_one_start_in_five_seconds(clock: Clock) -> None:
    assert APART > 5, "Discord's own five seconds count from when it hears of a start"
    assert await starts(1, [0, 1, 2], clock) == [0, APART, 2 * APART]


async def test_a_start_for_each_bucket_at_once(clock: Clock) -> None:
    assert await starts(2, [0, 1, 2, 3], clock) == [0, 0, APART, APART]


async def test_who_has_waited_long_enough_starts_at_once(clock: Clock) -> None:
    pace = ShardStarts()
    await pace.wait(0)
    clock.now += 60
    await pace.wait(0)
    assert clock.now == 160


def test_what_is_said_when_no_starts_are_left() -> None:
    said = str(NoStartsLeft(3, 1, 7100.0))
    assert "1 more" in said
    assert "3 shards" in said
    assert "2 h" in said
    assert "about 1 h" in str(NoStartsLeft(3, 1, 60.0)), "in a minute there are new ones"
    assert "about 24 h" in str(NoStartsLeft(3, 1, 86_399.0))
