"""The gateway: the websocket over which the bot hears what happens."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
import zlib
from collections import deque
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

from bot.sandbox import gateway_events
from bot.sandbox.changes import Change
from bot.sandbox.gateway_events import PRIVILEGED
from bot.sandbox.json_text import Json, dumps, read_json
from bot.sandbox.monitor import Monitor
from bot.sandbox.payloads import guild_create, user
from bot.sandbox.settings import Settings
from bot.sandbox.world import World

REPLAYED = 5000
"""How many events a session keeps for a RESUME."""
SENDS, SENDS_SECONDS, SEND_BYTES = 120, 60.0, 4096
TRIP = 0.02
"""Seconds that the answer to a heartbeat is under way."""
_FATAL_TO_SESSION = frozenset({4007, 4009})
HIGHEST_INTENTS = (1 << 26) - 1


class Session:
    """What the gateway remembers of one identified client, connected or not."""

    def __init__(self, intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.seq = 0
        self.replay: deque[tuple[int, str]] = deque(maxlen=REPLAYED)
        self.socket: Connection | None = None
        self.left: float | None = None
        """When the connection was lost (monotonic), None while there is one."""

    def dispatch(self, name: str, data: object) -> None:
        """Give an event its number, keep it for a replay, and send it if somebody listens."""
        self.seq += 1
        text = dumps({"op": 0, "t": name, "s": self.seq, "d": data})
        self.replay.append((self.seq, text))
        if self.socket is not None:
            self.socket.send(text)


class Connection:
    """One open websocket. Texts are sent in order by one task; `None` in the queue ends it."""

    def __init__(self, ws: web.WebSocketResponse, pack: Callable[[str], bytes] | None) -> None:
        self.ws = ws
        self.pack = pack
        self.queue: asyncio.Queue[str | int] = asyncio.Queue()
        self.session: Session | None = None
        self.heard = time.monotonic()
        self.closing = False
        self.held: deque[str] | None = None
        """Events kept back while the gateway is paused."""

    def send(self, text: str) -> None:
        """Send a text after all that waits before it."""
        if self.held is not None:
            self.held.append(text)
        else:
            self.queue.put_nowait(text)

    def send_op(self, op: int, data: object) -> None:
        """Send something that is no event; pauses don't hold it back."""
        self.queue.put_nowait(dumps({"op": op, "d": data, "s": None, "t": None}))

    def close(self, code: int) -> None:
        """Close after all that waits was sent."""
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


