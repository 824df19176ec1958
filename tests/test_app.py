"""The bot process's end."""

from __future__ import annotations

from pathlib import Path

from bot.app import Bot
from bot.settings import read_settings
from bot.tables.tables import Tables
from storage.database import Database
from storage.store import Store


async def test_what_comes_after_the_end_is_let_go(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "games.sqlite3")
    try:
        bot = Bot(Tables(Store(database)), read_settings(None))
        await bot.close()
        bot.dispatch("ready")
    finally:
        await database.close()


async def test_computers_and_workers_end_with_the_bot(tmp_path: Path) -> None:
    """Else a computer's move could come while the database closes, or a process be left over."""
    database = await Database.open(tmp_path / "games.sqlite3")
    try:
        bot = Bot(Tables(Store(database)), read_settings(None))
        bot._workers.start()
        await bot.close()
        assert bot._computers._closed, "the computers aren't closed"
        assert not bot._workers._posts, "the workers aren't closed"
    finally:
        await database.close()
