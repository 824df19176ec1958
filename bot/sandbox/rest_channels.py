"""Requests about channels and threads."""

from __future__ import annotations

from typing import Any

from bot.sandbox import message_body, payloads, permissions
from bot.sandbox.errors import refuse
from bot.sandbox.json_text import Json
from bot.sandbox.models import (
    CATEGORY,
    DM,
    FORUM,
    NEWS,
    NEWS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    STAGE,
    TEXT,
    VOICE,
    Channel,
    Overwrite,
)
from bot.sandbox.rest import Answer, Call, Routes
from bot.sandbox.rest_lookup import channel_of, guild_of, need
from bot.sandbox.rest_messages import message_of
from bot.sandbox.snowflake import is_snowflake
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


@routes("DELETE", "/channels/{channel_id}", major="channel_id")
def delete(call: Call) -> Answer:
    """Delete a channel or thread (a DM is only closed)."""
    channel = channel_of(call)
    manage = permissions.MANAGE_THREADS if channel.is_thread else permissions.MANAGE_CHANNELS
    need(call, channel, 0 if channel.type == DM else manage)
    shape = _shape(call, channel)
    if channel.type != DM:
        call.world.delete_channel(channel)
    return 200, shape


@routes("PATCH", "/channels/{channel_id}", limit="thread", major="channel_id")
def change(call: Call) -> Answer:
    """Change a channel or thread."""
    channel = channel_of(call)
    may = need(call, channel, 0)
    if channel.type == DM:
        raise refuse(50003)
    changes = _thread_changes(call, channel, may) if channel.is_thread else _changes(call, may)
    if changes:
        call.world.change_channel(channel, **changes)
    return 200, _shape(call, channel)


def _changes(call: Call, may: int) -> dict[str, Any]:
    """Read what is to change about a channel."""
    if not may & permissions.MANAGE_CHANNELS:
        raise refuse(50013)
    form, body = Form(), call.fields
    changes: dict[str, Any] = {}
    if "name" in body:
        changes["name"] = form.text(("name",), body["name"], 1, 100, required=True)
    if "topic" in body:
        changes["topic"] = form.text(("topic",), body["topic"], 0, 1024)
    if "position" in body:
        changes["position"] = form.number(("position",), body["position"], 0, 2**31 - 1, default=0)
    if "rate_limit_per_user" in body:
        path = ("rate_limit_per_user",)
        changes["slowmode"] = form.number(path, body[path[0]], 0, 21600, default=0)
    form.check()
    return changes


def _thread_changes(call: Call, thread: Channel, may: int) -> dict[str, Any]:
    """Read what is to change about a thread; an archived one must first come out of the archive."""
    form, body = Form(), call.fields
    changes: dict[str, Any] = {}
    manages = bool(may & permissions.MANAGE_THREADS)
    owns = thread.owner_id == call.world.bot_id
    speaks = bool(may & permissions.SEND_MESSAGES_IN_THREADS)
    for key in ("archived", "locked", "invitable"):
        if body.get(key) is not None:
            changes[key] = form.truth((key,), body[key])
    if body.get("name") is not None:
        changes["name"] = form.text(("name",), body["name"], 1, 100)
    if body.get("auto_archive_duration") is not None:
        changes["auto_archive"] = body["auto_archive_duration"]
        if body["auto_archive_duration"] not in ARCHIVE_AFTER:
            form.choice(("auto_archive_duration",), ARCHIVE_AFTER)
    if body.get("rate_limit_per_user") is not None:
        path = ("rate_limit_per_user",)
        changes["slowmode"] = form.number(path, body[path[0]], 0, 21600)
    if body.get("applied_tags") is not None:
        changes["applied_tags"] = form.ids(("applied_tags",), body["applied_tags"], 5)
    form.check()
    changes = {key: value for key, value in changes.items() if getattr(thread, key) != value}
    if thread.archived and changes:
        opens = changes.get("archived") is False
        if not opens and set(changes) != {"locked"}:
            raise refuse(50083)
        if opens and not manages and (thread.locked or not speaks):
            raise refuse(50013)
    if "locked" in changes and not manages:
        raise refuse(50013)
    if changes.get("archived") and not (manages or owns):
        raise refuse(50013)
    if set(changes) - {"archived", "locked"} and not (manages or owns):
        raise refuse(50013)
    if "slowmode" in changes and not manages:
        raise refuse(50013)
    return changes


def _thread_form(call: Call, form: Form) -> dict[str, Any]:
    """Read what every new thread needs."""
    body = call.fields
    parts: dict[str, Any] = {"name": form.text(("name",), body.get("name"), 1, 100, required=True)}
    after = body.get("auto_archive_duration")
    if after is not None:
        parts["auto_archive"] = after
        if after not in ARCHIVE_AFTER:
            form.choice(("auto_archive_duration",), ARCHIVE_AFTER)
    slow = form.number(
        ("rate_limit_per_user",), body.get("rate_limit_per_user"), 0, 21600, default=0
    )
    parts["slowmode"] = slow
    return parts


