"""Run a sandbox with a bot in it until somebody stops it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bot.sandbox.sandbox import Sandbox
from bot.sandbox.supervisor import Supervisor


async def serve(
    port: int,
    data: Path | None,
    command: Sequence[str],
    env: Mapping[str, str],
    announce: Callable[[str], object],
) -> None:
    """Serve a sandbox on a port and run the bot in it; return on SIGINT or SIGTERM.

    The bot's process gets DISCORD_TOKEN and DISCORD_URL. `announce` is given the address to open
    once the page is there. An empty `command` runs no bot. Raises OSError if the port is taken and
    `store.InUse` if another sandbox has the file.
    """
    over = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, over.set)
    async with Sandbox(port, data) as sandbox:
        supervisor: Supervisor | None = None
        if command:
            told = {"DISCORD_TOKEN": sandbox.token, "DISCORD_URL": sandbox.url, **env}
            supervisor = Supervisor(command, told)
            sandbox.supervise(supervisor)
            supervisor.start()
        announce(sandbox.url)
        await over.wait()
        if supervisor is not None:
            await supervisor.stop()
