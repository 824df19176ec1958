"""Requests about a server's scheduled events, of the kind outside any channel."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from bot.sandbox import payloads, permissions, scheduled_events
from bot.sandbox.errors import refuse
from bot.sandbox.json_text import Json
from bot.sandbox.models import ACTIVE, CANCELLED, COMPLETED, SCHEDULED, Guild, ScheduledEvent
from bot.sandbox.payloads import EXTERNAL, GUILD_ONLY
from bot.sandbox.rest.lookup import guild_of
from bot.sandbox.rest.requests import Answer, Call, Routes
from bot.sandbox.validation import Form

routes = Routes()
ALL = "/guilds/{guild_id}/scheduled-events"
ONE = ALL + "/{event_id}"
_FIELDS = {"name", "description", "scheduled_start_time", "scheduled_end_time"} | {
    "entity_type",
    "entity_metadata",
    "privacy_level",
    "channel_id",
    "status",
}
_UNSUPPORTED = {"image": "Pictures of events", "recurrence_rule": "Events that repeat"}
_STEPS = {SCHEDULED: (ACTIVE, CANCELLED), ACTIVE: (COMPLETED,)}
"""Which status may follow which."""


def _shape(call: Call, guild: Guild, event: ScheduledEvent) -> Json:
    shape = payloads.scheduled_event(event, guild.id, call.world)
    if call.query.get("with_user_count", "").lower() in ("1", "true"):
        shape["user_count"] = 0
    return shape


def _event_of(call: Call, guild: Guild) -> ScheduledEvent:
    event = guild.events.get(call.params["event_id"])
    if event is None:
        raise refuse(10070)
    return event


def _may_change(call: Call, guild: Guild, event: ScheduledEvent) -> None:
    """Refuse if it is somebody else's event and the bot can't manage events."""
    may = permissions.in_guild(guild, call.world.bot_id)
    own = permissions.CREATE_EVENTS if event.creator_id == call.world.bot_id else 0
    if not may & (permissions.MANAGE_EVENTS | own):
        raise refuse(50013)


@routes("GET", ALL, major="guild_id")
def listed(call: Call) -> Answer:
    """Return the events that aren't over."""
    guild = guild_of(call)
    return 200, [_shape(call, guild, e) for e in guild.events.values() if not e.is_over]


@routes("GET", ONE, major="guild_id")
def get(call: Call) -> Answer:
    """Return one event."""
    guild = guild_of(call)
    return 200, _shape(call, guild, _event_of(call, guild))


@routes("POST", ALL, limit="event", major="guild_id")
def create(call: Call) -> Answer:
    """Create an event; this needs Create Events."""
    guild, world = guild_of(call), call.world
    if not permissions.in_guild(guild, world.bot_id) & permissions.CREATE_EVENTS:
        raise refuse(50013)
    parts = _read(call, None)
    if sum(not event.is_over for event in guild.events.values()) >= scheduled_events.MOST:
        raise refuse(30038)
    event = scheduled_events.add(world, guild, world.bot, **parts)
    return 200, _shape(call, guild, event)


@routes("PATCH", ONE, limit="event", major="guild_id")
def change(call: Call) -> Answer:
    """Change an event, start it, end it or cancel it."""
    guild = guild_of(call)
    event = _event_of(call, guild)
    _may_change(call, guild, event)
    if event.is_over:
        raise refuse(180000)
    parts = _read(call, event)
    if parts:
        scheduled_events.change(call.world, guild, event, **parts)
    return 200, _shape(call, guild, event)


@routes("DELETE", ONE, limit="event", major="guild_id")
def delete(call: Call) -> Answer:
    """Delete an event."""
    guild = guild_of(call)
    event = _event_of(call, guild)
    _may_change(call, guild, event)
    scheduled_events.delete(call.world, guild, event)
    return 204, None


def _read(call: Call, old: ScheduledEvent | None) -> dict[str, Any]:
    """Read what an event should be; `old` is the one to change."""
    form, body = Form(), call.fields
    call.note_unknown(body, _FIELDS | set(_UNSUPPORTED), "an event")
    for key, what in _UNSUPPORTED.items():
        if body.get(key) is not None:
            form.unsupported((key,), what)
    _kind(form, body, new=old is None)
    parts: dict[str, Any] = {}
    if old is None or "name" in body:
        parts["name"] = form.text(("name",), body.get("name"), 1, 100, required=True)
    if body.get("description") is not None:
        parts["description"] = form.text(("description",), body["description"], 1, 1000)
    elif "description" in body:
        parts["description"] = None
    if old is None or "entity_metadata" in body:
        path = ("entity_metadata",)
        if body.get("entity_metadata") is None:
            form.required(path)
        else:
            place = form.record(path, body["entity_metadata"]).get("location")
            parts["location"] = form.text((*path, "location"), place, 1, 100, required=True)
    _times(form, body, old, parts, call.world.clock())
    if old is not None and body.get("status") not in (None, old.status):
        parts["status"] = body["status"]
        if parts["status"] not in _STEPS[old.status]:
            form.choice(("status",), _STEPS[old.status])
    form.check()
    return parts


def _kind(form: Form, body: Json, *, new: bool) -> None:
    """Check that it is an event for a place outside Discord."""
    kind = body.get("entity_type")
    if kind in (1, 2) and not isinstance(kind, bool):
        form.unsupported(("entity_type",), "Events in channels")
    elif kind is None and new:
        form.required(("entity_type",))
    elif kind not in (None, EXTERNAL):
        form.choice(("entity_type",), (1, 2, EXTERNAL))
    if body.get("channel_id") is not None:
        words = "channel_id must be null for external events"
        form.fault(("channel_id",), "GUILD_SCHEDULED_EVENT_CHANNEL_ID", words)
    level = body.get("privacy_level")
    if level is None and new:
        form.required(("privacy_level",))
    elif level not in (None, GUILD_ONLY):
        form.choice(("privacy_level",), (GUILD_ONLY,))


def _times(
    form: Form, body: Json, old: ScheduledEvent | None, parts: dict[str, Any], now: float
) -> None:
    """Read when it starts and ends: in the future, and in this order."""
    for key, part in (("scheduled_start_time", "starts"), ("scheduled_end_time", "ends")):
        if old is None or key in body:
            moment = _moment(form, key, body.get(key))
            if moment is None or (old is not None and moment == getattr(old, part)):
                continue
            parts[part] = moment
            if moment <= now:
                words = "Cannot schedule event in the past."
                form.fault((key,), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", words)
    starts = parts.get("starts", old.starts if old else None)
    ends = parts.get("ends", old.ends if old else None)
    if starts is not None and ends is not None and ends <= starts:
        words = "Cannot schedule event to end before it starts."
        form.fault(("scheduled_end_time",), "GUILD_SCHEDULED_EVENT_END_BEFORE_START", words)


def _moment(form: Form, key: str, value: object) -> float | None:
    """Read a moment with its zone."""
    text = form.text((key,), value, required=True)
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        words = f'Could not parse "{text}". Should be ISO8601.'
        form.fault((key,), "DATE_TIME_TYPE_PARSE", words)
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
