"""The body of a message, as every request that writes one sends it."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox import command_calls, components, embeds, image_files, permissions
from bot.sandbox.errors import refuse
from bot.sandbox.interactions import UPLOAD_LIMIT
from bot.sandbox.json_text import Json
from bot.sandbox.models import (
    FLAG_EPHEMERAL,
    FLAG_SILENT,
    FLAG_SUPPRESS_EMBEDS,
    FLAG_V2,
    Channel,
    Message,
)
from bot.sandbox.rest.requests import Call, Upload
from bot.sandbox.snowflake import is_snowflake
from bot.sandbox.validation import Form, Path
from bot.sandbox.world import Blob

_SENT_FLAGS = FLAG_SUPPRESS_EMBEDS | FLAG_SILENT
_FIELDS = {"content", "embeds", "components", "attachments", "flags", "allowed_mentions"} | {
    "tts",
    "nonce",
    "enforce_nonce",
}
_UNSUPPORTED = {"poll": "Polls", "sticker_ids": "Stickers", "message_reference": "Replies"}
"""What Discord accepts but no bot here has sent so far."""


@dataclass(slots=True)
class MessageBody:
    """A message body that was read: `parts` to set on the message, and files yet to be stored.

    Only what the body named is among the parts, so that edits can be read the same way.
    """

    parts: dict[str, Any]
    ephemeral: bool
    uploads: list[tuple[Json, Upload]] = field(default_factory=list)

    def keep_files(self, call: Call, channel: Channel) -> None:
        """Store the files sent along, once the message is accepted."""
        for shape, upload in self.uploads:
            call.world.blobs[shape["id"]] = Blob(
                channel.id,
                shape["filename"],
                upload.content_type,
                upload.data,
                shape["url"].rpartition("hm=")[2],
            )


def read(
    call: Call,
    body: Json,
    channel: Channel,
    *,
    old: Message | None = None,
    inside: Path = (),
    bot_may: int = permissions.ALL,
) -> MessageBody:
    """Read a message body for a channel. Raises Refusal for what Discord refuses.

    `old` is the message that an edit changes. `inside` is where the body lies in the request.
    `bot_may` are the bot's permissions if they matter; answers to interactions need none.
    """
    form = Form(inside)
    call.note_unknown(body, _FIELDS | set(_UNSUPPORTED), "a message")
    _unsupported(form, body)
    flags = form.number(("flags",), body.get("flags"), 0, 2**53) or 0
    parts: dict[str, Any] = {}
    attached, uploads = _attachments(form, call, body, channel, old)
    by_name = {each["filename"]: each for each in attached}
    if "content" in body or old is None:
        parts["content"] = embeds.content(form, body.get("content")) or ""
    if "embeds" in body or old is None:
        parts["embeds"] = embeds.embeds(form, body.get("embeds"), by_name)
        shown = embeds.files_shown(body.get("embeds"))
        parts["embedded"] = [each["id"] for each in attached if each["filename"] in shown]
    if "components" in body or old is None:
        parts["components"] = components.read_message(
            form, body.get("components"), call.world.emojis
        )
    if attached or "attachments" in body or old is None:
        parts["attachments"] = attached
    allowed = _allowed_mentions(form, body.get("allowed_mentions"))
    form.check()
    _flags(parts, flags, old)
    if _empty(parts, old):
        raise refuse(50006)
    if parts.get("embeds") and not bot_may & permissions.EMBED_LINKS:
        raise refuse(50013)
    if uploads and not bot_may & permissions.ATTACH_FILES:
        raise refuse(50013)
    if "content" in parts:
        may = permissions.in_channel(channel, call.world.bot_id)
        _mentions(parts, channel, allowed, may)
    return MessageBody(parts, bool(flags & FLAG_EPHEMERAL), uploads)


def _unsupported(form: Form, body: Json) -> None:
    """Refuse by name what Discord would accept and this sandbox can't do."""
    for key, what in _UNSUPPORTED.items():
        if not body.get(key):
            continue
        if key == "message_reference" and isinstance(body[key], dict) and body[key].get("type"):
            what = "Forwards"
        form.unsupported((key,), what)
    flags = body.get("flags")
    if isinstance(flags, int) and flags & FLAG_V2:
        form.unsupported(("flags",), "Components V2")


def _flags(parts: dict[str, Any], flags: int, old: Message | None) -> None:
    """Set the flags that a bot may set; an edit may only hide embeds."""
    if old is None:
        parts["flags"] = flags & _SENT_FLAGS
    elif flags or "embeds" in parts:
        parts["flags"] = old.flags & ~FLAG_SUPPRESS_EMBEDS | flags & FLAG_SUPPRESS_EMBEDS


