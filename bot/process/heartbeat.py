"""The sign of life that a running bot leaves next to its database, for `python -m bot health`."""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path

EVERY = 15
"""Seconds between two beats."""

TOO_LONG = 60
"""Seconds without a beat after which a bot counts as dead or stuck."""


def heartbeat_file(database: Path) -> Path:
    """Return the file where the bot of this database leaves its sign of life."""
    return database.with_name(f"{database.name}.alive")


async def beat(database: Path) -> None:
    """Touch the file again and again until cancelled.

    The storage complains about a folder that can't be written to, in better words; here the beat
    just stops.
    """
    file = heartbeat_file(database)
    while True:
        with contextlib.suppress(OSError):
            file.touch()
        await asyncio.sleep(EVERY)


def silence(database: Path) -> float | None:
    """Return the seconds since the last beat; None if there never was one.

    One that seems to come from the future was made before the clock was put back: it is old, too.
    """
    try:
        return abs(time.time() - heartbeat_file(database).stat().st_mtime)
    except OSError:
        return None
