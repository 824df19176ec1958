"""What those who run this Discord can do to it: the page's host menu, and set-up in tests."""

from __future__ import annotations

import colorsys
import zlib
from collections.abc import Iterable
from itertools import islice
from typing import Any

from bot.sandbox import command_rights, permissions, seed
from bot.sandbox.command_schema import LOCALES
from bot.sandbox.errors import NotPossible
from bot.sandbox.models import TEXT, Channel, Guild, Message, Overwrite, Person, Role
from bot.sandbox.world import World

MOST_PEOPLE = 200


class HostActions:
    """All that can happen to the world without the bot. Methods raise `NotPossible`."""

    def __init__(self, world: World) -> None:
        self._world = world

    def guild(self, guild: Guild | str) -> Guild:
        """Return a server itself, given it or its name or id."""
        return guild if isinstance(guild, Guild) else self._world.guild(guild)

    def person(self, person: Person | str) -> Person:
        """Return a person themself, given them or their name or id."""
        return person if isinstance(person, Person) else self._world.person(person)

    def found_guild(self, name: str, *, shard: tuple[int, int] = (0, 1)) -> Guild:
        """Found Ada's server: everybody is a member, and the bot with its minimal permissions.

        `shard` says which shard hears about it, out of how many.
        """
        world = self._world
        guild = world.add_guild(name, self.person("Ada"), shard=shard)
        member = world.add_role(guild, "Member", permissions.MEMBER)
        for person in world.people.values():
            if not person.bot:
                world.add_member(guild, person, [member])
        world.add_bot(guild, permissions.LEAST_FOR_BOT)
        world.tell("access", guild=guild)
        return guild

    def add_channel(self, guild: Guild | str, name: str, type: int = TEXT) -> Channel:
        """Make a channel."""
        return self._world.add_channel(self.guild(guild), name, type)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel or a thread."""
        if channel.guild is None:
            raise NotPossible("You can't delete direct messages.")
        self._world.delete_channel(channel)

    def delete_message(self, message: Message) -> None:
        """Delete a message."""
        self._world.delete_message(message)

    def set_thread(
        self, thread: Channel, *, archived: bool | None = None, locked: bool | None = None
    ) -> None:
        """Archive, unarchive, lock or unlock a thread."""
        wanted = {"archived": archived, "locked": locked}
        changes = {key: value for key, value in wanted.items() if value is not None}
        self._world.change_channel(thread, **changes)

    def kick_bot(self, guild: Guild | str) -> None:
        """Remove the bot from a server."""
        guild = self.guild(guild)
        if self._world.bot_id not in guild.members:
            raise NotPossible(f"The bot isn't in {guild.name}.")
        self._world.remove_bot(guild)

    def invite_bot(
        self, guild: Guild | str, wanted: Iterable[str] | int = permissions.LEAST_FOR_BOT
    ) -> None:
        """Invite the bot to a server with these permissions."""
        guild = self.guild(guild)
        if self._world.bot_id in guild.members:
            raise NotPossible(f"The bot is already in {guild.name}.")
        self._world.add_bot(guild, _bits(wanted))

    def bot_role(self, guild: Guild | str) -> Role:
        """Return the bot's own role in a server."""
        bot = self._world.bot_id
        return next(role for role in self.guild(guild).roles.values() if role.bot_id == bot)

    def bot_permissions(
        self,
        place: Guild | Channel | str,
        *,
        set_to: Iterable[str] | int | None = None,
        take: Iterable[str] = (),
        give: Iterable[str] = (),
    ) -> None:
        """Change what the bot may do, on a server (by its role) or in a channel (by an overwrite).

        Permissions are named, as in "send_messages". In a channel, `set_to` allows those and denies
        all others.
        """
        world = self._world
        taken, given = permissions.bits(take), permissions.bits(give)
        if isinstance(place, Channel):
            old = place.overwrites.get(world.bot_id, Overwrite(world.bot_id, 1))
            allow, deny = old.allow, old.deny
            if set_to is not None:
                allow = _bits(set_to)
                deny = permissions.ALL & ~allow
            allow, deny = allow & ~taken | given, (deny | taken) & ~given
            kept = Overwrite(world.bot_id, 1, allow, deny) if allow or deny else None
            world.set_overwrite(place, kept, world.bot_id)
            return
        guild = self.guild(place)
        role = self.bot_role(guild)
        now = role.permissions if set_to is None else _bits(set_to)
        world.change_role(guild, role, permissions=now & ~taken | given)

    def overwrite(
        self,
        channel: Channel,
        who: Person | Role,
        *,
        allow: Iterable[str] = (),
        deny: Iterable[str] = (),
    ) -> None:
        """Set what a channel allows or denies to somebody or a role; neither clears it."""
        kind = 1 if isinstance(who, Person) else 0
        made = Overwrite(who.id, kind, permissions.bits(allow), permissions.bits(deny))
        kept = made if made.allow or made.deny else None
        self._world.set_overwrite(channel, kept, who.id)

    def override(
        self,
        guild: Guild | str,
        command: str | None,
        *,
        allow: Iterable[Person | Role | Channel | Guild] = (),
        deny: Iterable[Person | Role | Channel | Guild] = (),
    ) -> None:
        """Set who may call a command and where, as an admin does; neither clears it.

        `command` is the first word of the name; None means every command of the bot. A server
        stands for all its channels, its @everyone role for all its members.
        """
        guild = self.guild(guild)
        known = {c["name"] for scope in self._world.commands.values() for c in scope.values()}
        if command is not None and command not in known:
            raise NotPossible(f"The bot has no command /{command}.")
        said = {_target(each): True for each in allow} | {_target(each): False for each in deny}
        self._world.set_override(guild, command or command_rights.EVERY_COMMAND, said)

    def role(self, guild: Guild | str, name: str) -> Role:
        """Return a role of a server by its name or id."""
        guild = self.guild(guild)
        for role in guild.roles.values():
            if name in (role.id, role.name):
                return role
        raise NotPossible(f"There's no role {name!r} in {guild.name}.")

    def add_role(
        self,
        guild: Guild | str,
        name: str,
        give: Iterable[str] = (),
        *,
        members: Iterable[Person | str] = (),
        mentionable: bool = False,
    ) -> Role:
        """Make a role with permissions by name, and give it to these members."""
        guild = self.guild(guild)
        _fitting_name(name, 1, 100)
        may = permissions.bits(give)
        role = self._world.add_role(guild, name, may, mentionable=mentionable)
        self.set_members(guild, role, members)
        return role

    def change_role(self, guild: Guild | str, role: Role, give: Iterable[str], **more: Any) -> None:
        """Set what a role may do, and its name or whether it can be mentioned."""
        if "name" in more:
            _fitting_name(more["name"], 1, 100)
        self._world.change_role(self.guild(guild), role, permissions=permissions.bits(give), **more)

    def set_members(self, guild: Guild | str, role: Role, people: Iterable[Person | str]) -> None:
        """Give a role to exactly these members."""
        guild = self.guild(guild)
        wanted = {self.person(person).id for person in people}
        if role.id == guild.id or role.bot_id is not None:
            raise NotPossible(f"Nobody can be given {role.name}.")
        for member in guild.members.values():
            has, gets = role.id in member.roles, member.person.id in wanted
            if has != gets:
                roles = [each for each in member.roles if each != role.id]
                self._world.change_member(guild, member, roles=[*roles, role.id] if gets else roles)

    def remove_role(self, guild: Guild | str, role: Role) -> None:
        """Delete a role."""
        guild = self.guild(guild)
        if role.id == guild.id or role.bot_id is not None:
            raise NotPossible(f"The role {role.name} can't be deleted.")
        self._world.remove_role(guild, role)

    def add_people(self, number: int) -> list[Person]:
        """Let this many new people in, as members of all servers."""
        here = {person.name for person in self._world.people.values()}
        if len(here) + number > MOST_PEOPLE:
            raise NotPossible(f"There is room for {MOST_PEOPLE} people, and {len(here)} are here.")
        free = (name for name in seed.more_names() if name not in here)
        made: list[Person] = []
        for name in islice(free, number):
            hue = zlib.crc32(name.encode()) % 360 / 360
            red, green, blue = (round(255 * c) for c in colorsys.hls_to_rgb(hue, 0.42, 0.5))
            made.append(self.add_person(name, color=red << 16 | green << 8 | blue))
        return made

    def add_person(
        self, name: str, *, color: int = 0x607D8B, guilds: Iterable[Guild | str] | None = None
    ) -> Person:
        """Let somebody new in, as a member of these servers (of all, if none are given)."""
        _fitting_name(name, 2, 32)
        person = self._world.add_person(name, color=color)
        for guild in list(self._world.guilds.values()) if guilds is None else guilds:
            guild = self.guild(guild)
            roles = [role for role in guild.roles.values() if role.name == "Member"]
            self._world.add_member(guild, person, roles)
        return person

    def set_nick(self, guild: Guild | str, person: Person | str, nick: str | None) -> None:
        """Give somebody a nickname in a server, or take it away."""
        if nick is not None and len(nick) > 32:
            raise NotPossible("A nickname has at most 32 characters.")
        guild = self.guild(guild)
        member = guild.members[self.person(person).id]
        self._world.change_member(guild, member, nick=nick or None)

    def set_roles(self, guild: Guild | str, person: Person | str, names: Iterable[str]) -> None:
        """Give somebody exactly these roles, by name or id."""
        guild = self.guild(guild)
        wanted = set(names)
        known = {key for role in guild.roles.values() for key in (role.id, role.name)}
        if wanted - known:
            raise NotPossible(f"There's no role {', '.join(sorted(wanted - known))}.")
        ids = [role.id for role in guild.roles.values() if wanted & {role.id, role.name}]
        self._world.change_member(guild, guild.members[self.person(person).id], roles=ids)

    def set_locale(self, who: Person | Guild | str, locale: str) -> None:
        """Set the language of a person (their client) or of a server."""
        if locale not in LOCALES:
            raise NotPossible(f"Discord has no language {locale!r}.")
        if isinstance(who, str):
            try:
                who = self._world.guild(who)
            except KeyError:
                who = self._world.person(who)
        if isinstance(who, Guild):
            self._world.change_guild(who, locale=locale)
        else:
            self._world.change_person(who, locale=locale)


def _target(thing: Person | Role | Channel | Guild) -> str:
    """Return the id by which something is allowed or denied."""
    return command_rights.every_channel(thing) if isinstance(thing, Guild) else thing.id


def _fitting_name(name: str, low: int, high: int) -> None:
    if not low <= len(name) <= high:
        raise NotPossible(f"A name has {low} to {high} characters.")


def _bits(wanted: Iterable[str] | int) -> int:
    return wanted if isinstance(wanted, int) else permissions.bits(wanted)
