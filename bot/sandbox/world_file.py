"""The world on disk, so that tomorrow's sandbox still shows today's tables.

One SQLite file with a row for each thing, written a moment after it changed. Live interactions and
what only one person sees aren't kept: they would be useless.
"""

from __future__ import annotations

import asyncio
import base64
import dataclasses
import json
import logging
import sqlite3
import time
from pathlib import Path
from typing import Any

from bot.sandbox.changes import Change
from bot.sandbox.json_text import Json, dumps
from bot.sandbox.models import (
    Channel,
    Emoji,
    Guild,
    Member,
    Message,
    Overwrite,
    Person,
    Role,
    ScheduledEvent,
)
from bot.sandbox.world import Blob, World

VERSION = 1
PAUSE = 0.3
"""Seconds for which changes are collected before they are written."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS thing (
    kind TEXT NOT NULL, id TEXT NOT NULL, parent TEXT, json TEXT NOT NULL, PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS thing_parent ON thing (parent, kind);
CREATE TABLE IF NOT EXISTS blob (
    id TEXT PRIMARY KEY, channel_id TEXT NOT NULL, filename TEXT NOT NULL,
    content_type TEXT NOT NULL, secret TEXT NOT NULL, data BLOB NOT NULL
) STRICT;
"""
_LINKS = {"guild", "channel", "channels", "author", "messages", "ephemerals"} | {
    "thread",
    "threads",
    "person",
    "members",
}
"""Fields that refer to other things; they are kept as ids, or not at all."""
Mark = tuple[str, str]
Row = tuple[str, str, str | None, str]

log = logging.getLogger("sandbox")


class InUse(RuntimeError):
    """The file belongs to a running sandbox; `str()` says so."""


