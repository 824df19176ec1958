"""Messages: what a game leaves in a channel, and how many requests to Discord it takes."""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.engine.game import AnyGame
from bot.sandbox.monitor import Exchange
from bot.ui.posting.tables.calm_boards import BETWEEN_EDITS, GRACE
from tests.bench.report import figure, heading
from tests.e2e.litter import played
from tests.e2e.play import Clicks, Sitting, begin
from tests.e2e.scenes import people, server
from tests.e2e.scripts import NAMES
from tests.e2e.stage import Stage
from tests.e2e.wander import move

FASTER: Final = 10
"""How much faster time goes by for the bot than on the wall."""
PACE: Final = (8.0, 20.0)
"""The seconds that people take for a move at a live table."""
MOVES: Final = 40
"""How many moves of each table are counted."""
CALM_MOVES: Final = 20
"""How many while boards are calm: what lags then is measured by the machine's own clock, as what
the bot computes takes no less time for a clock that runs fast."""
LOOK: Final = 0.05
"""Seconds between two looks at what lags."""
TABLES: Final = 3
"""How many tables of each game are played: how many calls one of them needs is much by chance."""
SEATS: Final = 3
PAUSE: Final = 2.0
"""The seconds between two pictures of a board, or of a hand whose person waits."""
QUIET: Final = "1000000"
"""More requests a second than there ever are, so that no board is calm."""


@dataclass
class Lags:
    """The most seconds from a move until it was shown."""

    board: float = 0.0
    hand: float = 0.0
    """On the open hand of somebody else."""


@dataclass
class Counted:
    """What was played at some tables, and what was asked of Discord for it."""

    moves: int = 0
    requests: Counter[str] = field(default_factory=Counter)
    """By what they are."""
    uploads: Counter[str] = field(default_factory=Counter)
    """Pictures, by what the requests are that bear them."""
    largest: int = 0
    """How many bytes the largest of them has."""
    behind: Lags = field(default_factory=Lags)
    ended: int = 0
    """How many of the games came to their end."""


async def of_games(games: Iterable[AnyGame]) -> None:
    """Play a game of each kind by clicks, at the bot's own process, and count its messages."""
    games = list(games)
    await _at_human_pace(games)
    heading("messages of a whole game, all seats taken (people, by clicks)")
    with tempfile.TemporaryDirectory() as folder:
        async with Stage(Path(folder)) as stage:
            for game in games:
                litter = await played(stage, game)
                title = game.info.title
                figure(f"{title}: left beside board and card", f"{litter.left}", "≤ 1 a round")
                figure("… at once on the way: the moving ping", f"{litter.most}", "1")
                figure(
                    "… moves, messages sent, edits",
                    f"{litter.moves}, {litter.sent}, {litter.edited}",
                )


async def _at_human_pace(games: Sequence[AnyGame]) -> None:
    """Print the requests for each move, with the bot's token and with those of clicks.

    Pings are held back by the time somebody acted, so it makes no difference to them whether hands
    lie open. While the bot is busy, all hands that lie open keep a live table's board calm.
    """
    low, high = PACE
    heading(f"requests a move: {SEATS} people, a move in {low:.0f}-{high:.0f} s a table")
    for pause, calm_above, faster, what, target in (
        ("45", QUIET, FASTER, "", "≤ 1.3"),
        ("45", "0", 1, " (busy: boards are calm)", "≤ 0.7"),
        ("0", QUIET, FASTER, " (pings not held back)", ""),
    ):
        with tempfile.TemporaryDirectory() as folder:
            stage = Stage(
                Path(folder),
                FASTER=str(faster),
                PING_PAUSE=pause,
                PICTURE_PAUSE=str(PAUSE),
                CALM_ABOVE=calm_above,
            )
            stage.wrapped = [sys.executable, "-m", "tests.bench.faster"]
            # The bot soon takes a line for dead on which it hears nothing.
            if faster > 1:
                stage.sandbox.gateway.heartbeat_seconds = 1.0
            async with stage:
                counts = await asyncio.gather(*(_of_tables(stage, game, faster) for game in games))
        for game, counted in zip(games, counts, strict=True):
            moves, count = counted.moves, counted.requests
            asked = sum(count.values()) - count["answer"]
            kinds = f"board {count['edit'] / moves:.2f}, sent {count['send'] / moves:.2f}, deleted"
            kinds = f"{kinds} {count['delete'] / moves:.2f}, answers {count['answer'] / moves:.2f}"
            figure(
                f"{game.info.title}, {moves} moves{what}",
                f"{asked / moves:.2f}",
                f"{target:<8}{kinds}",
            )
            uploads = counted.uploads
            # Each message takes one a move at most: all open hands, and a board that is edited.
            # Once a game is over, the lobby card and the message about it bear its last board, too.
            most = _seats(game) + min(1.0, count["edit"] / moves) + 2 * counted.ended / moves
            target_of_both = f"≤ {most:.2f}, ≤ 40 KB"
            kinds = f"board {uploads['edit'] / moves:.2f}, answers {uploads['answer'] / moves:.2f}"
            figure(
                "… pictures uploaded a move, the largest",
                f"{sum(uploads.values()) / moves:.2f}, {counted.largest / 1024:.0f} KB",
                f"{target_of_both}  {kinds}",
            )
            if faster == 1:
                figure(
                    "… longest from a move to the board, to others' hands",
                    f"{counted.behind.board:.1f} / {counted.behind.hand:.1f} s",
                    f"≤ {BETWEEN_EDITS:.0f} s, ≤ {PAUSE + GRACE:.0f} s",
                )


