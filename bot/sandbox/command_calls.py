"""Calls of slash commands: which command is meant, and whether the values fit its options."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
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
from bot.sandbox.models import Channel, Person
from bot.sandbox.world import World

LARGEST = 2**53
"""The largest number that Discord accepts, above or below zero."""
_MENTION, _ROLE_MENTION = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&(\d+)>")


@dataclass(slots=True)
class Asked:
    """Who asks for something, and where; `resolved` collects the things that the values mean."""

    world: World
    person: Person
    channel: Channel
    resolved: Json = field(default_factory=dict)


def mentioned_roles(text: str, channel: Channel, may: int) -> list[str]:
    """Return the ids of the roles that a text mentions, as far as its writer may mention them."""
    roles = channel.guild.roles if channel.guild is not None else {}
    every = bool(may & permissions.MENTION_EVERYONE)
    found = dict.fromkeys(_ROLE_MENTION.findall(text))
    return [id for id in found if id in roles and (roles[id].mentionable or every)]


def mentioned(text: str) -> list[str]:
    """Return the ids of the people a text mentions, each once."""
    return list(dict.fromkeys(_MENTION.findall(text)))


def find(commands: list[Json], name: str) -> tuple[Json, list[Json], list[Json]]:
    """Find a command by its full name: the command, the subcommands on the way, its options.

    Raises NotPossible if there is none.
    """
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


def data(command: Json, path: list[Json], given: list[Json], asked: Asked) -> Json:
    """Write the data of a call."""
    options = given
    for step in reversed(path):
        options = [{"type": step["type"], "name": step["name"], "options": options}]
    shape: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
    if asked.resolved:
        shape["resolved"] = asked.resolved
    if "guild_id" in command and asked.channel.guild is not None:
        shape["guild_id"] = command["guild_id"]
    return shape


def fill(takes: list[Json], options: Mapping[str, Any], asked: Asked) -> list[Json]:
    """Check the values of a whole call. Raises NotPossible if a required one is missing."""
    _known(takes, options)
    given: list[Json] = []
    for option in takes:
        value = options.get(option["name"])
        if value is None:
            if option.get("required"):
                raise NotPossible(f"Fill in {option['name']}.")
            continue
        fitting = _value(option, value, asked)
        given.append({"type": option["type"], "name": option["name"], "value": fitting})
    return given


def fill_partly(
    takes: list[Json],
    options: Mapping[str, Any],
    focused: str,
    typed: str,
    asked: Asked,
) -> list[Json]:
    """Write a call that is still being typed; the focused option may contain anything.

    Raises NotPossible for an option that isn't there or has no suggestions.
    """
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
                value = _value(option, options[name], asked)
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


def _value(option: Json, value: Any, asked: Asked) -> Any:
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
        # Put this way, not-a-number is refused, too.
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
        types = option.get("channel_types", ())
        return resolve(kinds, str(getattr(value, "id", value)), asked, types)
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


def resolve(kinds: tuple[int, ...], wanted: str, asked: Asked, types: Collection[int] = ()) -> str:
    """Find the person, role or channel that an id means, and add it to what is resolved.

    `types` are the types a channel may have; any if there are none. Raises NotPossible if there is
    no such thing.
    """
    world, guild, resolved = asked.world, asked.channel.guild, asked.resolved
    if USER in kinds and wanted in world.people:
        person = world.people[wanted]
        resolved.setdefault("users", {})[wanted] = payloads.user(person)
        if guild is not None and wanted in guild.members:
            shape = payloads.member(guild.members[wanted], with_user=False)
            shape["permissions"] = str(permissions.in_channel(asked.channel, wanted))
            resolved.setdefault("members", {})[wanted] = shape
        return wanted
    if ROLE in kinds and guild is not None and wanted in guild.roles:
        resolved.setdefault("roles", {})[wanted] = payloads.role(guild.roles[wanted])
        return wanted
    if CHANNEL in kinds and guild is not None:
        found = guild.channels.get(wanted) or guild.threads.get(wanted)
        if found is not None and permissions.sees(found, asked.person.id):
            if types and found.type not in types:
                raise NotPossible(f"#{found.name} isn't of the kind that is asked for.")
            shape = payloads.partial_channel(found, world, asked.person.id)
            resolved.setdefault("channels", {})[wanted] = shape
            return wanted
    raise NotPossible(f"There's no {wanted} to choose.")


def check_text(part: Json, text: str) -> None:
    """Check what was written into a modal's text input. Raises NotPossible for a wrong length."""
    low = part.get("min_length") or 0
    high = part.get("max_length") or 4000
    if not text and not part["required"]:
        return
    if not max(low, 1) <= len(text) <= high:
        raise NotPossible(f"{part['custom_id']}: type {max(low, 1)} to {high} characters.")
