"""One session of the gateway, and one open websocket."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
import zlib
from collections import deque
from collections.abc import Callable

from aiohttp import web

from bot.sandbox.json_text import dumps
from bot.sandbox.sharding import Shard, shard_of

REPLAYED = 5000
"""How many events a session keeps for a RESUME."""


class Session:
    """What the gateway remembers of one identified client, connected or not."""

    def __init__(self, intents: int, shard: Shard = (0, 1)) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.seq = 0
        self.replay: deque[tuple[int, str]] = deque(maxlen=REPLAYED)
        self.socket: Connection | None = None
        self.left: float | None = None
        """When the connection was lost (monotonic); None while there is one."""

    def hears_of(self, guild_id: str | None) -> bool:
        """Tell whether this session's shard hears about a server; None is a DM."""
        return shard_of(guild_id, self.shard[1]) == self.shard[0]

    def dispatch(self, name: str, data: object) -> None:
        """Number an event, keep it for a replay, and send it if somebody is connected."""
        self.seq += 1
        text = dumps({"op": 0, "t": name, "s": self.seq, "d": data})
        self.replay.append((self.seq, text))
        if self.socket is not None:
            self.socket.send(text)


class Connection:
    """One open websocket. One task sends the texts in order; `None` in the queue ends it."""

    def __init__(self, ws: web.WebSocketResponse, pack: Callable[[str], bytes] | None) -> None:
        self.ws = ws
        self.pack = pack
        self.queue: asyncio.Queue[str | int] = asyncio.Queue()
        self.session: Session | None = None
        self.heard = time.monotonic()
        self.closing = False
        self.held: deque[str] | None = None
        """Events held back while the gateway is paused."""

    def send(self, text: str) -> None:
        """Queue a text after everything that waits."""
        if self.held is not None:
            self.held.append(text)
        else:
            self.queue.put_nowait(text)

    def send_op(self, op: int, data: object) -> None:
        """Send something that isn't an event; pauses don't hold it back."""
        self.queue.put_nowait(dumps({"op": op, "d": data, "s": None, "t": None}))

    def close(self, code: int) -> None:
        """Close after everything that waits was sent."""
        self.closing = True
        self.queue.put_nowait(code)

    async def write(self) -> int | None:
        """Send what is queued; return the code to close with, None if the connection broke."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                item = await self.queue.get()
                if isinstance(item, int):
                    return item
                if self.pack is None:
                    await self.ws.send_str(item)
                else:
                    await self.ws.send_bytes(self.pack(item))
        return None


def packer(wanted: str | None) -> Callable[[str], bytes] | None:
    """Return what compresses each message as requested; None sends plain text, fine, too."""
    if wanted == "zlib-stream":
        # It goes no further than this machine.
        stream = zlib.compressobj(zlib.Z_BEST_SPEED)
        return lambda text: stream.compress(text.encode()) + stream.flush(zlib.Z_SYNC_FLUSH)
    return None
