"""Threads: how they begin under a channel or a message, and how those that are idle end."""

from __future__ import annotations

from typing import Any

from bot.sandbox.json_text import Json
from bot.sandbox.models import FLAG_HAS_THREAD, Channel, Message, Person
from bot.sandbox.world import World


def add_thread(
    world: World,
    parent: Channel,
    owner: Person,
    name: str,
    type: int,
    *,
    starter: Message | None = None,
    **more: Any,
) -> Channel:
    """Open a thread under a channel; one that starts from a message takes the message's id."""
    now = world.clock()
    more.setdefault("auto_archive", parent.auto_archive)
    thread = Channel(
        starter.id if starter else world.mint(),
        type,
        name,
        parent.guild,
        parent_id=parent.id,
        owner_id=owner.id,
        created=now,
        archive_changed=now,
        active=now,
        **more,
    )
    thread.thread_members[owner.id] = now
    assert parent.guild is not None
    parent.guild.threads[thread.id] = world.channels[thread.id] = thread
    world.tell("thread_create", guild=parent.guild, channel=thread, person=owner)
    if starter is not None:
        starter.thread = thread
        starter.flags |= FLAG_HAS_THREAD
        world.tell("message_update", guild=parent.guild, channel=parent, message=starter)
    return thread


def announce_thread(world: World, channel: Channel, author: Person, thread: Channel) -> None:
    """Write the line that tells a channel about a thread that started without a message."""
    reference: Json = {"type": 0, "channel_id": thread.id}
    if channel.guild is not None:
        reference["guild_id"] = channel.guild.id
    world.add_message(
        channel,
        author,
        type=18,
        content=thread.name,
        reference=reference,
        flags=FLAG_HAS_THREAD,
    )


def archive_idle(world: World) -> None:
    """Archive the threads in which nothing has happened for as long as they allow."""
    now = world.clock()
    for guild in world.guilds.values():
        for thread in guild.threads.values():
            if not thread.archived and now - thread.active > thread.auto_archive * 60:
                world.change_channel(thread, archived=True)
