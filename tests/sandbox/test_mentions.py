"""Whom a message calls: by name, by role, everybody; allowed or not."""

from __future__ import annotations

from typing import Any

from bot.sandbox import Sandbox
from tests.sandbox.conftest import Wire


async def test_roles_that_may_be_called(sandbox: Sandbox, wire: Wire) -> None:
    guild, channel = sandbox.guild(), sandbox.channel("games")
    quiet = sandbox.host.add_role(guild, "Quiet", members=["Bob"])
    loud = sandbox.host.add_role(guild, "Loud", members=["Bob", "Cleo"], mentionable=True)
    text = f"<@&{quiet.id}> <@&{loud.id}> <@&5>"

    async def called(**more: Any) -> tuple[list[str], list[str]]:
        made = await wire.say(channel.id, content=text, **more)
        message = sandbox.message(made.body["id"])
        people = [sandbox.world.people[id].name for id in message.pinged]
        return made.body["mention_roles"], people

    assert await called() == ([loud.id], ["Bob", "Cleo"])
    assert await called(allowed_mentions={"parse": ["users"]}) == ([], [])
    assert await called(allowed_mentions={"roles": [loud.id]}) == ([loud.id], ["Bob", "Cleo"])
    assert await called(allowed_mentions={"parse": [], "roles": [quiet.id]}) == ([], [])
    sandbox.host.bot_permissions(channel, give=["mention_everyone"])
    assert await called() == ([quiet.id, loud.id], ["Bob", "Cleo"])


async def test_an_answer_may_call_no_more_than_a_message(sandbox: Sandbox, wire: Wire) -> None:
    role = sandbox.host.add_role(sandbox.guild(), "Quiet", members=["Bob"])
    person, channel = sandbox.world.person("Ada"), sandbox.channel("games")
    for taken in (False, True):
        data = {"id": "1", "name": "x", "type": 1, "options": []}
        it = sandbox.interactions.hand_in(2, person, channel, data, name="x")
        body = {"type": 4, "data": {"content": f"<@&{role.id}> @everyone"}}
        await wire("POST", f"/interactions/{it.id}/{it.token}/callback", body)
        assert it.original is not None
        assert it.original.mention_everyone is taken
        assert bool(it.original.mention_roles) is taken
        sandbox.host.bot_permissions(channel, give=["mention_everyone"])


async def test_who_is_called_sees_the_place(sandbox: Sandbox, wire: Wire) -> None:
    channel = sandbox.channel("games")
    ada, bob = sandbox.person("Ada", channel), sandbox.person("Bob", channel)
    sandbox.host.bot_permissions(channel, give=["mention_everyone"])
    sandbox.host.overwrite(channel, bob.person, deny=["view_channel"])
    made = await wire.say(channel.id, content=f"{bob.mention} @everyone")
    message = sandbox.message(made.body["id"])
    assert bob.id not in message.pinged and ada.pings() == [message]
    assert sandbox.world.bot_id not in message.pinged


async def test_an_edit_calls_nobody(sandbox: Sandbox, wire: Wire) -> None:
    channel = sandbox.channel("games")
    bob = sandbox.person("Bob", channel)
    made = await wire.say(channel.id, content="x")
    path = f"/channels/{channel.id}/messages/{made.body['id']}"
    edited = await wire("PATCH", path, {"content": f"your turn {bob.mention}"})
    assert [each["username"] for each in edited.body["mentions"]] == ["Bob"]
    assert bob.pings() == []


async def test_a_mention_brings_somebody_into_a_thread(sandbox: Sandbox, wire: Wire) -> None:
    channel = sandbox.channel("game-night")
    card = await wire.say(channel.id, content="card")
    path = f"/channels/{channel.id}/messages/{card.body['id']}/threads"
    thread = sandbox.world.channels[(await wire("POST", path, {"name": "Friday"})).body["id"]]
    bob, cleo = sandbox.person("Bob", thread), sandbox.person("Cleo", thread)
    await wire.say(
        thread.id, content=f"{bob.mention} {cleo.mention}", allowed_mentions={"users": [bob.id]}
    )
    assert bob.id in thread.thread_members and cleo.id not in thread.thread_members
    assert len(bob.pings()) == 1 and cleo.pings() == []


async def test_what_people_write_calls_too(sandbox: Sandbox) -> None:
    guild, channel = sandbox.guild(), sandbox.channel("games")
    role = sandbox.host.add_role(guild, "Loud", members=["Cleo"])
    bob, cleo = sandbox.person("Bob", channel), sandbox.person("Cleo", channel)
    await bob.say(f"<@&{role.id}>")
    assert cleo.pings() == []
    sandbox.host.change_role(guild, role, [], mentionable=True)
    said = await bob.say(f"<@&{role.id}>")
    assert cleo.pings() == [said]
