"""The page on which figures and health of a running bot can be read, for this machine's eyes."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.metrics import Metrics, Watched, connected
from storage.errors import StorageError

CHECKED_EVERY: Final = 2.0
"""Seconds for which it holds that the database could be written: asking costs a write."""
WRITE_SECONDS: Final = 2.0
"""The longest wait for that write."""
HEALTH_CHECKED: Final = "health checked"
"""Where that write goes: a value that the bot keeps for itself."""


class CannotListen(Exception):
    """The figures can't be offered where they should; `str()` is a sentence for people."""


class Health:
    """Tells whether all is well with a running bot."""

    def __init__(self, watched: Watched) -> None:
        self._watched = watched
        self._checked = -CHECKED_EVERY
        self._writable = False
        self._checking = asyncio.Lock()

    async def state(self) -> dict[str, bool]:
        """Return what has to be true, and whether it is."""
        return {
            "connected": connected(self._watched.client),
            "database_writable": await self._is_writable(),
            "worker_alive": bool(self._watched.workers.pids),
        }

    async def _is_writable(self) -> bool:
        async with self._checking:
            if time.monotonic() >= self._checked + CHECKED_EVERY:
                self._writable = await self._write()
                self._checked = time.monotonic()
            return self._writable

    async def _write(self) -> bool:
        with contextlib.suppress(StorageError, TimeoutError):
            async with asyncio.timeout(WRITE_SECONDS):
                await self._watched.store.set_meta(HEALTH_CHECKED, str(int(time.time())))
            return True
        return False


@asynccontextmanager
async def offered(watched: Watched, host: str, port: int | None) -> AsyncIterator[None]:
    """Offer `/metrics` and `/health` of a bot meanwhile; without a port nothing is measured.

    Raise CannotListen if that place is taken, or none of this machine's.
    """
    if port is None:
        yield
        return
    metrics, health = Metrics(watched), Health(watched)

    async def show_metrics(_request: web.Request) -> web.Response:
        return web.Response(
            body=await metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )

    async def show_health(_request: web.Request) -> web.Response:
        state = await health.state()
        return web.json_response(state, status=200 if all(state.values()) else 503)

    app = web.Application()
    app.router.add_get("/metrics", show_metrics)
    app.router.add_get("/health", show_health)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    watching = asyncio.create_task(metrics.watch_loop())
    try:
        try:
            await web.TCPSite(runner, host, port, shutdown_timeout=1.0).start()
        except OSError as error:
            raise CannotListen(
                f"METRICS_HOST {host} and METRICS_PORT {port} can't be used:"
                f" {error.strerror or error}."
            ) from error
        yield
    finally:
        watching.cancel()
        await runner.cleanup()
