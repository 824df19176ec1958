"""A bot that isn't connected to anything, for the tests of the process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from unittest.mock import MagicMock

import pytest

from bot.process.app import Bot
from bot.process.settings import read_settings
from bot.tables.tables import Tables
from storage.store import Store


@pytest.fixture
async def bot() -> AsyncIterator[Bot]:
    """Yield a bot that isn't connected, and whose database nobody may ask."""
    async with Bot(Tables(Store(MagicMock())), read_settings(None)) as made:
        yield made
