"""Any number of tables in progress, copied from a few, on as many servers as wanted."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, Final

from bot.sandbox import Sandbox, permissions, threads
from bot.sandbox.models import Channel, Person
from bot.tables.tables import LETTERS
from tests.bench import many_tables
from tests.bench.many_tables import Click

ORIGINALS: Final = 50
PARTS: Final = ("tables", "seats", "log", "holders", "table_events")
"""Where the rows of a table are."""


async def fill(path: Path, sandbox: Sandbox, wanted: int, servers: int = 1) -> list[Click]:
    """Put many tables into a new database, evenly on some servers; return a click for each.

    They have boards, but neither cards nor pings. Playing them would take minutes. Each set of
    copies has people of its own, so that nobody sits at more tables than in the originals.
    """
    originals = await many_tables.fill(path, sandbox, ORIGINALS)
    channels = [sandbox.channel("games")]
    people = [person for person in sandbox.world.people.values() if not person.bot]
    channels += [_server(sandbox, f"Server {number}", people[0]) for number in range(1, servers)]
    others: dict[int, Person] = {}
    clicks: list[Click] = []
    with contextlib.closing(sqlite3.connect(path)) as connection:
        rows = {part: _rows(connection, part) for part in PARTS}
        taken = {row["id"] for row in rows["tables"]}
        ids = _ids(taken)
        for number in range(wanted):
            if number % ORIGINALS == 0:
                others = {
                    int(each.id): _guest(sandbox, channels[0], each, number) for each in people
                }
            original = originals[number % ORIGINALS]
            old_id = original.hand_id.split(":")[2]
            new_id = next(ids)
            channel = channels[number % servers]
            person = others[int(original.person.id)]
            _let_in(sandbox, channel, person)
            click = _copied(sandbox, replace(original, person=person), old_id, new_id, channel)
            board = sandbox.world.add_message(click.channel, sandbox.world.bot, content="board")
            new: dict[str, Any] = {
                "guild_id": int(channel.guild.id) if channel.guild else 0,
                "channel_id": int(channel.id),
                "place_id": int(click.channel.id),
                "board_id": int(board.id),
                "card_id": None,
                "ping_id": None,
                "opened_by": int(sandbox.world.mint()),
            }
            for part in PARTS:
                key = "id" if part == "tables" else "table_id"
                for row in rows[part]:
                    if row[key] == old_id:
                        _insert(connection, part, row, new | {key: new_id}, others)
            clicks.append(click)
        connection.commit()
    return clicks


def _server(sandbox: Sandbox, name: str, owner: Person) -> Channel:
    """Found a server with a channel, its owner and the bot; return the channel."""
    world = sandbox.world
    guild = world.add_guild(name, owner, permissions.MEMBER)
    channel = world.add_channel(guild, "games")
    world.add_bot(guild, permissions.LEAST_FOR_BOT)
    return channel


def _guest(sandbox: Sandbox, home: Channel, person: Person, number: int) -> Person:
    """Return somebody new who sits where a person sits, at the copies from a number on."""
    guilds = [] if home.guild is None else [home.guild]
    return sandbox.host.add_person(f"{person.name} {number}", guilds=guilds)


def _let_in(sandbox: Sandbox, channel: Channel, person: Person) -> None:
    """Make somebody a member of a channel's server, unless they are one."""
    if channel.guild is not None and person.id not in channel.guild.members:
        sandbox.world.add_member(channel.guild, person)


def _rows(connection: sqlite3.Connection, part: str) -> list[dict[str, Any]]:
    """Return all rows of a table of the database by name, without their numbers."""
    found = connection.execute(f"SELECT * FROM {part}")
    names = [column[0] for column in found.description]
    return [dict(zip(names, values, strict=True)) for values in found]


def _insert(
    connection: sqlite3.Connection,
    part: str,
    row: dict[str, Any],
    new: dict[str, Any],
    others: dict[int, Person],
) -> None:
    """Insert a copy of a row, with what is new, and the others in place of its people.

    Each interaction belongs to one table.
    """
    copy = {name: new.get(name, value) for name, value in row.items()}
    copy = {
        name: int(others[value].id) if value in others else value for name, value in copy.items()
    }
    if part == "log":
        copy["interaction_id"] = None
    if part == "table_events":
        del copy["id"]
    marks = ", ".join("?" * len(copy))
    connection.execute(f"INSERT INTO {part} ({', '.join(copy)}) VALUES ({marks})", [*copy.values()])


def _ids(taken: set[str]) -> Iterator[str]:
    """Yield ids of tables that aren't taken, without end."""
    for number in count():
        found = "".join(LETTERS[number >> 5 * place & 31] for place in range(5))
        if found not in taken:
            yield found


def _copied(sandbox: Sandbox, click: Click, old_id: str, new_id: str, channel: Channel) -> Click:
    """Return a click as made at the copy of a table, in a thread of its own."""
    world = sandbox.world
    thread = threads.add_thread(world, channel, world.bot, f"Table {new_id}", 11)
    hand = world.add_message(thread, world.bot, content="hand", only_for=click.person.id, flags=64)
    return replace(
        click,
        channel=thread,
        message=hand,
        custom_id=click.custom_id.replace(old_id, new_id),
        hand_id=click.hand_id.replace(old_id, new_id),
    )
