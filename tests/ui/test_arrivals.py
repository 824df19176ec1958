"""Servers that arrive: those that come at once are looked after at once."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from bot.ui.posting.arrivals import Arrivals

MANY = 50


class Waker:
    """Tables, or nights, that note which servers they were asked to wake, each time."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []
        self.open = asyncio.Event()

    async def wake_guilds(self, guilds: list[Any]) -> None:
        """Note the servers, and take as long as the test likes."""
        self.asked.append([guild.id for guild in guilds])
        await self.open.wait()

    async def joined(self, guild_ids: list[int]) -> None:
        """Note the servers, and let others go on meanwhile, as a database does."""
        self.asked.append(guild_ids)
        await asyncio.sleep(0)


async def nothing_deleted(_guilds: list[Any]) -> None:
    """Find that all is still there."""


def some_arrivals() -> tuple[Arrivals, tuple[Waker, Waker, Waker]]:
    """Return arrivals, and who hears about them: the servers' settings, tables and nights."""
    servers, tables, nights = wakers = (Waker(), Waker(), Waker())
    deleted: Any = SimpleNamespace(look=nothing_deleted)
    services: Any = SimpleNamespace(tables=SimpleNamespace(servers=servers))
    messages: Any = tables
    night_messages: Any = nights
    return Arrivals(services, messages, night_messages, deleted), wakers


def server(number: int) -> Any:
    """Return a server."""
    return SimpleNamespace(id=number)


async def test_servers_that_arrive_at_once_are_asked_for_at_once() -> None:
    arrivals, wakers = some_arrivals()
    for waker in wakers:
        waker.open.set()
    await asyncio.gather(*(arrivals.arrived(server(number)) for number in range(MANY)))
    for waker in wakers:
        found = sorted(number for numbers in waker.asked for number in numbers)
        assert found == [*range(MANY)], "a server was left out, or woken twice"
        assert len(waker.asked) <= 2, f"{MANY} servers were asked for in {len(waker.asked)} steps"


async def test_a_server_is_woken_once_its_arrival_is_done() -> None:
    """Also one that came while others were woken."""
    arrivals, (_, tables, nights) = some_arrivals()
    first = asyncio.create_task(arrivals.arrived(server(1)))
    second = asyncio.create_task(arrivals.arrived(server(2)))
    while not tables.asked:
        await asyncio.sleep(0)
    assert tables.asked == [[1]]
    tables.open.set()
    nights.open.set()
    await first
    await second
    assert tables.asked == [[1], [2]]
    assert nights.asked == [[1], [2]]


async def test_a_server_that_goes_before_its_turn_is_not_woken() -> None:
    """Else what sleeps since the bot was removed would be woken after it."""
    arrivals, (servers, tables, nights) = some_arrivals()
    first = asyncio.create_task(arrivals.arrived(server(1)))
    second = asyncio.create_task(arrivals.arrived(server(2)))
    while not tables.asked:
        await asyncio.sleep(0)
    arrivals.gone(2)
    tables.open.set()
    nights.open.set()
    await asyncio.gather(first, second)
    assert tables.asked == nights.asked == servers.asked == [[1]]
