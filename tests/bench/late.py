"""The bot, with a clock on its event loop: `python -m tests.bench.late FILE`.

Each line of the file says when a short sleep ended (monotonic seconds), and how late that was.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from bot import __main__ as command_line
from bot.process import app
from bot.process.settings import Settings, read_settings

EVERY = 0.005
"""Seconds between two looks at the clock."""
LINES = 100
"""How many are written at a time."""

run_bot = app.main


async def watched(settings: Settings, deals: Path | None, clock: Path | None) -> int:
    """Run the bot while the clock is watched."""
    watching = asyncio.create_task(watch(Path(sys.argv[1])))
    try:
        return await run_bot(settings, deals, clock)
    finally:
        watching.cancel()


async def watch(file: Path) -> None:
    """Note how late the loop comes back from sleeping."""
    with file.open("a") as out:
        while True:
            noted: list[tuple[float, float]] = []
            for _ in range(LINES):
                wanted = time.monotonic() + EVERY
                await asyncio.sleep(EVERY)
                noted.append((time.monotonic(), time.monotonic() - wanted))
            out.writelines(f"{at:.6f} {late:.6f}\n" for at, late in noted)
            out.flush()


if __name__ == "__main__":
    app.main = watched
    sys.exit(command_line.run(read_settings(None), None, None))
