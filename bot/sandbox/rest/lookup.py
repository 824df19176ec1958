"""What a request is about, and whether the bot may touch it.

Everything here raises Refusal if not.
"""

from __future__ import annotations

from bot.sandbox import permissions
from bot.sandbox.errors import refuse
from bot.sandbox.models import Channel, Guild, Message
from bot.sandbox.rest.requests import Call


def channel_of(call: Call) -> Channel:
    """Find the channel in the path."""
    channel = call.world.channels.get(call.params["channel_id"])
    if channel is None:
        raise refuse(10003)
    return channel


def message_of(call: Call, channel: Channel) -> Message:
    """Find the message in the path; one for a single person isn't in the history."""
    message = channel.messages.get(call.params["message_id"])
    if message is None:
        raise refuse(10008)
    return message


def guild_of(call: Call) -> Guild:
    """Find the server in the path; the bot must be a member."""
    guild = call.world.guilds.get(call.params["guild_id"])
    if guild is None:
        raise refuse(10004)
    if call.world.bot_id not in guild.members:
        raise refuse(50001)
    return guild


def need(call: Call, channel: Channel, wanted: int) -> int:
    """Return the bot's permissions in a channel; refuse if it can't see it or lacks `wanted`."""
    may = permissions.in_channel(channel, call.world.bot_id)
    if not may & permissions.VIEW_CHANNEL:
        raise refuse(50001)
    if may & wanted != wanted:
        raise refuse(50013)
    return may