def _empty(parts: dict[str, Any], old: Message | None) -> bool:
    for key in ("content", "embeds", "components", "attachments"):
        if parts.get(key) or (old is not None and key not in parts and getattr(old, key)):
            return False
    return True


def _attachments(
    form: Form, call: Call, body: Json, channel: Channel, old: Message | None
) -> tuple[list[Json], list[tuple[Json, Upload]]]:
    """Read which files stay and which are added; each of these needs an upload's number."""
    raws = form.listing(("attachments",), body.get("attachments"), 0, 10)
    kept = {each["id"]: each for each in old.attachments} if old is not None else {}
    found: list[Json] = []
    uploads: list[tuple[Json, Upload]] = []
    waiting = dict(call.files)
    for place, raw in enumerate(raws):
        raw = form.record(("attachments", place), raw)
        wanted = raw.get("id")
        if not is_snowflake(wanted):
            form.required(("attachments", place, "id"))
        elif str(wanted) in kept:
            found.append(kept[str(wanted)])
        elif int(str(wanted)) in waiting:
            upload = waiting.pop(int(str(wanted)))
            shape = _shape(form, call, channel, upload, raw, place)
            found.append(shape)
            uploads.append((shape, upload))
        else:
            words = f"There is no file for attachment {wanted}"
            form.fault(("attachments", place), "ATTACHMENT_NOT_FOUND", words)
    for upload in waiting.values():
        shape = _shape(form, call, channel, upload, {}, len(found))
        found.append(shape)
        uploads.append((shape, upload))
    if "attachments" not in body and old is not None:
        found = [*old.attachments, *found]
    if len(found) > 10:
        form.fault(("attachments",), "BASE_TYPE_BAD_LENGTH", "Must be between 0 and 10 in length.")
    return found, uploads


def _shape(form: Form, call: Call, channel: Channel, upload: Upload, raw: Json, place: int) -> Json:
    """Write an attachment as in answers; its address contains a secret, as Discord's do."""
    if len(upload.data) > UPLOAD_LIMIT:
        form.fault(
            ("attachments", place), "ATTACHMENT_TOO_LARGE", "File cannot be larger than 10 MiB."
        )
    name = re.sub(r"[^\w.\-]", "_", raw.get("filename") or upload.filename or "file", flags=re.A)
    number = call.world.mint()
    url = f"{call.settings.url}/attachments/{channel.id}/{number}/{name}?hm={secrets.token_hex(16)}"
    shape: Json = {
        "id": number,
        "filename": name,
        "size": len(upload.data),
        "url": url,
        "proxy_url": url,
        "content_type": upload.content_type,
    }
    if raw.get("description"):
        shape["description"] = form.text(
            ("attachments", place, "description"), raw["description"], 0, 1024
        )
    picture = image_files.read(upload.data)
    if picture is not None:
        shape["width"], shape["height"] = picture.width, picture.height
    return shape


def _allowed_mentions(form: Form, value: object) -> Json | None:
    """Read whom a message may ping; None if it doesn't say."""
    if value is None:
        return None
    path = ("allowed_mentions",)
    raw = form.record(path, value)
    kinds = form.listing((*path, "parse"), raw.get("parse"), 0, 3)
    for place, kind in enumerate(kinds):
        if kind not in ("users", "roles", "everyone"):
            form.choice((*path, "parse", place), ("users", "everyone", "roles"))
    named = {key: form.ids((*path, key), raw.get(key), 100) for key in ("users", "roles")}
    for key, ids in named.items():
        if ids and key in kinds:
            words = f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.'
            form.fault(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words)
    form.truth((*path, "replied_user"), raw.get("replied_user"))
    return {"parse": kinds, **named}


def _mentions(parts: dict[str, Any], channel: Channel, allowed: Json | None, may: int) -> None:
    """Find out who is pinged by the content, as far as allowed."""
    text, guild = parts["content"], channel.guild
    known = guild.members if guild is not None else channel.recipients
    users = [id for id in command_calls.mentioned(text) if id in known]
    roles = command_calls.mentioned_roles(text, channel, may)
    all_of_us = guild is not None and ("@everyone" in text or "@here" in text)
    if allowed is not None:
        if "users" not in allowed["parse"]:
            users = [id for id in users if id in allowed["users"]]
        if "roles" not in allowed["parse"]:
            roles = [id for id in roles if id in allowed["roles"]]
        all_of_us = all_of_us and "everyone" in allowed["parse"]
    parts["mentions"] = users
    parts["mention_roles"] = roles
    parts["mention_everyone"] = all_of_us and bool(may & permissions.MENTION_EVERYONE)
