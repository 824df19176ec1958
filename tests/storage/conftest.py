"""Open a database of its own for each test."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from storage import Database, Store
from tests.up_to_date import SHIPPED, up_to_date


@pytest.fixture(autouse=True)
async def opened(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[Database]]:
    """Close what a failing test leaves open: its thread would keep the test run from ending."""
    # Here a database waits for the disk, as that of a bot does.
    monkeypatch.setattr("storage.database.PRAGMAS", SHIPPED)
    opened: list[Database] = []
    really_open = Database.open

    async def remember(path: Path, **options: Any) -> Database:
        opened.append(await really_open(path, **options))
        return opened[-1]

    monkeypatch.setattr(Database, "open", remember)
    yield opened
    for database in opened:
        await database.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Say where the test's database lies."""
    return tmp_path / "tables.sqlite3"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    """Open a new database."""
    database = await Database.open(up_to_date(path))
    yield database
    await database.close()


@pytest.fixture
async def store(database: Database) -> Store:
    """Return a store on a new database."""
    return Store(database)
