"""Which gateway events a change of the world causes, who may hear them, and what they contain."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sandbox import message_payloads, payloads, permissions
from bot.sandbox.changes import Change
from bot.sandbox.json_text import Json
from bot.sandbox.world import World

GUILDS, GUILD_MEMBERS, GUILD_PRESENCES = 1 << 0, 1 << 1, 1 << 8
GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 9, 1 << 12
MESSAGE_CONTENT, SCHEDULED_EVENTS = 1 << 15, 1 << 16
PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT


@dataclass(slots=True)
class Event:
    """One event, heard with any of `intents` (0: always)."""

    name: str
    data: object
    intents: int


def of(change: Change, world: World) -> list[Event]:
    """Return the events that a change causes for the bot."""
    kind, guild = change.kind, change.guild
    if guild is not None and world.bot_id not in guild.members and kind != "guild_delete":
        return []
    if kind.startswith("message_"):
        return _message(change, world)
    if kind.startswith("channel_"):
        return _channel(change, world)
    if kind.startswith("thread_"):
        return _thread(change, world)
    if guild is None:
        return []
    if kind == "guild_create":
        shape = payloads.guild_create(guild, world)
        # Only servers that were known at READY are announced as available now.
        del shape["unavailable"]
        return [Event("GUILD_CREATE", shape, GUILDS)]
    if kind == "guild_delete":
        return [Event("GUILD_DELETE", {"id": guild.id}, GUILDS)]
    if kind == "guild_update":
        return [Event("GUILD_UPDATE", payloads.guild(guild), GUILDS)]
    if kind in ("guild_role_create", "guild_role_update"):
        shape = {"guild_id": guild.id, "role": payloads.role(change.extra)}
        return [Event(kind.upper(), shape, GUILDS)]
    if kind == "guild_role_delete":
        return [Event(kind.upper(), {"guild_id": guild.id, "role_id": change.extra.id}, GUILDS)]
    if kind.startswith("guild_scheduled_event_"):
        shape = payloads.scheduled_event(change.extra, guild.id, world)
        return [Event(kind.upper(), shape, SCHEDULED_EVENTS)]
    if kind.startswith("guild_member_") and change.person is not None:
        return _own_membership(change)
    return []


def _own_membership(change: Change) -> list[Event]:
    """Report the bot's own nickname and roles; others' go only to bots with the members intent."""
    guild, person = change.guild, change.person
    assert guild is not None and person is not None
    if not person.bot or change.kind != "guild_member_update":
        return []
    shape = {"guild_id": guild.id, **payloads.member(guild.members[person.id])}
    return [Event("GUILD_MEMBER_UPDATE", shape, 0)]


def _message(change: Change, world: World) -> list[Event]:
    message, channel = change.message, change.channel
    assert message is not None and channel is not None
    private = message.only_for is not None or channel.guild is None
    # The bot hears about an answer that only one person sees even in channels it can't see.
    heard = message.only_for is not None and channel.guild is not None
    if not heard and not permissions.sees(channel, world.bot_id):
        return []
    intents = DIRECT_MESSAGES if private else GUILD_MESSAGES
    if change.kind == "message_delete":
        gone: Json = {"id": message.id, "channel_id": channel.id}
        if not private and channel.guild is not None:
            gone["guild_id"] = channel.guild.id
        return [Event("MESSAGE_DELETE", gone, intents)]
    return [Event(change.kind.upper(), message_payloads.message_event(message, world), intents)]


def _channel(change: Change, world: World) -> list[Event]:
    channel = change.channel
    assert channel is not None
    if channel.guild is None:
        # Discord no longer tells bots of new DMs.
        return []
    shape = payloads.channel(channel, world, world.bot_id)
    return [Event(change.kind.upper(), shape, GUILDS)]


def _thread(change: Change, world: World) -> list[Event]:
    thread = change.channel
    assert thread is not None and thread.guild is not None
    if not permissions.sees(thread, world.bot_id):
        return []
    if change.kind == "thread_delete":
        shape: Json = {
            "id": thread.id,
            "guild_id": thread.guild.id,
            "parent_id": thread.parent_id,
            "type": thread.type,
        }
    elif change.kind == "thread_members_update":
        return _own_arrival(change)
    else:
        shape = payloads.channel(thread, world, world.bot_id)
        if change.kind == "thread_create":
            shape["newly_created"] = True
    return [Event(change.kind.upper(), shape, GUILDS)]


def _own_arrival(change: Change) -> list[Event]:
    """Report that the bot has joined a thread; others' joins need the members intent."""
    thread, person = change.channel, change.person
    assert thread is not None and thread.guild is not None and person is not None
    if not person.bot:
        return []
    added = payloads.thread_member(thread, person.id)
    added |= {"member": payloads.member(thread.guild.members[person.id]), "presence": None}
    shape: Json = {
        "id": thread.id,
        "guild_id": thread.guild.id,
        "member_count": min(50, len(thread.thread_members)),
        "added_members": [added],
    }
    return [Event("THREAD_MEMBERS_UPDATE", shape, GUILDS)]