@routes(
    "POST",
    "/channels/{channel_id}/messages/{message_id}/threads",
    limit="thread",
    major="channel_id",
)
def thread_from_message(call: Call) -> Answer:
    """Open a public thread that grows from a message."""
    world = call.world
    channel = channel_of(call)
    need(call, channel, permissions.CREATE_PUBLIC_THREADS | permissions.READ_MESSAGE_HISTORY)
    if channel.type not in (TEXT, NEWS):
        raise refuse(50024)
    message = message_of(call, channel)
    if message.thread is not None or message.id in world.channels:
        raise refuse(160004)
    form = Form()
    parts = _thread_form(call, form)
    form.check()
    kind = NEWS_THREAD if channel.type == NEWS else PUBLIC_THREAD
    thread = world.add_thread(channel, world.bot, type=kind, starter=message, **parts)
    reference: Json = {"type": 0, "channel_id": channel.id, "message_id": message.id}
    if channel.guild is not None:
        reference["guild_id"] = channel.guild.id
    world.add_message(thread, world.bot, type=21, reference=reference)
    return 201, _shape(call, thread)


@routes("POST", "/channels/{channel_id}/threads", limit="thread", major="channel_id")
def thread(call: Call) -> Answer:
    """Open a thread out of nothing, or a forum post with its first message."""
    world = call.world
    channel = channel_of(call)
    form = Form()
    if channel.type == FORUM:
        return _post(call, channel, form)
    if channel.type not in (TEXT, NEWS):
        raise refuse(50024)
    kind = call.fields.get("type")
    kind = PRIVATE_THREAD if kind is None else kind
    wanted = permissions.CREATE_PUBLIC_THREADS
    if kind == PRIVATE_THREAD:
        wanted = permissions.CREATE_PRIVATE_THREADS
    need(call, channel, wanted)
    parts = _thread_form(call, form)
    fits = (NEWS_THREAD,) if channel.type == NEWS else (PUBLIC_THREAD, PRIVATE_THREAD)
    if kind not in fits:
        form.choice(("type",), fits)
    if call.fields.get("invitable") is not None:
        parts["invitable"] = form.truth(("invitable",), call.fields["invitable"])
    form.check()
    made = world.add_thread(channel, world.bot, type=kind, **parts)
    if kind != PRIVATE_THREAD:
        world.announce_thread(channel, world.bot, made)
    return 201, _shape(call, made)


def _post(call: Call, forum: Channel, form: Form) -> Answer:
    """Open a forum post."""
    world = call.world
    may = need(call, forum, permissions.SEND_MESSAGES)
    parts = _thread_form(call, form)
    tags = form.ids(("applied_tags",), call.fields.get("applied_tags"), 5)
    if not isinstance(call.fields.get("message"), dict):
        form.required(("message",))
    form.check()
    body = call.fields["message"]
    draft = message_body.read(call, body, forum, inside=("message",), bot_may=may)
    post = world.add_thread(forum, world.bot, type=PUBLIC_THREAD, applied_tags=tags, **parts)
    message = world.add_message(post, world.bot, number=post.id, **draft.parts)
    draft.keep_files(call, post)
    first = payloads.message(message, world)
    return 201, {**_shape(call, post), "message": first}


@routes("PUT", "/channels/{channel_id}/thread-members/@me", major="channel_id")
def join(call: Call) -> Answer:
    """Let the bot join a thread."""
    thread = _open_thread(call)
    call.world.join_thread(thread, call.world.bot)
    return 204, None


@routes("DELETE", "/channels/{channel_id}/thread-members/@me", major="channel_id")
def leave(call: Call) -> Answer:
    """Let the bot leave a thread."""
    thread = _open_thread(call)
    call.world.leave_thread(thread, call.world.bot)
    return 204, None


@routes("PUT", "/channels/{channel_id}/thread-members/{user_id}", major="channel_id")
def add_member(call: Call) -> Answer:
    """Put somebody into a thread."""
    thread = _open_thread(call)
    may = need(call, thread, permissions.SEND_MESSAGES_IN_THREADS)
    world = call.world
    runs_it = bool(may & permissions.MANAGE_THREADS) or thread.owner_id == world.bot_id
    if thread.type == PRIVATE_THREAD and not thread.invitable and not runs_it:
        raise refuse(50013)
    person = world.people.get(call.params["user_id"])
    assert thread.guild is not None
    if person is None or person.id not in thread.guild.members:
        raise refuse(10007)
    world.join_thread(thread, person)
    return 204, None


