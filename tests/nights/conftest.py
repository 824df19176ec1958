"""What tests of nights begin with."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.nights.house import House, open_house


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """Yield a server with tables and nights."""
    house = await open_house(tmp_path / "nights.sqlite3")
    yield house
    await house.round_runner.close()
    await house.database.close()
