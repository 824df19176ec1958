"""Where the app may be used, and by whose install: a server's or a person's.

A command says which installs and which kinds of places it is meant for.
"""

from __future__ import annotations

from bot.sandbox import permissions
from bot.sandbox.json_text import Json
from bot.sandbox.models import Channel, Person
from bot.sandbox.world import World

IN_GUILD, IN_BOT_DM, IN_PRIVATE = 0, 1, 2
"""The kinds of places: a server, a DM with the bot, a DM or group without the bot."""
BY_GUILD, BY_USER = 0, 1
"""The kinds of installs: a server has invited the bot, a person has added the app."""
_IN_ANY_DM = permissions.ATTACH_FILES | permissions.EMBED_LINKS | permissions.MENTION_EVERYONE
_IN_BOT_DM = _IN_ANY_DM | permissions.BITS["use_external_emojis"]

Owners = dict[str, str]
"""Whose install lets the app be used, by kind of install: a server's id, "0" for any server's in a
DM with the bot, or a person's id.
"""


def context_of(channel: Channel, bot_id: str) -> int:
    """Return what kind of place a channel is."""
    if channel.guild is not None:
        return IN_GUILD
    return IN_BOT_DM if bot_id in channel.recipients else IN_PRIVATE


def owners_at(world: World, person: Person, channel: Channel) -> Owners:
    """Return whose installs let somebody use the app in a channel; {} if they can't."""
    bot, guild, found = world.bot_id, channel.guild, Owners()
    if guild is not None:
        if bot in guild.members:
            found[str(BY_GUILD)] = guild.id
    elif bot in channel.recipients and _meets(world, person):
        found[str(BY_GUILD)] = "0"
    if person.installed:
        found[str(BY_USER)] = person.id
    return found


def owners_of(command: Json, world: World, person: Person, channel: Channel) -> Owners:
    """Return whose installs let somebody call a command in a channel; {} if they can't."""
    context = context_of(channel, world.bot_id)
    contexts = command.get("contexts")
    if contexts is None:
        contexts = [IN_GUILD]
        if command.get("dm_permission", True):
            contexts = [IN_GUILD, IN_BOT_DM, IN_PRIVATE]
    if context not in contexts:
        return {}
    # Those of a single server are only for that server's install.
    types = [BY_GUILD] if "guild_id" in command else command.get("integration_types") or [BY_GUILD]
    found = owners_at(world, person, channel)
    return {kind: owner for kind, owner in found.items() if int(kind) in types}


def app_permissions(world: World, person: Person, channel: Channel) -> int:
    """Return what an interaction says the app may do in its channel.

    Where the bot isn't present, the app may do no more than the person who uses it.
    """
    context, guild = context_of(channel, world.bot_id), channel.guild
    if context == IN_BOT_DM:
        return _IN_BOT_DM
    if guild is None:
        return _IN_ANY_DM
    if world.bot_id in guild.members:
        return permissions.in_channel(channel, world.bot_id)
    return _IN_BOT_DM & permissions.in_channel(channel, person.id)


def _meets(world: World, person: Person) -> bool:
    """Tell whether somebody shares a server with the bot."""
    return any(
        person.id in guild.members and world.bot_id in guild.members
        for guild in world.guilds.values()
    )
