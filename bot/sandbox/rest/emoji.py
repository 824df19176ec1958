"""Requests about the application's own emoji."""

from __future__ import annotations

import base64
import binascii
import re

from bot.sandbox import image_files, payloads
from bot.sandbox.errors import refuse
from bot.sandbox.models import Emoji
from bot.sandbox.rest.requests import Answer, Call, Routes
from bot.sandbox.validation import Form

routes = Routes()
ALL = "/applications/{application_id}/emojis"
ONE = "/applications/{application_id}/emojis/{emoji_id}"
MOST = 2000
SIDE = 128
"""Width and height in pixels. Discord scales larger ones down, which this sandbox can't."""
BYTES = 256 * 1024
_NAME = re.compile(r"\w+", re.ASCII)
_DATA_URI = re.compile(r"data:(image/[a-z]+);base64,(.+)", re.DOTALL)


def _own(call: Call) -> None:
    """Refuse to touch the emoji of another application."""
    if call.params["application_id"] != call.world.bot_id:
        raise refuse(20012)


def _emoji(call: Call) -> Emoji:
    _own(call)
    found = call.world.emojis.get(call.params["emoji_id"])
    if found is None:
        raise refuse(10014)
    return found


@routes("GET", ALL, limit="emoji", major="application_id")
def listed(call: Call) -> Answer:
    """Return all emoji of the application."""
    _own(call)
    return 200, {"items": [payloads.emoji(each, call.world) for each in call.world.emojis.values()]}


@routes("GET", ONE, limit="emoji", major="application_id")
def get(call: Call) -> Answer:
    """Return one emoji."""
    return 200, payloads.emoji(_emoji(call), call.world)


@routes("POST", ALL, limit="emoji", major="application_id")
def create(call: Call) -> Answer:
    """Accept a new emoji: a name that no other has, and a picture."""
    _own(call)
    form = Form()
    call.note_unknown(call.fields, {"name", "image"}, "an emoji")
    name = _name(form, call, call.fields.get("name"))
    image = _image(form, call.fields.get("image"))
    form.check()
    if len(call.world.emojis) >= MOST:
        raise refuse(30008)
    assert name is not None and image is not None
    kind, data = image
    made = call.world.add_emoji(name, kind.content_type, data, animated=kind.animated)
    return 201, payloads.emoji(made, call.world)


@routes("PATCH", ONE, limit="emoji", major="application_id")
def rename(call: Call) -> Answer:
    """Give an emoji another name; its picture stays."""
    found = _emoji(call)
    form = Form()
    call.note_unknown(call.fields, {"name"}, "an emoji")
    name = None
    if "name" in call.fields:
        name = _name(form, call, call.fields["name"], found)
    form.check()
    if name is not None:
        call.world.rename_emoji(found, name)
    return 200, payloads.emoji(found, call.world)


@routes("DELETE", ONE, limit="emoji", major="application_id")
def delete(call: Call) -> Answer:
    """Delete an emoji; wherever a message contains it, its name appears from now on."""
    call.world.remove_emoji(_emoji(call))
    return 204, None


def _name(form: Form, call: Call, value: object, own: Emoji | None = None) -> str | None:
    """Read a name: letters, digits and underscores, and not another emoji's."""
    name = form.text(("name",), value, 2, 32, required=True)
    if name is None:
        return None
    if not _NAME.fullmatch(name):
        words = "String value did not match validation regex."
        form.fault(("name",), "STRING_TYPE_REGEX", words)
        return None
    if any(each.name == name and each is not own for each in call.world.emojis.values()):
        words = "An emoji with this name already exists."
        form.fault(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", words)
        return None
    return name


def _image(form: Form, value: object) -> tuple[image_files.ImageFile, bytes] | None:
    """Read a picture from a data URI whose type must match its bytes."""
    path = ("image",)
    text = form.text(path, value, required=True)
    if text is None:
        return None
    match = _DATA_URI.fullmatch(text)
    try:
        data = base64.b64decode(match[2], validate=True) if match else b""
    except binascii.Error:
        data = b""
    kind = image_files.read(data)
    if match is None or kind is None or kind.content_type != match[1]:
        form.fault(path, "IMAGE_INVALID", "Invalid image data")
        return None
    if len(data) > BYTES:
        form.fault(path, "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
        return None
    if max(kind.width, kind.height) > SIDE:
        form.unsupported(path, f"Pictures over {SIDE} by {SIDE} pixels")
        return None
    return kind, data
