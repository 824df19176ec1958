"""At Discord's limits: how soon people are called and answered while boards have to wait."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.bench.report import figure, heading
from tests.e2e import saturation

TABLES = 200
SECONDS = 60.0


async def run() -> None:
    """Measure two hundred live tables of people and computers at fifty requests a second."""
    heading(f"{TABLES} live tables of two people and a computer, at Discord's limits")
    for pause in ("0", "45"):
        await _measured(pause)


async def _measured(pause: str) -> None:
    """Print the figures of tables whose pings are held back, or not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        timed = [sys.executable, "-m", "tests.bench.timed_pings", str(folder / "pings")]
        opened = saturation.at_limits(folder, TABLES, pause, timed)
        async with opened as (stage, sittings):
            (folder / "pings").write_text("")
            sandbox = stage.sandbox
            sandbox.requests.clear()
            late: list[float] = []
            watch = asyncio.create_task(_lateness(late))
            course = await saturation.play(stage, sittings, SECONDS)
            watch.cancel()
            lines = (folder / "pings").read_text().splitlines()
            pings = sorted(float(line) for line in lines)
            answers = saturation.answer_times(stage)
            sent = Counter(each.status == 429 for each in sandbox.requests)
            everybody = [each for each in sandbox.requests if each.status == 429]
            everybody = [each for each in everybody if each.answer.get("global")]
            what = f"pings held back {pause} s"
            moves = f"{course.moves / course.seconds:.1f} moves a second of people"
            figure(
                f"{what}: {moves}, {sent.total()} requests, 429 for all", f"{len(everybody)}", "0"
            )
            figure(f"{what}: {len(pings)} pings, median / p99", _both(pings), "p99 < 5 s")
            figure(f"{what}: {len(answers)} answers, median / p99", _both(answers), "p99 < 0.3 s")
            figure(f"{what}: how late the sandbox itself is, median / p99", _both(sorted(late)), "")
            figure(f"{what}: boards right after the end", f"{course.settled:.1f} s", "≤ 30 s")
            figure(f"{what}: outdated pings gone after the end", f"{course.tidy:.1f} s", "")
            await stage.stop()


async def _lateness(late: list[float]) -> None:
    """Note again and again how late this process is: clicks and answers wait for it, too."""
    while True:
        start = time.monotonic()
        await asyncio.sleep(0.05)
        late.append(time.monotonic() - start - 0.05)


def _both(values: Sequence[float]) -> str:
    """Return the median of sorted values and their 99th percentile, in seconds."""
    if not values:
        return "none"
    return f"{values[len(values) // 2]:.2f} / {values[int(len(values) * 0.99)]:.2f} s"
