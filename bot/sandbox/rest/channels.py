"""Requests about channels and threads."""

from __future__ import annotations

from typing import Any

from bot.sandbox import payloads, permissions, threads
from bot.sandbox.errors import refuse
from bot.sandbox.json_text import Json
from bot.sandbox.models import NEWS, NEWS_THREAD, PUBLIC_THREAD, TEXT, Channel
from bot.sandbox.rest.lookup import channel_of, message_of, need
from bot.sandbox.rest.requests import Answer, Call, Routes
from bot.sandbox.validation import Form

routes = Routes()
ARCHIVE_AFTER = (60, 1440, 4320, 10080)


def _shape(call: Call, channel: Channel) -> Json:
    return payloads.channel(channel, call.world, call.world.bot_id)


@routes("GET", "/channels/{channel_id}", major="channel_id")
def get(call: Call) -> Answer:
    """Return a channel or thread."""
    channel = channel_of(call)
    need(call, channel, 0)
    return 200, _shape(call, channel)


@routes("PATCH", "/channels/{channel_id}", limit="thread", major="channel_id")
def change(call: Call) -> Answer:
    """Change a thread: its name, archive or lock. The bot changes nothing about channels."""
    channel = channel_of(call)
    may = need(call, channel, 0)
    if not channel.is_thread:
        raise refuse(50013)
    changes = _thread_changes(call, channel, may)
    if changes:
        call.world.change_channel(channel, **changes)
    return 200, _shape(call, channel)


def _thread_changes(call: Call, thread: Channel, may: int) -> dict[str, Any]:
    """Read what is to change about a thread; an archived one must be unarchived first."""
    form, body = Form(), call.fields
    call.note_unknown(body, {"archived", "locked", "name", "auto_archive_duration"}, "a thread")
    changes: dict[str, Any] = {}
    for key in ("archived", "locked"):
        if body.get(key) is not None:
            changes[key] = form.truth((key,), body[key])
    if body.get("name") is not None:
        changes["name"] = form.text(("name",), body["name"], 1, 100)
    if body.get("auto_archive_duration") is not None:
        changes["auto_archive"] = _archive_after(form, body)
    form.check()
    changes = {key: value for key, value in changes.items() if getattr(thread, key) != value}
    manages = bool(may & permissions.MANAGE_THREADS)
    runs_it = manages or thread.owner_id == call.world.bot_id
    if thread.archived and changes:
        opens = changes.get("archived") is False
        speaks = bool(may & permissions.SEND_MESSAGES_IN_THREADS)
        if not opens and set(changes) != {"locked"}:
            raise refuse(50083)
        if opens and not manages and (thread.locked or not speaks):
            raise refuse(50013)
    if "locked" in changes and not manages:
        raise refuse(50013)
    if (changes.get("archived") or set(changes) - {"archived", "locked"}) and not runs_it:
        raise refuse(50013)
    return changes


def _archive_after(form: Form, body: Json) -> Any:
    after = body["auto_archive_duration"]
    if after not in ARCHIVE_AFTER:
        form.choice(("auto_archive_duration",), ARCHIVE_AFTER)
    return after


@routes(
    "POST",
    "/channels/{channel_id}/messages/{message_id}/threads",
    limit="thread",
    major="channel_id",
)
def thread_from_message(call: Call) -> Answer:
    """Open a public thread under a message."""
    world = call.world
    channel = channel_of(call)
    need(call, channel, permissions.CREATE_PUBLIC_THREADS | permissions.READ_MESSAGE_HISTORY)
    if channel.type not in (TEXT, NEWS):
        raise refuse(50024)
    message = message_of(call, channel)
    if message.thread is not None or message.id in world.channels:
        raise refuse(160004)
    form, body = Form(), call.fields
    known = {"name", "auto_archive_duration", "rate_limit_per_user"}
    call.note_unknown(body, known, "a thread")
    parts: dict[str, Any] = {"name": form.text(("name",), body.get("name"), 1, 100, required=True)}
    if body.get("auto_archive_duration") is not None:
        parts["auto_archive"] = _archive_after(form, body)
    form.check()
    kind = NEWS_THREAD if channel.type == NEWS else PUBLIC_THREAD
    thread = threads.add_thread(world, channel, world.bot, type=kind, starter=message, **parts)
    world.add_message(thread, world.bot, type=21, reference=message.reference_to())
    return 201, _shape(call, thread)
