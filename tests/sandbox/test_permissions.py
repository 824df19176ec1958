"""Who may do what: the bot over the wire, people in the client."""

from __future__ import annotations

import base64
import re
from typing import Any

import pytest

from bot.sandbox import NotPossible, Sandbox, payloads, permissions
from tests.sandbox.conftest import Wire

EMBED = {"embeds": [{"title": "x"}]}


@pytest.mark.parametrize(
    ("taken", "body", "verdict"),
    [
        ("view_channel", {"content": "x"}, (403, 50001)),
        ("send_messages", {"content": "x"}, (403, 50013)),
        ("embed_links", EMBED, (403, 50013)),
        ("embed_links", {"content": "x"}, (200, None)),
        ("read_message_history", {"content": "x"}, (200, None)),
    ],
)
@pytest.mark.parametrize("where", ["channel", "server"])
async def test_what_the_bot_lacks(
    sandbox: Sandbox,
    wire: Wire,
    taken: str,
    body: dict[str, Any],
    verdict: tuple[int, int | None],
    where: str,
) -> None:
    channel = sandbox.channel("games")
    sandbox.host.bot_permissions(channel if where == "channel" else sandbox.guild(), take=[taken])
    assert (await wire.say(channel.id, **body)).verdict == verdict
    sandbox.host.bot_permissions(channel if where == "channel" else sandbox.guild(), give=[taken])
    assert (await wire.say(channel.id, **body)).status == 200


async def test_reading_without_history(sandbox: Sandbox, wire: Wire) -> None:
    channel = sandbox.channel("games")
    made = await wire.say(channel.id, content="x")
    path = f"/channels/{channel.id}/messages"
    sandbox.host.bot_permissions(channel, take=["read_message_history"])
    assert (await wire("GET", path)).body == []
    assert (await wire("GET", f"{path}/{made.body['id']}")).verdict == (403, 50001)
    assert (await wire("PATCH", f"{path}/{made.body['id']}", {"content": "y"})).status == 200


async def test_messages_of_others(sandbox: Sandbox, wire: Wire) -> None:
    channel = sandbox.channel("games")
    said = await sandbox.person("Bob").say("mine", channel)
    path = f"/channels/{channel.id}/messages/{said.id}"
    assert (await wire("PATCH", path, {"content": "x"})).verdict == (403, 50005)
    assert (await wire("DELETE", path)).verdict == (403, 50013)
    # Only with a privileged intent might the bot read it.
    assert (await wire("GET", path)).body["content"] == ""
    sandbox.host.bot_permissions(channel, give=["manage_messages"])
    assert (await wire("DELETE", path)).status == 204
    assert said.deleted


async def test_the_bot_kicked_and_invited_again(sandbox: Sandbox, wire: Wire) -> None:
    channel = sandbox.channel("games")
    guild = sandbox.guild()
    made = await wire.say(channel.id, content="x")
    path = f"/channels/{channel.id}/messages/{made.body['id']}"
    sandbox.world.set_commands(guild.id, [])
    sandbox.host.kick_bot(guild)
    for method, target, body in (
        ("PATCH", path, {"content": "y"}),
        ("POST", f"/channels/{channel.id}/messages", {"content": "y"}),
        ("GET", f"/channels/{channel.id}", None),
        ("GET", f"/applications/{sandbox.world.bot_id}/guilds/{guild.id}/commands", None),
    ):
        assert (await wire(method, target, body)).verdict == (403, 50001)
    with pytest.raises(NotPossible):
        sandbox.host.kick_bot(guild)
    assert guild.id not in sandbox.world.commands, "its commands stay where it isn't any more"
    sandbox.host.invite_bot(guild, ["view_channel", "send_messages"])
    assert (await wire("PATCH", path, {"content": "y"})).status == 200
    assert (await wire.say(channel.id, **EMBED)).verdict == (403, 50013)