class WorldFile:
    """The file that the world is kept in."""

    def __init__(self, path: Path) -> None:
        self.path = path / "sandbox.sqlite3" if path.is_dir() else path
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._marks: dict[Mark, None] = {}
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None
        self._db = self._open()

    def _open(self) -> sqlite3.Connection:
        """Open the file; one that can't be read is set aside, not overwritten."""
        try:
            return self._connect()
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise InUse(f"Another sandbox is using {self.path}.") from None
            raise
        except sqlite3.DatabaseError as error:
            self._put_aside(error)
            return self._connect()

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, timeout=0, check_same_thread=False, isolation_level=None)
        try:
            db.execute("PRAGMA locking_mode=EXCLUSIVE")
            db.execute("PRAGMA journal_mode=WAL")
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, VERSION):
                raise sqlite3.DatabaseError(f"it is of version {version}, not {VERSION}")
            db.executescript(_SCHEMA)
            db.execute(f"PRAGMA user_version={VERSION}")
        except BaseException:
            db.close()
            raise
        return db

    def _put_aside(self, error: Exception) -> None:
        aside = self.path.with_name(f"{self.path.name}.unreadable-{int(time.time())}")
        self.path.rename(aside)
        for tail in ("-wal", "-shm"):
            self.path.with_name(self.path.name + tail).unlink(missing_ok=True)
        log.error(
            "The world in %s can't be read (%s). It was put aside as %s; a new one begins.",
            self.path,
            error,
            aside.name,
        )

    def load(self, world: World) -> None:
        """Fill an empty world from the file; if that makes no sense, set the file aside."""
        try:
            self._load(world)
        except (sqlite3.DatabaseError, ValueError, KeyError, TypeError) as error:
            self._db.close()
            self._put_aside(error)
            self._db = self._connect()
            for held in (world.people, world.guilds, world.channels, world.dms):
                held.clear()
            for held in (world.messages, world.commands, world.emojis, world.blobs):
                held.clear()

    def _load(self, world: World) -> None:
        for row in self._rows("world"):
            world.bot_id = row["bot_id"]
        for row in self._rows("person"):
            world.people[row["id"]] = Person(**_fitting(Person, row))
        for row in self._rows("guild"):
            guild = _guild(row, world)
            world.guilds[guild.id] = guild
        for row in sorted(self._rows("channel"), key=lambda row: int(row["id"])):
            channel = _channel(row, world)
            world.channels[channel.id] = channel
            if channel.guild is not None:
                held = channel.guild.threads if channel.is_thread else channel.guild.channels
                held[channel.id] = channel
            elif world.bot_id in channel.recipients:
                other = next(id for id in channel.recipients if id != world.bot_id)
                world.dms[other] = channel
        for row in sorted(self._rows("message"), key=lambda row: int(row["id"])):
            message = _message(row, world)
            message.channel.messages[message.id] = world.messages[message.id] = message
        for row in self._rows("commands"):
            world.commands[row["guild_id"]] = {each["id"]: each for each in row["commands"]}
        for row in sorted(self._rows("emoji"), key=lambda row: int(row["id"])):
            row["data"] = base64.b64decode(row["data"])
            world.emojis[row["id"]] = Emoji(**_fitting(Emoji, row))
        for number, *rest in self._db.execute(
            "SELECT id, channel_id, filename, content_type, data, secret FROM blob"
        ):
            world.blobs[number] = Blob(*rest)
        if world.people and world.bot_id not in world.people:
            raise ValueError("the bot is missing")
        events = [number for guild in world.guilds.values() for number in guild.events]
        for held in (world.people, world.channels, world.messages, world.emojis, events):
            for number in held:
                world.mint.after(int(number))

    def _rows(self, kind: str) -> list[Json]:
        found = self._db.execute("SELECT json FROM thing WHERE kind = ?", (kind,))
        return [json.loads(text) for (text,) in found]

    def keep_all(self, world: World) -> None:
        """Mark everything to be written, if nothing has been kept so far."""
        if self._db.execute("SELECT 1 FROM thing LIMIT 1").fetchone():
            return
        self._mark("world", "")
        for kind, held in (
            ("person", world.people),
            ("guild", world.guilds),
            ("channel", world.channels),
            ("message", world.messages),
        ):
            for number in held:
                self._mark(kind, number)

    def hear(self, change: Change) -> None:
        """Mark what a change touched."""
        kind = change.kind
        if change.message is not None:
            if change.message.only_for is None:
                self._mark("message", change.message.id)
                self._mark("channel", change.message.channel.id)
        elif change.channel is not None:
            self._mark("channel", change.channel.id)
        elif kind.startswith("guild_") and change.guild is not None:
            self._mark("guild", change.guild.id)
        elif kind == "people" and change.person is not None:
            self._mark("person", change.person.id)
        elif kind == "commands":
            self._mark("commands", change.guild.id if change.guild is not None else "")
        elif kind == "emoji":
            self._mark("emoji", change.extra.id)

    def _mark(self, kind: str, number: str) -> None:
        self._marks[kind, number] = None
        self._wake.set()

    def start(self, world: World) -> None:
        """Start to write what changes."""
        self._task = asyncio.create_task(self._write_on(world))

    async def _write_on(self, world: World) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(PAUSE)
            written = asyncio.to_thread(self._write, *self._take(world))
            self._writing = asyncio.create_task(written)
            # What was taken is written in any case; whoever closes the file meanwhile waits for it.
            await asyncio.shield(self._writing)

    async def close(self, world: World) -> None:
        """Write what is left and release the file."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        if self._writing is not None:
            await asyncio.wait([self._writing])
        self._write(*self._take(world))
        self._db.close()

    def _take(self, world: World) -> tuple[list[Row], list[Mark], list[tuple[Any, ...]], set[str]]:
        """Turn the marks into rows to write, things gone, attachments to write, those to keep."""
        marks, self._marks = self._marks, {}
        self._wake.clear()
        rows: list[Row] = []
        gone: list[Mark] = []
        blobs: list[tuple[Any, ...]] = []
        for kind, number in marks:
            row = _row(kind, number, world)
            if row is None:
                gone.append((kind, number))
                continue
            rows.append(row)
            if kind == "message":
                for each in world.messages[number].attachments:
                    blob = world.blobs.get(each["id"])
                    if blob is not None:
                        blobs.append((each["id"], *dataclasses.astuple(blob)))
        return rows, gone, blobs, set(world.blobs)

    def _write(
        self, rows: list[Row], gone: list[Mark], blobs: list[tuple[Any, ...]], kept: set[str]
    ) -> None:
        """Write rows and remove what is gone, all or nothing."""
        db = self._db
        db.execute("BEGIN IMMEDIATE")
        try:
            db.executemany("INSERT OR REPLACE INTO thing VALUES (?, ?, ?, ?)", rows)
            for kind, number in gone:
                db.execute("DELETE FROM thing WHERE kind = ? AND id = ?", (kind, number))
                if kind == "channel":
                    threads = "SELECT id FROM thing WHERE kind = 'channel' AND parent = ?"
                    for (thread,) in db.execute(threads, (number,)).fetchall():
                        db.execute("DELETE FROM thing WHERE parent = ?", (thread,))
                    db.execute("DELETE FROM thing WHERE parent = ?", (number,))
            db.executemany("INSERT OR REPLACE INTO blob VALUES (?, ?, ?, ?, ?, ?)", blobs_in(blobs))
            if gone or blobs:
                held = {number for (number,) in db.execute("SELECT id FROM blob")}
                lost = [(number,) for number in held - kept]
                db.executemany("DELETE FROM blob WHERE id = ?", lost)
            db.execute("COMMIT")
        except BaseException:
            db.execute("ROLLBACK")
            raise


def blobs_in(blobs: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Put attachments in the order of the table's columns: the bytes last."""
    return [(n, place, name, kind, secret, data) for n, place, name, kind, data, secret in blobs]


