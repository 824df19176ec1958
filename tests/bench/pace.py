"""How often an observer guesses from a computer's pace whether its move was forced.

Five tables play at once on two workers, with the shortest delay that the settings allow, on a
machine ten times slower than this one: everything but the thinking goes ten times as fast. The
observer knows what everybody sees, such as how many cards the seat held: it judges a time by how it
ranks among those of free moves with as many cards. For half of the moves it is told which were
forced, and learns at which ranks they are more frequent; then it guesses the other half. Forced and
free moves weigh the same, so 50 % is pure chance.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import tempfile
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bot.engine.computer import Level
from bot.engine.game import AnyGame
from bot.games.find_games import opponents
from bot.process.settings import LEAST_DELAY
from bot.tables.computer_players import Computers
from bot.tables.lobby_verbs import LobbyVerbs
from bot.tables.moves import Moves
from bot.tables.seat import Person
from bot.tables.table import NewTable, Table
from bot.tables.tables import Tables
from bot.tables.workers import Workers
from storage.database import Database
from storage.store import Store
from tests.bench.report import figure, heading
from tests.uncapped import uncap

SLOWER: Final = 10
TABLES: Final = 5
WORKERS: Final = 2
MOVES: Final = 1500
GAMES: Final = ("kirifuda", "shiranui")
"""The games in which a seat that is asked alone may be forced without all seeing it."""
LEVEL: Final[Level] = "sharp"
FEWEST: Final = 20
"""With fewer free moves of as many cards to compare with, the observer doesn't guess."""
RANKS: Final = 5
"""How many ranks of times the observer tells apart."""
TRIALS: Final = 40
"""The moves are split into halves this often; what is printed is the mean."""
ADA: Final = Person(1, "Ada")


class Seen(NamedTuple):
    """A move as an observer saw it, and whether it was forced."""

    cards: int
    """The number of cards that the seat held."""
    seconds: float
    """From the question to the move, as on the slow machine."""
    forced: bool


class Watch:
    """Times the moves of computers that are asked alone."""

    def __init__(self, tables: Tables) -> None:
        """Listen to all tables."""
        self.moves: list[Seen] = []
        self.enough = asyncio.Event()
        self._asked: dict[str, tuple[float, int, bool]] = {}
        tables.listeners.append(self.hear)

    def hear(self, table: Table) -> None:
        """Time the move that was made, and note who is asked now."""
        now = asyncio.get_running_loop().time()
        if asked := self._asked.pop(table.id, None):
            then, cards, forced = asked
            self.moves.append(Seen(cards, (now - then) * SLOWER, forced))
            if len(self.moves) >= MOVES:
                self.enough.set()
        if len(table.to_act()) == 1:
            (seat,) = table.to_act()
            hand = getattr(table.view(seat).private, "hand", ())
            self._asked[table.id] = (now, len(hand), len(table.legal(seat)) == 1)


def run() -> None:
    """Print how often the observer is right, game by game."""
    heading(f"pace: was it forced? {TABLES} tables, {WORKERS} workers, {SLOWER} times slower")
    for key in GAMES:
        moves = asyncio.run(_watched(opponents()[key].game))
        for name, forced in (("forced", True), ("free", False)):
            times = [each.seconds for each in moves if each.forced is forced]
            low, middle, high = statistics.quantiles(times, n=4)
            value = f"{low:.2f} / {middle:.2f} / {high:.2f} s"
            figure(f"{key}: {len(times)} {name} moves, quartiles", value)
        figure(f"{key}: guessed right", f"{guessed_right(moves):.1%}", "≤ 55 %")


async def _watched(game: AnyGame) -> list[Seen]:
    """Let computers play at several tables, a new game for each that ends; return their moves."""
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "bench.sqlite3")
        tables = Tables(Store(database))
        tables.add_game(game)
        uncap(tables, 1)
        workers = Workers([sys.executable, "-m", "bot.process.worker"], WORKERS)
        workers.start()
        while len(workers.pids) < WORKERS:
            await asyncio.sleep(0.01)
        players = {game.info.key: opponents()[game.info.key].player}
        computers = Computers(tables, Moves(tables), workers, players, LEAST_DELAY / SLOWER, 0)
        watch = Watch(tables)
        playing = [asyncio.create_task(_play(tables, game, number)) for number in range(TABLES)]
        await watch.enough.wait()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await computers.close()
        await workers.close()
        await database.close()
    return watch.moves


async def _play(tables: Tables, game: AnyGame, number: int) -> None:
    """Begin one game of computers after the other."""
    lobby_verbs = LobbyVerbs(tables)
    interaction = 1_000_000 * (number + 1)
    while True:
        interaction += 2
        table = await lobby_verbs.open(
            NewTable(
                game_key=game.info.key,
                guild_id=1,
                channel_id=2,
                person=ADA,
                options=game.info.variants[0],
                interaction_id=interaction,
                language="en-GB",
            )
        )
        for _ in range(max(game.info.seats) - 1):
            await lobby_verbs.add_computer(table.id, ADA.id, LEVEL)
        # At a real table a person always sits; here only the computers are wanted.
        await tables.change(table, seats=table.seats[1:])
        await lobby_verbs.start(table.id, ADA, interaction + 1)
        while table.phase == "playing":
            await asyncio.sleep(0.05)


def guessed_right(moves: Sequence[Seen]) -> float:
    """Return the share of right guesses, with equal weight for forced and free moves."""
    chance = random.Random(1)
    right: dict[bool, list[bool]] = {True: [], False: []}
    for _ in range(TRIALS):
        mixed = chance.sample(moves, len(moves))
        for known, asked in ((mixed[::2], mixed[1::2]), (mixed[1::2], mixed[::2])):
            usual = _usual(known)
            telling = _ranks_of_forced(_ranked(known, usual))
            for rank, forced in _ranked(asked, usual):
                right[forced].append((rank in telling) is forced)
    return statistics.mean(statistics.mean(each) for each in right.values())


def _usual(moves: Iterable[Seen]) -> dict[int, list[float]]:
    """Return the times of free moves in order, by the number of cards held."""
    times: dict[int, list[float]] = defaultdict(list)
    for each in moves:
        if not each.forced:
            times[each.cards].append(each.seconds)
    return {cards: sorted(each) for cards, each in times.items() if len(each) >= FEWEST}


def _ranked(moves: Iterable[Seen], usual: dict[int, list[float]]) -> list[tuple[int, bool]]:
    """Return how each move's time ranks among usual ones, and whether the move was forced."""
    return [
        (
            min(RANKS - 1, RANKS * bisect_left(times, each.seconds) // len(times)),
            each.forced,
        )
        for each in moves
        if (times := usual.get(each.cards))
    ]


def _ranks_of_forced(told: Sequence[tuple[int, bool]]) -> set[int]:
    """Return the ranks that are more frequent among forced moves than among free ones."""
    count = Counter(told)
    total = Counter(forced for _, forced in told)
    return {
        rank
        for rank in range(RANKS)
        if count[rank, True] * total[False] > count[rank, False] * total[True]
    }
