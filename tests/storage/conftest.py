"""Open a database of its own for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Database, Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Say where the test's database lies."""
    return tmp_path / "tables.sqlite3"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    """Open a new database."""
    database = await Database.open(path)
    yield database
    await database.close()


@pytest.fixture
async def store(database: Database) -> Store:
    """Give a store on a new database."""
    return Store(database)
