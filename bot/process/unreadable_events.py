"""What Discord sends and discord.py can't read never ends the process.

An event of an unexpected shape is noted and passed over. After what is no payload at all, such as a
broken compressed stream, nothing that follows could be read either: its shard connects again.

Made for discord.py 2.7.1: look at `DiscordWebSocket.received_message` in its `gateway.py` again
when its version changes.
"""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Callable, MutableMapping
from typing import Any, Final

import aiohttp
import discord
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket, WebSocketClosure

from bot.ui.posting.replies import name_of, report

Parser = Callable[[Any], None]

OF_THE_LINE: Final = (
    ReconnectWebSocket,
    WebSocketClosure,
    discord.DiscordException,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)
"""What discord.py raises to end a connection, and handles by itself."""

log = logging.getLogger(__name__)


def pass_over_unreadable(parsers: MutableMapping[str, Parser]) -> None:
    """Have each of discord.py's parsers, by the name of its event, never raise.

    An error there would pass through the gateway's reader and end the whole process: one event of
    an unexpected shape, and nobody plays any more.
    """
    for event, parser in parsers.items():
        parsers[event] = _careful(event, parser)


def _careful(event: str, parser: Parser) -> Parser:
    def read(data: Any) -> None:
        try:
            parser(data)
        except Exception as error:
            # What it was about may be private, so only the kind of event is noted.
            report(error, f"the event {event} can't be read")

    return read


def reconnect_after_unreadable() -> None:
    """Have a shard connect again, and not end the process, after a payload that can't be read.

    Its session is resumed once. One that can't be read then either is given up for a new one: what
    was missed would be sent again just the same.
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
                name_of(error),
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
