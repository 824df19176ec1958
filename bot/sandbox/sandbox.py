"""The sandbox as a whole: a Discord on 127.0.0.1, its wire, its people, its clocks."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web

from bot.sandbox import (
    rest_channels,
    rest_commands,
    rest_guilds,
    rest_interactions,
    rest_messages,
    seed,
)
from bot.sandbox.actor import Actor
from bot.sandbox.api import Api
from bot.sandbox.dispatches import GUILD_MEMBERS, MESSAGE_CONTENT
from bot.sandbox.faults import Fault, Faults
from bot.sandbox.gateway import Gateway
from bot.sandbox.host import Host
from bot.sandbox.interactions import Desk
from bot.sandbox.people import Doings
from bot.sandbox.ratelimits import RateLimits
from bot.sandbox.rest import PREFIX, Exchange, Rest
from bot.sandbox.store import Store
from bot.sandbox.supervisor import Supervisor
from bot.sandbox.things import Channel, Guild, Message
from bot.sandbox.world import Change, World

_ROUTES = (rest_guilds, rest_channels, rest_messages, rest_commands, rest_interactions)
IDLE_SECONDS = 60.0


@dataclass(slots=True)
class Deadlines:
    """Discord's deadlines in seconds; tests may shorten them."""

    ack_seconds: float = 3.0
    token_seconds: float = 900.0
    old_message_seconds: float = 3600.0


@dataclass(slots=True, frozen=True)
class Problem:
    """Something a bot or a test should look at.

    `kind`: unanswered, route, field, gateway, openapi, sandbox.
    """

    kind: str
    text: str


class Sandbox:
    """A Discord on loopback, an async context manager; `url` and `token` are the bot's."""

    def __init__(
        self,
        port: int = 0,
        data: Path | None = None,
        bot_token: str = "sandbox",  # noqa: S107 - opens nothing but this sandbox
        clock: Callable[[], float] = time.time,
        record: int = 20_000,
    ) -> None:
        """Prepare it. Port 0 takes a free one; `record` is how many requests are remembered."""
        self.port = port
        self.token = bot_token
        self.log = logging.getLogger("sandbox")
        self.requests: deque[Exchange] = deque(maxlen=record)
        self.problems: list[Problem] = []
        self.witness: Callable[[Exchange], list[str]] | None = None
        """Looks at every exchange and returns what is wrong with it."""
        self.deadlines = Deadlines()
        self.ratelimits = RateLimits()
        self.faults = Faults()
        self.closing = False
        self.supervisor: Supervisor | None = None
        self._waiting: list[tuple[Callable[[], object], asyncio.Future[None]]] = []
        self._store = Store(data) if data is not None else None
        self.world = World(clock)
        if self._store is not None:
            self._store.load(self.world)
        if not self.world.people:
            seed.plant(self.world)
        self.desk = Desk(self)
        self.gateway = Gateway(self)
        self.doings = Doings(self)
        self.host = Host(self.world)
        self.api = Api(self)
        self.rest = Rest(self, [route for part in _ROUTES for route in part.routes.all])
        self.world.listeners += [self.gateway.hear, self.api.hear, self._changed]
        if self._store is not None:
            self.world.listeners.insert(0, self._store.hear)
            self._store.keep_all(self.world)

    # Where it is

    @property
    def url(self) -> str:
        """Return the address the bot and the browser use."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def gateway_url(self) -> str:
        """Return the address of the websocket."""
        return f"ws://127.0.0.1:{self.port}/"

    @property
    def message_content(self) -> bool:
        """Tell whether the application was granted the message content intent."""
        return bool(self.gateway.granted & MESSAGE_CONTENT)

    @property
    def members_intent(self) -> bool:
        """Tell whether the application was granted the members intent."""
        return bool(self.gateway.granted & GUILD_MEMBERS)

    async def __aenter__(self) -> Self:
        """Serve on 127.0.0.1 until the block ends."""
        app = web.Application(client_max_size=64 * 1024 * 1024, middlewares=[self.api.guard])
        app.router.add_route("*", PREFIX + "/{tail:.*}", self.rest.serve)
        self.api.add_routes(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            if self._store is not None:
                await self._store.close(self.world)
            raise
        self.port = self._runner.addresses[0][1]
        self._idle = asyncio.create_task(self._archive_idle())
        if self._store is not None:
            self._store.start(self.world)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop serving and save the world."""
        self.closing = True
        self._idle.cancel()
        self.desk.close()
        self.api.close()
        await self.gateway.drop(1001)
        await self._runner.cleanup()
        if self._store is not None:
            await self._store.close(self.world)

    async def _archive_idle(self) -> None:
        """Archive idle threads now and then."""
        while True:
            self.world.archive_idle()
            await asyncio.sleep(IDLE_SECONDS)

    def supervise(self, supervisor: Supervisor) -> None:
        """Let the page start and stop the bot's process."""
        self.supervisor = supervisor
        supervisor.changed = lambda: self.world.tell("bot")

    # People and places

    def person(self, name: str, channel: Channel | str | None = None) -> Actor:
        """Return somebody by name or id, in a channel if one is given."""
        actor = Actor(self, self.world.person(name))
        return actor if channel is None else actor.in_(channel)

    def guild(self, name: str = seed.CAFE) -> Guild:
        """Return a server by name or id."""
        return self.world.guild(name)

    def channel(self, name: str, guild: str = seed.CAFE) -> Channel:
        """Return a channel or thread of a server by name."""
        return self.world.guild(guild).channel(name)

    def message(self, message_id: str) -> Message:
        """Return any message by id; KeyError if it is gone."""
        return self.world.messages[message_id]

    # Waiting and watching

    async def until(self, predicate: Callable[[], object], timeout: float = 10.0) -> None:
        """Wait until something is true, looking after every change; TimeoutError if it never is."""
        if predicate():
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = (predicate, done)
        self._waiting.append(entry)
        try:
            await asyncio.wait_for(done, timeout)
        finally:
            with contextlib.suppress(ValueError):
                self._waiting.remove(entry)

    def changed(self) -> None:
        """Let those who wait look again."""
        for entry in list(self._waiting):
            predicate, done = entry
            if done.done():
                continue
            try:
                if predicate():
                    done.set_result(None)
            except Exception as error:
                done.set_exception(error)

    def _changed(self, change: Change) -> None:
        if self._waiting:
            # Later, when the change is whole: a thread's creation is several.
            asyncio.get_running_loop().call_soon(self.changed)

    def problem(self, kind: str, text: str) -> None:
        """Note something a bot or a test should look at."""
        self.problems.append(Problem(kind, text))
        if kind == "sandbox":
            self.log.error("%s", text)
        self.changed()

    def witnessed(self, exchange: Exchange, fault: Fault | None) -> None:
        """Record an exchange; have it looked at unless its answer was scripted."""
        if self.requests.maxlen:
            self.requests.append(exchange)
        if self.witness is not None and (fault is None or fault.status is None):
            for words in self.witness(exchange):
                self.problem("openapi", words)
        if self._waiting:
            self.changed()
