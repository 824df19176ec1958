"""The sandbox as a whole: a Discord on 127.0.0.1, assembled from the bottom up."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from bot.sandbox import permissions, scheduled_events, seed, threads
from bot.sandbox.actor import Actor
from bot.sandbox.bot_clock import BotClock
from bot.sandbox.faults import Faults
from bot.sandbox.gateway import Gateway
from bot.sandbox.host_actions import HostActions
from bot.sandbox.interactions import Interactions
from bot.sandbox.models import Channel, Guild, Message
from bot.sandbox.monitor import Exchange, Monitor, Problem
from bot.sandbox.page_server import PageServer
from bot.sandbox.rate_limits import RateLimits
from bot.sandbox.rest import account, channels, commands, emoji, events, interactions, messages
from bot.sandbox.rest.requests import PREFIX, Rest
from bot.sandbox.services import Services
from bot.sandbox.settings import Deadlines, Settings, token_for
from bot.sandbox.sharding import Sharding
from bot.sandbox.supervisor import Supervisor
from bot.sandbox.user_actions import UserActions
from bot.sandbox.world import World
from bot.sandbox.world_file import WorldFile

_ROUTES = (account, channels, messages, commands, emoji, events, interactions)
IDLE_SECONDS = 60.0


class Sandbox:
    """A Discord on loopback, an async context manager; `url` and `token` are the bot's."""

    def __init__(
        self,
        port: int = 0,
        data: Path | None = None,
        record: int = 20_000,
        shards: int = 1,
        locale: str = "en-US",
        bot_may: int = permissions.LEAST_FOR_BOT,
    ) -> None:
        """Prepare it. Port 0 takes a free one; `record` is how many requests are remembered.

        `shards` is how many it recommends; the servers of a new world are on different ones.
        `locale` is the language of new people and servers, `bot_may` what the bot may do there.
        """
        self._file = WorldFile(data) if data is not None else None
        self.world = World(locale=locale)
        if self._file is not None:
            self._file.load(self.world)
        if not self.world.people:
            seed.plant(self.world, shards, bot_may)
        self.settings = Settings(port, token_for(self.world.bot_id))
        self.settings.sharding.recommended = shards
        self.monitor = Monitor(record)
        self.gateway = Gateway(self.world, self.settings, self.monitor)
        self.interactions = Interactions(self.world, self.settings, self.monitor, self.gateway)
        self._services = Services(
            self.settings, self.world, self.monitor, self.gateway, self.interactions
        )
        self.users = UserActions(self.world, self.interactions)
        self.host = HostActions(self.world)
        self._page = PageServer(self._services, self.users, self.host)
        self._rest = Rest(self._services, [route for part in _ROUTES for route in part.routes.all])
        self.world.listeners += [self.gateway.hear, self._page.hear, self.monitor.hear]
        if self._file is not None:
            self.world.listeners.insert(0, self._file.hear)
            self._file.keep_all(self.world)

    # What tests look at and change

    @property
    def url(self) -> str:
        """The address that the bot and the browser use."""
        return self.settings.url

    @property
    def gateway_url(self) -> str:
        """The address of the websocket."""
        return self.settings.gateway_url

    @property
    def port(self) -> int:
        """The port it is served on."""
        return self.settings.port

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.settings.token

    @property
    def deadlines(self) -> Deadlines:
        """Discord's deadlines, which tests may shorten."""
        return self.settings.deadlines

    @property
    def sharding(self) -> Sharding:
        """How many shards there should be, and how often they may be started."""
        return self.settings.sharding

    @property
    def ratelimits(self) -> RateLimits:
        """How much the bot may ask for."""
        return self._services.ratelimits

    @property
    def faults(self) -> Faults:
        """The script of failures."""
        return self._services.faults

    @property
    def requests(self) -> deque[Exchange]:
        """The bot's last requests with their answers."""
        return self.monitor.requests

    @property
    def problems(self) -> list[Problem]:
        """What went wrong so far."""
        return self.monitor.problems

    async def until(self, predicate: Callable[[], object], timeout: float = 10.0) -> None:
        """Wait until something is true, checked after every change. Raises TimeoutError."""
        await self.monitor.until(predicate, timeout)

    def changed(self) -> None:
        """Let those who wait check again."""
        self.monitor.changed()

    # Serving

    async def __aenter__(self) -> Self:
        """Serve on 127.0.0.1 until the block ends."""
        app = web.Application(client_max_size=64 * 1024 * 1024, middlewares=[self._page.guard])
        app.router.add_route("*", PREFIX + "/{tail:.*}", self._rest.serve)
        self._page.add_routes(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            if self._file is not None:
                await self._file.close(self.world)
            raise
        self.settings.port = self._runner.addresses[0][1]
        self._idle = asyncio.create_task(self._keep_time())
        if self._file is not None:
            self._file.start(self.world)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop serving and save the world."""
        self._idle.cancel()
        self.interactions.close()
        self._page.close()
        await self.gateway.drop(1001)
        await self._runner.cleanup()
        if self._file is not None:
            await self._file.close(self.world)

    async def _keep_time(self) -> None:
        """From time to time, archive idle threads and start and end events."""
        while True:
            threads.archive_idle(self.world)
            scheduled_events.keep_time(self.world)
            await asyncio.sleep(IDLE_SECONDS)

    def supervise(self, supervisor: Supervisor) -> None:
        """Let the page start and stop the bot's process."""
        self._services.supervisor = supervisor
        supervisor.changed = lambda: self.world.tell("bot")

    def set_clock(self, file: Path) -> None:
        """Let the page set the clock of the bot's process forward: it goes by this file."""
        self._services.bot_clock = BotClock(file)

    # People and places

    def person(self, name: str, channel: Channel | str | None = None) -> Actor:
        """Return somebody by name or id, in a channel if one is given."""
        actor = Actor(self.users, self.world.person(name))
        return actor if channel is None else actor.in_(channel)

    def people(
        self, number: int, channel: Channel | str | None = None, guild: str = seed.CAFE
    ) -> list[Actor]:
        """Return this many members of a server, oldest first; missing ones are let in."""
        members = self.world.guild(guild).members
        here = [id for id, member in members.items() if not member.person.bot]
        here += [person.id for person in self.host.add_people(max(0, number - len(here)))]
        return [self.person(id, channel) for id in here[:number]]

    def override(self, guild: Guild | str, command: str | None, **said: Any) -> None:
        """Allow or deny a command as an admin does: see `HostActions.override`."""
        self.host.override(guild, command, **said)

    def guild(self, name: str = seed.CAFE) -> Guild:
        """Return a server by name or id."""
        return self.world.guild(name)

    def channel(self, name: str, guild: str = seed.CAFE) -> Channel:
        """Return a channel or thread of a server by name."""
        return self.world.guild(guild).channel(name)

    def message(self, message_id: str) -> Message:
        """Return any message by id. Raises KeyError if it is gone."""
        return self.world.messages[message_id]


async def serve(
    port: int,
    data: Path | None,
    command: Sequence[str],
    env: Mapping[str, str],
    announce: Callable[[str], object],
    clock: Path | None = None,
    locale: str = "en-US",
) -> None:
    """Serve a sandbox on a port and run the bot in it until cancelled; then stop both gracefully.

    The bot's process gets DISCORD_TOKEN and DISCORD_URL. `announce` is given the address to open
    once the page is there. An empty `command` runs no bot; `clock` is the file by which it is ahead
    of this machine, for the page to set, `locale` the language of new people and servers. Raises
    OSError if the port is taken and `world_file.InUse` if another sandbox has the file.
    """
    # With nights among the events of a server, its page knows when a day must stop.
    bot_may = permissions.LEAST_FOR_BOT | permissions.CREATE_EVENTS
    async with Sandbox(port, data, locale=locale, bot_may=bot_may) as sandbox:
        supervisor: Supervisor | None = None
        if clock is not None:
            sandbox.set_clock(clock)
        if command:
            told = {"DISCORD_TOKEN": sandbox.token, "DISCORD_URL": sandbox.url, **env}
            supervisor = Supervisor(command, told)
            sandbox.supervise(supervisor)
            supervisor.start()
        try:
            announce(sandbox.url)
            await asyncio.Event().wait()
        finally:
            if supervisor is not None:
                await supervisor.stop()