@routes("DELETE", "/channels/{channel_id}/thread-members/{user_id}", major="channel_id")
def remove_member(call: Call) -> Answer:
    """Take somebody out of a thread."""
    thread = _open_thread(call)
    may = need(call, thread, 0)
    world = call.world
    owns = thread.type == PRIVATE_THREAD and thread.owner_id == world.bot_id
    if not may & permissions.MANAGE_THREADS and not owns:
        raise refuse(50013)
    person = world.people.get(call.params["user_id"])
    if person is None:
        raise refuse(10007)
    world.leave_thread(thread, person)
    return 204, None


@routes("GET", "/channels/{channel_id}/thread-members", major="channel_id")
def members(call: Call) -> Answer:
    """Return who is in a thread."""
    thread = channel_of(call)
    need(call, thread, 0)
    return 200, [payloads.thread_member(thread, id) for id in thread.thread_members]


@routes("GET", "/channels/{channel_id}/thread-members/{user_id}", major="channel_id")
def member(call: Call) -> Answer:
    """Return somebody's membership of a thread."""
    thread = channel_of(call)
    need(call, thread, 0)
    if call.params["user_id"] not in thread.thread_members:
        raise refuse(10007)
    return 200, payloads.thread_member(thread, call.params["user_id"])


def _open_thread(call: Call) -> Channel:
    thread = channel_of(call)
    need(call, thread, 0)
    if not thread.is_thread:
        raise refuse(50024)
    if thread.archived:
        raise refuse(50083)
    return thread


@routes("GET", "/channels/{channel_id}/threads/archived/public", major="channel_id")
def archived(call: Call) -> Answer:
    """Return a channel's archived public threads, the last archived first."""
    channel = channel_of(call)
    need(call, channel, permissions.READ_MESSAGE_HISTORY)
    assert channel.guild is not None
    found = [
        each
        for each in channel.guild.threads.values()
        if each.parent_id == channel.id and each.archived and each.type != PRIVATE_THREAD
    ]
    found.sort(key=lambda each: each.archive_changed, reverse=True)
    return 200, _thread_list(call, found)


@routes("GET", "/guilds/{guild_id}/threads/active", major="guild_id")
def active(call: Call) -> Answer:
    """Return the threads of a server that are not archived."""
    guild = guild_of(call)
    me = call.world.bot_id
    found = [t for t in guild.threads.values() if not t.archived and permissions.sees(t, me)]
    shape = _thread_list(call, found)
    return 200, shape


def _thread_list(call: Call, threads: list[Channel]) -> Json:
    me = call.world.bot_id
    mine = [payloads.thread_member(t, me) for t in threads if me in t.thread_members]
    return {"threads": [_shape(call, t) for t in threads], "members": mine, "has_more": False}


@routes("POST", "/guilds/{guild_id}/channels", major="guild_id")
def create(call: Call) -> Answer:
    """Make a channel."""
    guild = guild_of(call)
    me = call.world.bot_id
    if not permissions.in_guild(guild, me) & permissions.MANAGE_CHANNELS:
        raise refuse(50013)
    form, body = Form(), call.fields
    name = form.text(("name",), body.get("name"), 1, 100, required=True) or ""
    kind = form.number(("type",), body.get("type"), 0, FORUM, default=TEXT) or TEXT
    if kind not in (TEXT, VOICE, CATEGORY, NEWS, STAGE, FORUM):
        form.choice(("type",), (TEXT, VOICE, CATEGORY, NEWS, STAGE, FORUM))
    topic = form.text(("topic",), body.get("topic"), 0, 1024)
    form.check()
    parent = str(body["parent_id"]) if body.get("parent_id") else None
    made = call.world.add_channel(guild, name, kind, topic=topic, parent_id=parent)
    return 201, _shape(call, made)


@routes("PUT", "/channels/{channel_id}/permissions/{overwrite_id}", major="channel_id")
def overwrite(call: Call) -> Answer:
    """Set what a channel grants or takes from a role or member."""
    channel = channel_of(call)
    need(call, channel, permissions.MANAGE_ROLES)
    form, body = Form(), call.fields
    kind = form.number(("type",), body.get("type"), 0, 1)
    if kind is None:
        form.required(("type",))
    for key in ("allow", "deny"):
        if body.get(key) is not None and not is_snowflake(body[key]):
            form.fault((key,), "NUMBER_TYPE_COERCE", "Not a set of permissions.")
    form.check()
    made = Overwrite(
        call.params["overwrite_id"],
        kind or 0,
        int(body.get("allow") or 0),
        int(body.get("deny") or 0),
    )
    call.world.set_overwrite(channel, made)
    return 204, None


@routes("DELETE", "/channels/{channel_id}/permissions/{overwrite_id}", major="channel_id")
def clear_overwrite(call: Call) -> Answer:
    """Clear what a channel grants or takes from a role or member."""
    channel = channel_of(call)
    need(call, channel, permissions.MANAGE_ROLES)
    if call.params["overwrite_id"] not in channel.overwrites:
        raise refuse(10009)
    call.world.set_overwrite(channel, None, call.params["overwrite_id"])
    return 204, None
