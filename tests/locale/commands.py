"""All texts of the commands, as discord.py asks for them when it sends the commands to Discord."""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from discord import Locale, app_commands

from bot.games.find_games import ahead_of, extension_of, is_ours, packages
from bot.process.app import Bot
from bot.process.settings import read_settings
from bot.tables.tables import Tables
from bot.ui.incoming.command_texts import key
from storage.database import Database
from storage.store import Store


class _Asked(app_commands.Translator):
    """Notes what is asked for, and translates nothing."""

    def __init__(self) -> None:
        self.texts: dict[tuple[str | None, str], None] = {}

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Note a text of a command."""
        self.texts.setdefault(key(string, context))
        return None


@asynccontextmanager
async def all_commands(of: Sequence[str] = ()) -> AsyncIterator[Bot]:
    """Yield a bot that has all commands of ours, or of some packages, and isn't connected.

    discord.py lets go of the games' modules when a bot that has loaded them ends; whoever holds
    classes of theirs would see others of the same name later.
    """
    loaded = dict(sys.modules)
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "games.sqlite3")
        async with Bot(Tables(Store(database)), read_settings(None)) as bot:
            names = {package: name for name, package in packages().items()}
            for package in of or filter(is_ours, names):
                ahead = ahead_of(package)
                if ahead is not None:
                    bot._tables.add_ahead(names.get(package, package), ahead)
                await bot.load_extension(extension_of(package))
            yield bot
        await database.close()
    sys.modules.update(loaded)


async def forms(bot: Bot, texts: app_commands.Translator) -> list[dict[str, Any]]:
    """Return all commands as they are sent to Discord."""
    return [await each.get_translated_payload(bot.tree, texts) for each in bot.tree.get_commands()]


def command_texts(of: Sequence[str] = ()) -> Catalog:
    """Return the texts of all commands of ours, or of some packages.

    The file of each is its outermost command.
    """

    async def found() -> Catalog:
        async with all_commands(of) as bot:
            return await texts_of(bot)

    quiet = logging.getLogger("discord")
    before = quiet.level
    quiet.setLevel(logging.ERROR)
    try:
        return asyncio.run(found())
    finally:
        quiet.setLevel(before)


async def texts_of(bot: Bot) -> Catalog:
    """Return the texts of a bot's commands."""
    found = Catalog()
    for command in sorted(bot.tree.get_commands(), key=lambda each: each.name):
        asked = _Asked()
        await command.get_translated_payload(bot.tree, asked)
        for context, text in asked.texts:
            found.add(text, locations=[(f"/{command.name}", 0)], context=context)
    return found