def _plain(thing: Any) -> Json:
    """Return a thing's own fields, without those that refer to other things."""
    names = (each.name for each in dataclasses.fields(thing))
    return {name: getattr(thing, name) for name in names if name not in _LINKS}


def _fitting(kind: type[Any], row: Json) -> Json:
    """Leave out what an older sandbox kept and this one no longer knows."""
    names = {each.name for each in dataclasses.fields(kind)}
    return {name: value for name, value in row.items() if name in names}


def _row(kind: str, number: str, world: World) -> Row | None:
    if kind == "world":
        return kind, number, None, dumps({"bot_id": world.bot_id})
    if kind == "commands":
        found = world.commands.get(number or None)
        if found is None:
            return None
        shape = {"guild_id": number or None, "commands": list(found.values())}
        return kind, number, None, dumps(shape)
    if kind == "person":
        person = world.people.get(number)
        return None if person is None else (kind, number, None, dumps(_plain(person)))
    if kind == "emoji":
        emoji = world.emojis.get(number)
        if emoji is None:
            return None
        shape = {**_plain(emoji), "data": base64.b64encode(emoji.data).decode()}
        return kind, number, None, dumps(shape)
    if kind == "guild":
        guild = world.guilds.get(number)
        return None if guild is None else (kind, number, None, dumps(_guild_shape(guild)))
    if kind == "channel":
        channel = world.channels.get(number)
        if channel is None:
            return None
        shape = _plain(channel)
        shape["overwrites"] = [_plain(each) for each in channel.overwrites.values()]
        shape["guild_id"] = channel.guild.id if channel.guild is not None else None
        return kind, number, channel.parent_id, dumps(shape)
    message = world.messages.get(number)
    if message is None:
        return None
    shape = _plain(message)
    shape |= {"channel_id": message.channel.id, "author_id": message.author.id}
    return kind, number, message.channel.id, dumps(shape)


def _guild_shape(guild: Guild) -> Json:
    shape = _plain(guild)
    shape["roles"] = [_plain(role) for role in guild.roles.values()]
    shape["events"] = [_plain(event) for event in guild.events.values()]
    shape["members"] = [
        {**_plain(who), "person_id": person_id} for person_id, who in guild.members.items()
    ]
    return shape


def _guild(row: Json, world: World) -> Guild:
    roles = {each["id"]: Role(**_fitting(Role, each)) for each in row.pop("roles")}
    members = {each["person_id"]: each for each in row.pop("members")}
    events = {each["id"]: ScheduledEvent(**each) for each in row.pop("events", [])}
    guild = Guild(**_fitting(Guild, row), roles=roles, events=events)
    for person_id, each in members.items():
        del each["person_id"]
        guild.members[person_id] = Member(world.people[person_id], **_fitting(Member, each))
    return guild


def _channel(row: Json, world: World) -> Channel:
    guild_id = row.pop("guild_id")
    overwrites = {each["id"]: Overwrite(**each) for each in row.pop("overwrites")}
    guild = world.guilds[guild_id] if guild_id is not None else None
    return Channel(**_fitting(Channel, row), guild=guild, overwrites=overwrites)


def _message(row: Json, world: World) -> Message:
    channel = world.channels[row.pop("channel_id")]
    author = world.people[row.pop("author_id")]
    message = Message(**_fitting(Message, row), channel=channel, author=author)
    thread = world.channels.get(message.id)
    if thread is not None and thread.parent_id == channel.id:
        message.thread = thread
    return message
