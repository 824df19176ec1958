"""Message components and modals: what they may contain, and their form in answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.sandbox.json_text import Json
from bot.sandbox.models import Emoji
from bot.sandbox.snowflake import is_snowflake
from bot.sandbox.validation import Form, Path

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT = 1, 2, 3, 4, 5, 6
MENTIONABLE_SELECT, CHANNEL_SELECT, TEXT_DISPLAY, LABEL = 7, 8, 10, 18
SELECTS = frozenset({STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})

CHANNEL_TYPES = frozenset({0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16})
_DEFAULTS: dict[int, tuple[str, ...]] = {
    USER_SELECT: ("user",),
    ROLE_SELECT: ("role",),
    MENTIONABLE_SELECT: ("user", "role"),
    CHANNEL_SELECT: ("channel",),
}
"""Which kinds of things a select may be preset with."""

_IN_ROW = SELECTS | {BUTTON}
_IN_LABEL = SELECTS | {TEXT_INPUT}
_IN_MODAL = frozenset({ROW, LABEL, TEXT_DISPLAY})
ROWS = 5
LINK = 5
"""The style of a button that opens an address."""


class _Reading:
    """Reads one list of components: numbering, custom ids, sums."""

    def __init__(self, form: Form, emojis: Mapping[str, Emoji], *, modal: bool) -> None:
        self.form = form
        self.emojis = emojis
        self.modal = modal
        self.parts = 0
        self.custom_ids: set[str] = set()
        self.numbers: set[int] = set()

    def kind(self, path: Path, raw: Any, allowed: frozenset[int]) -> int | None:
        """Read a component's type, which must be one that fits here."""
        record = self.form.record(path, raw)
        kind = record.get("type")
        if isinstance(kind, bool) or kind not in allowed:
            if kind is None:
                self.form.required((*path, "type"))
            else:
                self.form.choice((*path, "type"), sorted(allowed))
            return None
        return kind

    def fresh(self, path: Path, raw: Json) -> Json:
        """Start the form of a component in answers: type and number."""
        self.parts += 1
        number = self.form.number((*path, "id"), raw.get("id"), 0, 2**31 - 1) or 0
        if number and number in self.numbers:
            self.form.fault((*path, "id"), "COMPONENT_DUPLICATED_ID", "Component id is duplicated")
        while not number or (not raw.get("id") and number in self.numbers):
            number = max(number + 1, self.parts)
        self.numbers.add(number)
        return {"type": raw["type"], "id": number}

    def custom_id(self, path: Path, raw: Json) -> str:
        """Read a custom id, which no two components of one message share."""
        where = (*path, "custom_id")
        value = self.form.text(where, raw.get("custom_id"), 1, 100, required=True)
        if value is None:
            return ""
        if value in self.custom_ids:
            words = "Component custom id cannot be duplicated"
            self.form.fault(where, "COMPONENT_CUSTOM_ID_DUPLICATED", words)
        self.custom_ids.add(value)
        return value

    def emoji(self, path: Path, raw: Any) -> Json | None:
        """Read an emoji: one of the application's own by its id, or a Unicode one."""
        if raw is None:
            return None
        where = (*path, "emoji")
        record = self.form.record(where, raw)
        name = record.get("name")
        own = self.emojis.get(str(record.get("id")))
        if own is not None:
            return {"id": own.id, "name": own.name, "animated": own.animated}
        good = isinstance(name, str) and 0 < len(name) <= 32 and not name.isascii()
        if record.get("id") is not None or not good:
            key = "name" if record.get("id") is None else "id"
            self.form.fault((*where, key), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
            return None
        return {"name": name}

    def part(self, path: Path, raw: Json, kind: int) -> Json:
        """Read one component of a known type."""
        made = self.fresh(path, raw)
        if kind == BUTTON:
            self.button(path, raw, made)
        elif kind in SELECTS:
            self.select(path, raw, made, kind)
        elif kind == TEXT_INPUT:
            self.text_input(path, raw, made)
        elif kind == ROW:
            self.row(path, raw, made)
        elif kind == LABEL:
            self.label(path, raw, made)
        else:
            words = self.form.text((*path, "content"), raw.get("content"), 1, 4000, required=True)
            made["content"] = words or ""
        return made

    def many(
        self, path: Path, raw: Json, low: int, high: int, allowed: frozenset[int]
    ) -> list[Json]:
        """Read the components inside another."""
        where = (*path, "components")
        found: list[Json] = []
        parts = self.form.listing(where, raw.get("components"), low, high, required=True)
        for place, each in enumerate(parts):
            kind = self.kind((*where, place), each, allowed)
            if kind is not None:
                found.append(self.part((*where, place), each, kind))
        return found

    def row(self, path: Path, raw: Json, made: Json) -> None:
        """Read an action row: up to five buttons, or one select that fills it."""
        allowed = frozenset({TEXT_INPUT}) if self.modal else frozenset(_IN_ROW)
        made["components"] = self.many(path, raw, 1, 5, allowed)
        wide = [part for part in made["components"] if part["type"] != BUTTON]
        if wide and len(made["components"]) > 1:
            words = "The specified component exceeds the maximum width"
            self.form.fault((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)

    def button(self, path: Path, raw: Json, made: Json) -> None:
        """Read a button: a label or an emoji, and a custom id or an address."""
        style = self.form.number((*path, "style"), raw.get("style"), 1, 5)
        if raw.get("style") is None:
            self.form.required((*path, "style"))
        made["style"] = style or 1
        label = self.form.text((*path, "label"), raw.get("label"), 0, 80)
        emoji = self.emoji(path, raw.get("emoji"))
        if label:
            made["label"] = label
        if emoji:
            made["emoji"] = emoji
        if not raw.get("label") and not raw.get("emoji"):
            self.form.fault(path, "BUTTON_COMPONENT_LABEL_REQUIRED", "A button must have a label")
        if style == LINK:
            made["url"] = self.form.url((*path, "url"), raw.get("url"), high=512)
            if raw.get("url") is None:
                self.form.fault(path, "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
        else:
            made["custom_id"] = self.custom_id(path, raw)
        if raw.get("custom_id" if style == LINK else "url") is not None:
            words = "A custom id and url cannot both be specified"
            self.form.fault(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", words)
        if self.form.truth((*path, "disabled"), raw.get("disabled")):
            made["disabled"] = True

    def select(self, path: Path, raw: Json, made: Json, kind: int) -> None:
        """Read a select of any kind."""
        made["custom_id"] = self.custom_id(path, raw)
        hint = self.form.text((*path, "placeholder"), raw.get("placeholder"), 0, 150)
        if hint:
            made["placeholder"] = hint
        low = self.form.number((*path, "min_values"), raw.get("min_values"), 0, 25, default=1)
        high = self.form.number((*path, "max_values"), raw.get("max_values"), 1, 25, default=1)
        made["min_values"], made["max_values"] = low or 0, high or 1
        if low is not None and high is not None and low > high:
            self.form.fault(path, "SELECT_COMPONENT_MIN_MAX", "min_values exceeds max_values")
        if self.form.truth((*path, "disabled"), raw.get("disabled")):
            if self.modal:
                words = "Selects in modals cannot be disabled"
                self.form.fault((*path, "disabled"), "COMPONENT_DISABLED_IN_MODAL", words)
            made["disabled"] = True
        if self.modal:
            made["required"] = raw.get("required") is not False
        if kind == STRING_SELECT:
            self.options(path, raw, made)
        else:
            self.things(path, raw, made, kind)

    def things(self, path: Path, raw: Json, made: Json, kind: int) -> None:
        where = (*path, "channel_types")
        types = self.form.listing(where, raw.get("channel_types"), 0, len(CHANNEL_TYPES))
        for place, each in enumerate(types):
            if isinstance(each, bool) or each not in CHANNEL_TYPES:
                self.form.choice((*where, place), sorted(CHANNEL_TYPES))
        if kind == CHANNEL_SELECT and types:
            made["channel_types"] = types
        where = (*path, "default_values")
        found: list[Json] = []
        low, high = made["min_values"], made["max_values"]
        # None at all is fine, whatever the minimum is.
        given = raw.get("default_values") or None
        for place, each in enumerate(self.form.listing(where, given, low, high)):
            record = self.form.record((*where, place), each)
            if record.get("type") not in _DEFAULTS[kind]:
                self.form.choice((*where, place, "type"), _DEFAULTS[kind])
            if not is_snowflake(record.get("id")):
                words = f'Value "{record.get("id")}" is not snowflake.'
                self.form.fault((*where, place, "id"), "NUMBER_TYPE_COERCE", words)
            found.append({"id": str(record.get("id")), "type": record.get("type")})
        if found:
            made["default_values"] = found

    def options(self, path: Path, raw: Json, made: Json) -> None:
        """Read what a string select offers."""
        where = (*path, "options")
        found: list[Json] = []
        seen: set[str] = set()
        chosen = 0
        for place, entry in enumerate(
            self.form.listing(where, raw.get("options"), 1, 25, required=True)
        ):
            spot = (*where, place)
            entry = self.form.record(spot, entry)
            label = self.form.text((*spot, "label"), entry.get("label"), 1, 100, required=True)
            value = self.form.text((*spot, "value"), entry.get("value"), 1, 100, required=True)
            more = self.form.text((*spot, "description"), entry.get("description"), 0, 100)
            if value is not None and value in seen:
                words = "The specified option value is already used"
                self.form.fault((*spot, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", words)
            seen.add(value or "")
            option: Json = {"label": label or "", "value": value or ""}
            if more:
                option["description"] = more
            emoji = self.emoji(spot, entry.get("emoji"))
            if emoji:
                option["emoji"] = emoji
            if self.form.truth((*spot, "default"), entry.get("default")):
                option["default"] = True
                chosen += 1
            found.append(option)
        made["options"] = found
        if found and made["max_values"] > len(found):
            words = f"max_values exceeds the {len(found)} options"
            self.form.fault((*path, "max_values"), "BASE_TYPE_BAD_LENGTH", words)
        if chosen > made["max_values"]:
            words = "Too many default options"
            self.form.fault(where, "SELECT_COMPONENT_DEFAULT_OPTIONS_EXCEEDED", words)

    def text_input(self, path: Path, raw: Json, made: Json) -> None:
        """Read a modal's text box of one or more lines."""
        made["custom_id"] = self.custom_id(path, raw)
        made["style"] = self.form.number((*path, "style"), raw.get("style"), 1, 2)
        if raw.get("style") is None:
            self.form.required((*path, "style"))
        bare = path[-1] != "component"
        made["label"] = self.form.text((*path, "label"), raw.get("label"), 1, 45, required=bare)
        low = self.form.number((*path, "min_length"), raw.get("min_length"), 0, 4000)
        high = self.form.number((*path, "max_length"), raw.get("max_length"), 1, 4000)
        made["min_length"], made["max_length"] = low, high
        if low is not None and high is not None and low > high:
            self.form.fault((*path, "min_length"), "BASE_TYPE_MAX", "min exceeds max length")
        for key, most in (("placeholder", 100), ("value", 4000)):
            words = self.form.text((*path, key), raw.get(key), 0, most)
            if words:
                made[key] = words
        made["required"] = raw.get("required") is not False

    def label(self, path: Path, raw: Json, made: Json) -> None:
        made["label"] = self.form.text((*path, "label"), raw.get("label"), 1, 45, required=True)
        more = self.form.text((*path, "description"), raw.get("description"), 0, 100)
        if more:
            made["description"] = more
        where = (*path, "component")
        if raw.get("component") is None:
            self.form.required(where)
            return
        kind = self.kind(where, raw["component"], frozenset(_IN_LABEL))
        if kind is not None:
            made["component"] = self.part(where, raw["component"], kind)


def read_message(form: Form, value: object, emojis: Mapping[str, Emoji]) -> list[Json]:
    """Read a message's components, at most five rows; `emojis` are the application's own by id."""
    reading = _Reading(form, emojis, modal=False)
    found: list[Json] = []
    for place, raw in enumerate(form.listing(("components",), value, 0, ROWS)):
        path: Path = ("components", place)
        kind = reading.kind(path, raw, frozenset({ROW}))
        if kind is not None:
            found.append(reading.part(path, raw, kind))
    return found


def read_modal(form: Form, value: object, emojis: Mapping[str, Emoji]) -> Json:
    """Read a modal and return it as the person will see it."""
    path: Path = ()
    data = form.record(path, value)
    reading = _Reading(form, emojis, modal=True)
    modal: Json = {
        "custom_id": form.text((*path, "custom_id"), data.get("custom_id"), 1, 100, required=True),
        "title": form.text((*path, "title"), data.get("title"), 1, 45, required=True),
        "components": reading.many(path, data, 1, 5, _IN_MODAL),
    }
    form.check()
    return modal
