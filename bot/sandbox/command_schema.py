"""Application commands: what a registration may contain, and its form in answers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from bot.sandbox.json_text import Json
from bot.sandbox.snowflake import is_snowflake
from bot.sandbox.validation import Form, Path

SUB_COMMAND, SUB_COMMAND_GROUP, STRING, INTEGER, BOOLEAN = 1, 2, 3, 4, 5
USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 6, 7, 8, 9, 10, 11
TEXT_TOGETHER = 8000
COMMANDS = 100
LOCALES = frozenset(
    """
    ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR
    ro ru sv-SE th tr uk vi zh-CN zh-TW
    """.split()  # noqa: SIM905 - a word a line would be 34 lines
)
"""The languages a Discord client may have."""


def locale_of(env: Mapping[str, str]) -> str:
    """Return the language that an environment sets a machine to, as a client would have it."""
    said = next((env[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if env.get(key)), "")
    code = said.partition(".")[0].replace("_", "-")
    return next((each for each in (code, code.partition("-")[0]) if each in LOCALES), "en-US")


_NAME = re.compile(r"[-_'\w]{1,32}")


def read_command(form: Form, path: Path, raw: object) -> Json:
    """Read one command and return it in the form of answers, without its ids."""
    raw = form.record(path, raw)
    if raw.get("type") not in (None, 1):
        form.unsupported((*path, "type"), "Context menu commands")
    made: Json = {"type": 1, "name": _name(form, path, raw)}
    described = form.text((*path, "description"), raw.get("description"), 1, 100, required=True)
    made["description"] = described or ""
    _localised(form, path, raw, made)
    may = raw.get("default_member_permissions")
    if may is not None and not is_snowflake(may):
        form.fault((*path, "default_member_permissions"), "NUMBER_TYPE_COERCE", "Not permissions.")
        may = None
    made["default_member_permissions"] = None if may is None else str(may)
    made["dm_permission"] = raw.get("dm_permission") is not False
    for key, allowed in (("contexts", (0, 1, 2)), ("integration_types", (0, 1))):
        if raw.get(key) is not None:
            made[key] = form.listing((*path, key), raw[key], 1, 3)
            if any(each not in allowed for each in made[key]):
                form.choice((*path, key), allowed)
        else:
            made[key] = None if key == "contexts" else [0, 1]
    made["nsfw"] = form.truth((*path, "nsfw"), raw.get("nsfw"))
    options = form.listing((*path, "options"), raw.get("options"), 0, 25)
    if options:
        made["options"] = _options(form, (*path, "options"), options, depth=0)
    if letters(made) > TEXT_TOGETHER:
        words = f"Command exceeds maximum size ({TEXT_TOGETHER})"
        form.fault(path, "APPLICATION_COMMAND_TOO_LARGE", words)
    return made


def _name(form: Form, path: Path, raw: Json) -> str:
    """Read a name: lower case and without blanks if people type it."""
    name = form.text((*path, "name"), raw.get("name"), 1, 32, required=True) or ""
    if name:
        letters = unicodedata.normalize("NFKC", name)
        if not _NAME.fullmatch(letters) or name != name.lower():
            words = "Command name is invalid"
            form.fault((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", words)
    return name


def _localised(form: Form, path: Path, raw: Json, made: Json) -> None:
    """Read the names and descriptions in other languages; a choice has its own length limit."""
    longest = 100 if "value" in made else 32
    for key, high in (("name_localizations", longest), ("description_localizations", 100)):
        if raw.get(key) is None:
            continue
        found: Json = {}
        for locale, words in form.record((*path, key), raw[key]).items():
            if locale not in LOCALES:
                form.choice((*path, key), sorted(LOCALES))
            if high == 32:
                found[locale] = _name(form, (*path, key, locale), {"name": words})
            else:
                found[locale] = form.text((*path, key, locale), words, 1, high)
        made[key] = found


def _options(form: Form, path: Path, raws: list[Any], *, depth: int) -> list[Json]:
    found: list[Json] = []
    names: set[str] = set()
    optional_seen = False
    for place, raw in enumerate(raws):
        where = (*path, place)
        raw = form.record(where, raw)
        kind = form.number((*where, "type"), raw.get("type"), 1, 11)
        if kind is None:
            form.required((*where, "type"))
            continue
        made: Json = {"type": kind, "name": _name(form, where, raw)}
        if made["name"] in names:
            words = "Option name must be unique"
            form.fault((*where, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", words)
        names.add(made["name"])
        described = form.text(
            (*where, "description"), raw.get("description"), 1, 100, required=True
        )
        made["description"] = described or ""
        _localised(form, where, raw, made)
        if kind in (SUB_COMMAND, SUB_COMMAND_GROUP):
            too_deep = depth == 2 or (depth == 1 and kind == SUB_COMMAND_GROUP)
            if too_deep or raw.get("required"):
                words = "Sub-command option types must be nested at most twice"
                form.fault(where, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words)
            inner = form.listing((*where, "options"), raw.get("options"), 0, 25)
            deeper = 1 if kind == SUB_COMMAND_GROUP else 2
            made["options"] = _options(form, (*where, "options"), inner, depth=deeper)
        else:
            _plain(form, where, raw, made, kind)
            if made.get("required") and optional_seen:
                words = "Required options must be placed before non-required options"
                form.fault(where, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words)
            optional_seen = optional_seen or not made.get("required")
        found.append(made)
    kinds = {option["type"] in (SUB_COMMAND, SUB_COMMAND_GROUP) for option in found}
    if len(kinds) == 2:
        words = "Sub-command and sub-command group option types are mutually exclusive to others"
        form.fault(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words)
    return found


def _plain(form: Form, path: Path, raw: Json, made: Json, kind: int) -> None:
    """Read an option that takes a value."""
    if form.truth((*path, "required"), raw.get("required")):
        made["required"] = True
    completes = form.truth((*path, "autocomplete"), raw.get("autocomplete"))
    choices = form.listing((*path, "choices"), raw.get("choices"), 0, 25)
    if (completes or choices) and kind not in (STRING, INTEGER, NUMBER):
        words = "Only texts and numbers may have choices or be completed"
        form.fault(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words)
    if completes:
        made["autocomplete"] = True
        if choices:
            words = "Autocomplete options cannot have choices"
            form.fault(path, "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES", words)
    if choices:
        made["choices"] = [
            _choice(form, (*path, "choices", place), each, kind)
            for place, each in enumerate(choices)
        ]
        for key in ("name", "value"):
            if len({each[key] for each in made["choices"]}) < len(choices):
                words = f"Choice {key}s must be unique"
                form.fault((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICE", words)
    if kind == STRING:
        for key, low in (("min_length", 0), ("max_length", 1)):
            if raw.get(key) is not None:
                made[key] = form.number((*path, key), raw[key], low, 6000)
    if kind in (INTEGER, NUMBER):
        for key in ("min_value", "max_value"):
            if raw.get(key) is not None:
                made[key] = raw[key]
                if isinstance(raw[key], bool) or not isinstance(raw[key], (int, float)):
                    form.fault((*path, key), "NUMBER_TYPE_COERCE", "Not a number.")
    if kind == CHANNEL and raw.get("channel_types"):
        made["channel_types"] = form.listing((*path, "channel_types"), raw["channel_types"], 1, 20)


def _choice(form: Form, path: Path, raw: object, kind: int) -> Json:
    raw = form.record(path, raw)
    name = form.text((*path, "name"), raw.get("name"), 1, 100, required=True)
    value = raw.get("value")
    if kind == STRING:
        value = form.text((*path, "value"), value, 1, 100, required=True)
    elif isinstance(value, bool) or not isinstance(value, (int, float)):
        form.fault((*path, "value"), "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
    made: Json = {"name": name or "", "value": value}
    _localised(form, path, raw, made)
    return made


def letters(made: Json) -> int:
    """Count a command's names, descriptions and values, its longest language for each."""
    total = 0
    for key in ("name", "description"):
        words = [made.get(key) or "", *(made.get(f"{key}_localizations") or {}).values()]
        total += max(len(each or "") for each in words)
    if isinstance(made.get("value"), str):
        total += len(made["value"])
    for key in ("options", "choices"):
        total += sum(letters(each) for each in made.get(key, []))
    return total
