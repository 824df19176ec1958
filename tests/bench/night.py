"""How long the tables of a large game night take from *Start all* to the last board."""

from __future__ import annotations

import asyncio
import tempfile
import time
from itertools import cycle
from pathlib import Path

from bot.sandbox import Actor
from tests.bench.report import figure, heading
from tests.e2e.night_host import Evening, crowd
from tests.e2e.stage import Stage
from tests.e2e.test_night_crowd import stopped_all

EVERY = 0.1
"""Seconds between two presses of one guest."""
PRESSING = 5
"""How many guests press something meanwhile."""


async def run() -> None:
    """Print how long it takes at Discord's limits, and how soon presses are answered meanwhile."""
    heading("A night of sixty guests at eighteen tables")
    with tempfile.TemporaryDirectory() as folder:
        async with Stage(Path(folder)) as stage:
            night = await crowd(stage)
            plan = await night.plan(1)
            stage.sandbox.ratelimits.usual()
            stage.sandbox.requests.clear()
            # A wait that Discord asks for is no fault here.
            waits: list[float] = []
            began = time.monotonic()
            await night.press(plan, "Start all")
            # Before that, an answer on the card would make the plan an old one.
            pressing = [
                asyncio.create_task(press(night, guest, waits)) for guest in night.guests[:PRESSING]
            ]
            tables = await night.dealt(1)
            dealt = time.monotonic() - began
            await stage.shown()
            boards = time.monotonic() - began
            for task in pressing:
                task.cancel()
            await asyncio.gather(*pressing, return_exceptions=True)
            stage.sandbox.ratelimits.generous()
            refused = list(filter(stopped_all, stage.sandbox.requests))
            waits.sort()
            figure("tables", str(len(tables)))
            figure("Start all to the last table dealt", f"{dealt:.1f} s")
            figure("Start all to the last board", f"{boards:.1f} s", "at most 30 s")
            figure(
                "answers meanwhile, p99", f"{1000 * waits[int(len(waits) * 0.99)]:.0f} ms", "1 s"
            )
            figure("answers meanwhile", str(len(waits)))
            figure("requests over the global limit", str(len(refused)), "0")


async def press(night: Evening, guest: Actor, waits: list[float]) -> None:
    """Make a guest look up and answer again and again; keep how long each answer took."""
    card = night.card()
    for which in cycle(("Rules", "I'm here")):
        began = time.monotonic()
        await guest.press(card, which)
        waits.append(time.monotonic() - began)
        await asyncio.sleep(EVERY)
