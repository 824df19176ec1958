"""The gateway: the websocket over which the bot hears what happens."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from typing import Any

from aiohttp import WSMsgType, web

from bot.sandbox import gateway_events
from bot.sandbox.changes import Change
from bot.sandbox.gateway_events import PRIVILEGED
from bot.sandbox.gateway_sessions import Connection, Session, packer
from bot.sandbox.json_text import Json, read_json
from bot.sandbox.models import Guild
from bot.sandbox.monitor import Monitor
from bot.sandbox.payloads import guild_create, user
from bot.sandbox.settings import Settings
from bot.sandbox.sharding import Shard, read_shard
from bot.sandbox.world import World

SENDS, SENDS_SECONDS, SEND_BYTES = 120, 60.0, 4096
TRIP = 0.02
"""Seconds that the answer to a heartbeat takes."""
_FATAL_TO_SESSION = frozenset({4007, 4009})
HIGHEST_INTENTS = (1 << 26) - 1


class Gateway:
    """All sessions of the bot, and what tests can do to them."""

    def __init__(self, world: World, settings: Settings, monitor: Monitor) -> None:
        self._world = world
        self._settings = settings
        self._monitor = monitor
        self.sessions: dict[str, Session] = {}
        self.heartbeat_seconds = 41.25
        self.resume_seconds = 180.0
        self._connections: set[Connection] = set()
        self._paused = False
        self._away: dict[int, list[tuple[Connection, int, Any]]] = {}
        """Shards that get no answer for now, with the connections that ask for them."""
        self.identified = 0
        self.resumed = 0

    # What tests do: to all connections, or to those of one shard

    @property
    def shards(self) -> set[int]:
        """Return which shards the bot is connected as."""
        sessions = self.sessions.values()
        return {session.shard[0] for session in sessions if session.socket is not None}

    @property
    def online(self) -> bool:
        """Tell whether the bot is connected with all its shards."""
        here = {session.shard for session in self.sessions.values() if session.socket is not None}
        return any({(number, total) for number in range(total)} <= here for _, total in here)

    async def drop(self, code: int = 4000, shard: int | None = None) -> None:
        """Close connections with a code; their sessions can be resumed."""
        for connection in self._of(shard):
            connection.close(code)

    async def reconnect(self) -> None:
        """Ask clients to reconnect and resume (op 7)."""
        for connection in self._of(None):
            connection.send_op(7, None)

    async def send_garbage(self, garbage: str | bytes) -> None:
        """Send a text that is no payload, or bytes that break a compressed stream."""
        for connection in self._of(None):
            if isinstance(garbage, str):
                connection.send(garbage)
            else:
                await connection.ws.send_bytes(garbage)

    async def take_away(self, shard: int) -> None:
        """Drop a shard, and leave whoever asks for it without an answer until `bring_back`."""
        self._away.setdefault(shard, [])
        await self.drop(shard=shard)

    def bring_back(self, shard: int) -> None:
        """Answer those who have asked for a shard meanwhile."""
        for connection, op, data in self._away.pop(shard):
            if connection in self._connections and not connection.closing:
                self._take(connection, op, data)

    async def invalidate(self, resumable: bool = False) -> None:
        """Tell clients that their session is no longer valid (op 9)."""
        for connection in self._of(None):
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
        """Send what was held back, and stop holding events back."""
        self._paused = False
        for connection in self._connections:
            held, connection.held = connection.held, None
            for text in held or ():
                connection.send(text)

    def _of(self, shard: int | None) -> list[Connection]:
        """Return the connections of a shard, or all if none is given."""
        found = list(self._connections)
        if shard is None:
            return found
        return [it for it in found if it.session is not None and it.session.shard[0] == shard]

    # Events

    def hear(self, change: Change) -> None:
        """Turn a change of the world into events for the sessions that asked for them."""
        if not self.sessions:
            return
        guild = change.guild or (None if change.channel is None else change.channel.guild)
        guild_id = None if guild is None else guild.id
        for event in gateway_events.of(change, self._world):
            for session in self.sessions.values():
                wanted = not event.intents or session.intents & event.intents
                if wanted and session.hears_of(guild_id):
                    session.dispatch(event.name, event.data)

    def dispatch_interaction(self, payload: Json) -> bool:
        """Deliver an interaction to every session of its shard; tell whether one is connected."""
        found = [it for it in self.sessions.values() if it.hears_of(payload.get("guild_id"))]
        for session in found:
            session.dispatch("INTERACTION_CREATE", payload)
        return any(session.socket is not None for session in found)

    # The wire

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Talk to one client from HELLO to the end."""
        ws = web.WebSocketResponse(timeout=1.0, max_msg_size=1 << 20, compress=False)
        await ws.prepare(request)
        connection = Connection(ws, packer(request.query.get("compress")))
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
        """Handle what the client sends; close on what Discord wouldn't accept."""
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
        if op == 1:
            connection.heard = time.monotonic()
            # A client may note the time of its heartbeat only after sending it, as discord.py does:
            # no real answer is back before then.
            asyncio.get_running_loop().call_later(TRIP, connection.send_op, 11, None)
        elif op in (2, 6):
            asked = self._asked_shard(op, data)
            if asked in self._away:
                self._away[asked].append((connection, op, data))
            elif op == 2:
                self._identify(connection, data)
            else:
                self._resume(connection, data)
        elif connection.session is None:
            self._protest(connection, 4003, f"op {op} before identifying")
        elif op == 8:
            # Members, presences and voice are for bots with intents that nobody has here.
            self._monitor.problem("gateway", "op 8, Request Guild Members, is not supported here")
        elif op not in (3, 4):
            self._protest(connection, 4001, f"unknown op {op}")

    def _asked_shard(self, op: int, data: Json) -> int | None:
        """Return the shard that an IDENTIFY or RESUME is about, if that can be told."""
        if op == 2:
            shard = read_shard(data.get("shard"))
            return None if shard is None else shard[0]
        session = self.sessions.get(data["session_id"])
        return None if session is None else session.shard[0]

    def _identify(self, connection: Connection, data: Json) -> None:
        """Open a session: READY, then every server of its shard."""
        if connection.session is not None:
            return self._protest(connection, 4005, "identified twice")
        intents, shard = data["intents"], read_shard(data.get("shard"))
        if data["token"].removeprefix("Bot ") != self._settings.token:
            return self._protest(connection, 4004, "identified with a wrong token")
        if isinstance(intents, bool) or not 0 <= intents <= HIGHEST_INTENTS:
            return self._protest(connection, 4013, f"invalid intents {intents}")
        if intents & PRIVILEGED:
            return self._protest(connection, 4014, "privileged intents that are not granted")
        if shard is None:
            return self._protest(connection, 4010, f"invalid shard {data['shard']}")
        sharding = self._settings.sharding
        if sharding.used_up():
            return self._take_token()
        if sharding.too_soon(shard):
            self._monitor.problem("gateway", f"identified too soon as shard {shard[0]}")
            return connection.send_op(9, False)
        session = Session(intents, shard)
        world = self._world
        guilds = [
            guild
            for guild in world.guilds.values()
            if world.bot_id in guild.members and session.hears_of(guild.id)
        ]
        if len(guilds) > sharding.guilds_a_shard:
            return self._protest(connection, 4011, f"{len(guilds)} servers on shard {shard[0]}")
        self._forget_lost(shard)
        self.sessions[session.id] = session
        self.identified += 1
        self._join(connection, session)
        session.dispatch("READY", self._ready(session, guilds, data.get("shard")))
        if intents & gateway_events.GUILDS:
            for guild in guilds:
                session.dispatch("GUILD_CREATE", guild_create(guild, world))
        return None

    def _ready(self, session: Session, guilds: Sequence[Guild], shard: object) -> Json:
        world = self._world
        ready = {
            "v": 10,
            "user": {**user(world.bot), "verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self._settings.gateway_url,
            "application": {"id": world.bot_id, "flags": 0},
            "private_channels": [],
            "relationships": [],
            "user_settings": {},
            "presences": [],
        }
        return ready if shard is None else {**ready, "shard": shard}

    def _take_token(self) -> None:
        """End all sessions and invalidate the token, as Discord does if a bot starts too often.

        The bot's owner gets a new one by hand.
        """
        self._monitor.problem("gateway", "4004: no session starts left today; the token is reset")
        self._settings.reset_token(self._world.bot_id)
        self.sessions.clear()
        for connection in self._connections:
            connection.close(4004)

    def _resume(self, connection: Connection, data: Json) -> None:
        """Resume a session: what was missed, then RESUMED; op 9 if that is impossible."""
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

    def _forget_lost(self, shard: Shard) -> None:
        """Forget the lost sessions of a shard: a client that identifies again won't resume them.

        Those with another number of shards belong to a former process.
        """
        for session in list(self.sessions.values()):
            same = session.shard == shard or session.shard[1] != shard[1]
            if session.left is not None and same:
                del self.sessions[session.id]

    def _protest(self, connection: Connection, code: int, words: str) -> None:
        """Close a connection that broke the rules, and record it."""
        self._monitor.problem("gateway", f"{code}: {words}")
        if connection.session is not None and code in _FATAL_TO_SESSION:
            self.sessions.pop(connection.session.id, None)
        connection.close(code)

    async def _watch(self, connection: Connection) -> None:
        """Close a connection whose heartbeat has stopped; forget sessions nobody came back to."""
        while True:
            await asyncio.sleep(self.heartbeat_seconds / 2)
            now = time.monotonic()
            if now - connection.heard > self.heartbeat_seconds * 1.5:
                self._protest(connection, 4009, "the heartbeat stopped")
                return
            for session in list(self.sessions.values()):
                if session.left is not None and now - session.left > self.resume_seconds:
                    del self.sessions[session.id]
