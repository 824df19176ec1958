"""What a Discord contains: people, servers, roles, channels, threads, messages."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.sandbox.json_text import Json

TEXT, DM, VOICE, GROUP_DM, NEWS = 0, 1, 2, 3, 5
NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD, STAGE, FORUM = 10, 11, 12, 13, 15
THREADS = frozenset({NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD})
POSTABLE = frozenset({TEXT, DM, VOICE, GROUP_DM, NEWS, STAGE}) | THREADS

SCHEDULED, ACTIVE, COMPLETED, CANCELLED = 1, 2, 3, 4
"""How far a scheduled event has come."""

FLAG_SUPPRESS_EMBEDS, FLAG_HAS_THREAD = 4, 32
FLAG_EPHEMERAL, FLAG_LOADING, FLAG_SILENT, FLAG_V2 = 64, 128, 4096, 32768


@dataclass(slots=True, eq=False)
class Person:
    """Somebody with an account: a person, or the bot itself."""

    id: str
    name: str
    color: int = 0x5865F2
    locale: str = "en-US"
    bot: bool = False
    installed: bool = False
    """Whether they have added the app to their account, so that they can use it anywhere."""


@dataclass(slots=True, eq=False)
class Emoji:
    """An emoji of the application's own, with its picture."""

    id: str
    name: str
    content_type: str
    data: bytes = field(repr=False)
    animated: bool = False


@dataclass(slots=True, eq=False)
class Role:
    """A role of a server; the one with the server's own id is @everyone."""

    id: str
    name: str
    permissions: int = 0
    position: int = 0
    color: int = 0
    mentionable: bool = False
    """Whether everybody may mention it."""
    bot_id: str | None = None


@dataclass(slots=True, eq=False)
class Member:
    """A person's place in one server."""

    person: Person
    joined: float
    nick: str | None = None
    roles: list[str] = field(default_factory=list)

    @property
    def shown_name(self) -> str:
        """Return the name that others read on this server."""
        return self.nick or self.person.name


@dataclass(slots=True, eq=False)
class Overwrite:
    """What a channel allows or denies to one role (type 0) or one member (type 1)."""

    id: str
    type: int
    allow: int = 0
    deny: int = 0


@dataclass(slots=True, eq=False)
class ScheduledEvent:
    """An event in a server's list that takes place outside Discord; times in seconds since 1970."""

    id: str
    name: str
    starts: float
    ends: float
    location: str
    creator_id: str
    description: str | None = None
    status: int = SCHEDULED

    @property
    def is_over(self) -> bool:
        """Tell whether it has ended or was cancelled, so that nothing changes any more."""
        return self.status in (COMPLETED, CANCELLED)


@dataclass(slots=True, eq=False)
class Guild:
    """A server. `channels` and `threads` are kept apart, both by id."""

    id: str
    name: str
    owner_id: str
    locale: str = "en-US"
    joined: float = 0.0
    system: str | None = None
    """The id of the channel for the server's own messages."""
    roles: dict[str, Role] = field(default_factory=dict)
    members: dict[str, Member] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict, repr=False)
    threads: dict[str, Channel] = field(default_factory=dict, repr=False)
    overrides: dict[str, dict[str, bool]] = field(default_factory=dict)
    """What admins allow and forbid, by the command's name ("" means all), then by the id of a role,
    member or channel, or the server's own for everyone.
    """
    events: dict[str, ScheduledEvent] = field(default_factory=dict, repr=False)

    def channel(self, name: str) -> Channel:
        """Find a channel or thread by its name, with or without #. Raises KeyError."""
        wanted = name.removeprefix("#")
        for place in (*self.channels.values(), *self.threads.values()):
            if place.name == wanted:
                return place
        raise KeyError(f"no channel {name!r} in {self.name}")


