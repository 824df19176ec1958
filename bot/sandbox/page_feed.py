"""What one person's page is told: first the state, then every change they may see."""

from __future__ import annotations

import asyncio
from collections import deque

from bot.sandbox import command_rights, message_payloads, permissions
from bot.sandbox.changes import Change
from bot.sandbox.command_schema import LOCALES
from bot.sandbox.interactions import Interaction
from bot.sandbox.json_text import Json, dumps
from bot.sandbox.models import PRIVATE_THREAD, Channel, Guild, Message, Person
from bot.sandbox.services import Services
from bot.sandbox.user_actions import shown_alone_to
from bot.sandbox.world import World

NEWEST = 100
WAITING = 2000
"""How many events a page may be behind before it is simply sent the whole state again."""


class Feed:
    """The events of one open page, waiting to be sent."""

    def __init__(self, services: Services, person: Person) -> None:
        self._services = services
        self.person = person
        self._events: deque[tuple[str, object]] = deque()
        self._wake = asyncio.Event()
        self.closed = False
        self._stale = True

    def push(self, kind: str, data: object) -> None:
        """Queue an event, unless the whole state will be sent anyway."""
        if self._stale:
            return
        if len(self._events) > WAITING:
            self.refresh()
            return
        self._events.append((kind, data))
        self._wake.set()

    def refresh(self) -> None:
        """Send the whole state again."""
        self._stale = True
        self._events.clear()
        self._wake.set()

    def close(self) -> None:
        """Let the page's connection end."""
        self.closed = True
        self._wake.set()

    async def next(self) -> list[str]:
        """Wait for events and return each as it is sent: none at the end."""
        if not self._stale and not self._events and not self.closed:
            await self._wake.wait()
        self._wake.clear()
        if self.closed:
            return []
        out: list[str] = []
        if self._stale:
            self._stale = False
            out.append(dumps(["state", state(self._services, self.person)]))
        while self._events:
            out.append(dumps(self._events.popleft()))
        return out

    def hear(self, change: Change) -> None:
        """Queue what a change means for this person."""
        world, person = self._services.world, self.person
        kind, guild, channel, message = change.kind, change.guild, change.channel, change.message
        if kind == "interaction":
            if change.person is person and isinstance(change.extra, Interaction):
                self._interaction(change.extra)
        elif kind == "bot":
            self.push("bot", bot_shape(self._services))
        elif kind == "people":
            self.push("people", people(world))
        elif kind == "commands":
            self.push("commands", commands(world, person))
        elif kind == "access" and (guild is None or person.id in guild.members):
            self.refresh()
        elif kind == "dismissed" and message is not None and message.only_for == person.id:
            self.push("message_delete", {"id": message.id, "channel_id": message.channel.id})
        elif message is not None and channel is not None:
            self._message(kind, channel, message)
        elif channel is not None:
            if (
                kind == "thread_members_update"
                and change.person is person
                and channel.type == PRIVATE_THREAD
            ):
                # A private thread has become visible.
                self.refresh()
            self._channel(kind, channel)
        elif guild is not None and person.id in guild.members:
            self.push("guild", guild_shape(guild, person))

    def _interaction(self, it: Interaction) -> None:
        shape = interaction(it)
        self.push("interaction", shape)
        if it.modal is not None and it.answer == 9 and not it.submitted:
            self.push("modal", modal(it))

    def _message(self, kind: str, channel: Channel, message: Message) -> None:
        if message.only_for is not None and not shown_alone_to(message, self.person):
            return
        if message.only_for is None and not permissions.sees(channel, self.person.id):
            return
        if kind == "message_delete":
            self.push("message_delete", {"id": message.id, "channel_id": channel.id})
        else:
            self.push("message", shown(message, self._services.world))

    def _channel(self, kind: str, channel: Channel) -> None:
        guild_id = channel.guild.id if channel.guild is not None else None
        if kind in ("channel_delete", "thread_delete"):
            self.push("channel_delete", {"id": channel.id, "guild_id": guild_id})
        elif permissions.sees(channel, self.person.id):
            if kind == "channel_create":
                self.push("commands", commands(self._services.world, self.person))
            world = self._services.world
            shape = (
                dm_shape(channel, world, self.person)
                if channel.guild is None
                else channel_shape(channel)
            )
            self.push("channel", {**shape, "guild_id": guild_id})


def state(services: Services, person: Person) -> Json:
    """Write everything that a person's page shows."""
    world = services.world
    guilds = [guild for guild in world.guilds.values() if person.id in guild.members]
    dms = _dms(world, person)
    places = [c for g in guilds for c in (*g.channels.values(), *g.threads.values())]
    messages: Json = {}
    for place in [*places, *dms]:
        if permissions.sees(place, person.id):
            messages[place.id] = [shown(m, world) for m in _newest(place, person)]
    mine = [it for it in services.interactions.pending() if it.person is person and it.type != 4]
    return {
        "me": {"id": person.id, "name": person.name, "color": person.color},
        "people": people(world),
        "guilds": [guild_shape(guild, person) for guild in guilds],
        "dms": [dm_shape(place, world, person) for place in dms],
        "messages": messages,
        "commands": commands(world, person),
        "permissions": permissions.NAMES,
        "locales": sorted(LOCALES),
        "bot": bot_shape(services),
        "pending": [interaction(it) for it in mine],
    }


