"""Channels that keep what is put up in them, for what posts to Discord and looks there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord

from tests.ui.stand_in import StandIn

ME = 77
"""The bot's own id."""


def failure(status: int, code: int = 0, words: str = "no") -> discord.HTTPException:
    """Return what Discord answers with a status, a code and some words."""
    answer: Any = SimpleNamespace(status=status, reason="")
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.HTTPException)
    return kind(answer, {"code": code, "message": words})


@dataclass(eq=False)
class Message:
    """A message that lies in a channel."""

    place: Place
    id: int
    content: str = ""
    embed: discord.Embed | None = None
    view: discord.ui.View | None = None
    files: list[discord.File] = field(default_factory=list)
    author_id: int = ME
    mentions: frozenset[int] = frozenset()
    """Who was called by it when it was put up."""
    edits: int = 0

    async def delete(self) -> None:
        """Take it down."""
        await self.place.get_partial_message(self.id).delete()

    @property
    def author(self) -> Any:
        return SimpleNamespace(id=self.author_id)

    @property
    def controls(self) -> list[str]:
        """Return the ids of the controls below it."""
        return [getattr(item, "custom_id", "") for item in self.view.children] if self.view else []

    @property
    def components(self) -> list[Any]:
        children = list(self.view.children) if self.view else []
        return [StandIn(discord.ActionRow, children=children)]


@dataclass(eq=False)
class Partial:
    """A message by its id, whether or not it lies there."""

    place: Place
    id: int

    async def edit(self, **changes: Any) -> None:
        """Change it."""
        await self.place.carry_out("edit")
        message = self.place.find(self.id)
        message.edits += 1
        message.files = self.place.upload(
            changes.get("embed"), changes.get("attachments"), message.files
        )
        for name in ("content", "embed", "view"):
            if name in changes:
                setattr(message, name, changes[name])
        await self.place.lose_answer("edit")

    async def delete(self) -> None:
        """Take it down."""
        await self.place.carry_out("delete")
        self.place.find(self.id)
        del self.place.up[self.id]

    async def create_thread(self, name: str, auto_archive_duration: int) -> Any:
        """Open a thread below it, which gets its id."""
        await self.place.carry_out("thread")
        self.place.find(self.id)
        if self.id in self.place.server.places:
            raise failure(400, 160004)
        channel = self.place.server.add(self.id, discord.Thread).channel
        channel.name = name
        return channel


@dataclass(eq=False)
class Place:
    """A channel or thread. `failures` say how the next requests of a kind fail."""

    server: FakeDiscord
    id: int
    channel: Any
    up: dict[int, Message] = field(default_factory=dict)
    failures: dict[str, list[discord.HTTPException]] = field(default_factory=dict)
    lost: dict[str, list[discord.HTTPException]] = field(default_factory=dict)
    """Requests that are carried out though their answer says that they weren't."""
    meanwhile: Callable[[], Awaitable[None]] | None = None
    """Happens while the next message is sent."""
    edits: int = 0
    uploads: int = 0
    no_files: discord.HTTPException | None = None
    """What an upload comes to while files are refused here."""

    @property
    def texts(self) -> list[str]:
        """Return what lies here, oldest first: titles of embeds, or what messages say."""
        return [each.embed.title or "" if each.embed else each.content for each in self.up.values()]

    def find(self, message_id: int) -> Message:
        """Return a message that lies here."""
        if message_id not in self.up:
            raise failure(404, 10008)
        return self.up[message_id]

    def write(self, text: str, author_id: int = ME) -> Message:
        """Let somebody write something."""
        message = Message(self, self.server.new_id(), text, author_id=author_id)
        self.up[message.id] = message
        return message

    async def carry_out(self, kind: str) -> None:
        """Fail if the next request of this kind is to fail."""
        self.edits += kind == "edit"
        if kind in self.server.refusing:
            raise self.server.refusing[kind]
        if self.failures.get(kind):
            raise self.failures[kind].pop(0)

    def upload(
        self,
        embed: discord.Embed | None,
        new: list[discord.File] | None,
        before: list[discord.File],
    ) -> list[discord.File]:
        """Return the files of a message; refuse an embed that names one that isn't there."""
        if new and self.no_files is not None:
            raise self.no_files
        files = before if new is None else new
        self.uploads += len(new or ())
        if embed is not None and embed.image.url:
            named = embed.image.url.removeprefix("attachment://")
            if named not in [file.filename for file in files]:
                raise failure(400, 50035)
        return files

    async def lose_answer(self, kind: str) -> None:
        """Fail after a request that was carried out."""
        if self.lost.get(kind):
            raise self.lost[kind].pop(0)

    async def send(self, content: str = "", **sent: Any) -> Message:
        """Put a message up."""
        await self.carry_out("send")
        if self.meanwhile is not None:
            happens, self.meanwhile = self.meanwhile, None
            await happens()
        files = self.upload(sent.get("embed"), sent.get("files"), [])
        message = self.write(content)
        self.server.sent += 1
        message.files = files
        message.embed, message.view = sent.get("embed"), sent.get("view")
        allowed = sent.get("allowed_mentions")
        message.mentions = frozenset(each.id for each in allowed.users) if allowed else frozenset()
        await self.lose_answer("send")
        return message

    def get_partial_message(self, message_id: int) -> Partial:
        """Return a message by its id."""
        return Partial(self, message_id)

    async def fetch_message(self, message_id: int) -> Message:
        """Return a message that lies here, or fail if there is none."""
        await self.carry_out("history")
        return self.find(message_id)

    async def history(self, limit: int) -> AsyncIterator[Message]:
        """Yield the last messages, newest first."""
        await self.carry_out("history")
        for message in list(reversed(self.up.values()))[:limit]:
            yield message


