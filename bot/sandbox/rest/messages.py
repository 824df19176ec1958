"""Requests about messages in a channel: write, read, edit, delete."""

from __future__ import annotations

from itertools import islice

from bot.sandbox import message_body, message_payloads, permissions
from bot.sandbox.errors import refuse
from bot.sandbox.json_text import Json
from bot.sandbox.models import DM, POSTABLE, Channel, Message
from bot.sandbox.rest.lookup import channel_of, message_of, need
from bot.sandbox.rest.requests import Answer, Call, Routes, too_many
from bot.sandbox.snowflake import is_snowflake
from bot.sandbox.validation import Form

routes = Routes()
PLAIN_TYPES = (0, 19, 20, 23)
"""Message types that somebody wrote; Discord writes all others itself."""


def not_archived(channel: Channel) -> None:
    """Raise Refusal if a thread is archived, since nothing in it may change."""
    if channel.is_thread and channel.archived:
        raise refuse(50083)


def open_thread_to_write(call: Call, channel: Channel, may: int) -> None:
    """Unarchive a thread, as writing does. Raises Refusal if it accepts no messages."""
    if channel.locked and not may & permissions.MANAGE_THREADS:
        raise refuse(50083 if channel.archived else 160005)
    if channel.archived:
        call.world.change_channel(channel, archived=False)


def _shape(call: Call, message: Message) -> Json:
    return message_payloads.message(message, call.world, bare=True)


@routes("POST", "/channels/{channel_id}/messages", limit="send", major="channel_id")
def create(call: Call) -> Answer:
    """Write a message; the same nonce twice (with enforce_nonce) is one message."""
    world = call.world
    channel = channel_of(call)
    if channel.type not in POSTABLE:
        raise refuse(50008)
    speak = permissions.SEND_MESSAGES
    if channel.is_thread:
        speak = permissions.SEND_MESSAGES_IN_THREADS
    may = need(call, channel, speak)
    if channel.type == DM and world.refusing_dms.intersection(channel.recipients):
        raise refuse(50007)
    body = call.fields
    nonce = body.get("nonce") if body.get("enforce_nonce") else None
    if nonce is not None:
        if not isinstance(nonce, (str, int)) or len(str(nonce)) > 25:
            form = Form()
            form.fault(("nonce",), "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer in length.")
            form.check()
        again = world.recall_nonce(channel, nonce)
        if again is not None:
            return 200, _shape(call, again)
    parsed = message_body.read(call, body, channel, bot_may=may)
    if channel.is_thread:
        open_thread_to_write(call, channel, may)
    message = world.add_message(channel, world.bot, nonce=body.get("nonce"), **parsed.parts)
    parsed.keep_files(call, channel)
    if nonce is not None:
        world.keep_nonce(channel, nonce, message)
    if channel.is_thread:
        world.join_thread(channel, world.bot)
    return 200, _shape(call, message)


@routes("GET", "/channels/{channel_id}/messages", major="channel_id")
def history(call: Call) -> Answer:
    """Return messages, newest first; nothing without Read Message History."""
    channel = channel_of(call)
    may = need(call, channel, 0)
    form, query = Form(), call.query
    raw = query.get("limit", "50")
    limit = form.number(("limit",), int(raw) if raw.isdigit() else raw, 1, 100) or 50
    for key in ("before", "after"):
        if key in query and not is_snowflake(query[key]):
            form.fault((key,), "NUMBER_TYPE_COERCE", f'Value "{query[key]}" is not snowflake.')
    form.check()
    if not may & permissions.READ_MESSAGE_HISTORY:
        return 200, []
    if "after" in query:
        after = int(query["after"])
        later = (m for m in channel.messages.values() if int(m.id) > after)
        found = list(islice(later, limit))[::-1]
    else:
        before = int(query.get("before", 1 << 64))
        newest = reversed(channel.messages.values())
        found = list(islice((m for m in newest if int(m.id) < before), limit))
    return 200, [_shape(call, message) for message in found]


@routes("GET", "/channels/{channel_id}/messages/{message_id}", major="channel_id")
def get(call: Call) -> Answer:
    """Return one message."""
    channel = channel_of(call)
    if not need(call, channel, 0) & permissions.READ_MESSAGE_HISTORY:
        raise refuse(50001)
    return 200, _shape(call, message_of(call, channel))


@routes("PATCH", "/channels/{channel_id}/messages/{message_id}", limit="edit", major="channel_id")
def edit(call: Call) -> Answer:
    """Edit one of the bot's own messages; old ones have a tighter limit of their own (30046)."""
    world = call.world
    channel = channel_of(call)
    may = need(call, channel, 0)
    message = message_of(call, channel)
    body = call.fields
    if message.author.id != world.bot_id:
        raise refuse(50005)
    not_archived(channel)
    if message.type not in PLAIN_TYPES:
        raise refuse(50021)
    parsed = message_body.read(call, body, channel, old=message, bot_may=may)
    if world.clock() - message.made > call.settings.deadlines.old_message_seconds:
        window = call.services.ratelimits.take("old", channel.id)
        if window.over:
            words = (
                "Maximum number of edits to messages older than 1 hour reached. Try again later."
            )
            raise too_many(window.reset_after, code=30046, message=words)
    parsed.keep_files(call, channel)
    world.edit_message(message, **parsed.parts)
    return 200, _shape(call, message)


@routes(
    "DELETE", "/channels/{channel_id}/messages/{message_id}", limit="delete", major="channel_id"
)
def delete(call: Call) -> Answer:
    """Delete a message: one's own, or any with Manage Messages."""
    channel = channel_of(call)
    may = need(call, channel, 0)
    message = message_of(call, channel)
    if message.author.id != call.world.bot_id:
        if channel.guild is None:
            raise refuse(50003)
        if not may & permissions.MANAGE_MESSAGES:
            raise refuse(50013)
    not_archived(channel)
    if message.type == 21:
        raise refuse(50021)
    call.world.delete_message(message)
    return 204, None