class Gateway:
    """All sessions of the bot, and what tests may do to them."""

    def __init__(self, world: World, settings: Settings, monitor: Monitor) -> None:
        self._world = world
        self._settings = settings
        self._monitor = monitor
        self.sessions: dict[str, Session] = {}
        self.heartbeat_seconds = 41.25
        self.resume_seconds = 180.0
        self._connections: set[Connection] = set()
        self._paused = False
        self.identified = 0
        self.resumed = 0

    # What tests do

    @property
    def online(self) -> bool:
        """Tell whether the bot has a connected session."""
        return any(session.socket is not None for session in self.sessions.values())

    async def drop(self, code: int = 4000) -> None:
        """Close every connection with a code; sessions can be resumed."""
        for connection in list(self._connections):
            connection.close(code)

    async def reconnect(self) -> None:
        """Ask every client to reconnect and resume (op 7)."""
        for connection in self._connections:
            connection.send_op(7, None)

    async def invalidate(self, resumable: bool = False) -> None:
        """Tell every client that its session is no good (op 9)."""
        for connection in self._connections:
            if not resumable and connection.session is not None:
                self.sessions.pop(connection.session.id, None)
                connection.session.socket = None
                connection.session = None
            connection.send_op(9, resumable)
        self._world.tell("bot")

    def pause(self) -> None:
        """Hold events back from now on."""
        self._paused = True
        for connection in self._connections:
            if connection.held is None:
                connection.held = deque()

    def resume(self) -> None:
        """Send what was held back, and hold no longer."""
        self._paused = False
        for connection in self._connections:
            held, connection.held = connection.held, None
            for text in held or ():
                connection.send(text)

    # Events

    def hear(self, change: Change) -> None:
        """Turn a change of the world into events for those who asked for such."""
        if not self.sessions:
            return
        for event in gateway_events.of(change, self._world):
            for session in self.sessions.values():
                if not event.intents or session.intents & event.intents:
                    session.dispatch(event.name, event.data)

    def dispatch_interaction(self, payload: Json) -> bool:
        """Bring an interaction to every session; tell whether one is connected."""
        for session in self.sessions.values():
            session.dispatch("INTERACTION_CREATE", payload)
        return self.online

    # The wire

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Talk to one client from HELLO to the end."""
        ws = web.WebSocketResponse(timeout=1.0, max_msg_size=1 << 20, compress=False)
        await ws.prepare(request)
        connection = Connection(ws, _packer(request.query.get("compress")))
        if self._paused:
            connection.held = deque()
        self._connections.add(connection)
        connection.send_op(10, {"heartbeat_interval": int(self.heartbeat_seconds * 1000)})
        writer = asyncio.create_task(connection.write())
        reader = asyncio.create_task(self._read(connection))
        watcher = asyncio.create_task(self._watch(connection))
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (reader, watcher):
                task.cancel()
            await asyncio.wait((reader, watcher))
            self._connections.discard(connection)
            self._lost(connection)
            if writer.done():
                # Nobody else reads any more, so this waits for the client's own goodbye.
                await ws.close(code=writer.result() or 1011)
            writer.cancel()
        return ws

    async def _read(self, connection: Connection) -> None:
        """Take what the client sends; close on what Discord would not take."""
        recent: deque[float] = deque()
        async for message in connection.ws:
            now = time.monotonic()
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                break
            recent.append(now)
            while recent[0] < now - SENDS_SECONDS:
                recent.popleft()
            if len(recent) > SENDS:
                self._protest(connection, 4008, "more than 120 sends in 60 seconds")
                continue
            raw = message.data.encode() if isinstance(message.data, str) else message.data
            if len(raw) > SEND_BYTES:
                self._protest(connection, 4002, f"a send of {len(raw)} bytes")
                continue
            try:
                sent = read_json(raw)
                self._take(connection, sent["op"], sent.get("d"))
            except (ValueError, KeyError, TypeError, AttributeError):
                self._protest(connection, 4002, "a send that makes no sense")

    def _take(self, connection: Connection, op: int, data: Any) -> None:
        """Carry out one send of the client."""
        if op == 1:
            connection.heard = time.monotonic()
            # A client may note the time of its heartbeat only after sending it, as discord.py does:
            # no real answer is back before that.
            asyncio.get_running_loop().call_later(TRIP, connection.send_op, 11, None)
        elif op == 2:
            self._identify(connection, data)
        elif op == 6:
            self._resume(connection, data)
        elif connection.session is None:
            self._protest(connection, 4003, f"op {op} before identifying")
        elif op == 8:
            # Members, presences and voice are for bots with intents that nobody has here.
            self._monitor.problem("gateway", "op 8, Request Guild Members, is not supported here")
        elif op not in (3, 4):
            self._protest(connection, 4001, f"unknown op {op}")

    def _identify(self, connection: Connection, data: Json) -> None:
        """Open a session: READY, then every server."""
        if connection.session is not None:
            return self._protest(connection, 4005, "identified twice")
        intents = data["intents"]
        if data["token"].removeprefix("Bot ") != self._settings.token:
            return self._protest(connection, 4004, "identified with a wrong token")
        if isinstance(intents, bool) or not 0 <= intents <= HIGHEST_INTENTS:
            return self._protest(connection, 4013, f"invalid intents {intents}")
        if intents & PRIVILEGED:
            return self._protest(connection, 4014, "privileged intents that are not granted")
        self._forget_lost()
        session = Session(intents)
        self.sessions[session.id] = session
        self.identified += 1
        world = self._world
        guilds = [guild for guild in world.guilds.values() if world.bot_id in guild.members]
        self._join(connection, session)
        ready = {
            "v": 10,
            "user": {**user(world.bot), "verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self._settings.gateway_url,
            "application": {"id": world.bot_id, "flags": 0},
            "shard": data.get("shard") or [0, 1],
            "private_channels": [],
            "relationships": [],
            "user_settings": {},
            "presences": [],
        }
        session.dispatch("READY", ready)
        if intents & gateway_events.GUILDS:
            for guild in guilds:
                session.dispatch("GUILD_CREATE", guild_create(guild, world))
        return None

    def _resume(self, connection: Connection, data: Json) -> None:
        """Go on with a session: what was missed, then RESUMED; op 9 if that can't be."""
        if data["token"].removeprefix("Bot ") != self._settings.token:
            return self._protest(connection, 4004, "resumed with a wrong token")
        session = self.sessions.get(data["session_id"])
        seq = data["seq"]
        if session is None or not isinstance(seq, int):
            return connection.send_op(9, False)
        if seq > session.seq:
            return self._protest(connection, 4007, f"resumed at {seq} of {session.seq}")
        missed = [text for number, text in session.replay if number > seq]
        if len(missed) != session.seq - seq:
            del self.sessions[session.id]
            return connection.send_op(9, False)
        if session.socket is not None:
            session.socket.session = None
            session.socket.close(4000)
        self.resumed += 1
        for text in missed:
            connection.send(text)
        self._join(connection, session)
        session.dispatch("RESUMED", {})
        return None

    def _join(self, connection: Connection, session: Session) -> None:
        connection.session = session
        session.socket = connection
        session.left = None
        self._world.tell("bot")

    def _lost(self, connection: Connection) -> None:
        """Note that a connection is gone; a client that said goodbye gives up its session."""
        session = connection.session
        if session is None or session.socket is not connection:
            return
        session.socket = None
        session.left = time.monotonic()
        if connection.ws.close_code in (1000, 1001) and not connection.closing:
            self.sessions.pop(session.id, None)
        self._world.tell("bot")

    def _forget_lost(self) -> None:
        """Forget the sessions nobody is connected to: whoever identifies anew won't resume them."""
        for session in list(self.sessions.values()):
            if session.left is not None:
                del self.sessions[session.id]

    def _protest(self, connection: Connection, code: int, words: str) -> None:
        """Close a connection that broke the rules, and write it down."""
        self._monitor.problem("gateway", f"{code}: {words}")
        if connection.session is not None and code in _FATAL_TO_SESSION:
            self.sessions.pop(connection.session.id, None)
        connection.close(code)

    async def _watch(self, connection: Connection) -> None:
        """Close a connection whose heartbeat stopped, and forget sessions nobody came back to."""
        while True:
            await asyncio.sleep(self.heartbeat_seconds / 2)
            now = time.monotonic()
            if now - connection.heard > self.heartbeat_seconds * 1.5:
                self._protest(connection, 4009, "the heartbeat stopped")
                return
            for session in list(self.sessions.values()):
                if session.left is not None and now - session.left > self.resume_seconds:
                    del self.sessions[session.id]


def _packer(wanted: str | None) -> Callable[[str], bytes] | None:
    """Return what compresses each message as asked for; None sends plain text, fine too."""
    if wanted == "zlib-stream":
        stream = zlib.compressobj()
        return lambda text: stream.compress(text.encode()) + stream.flush(zlib.Z_SYNC_FLUSH)
    return None
