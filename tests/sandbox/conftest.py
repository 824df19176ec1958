"""A sandbox for each test, and a small bot in the same process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.sandbox import Sandbox
from tests import openapi
from tests.sandbox.small import Small

FORGIVEN = {"unanswered"}


def watch(sandbox: Sandbox) -> None:
    """Have every exchange checked against Discord's description, if it is at hand."""
    checker = openapi.installed()
    if checker is not None:
        sandbox.witness = checker.witness


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """Serve a sandbox that nobody is connected to."""
    async with Sandbox() as served:
        watch(served)
        yield served
        broken = [p for p in served.problems if p.kind in ("openapi", "sandbox", "field")]
        assert broken == []


@pytest.fixture
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
