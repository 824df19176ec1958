"""The way to the real Discord: its host names, TLS, and nothing patched in discord.py.

Elsewhere two attributes of discord.py point at the sandbox. Here only the connector differs, which
is an argument of discord.py: every name leads to this machine, and a throwaway certificate is
trusted. So a wrong default address can't hide.
"""

from __future__ import annotations

import asyncio
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import yarl
from aiohttp import web
from aiohttp.abc import AbstractResolver, ResolveResult
from pydantic import SecretStr

from bot.process.app import Bot
from bot.process.settings import Settings
from bot.sandbox import Message, Sandbox
from bot.tables.tables import Tables
from storage.database import Database
from storage.store import Store
from tests.e2e.play import is_hand
from tests.only import first

NAMES = "subjectAltName=DNS:discord.com,DNS:*.discord.gg,DNS:cdn.discordapp.com"
LEFT_OUT = {"host", "connection", "transfer-encoding", "content-length", "content-encoding"}


class OneMachine(AbstractResolver):
    """Finds every name at one port of this machine, and remembers which were asked for."""

    def __init__(self, port: int) -> None:
        """Take the port."""
        self.asked: set[str] = set()
        self._port = port

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return where a name leads."""
        self.asked.add(host)
        return [
            ResolveResult(
                hostname=host,
                host="127.0.0.1",
                port=self._port,
                family=socket.AF_INET,
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
        ]

    async def close(self) -> None:
        """Let go of nothing."""


def certificate(folder: Path) -> tuple[Path, Path]:
    """Make a certificate for Discord's names that nobody else trusts, and its key."""
    made, key = folder / "certificate.pem", folder / "key.pem"
    made_by = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    about = ["-subj", "/CN=sandbox", "-addext", NAMES, "-keyout", str(key), "-out", str(made)]
    subprocess.run([*made_by.split(), *about], check=True, capture_output=True)
    return made, key


@asynccontextmanager
async def door(sandbox: Sandbox, made: Path, key: Path) -> AsyncIterator[int]:
    """Serve the sandbox over TLS under Discord's names; give the port."""
    async with aiohttp.ClientSession(auto_decompress=False) as session:

        async def websocket(request: web.Request) -> web.StreamResponse:
            outer = web.WebSocketResponse()
            await outer.prepare(request)
            address = yarl.URL(sandbox.url + request.raw_path, encoded=True)
            async with session.ws_connect(address) as inner:

                async def carry(source: Any, target: Any) -> None:
                    async for message in source:
                        if message.type is aiohttp.WSMsgType.BINARY:
                            await target.send_bytes(message.data)
                        else:
                            await target.send_str(message.data)
                    await target.close(code=source.close_code or 1000)

                await asyncio.gather(carry(outer, inner), carry(inner, outer))
            return outer

        async def carry_on(request: web.Request) -> web.StreamResponse:
            if request.headers.get("Upgrade", "").lower() == "websocket":
                return await websocket(request)
            head = {k: v for k, v in request.headers.items() if k.lower() not in LEFT_OUT}
            address = yarl.URL(sandbox.url + request.raw_path, encoded=True)
            body = await request.read()
            async with session.request(request.method, address, headers=head, data=body) as answer:
                back = {k: v for k, v in answer.headers.items() if k.lower() not in LEFT_OUT}
                return web.Response(status=answer.status, body=await answer.read(), headers=back)

        app = web.Application()
        app.router.add_route("*", "/{tail:.*}", carry_on)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(made, key)
        await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=context).start()
        try:
            yield runner.addresses[0][1]
        finally:
            await runner.cleanup()


@pytest.fixture
def games_kept() -> Iterator[None]:
    """Put the games' modules back: discord.py throws them away with the bot that closes.

    Tests that come later in this process would load them again, and meet two classes for each card.
    """
    kept = {name: module for name, module in sys.modules.items() if name.startswith("cogs.")}
    yield
    for name in [name for name in sys.modules if name.startswith("cogs.")]:
        del sys.modules[name]
    sys.modules.update(kept)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl here")
@pytest.mark.usefixtures("games_kept")
async def test_the_bot_finds_discord_under_its_own_names(tmp_path: Path) -> None:
    made, key = certificate(tmp_path)
    trusting = ssl.create_default_context(cafile=str(made))
    database = await Database.open(tmp_path / "games.sqlite3")
    settings = Settings(discord_token=SecretStr("sandbox"), _env_file=None)  # pyright: ignore[reportCallIssue]
    async with Sandbox() as sandbox, door(sandbox, made, key) as port:
        sandbox.ratelimits.generous()
        sandbox.deadlines.ack_seconds = 60.0
        resolver = OneMachine(port)
        async with Bot(Tables(Store(database)), settings) as bot:
            bot.http.connector = aiohttp.TCPConnector(limit=0, resolver=resolver, ssl=trusting)
            running = asyncio.create_task(bot.start(sandbox.token))
            await sandbox.until(lambda: sandbox.gateway.online or running.done(), 60.0)
            ada, bob = sandbox.person("Ada", "games"), sandbox.person("Bob", "games")
            opened = await ada.slash("donburiko new")
            assert opened.message is not None
            card = opened.message
            assert "You're in!" in (await bob.press(card, "Join")).text
            assert "The game begins." in (await ada.press(card, "Start")).text

            def board() -> list[Message]:
                return ada.sees(card.thread) if card.thread is not None else []

            await sandbox.until(lambda: any("My hand" in m.buttons for m in board()), 60.0)
            # Board or ping, whichever lies there: both open the hand.
            lying = first([each for each in board() if "My hand" in each.buttons], "ways to a hand")
            opened = await bob.press(lying, "My hand")
            assert is_hand(opened), (opened.text, opened.message and opened.message.buttons)
            await bot.close()
            await running
        assert resolver.asked == {"discord.com", "gateway.discord.gg"}
        assert sandbox.problems == []
    await database.close()