async def test_roles_and_overwrites_add_up(sandbox: Sandbox) -> None:
    guild, channel = sandbox.guild(), sandbox.channel("games")
    bob = sandbox.world.person("Bob")
    member = next(role for role in guild.roles.values() if role.name == "Member")
    everyone = guild.roles[guild.id]

    def may(name: str) -> bool:
        return bool(permissions.in_channel(channel, bob.id) & permissions.BITS[name])

    assert may("send_messages") and not may("manage_messages")
    sandbox.host.overwrite(channel, everyone, deny=["send_messages"])
    assert not may("send_messages") and not may("embed_links")
    sandbox.host.overwrite(channel, member, allow=["send_messages"])
    assert may("send_messages")
    sandbox.host.overwrite(channel, bob, deny=["view_channel"])
    assert permissions.in_channel(channel, bob.id) == 0
    with pytest.raises(NotPossible):
        sandbox.person("Bob").sees(channel)
    # The owner is stopped by nothing.
    assert permissions.in_channel(channel, guild.owner_id) == permissions.ALL
    sandbox.host.overwrite(channel, bob)
    sandbox.host.set_roles(guild, bob, [])
    assert not may("view_channel")
    sandbox.host.set_roles(guild, bob, ["Moderator", "Member"])
    assert may("manage_messages")


def test_all_permissions_are_each_of_them_and_no_more() -> None:
    assert sum(permissions.BITS.values()) == permissions.ALL


async def test_a_role_that_allows_beats_one_that_denies(sandbox: Sandbox) -> None:
    guild, channel = sandbox.guild(), sandbox.channel("games")
    emi = sandbox.world.person("Emi")
    member, moderator = (
        next(role for role in guild.roles.values() if role.name == name)
        for name in ("Member", "Moderator")
    )
    sandbox.host.overwrite(channel, member, deny=["send_messages"])
    sandbox.host.overwrite(channel, moderator, allow=["send_messages"])
    may = permissions.in_channel(channel, emi.id)
    assert may & permissions.SEND_MESSAGES, "what one role denies, another of hers allows"
    sandbox.host.overwrite(channel, emi, deny=["send_messages"])
    may = permissions.in_channel(channel, emi.id)
    assert not may & permissions.SEND_MESSAGES, "what is denied to herself, no role allows"


async def test_a_private_thread_is_for_those_in_it(sandbox: Sandbox, wire: Wire) -> None:
    ada, bob, cleo = (sandbox.person(name, "games") for name in ("Ada", "Bob", "Cleo"))
    thread = await bob.post("Us two", "hush", private=True)
    assert [m.content for m in bob.sees(thread)] == ["hush"]
    with pytest.raises(NotPossible):
        cleo.sees(thread)
    assert (await wire("GET", f"/channels/{thread.id}")).verdict == (403, 50001), "the bot saw it"
    # Ada owns the server, Emi manages its threads.
    assert ada.sees(thread) and sandbox.person("Emi").sees(thread)
    sandbox.world.join_thread(thread, cleo.person)
    assert [m.content for m in cleo.sees(thread)] == ["hush"]


async def test_direct_messages(sandbox: Sandbox, wire: Wire) -> None:
    bob = sandbox.person("Bob")
    channel = sandbox.world.dm(bob.person)
    assert sandbox.world.dm(bob.person) is channel
    shape = (await wire("GET", f"/channels/{channel.id}")).body
    assert shape["type"] == 1 and shape["recipients"][0]["id"] == bob.id
    assert (await wire.say(channel.id, content="hi")).status == 200
    said = await bob.say("hello", channel)
    assert [m.content for m in bob.sees(channel)] == ["hi", "hello"]
    with pytest.raises(NotPossible):
        sandbox.person("Ada").sees(channel)
    path = f"/channels/{channel.id}/messages/{said.id}"
    assert (await wire("DELETE", path)).verdict == (403, 50003)