class FakeDiscord:
    """What the bot asks of Discord, and the channels that answer it."""

    def __init__(self, *channels: int) -> None:
        self.user = SimpleNamespace(id=ME)
        self.places: dict[int, Place] = {}
        self.guild: Any = None
        self.refusing_dms: set[int] = set()
        """People whose direct messages are closed."""
        self.refusing: dict[str, discord.HTTPException] = {}
        """What all requests of a kind come to, wherever."""
        self.sent = 0
        """How many messages were put up."""
        self._ids = 0
        for channel in channels:
            self.add(channel, discord.TextChannel)

    def add(self, place_id: int, kind: type) -> Place:
        """Open a channel or a thread."""
        channel: Any = StandIn(kind, id=place_id)
        place = self.places[place_id] = Place(self, place_id, channel)
        channel.get_partial_message = place.get_partial_message
        channel.locked = channel.archived = False
        channel.name = ""

        async def edit(*, archived: bool = False, name: str = "") -> None:
            await place.carry_out("rename" if name else "archive" if archived else "reopen")
            channel.archived, channel.name = archived, name or channel.name
            for failures in place.failures.values():
                failures.clear()

        channel.edit = edit
        return place

    def new_id(self) -> int:
        """Return the id of a message that was written just now."""
        self._ids += 1
        return discord.utils.time_snowflake(discord.utils.utcnow()) + self._ids

    def get_channel(self, place_id: int) -> Any:
        """Return a channel that the bot knows."""
        place = self.places.get(place_id)
        return None if place is None else place.channel

    def get_guild(self, _guild_id: int) -> Any:
        """Return the server, if a test has set one."""
        return self.guild

    async def create_dm(self, person: Any) -> Any:
        """Return the direct messages of a person, which lie in a place of the person's id."""
        if person.id in self.refusing_dms:
            raise failure(403, 50007)
        return self.places.get(person.id) or self.add(person.id, discord.DMChannel)

    async def fetch_channel(self, place_id: int) -> Any:
        """Return a channel, or fail if there is none."""
        if place_id not in self.places:
            raise failure(404, 10003)
        return self.places[place_id].channel

    def get_partial_messageable(self, place_id: int) -> Any:
        """Return where messages can be put up; without a place, none can."""
        if place_id in self.places:
            return self.places[place_id]
        gone = Place(self, place_id, None)
        for kind in ("send", "edit", "delete", "history"):
            gone.failures[kind] = [failure(404, 10003) for _ in range(9)]
        return gone
