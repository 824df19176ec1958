"""A message's content and embeds: what they may contain, and their form in answers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.sandbox.json_text import Json
from bot.sandbox.validation import Form, Path

CONTENT = 2000
EMBEDS_TOGETHER = 6000


def content(form: Form, value: object) -> str | None:
    """Read a message's content, without the surrounding blanks; None if absent."""
    text = form.text(("content",), value, 0, CONTENT)
    return None if text is None else text.strip()


def embeds(form: Form, value: object, files: Mapping[str, Json]) -> list[Json]:
    """Read embeds and return them as in answers; `files` are the attachments by name."""
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


def files_shown(value: object) -> set[str]:
    """Return the names of the attachments that embeds, as sent, show as pictures."""
    found: set[str] = set()
    for embed in value if isinstance(value, list) else []:
        parts = embed.values() if isinstance(embed, dict) else ()
        for part in parts:
            urls = [part.get("url"), part.get("icon_url")] if isinstance(part, dict) else []
            found |= {
                url.removeprefix("attachment://")
                for url in urls
                if isinstance(url, str) and url.startswith("attachment://")
            }
    return found


def _embed(form: Form, path: Path, raw: Json, files: Mapping[str, Json]) -> tuple[Json | None, int]:
    """Read one embed; return it (None if it shows nothing) and how many characters it counts as."""
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
                said = form.text((*path, key, "description"), inner.get("description"), 0, 4096)
                if said and said.strip():
                    embed[key]["description"] = said.strip()
                    # Discord doesn't say whether this counts: a bot is safe if it does.
                    size += len(embed[key]["description"])
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
    files: Mapping[str, Json],
) -> int:
    """Read an embed's footer or author into it; return how many characters it counts as."""
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


def _picture(form: Form, path: Path, url: str, files: Mapping[str, Json]) -> Json:
    """Turn a picture's address into its form in answers; attachment:// names a file sent along."""
    if url.startswith("attachment://"):
        name = url.removeprefix("attachment://")
        if name not in files:
            words = f"Referenced attachment {name} was not found"
            form.fault((*path, "url"), "EMBED_ATTACHMENT_NOT_FOUND", words)
        file = files.get(name, {})
        url, width, height = file.get("url", url), file.get("width", 0), file.get("height", 0)
        return {"url": url, "proxy_url": url, "width": width, "height": height}
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
