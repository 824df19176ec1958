"""Half an hour of everything at once: nothing piles up in the bot, and nothing is lost.

`SOAK_MINUTES=2 make test-long ARGS="tests/e2e/test_soak.py"` makes it shorter, to try it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import fmean

import pytest

from bot.engine.game import AnyGame
from bot.sandbox import Channel, NotPossible
from tests.contract.games import games
from tests.e2e.night_host import Evening, evening
from tests.e2e.play import Clicks, Sitting, begin, end_game
from tests.e2e.scenes import people, server
from tests.e2e.stage import Stage
from tests.e2e.test_figures import figures, free_port
from tests.e2e.test_restore_drill import run
from tests.e2e.wander import move

MINUTES = float(os.environ.get("SOAK_MINUTES", "30"))
TABLES = 40
IN_A_SERVER = 4
KILLS = 4
KILLED_BY = 0.2
"""The part of the first third in which the bot is killed: it needs the rest to fill its memory.

Hands stay open for a quarter of an hour.
"""
GROWTH = 1.05
"""How much more memory the last third may take than the second."""
WARM_UP = 600.0
"""Seconds that a third must last for its memory to be compared."""
LOOSE = 3
"""How many more tasks, files and sockets there may be at the end: pages that are read right now."""
HANGS = 30.0
"""Seconds after which people open their hands again."""
REST = 90.0
"""The longest rest, in seconds: connections to Discord stay open unused for some of them."""
HOURS = (1, 6, 25)

BEHIND = (
    "SELECT id, phase, board_revision, revision FROM tables WHERE board_revision < revision"
    " AND asleep = 0 AND (phase <> 'cancelled' OR board_revision >= 0)"
)
"""The tables that don't show their newest state. A lobby may end before it was ever shown."""


@dataclass
class Soak:
    """Tables and a night at a bot that is disturbed again and again."""

    stage: Stage
    rng: random.Random
    going: asyncio.Event = field(default_factory=asyncio.Event)
    lives: int = 0
    """How often the bot was killed."""
    games: int = 0
    """How many games were played to their end."""
    at_work: int = 0
    """How many people are doing something now."""

    async def keep_table(self, place: Channel, names: tuple[str, str], seed: int) -> None:
        """Play one game after the other at a table until cancelled."""
        rng, kinds = random.Random(seed), sorted(game.info.key for game in two_player())
        seated = people(self.stage, place, *names)
        for number in count(seed):
            sitting: Sitting | None = None
            with contextlib.suppress(AssertionError, NotPossible, TimeoutError, KeyError):
                async with self.working():
                    sitting = await begin(
                        self.stage, seated, Clicks(), kinds[number % len(kinds)], {"pace": "days"}
                    )
                await self.play(sitting, rng)
            if sitting is not None and not self.over(sitting):
                with contextlib.suppress(AssertionError, NotPossible, TimeoutError):
                    async with self.working():
                        await end_game(seated[0], sitting.table_id, agree=seated[1:])
            await asyncio.sleep(0.5)

    async def play(self, sitting: Sitting, rng: random.Random) -> None:
        """Play a game to its end; if nothing goes on any more, open the hands again."""
        lives, failures = self.lives, 0
        while not self.over(sitting) and failures < 5:
            if lives != self.lives:
                lives = self.lives
                sitting.hands.clear()
            try:
                async with self.working(), asyncio.timeout(HANGS):
                    await move(sitting, rng)
            except (AssertionError, NotPossible, TimeoutError):
                failures += 1
                sitting.hands.clear()
            await asyncio.sleep(rng.uniform(0.2, 1.5))
        self.games += self.over(sitting)

    def over(self, sitting: Sitting) -> bool:
        """Tell whether a game has been played to its end."""
        query = "SELECT phase FROM tables WHERE id = ?"
        return self.stage.rows(query, sitting.table_id) == [("finished",)]

    @contextlib.asynccontextmanager
    async def working(self) -> AsyncGenerator[None]:
        """Do something, unless everybody is to rest."""
        await self.going.wait()
        self.at_work += 1
        try:
            yield
        finally:
            self.at_work -= 1

    async def disturb(self) -> None:
        """Make something go wrong on the wire, or time leap."""
        faults, gateway = self.stage.sandbox.faults, self.stage.sandbox.gateway
        match self.rng.randrange(6):
            case 0:
                faults.fail("*", "/channels/*", status=500, times=3)
            case 1:
                faults.fail("*", "/channels/*", status=429, retry_after=0.5, times=2)
            case 2:
                faults.fail("*", "/channels/*", status=None, delay=2.0, times=4)
            case 3:
                faults.fail("PATCH", "/webhooks/*", status=500, after_apply=True, times=2)
            case 4:
                await gateway.drop()
            case _:
                self.stage.later(self.rng.choice(HOURS) * 3600)

    async def kill(self) -> None:
        """Kill the bot and start it again."""
        await self.stage.restart(kill=True)
        self.lives += 1

    async def calm(self, before: Mapping[str, float] | None = None) -> dict[str, float]:
        """Let everybody rest until nothing is under way; return the bot's figures then.

        With the figures of `before` it rests until there is no more left over than then, for as
        long as connections stay open that nobody uses, and some time beyond.
        """
        self.going.clear()
        self.stage.sandbox.faults.clear()
        await self.stage.stored(lambda: not self.at_work)
        await self.stage.until(lambda: self.stage.sandbox.gateway.online)
        await self.stage.stored(lambda: not self.stage.rows(BEHIND))
        found: dict[str, float] = {}
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(REST):
                while not found or _busy(found) or left_over(found, before or found):
                    await asyncio.sleep(0.5)
                    found = await figures(self.stage)
        assert not _busy(found), found
        self.going.set()
        return found


