"""The gateway: sessions, resuming, intents, and what it puts up with."""

from __future__ import annotations

import asyncio
import json
import zlib
from typing import Any

import aiohttp
import discord
import pytest

from bot.sandbox import Sandbox, gateway_sessions
from bot.sandbox.interactions import COMMAND
from tests.sandbox.conftest import Wire
from tests.sandbox.small_bot import Small
from tests.sandbox.waiting import within

ALL = (1 << 0) | (1 << 9) | (1 << 12)


class Line:
    """A gateway connection by hand."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws

    async def get(self, name: str | int) -> Any:
        """Read up to an event (by name) or an op (by number)."""
        while True:
            message = await within(self.ws.receive(), f"{name} on the gateway")
            assert message.type == aiohttp.WSMsgType.TEXT, f"{message} came instead of {name}"
            data = json.loads(message.data)
            if name in (data["t"], data["op"]):
                return data

    async def get_one(self) -> Any:
        """Read the next message, whatever it is, after the greeting."""
        await self.get(10)
        return json.loads((await within(self.ws.receive(), "any message")).data)

    async def names_up_to(self, name: str) -> list[str]:
        """Return the names of the events before the next one of a name."""
        names: list[str] = []
        while True:
            event = json.loads((await within(self.ws.receive(), name)).data)["t"]
            if event == name:
                return names
            names.append(event)

    async def identify(self, sandbox: Sandbox, intents: int = ALL, token: str = "") -> Any:
        """Identify and return READY."""
        await self.send(2, {"token": token or sandbox.token, "intents": intents, "properties": {}})
        return await self.get("READY")

    async def send(self, op: int, data: object) -> None:
        """Send an op."""
        await self.ws.send_json({"op": op, "d": data})

    async def closed(self) -> int | None:
        """Read until the other side closes; return the code."""
        while True:
            message = await within(self.ws.receive(), "the end of the connection")
            if message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED):
                return self.ws.close_code


async def line(sandbox: Sandbox, wire: Wire, query: str = "") -> Line:
    """Connect."""
    return Line(await wire.session.ws_connect(sandbox.gateway_url + query))


async def test_hello_ready_guilds_heartbeat(sandbox: Sandbox, wire: Wire) -> None:
    it = await line(sandbox, wire)
    assert (await it.get(10))["d"]["heartbeat_interval"] == 41250
    await it.send(1, None)
    await it.get(11)
    ready = await it.identify(sandbox)
    assert ready["s"] == 1 and ready["d"]["user"]["id"] == sandbox.world.bot_id
    assert [g["unavailable"] for g in ready["d"]["guilds"]] == [True, True]
    guild = (await it.get("GUILD_CREATE"))["d"]
    assert guild["name"] == "Acorn Café"
    assert [m["user"]["username"] for m in guild["members"]] == ["Kakushi"]
    assert "Friday round" in [t["name"] for t in guild["threads"]]
    await wire.say(sandbox.channel("games").id, content="x")
    heard = (await it.get("MESSAGE_CREATE"))["d"]
    assert heard["content"] == "x" and heard["guild_id"] == guild["id"]


@pytest.mark.parametrize(
    ("identify", "code"),
    [
        ({"token": "wrong", "intents": 0}, 4004),
        ({"intents": 1 << 30}, 4013),
        ({"intents": 1 << 15}, 4014),
        ({"intents": 1 << 1}, 4014),
        ({}, 4002),
        ({"intents": 0, "properties": {"os": "x" * 4096}}, 4002),
    ],
)
async def test_who_is_turned_away(
    sandbox: Sandbox, wire: Wire, identify: dict[str, Any], code: int
) -> None:
    it = await line(sandbox, wire)
    await it.send(2, {"token": sandbox.token, **identify})
    assert await it.closed() == code
    assert [p.kind for p in sandbox.problems] == ["gateway"]


async def test_bad_manners(sandbox: Sandbox, wire: Wire) -> None:
    early = await line(sandbox, wire)
    await early.send(3, {})
    assert await early.closed() == 4003
    twice = await line(sandbox, wire)
    await twice.identify(sandbox)
    await twice.send(2, {"token": sandbox.token, "intents": 0})
    assert await twice.closed() == 4005
    strange = await line(sandbox, wire)
    await strange.identify(sandbox)
    await strange.send(99, None)
    assert await strange.closed() == 4001
    loud = await line(sandbox, wire)
    for _ in range(121):
        await loud.send(1, None)
    assert await loud.closed() == 4008


async def test_a_send_nested_without_end(sandbox: Sandbox, wire: Wire) -> None:
    deep = await line(sandbox, wire)
    await deep.ws.send_str("[" * 4000)
    assert await deep.closed() == 4002, "nonsense must close the connection, not break it"


async def test_a_heart_that_stops(sandbox: Sandbox, wire: Wire) -> None:
    sandbox.gateway.heartbeat_seconds = 0.02
    it = await line(sandbox, wire)
    assert await it.closed() == 4009


async def test_the_bot_hears_only_what_it_sees(sandbox: Sandbox, wire: Wire) -> None:
    it = await line(sandbox, wire)
    await it.identify(sandbox)
    games = sandbox.channel("games")
    sandbox.host.bot_permissions(games, take=["view_channel"])
    await it.get("CHANNEL_UPDATE")
    bob = sandbox.person("Bob")
    await bob.say("unheard", games)
    await bob.post("unseen", channel=games)
    said = await bob.say("heard", "general")
    assert (await it.get("MESSAGE_CREATE"))["d"]["id"] == said.id


async def test_whom_a_message_names_comes_as_a_member_of_the_server(
    sandbox: Sandbox, wire: Wire
) -> None:
    it = await line(sandbox, wire)
    await it.identify(sandbox)
    bob = sandbox.person("Bob").person
    await wire.say(sandbox.channel("games").id, content=f"<@{bob.id}>")
    (named,) = (await it.get("MESSAGE_CREATE"))["d"]["mentions"]
    assert named["id"] == bob.id and named["member"]["roles"], f"Bob comes as {named}"


async def test_the_bot_hears_an_answer_to_one_person_also_where_it_sees_nothing(
    sandbox: Sandbox, wire: Wire
) -> None:
    """As a message of no server, as Discord tells it."""
    it = await line(sandbox, wire)
    await it.identify(sandbox)
    games = sandbox.channel("games")
    sandbox.host.bot_permissions(games, take=["view_channel"])
    await it.get("CHANNEL_UPDATE")
    world = sandbox.world
    asked = sandbox.person("Bob").person
    answer = world.add_message(games, world.people[world.bot_id], content="h", only_for=asked.id)
    told = (await it.get("MESSAGE_CREATE"))["d"]
    assert told["id"] == answer.id, "the bot doesn't hear of an answer that it gave"
    assert "guild_id" not in told
    other = await line(sandbox, wire)
    await other.identify(sandbox, intents=1 << 0 | 1 << 9)
    world.add_message(games, world.people[world.bot_id], content="h", only_for=asked.id)
    said = await sandbox.person("Bob").say("aloud", "general")
    assert (await other.get("MESSAGE_CREATE"))["d"]["id"] == said.id, "it is one of a server"


async def test_resume_brings_what_was_missed(sandbox: Sandbox, wire: Wire) -> None:
    it = await line(sandbox, wire)
    session = (await it.identify(sandbox))["d"]["session_id"]
    await sandbox.gateway.drop(4000)
    assert await it.closed() == 4000
    await sandbox.until(lambda: not sandbox.gateway.online)
    games = sandbox.channel("games")
    for text in ("one", "two"):
        await wire.say(games.id, content=text)
    again = await line(sandbox, wire)
    await again.send(6, {"token": sandbox.token, "session_id": session, "seq": 3})
    heard = [(await again.get("MESSAGE_CREATE"))["d"]["content"] for _ in range(2)]
    assert heard == ["one", "two"]
    await again.get("RESUMED")
    await wire.say(games.id, content="three")
    assert (await again.get("MESSAGE_CREATE"))["d"]["content"] == "three"
    await again.ws.close(code=1000)
    await sandbox.until(lambda: not sandbox.gateway.sessions)
    last = await line(sandbox, wire)
    await last.send(6, {"token": sandbox.token, "session_id": session, "seq": 3})
    assert (await last.get(9))["d"] is False


async def test_a_resume_that_lost_events_begins_anew(
    sandbox: Sandbox, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway_sessions, "REPLAYED", 4)
    it = await line(sandbox, wire)
    session = (await it.identify(sandbox))["d"]["session_id"]
    await sandbox.gateway.drop(4000)
    assert await it.closed() == 4000
    for number in range(5):
        await wire.say(sandbox.channel("games").id, content=str(number))
    again = await line(sandbox, wire)
    await again.send(6, {"token": sandbox.token, "session_id": session, "seq": 3})
    refused = await again.get_one()
    assert (refused["op"], refused["d"]) == (9, False), "it went on as if nothing were missing"
    assert sandbox.gateway.resumed == 0


async def test_who_may_resume(sandbox: Sandbox, wire: Wire) -> None:
    it = await line(sandbox, wire)
    session = (await it.identify(sandbox))["d"]["session_id"]
    stranger = await line(sandbox, wire)
    await stranger.send(6, {"token": "wrong", "session_id": session, "seq": 3})
    assert await stranger.closed() == 4004
    again = await line(sandbox, wire)
    await again.send(6, {"token": sandbox.token, "session_id": session, "seq": 3})
    await again.get("RESUMED")
    assert await it.closed() == 4000, "two connections share a session"


async def test_events_come_by_intent(sandbox: Sandbox, wire: Wire) -> None:
    deaf, dms = await line(sandbox, wire), await line(sandbox, wire)
    await deaf.identify(sandbox, intents=1 << 0)
    await dms.identify(sandbox, intents=(1 << 0) | (1 << 12))
    it = sandbox.interactions.hand_in(
        COMMAND, sandbox.world.person("Ada"), sandbox.channel("games"), {"options": []}, name="x"
    )
    path = f"/interactions/{it.id}/{it.token}/callback"
    await wire("POST", path, {"type": 4, "data": {"content": "hush", "flags": 64}})
    await wire.say(sandbox.channel("games").id, content="x")
    channel = sandbox.host.add_channel("Acorn Café", "new")
    assert (await deaf.names_up_to("CHANNEL_CREATE"))[-1:] == ["INTERACTION_CREATE"]
    heard = (await dms.get("MESSAGE_CREATE"))["d"]
    assert heard["content"] == "hush" and "guild_id" not in heard, "a whisper comes like a DM"
    assert await dms.names_up_to("CHANNEL_CREATE") == [], "a server's message needs its intent"
    assert channel.name == "new"


async def test_a_resume_from_the_future(sandbox: Sandbox, wire: Wire) -> None:
    it = await line(sandbox, wire)
    session = (await it.identify(sandbox))["d"]["session_id"]
    other = await line(sandbox, wire)
    await other.send(6, {"token": sandbox.token, "session_id": session, "seq": 99})
    assert await other.closed() == 4007


async def test_pausing_holds_events_back(sandbox: Sandbox, wire: Wire) -> None:
    it = await line(sandbox, wire)
    await it.identify(sandbox)
    await it.get("GUILD_CREATE")
    await it.get("GUILD_CREATE")
    sandbox.gateway.pause()
    await wire.say(sandbox.channel("games").id, content="x")
    await it.send(1, None)
    assert json.loads((await it.ws.receive()).data)["op"] == 11
    sandbox.gateway.resume()
    assert (await it.get("MESSAGE_CREATE"))["d"]["content"] == "x"


async def test_zlib(sandbox: Sandbox, wire: Wire) -> None:
    it = await line(sandbox, wire, "?compress=zlib-stream")
    inflate = zlib.decompressobj()
    message = await it.ws.receive()
    assert json.loads(inflate.decompress(message.data))["op"] == 10
    await it.send(1, None)
    message = await it.ws.receive()
    assert message.data.endswith(b"\x00\x00\xff\xff")
    assert json.loads(inflate.decompress(message.data))["op"] == 11


async def test_the_world_as_events(sandbox: Sandbox, wire: Wire) -> None:
    it = await line(sandbox, wire)
    await it.identify(sandbox)
    host = sandbox.host
    host.kick_bot("River House")
    assert "unavailable" not in (await it.get("GUILD_DELETE"))["d"]
    host.invite_bot("River House")
    assert (await it.get("GUILD_CREATE"))["d"]["name"] == "River House"
    channel = host.add_channel("Acorn Café", "new")
    assert (await it.get("CHANNEL_CREATE"))["d"]["name"] == "new"
    thread = await sandbox.person("Bob").post("t", "x", channel)
    assert (await it.get("THREAD_CREATE"))["d"]["id"] == thread.id
    host.set_thread(thread, archived=True)
    assert (await it.get("THREAD_UPDATE"))["d"]["thread_metadata"]["archived"]
    host.delete_channel(thread)
    assert (await it.get("THREAD_DELETE"))["d"]["id"] == thread.id
    host.delete_message(next(iter(channel.messages.values())))
    assert (await it.get("MESSAGE_DELETE"))["d"]["channel_id"] == channel.id
    host.delete_channel(channel)
    assert (await it.get("CHANNEL_DELETE"))["d"]["id"] == channel.id
    host.bot_permissions("Acorn Café", take=["embed_links"])
    assert (await it.get("GUILD_ROLE_UPDATE"))["d"]["role"]["tags"]
    host.set_locale("Acorn Café", "fr")
    assert (await it.get("GUILD_UPDATE"))["d"]["preferred_locale"] == "fr"


async def test_discord_py_resumes(sandbox: Sandbox, bot: Small) -> None:
    await bot.hears("ready")
    await sandbox.gateway.drop(4000)
    await sandbox.until(lambda: sandbox.gateway.resumed == 1)
    await sandbox.gateway.reconnect()
    await sandbox.until(lambda: sandbox.gateway.resumed == 2)
    outcome = await sandbox.person("Ada", "games").slash("acorns add", card="leaf 1")
    assert outcome.text == "added leaf 1" and sandbox.gateway.identified == 1


async def test_an_interaction_waits_for_a_resume(sandbox: Sandbox, bot: Small) -> None:
    await bot.hears("ready")
    sandbox.gateway.pause()
    ada = sandbox.person("Ada", "games")
    asking = asyncio.create_task(ada.slash("acorns add", card="leaf 1"))
    await sandbox.until(sandbox.interactions.pending)
    await sandbox.gateway.drop(4000)
    await sandbox.until(lambda: sandbox.gateway.resumed == 1)
    sandbox.gateway.resume()
    assert (await asking).text == "added leaf 1"


async def test_discord_py_starts_anew_when_told(
    sandbox: Sandbox, bot: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bot.hears("ready")

    async def at_once(self: discord.Client, shard_id: int | None, *, initial: bool = False) -> None:
        """Don't wait the five seconds that discord.py gives Discord."""

    monkeypatch.setattr(discord.Client, "before_identify_hook", at_once)
    await sandbox.gateway.invalidate()
    await sandbox.until(lambda: sandbox.gateway.identified == 2)
    outcome = await sandbox.person("Ada", "games").slash("acorns add", card="leaf 1")
    assert outcome.text == "added leaf 1"


async def test_discord_py_follows_the_world(sandbox: Sandbox, bot: Small) -> None:
    await bot.hears("ready")
    guild = sandbox.guild()
    sandbox.host.kick_bot(guild)
    assert (await bot.hears("guild_remove")).id == int(guild.id)
    sandbox.host.invite_bot(guild)
    assert (await bot.hears("guild_join")).id == int(guild.id)
    channel = sandbox.channel("games")
    seen = bot.get_channel(int(channel.id))
    assert isinstance(seen, discord.TextChannel)
    assert seen.permissions_for(seen.guild.me).send_messages
    sandbox.host.bot_permissions(channel, take=["send_messages"])
    await bot.hears("guild_channel_update")
    assert not seen.permissions_for(seen.guild.me).send_messages
    with pytest.raises(discord.Forbidden):
        await seen.send("x")
    message = await bot.get_partial_messageable(int(sandbox.channel("general").id)).send("x")
    sandbox.host.delete_message(sandbox.message(str(message.id)))
    await bot.hears("raw_message_delete")
    with pytest.raises(discord.NotFound):
        await message.edit(content="y")
    sandbox.host.delete_channel(channel)
    assert (await bot.hears("guild_channel_delete")).id == int(channel.id)
