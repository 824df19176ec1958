"""A stage for each test that needs no other than the usual one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.e2e.stage import Stage


@pytest_asyncio.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """Give a stage where chance deals; what was wrong on it fails the test."""
    async with Stage(tmp_path) as opened:
        yield opened
