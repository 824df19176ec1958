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
