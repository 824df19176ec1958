"""Roles, members by the dozen, and what an interaction says about both."""

from __future__ import annotations

from itertools import islice

import discord
import pytest

from bot.sandbox import NotPossible, Sandbox, permissions
from bot.sandbox.seed import MORE, more_names
from tests.sandbox.conftest import Wire
from tests.sandbox.small_bot import Small
from tests.sandbox.test_gateway import line


def may(sandbox: Sandbox, who: str) -> discord.Permissions:
    """Return what an interaction of somebody says they may do."""
    person, channel = sandbox.world.person(who), sandbox.channel("games")
    it = sandbox.interactions.hand_in(2, person, channel, {"id": "1"}, name="x")
    return discord.Permissions(int(sandbox.interactions.payload(it)["member"]["permissions"]))


def test_the_bits_are_those_of_discord() -> None:
    for name in ("create_events", "manage_events", "manage_guild", "mention_everyone"):
        bit = discord.Permissions(**{name: True}).value
        assert permissions.BITS[name] == bit, name


async def test_a_role_gives_and_takes(sandbox: Sandbox) -> None:
    guild = sandbox.guild()
    assert may(sandbox, "Ada").manage_events and may(sandbox, "Ada").create_events
    assert not may(sandbox, "Bob").manage_events
    role = sandbox.host.add_role(guild, "Hosts", ["manage_events"], members=["Bob"])
    assert may(sandbox, "Bob").manage_events and not may(sandbox, "Bob").create_events
    sandbox.host.change_role(guild, role, ["create_events", "manage_guild"], name="Masters")
    assert may(sandbox, "Bob").create_events and may(sandbox, "Bob").manage_guild
    assert not may(sandbox, "Bob").manage_events
    assert sandbox.host.role(guild, "Masters") is role
    sandbox.host.set_members(guild, role, ["Cleo"])
    assert not may(sandbox, "Bob").create_events and may(sandbox, "Cleo").create_events
    sandbox.host.remove_role(guild, role)
    assert not may(sandbox, "Cleo").create_events
    assert role.id not in guild.members[sandbox.world.person("Cleo").id].roles
    for wrong in (guild.roles[guild.id], sandbox.host.bot_role(guild)):
        with pytest.raises(NotPossible):
            sandbox.host.remove_role(guild, wrong)
        with pytest.raises(NotPossible):
            sandbox.host.set_members(guild, wrong, ["Bob"])


async def test_what_the_bot_itself_may(sandbox: Sandbox) -> None:
    person, channel = sandbox.world.person("Bob"), sandbox.channel("games")

    def app() -> discord.Permissions:
        it = sandbox.interactions.hand_in(2, person, channel, {"id": "1"}, name="x")
        return discord.Permissions(int(sandbox.interactions.payload(it)["app_permissions"]))

    assert not app().create_events
    sandbox.host.bot_permissions(sandbox.guild(), give=["create_events"])
    assert app().create_events and not app().manage_events


async def test_what_the_gateway_tells_of_roles(sandbox: Sandbox, wire: Wire) -> None:
    it = await line(sandbox, wire)
    await it.identify(sandbox)
    guild = sandbox.guild()
    role = sandbox.host.add_role(guild, "Hosts", mentionable=True)
    made = (await it.get("GUILD_ROLE_CREATE"))["d"]["role"]
    assert made["mentionable"] is True and made["name"] == "Hosts"
    sandbox.host.change_role(guild, role, ["manage_events"])
    told = (await it.get("GUILD_ROLE_UPDATE"))["d"]["role"]
    assert int(told["permissions"]) == permissions.MANAGE_EVENTS
    sandbox.host.remove_role(guild, role)
    gone = (await it.get("GUILD_ROLE_DELETE"))["d"]
    assert gone == {"guild_id": guild.id, "role_id": role.id}


async def test_discord_py_follows_roles(sandbox: Sandbox, bot: Small) -> None:
    await bot.hears("guild_available", 2)
    guild = bot.get_guild(int(sandbox.guild().id))
    assert guild is not None
    role = sandbox.host.add_role(sandbox.guild(), "Hosts", ["manage_events"])
    await bot.hears("guild_role_create")
    seen = guild.get_role(int(role.id))
    assert seen is not None and seen.permissions.manage_events
    sandbox.host.remove_role(sandbox.guild(), role)
    await bot.hears("guild_role_delete")
    assert guild.get_role(int(role.id)) is None


def test_everybody_is_on_a_server_that_is_founded(sandbox: Sandbox) -> None:
    guild = sandbox.host.found_guild("New")
    assert guild.members.keys() == sandbox.world.people.keys(), "not everybody is there"


def test_who_joins_after_all_names_are_taken_is_numbered_from_1() -> None:
    names = [*islice(more_names(), len(MORE) + 2)]
    assert names[len(MORE) :] == ["Guest 1", "Guest 2"]


async def test_sixty_people(sandbox: Sandbox, bot: Small) -> None:
    people = sandbox.people(60, "games")
    assert len({person.name for person in people}) == 60
    assert people[0].name == "Ada" and sandbox.people(11)[0].name == "Ada"
    assert len(sandbox.guild().members) == 61, "sixty and the bot"
    opened = await people[59].slash("acorns new")
    assert opened.message is not None
    for person in people:
        assert (await person.press(opened.message, "Count")).kind == "edit"
    assert opened.message.content == "board" + "+" * 60
    with pytest.raises(NotPossible):
        sandbox.host.add_people(1000)