async def _of_tables(stage: Stage, game: AnyGame, faster: int) -> Counted:
    """Return what all tables of a game took together."""
    seeds = range(5, 5 + TABLES)
    each = await asyncio.gather(*(_counted(stage, game, seed, faster) for seed in seeds))
    return Counted(
        sum(counted.moves for counted in each),
        sum((counted.requests for counted in each), Counter()),
        sum((counted.uploads for counted in each), Counter()),
        max(counted.largest for counted in each),
        Lags(
            max(counted.behind.board for counted in each),
            max(counted.behind.hand for counted in each),
        ),
        sum(counted.ended for counted in each),
    )


def _seats(game: AnyGame) -> int:
    """Return how many people play a game here."""
    return min(game.info.seats, key=lambda seats: abs(seats - SEATS))


async def _counted(stage: Stage, game: AnyGame, seed: int, faster: int) -> Counted:
    """Play a table at human pace, and count.

    Counting goes on until the next move would be due: the ping of somebody who then doesn't come
    isn't included. What ends a game is.
    """
    place = server(stage)
    who, live = people(stage, place, *NAMES[: _seats(game)]), {"pace": "live", "move_time": 60}
    sitting = await begin(stage, who, Clicks(), game.info.key, live)
    for person in who:
        await sitting.open_hand(person)
    rng = random.Random(seed)
    counted = Counted()
    due, watched = time.monotonic(), _Watched(sitting)
    # What the start has brought on isn't counted: in the midst of a game everybody has just moved,
    # at this pace.
    for _ in range(2 * len(who)):
        due = await _paused(due, rng, faster)
        await move(sitting, rng)
    # Nor is what the last of these moves has brought on: it comes after its answer.
    due = await _paused(due, rng, faster)
    since, most = len(stage.sandbox.requests), CALM_MOVES if faster == 1 else MOVES
    watching = asyncio.create_task(watched.watch())
    while counted.moves < most:
        at, name = time.monotonic(), await move(sitting, rng)
        if name is None:
            await stage.shown(sitting.table_id)
            counted.ended += 1
            break
        watched.moves.append((at, name))
        counted.moves += 1
        due = await _paused(due, rng, faster)
    watching.cancel()
    counted.behind = watched.lags()
    for each in list(stage.sandbox.requests)[since:]:
        if kind := _kind(sitting, each):
            counted.requests[kind] += 1
            counted.uploads[kind] += len(each.files)
            counted.largest = max(counted.largest, *each.files, 0)
    return counted


async def _paused(before: float, rng: random.Random, faster: int) -> float:
    """Wait until the next move is due, which the one before was due at a time; return when it is.

    Who is late moves at once, and nobody hurries after that: people don't catch up.
    """
    due = max(before + rng.uniform(*PACE) / faster, time.monotonic())
    await asyncio.sleep(due - time.monotonic())
    return due


class _Watched:
    """When people moved at a table, and when what its board and hands show has changed."""

    def __init__(self, sitting: Sitting) -> None:
        self.moves: list[tuple[float, str]] = []
        """When each was begun, and who made it."""
        self._sitting = sitting
        self._changes: defaultdict[str, list[float]] = defaultdict(list)
        """By whose hand it is; the board is nobody's."""

    async def watch(self) -> None:
        """Take note of changes."""
        before: dict[str, str] = {}
        while True:
            for name, shown in {**self._sitting.hands, "": self._sitting.board}.items():
                text = str(shown.embeds)
                if before.setdefault(name, text) != text:
                    self._changes[name].append(time.monotonic())
                before[name] = text
            await asyncio.sleep(LOOK)

    def lags(self) -> Lags:
        """Return the longest times from a move to the next change of what shows it."""
        found = Lags()
        for at, who in self.moves:
            for name, changes in self._changes.items():
                lag = next((each - at for each in changes if each > at), 0.0)
                if not name:
                    found.board = max(found.board, lag)
                elif name != who:
                    found.hand = max(found.hand, lag)
        return found


def _kind(sitting: Sitting, exchange: Exchange) -> str | None:
    """Return what a request about a table is; None if it is about something else."""
    path = exchange.path.strip("/").split("/")
    if path[0] in ("interactions", "webhooks"):
        return "answer" if sitting.table_id in exchange.sent.decode("utf-8", "replace") else None
    if path[0] != "channels" or path[1] not in (sitting.place.id, sitting.card.channel.id):
        return None
    return {"POST": "send", "PATCH": "edit", "DELETE": "delete"}.get(exchange.method, "other")
