"""Watching pages leaves nothing open."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest
from aiohttp.connector import Connection

from tests.e2e.scenes import people
from tests.e2e.stage import Stage
from tests.e2e.watch import watched


class _Failed(Exception):
    """What goes wrong in a test while pages are watched."""


@pytest.mark.parametrize("fails", [False, True])
async def test_pages_are_closed_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    opened: list[aiohttp.ClientResponse] = []
    start = aiohttp.ClientResponse.start

    async def kept(self: aiohttp.ClientResponse, connection: Connection) -> aiohttp.ClientResponse:
        opened.append(self)
        return await start(self, connection)

    monkeypatch.setattr(aiohttp.ClientResponse, "start", kept)
    async with Stage(tmp_path) as stage:
        everybody = people(stage, stage.channel("games"), "Ada", "Bob")
        with suppress(_Failed):
            async with watched(stage, everybody):
                assert len(opened) == 2
                if fails:
                    raise _Failed
    open_still = [str(page.url) for page in opened if page.connection is not None]
    assert not open_still, "a page that is left open is told of in whatever test runs later"
