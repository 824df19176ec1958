"""Requests about messages in a channel: write, read, edit, delete, pin, react."""

from __future__ import annotations

from itertools import islice
from urllib.parse import unquote

from bot.sandbox import message_body, payloads, permissions
from bot.sandbox.errors import refuse
from bot.sandbox.json_text import Json
from bot.sandbox.models import (
    FLAG_SUPPRESS_EMBEDS,
    POSTABLE,
    Channel,
    Message,
)
from bot.sandbox.rest import Answer, Call, Routes, too_many
from bot.sandbox.rest_lookup import channel_of, need, person_of
from bot.sandbox.snowflake import EPOCH, is_snowflake, iso
from bot.sandbox.validation import Form

routes = Routes()
PLAIN_TYPES = (0, 19, 20, 23)
"""Message types that somebody wrote; all others Discord writes itself."""


def message_of(call: Call, channel: Channel) -> Message:
    """Find the message in the path; a whisper is not in the channel's history."""
    message = channel.messages.get(call.params["message_id"])
    if message is None:
        raise refuse(10008)
    return message


def not_archived(channel: Channel) -> None:
    """Refuse to change anything in an archived thread."""
    if channel.is_thread and channel.archived:
        raise refuse(50083)


def open_thread_to_write(call: Call, channel: Channel, may: int) -> None:
    """Check that a thread takes a message, and take it out of the archive as writing does."""
    if channel.locked and not may & permissions.MANAGE_THREADS:
        raise refuse(50083 if channel.archived else 160005)
    if channel.archived:
        call.world.change_channel(channel, archived=False)


def _shape(call: Call, message: Message) -> Json:
    return payloads.message(message, call.world, bare=True)


@routes("POST", "/channels/{channel_id}/messages", limit="send", major="channel_id")
def create(call: Call) -> Answer:
    """Write a message; the same nonce twice (with enforce_nonce) is one message."""
    world = call.world
    channel = channel_of(call)
    if channel.type not in POSTABLE:
        raise refuse(50008)
    may = need(call, channel, 0)
    speak = permissions.SEND_MESSAGES
    if channel.is_thread:
        speak = permissions.SEND_MESSAGES_IN_THREADS
    if not may & speak:
        raise refuse(50013)
    if channel.guild is None and not person_of(call, channel).dms_open:
        raise refuse(50007)
    body = call.fields
    nonce = body.get("nonce")
    if nonce is not None and body.get("enforce_nonce"):
        if not isinstance(nonce, (str, int)) or len(str(nonce)) > 25:
            form = Form()
            form.fault(("nonce",), "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer in length.")
            form.check()
        again = world.recall_nonce(channel, nonce)
        if again is not None:
            return 200, _shape(call, again)
    replied, reference = _reply(channel, body, may)
    draft = message_body.read(call, body, channel, bot_may=may, replied=replied)
    if channel.is_thread:
        open_thread_to_write(call, channel, may)
    message = world.add_message(
        channel,
        world.bot,
        type=19 if replied is not None else 0,
        reference=reference,
        nonce=nonce,
        tts=bool(body.get("tts")) and bool(may & permissions.SEND_TTS),
        **draft.parts,
    )
    draft.keep_files(call, channel)
    if nonce is not None and body.get("enforce_nonce"):
        world.keep_nonce(channel, nonce, message)
    if channel.is_thread:
        world.join_thread(channel, world.bot)
    return 200, _shape(call, message)


