"""The workarounds for discord.py: rate limits are forgotten, and no payload ends the process.

Of a payload that can't be read: a shard connects again, once with its session and then with a new
one.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import HTTPClient, Ratelimit

from bot.process import discord_fixes
from bot.process.app import Bot
from bot.process.discord_fixes import (
    MADE_FOR,
    OF_THE_LINE,
    SWEPT_EVERY,
    pass_over_unreadable,
    reconnect_after_unreadable,
    sweep_seldom,
)
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
    monkeypatch.setattr(discord_fixes, "time", clock)
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
    clock.now += SWEPT_EVERY - 1
    meet(http, "second", CHANNELS)
    assert not looks, f"{looks['all']} rate limits were looked at for {CHANNELS} new channels"


async def test_what_nobody_uses_is_forgotten_at_the_next_search(
    clock: Clock, looks: Counter[str]
) -> None:
    http = HTTPClient(asyncio.get_running_loop())
    sweep_seldom(http)
    meet(http, "first", CHANNELS)
    kept = len(http._buckets)
    clock.now += SWEPT_EVERY
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
        f"discord.py is {discord.__version__} now: read what each part of "
        "bot/process/discord_fixes.py names, take away what isn't needed, and set MADE_FOR"
    )


def meet(http: HTTPClient, name: str, count: int) -> None:
    """Let a client meet new rate limits, as a request in a new channel does."""
    for number in range(count):
        http.get_ratelimit(f"{name} {number}")


# Payloads that can't be read

SECRET = "winter 4 in Ada's hand"


class Line:
    """A shard's line."""

    def __init__(self, session: str | None = "s") -> None:
        self.shard_id = 3
        self.session_id = session
        self.close = AsyncMock()


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return how long it has waited before it connects again."""
    seconds: list[float] = []

    async def sleep(time: float) -> None:
        seconds.append(time)

    monkeypatch.setattr(discord_fixes.asyncio, "sleep", sleep)
    return seconds


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch, slept: list[float]) -> Any:
    """Return discord.py's reader of a line, which can be made to fail, and the bot's around it."""
    inner = AsyncMock()

    async def received_message(self: Any, msg: Any, /) -> None:
        await inner(self, msg)

    monkeypatch.setattr(DiscordWebSocket, "received_message", received_message)
    reconnect_after_unreadable()
    reconnect_after_unreadable()
    outer = DiscordWebSocket.received_message
    assert not hasattr(outer.__wrapped__, "__wrapped__"), "it is put around itself"  # type: ignore[attr-defined]
    return inner, outer


async def ends(read: Any, line: Line) -> bool:
    """Send a payload that can't be read; return whether the session is to be resumed."""
    inner, outer = read
    inner.side_effect = ValueError(SECRET)
    with pytest.raises(ReconnectWebSocket) as told:
        await outer(line, "payload")
    assert told.value.shard_id == line.shard_id
    return told.value.resume


async def test_what_can_be_read_is_read(read: Any, slept: list[float]) -> None:
    inner, outer = read
    line = Line()
    await outer(line, "payload")
    inner.assert_awaited_once_with(line, "payload")
    assert not slept and not line.close.await_count


@pytest.mark.parametrize("kind", OF_THE_LINE)
async def test_the_end_of_a_line_is_left_to_discord_py(read: Any, kind: Any) -> None:
    error = ReconnectWebSocket(0) if kind is ReconnectWebSocket else kind.__new__(kind)
    inner, outer = read
    inner.side_effect = error
    line = Line()
    with pytest.raises(kind) as told:
        await outer(line, "payload")
    assert told.value is error and not line.close.await_count


async def test_a_session_is_resumed_once_and_then_given_up(
    read: Any, slept: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    """A code above 4000 keeps the session, 1000 ends it."""
    line = Line()
    found = [await ends(read, line) for _ in range(4)]
    assert found == [True, False, True, False], "a session isn't tried once more, or for ever"
    assert [call.args[0] for call in line.close.await_args_list] == [4000, 1000, 4000, 1000]
    other = Line("another")
    assert await ends(read, other), "another session isn't tried"
    assert len(slept) == 5, "it connects again without a pause"
    assert "shard 3 connects again: ValueError" in caplog.text and SECRET not in caplog.text


async def test_a_line_without_a_session_gets_a_new_one(read: Any) -> None:
    line = Line(None)
    assert not await ends(read, line)
    line.close.assert_awaited_once_with(1000)


def test_an_event_that_cannot_be_read_is_passed_over(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    seen: list[Any] = []

    def broken(data: Any) -> None:
        raise KeyError(SECRET)

    parsers: dict[str, Any] = {"GOOD": seen.append, "BAD": broken}
    pass_over_unreadable(parsers)
    parsers["BAD"]({})
    parsers["GOOD"](7)
    assert seen == [7], "each event goes to its own reader"
    assert "the event BAD can't be read" in caplog.text and SECRET not in caplog.text
    assert discord.DiscordException in OF_THE_LINE


def test_only_servers_that_a_new_session_of_their_shard_left_out_are_removed() -> None:
    servers = [
        SimpleNamespace(id=1, shard_id=0, unavailable=False),
        SimpleNamespace(id=2, shard_id=0, unavailable=True),
        SimpleNamespace(id=3, shard_id=1, unavailable=False),
    ]
    forgotten: list[int] = []
    connection = SimpleNamespace(_remove_guild=lambda guild: forgotten.append(guild.id))
    client: Any = SimpleNamespace(guilds=servers, _connection=connection)
    found = [each.id for each in discord_fixes.removed_meanwhile(client, 0)]
    assert found == forgotten == [1], "a server that is there is removed, or one that is gone isn't"
