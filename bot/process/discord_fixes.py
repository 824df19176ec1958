"""Workarounds for discord.py: where it does too much, ends the process, or keeps silent.

All were made for the version `MADE_FOR`, and most lean on private names. When it changes, read what
each of them names, and remove what isn't needed any more; a test says so.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket, WebSocketClosure
from discord.http import HTTPClient

from bot.ui.posting.replies import error_name, report

MADE_FOR: Final = "2.7.1"
"""The version of discord.py that these were made for."""

Parser = Callable[[Any], None]

log = logging.getLogger(__name__)

# Rate limits, `HTTPClient` in its http.py

SWEPT_EVERY: Final = 10.0
"""The minimum number of seconds between two searches for rate limits that nobody uses."""


def sweep_seldom(http: HTTPClient) -> None:
    """Make a client look for rate limits to forget at most once in `SWEPT_EVERY` seconds.

    discord.py keeps a rate limit for each route in each channel, and forgets those that nobody has
    used for five minutes. It looks for them at every request in a channel that is new to it: all of
    them, each time, from the 256th on. With 20,000 channels that took 13 ms per request on the main
    thread. Looking now and then forgets them just as surely.
    """
    sweep = http._try_clear_expired_ratelimits  # pyright: ignore[reportPrivateUsage]
    swept_at = float("-inf")

    def sweep_if_due() -> None:
        nonlocal swept_at
        now = time.monotonic()
        if now >= swept_at + SWEPT_EVERY:
            swept_at = now
            sweep()

    http._try_clear_expired_ratelimits = sweep_if_due  # pyright: ignore[reportPrivateUsage]


# Voice, `VoiceClient` in its voice_client.py


def warn_of_no_voice() -> None:
    """Keep discord.py from warning of packages missing for voice, which this bot doesn't use."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


# Commands, `get_translated_payload` in its app_commands


@contextmanager
def translating_into(locales: Iterable[discord.Locale]) -> Iterator[None]:
    """Have discord.py ask for the texts of commands in these languages alone, for a while.

    It would ask for each of them in each of the 32 that Discord has.
    """
    asking: tuple[Any, ...] = (
        app_commands.commands,
        app_commands.models,
        app_commands.transformers,
    )
    wanted = (*locales,)
    for module in asking:
        module.Locale = wanted
    try:
        yield
    finally:
        for module in asking:
            module.Locale = discord.Locale


# Events, `ConnectionState` in its state.py


def removed_meanwhile(client: discord.AutoShardedClient, shard: int) -> Iterable[discord.Guild]:
    """Forget and yield the servers of a shard that removed the bot while it had no session.

    A new session begins by naming all its servers, each as unavailable for now. discord.py keeps
    the others, which were there before, and says nothing about them.
    """
    for guild in client.guilds:
        if guild.shard_id == shard and not guild.unavailable:
            client._connection._remove_guild(guild)  # pyright: ignore[reportPrivateUsage]
            yield guild


def read_messages_with(client: discord.Client, created: Parser) -> None:
    """Let `created` read what others write; changed messages aren't read.

    No other event costs discord.py as much time as making a whole message out of these two, most of
    which are the bot's own, coming back.
    """
    parsers = client._connection.parsers  # pyright: ignore[reportPrivateUsage]
    parsers["MESSAGE_CREATE"] = created
    del parsers["MESSAGE_UPDATE"]


OF_THE_LINE: Final = (
    ReconnectWebSocket,
    WebSocketClosure,
    discord.DiscordException,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)
"""What discord.py raises to end a connection, and handles by itself."""


def pass_over_unreadable(parsers: MutableMapping[str, Parser]) -> None:
    """Make sure that none of discord.py's parsers, by the name of its event, ever raises.

    An error there would pass through the gateway's reader and end the whole process: one event of
    an unexpected shape, and nobody could play any more.
    """
    for event, parser in parsers.items():
        parsers[event] = _careful(event, parser)


def _careful(event: str, parser: Parser) -> Parser:
    def read(data: Any) -> None:
        try:
            parser(data)
        except Exception as error:
            # Its content may be private, so only the kind of event is noted.
            report(error, f"the event {event} can't be read")

    return read


# The connection, `DiscordWebSocket.received_message` in its gateway.py


def reconnect_after_unreadable() -> None:
    """Make a shard connect again, and not end the process, after a payload that can't be read.

    Its session is resumed once. If it still can't read then, it starts a new session: the same
    payload would only be sent again.
    """
    read = DiscordWebSocket.received_message
    if hasattr(read, "__wrapped__"):
        return
    resumed: set[str] = set()
    waits: dict[int | None, ExponentialBackoff[bool]] = {}

    @functools.wraps(read)
    async def received_message(self: DiscordWebSocket, msg: Any, /) -> None:
        try:
            await read(self, msg)
        except OF_THE_LINE:
            raise
        except Exception as error:
            log.warning(
                "shard %s connects again: %s, what it was sent can't be read",
                self.shard_id,
                error_name(error),
            )
            again = self.session_id is not None and self.session_id not in resumed
            if again and self.session_id is not None:
                resumed.add(self.session_id)
            else:
                resumed.discard(self.session_id or "")
            await self.close(4000 if again else 1000)
            await asyncio.sleep(waits.setdefault(self.shard_id, ExponentialBackoff()).delay())
            raise ReconnectWebSocket(self.shard_id, resume=again) from None

    DiscordWebSocket.received_message = received_message


# The start and the end, `AutoShardedClient` in its shard.py

CANCEL_AGAIN: Final = 0.1
"""Seconds after which a task is cancelled once more."""


async def cancel_until_done(running: asyncio.Task[Any]) -> None:
    """Cancel the task that connects: connecting, discord.py may swallow a cancellation."""
    while not running.done():
        running.cancel()
        await asyncio.wait([running], timeout=CANCEL_AGAIN)
