"""The port of the figures: what isn't a request is refused on one line, and counted."""

from __future__ import annotations

import asyncio
import logging
from typing import Any
from unittest.mock import MagicMock

import pytest

from bot.process import refused_input
from bot.process.metrics_server import offered
from tests.waiting import free_port


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /" + b"x" * 9_000 + b" HTTP/1.1\r\n\r\n",
        b"GET /metrics HTTP/1.1\r\nA: " + b"x" * 9_000 + b"\r\n\r\n",
        b"GET /metrics HTTP/1.1\r\nno header\r\n\r\n",
        b"GET /metrics HTTP/9.x\r\n\r\n",
    ],
    ids=["line", "header", "no header", "version"],
)
async def test_what_is_no_request_is_refused_on_one_line(
    sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    watched: Any = MagicMock()
    watched.budget.trace.on_request_end = []
    before = refused_input.counts["figures"]
    port = free_port()
    with caplog.at_level(logging.WARNING):
        async with offered(watched, "127.0.0.1", port):
            reading, writing = await asyncio.open_connection("127.0.0.1", port)
            writing.write(sent)
            status = await reading.readline()
            writing.close()
    assert b" 400 " in status, f"it was answered with {status!r}"
    assert refused_input.counts["figures"] == before + 1, "it isn't counted"
    lines = [each.getMessage() for each in caplog.records]
    assert len(lines) == 1, f"{len(lines)} lines in the log: {lines}"
    assert caplog.records[0].exc_info is None, "there is a traceback in the log"
    assert "xxx" not in lines[0], "the log repeats what was sent"
