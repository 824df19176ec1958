"""A sandbox for each test, and a small bot in the same process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.sandbox import Sandbox
from tests import openapi
from tests.sandbox.small_bot import Small


class Answer:
    """What came back for a request made by hand."""

    def __init__(self, status: int, body: Any, headers: Mapping[str, str]) -> None:
        self.status = status
        self.body = body
        self.headers = headers

    @property
    def code(self) -> int | None:
        """Return Discord's error code."""
        return self.body.get("code") if isinstance(self.body, dict) else None

    @property
    def verdict(self) -> tuple[int, int | None]:
        """Return status and error code together."""
        return self.status, self.code


class Wire:
    """The bot's side of the wire, by hand: what no client library would send."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self.session = session

    async def __call__(self, method: str, path: str, body: Any = None, **more: Any) -> Answer:
        """Send a request with the bot's token."""
        headers = {"Authorization": f"Bot {self.sandbox.token}", **more.pop("headers", {})}
        url = path if path.startswith("http") else f"{self.sandbox.url}/api/v10{path}"
        async with self.session.request(method, url, json=body, headers=headers, **more) as answer:
            raw = await answer.read()
            return Answer(answer.status, json.loads(raw) if raw else None, answer.headers)

    async def say(self, channel_id: str, **body: Any) -> Answer:
        """Write a message."""
        return await self("POST", f"/channels/{channel_id}/messages", body)


@pytest_asyncio.fixture
async def wire(sandbox: Sandbox) -> AsyncIterator[Wire]:
    """Yield the bot's side of the wire, with limits nobody meets."""
    sandbox.ratelimits.generous()
    async with aiohttp.ClientSession() as session:
        yield Wire(sandbox, session)


def watch(sandbox: Sandbox) -> None:
    """Check every exchange against Discord's description, if it is at hand."""
    checker = openapi.installed()
    if checker is not None:
        sandbox.monitor.witness = checker.witness


@pytest_asyncio.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """Serve a sandbox that nobody is connected to."""
    async with Sandbox() as served:
        watch(served)
        served.sharding.generous()
        yield served
        broken = [p for p in served.problems if p.kind in ("openapi", "sandbox", "field")]
        assert broken == [], "the sandbox broke"


@pytest_asyncio.fixture
async def bot(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Small]:
    """Run the small bot in a sandbox with generous limits, until its commands are known."""
    point(sandbox, monkeypatch)
    sandbox.ratelimits.generous()
    small = Small()
    task = asyncio.create_task(small.start(sandbox.token))
    await sandbox.until(lambda: sandbox.gateway.online and sandbox.world.commands.get(None))
    yield small
    await small.close()
    await asyncio.wait([task])


def point(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make discord.py talk to a sandbox."""
    monkeypatch.setattr(Route, "BASE", f"{sandbox.url}/api/v10")
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway_url))
