"""How long the tables of a large game night take from *Start all* to the last board."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from bot.sandbox import Actor
from tests.bench.report import figure, heading
from tests.e2e.night_host import Evening, evening
from tests.e2e.stage import Stage

GUESTS = 60
EVERY = 0.1
"""Seconds between two presses of one guest."""
PRESSING = 5
"""How many guests press something meanwhile."""


async def run() -> None:
    """Print how long it takes at Discord's limits, and how soon presses are answered meanwhile."""
    heading(f"A night of {GUESTS} guests")
    with tempfile.TemporaryDirectory() as folder:
        async with Stage(Path(folder)) as stage:
            night = await evening(stage, GUESTS, game="kirifuda", rounds=1)
            plan = await night.plan(1)
            stage.sandbox.ratelimits.usual()
            # A wait that Discord asks for is no fault here.
            waits: list[float] = []
            pressing = [
                asyncio.create_task(press(night, guest, waits)) for guest in night.guests[:PRESSING]
            ]
            began = time.monotonic()
            await night.press(plan, "Start all")
            tables = await night.dealt(1)
            dealt = time.monotonic() - began
            await stage.shown()
            boards = time.monotonic() - began
            for task in pressing:
                task.cancel()
            await asyncio.gather(*pressing, return_exceptions=True)
            stage.sandbox.ratelimits.generous()
            lost = [p.text for p in stage.sandbox.problems if "global" in p.text]
            waits.sort()
            figure("tables", str(len(tables)))
            figure("Start all to the last table dealt", f"{dealt:.1f} s")
            figure("Start all to the last board", f"{boards:.1f} s", "at most 30 s")
            figure(
                "answers meanwhile, p99", f"{1000 * waits[int(len(waits) * 0.99)]:.0f} ms", "1 s"
            )
            figure("answers meanwhile", str(len(waits)))
            figure("requests over the global limit", str(len(lost)), "0")


async def press(night: Evening, guest: Actor, waits: list[float]) -> None:
    """Have a guest press something again and again; keep how long each answer took."""
    card = night.card()
    while True:
        began = time.monotonic()
        await guest.press(card, "Rules")
        waits.append(time.monotonic() - began)
        await asyncio.sleep(EVERY)
