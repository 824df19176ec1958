"""discord.py forgets rate limits that nobody uses, without a search at every request."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import discord
import pytest
from discord.http import HTTPClient, Ratelimit

from bot.process import bucket_sweep
from bot.process.app import Bot
from bot.process.bucket_sweep import EVERY, MADE_FOR, sweep_seldom
from bot.process.settings import read_settings
from bot.tables.tables import Tables
from storage.database import Database
from storage.store import Store

CHANNELS = 300
"""From the 256th on discord.py looks for rate limits to forget."""


class Clock:
    """A clock that stands until it is set forward."""

    now = 1_000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(bucket_sweep, "time", clock)
    return clock


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how often a rate limit is asked whether it may be forgotten; all of them may."""
    looks: Counter[str] = Counter()

    def is_inactive(_limit: Ratelimit) -> bool:
        looks["all"] += 1
        return True

    monkeypatch.setattr(Ratelimit, "is_inactive", is_inactive)
    return looks


async def test_a_new_channel_costs_no_look_at_all_the_others(
    clock: Clock, looks: Counter[str]
) -> None:
    http = HTTPClient(asyncio.get_running_loop())
    sweep_seldom(http)
    meet(http, "first", CHANNELS)
    looks.clear()
    clock.now += EVERY - 1
    meet(http, "second", CHANNELS)
    assert not looks, f"{looks['all']} rate limits were looked at for {CHANNELS} new channels"


async def test_what_nobody_uses_is_forgotten_at_the_next_search(
    clock: Clock, looks: Counter[str]
) -> None:
    http = HTTPClient(asyncio.get_running_loop())
    sweep_seldom(http)
    meet(http, "first", CHANNELS)
    kept = len(http._buckets)
    clock.now += EVERY
    meet(http, "second", 1)
    assert len(http._buckets) < kept, f"{kept} rate limits nobody uses are kept for ever"
    assert looks["all"] >= kept


async def test_the_bot_sweeps_seldom(clock: Clock, looks: Counter[str], tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "games.sqlite3")
    async with Bot(Tables(Store(database)), read_settings(None)) as bot:
        meet(bot.http, "first", CHANNELS)
        looks.clear()
        meet(bot.http, "second", CHANNELS)
    await database.close()
    assert not looks, "the bot looks through all rate limits whenever it meets a new one"


def test_it_was_made_for_the_version_of_discord_py_that_is_here() -> None:
    assert discord.__version__ == MADE_FOR, (
        f"discord.py is {discord.__version__} now: read how its HTTPClient forgets rate limits, "
        f"and set MADE_FOR in bot/process/bucket_sweep.py, or delete that file if it isn't needed any more"
    )


def meet(http: HTTPClient, name: str, count: int) -> None:
    """Have a client meet new rate limits, as a request in a new channel does."""
    for number in range(count):
        http.get_ratelimit(f"{name} {number}")