def _dms(world: World, person: Person) -> list[Channel]:
    return [c for c in world.channels.values() if c.guild is None and person.id in c.recipients]


def _newest(place: Channel, person: Person) -> list[Message]:
    """Return the newest messages of a channel that a person sees, oldest first."""
    found: list[Message] = []
    if permissions.in_channel(place, person.id) & permissions.READ_MESSAGE_HISTORY:
        for message in reversed(place.messages.values()):
            if len(found) == NEWEST:
                break
            found.append(message)
    found += [m for m in place.ephemerals.values() if shown_alone_to(m, person)]
    return sorted(found, key=lambda message: int(message.id))[-NEWEST:]


def shown(message: Message, world: World) -> Json:
    """Write a message for the page: as Discord does, with its author's name and colour."""
    shape = message_payloads.message(message, world)
    guild = message.channel.guild
    who = guild.members.get(message.author.id) if guild is not None else None
    shape["author_name"] = who.shown_name if who is not None else message.author.name
    shape["author_color"] = message.author.color
    shape["pinged"] = message.pinged
    shape["only_me"] = message.only_for is not None
    asked = message.asked_by
    if asked is not None and asked["type"] == 2:
        shape["command"] = "/" + asked["name"]
    return shape


def people(world: World) -> list[Json]:
    """Write everybody except the bot."""
    return [
        {
            "id": person.id,
            "name": person.name,
            "color": person.color,
            "initials": "".join(word[0] for word in person.name.split()[:2]).upper(),
            "locale": person.locale,
            "installed": person.installed,
            "guilds": [guild.id for guild in world.guilds.values() if person.id in guild.members],
        }
        for person in world.people.values()
        if not person.bot
    ]


def guild_shape(guild: Guild, person: Person) -> Json:
    """Write a server with the channels and threads that this person sees."""
    places = [*guild.channels.values(), *guild.threads.values()]
    return {
        "id": guild.id,
        "name": guild.name,
        "locale": guild.locale,
        "owner_id": guild.owner_id,
        "channels": [channel_shape(c) for c in places if permissions.sees(c, person.id)],
        "members": [
            {
                "id": who.person.id,
                "name": who.shown_name,
                "color": who.person.color,
                "bot": who.person.bot,
                "roles": who.roles,
            }
            for who in guild.members.values()
        ],
        "roles": [
            {
                "id": role.id,
                "name": role.name,
                "permissions": str(role.permissions),
                "mentionable": role.mentionable,
                "managed": role.bot_id is not None,
            }
            for role in guild.roles.values()
        ],
        "my_permissions": str(permissions.in_guild(guild, person.id)),
        "events": events(guild),
    }


def events(guild: Guild) -> list[Json]:
    """Write the events of a server that aren't over, next one first."""
    coming = (event for event in guild.events.values() if not event.is_over)
    return [
        {
            "id": event.id,
            "name": event.name,
            "description": event.description,
            "location": event.location,
            "starts": event.starts,
            "ends": event.ends,
            "status": event.status,
            "creator_id": event.creator_id,
        }
        for event in sorted(coming, key=lambda event: event.starts)
    ]


def dm_shape(channel: Channel, world: World, person: Person) -> Json:
    """Write a DM or a group for the page, named after the others in it."""
    others = [world.people[id].name for id in channel.recipients if id != person.id]
    return {
        **channel_shape(channel),
        "name": ", ".join(others),
        "with_bot": world.bot_id in channel.recipients,
    }


def channel_shape(channel: Channel) -> Json:
    """Write a channel or thread for the page."""
    return {
        "id": channel.id,
        "name": channel.name,
        "type": channel.type,
        "parent_id": channel.parent_id,
        "owner_id": channel.owner_id,
        "topic": channel.topic,
        "archived": channel.archived,
        "locked": channel.locked,
        "position": channel.position,
        "last_message_id": channel.last_message_id,
    }


def commands(world: World, person: Person) -> Json:
    """Write all application commands and, for each channel, those that this person may not call."""
    every = [command for scope in world.commands.values() for command in scope.values()]
    denied: dict[str, list[str]] = {}
    guilds = [guild for guild in world.guilds.values() if person.id in guild.members]
    for channel in [*_dms(world, person), *(c for g in guilds for c in g.channels.values())]:
        may = {each["id"] for each in command_rights.callable_in(channel, person, world)}
        denied[channel.id] = [each["id"] for each in every if each["id"] not in may]
    return {"commands": every, "denied": denied}


def bot_shape(services: Services) -> Json:
    """Write whether the bot is there, whether its process is ours to start and stop, and by how
    many seconds it is ahead, if its clock is ours to set.
    """
    supervisor, clock = services.supervisor, services.bot_clock
    return {
        "name": services.world.bot.name,
        "online": services.gateway.online,
        "managed": supervisor is not None,
        "running": supervisor.running if supervisor is not None else services.gateway.online,
        "ahead": None if clock is None else clock.ahead,
    }


def interaction(it: Interaction) -> Json:
    """Write where an interaction stands."""
    return {
        "id": it.id,
        "channel_id": it.channel.id,
        "message_id": it.message.id if it.message is not None else None,
        "command": it.name if it.type == 2 else None,
        "custom_id": it.custom_id,
        "status": it.status,
    }


def modal(it: Interaction) -> Json:
    """Write the form that an interaction was answered with."""
    assert it.modal is not None
    return {"interaction_id": it.id, "token_id": it.id, **it.modal}
