"""A sandbox with a bot in it, served until somebody stops it."""

from __future__ import annotations

import asyncio
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
    """Serve a sandbox on a port and run the bot in it until cancelled; then stop both gracefully.

    The bot's process gets DISCORD_TOKEN and DISCORD_URL. `announce` is given the address to open
    once the page is there. An empty `command` runs no bot. Raises OSError if the port is taken and
    `world_file.InUse` if another sandbox has the file.
    """
    async with Sandbox(port, data) as sandbox:
        supervisor: Supervisor | None = None
        if command:
            told = {"DISCORD_TOKEN": sandbox.token, "DISCORD_URL": sandbox.url, **env}
            supervisor = Supervisor(command, told)
            sandbox.supervise(supervisor)
            supervisor.start()
        try:
            announce(sandbox.url)
            await asyncio.Event().wait()
        finally:
            if supervisor is not None:
                await supervisor.stop()
