"""Messages in the form Discord puts on the wire."""

from __future__ import annotations

from bot.sandbox import payloads
from bot.sandbox.json_text import Json
from bot.sandbox.models import Message
from bot.sandbox.snowflake import iso
from bot.sandbox.world import World


def message(it: Message, world: World, *, quoted: bool = True, bare: bool = False) -> Json:
    """Write a message.

    `quoted` includes what it replies to; `bare` leaves out what an app without the message content
    intent may not read.
    """
    if bare and _hidden_from_bot(it, world):
        content, embeds, parts, attachments = "", [], [], []
    else:
        content, embeds, parts = it.content, it.embeds, it.components
        attachments = [each for each in it.attachments if each["id"] not in it.embedded]
    shape: Json = {
        "id": it.id,
        "channel_id": it.channel.id,
        "type": it.type,
        "author": payloads.user(it.author),
        "content": content,
        "timestamp": iso(it.made),
        "edited_timestamp": iso(it.edited_at) if it.edited_at is not None else None,
        "tts": False,
        "mention_everyone": it.mention_everyone,
        "mentions": [payloads.user(world.people[id]) for id in it.mentions],
        "mention_roles": it.mention_roles,
        "attachments": attachments,
        "embeds": [] if it.flags & 4 else embeds,
        "components": parts,
        "pinned": False,
        "flags": it.flags,
    }
    if it.nonce is not None:
        shape["nonce"] = it.nonce
    if it.webhook_id is not None:
        shape["webhook_id"] = shape["application_id"] = it.webhook_id
    if it.asked_by is not None:
        shape["interaction_metadata"] = metadata(it.asked_by, world)
        if it.asked_by["type"] == 2:
            shape["interaction"] = {
                "id": it.asked_by["id"],
                "type": 2,
                "name": it.asked_by["name"],
                "user": payloads.user(world.people[it.asked_by["user_id"]]),
            }
    if it.position is not None:
        shape["position"] = it.position
    if it.thread is not None:
        shape["thread"] = payloads.channel(it.thread, world, world.bot_id)
    if it.reference is not None:
        shape["message_reference"] = it.reference
        if quoted:
            _quote(shape, it, world, bare)
    return shape


def _quote(shape: Json, it: Message, world: World, bare: bool) -> None:
    """Add the message replied to; None if it is gone. An ephemeral message is never quoted."""
    assert it.reference is not None
    place = world.channels.get(it.reference["channel_id"])
    wanted = it.reference.get("message_id")
    if place is None or wanted is None or wanted in place.ephemerals:
        return
    quoted = place.messages.get(wanted)
    shape["referenced_message"] = (
        None if quoted is None else message(quoted, world, quoted=False, bare=bare)
    )


def _hidden_from_bot(it: Message, world: World) -> bool:
    """Tell whether an app without the content intent gets this message empty."""
    bot = world.bot_id
    return it.author.id != bot and it.channel.guild is not None and bot not in it.mentions


def metadata(asked: Json, world: World) -> Json:
    """Write which interaction a message answers, without the command's name: users may read it."""
    shape: Json = {
        "id": asked["id"],
        "type": asked["type"],
        "user": payloads.user(world.people[asked["user_id"]]),
        "authorizing_integration_owners": asked["owners"],
    }
    if asked["type"] == 2:
        shape["name"] = asked["name"]
        shape["command_type"] = 1
    if "message_id" in asked:
        shape["interacted_message_id"] = asked["message_id"]
    if "original" in asked:
        shape["original_response_message_id"] = asked["original"]
    if "trigger" in asked:
        shape["triggering_interaction_metadata"] = metadata(asked["trigger"], world)
    return shape


def message_event(it: Message, world: World) -> Json:
    """Write a message as the gateway delivers it; an ephemeral message looks like one in a DM."""
    shape = message(it, world, bare=True)
    guild = it.channel.guild
    if guild is not None and it.only_for is None:
        shape["guild_id"] = guild.id
        who = guild.members.get(it.author.id)
        if who is not None and it.webhook_id is None:
            shape["member"] = payloads.member(who, with_user=False)
        for mentioned in shape["mentions"]:
            in_guild = guild.members.get(mentioned["id"])
            if in_guild is not None:
                mentioned["member"] = payloads.member(in_guild, with_user=False)
    shape["channel_type"] = it.channel.type
    return shape
