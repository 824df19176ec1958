"""A database with many tables in progress, and a process that serves it on a sandbox."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sqlite3
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.sandbox import Sandbox, threads
from bot.sandbox.models import Channel, Message, Person
from bot.tables.lobby_verbs import LobbyVerbs
from bot.tables.moves import Moves
from bot.tables.seat import Person as Player
from bot.tables.table import NewTable
from bot.tables.tables import Tables
from bot.ui.pages.page import hand_id
from bot.ui.pages.routes import MENU
from bot.ui.pages.tables.menu_moves import menu_moves
from bot.ui.pages.wording import Wording
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import GAME
from cogs.donburiko.views import Options
from storage.database import Database
from storage.store import Store
from tests.uncapped import uncap

ROOT = Path(__file__).parents[2]
TABLES_EACH = 10
"""How many tables somebody sits at, about."""


@dataclass(slots=True)
class Click:
    """A click that plays a move: who makes it, where, on which private message, with which id."""

    person: Person
    channel: Channel
    message: Message
    custom_id: str
    hand_id: str
    """The id of the button that shows the hand."""


async def fill(
    path: Path, sandbox: Sandbox, count: int, acts: int = 4, *, behind: bool = False
) -> list[Click]:
    """Put this many tables of two into a new database, each some moves in; return a click for each.

    Their boards stand in the sandbox, each in a thread of its own, and show the newest state; or
    they are `behind` it, so that a start puts them up again.
    """
    people = [person for person in sandbox.world.people.values() if not person.bot]
    more = 2 * count // TABLES_EACH - len(people)
    people += [sandbox.host.add_person(f"Guest {number}") for number in range(more)]
    channel, world = sandbox.channel("games"), sandbox.world
    database = await Database.open(path)
    # Only filling is in a hurry; the bot that is measured opens the file with its own settings.
    await database.read(lambda connection: connection.execute("PRAGMA synchronous = OFF").close())
    tables = Tables(Store(database))
    lobby_verbs = LobbyVerbs(tables)
    tables.add_game(GAME)
    rng = random.Random(3)
    clicks: list[Click] = []
    assert channel.guild is not None
    uncap(tables, int(channel.guild.id))
    for number in range(count):
        seated = [people[number % len(people)], people[(number + 1) % len(people)]]
        players = [Player(int(person.id), person.name) for person in seated]
        table = await lobby_verbs.open(
            NewTable(
                game_key="donburiko",
                guild_id=int(channel.guild.id),
                channel_id=int(channel.id),
                person=players[0],
                options=Options(),
                interaction_id=int(world.mint()),
                language="en-GB",
            )
        )
        await lobby_verbs.join(table.id, players[1])
        await lobby_verbs.start(table.id, players[0], int(world.mint()))
        for _ in range(acts):
            await Moves(tables).play(
                table.id,
                players[table.to_act()[0]],
                lambda _view, legal: rng.choice(legal),
                interaction_id=int(world.mint()),
            )
        thread = threads.add_thread(world, channel, world.bot, f"Table {table.id}", 11)
        board = world.add_message(thread, world.bot, content="board")
        ping = world.add_message(thread, world.bot, content="ping")
        card = world.add_message(channel, world.bot, content="card")
        await tables.save_whereabouts(
            table.id,
            place_id=int(thread.id),
            board_id=int(board.id),
            card_id=int(card.id),
            ping_id=int(ping.id),
            board_revision=table.revision - behind,
        )
        seat = table.to_act()[0]
        wording = Wording("en", tuple(person.name for person in players))
        found = menu_moves(RENDER, table.legal(seat), table.view(seat), wording)
        whisper = world.add_message(
            thread, world.bot, content="hand", only_for=seated[seat].id, flags=64
        )
        path_of = rng.choice(found).path
        custom_id = MENU(table.id, table.question_number(seat), ":".join(path_of))
        clicks.append(Click(seated[seat], thread, whisper, custom_id, hand_id(table.id)))
    await database.close()
    return clicks


@asynccontextmanager
async def process(
    sandbox: Sandbox,
    arguments: Sequence[str],
    database: Path,
    settings: Mapping[str, str] | None = None,
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a bot's process against the sandbox; it is killed at the end."""
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        cwd=database.parent,
        env={
            **{name: value for name, value in os.environ.items() if "DISCORD" not in name},
            "PYTHONPATH": str(ROOT),
            "DATABASE": str(database),
            "DISCORD_URL": sandbox.url,
            "DISCORD_TOKEN": sandbox.token,
            "LOG_LEVEL": "WARNING",
            # What moves cost is measured, not how many Discord lets through.
            "REQUESTS_A_SECOND": "1000000",
            **(settings or {}),
        },
        stdin=asyncio.subprocess.DEVNULL,
    )
    try:
        yield child
    finally:
        child.kill()
        await child.wait()
        await sandbox.until(lambda: not sandbox.gateway.shards)


async def caught_up(path: Path) -> None:
    """Wait until no board shows an older state: a start puts up those that do."""
    while _behind(path):
        await asyncio.sleep(0.2)


def _behind(path: Path) -> int:
    """Return how many boards show an older state."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        query = "SELECT count(*) FROM tables WHERE board_revision < revision AND asleep = 0"
        return connection.execute(query).fetchone()[0]


def cpu_seconds(pid: int) -> float:
    """Return the processor time that the threads of a process have used."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def megabytes(pid: int) -> float:
    """Return the most memory a process has had resident."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise LookupError("VmHWM")
