"""Calls of slash commands: which command is meant, and whether the values fit its options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bot.sandbox import payloads, permissions
from bot.sandbox.command_schema import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    STRING,
    USER,
)
from bot.sandbox.errors import NotPossible
from bot.sandbox.json_text import Json
from bot.sandbox.models import Channel
from bot.sandbox.world import World

LARGEST = 2**53
"""Discord takes no number beyond it, above or below zero."""
_MENTION = re.compile(r"<@!?(\d+)>")


def mentioned(text: str) -> list[str]:
    """Return the ids of those a text mentions, each once."""
    return list(dict.fromkeys(_MENTION.findall(text)))


def callable_here(command: Json, may: int, in_guild: bool) -> bool:
    """Tell whether somebody with these permissions may call a command in such a place."""
    contexts = command.get("contexts")
    if in_guild:
        if contexts is not None and 0 not in contexts:
            return False
        wanted = command.get("default_member_permissions")
        if wanted is None or may & permissions.ADMINISTRATOR:
            return True
        return int(wanted) != 0 and may & int(wanted) == int(wanted)
    if contexts is not None:
        return 1 in contexts
    return bool(command.get("dm_permission", True))


def find(commands: list[Json], name: str) -> tuple[Json, list[Json], list[Json]]:
    """Find a command by its full name: the command, the subcommands on the way, its options."""
    words = name.removeprefix("/").split()
    command = next((c for c in commands if c["type"] == 1 and words[:1] == [c["name"]]), None)
    if command is None:
        raise NotPossible(f"There's no command /{name} here.")
    path: list[Json] = []
    level: list[Json] = command.get("options", [])
    for word in words[1:]:
        step = next((o for o in level if o["type"] in (1, 2) and o["name"] == word), None)
        if step is None:
            raise NotPossible(f"There's no command /{name} here.")
        path.append(step)
        level = step.get("options", [])
    if any(option["type"] in (1, 2) for option in level):
        raise NotPossible(f"/{name} needs another word: pick the whole command from the list.")
    return command, path, level


def data(
    command: Json, path: list[Json], given: list[Json], resolved: Json, channel: Channel
) -> Json:
    """Write the data of a call."""
    options = given
    for step in reversed(path):
        options = [{"type": step["type"], "name": step["name"], "options": options}]
    shape: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
    if resolved:
        shape["resolved"] = resolved
    if "guild_id" in command and channel.guild is not None:
        shape["guild_id"] = command["guild_id"]
    return shape


def fill(
    takes: list[Json], options: Mapping[str, Any], world: World, channel: Channel, resolved: Json
) -> list[Json]:
    """Check the values of a whole call."""
    _known(takes, options)
    given: list[Json] = []
    for option in takes:
        value = options.get(option["name"])
        if value is None:
            if option.get("required"):
                raise NotPossible(f"Fill in {option['name']}.")
            continue
        fitting = _value(option, value, world, channel, resolved)
        given.append({"type": option["type"], "name": option["name"], "value": fitting})
    return given


def fill_partly(
    takes: list[Json],
    options: Mapping[str, Any],
    focused: str,
    typed: str,
    world: World,
    channel: Channel,
    resolved: Json,
) -> list[Json]:
    """Write a call somebody is still typing; the focused option may hold anything."""
    _known(takes, options)
    given: list[Json] = []
    for option in takes:
        name = option["name"]
        if name == focused:
            if not option.get("autocomplete"):
                raise NotPossible(f"The bot suggests nothing for {name}.")
            shape: Json = {"type": option["type"], "name": name, "value": typed, "focused": True}
            given.append(shape)
        elif options.get(name) is not None:
            try:
                value = _value(option, options[name], world, channel, resolved)
            except NotPossible:
                continue
            given.append({"type": option["type"], "name": name, "value": value})
    if not any(each.get("focused") for each in given):
        raise NotPossible(f"There's no option {focused}.")
    return given


def _known(takes: list[Json], options: Mapping[str, Any]) -> None:
    strange = set(options) - {option["name"] for option in takes}
    if strange:
        raise NotPossible(f"There's no option {', '.join(sorted(strange))}.")


def _value(option: Json, value: Any, world: World, channel: Channel, resolved: Json) -> Any:
    """Check one value and turn it into what goes over the wire."""
    kind, name = option["type"], option["name"]
    if kind == STRING:
        value = str(value)
        low, high = option.get("min_length", 0), option.get("max_length", 6000)
        if not low <= len(value) <= high:
            raise NotPossible(f"{name}: type {low} to {high} characters.")
    elif kind in (INTEGER, NUMBER):
        value = _number(name, kind, value)
        low, high = option.get("min_value", -LARGEST), option.get("max_value", LARGEST)
        # Asked this way round, what is no number at all is refused too.
        if not value >= low:
            raise NotPossible(f"{name}: type {low} or more.")
        if not value <= high:
            raise NotPossible(f"{name}: type {high} or less.")
    elif kind == BOOLEAN:
        if str(value).lower() not in ("true", "false"):
            raise NotPossible(f"{name}: choose True or False.")
        return str(value).lower() == "true"
    elif kind in (USER, CHANNEL, ROLE, MENTIONABLE):
        kinds = (USER, ROLE) if kind == MENTIONABLE else (kind,)
        return resolve(kinds, str(getattr(value, "id", value)), world, channel, resolved)
    elif kind == ATTACHMENT:
        raise NotPossible("You can't send files in the sandbox.")
    if "choices" in option:
        return _choice(option, value)
    return value


def _number(name: str, kind: int, value: Any) -> int | float:
    try:
        return int(str(value)) if kind == INTEGER else float(str(value))
    except ValueError:
        raise NotPossible(f"{name}: type a number.") from None


def _choice(option: Json, value: Any) -> Any:
    """Return the value of the choice meant, by value or by name."""
    for key in ("value", "name"):
        for choice in option["choices"]:
            if choice[key] == value:
                return choice["value"]
    raise NotPossible(f"{option['name']}: choose one from the list, not {value!r}.")


def resolve(
    kinds: tuple[int, ...], wanted: str, world: World, channel: Channel, resolved: Json
) -> str:
    """Find the person, role or channel meant by an id and put it among what is resolved."""
    guild = channel.guild
    if USER in kinds and wanted in world.people:
        person = world.people[wanted]
        resolved.setdefault("users", {})[wanted] = payloads.user(person)
        if guild is not None and wanted in guild.members:
            shape = payloads.member(guild.members[wanted], with_user=False)
            shape["permissions"] = str(permissions.in_channel(channel, wanted))
            resolved.setdefault("members", {})[wanted] = shape
        return wanted
    if ROLE in kinds and guild is not None and wanted in guild.roles:
        resolved.setdefault("roles", {})[wanted] = payloads.role(guild.roles[wanted])
        return wanted
    if CHANNEL in kinds and guild is not None:
        found = guild.channels.get(wanted) or guild.threads.get(wanted)
        if found is not None:
            shape = payloads.partial_channel(found, world, world.bot_id)
            resolved.setdefault("channels", {})[wanted] = shape
            return wanted
    raise NotPossible(f"There's no {wanted} to choose.")


def check_text(part: Json, text: str) -> None:
    """Check what was written into a modal's text input."""
    low = part.get("min_length") or 0
    high = part.get("max_length") or 4000
    if not text and not part["required"]:
        return
    if not max(low, 1) <= len(text) <= high:
        raise NotPossible(f"{part['custom_id']}: type {max(low, 1)} to {high} characters.")