def _busy(found: Mapping[str, float]) -> bool:
    """Tell whether something still waits to be done."""
    return any(value for key, value in found.items() if "_waiting" in key)


def left_over(found: Mapping[str, float], before: Mapping[str, float]) -> dict[str, str]:
    """Return what there is more of than before, and how much."""
    return {
        key: f"{before[key]:.0f}, then {found[key]:.0f}"
        for key in ("kakushi_tasks", "process_open_fds")
        if found[key] > before[key] + LOOSE
    }


def two_player() -> list[AnyGame]:
    """Return the games that two people can play."""
    return [game for game in games() if 2 in game.info.seats]


async def hold_night(night: Evening, soak: Soak) -> None:
    """Hold the rounds of a night, which computers finish, over and over until it is over."""
    for number in (1, 2, 3):
        tables: list[str] = []
        while not tables:
            with contextlib.suppress(AssertionError, NotPossible, TimeoutError, ValueError):
                async with soak.working():
                    tables = await night.start(number)
            await asyncio.sleep(1)
        for table in tables:
            while night.phase(table) == "playing":
                with contextlib.suppress(AssertionError, NotPossible, TimeoutError, ValueError):
                    async with soak.working():
                        await night.at_table(table, "Computers finish it …", "Computers finish it")
                await asyncio.sleep(1)


@pytest.mark.long
async def test_nothing_piles_up_in_half_an_hour(tmp_path: Path) -> None:
    loop = asyncio.get_running_loop()
    third = MINUTES * 60 / 3
    memory: list[list[float]] = [[], [], []]
    async with Stage(tmp_path, clock=True, METRICS_PORT=str(free_port())) as stage:
        soak = Soak(stage, random.Random("soak"))
        soak.going.set()
        night = await evening(stage, 4)
        names = [stage.sandbox.host.add_person(f"Player {n}").name for n in range(2 * TABLES)]
        places = [server(stage) for _ in range(TABLES // IN_A_SERVER)]
        tasks = [
            asyncio.create_task(
                soak.keep_table(places[n // IN_A_SERVER], (names[2 * n], names[2 * n + 1]), n)
            )
            for n in range(TABLES)
        ]
        tasks.append(asyncio.create_task(hold_night(night, soak)))
        first: dict[str, float] = {}
        for part in range(3):
            until, began = loop.time() + third, loop.time()
            kills = KILLS if part == 0 else 0
            while loop.time() < until:
                await asyncio.sleep(min(3.0, third / 20))
                await soak.disturb()
                if kills and loop.time() > began + third * KILLED_BY * (1 - (kills - 0.5) / KILLS):
                    kills -= 1
                    await soak.kill()
                with contextlib.suppress(OSError):
                    memory[part].append((await figures(stage))["process_resident_memory_bytes"])
            if part == 0:
                first = await soak.calm()
        last = await soak.calm(first)
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        faults = [each for each in results if isinstance(each, Exception)]
        assert not faults, faults
        second, third_ = (fmean(each) / 2**20 for each in memory[1:])
        print(f"{soak.games} games, {soak.lives} kills; memory {second:.1f} and {third_:.1f} MB")
        assert soak.games, "no game was played to its end"
        assert soak.lives == KILLS
        # A process that has only just started still fills its caches.
        warm = third >= WARM_UP
        assert not warm or third_ <= second * GROWTH, (
            f"memory grows: {second:.1f} MB, then {third_:.1f} MB"
        )
        assert not left_over(last, first)
        code, said = await run(stage, "check")
        assert code == 0, said