async def test_the_token(sandbox: Sandbox, wire: Wire) -> None:
    found = re.fullmatch(r"([\w-]{24,28})\.([\w-]{6})\.([\w-]{27,38})", sandbox.token)
    assert found is not None, f"no token of Discord's shape: {sandbox.token}"
    bot_id = base64.urlsafe_b64decode(found[1] + "==").decode()
    assert bot_id == sandbox.world.bot_id, "clients read the bot's id from its token"
    for token in ("Bot wrong", sandbox.token, ""):
        answer = await wire("GET", "/users/@me", headers={"Authorization": token})
        assert answer.verdict == (401, 0)
    assert (await wire("GET", "/users/@me")).body["username"] == "Kakushi"


async def test_what_discord_does_not_know(sandbox: Sandbox, wire: Wire) -> None:
    assert (await wire("GET", "/users/@me/acorns")).verdict == (404, 0)
    assert [p.kind for p in sandbox.problems if p.kind != "openapi"] == ["route"]
    sandbox.problems.clear()
    assert (await wire.say("5", content="x")).verdict == (404, 10003)
    channel = sandbox.channel("games")
    assert (await wire("GET", f"/channels/{channel.id}/messages/5")).verdict == (404, 10008)
    commands = f"/applications/{sandbox.world.bot_id}/guilds/5/commands"
    assert (await wire("GET", commands)).verdict == (404, 10004)
    members = f"/guilds/{sandbox.guild().id}/members"
    assert (await wire("GET", f"{members}/5")).verdict == (404, 10007)


async def test_a_word_is_no_id(sandbox: Sandbox, wire: Wire) -> None:
    games = sandbox.channel("games")
    for path in (
        f"/guilds/{sandbox.guild().id}/members/search?query=a",
        f"/channels/{games.id}/messages/search",
        "/channels/search",
    ):
        answer = await wire("GET", path)
        assert answer.verdict == (404, 0), f"{path} was taken for another request"
    unknown = [p.text for p in sandbox.problems if p.kind == "route"]
    assert len(unknown) == 3, f"what isn't known here must be noted: {sandbox.problems}"
    sandbox.problems.clear()


async def test_reading_the_world(sandbox: Sandbox, wire: Wire) -> None:
    for path in (
        "/users/@me",
        "/applications/@me",
        "/oauth2/applications/@me",
        "/gateway",
        "/gateway/bot",
        f"/guilds/{sandbox.guild().id}/members/{sandbox.world.bot_id}",
        *(f"/channels/{channel.id}" for channel in sandbox.guild().channels.values()),
    ):
        assert (await wire("GET", path)).status == 200, path


async def test_the_bot_is_said_to_be_one_and_nobody_else(sandbox: Sandbox, wire: Wire) -> None:
    assert (await wire("GET", "/users/@me")).body["bot"] is True
    assert "bot" not in payloads.user(sandbox.world.person("Ada")), "Ada is said to be a bot"


async def test_history_pages(sandbox: Sandbox, wire: Wire) -> None:
    channel = sandbox.channel("games")
    ids = [(await wire.say(channel.id, content=str(n))).body["id"] for n in range(7)]
    path = f"/channels/{channel.id}/messages"

    async def read(query: str) -> list[str]:
        return [each["content"] for each in (await wire("GET", f"{path}?{query}")).body]

    assert await read("limit=3") == ["6", "5", "4"]
    assert await read(f"limit=2&before={ids[3]}") == ["2", "1"]
    assert await read(f"limit=2&after={ids[3]}") == ["5", "4"]
    assert (await wire("GET", f"{path}?limit=101")).verdict == (400, 50035)


async def test_an_overwrite_lets_nobody_in_who_is_not_on_the_server(sandbox: Sandbox) -> None:
    guild, channel = sandbox.guild(), sandbox.channel("games")
    sandbox.host.overwrite(channel, guild.roles[guild.id], allow=["view_channel"])
    assert permissions.in_channel(channel, "1") == 0, "a stranger may do something"