def _reply(channel: Channel, body: Json, may: int) -> tuple[Message | None, Json | None]:
    """Find the message a new one replies to."""
    raw = body.get("message_reference")
    if raw is None:
        return None, None
    form = Form()
    raw = form.record(("message_reference",), raw)
    form.check()
    if not may & permissions.READ_MESSAGE_HISTORY:
        raise refuse(160002)
    wanted = str(raw.get("message_id"))
    found = channel.messages.get(wanted)
    if str(raw.get("channel_id", channel.id)) != channel.id:
        found = None
    if found is None:
        if raw.get("fail_if_not_exists") is False:
            return None, None
        words = "Unknown message"
        form.fault(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", words)
        form.check()
    if found is not None and found.type not in PLAIN_TYPES:
        words = "Cannot reply to a system message"
        form.fault(("message_reference",), "REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE", words)
        form.check()
    shape: Json = {"type": 0, "channel_id": channel.id, "message_id": wanted}
    if channel.guild is not None:
        shape["guild_id"] = channel.guild.id
    return found, shape


@routes("GET", "/channels/{channel_id}/messages", major="channel_id")
def history(call: Call) -> Answer:
    """Return messages, newest first; nothing without Read Message History."""
    channel = channel_of(call)
    may = need(call, channel, 0)
    form = Form()
    raw = call.query.get("limit", "50")
    limit = form.number(("limit",), int(raw) if raw.isdigit() else raw, 1, 100) or 50
    for key in ("before", "after", "around"):
        if key in call.query and not is_snowflake(call.query[key]):
            form.fault((key,), "NUMBER_TYPE_COERCE", f'Value "{call.query[key]}" is not snowflake.')
    form.check()
    if not may & permissions.READ_MESSAGE_HISTORY:
        return 200, []
    newest = reversed(channel.messages.values())
    if "before" in call.query:
        before = int(call.query["before"])
        found = list(islice((m for m in newest if int(m.id) < before), limit))
    elif "after" in call.query:
        after = int(call.query["after"])
        later = (m for m in channel.messages.values() if int(m.id) > after)
        found = list(islice(later, limit))[::-1]
    elif "around" in call.query:
        middle = int(call.query["around"])
        older = [m for m in newest if int(m.id) <= middle][: limit // 2 + 1]
        later = (m for m in channel.messages.values() if int(m.id) > middle)
        found = list(islice(later, limit // 2))[::-1] + older
    else:
        found = list(islice(newest, limit))
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
    """Edit a message of the bot's own; old ones have a tighter limit of their own (30046)."""
    world = call.world
    channel = channel_of(call)
    may = need(call, channel, 0)
    message = message_of(call, channel)
    body = call.fields
    if message.author.id != world.bot_id:
        if set(body) == {"flags"} and may & permissions.MANAGE_MESSAGES:
            flags = Form().number(("flags",), body["flags"], 0, 2**53) or 0
            hidden = flags & FLAG_SUPPRESS_EMBEDS
            world.edit_message(
                message, mark=False, flags=message.flags & ~FLAG_SUPPRESS_EMBEDS | hidden
            )
            return 200, _shape(call, message)
        raise refuse(50005)
    not_archived(channel)
    if message.type not in PLAIN_TYPES:
        raise refuse(50021)
    draft = message_body.read(call, body, channel, old=message, bot_may=may)
    if world.clock() - message.made > call.settings.deadlines.old_message_seconds:
        window = call.services.ratelimits.take("old", channel.id)
        if window.over:
            words = (
                "Maximum number of edits to messages older than 1 hour reached. Try again later."
            )
            raise too_many(window.reset_after, code=30046, message=words)
    draft.keep_files(call, channel)
    world.edit_message(message, **draft.parts)
    return 200, _shape(call, message)


@routes(
    "DELETE", "/channels/{channel_id}/messages/{message_id}", limit="delete", major="channel_id"
)
def delete(call: Call) -> Answer:
    """Delete a message: one's own, or any with Manage Messages."""
    channel = channel_of(call)
    may = need(call, channel, 0)
    message = message_of(call, channel)
    if message.author.id != call.world.bot_id and not may & permissions.MANAGE_MESSAGES:
        raise refuse(50013)
    if channel.guild is None and message.author.id != call.world.bot_id:
        raise refuse(50003)
    not_archived(channel)
    if message.type == 21:
        raise refuse(50021)
    call.world.delete_message(message)
    return 204, None


@routes("POST", "/channels/{channel_id}/messages/bulk-delete", major="channel_id")
def bulk_delete(call: Call) -> Answer:
    """Delete two to a hundred messages at once."""
    world = call.world
    channel = channel_of(call)
    if channel.guild is None:
        raise refuse(50003)
    need(call, channel, permissions.MANAGE_MESSAGES)
    not_archived(channel)
    form = Form()
    ids = form.ids(("messages",), call.fields.get("messages"), 100)
    form.check()
    if len(ids) < 2:
        raise refuse(50016)
    oldest = (int((world.clock() - 14 * 86400) * 1000) - EPOCH) << 22
    if any(int(id) < oldest for id in ids):
        raise refuse(50034)
    for id in ids:
        message = channel.messages.get(id)
        if message is not None:
            world.delete_message(message)
    return 204, None


@routes("POST", "/channels/{channel_id}/typing", major="channel_id")
def typing(call: Call) -> Answer:
    """Show that the bot is typing."""
    need(call, channel_of(call), permissions.SEND_MESSAGES)
    return 204, None


@routes("GET", "/channels/{channel_id}/messages/pins", major="channel_id")
def pins(call: Call) -> Answer:
    """Return the pinned messages, newest first."""
    channel = channel_of(call)
    need(call, channel, 0)
    found = [m for m in reversed(channel.messages.values()) if m.pinned]
    items = [{"pinned_at": iso(m.made), "message": _shape(call, m)} for m in found]
    return 200, {"items": items, "has_more": False}


@routes("GET", "/channels/{channel_id}/pins", major="channel_id")
def old_pins(call: Call) -> Answer:
    """Return the pinned messages as a plain list."""
    channel = channel_of(call)
    need(call, channel, 0)
    return 200, [_shape(call, m) for m in reversed(channel.messages.values()) if m.pinned]


def _pin(call: Call, pinned: bool) -> Answer:
    world = call.world
    channel = channel_of(call)
    need(call, channel, permissions.MANAGE_MESSAGES)
    message = message_of(call, channel)
    not_archived(channel)
    if message.pinned != pinned:
        if pinned and sum(m.pinned for m in channel.messages.values()) >= 250:
            raise refuse(30003)
        channel.last_pin = world.clock() if pinned else channel.last_pin
        world.edit_message(message, mark=False, pinned=pinned)
        world.tell("channel_pins_update", guild=channel.guild, channel=channel)
    return 204, None


@routes("PUT", "/channels/{channel_id}/messages/pins/{message_id}", major="channel_id")
@routes("PUT", "/channels/{channel_id}/pins/{message_id}", major="channel_id")
def pin(call: Call) -> Answer:
    """Pin a message."""
    return _pin(call, True)


@routes("DELETE", "/channels/{channel_id}/messages/pins/{message_id}", major="channel_id")
@routes("DELETE", "/channels/{channel_id}/pins/{message_id}", major="channel_id")
def unpin(call: Call) -> Answer:
    """Unpin a message."""
    return _pin(call, False)


@routes(
    "PUT", "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me", major="channel_id"
)
def react(call: Call) -> Answer:
    """React to a message; a reaction others began needs no Add Reactions."""
    channel = channel_of(call)
    may = need(call, channel, permissions.READ_MESSAGE_HISTORY)
    message = message_of(call, channel)
    not_archived(channel)
    emoji = unquote(call.params["emoji"])
    if emoji.isascii():
        raise refuse(10014)
    if emoji not in message.reactions:
        if not may & permissions.ADD_REACTIONS:
            raise refuse(50013)
        if len(message.reactions) >= 20:
            raise refuse(30010)
    call.world.react(message, call.world.bot, emoji)
    return 204, None


@routes(
    "DELETE",
    "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me",
    major="channel_id",
)
def unreact(call: Call) -> Answer:
    """Take the bot's reaction back."""
    channel = channel_of(call)
    need(call, channel, 0)
    message = message_of(call, channel)
    not_archived(channel)
    emoji = unquote(call.params["emoji"])
    call.world.unreact(message, call.world.bot_id, emoji)
    return 204, None


@routes(
    "DELETE",
    "/channels/{channel_id}/messages/{message_id}/reactions/{emoji}/{user_id}",
    major="channel_id",
)
def unreact_other(call: Call) -> Answer:
    """Take somebody's reaction away."""
    channel = channel_of(call)
    need(call, channel, permissions.MANAGE_MESSAGES)
    message = message_of(call, channel)
    not_archived(channel)
    emoji = unquote(call.params["emoji"])
    call.world.unreact(message, call.params["user_id"], emoji)
    return 204, None
