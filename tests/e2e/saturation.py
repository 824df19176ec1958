"""More tables at play than Discord's limit of requests allows for: what comes of it."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.sandbox import threads
from bot.sandbox.snowflake import EPOCH
from bot.tables.lobby_verbs import LobbyVerbs
from bot.tables.seat import Person
from bot.tables.table import NewTable
from bot.tables.tables import Tables
from cogs.donburiko.rules import GAME
from storage.database import Database
from storage.store import Store
from tests.e2e.play import Sitting, has_menu
from tests.e2e.stage import Stage
from tests.e2e.wander import move
from tests.uncapped import uncap

HURRY = (1.0, 3.0)
"""The seconds between two looks of the people at a table whether it is their move."""
COMING = 10.0
"""The most seconds until the people at a table have come; nobody has 200 tables begin at once."""
TO_SETTLE = 900.0
"""The most seconds until all is shown: thousands of outdated pings are deleted one by one."""
A_CHANNEL = 4
"""How many tables were opened in one channel."""


COMPUTERS_ASKED = (
    "SELECT id FROM tables WHERE phase = 'playing' AND NOT EXISTS"
    " (SELECT 1 FROM seats WHERE table_id = tables.id AND clock_at IS NOT NULL)"
)
"""Where nobody's clock runs, a computer is to move."""


@dataclass(slots=True)
class Course:
    """What came of playing at many tables at once."""

    moves: int
    """Those of people."""
    seconds: float
    """How long they played."""
    settled: float
    """Seconds from the last move until the last board and the last card were right."""
    tidy: float
    """Seconds from the last move until the last outdated ping was deleted."""


@contextlib.asynccontextmanager
async def at_limits(
    folder: Path, count: int, ping_pause: str = "0", wrapped: Sequence[str] = ()
) -> AsyncGenerator[tuple[Stage, list[Sitting]]]:
    """Yield a bot at Discord's limits, with all boards of its many live tables right."""
    stage = Stage(
        folder,
        REQUESTS_A_SECOND="45",
        COMPUTER_DELAY="2",
        PICTURE_PAUSE="2",
        PING_PAUSE=ping_pause,
    )
    stage.wrapped = wrapped
    await stage.sandbox.__aenter__()
    try:
        sittings = await fill(stage, count)
        stage.sandbox.ratelimits.usual()
        await stage.start()
        await stage.shown(patience=TO_SETTLE)
        yield stage, sittings
    finally:
        await stage._leave()


async def fill(stage: Stage, count: int) -> list[Sitting]:
    """Put live tables of two people and a computer into the database, and their messages up.

    The bot doesn't run yet. Each table lies in a thread of its own, with a board to be edited.
    """
    sandbox, world = stage.sandbox, stage.sandbox.world
    guild = sandbox.channel("games").guild
    assert guild is not None, "the server isn't there"
    database = await Database.open(stage.database)
    # Only filling is in a hurry; the bot opens the file with its own settings.
    await database.read(lambda connection: connection.execute("PRAGMA synchronous = OFF").close())
    tables = Tables(Store(database))
    lobby_verbs = LobbyVerbs(tables)
    tables.add_game(GAME)
    uncap(tables, int(guild.id))
    names = [person.name for person in world.people.values() if not person.bot]
    sittings: list[Sitting] = []
    channel = sandbox.channel("games")
    for number in range(count):
        if number % A_CHANNEL == 0:
            channel = sandbox.host.add_channel(guild, f"games {number}")
        people = [stage.person(names[(number + each) % len(names)], channel) for each in (0, 1)]
        ada, bob = (Person(int(each.person.id), each.person.name) for each in people)
        card = world.add_message(channel, world.bot, content="card")
        thread = threads.add_thread(world, channel, world.bot, f"Table {number}", 11, starter=card)
        table = await lobby_verbs.open(
            NewTable(
                game_key=GAME.info.key,
                guild_id=int(guild.id),
                channel_id=int(channel.id),
                person=ada,
                options=GAME.Options(),
                interaction_id=int(world.mint()),
                language="en-US",
                pace="live",
            )
        )
        await lobby_verbs.join(table.id, bob)
        await lobby_verbs.add_computer(table.id, ada.id, "steady")
        await lobby_verbs.start(table.id, ada, int(world.mint()))
        board = world.add_message(thread, world.bot, content="board")
        await tables.save_whereabouts(
            table.id, place_id=int(thread.id), board_id=int(board.id), card_id=int(card.id)
        )
        sittings.append(Sitting(stage, GAME.info.key, people, table.id, card))
    await database.close()
    return sittings


async def play(stage: Stage, sittings: list[Sitting], seconds: float) -> Course:
    """Let the people of all tables play for a while, then wait until all boards are right.

    Before that, computers play on until people are asked everywhere.
    """
    start = time.monotonic()
    end = start + seconds
    moves = await asyncio.gather(
        *(_at_table(sitting, random.Random(number), end) for number, sitting in enumerate(sittings))
    )
    while stage.rows(COMPUTERS_ASKED):
        await asyncio.sleep(0.1)
    stopped, stopped_at = time.monotonic(), time.time()
    await stage.shown(patience=TO_SETTLE)
    # Pings that are held back come later still.
    settled, tidy = (
        max([each.at for each in stage.sandbox.requests if each.method == method], default=0.0)
        for method in ("PATCH", "DELETE")
    )
    return Course(
        sum(moves), stopped - start, max(0.0, settled - stopped_at), max(0.0, tidy - stopped_at)
    )


async def _at_table(sitting: Sitting, rng: random.Random, end: float) -> int:
    """Play at one table until the time is over; return how many moves people made."""
    moves = 0
    await asyncio.sleep(rng.uniform(0, COMING))
    for person in sitting.people:
        await sitting.open_hand(person)
    while True:
        await asyncio.sleep(rng.uniform(*HURRY))
        if time.monotonic() >= end:
            return moves
        if any(has_menu(hand) for hand in sitting.hands.values()):
            moves += await move(sitting, rng) is not None


def answer_times(stage: Stage) -> list[float]:
    """Return the seconds from each click to its first answer."""
    found: list[float] = []
    for each in stage.sandbox.requests:
        steps = each.path.strip("/").split("/")
        if steps[0] == "interactions":
            pressed = ((int(steps[1]) >> 22) + EPOCH) / 1000
            found.append(each.at - pressed)
    return sorted(found)
