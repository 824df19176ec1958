"""Who may call which command where: its own demands, and what a server's admins say of it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.sandbox import permissions
from bot.sandbox.json_text import Json
from bot.sandbox.models import Channel, Guild

EVERY_COMMAND = ""


def every_channel(guild: Guild) -> str:
    """Return the id that stands for all channels of a server."""
    return str(int(guild.id) - 1)


def may_call(command: Json, channel: Channel, person_id: str, may: int) -> bool:
    """Tell whether somebody with these permissions may call a command in a channel.

    What admins say of one command goes before what they say of all. The channel must allow it, and
    the person: the more closely somebody is named, the more it counts. Only of whom nothing is said
    the command's own demand is asked.
    """
    guild, contexts = channel.guild, command.get("contexts")
    if guild is None:
        return 1 in contexts if contexts is not None else bool(command.get("dm_permission", True))
    if contexts is not None and 0 not in contexts:
        return False
    if may & permissions.ADMINISTRATOR:
        return True
    rules = [guild.overrides.get(name, {}) for name in (command["name"], EVERY_COMMAND)]
    if _first(_of_channel(each, guild, channel) for each in rules) is False:
        return False
    verdict = _first(_of_person(each, guild, person_id) for each in rules)
    if verdict is not None:
        return verdict
    wanted = command.get("default_member_permissions")
    return wanted is None or (int(wanted) != 0 and may & int(wanted) == int(wanted))


def _first(verdicts: Iterable[bool | None]) -> bool | None:
    """Return the first verdict there is."""
    return next((each for each in verdicts if each is not None), None)


def _of_channel(rules: dict[str, bool], guild: Guild, channel: Channel) -> bool | None:
    """Return what is said of a channel; a thread goes by the channel it hangs from."""
    place = channel.parent_id if channel.is_thread else channel.id
    return rules.get(place or "", rules.get(every_channel(guild)))


def _of_person(rules: dict[str, bool], guild: Guild, person_id: str) -> bool | None:
    """Return what is said of a member: by name, by role (one that allows is enough), of all."""
    if person_id in rules:
        return rules[person_id]
    said = [rules[role] for role in guild.members[person_id].roles if role in rules]
    return any(said) if said else rules.get(guild.id)
