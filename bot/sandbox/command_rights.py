"""Who may call which command where: its own demands, and what a server's admins say about it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.sandbox import installs, permissions
from bot.sandbox.json_text import Json
from bot.sandbox.models import Channel, Guild, Person
from bot.sandbox.world import World

EVERY_COMMAND = ""


def every_channel(guild: Guild) -> str:
    """Return the id that stands for all channels of a server."""
    return str(int(guild.id) - 1)


def callable_in(channel: Channel, person: Person, world: World) -> list[Json]:
    """Return the application commands somebody may call in a channel."""
    may = permissions.in_channel(channel, person.id)
    guild = channel.guild
    if not may & permissions.USE_APPLICATION_COMMANDS:
        return []
    found = [*world.commands.get(None, {}).values()]
    if guild is not None and world.bot_id in guild.members:
        own = world.commands.get(guild.id, {})
        names = {each["name"] for each in own.values()}
        found = [each for each in found if each["name"] not in names]
        found += own.values()
    return [
        each
        for each in found
        if (owners := installs.owners_of(each, world, person, channel))
        # What a server's admins say about an app concerns the one installed there.
        and (str(installs.BY_GUILD) not in owners or may_call(each, channel, person.id, may))
    ]


def may_call(command: Json, channel: Channel, person_id: str, may: int) -> bool:
    """Tell whether a server's admins let somebody with these permissions call a command there.

    What admins say about one command outweighs what they say about all. The channel must allow it,
    and so must the person's rule: the more closely it names them, the more it counts. Only if
    nothing is said about them does the command's own demand apply.
    """
    guild = channel.guild
    if guild is None or may & permissions.ADMINISTRATOR:
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
    return next((each for each in verdicts if each is not None), None)


def _of_channel(rules: dict[str, bool], guild: Guild, channel: Channel) -> bool | None:
    """Return what is said about a channel; a thread goes by its parent channel."""
    place = channel.parent_id if channel.is_thread else channel.id
    return rules.get(place or "", rules.get(every_channel(guild)))


def _of_person(rules: dict[str, bool], guild: Guild, person_id: str) -> bool | None:
    """Return what is said about a member: by name, by role (one that allows is enough), by all."""
    if person_id in rules:
        return rules[person_id]
    said = [rules[role] for role in guild.members[person_id].roles if role in rules]
    return any(said) if said else rules.get(guild.id)
