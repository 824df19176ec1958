"""What tests of nights begin with."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.nights.setup import Setup, open_house


@pytest.fixture
async def setup(tmp_path: Path) -> AsyncIterator[Setup]:
    """Yield a server with tables and nights."""
    setup = await open_house(tmp_path / "nights.sqlite3")
    yield setup
    await setup.round_runner.close()
    await setup.database.close()