@dataclass(slots=True, eq=False)
class Channel:
    """A channel, a thread or a DM, with its messages in the order they were written.

    `messages` is what the channel shows to everybody; `ephemerals` are messages that only one
    person sees, and no request about the channel ever reaches them.
    """

    id: str
    type: int
    name: str
    guild: Guild | None = field(default=None, repr=False)
    position: int = 0
    topic: str | None = None
    parent_id: str | None = None
    overwrites: dict[str, Overwrite] = field(default_factory=dict, repr=False)
    recipients: list[str] = field(default_factory=list)
    last_message_id: str | None = None
    auto_archive: int = 1440
    deleted: bool = False
    # Threads only.
    owner_id: str | None = None
    archived: bool = False
    locked: bool = False
    created: float = 0.0
    archive_changed: float = 0.0
    active: float = 0.0
    thread_members: dict[str, float] = field(default_factory=dict, repr=False)
    message_count: int = 0
    total_sent: int = 0
    messages: dict[str, Message] = field(default_factory=dict, repr=False)
    ephemerals: dict[str, Message] = field(default_factory=dict, repr=False)

    @property
    def is_thread(self) -> bool:
        """Tell whether this is a thread (so is a forum post)."""
        return self.type in THREADS

    @property
    def parent(self) -> Channel | None:
        """Return the channel a thread belongs to; None if it is gone or this isn't a thread."""
        if self.guild is None or self.parent_id is None:
            return None
        return self.guild.channels.get(self.parent_id)


@dataclass(slots=True, eq=False)
class Message:
    """A message in its current state; embeds and components are in the form of answers."""

    id: str
    channel: Channel = field(repr=False)
    author: Person
    made: float
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    embedded: list[str] = field(default_factory=list)
    """The attachments that an embed shows through `attachment://`; they aren't shown separately."""
    type: int = 0
    flags: int = 0
    edited_at: float | None = None
    mentions: list[str] = field(default_factory=list)
    mention_roles: list[str] = field(default_factory=list)
    mention_everyone: bool = False
    pinged: list[str] = field(default_factory=list)
    """The ids of those who were pinged when it was written; an edit pings nobody."""
    nonce: str | int | None = None
    reference: Json | None = None
    only_for: str | None = None
    webhook_id: str | None = None
    asked_by: Json | None = None
    """The interaction it answers: id, type, name, user_id, and how it arose."""
    thread: Channel | None = field(default=None, repr=False)
    position: int | None = None
    deleted: bool = False
    dismissed: bool = False

    def reference_to(self) -> Json:
        """Return how another message refers to this one."""
        shape: Json = {"type": 0, "channel_id": self.channel.id, "message_id": self.id}
        if self.channel.guild is not None:
            shape["guild_id"] = self.channel.guild.id
        return shape

    @property
    def edited(self) -> bool:
        """Tell whether the message was changed since it was written."""
        return self.edited_at is not None

    @property
    def only_me(self) -> bool:
        """Tell whether only one person sees it."""
        return self.only_for is not None

    @property
    def text(self) -> str:
        """All words a reader sees: content and embeds, separated by line breaks."""
        parts = [self.content] if self.content else []
        for embed in self.embeds:
            parts += embed_words(embed)
        return "\n".join(parts)

    @property
    def controls(self) -> list[Json]:
        """Return every button and select that the bot hears of, in reading order."""
        return [part for part in self._parts if "custom_id" in part]

    @property
    def _parts(self) -> list[Json]:
        return [part for part in walk(self.components) if part["type"] in (2, 3, 5, 6, 7, 8)]

    @property
    def links(self) -> dict[str, str]:
        """Return the addresses of the buttons that open one, by their labels."""
        return {part["label"]: part["url"] for part in self._parts if "url" in part}

    @property
    def buttons(self) -> list[str]:
        """Return the buttons' labels (the emoji where there is no label), in reading order."""
        return [
            part.get("label") or part.get("emoji", {}).get("name", "")
            for part in self._parts
            if part["type"] == 2
        ]

    @property
    def selects(self) -> list[Json]:
        """Return the selects, in reading order."""
        return [part for part in self.controls if part["type"] != 2]


def embed_words(embed: Json) -> list[str]:
    """Return the words of an embed in reading order."""
    parts = [embed.get("author", {}).get("name"), embed.get("title"), embed.get("description")]
    for entry in embed.get("fields", []):
        parts += [entry["name"], entry["value"]]
    parts.append(embed.get("footer", {}).get("text"))
    return [part for part in parts if part]


def walk(components: list[Json]) -> list[Json]:
    """Return components with everything nested in them, in reading order."""
    found: list[Json] = []
    for part in components:
        found.append(part)
        found += walk(part.get("components", []))
        if "component" in part:
            found += walk([part["component"]])
    return found
