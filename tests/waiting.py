"""Waiting for a condition, and a port that nobody has: for tests of what takes its own time."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

PATIENCE = 60.0
"""How many seconds a condition may take on a machine that is busy with other tests."""


async def until(predicate: Callable[[], object]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(PATIENCE):
        while not predicate():
            await asyncio.sleep(0.005)


def free_port() -> int:
    """Return a port that nobody has just now."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])
