"""The page on which figures and health of a running bot can be read, for this machine's eyes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from bot.health import Health, Watched


class CannotListen(Exception):
    """The figures can't be offered where they should; `str()` is a sentence for people."""


@asynccontextmanager
async def offered(watched: Watched, host: str, port: int | None) -> AsyncIterator[None]:
    """Offer `/metrics` and `/health` of a bot meanwhile; without a port nothing is measured.

    Raise CannotListen if that place is taken, or none of this machine's.
    """
    if port is None:
        yield
        return
    # The library of figures takes its time, and most bots need none.
    from prometheus_client import CONTENT_TYPE_LATEST

    from bot.metrics import Metrics

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
        await runner.cleanup()
