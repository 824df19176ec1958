"""Find what a request is about, and check that the bot may touch it."""

from __future__ import annotations

from bot.sandbox import permissions
from bot.sandbox.errors import refuse
from bot.sandbox.models import Channel, Guild, Person
from bot.sandbox.rest import Call


def channel_of(call: Call) -> Channel:
    """Find the channel in the path."""
    channel = call.world.channels.get(call.params["channel_id"])
    if channel is None:
        raise refuse(10003)
    return channel


def guild_of(call: Call) -> Guild:
    """Find the server in the path, which the bot must be in."""
    world = call.world
    guild = world.guilds.get(call.params["guild_id"])
    if guild is None:
        raise refuse(10004)
    if world.bot_id not in guild.members:
        raise refuse(50001)
    return guild


def need(call: Call, channel: Channel, wanted: int) -> int:
    """Return the bot's permissions in a channel; refuse if it doesn't see it or lacks `wanted`."""
    may = permissions.in_channel(channel, call.world.bot_id)
    if not may & permissions.VIEW_CHANNEL:
        raise refuse(50001)
    if may & wanted != wanted:
        raise refuse(50013)
    return may


def person_of(call: Call, dm: Channel) -> Person:
    """Return the other one in a DM."""
    world = call.world
    return world.people[next(id for id in dm.recipients if id != world.bot_id)]
