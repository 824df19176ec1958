"""Discord's limits on what a request may hold, told the way Discord tells them.

`Form` gathers what is wrong with a body, nested by field. The limits themselves stand where they
are used: here for messages and embeds, in `components` and `commandforms` for the rest.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from bot.sandbox.errors import Refusal
from bot.sandbox.json_text import Json
from bot.sandbox.snowflake import is_snowflake

Path = tuple[str | int, ...]

CONTENT = 2000
EMBEDS_TOGETHER = 6000


class Form:
    """A body being checked; every fault is kept, and `check` refuses once with all of them.

    `inside` is where the checked part lies in the whole body, such as the `data` of a callback.
    """

    def __init__(self, inside: Path = ()) -> None:
        self.errors: Json = {}
        self.inside = inside

    def fault(self, path: Path, code: str, words: str) -> None:
        """Note what is wrong with the field at this path."""
        place = self.errors
        for step in (*self.inside, *path):
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": code, "message": words})

    def check(self) -> None:
        """Refuse the body (50035) if anything was wrong."""
        if self.errors:
            raise Refusal(400, 50035, "Invalid Form Body", errors=self.errors)

    def required(self, path: Path) -> None:
        """Note that a field is missing."""
        self.fault(path, "BASE_TYPE_REQUIRED", "This field is required")

    def choice(self, path: Path, allowed: Collection[Any]) -> None:
        """Note that a value is none of those allowed."""
        listed = ", ".join(str(each) for each in allowed)
        self.fault(path, "BASE_TYPE_CHOICES", f"Value must be one of ({listed}).")

    def text(
        self, path: Path, value: object, low: int = 0, high: int = 0, *, required: bool = False
    ) -> str | None:
        """Read a text of `low` to `high` characters (0: no limit); None if absent or wrong."""
        if value is None:
            if required:
                self.required(path)
            return None
        if not isinstance(value, str):
            self.fault(path, "STRING_TYPE_CONVERT", "Could not interpret as string.")
            return None
        if len(value) < low or (high and len(value) > high):
            if required and not value:
                self.required(path)
            elif low and high:
                words = f"Must be between {low} and {high} in length."
                self.fault(path, "BASE_TYPE_BAD_LENGTH", words)
            elif high and len(value) > high:
                words = f"Must be {high} or fewer in length."
                self.fault(path, "BASE_TYPE_MAX_LENGTH", words)
            else:
                self.fault(path, "BASE_TYPE_MIN_LENGTH", f"Must be {low} or more in length.")
            return None
        return value

    def number(
        self, path: Path, value: object, low: int, high: int, *, default: int | None = None
    ) -> int | None:
        """Read a whole number between two bounds; the default if absent, None if wrong."""
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return None
        if not low <= value <= high:
            if value < low:
                words = f"int value should be greater than or equal to {low}."
                self.fault(path, "NUMBER_TYPE_MIN", words)
            else:
                self.fault(path, "NUMBER_TYPE_MAX", f"int value should be <= {high}.")
            return None
        return value

    def truth(self, path: Path, value: object) -> bool:
        """Read a yes or no; absent means no."""
        if value is None or isinstance(value, bool):
            return bool(value)
        self.fault(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
        return False

    def listing(
        self, path: Path, value: object, low: int, high: int, *, required: bool = False
    ) -> list[Any]:
        """Read a list of `low` to `high` things; empty if absent or wrong."""
        if value is None:
            if required:
                self.required(path)
            return []
        if not isinstance(value, list):
            self.fault(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not low <= len(value) <= high:
            words = f"Must be between {low} and {high} in length."
            self.fault(path, "BASE_TYPE_BAD_LENGTH", words)
            return []
        return value

    def record(self, path: Path, value: object) -> Json:
        """Read an object; empty if it is none."""
        if isinstance(value, dict):
            return value
        self.fault(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return {}

    def ids(self, path: Path, value: object, high: int) -> list[str]:
        """Read a list of ids, each once."""
        found: list[str] = []
        for place, each in enumerate(self.listing(path, value, 0, high)):
            if not is_snowflake(each):
                self.fault(
                    (*path, place), "NUMBER_TYPE_COERCE", f'Value "{each}" is not snowflake.'
                )
            elif str(each) in found:
                self.fault(path, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains it")
            else:
                found.append(str(each))
        return found

    def url(
        self, path: Path, value: object, *, files: bool = False, high: int = 2048
    ) -> str | None:
        """Read an http address, or attachment:// where `files` may be meant."""
        text = self.text(path, value, 0, high)
        if text is None:
            return None
        schemes = ("http", "https", "attachment") if files else ("http", "https", "discord")
        parts = urlsplit(text)
        if parts.scheme not in schemes:
            words = f"Scheme must be one of ({', '.join(schemes)})."
            self.fault(path, "URL_TYPE_INVALID_SCHEME", words)
            return None
        if not parts.netloc or re.search(r"\s", text):
            self.fault(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
            return None
        return text


def content(form: Form, value: object) -> str | None:
    """Read a message's content, without the blanks around it; None if absent."""
    text = form.text(("content",), value, 0, CONTENT)
    return None if text is None else text.strip()


def embeds(form: Form, value: object, files: dict[str, str]) -> list[Json]:
    """Read embeds and return them as answers carry them. `files`: address by attachment name."""
    found: list[Json] = []
    total = 0
    for place, raw in enumerate(form.listing(("embeds",), value, 0, 10)):
        path: Path = ("embeds", place)
        embed, size = _embed(form, path, form.record(path, raw), files)
        total += size
        if embed is not None:
            found.append(embed)
    if total > EMBEDS_TOGETHER:
        words = f"Embed size exceeds maximum size of {EMBEDS_TOGETHER}"
        form.fault(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", words)
    return found


def _embed(form: Form, path: Path, raw: Json, files: dict[str, str]) -> tuple[Json | None, int]:
    """Read one embed; return it (None if it shows nothing) and how many characters it counts."""
    embed: Json = {"type": "rich"}
    size = 0
    for key, high in (("title", 256), ("description", 4096)):
        text = form.text((*path, key), raw.get(key), 0, high)
        if text and text.strip():
            embed[key] = text.strip()
            size += len(embed[key])
    if raw.get("url") is not None:
        embed["url"] = form.url((*path, "url"), raw["url"])
    color = form.number((*path, "color"), raw.get("color"), 0, 0xFFFFFF)
    if color is not None:
        embed["color"] = color
    if raw.get("timestamp") is not None:
        embed["timestamp"] = _moment(form, (*path, "timestamp"), raw["timestamp"])
    for key, word, high in (("footer", "text", 2048), ("author", "name", 256)):
        if raw.get(key) is not None:
            size += _byline(form, (*path, key), raw[key], embed, key, word, high, files)
    for key in ("image", "thumbnail"):
        if raw.get(key) is not None:
            inner = form.record((*path, key), raw[key])
            url = form.url((*path, key, "url"), inner.get("url"), files=True)
            if url is not None:
                embed[key] = _picture(form, (*path, key), url, files)
    entries = form.listing((*path, "fields"), raw.get("fields"), 0, 25)
    for place, entry in enumerate(entries):
        where = (*path, "fields", place)
        entry = form.record(where, entry)
        name = form.text((*where, "name"), entry.get("name"), 1, 256, required=True)
        worth = form.text((*where, "value"), entry.get("value"), 1, 1024, required=True)
        for key, text in (("name", name), ("value", worth)):
            if text is not None and not text.strip():
                form.required((*where, key))
        if name and worth:
            inline = form.truth((*where, "inline"), entry.get("inline"))
            shown = {"name": name.strip(), "value": worth.strip(), "inline": inline}
            embed.setdefault("fields", []).append(shown)
            size += len(shown["name"]) + len(shown["value"])
    shows = ("title", "description", "fields", "footer", "author", "image", "thumbnail")
    return (embed if any(key in embed for key in shows) else None), size


def _byline(
    form: Form,
    path: Path,
    raw: object,
    embed: Json,
    key: str,
    word: str,
    high: int,
    files: dict[str, str],
) -> int:
    """Read an embed's footer or author into it; return how many characters it counts."""
    inner = form.record(path, raw)
    text = form.text((*path, word), inner.get(word), 0, high, required=key == "footer")
    if not text or not text.strip():
        return 0
    embed[key] = {word: text.strip()}
    if key == "author" and inner.get("url") is not None:
        embed[key]["url"] = form.url((*path, "url"), inner["url"])
    if inner.get("icon_url") is not None:
        url = form.url((*path, "icon_url"), inner["icon_url"], files=True)
        if url is not None:
            shown = _picture(form, path, url, files)
            embed[key]["icon_url"], embed[key]["proxy_icon_url"] = shown["url"], shown["proxy_url"]
    return len(embed[key][word])


def _picture(form: Form, path: Path, url: str, files: dict[str, str]) -> Json:
    """Turn a picture's address into what answers carry; attachment:// names a file sent along."""
    if url.startswith("attachment://"):
        name = url.removeprefix("attachment://")
        if name not in files:
            words = f"Referenced attachment {name} was not found"
            form.fault((*path, "url"), "EMBED_ATTACHMENT_NOT_FOUND", words)
        url = files.get(name, url)
    return {"url": url, "proxy_url": url, "width": 0, "height": 0}


def _moment(form: Form, path: Path, value: object) -> str | None:
    """Read a moment in ISO 8601."""
    try:
        moment = datetime.fromisoformat(str(value))
    except ValueError:
        form.fault(path, "DATE_TIME_TYPE_PARSE", "Could not parse as ISO8601.")
        return None
    if moment.tzinfo is None:
        return moment.isoformat(timespec="microseconds") + "+00:00"
    return moment.isoformat(timespec="microseconds")


def unknown_fields(body: Json, known: frozenset[str]) -> list[str]:
    """Return the fields of a body that Discord would pass over in silence."""
    return sorted(set(body) - known)
