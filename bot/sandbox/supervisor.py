"""The bot as a separate process: started, restarted when it dies, stopped at the end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import Callable, Mapping, Sequence

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
STEADY = 30.0
"""Seconds after which a run counts as good, and the pause before the next start is short again."""
POLITE = 10.0
"""Seconds a process has to stop by itself before it is killed."""

log = logging.getLogger("sandbox")


class Supervisor:
    """One child process. It is restarted after a crash, but not after `kill` or `stop`."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str] | None = None) -> None:
        self.command = list(command)
        self.env = dict(env or {})
        self.changed: Callable[[], None] = lambda: None
        """Called whenever the process starts or ends."""
        self.process: asyncio.subprocess.Process | None = None
        self.starts = 0
        self._wanted = False
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Tell whether the process is running."""
        return self.process is not None and self.process.returncode is None

    def start(self) -> None:
        """Start the process unless it is already running."""
        self._wanted = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._keep())

    def kill(self) -> None:
        """Kill the process at once (SIGKILL); it stays down until `start`."""
        self._wanted = False
        if self.running and self.process is not None:
            self.process.kill()

    async def stop(self) -> None:
        """Ask the process to stop (SIGTERM) and wait for it; kill it if it doesn't."""
        self._wanted = False
        task, process = self._task, self.process
        if self.running and process is not None:
            process.terminate()
            try:
                await asyncio.wait_for(process.wait(), POLITE)
            except TimeoutError:
                log.warning("The bot did not stop by itself and is killed.")
                process.kill()
        elif task is not None:
            task.cancel()
        if task is not None:
            await asyncio.wait([task])

    async def launch(self) -> asyncio.subprocess.Process:
        """Start one process."""
        return await asyncio.create_subprocess_exec(*self.command, env={**os.environ, **self.env})

    async def _keep(self) -> None:
        pause = FIRST_PAUSE
        while self._wanted:
            began = time.monotonic()
            self.process = await self.launch()
            self.starts += 1
            self.changed()
            if not self._wanted:
                # Killed while it was being started.
                with contextlib.suppress(ProcessLookupError):
                    self.process.kill()
            code = await self.process.wait()
            self.changed()
            if not self._wanted:
                return
            if time.monotonic() - began > STEADY:
                pause = FIRST_PAUSE
            log.warning("The bot ended (code %s); it starts again in %.1f s.", code, pause)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
