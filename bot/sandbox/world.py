"""The world: everything there is, and the few ways it changes. Listeners hear about each change."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox import permissions
from bot.sandbox.changes import Change
from bot.sandbox.json_text import Json
from bot.sandbox.models import (
    DM,
    FLAG_HAS_THREAD,
    GROUP_DM,
    Channel,
    Emoji,
    Guild,
    Member,
    Message,
    Overwrite,
    Person,
    Role,
)
from bot.sandbox.sharding import Shard
from bot.sandbox.snowflake import Mint

EPHEMERALS_KEPT = 2000
"""How many ephemeral messages a channel remembers; they are useless after 15 minutes."""
NONCES_KEPT = 5000


@dataclass(slots=True)
class Blob:
    """The bytes of an attachment, served to whoever knows `secret`."""

    channel_id: str
    filename: str
    content_type: str
    data: bytes
    secret: str


@dataclass(slots=True)
class World:
    """All people, servers, channels, commands. Time comes from `clock` (seconds since 1970)."""

    clock: Callable[[], float] = time.time
    locale: str = "en-US"
    """The language of whoever and whatever is new here."""
    mint: Mint = field(default_factory=Mint)
    people: dict[str, Person] = field(default_factory=dict)
    guilds: dict[str, Guild] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    dms: dict[str, Channel] = field(default_factory=dict)
    """The bot's DMs by the other person's id; they are among the channels, too."""
    refusing_dms: set[str] = field(default_factory=set)
    """Whose direct messages are closed to the bot."""
    commands: dict[str | None, dict[str, Json]] = field(default_factory=dict)
    """Application commands by id, for each server id; None has the global ones."""
    emojis: dict[str, Emoji] = field(default_factory=dict)
    """The application's own emoji by id."""
    blobs: dict[str, Blob] = field(default_factory=dict)
    messages: dict[str, Message] = field(default_factory=dict)
    """Every message by id, even ephemeral ones; no request of the bot looks here."""
    bot_id: str = ""
    nonces: OrderedDict[tuple[str, str], Message] = field(default_factory=OrderedDict)
    listeners: list[Callable[[Change], None]] = field(default_factory=list)

    @property
    def bot(self) -> Person:
        """Return the bot's own account."""
        return self.people[self.bot_id]

    def tell(self, kind: str, **about: Any) -> None:
        """Tell every listener about a change."""
        change = Change(kind, **about)
        for listener in self.listeners:
            listener(change)

    # People and servers

    def person(self, name: str) -> Person:
        """Find somebody by name or id. Raises KeyError if there is nobody."""
        if name in self.people:
            return self.people[name]
        for person in self.people.values():
            if person.name == name:
                return person
        raise KeyError(f"nobody is called {name!r}")

    def guild(self, name: str) -> Guild:
        """Find a server by name or id. Raises KeyError if there is none."""
        if name in self.guilds:
            return self.guilds[name]
        for guild in self.guilds.values():
            if guild.name == name:
                return guild
        raise KeyError(f"no server is called {name!r}")

    def add_person(self, name: str, *, color: int = 0x5865F2, bot: bool = False) -> Person:
        """Let somebody new into the world."""
        person = Person(self.mint(), name, color, self.locale, bot=bot)
        self.people[person.id] = person
        self.tell("people", person=person)
        return person

    def change_person(self, person: Person, **changes: Any) -> None:
        """Change somebody's name, colour or language."""
        for key, value in changes.items():
            setattr(person, key, value)
        self.tell("people", person=person)

    def add_guild(
        self, name: str, owner: Person, everyone: int = 0, *, shard: Shard = (0, 1)
    ) -> Guild:
        """Found a server; its @everyone role has the given permissions.

        `shard` says which shard hears about it, out of how many.
        """
        guild = Guild(
            self.mint.on_shard(*shard), name, owner.id, locale=self.locale, joined=self.clock()
        )
        guild.roles[guild.id] = Role(guild.id, "@everyone", everyone)
        self.guilds[guild.id] = guild
        self.add_member(guild, owner)
        return guild

    def add_role(self, guild: Guild, name: str, permissions: int = 0, **more: Any) -> Role:
        """Make a role."""
        role = Role(self.mint(), name, permissions, position=len(guild.roles), **more)
        guild.roles[role.id] = role
        self.tell("guild_role_create", guild=guild, extra=role)
        return role

    def change_role(self, guild: Guild, role: Role, **changes: Any) -> None:
        """Change a role's name or what it may do."""
        for key, value in changes.items():
            setattr(role, key, value)
        self.tell("guild_role_update", guild=guild, extra=role)
        self.tell("access", guild=guild)

    def remove_role(self, guild: Guild, role: Role) -> None:
        """Delete a role; those who had it lose it."""
        for member in guild.members.values():
            if role.id in member.roles:
                kept = [each for each in member.roles if each != role.id]
                self.change_member(guild, member, roles=kept)
        del guild.roles[role.id]
        self.tell("guild_role_delete", guild=guild, extra=role)
        self.tell("access", guild=guild)

    def add_member(self, guild: Guild, person: Person, roles: Iterable[Role] = ()) -> Member:
        """Let somebody into a server."""
        member = Member(person, self.clock(), roles=[role.id for role in roles])
        guild.members[person.id] = member
        if not person.bot:
            self.tell("guild_member_add", guild=guild, person=person)
            self.tell("access", guild=guild)
        return member

    def change_member(self, guild: Guild, member: Member, **changes: Any) -> None:
        """Change a member's nick or roles."""
        for key, value in changes.items():
            setattr(member, key, value)
        self.tell("guild_member_update", guild=guild, person=member.person)
        if "roles" in changes:
            self.tell("access", guild=guild)

    def change_guild(self, guild: Guild, **changes: Any) -> None:
        """Change a server's name or language."""
        for key, value in changes.items():
            setattr(guild, key, value)
        self.tell("guild_update", guild=guild)

    def add_bot(self, guild: Guild, permissions: int) -> None:
        """Invite the bot, with a role of its own that carries these permissions."""
        role = Role(self.mint(), self.bot.name, permissions, len(guild.roles), bot_id=self.bot_id)
        guild.roles[role.id] = role
        guild.joined = self.clock()
        self.add_member(guild, self.bot, [role])
        self.tell("guild_create", guild=guild)
        self.tell("commands", guild=guild)

    def remove_bot(self, guild: Guild) -> None:
        """Remove the bot; its role goes with it."""
        del guild.members[self.bot_id]
        for role in [role for role in guild.roles.values() if role.bot_id == self.bot_id]:
            del guild.roles[role.id]
        self.commands.pop(guild.id, None)
        self.tell("guild_delete", guild=guild)
        self.tell("commands", guild=guild)

    # Channels and threads

    def add_channel(self, guild: Guild, name: str, type: int = 0, **more: Any) -> Channel:
        """Make a channel in a server."""
        place = len(guild.channels)
        channel = Channel(self.mint(), type, name, guild, position=place, **more)
        channel.created = self.clock()
        guild.channels[channel.id] = self.channels[channel.id] = channel
        self.tell("channel_create", guild=guild, channel=channel)
        return channel

    def change_channel(self, channel: Channel, **changes: Any) -> None:
        """Change a channel or a thread."""
        if channel.is_thread and "archived" in changes:
            channel.archive_changed = channel.active = self.clock()
        for key, value in changes.items():
            setattr(channel, key, value)
        kind = "thread_update" if channel.is_thread else "channel_update"
        self.tell(kind, guild=channel.guild, channel=channel)

    def set_overwrite(self, channel: Channel, overwrite: Overwrite | None, id: str) -> None:
        """Set what a channel allows or denies to a role or member; None clears it (with `id`)."""
        if overwrite is None:
            channel.overwrites.pop(id, None)
        else:
            channel.overwrites[overwrite.id] = overwrite
        self.tell("channel_update", guild=channel.guild, channel=channel)
        self.tell("access", guild=channel.guild, channel=channel)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads, or one thread; all messages in it go too."""
        guild = channel.guild
        if guild is not None:
            for thread in [t for t in guild.threads.values() if t.parent_id == channel.id]:
                self._forget_channel(thread)
        self._forget_channel(channel)
        kind = "thread_delete" if channel.is_thread else "channel_delete"
        self.tell(kind, guild=guild, channel=channel)

    def _forget_channel(self, channel: Channel) -> None:
        if channel.guild is not None:
            channel.guild.channels.pop(channel.id, None)
            channel.guild.threads.pop(channel.id, None)
        self.channels.pop(channel.id, None)
        channel.deleted = True
        for message in (*channel.messages.values(), *channel.ephemerals.values()):
            self._forget(message)
        parent = channel.parent
        if channel.is_thread and parent is not None:
            starter = parent.messages.get(channel.id)
            if starter is not None:
                starter.thread = None
                starter.flags &= ~FLAG_HAS_THREAD

    def join_thread(self, thread: Channel, person: Person) -> None:
        """Put somebody into a thread's list of members."""
        if person.id not in thread.thread_members:
            thread.thread_members[person.id] = self.clock()
            self.tell("thread_members_update", guild=thread.guild, channel=thread, person=person)

    def dm(self, person: Person) -> Channel:
        """Return the DM between the bot and somebody, opening it if need be."""
        if person.id in self.dms:
            return self.dms[person.id]
        channel = Channel(self.mint(), DM, person.name, recipients=[self.bot_id, person.id])
        self.channels[channel.id] = self.dms[person.id] = channel
        self.tell("channel_create", channel=channel)
        return channel

    def private_channel(self, people: Sequence[Person]) -> Channel:
        """Return the DM of two people, or the group of more, opening it if need be."""
        wanted = {person.id for person in people}
        for channel in self.channels.values():
            if channel.guild is None and {*channel.recipients} == wanted:
                return channel
        names = ", ".join(person.name for person in people)
        kind = DM if len(wanted) == 2 else GROUP_DM
        channel = Channel(
            self.mint(),
            kind,
            names,
            recipients=[person.id for person in people],
            owner_id=people[0].id,
        )
        self.channels[channel.id] = channel
        self.tell("channel_create", channel=channel)
        return channel

    # Messages

    def add_message(self, channel: Channel, author: Person, **parts: Any) -> Message:
        """Write a message; with `only_for` it is ephemeral, outside the channel's history.

        `number` gives the id: a forum post's first message has the post's own.
        """
        number = parts.pop("number", None) or self.mint()
        message = Message(number, channel, author, self.clock(), **parts)
        self.messages[number] = message
        self._call(message)
        if message.only_for is not None:
            channel.ephemerals[message.id] = message
            if len(channel.ephemerals) > EPHEMERALS_KEPT:
                self._forget(channel.ephemerals.pop(next(iter(channel.ephemerals))))
        else:
            channel.messages[message.id] = message
            channel.last_message_id = message.id
            if channel.is_thread:
                channel.active = message.made
                message.position = channel.message_count
                if message.type != 21 and message.id != channel.id:
                    channel.message_count += 1
                    channel.total_sent += 1
        self.tell("message_create", guild=channel.guild, channel=channel, message=message)
        return message

    def _call(self, message: Message) -> None:
        """Note whom a new message pings; a thread takes in those mentioned by name."""
        channel, guild = message.channel, message.channel.guild
        if guild is None or message.only_for is not None:
            return
        if channel.is_thread and channel.parent is not None:
            for id in message.mentions:
                if permissions.sees(channel.parent, id):
                    self.join_thread(channel, self.people[id])
        called = [
            id
            for id, member in guild.members.items()
            if id in message.mentions
            or message.mention_everyone
            or not set(member.roles).isdisjoint(message.mention_roles)
        ]
        message.pinged = [
            id for id in called if id != message.author.id and permissions.sees(channel, id)
        ]

    def edit_message(self, message: Message, *, mark: bool = True, **parts: Any) -> None:
        """Change parts of a message; `mark` shows it as edited."""
        kept = {each["id"] for each in parts.get("attachments", message.attachments)}
        for attachment in message.attachments:
            if attachment["id"] not in kept:
                self.blobs.pop(attachment["id"], None)
        for key, value in parts.items():
            setattr(message, key, value)
        if mark:
            message.edited_at = self.clock()
        channel = message.channel
        self.tell("message_update", guild=channel.guild, channel=channel, message=message)

    def delete_message(self, message: Message) -> None:
        """Delete a message; a thread that started from it lives on."""
        channel = message.channel
        self._forget(message)
        if message.only_for is not None:
            channel.ephemerals.pop(message.id, None)
        else:
            channel.messages.pop(message.id, None)
            if channel.is_thread and message.type != 21 and message.id != channel.id:
                channel.message_count -= 1
        self.tell("message_delete", guild=channel.guild, channel=channel, message=message)

    def dismiss(self, message: Message) -> None:
        """Hide an ephemeral message from the one who sees it, as its Dismiss button does."""
        message.dismissed = True
        self.tell("dismissed", guild=message.channel.guild, message=message)

    def recall_nonce(self, channel: Channel, nonce: str | int) -> Message | None:
        """Return the message already written under this nonce in this channel."""
        found = self.nonces.get((channel.id, str(nonce)))
        return None if found is None or found.deleted else found

    def keep_nonce(self, channel: Channel, nonce: str | int, message: Message) -> None:
        """Remember the nonce that a message was written under."""
        self.nonces[channel.id, str(nonce)] = message
        if len(self.nonces) > NONCES_KEPT:
            self.nonces.popitem(last=False)

    def _forget(self, message: Message) -> None:
        message.deleted = True
        self.messages.pop(message.id, None)
        for attachment in message.attachments:
            self.blobs.pop(attachment["id"], None)

    # Commands and emoji

    def set_override(self, guild: Guild, command: str, said: dict[str, bool]) -> None:
        """Set for whom and where admins allow (True) or forbid a command; nothing clears it."""
        guild.overrides[command] = said
        self.tell("guild_command_override", guild=guild)
        self.tell("access", guild=guild)

    def set_commands(self, guild_id: str | None, commands: Iterable[Json]) -> None:
        """Set the application commands of a server, or the global ones (None)."""
        self.commands[guild_id] = {command["id"]: command for command in commands}
        self.tell("commands", guild=self.guilds.get(guild_id) if guild_id else None)

    def add_emoji(self, name: str, content_type: str, data: bytes, *, animated: bool) -> Emoji:
        """Accept an emoji of the application's own."""
        made = Emoji(self.mint(), name, content_type, data, animated)
        self.emojis[made.id] = made
        self.tell("emoji", extra=made)
        return made

    def rename_emoji(self, emoji: Emoji, name: str) -> None:
        """Give an emoji another name."""
        emoji.name = name
        self.tell("emoji", extra=emoji)

    def remove_emoji(self, emoji: Emoji) -> None:
        """Delete an emoji with its picture."""
        del self.emojis[emoji.id]
        self.tell("emoji", extra=emoji)
