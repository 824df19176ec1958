"""Waiting for a condition, and a port that nobody has: for tests of what takes its own time."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
from collections.abc import Callable

PATIENCE = 60.0
"""How many seconds a condition may take on a machine that is busy with other tests."""


async def until(predicate: Callable[[], object]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(PATIENCE):
        while not predicate():
            await asyncio.sleep(0.005)


OWN_PORTS = range(20_000, 32_000)
"""Below those that systems give to outgoing connections, which come between asking and using."""


def free_port() -> int:
    """Return a port that nobody has just now, and that no outgoing connection is given."""
    for port in random.Random().sample(OWN_PORTS, 50):
        with socket.socket() as trial, contextlib.suppress(OSError):
            trial.bind(("127.0.0.1", port))
            return port
    raise OSError("of 50 ports none is free")
