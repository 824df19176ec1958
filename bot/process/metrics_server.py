"""The page with metrics and health of a running bot, for this machine only."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.log import server_logger

from bot.process import refused_input
from bot.process.health import Health, Watched


class _OneLine(logging.Filter):
    """Logs a request that isn't HTTP, or is too long, on one line and without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, HttpProcessingError):
            return True
        refused_input.note("figures", type(error).__name__)
        return False


class CannotListen(Exception):
    """The metrics can't be served where they should be; `str()` is a sentence for people."""


@asynccontextmanager
async def offered(watched: Watched, host: str, port: int | None) -> AsyncIterator[None]:
    """Serve `/metrics` and `/health` of a bot meanwhile; without a port nothing is measured.

    Raises CannotListen if the address is taken, or isn't this machine's.
    """
    if port is None:
        yield
        return
    # The metrics library takes time to import, and most bots don't need it.
    from prometheus_client import CONTENT_TYPE_LATEST

    from bot.process.metrics import Metrics

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
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    quiet = _OneLine()
    server_logger.addFilter(quiet)
    watching = asyncio.create_task(metrics.watch_loop())
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise CannotListen(
                f"METRICS_HOST {host} and METRICS_PORT {port} can't be used:"
                f" {error.strerror or error}."
            ) from error
        yield
    finally:
        watching.cancel()
        server_logger.removeFilter(quiet)
        await runner.cleanup()
