"""What whoever runs this Discord can do to it: the host menu of the page, and set-up in tests."""

from __future__ import annotations

from collections.abc import Iterable

from bot.sandbox import permissions
from bot.sandbox.command_schema import LOCALES
from bot.sandbox.errors import NotPossible
from bot.sandbox.models import DM, TEXT, Channel, Guild, Message, Overwrite, Person, Role
from bot.sandbox.world import World


class HostActions:
    """Everything that may happen to the world without the bot's doing."""

    def __init__(self, world: World) -> None:
        self._world = world

    def guild(self, guild: Guild | str) -> Guild:
        """Return a server by itself, its name or id."""
        return guild if isinstance(guild, Guild) else self._world.guild(guild)

    def person(self, person: Person | str) -> Person:
        """Return a person by themself, their name or id."""
        return person if isinstance(person, Person) else self._world.person(person)

    def found_guild(self, name: str, owner: Person | str = "Ada", *, bot: bool = True) -> Guild:
        """Found a server where everybody is a member, the bot with its least permissions."""
        world = self._world
        guild = world.add_guild(name, self.person(owner))
        member = world.add_role(guild, "Member", permissions.MEMBER)
        for person in world.people.values():
            if not person.bot:
                world.add_member(guild, person, [member])
        if bot:
            world.add_bot(guild, permissions.LEAST_FOR_BOT)
        world.tell("access", guild=guild)
        return guild

    def add_channel(self, guild: Guild | str, name: str, type: int = TEXT) -> Channel:
        """Make a channel."""
        return self._world.add_channel(self.guild(guild), name, type)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel or a thread."""
        if channel.type == DM:
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
        """Throw the bot out of a server."""
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
        """Change what the bot may do, in a server (by its role) or a channel (by an overwrite).

        Permissions go by name, such as "send_messages". In a channel, `set_to` allows those and
        denies all others.
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
        world.change_role(guild, role, now & ~taken | given)

    def overwrite(
        self,
        channel: Channel,
        who: Person | Role,
        *,
        allow: Iterable[str] = (),
        deny: Iterable[str] = (),
    ) -> None:
        """Set what a channel grants or takes from somebody or a role; neither clears it."""
        kind = 1 if isinstance(who, Person) else 0
        made = Overwrite(who.id, kind, permissions.bits(allow), permissions.bits(deny))
        kept = made if made.allow or made.deny else None
        self._world.set_overwrite(channel, kept, who.id)

    def add_person(
        self, name: str, *, color: int = 0x607D8B, guilds: Iterable[Guild | str] | None = None
    ) -> Person:
        """Let somebody new in, as a member of these servers (all, if not said)."""
        if not 2 <= len(name) <= 32:
            raise NotPossible("A name has 2 to 32 characters.")
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


def _bits(wanted: Iterable[str] | int) -> int:
    return wanted if isinstance(wanted, int) else permissions.bits(wanted)
