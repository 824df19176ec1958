"""Requests that answer interactions: the callback, and the webhook that lives fifteen minutes."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from bot.sandbox import components, message_body, message_payloads
from bot.sandbox.errors import refuse
from bot.sandbox.installs import BY_USER
from bot.sandbox.interactions import ANSWERS, COMMAND, SUBMIT, Interaction
from bot.sandbox.json_text import Json
from bot.sandbox.models import FLAG_EPHEMERAL, FLAG_LOADING, Message
from bot.sandbox.rest.requests import Answer, Call, Routes
from bot.sandbox.validation import Form

routes = Routes()
FOLLOW_UPS_BY_USER = 5
"""The most followups to an interaction with an app that only a person has installed."""
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL, WRITTEN = WEBHOOK + "/messages/@original", WEBHOOK + "/messages/{message_id}"


@routes(
    "POST",
    "/interactions/{interaction_id}/{interaction_token}/callback",
    limit=None,
    open=True,
)
def callback(call: Call) -> Answer:
    """Accept the first answer to an interaction."""
    interactions = call.services.interactions
    it = interactions.by_token.get(call.params["interaction_token"])
    if it is None or it.id != call.params["interaction_id"] or it.status == "failed":
        raise refuse(10062)
    if it.status != "pending":
        raise refuse(40060)
    form = Form()
    kind = call.fields.get("type")
    allowed = ANSWERS[it.type]
    if it.type == SUBMIT and it.message is None:
        allowed = allowed - {6, 7}
    if isinstance(kind, bool) or kind not in allowed:
        form.choice(("type",), sorted(allowed))
        form.check()
    assert isinstance(kind, int)
    data = call.fields.get("data")
    data = data if isinstance(data, dict) else {}
    if kind == 8:
        interactions.acknowledge(it, 8, choices=_choices(data, it))
    elif kind == 9:
        modal = components.read_modal(Form(("data",)), call.fields.get("data"), call.world.emojis)
        interactions.acknowledge(it, 9, modal=modal)
    elif kind == 6:
        interactions.acknowledge(it, 6, original=it.message)
    elif kind == 7:
        _update(call, it, data)
    elif kind == 5:
        flags = data.get("flags") or 0
        message = _write(call, it, {}, ephemeral=bool(flags & FLAG_EPHEMERAL), loading=True)
        interactions.acknowledge(it, 5, original=message)
    else:
        parsed = message_body.read(call, data, it.channel, inside=("data",))
        message = _write(call, it, parsed.parts, ephemeral=parsed.ephemeral)
        parsed.keep_files(call, it.channel)
        interactions.acknowledge(it, 4, original=message)
    if call.query.get("with_response") not in ("1", "true", "True"):
        return 204, None
    return 200, _receipt(call, it, kind)


def _receipt(call: Call, it: Interaction, kind: int) -> Json:
    about: Json = {"id": it.id, "type": it.type, "channel_id": it.channel.id}
    if it.channel.guild is not None:
        about["guild_id"] = it.channel.guild.id
    shape: Json = {"interaction": about}
    if kind in (4, 5, 6, 7) and it.original is not None:
        about["response_message_id"] = it.original.id
        about["response_message_loading"] = kind == 5
        about["response_message_ephemeral"] = it.original.only_for is not None
        message = message_payloads.message(it.original, call.world)
        if kind in (4, 7):
            shape["resource"] = {"type": kind, "message": message}
    return shape


def _choices(data: Json, it: Interaction) -> list[Json]:
    form = Form(("data",))
    found: list[Json] = []
    kind = next((o["type"] for o in _flat(it.data.get("options", [])) if o.get("focused")), 3)
    for place, raw in enumerate(form.listing(("choices",), data.get("choices"), 0, 25)):
        path = ("choices", place)
        raw = form.record(path, raw)
        name = form.text((*path, "name"), raw.get("name"), 1, 100, required=True)
        value = raw.get("value")
        if kind == 3:
            value = form.text((*path, "value"), value, 1, 100, required=True)
        elif isinstance(value, bool) or not isinstance(value, int if kind == 4 else (int, float)):
            words = f'Value "{value}" is not a number.'
            form.fault((*path, "value"), "NUMBER_TYPE_COERCE", words)
        found.append({"name": name, "value": value})
    form.check()
    return found


def _flat(options: list[Json]) -> list[Json]:
    found: list[Json] = []
    for option in options:
        found += [option, *_flat(option.get("options", []))]
    return found


def _update(call: Call, it: Interaction, data: Json) -> None:
    """Change the message whose control was used."""
    message = it.message
    if message is None or message.deleted:
        raise refuse(10008)
    parsed = message_body.read(call, data, it.channel, old=message, inside=("data",))
    parsed.keep_files(call, it.channel)
    call.services.interactions.acknowledge(it, 7, original=message)
    call.world.edit_message(message, **parsed.parts)


def _write(
    call: Call,
    it: Interaction,
    parts: dict[str, Any],
    *,
    ephemeral: bool,
    loading: bool = False,
    followup: bool = False,
) -> Message:
    """Write the message that answers an interaction."""
    world = call.world
    parts = dict(parts)
    flags = parts.pop("flags", 0)
    flags |= FLAG_EPHEMERAL if ephemeral else 0
    flags |= FLAG_LOADING if loading else 0
    asked = it.asked_by()
    kind, reference = 20 if it.type == COMMAND else 0, None
    replied = it.original if followup else it.message
    if replied is not None and not replied.deleted and replied.channel is it.channel:
        kind, reference = 19, replied.reference_to()
    if followup and it.original is not None:
        asked["original"] = it.original.id
    if not ephemeral and it.channel.is_thread and it.channel.archived:
        world.change_channel(it.channel, archived=False)
    message = world.add_message(
        it.channel,
        world.bot,
        type=kind,
        flags=flags,
        reference=reference,
        only_for=it.person.id if ephemeral else None,
        webhook_id=world.bot_id,
        asked_by=asked,
        **parts,
    )
    it.written.append(message)
    return message


def _webhook(call: Call) -> Interaction:
    """Find the interaction that a webhook request is about, if its token is good and fresh."""
    token = call.params["webhook_token"]
    it = call.services.interactions.by_token.get(token)
    if call.params["webhook_id"] != call.world.bot_id:
        raise refuse(10015)
    if it is None:
        raise refuse(50027 if _once_ours(token) else 10015)
    if call.services.interactions.expired(it):
        raise refuse(50027)
    if it.status != "answered" or it.answer in (8, None):
        raise refuse(10015)
    return it


def _once_ours(token: str) -> bool:
    """Tell whether a forgotten token has the form of those that were given out."""
    try:
        return base64.urlsafe_b64decode(token + "==").startswith(b"interaction:")
    except (binascii.Error, ValueError):
        return False


def _message(call: Call, it: Interaction) -> Message:
    wanted = call.params.get("message_id", "@original")
    if wanted == "@original":
        message = it.original
    else:
        message = next((each for each in it.written if each.id == wanted), None)
        if message is None and it.original is not None and it.original.id == wanted:
            message = it.original
    if message is None or message.deleted:
        raise refuse(10008)
    return message


def _as_message(call: Call, message: Message) -> Json:
    return message_payloads.message(message, call.world)


@routes("POST", WEBHOOK, limit="interaction", major="webhook_token", open=True)
def follow_up(call: Call) -> Answer:
    """Write a followup; the first after a deferred answer replaces that."""
    it = _webhook(call)
    original = it.original
    if {*it.owners} == {str(BY_USER)} and it.follow_ups == FOLLOW_UPS_BY_USER:
        raise refuse(40094)
    if it.loading and original is not None and not original.deleted:
        parsed = message_body.read(call, call.fields, it.channel)
        message = original
        _fill(call, it, message, parsed)
    else:
        parsed = message_body.read(call, call.fields, it.channel)
        message = _write(call, it, parsed.parts, ephemeral=parsed.ephemeral, followup=True)
        parsed.keep_files(call, it.channel)
        call.services.interactions.settle(it)
    it.follow_ups += 1
    # Discord always answers a bot's followup with the message, with or without `wait`.
    return 200, _as_message(call, message)


def _fill(call: Call, it: Interaction, message: Message, parsed: message_body.MessageBody) -> None:
    """Replace a deferred answer with the real one, which stays as private as it was."""
    parsed.keep_files(call, it.channel)
    kept = message.flags & FLAG_EPHEMERAL
    parsed.parts["flags"] = parsed.parts.get("flags", 0) & ~FLAG_LOADING | kept
    call.world.edit_message(message, mark=False, **parsed.parts)
    call.services.interactions.settle(it)
    call.services.monitor.changed()


@routes("GET", ORIGINAL, WRITTEN, limit="interaction", major="webhook_token", open=True)
def get(call: Call) -> Answer:
    """Return an answer's message."""
    it = _webhook(call)
    return 200, _as_message(call, _message(call, it))


@routes("PATCH", ORIGINAL, WRITTEN, limit="interaction", major="webhook_token", open=True)
def edit(call: Call) -> Answer:
    """Change an answer's message, or fill a deferred one."""
    it = _webhook(call)
    message = _message(call, it)
    parsed = message_body.read(call, call.fields, it.channel, old=message)
    if it.loading and message is it.original:
        parsed.parts.setdefault("flags", message.flags)
        _fill(call, it, message, parsed)
    else:
        parsed.keep_files(call, it.channel)
        call.world.edit_message(message, **parsed.parts)
        call.services.interactions.settle(it)
    return 200, _as_message(call, message)


@routes("DELETE", ORIGINAL, WRITTEN, limit="interaction", major="webhook_token", open=True)
def delete(call: Call) -> Answer:
    """Delete an answer's message."""
    it = _webhook(call)
    message = _message(call, it)
    call.world.delete_message(message)
    if message is it.original:
        call.services.interactions.settle(it)
    return 204, None
