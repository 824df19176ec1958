"""A folder under cogs/ that fails to load: it is left out, and everything else goes on."""

from __future__ import annotations

import logging
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import cogs
from bot.games.find_games import opponents, packages
from bot.process.app import Bot
from bot.process.settings import read_settings
from bot.tables.tables import Tables
from cogs.donburiko.rules import GAME
from storage.database import Database
from storage.store import Store
from tests.ui.clicks import press
from tests.ui.conftest import ADA, BOB, UI, build
from tests.up_to_date import up_to_date

SECRET = "the Queen of Hearts"
WORDS = f"{SECRET[::-1]!r}[::-1]"
"""The secret as code in which it can't be read: frames show lines of code."""
GOOD = {
    "__init__.py": "",
    "cog.py": "async def setup(bot): pass",
    "rules.py": "from cogs.donburiko.rules import GAME",
    "player.py": "from cogs.donburiko.player import *",
}
"""What a folder needs in order to pass for a game."""
BROKEN = {
    "broken_package": {"__init__.py": f"raise ImportError({WORDS})"},
    "broken_rules": {"rules.py": f"raise ValueError({WORDS})"},
    "broken_player": {"player.py": f"raise ValueError({WORDS})"},
    "broken_syntax": {"player.py": "def ("},
    "broken_commands": {"cog.py": f"async def setup(bot): raise KeyError({WORDS})"},
    "broken_setup": {"cog.py": "# no setup"},
}
"""By folder, what is wrong with it."""


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put broken games next to the real ones."""
    for name, files in BROKEN.items():
        folder = tmp_path / "cogs" / name
        folder.mkdir(parents=True)
        for file, text in (GOOD | files).items():
            (folder / file).write_text(text, encoding="utf-8")
    monkeypatch.setattr(cogs, "__path__", [*cogs.__path__, str(tmp_path / "cogs")])
    yield
    for name in [each for each in sys.modules if each.startswith("cogs.broken_")]:
        del sys.modules[name]


HOUSE = Path(__file__).parents[2]


@dataclass
class Process:
    """A bot and its tables, not connected to anything."""

    bot: Bot
    tables: Tables


@pytest.fixture
async def process(tmp_path: Path, kept_modules: None) -> AsyncIterator[Process]:
    """Yield a bot before it has loaded anything."""
    database = await Database.open(up_to_date(tmp_path / "games.sqlite3"))
    tables = Tables(Store(database))
    async with Bot(tables, read_settings(None)) as bot:
        yield Process(bot, tables)
    await database.close()


async def load(bot: Bot) -> None:
    for name, package in packages().items():
        await bot._load(name, package)


@pytest.mark.usefixtures("broken")
async def test_a_broken_game_is_left_out_and_the_others_are_offered(
    process: Process, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        await load(process.bot)
    commands = {command.name for command in process.bot.tree.get_commands()}
    games = {file.parent.name for file in HOUSE.glob("cogs/*/rules.py")} - set(BROKEN)
    assert process.tables.games.keys() == games, "not the sound games alone are offered"
    assert commands >= games | {"table", "hand", "me"}, "commands of sound packages are missing"
    for name in BROKEN:
        assert f"cogs.{name} is left out" in caplog.text, f"nobody is told of {name}"
    assert SECRET not in caplog.text, "an error's own words are in the log"
    assert 'rules.py", line 1' in caplog.text, "the log doesn't say where a game fails"


@pytest.mark.usefixtures("broken")
def test_workers_and_tournaments_do_without_a_broken_game() -> None:
    assert "shiranui" in opponents(), "a broken folder keeps the workers from starting"


@pytest.mark.usefixtures("broken")
async def test_a_broken_package_that_is_no_game_ends_the_start(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without `/table` the bot is of no use, so whoever runs it must see that."""

    async def fail(_package: str) -> None:
        raise RuntimeError

    monkeypatch.setattr(process.bot, "load_extension", fail)
    with pytest.raises(RuntimeError):
        await process.bot._load("tables", "cogs.tables")


async def test_the_tables_of_a_game_that_is_not_there_are_frozen_politely(
    process: Process, ui: UI
) -> None:
    table = await ui.open(ADA)
    await ui.services.lobby_verbs.add_computer(table.id, ADA.id, "casual")
    await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    # The same tables, to a bot that couldn't load their game.
    bare = build(Tables(ui.tables.store))
    assert GAME.info.key not in bare.tables.games
    await bare.messages.close()
    for custom_id in (f"t:hand:{table.id}", f"a:page:{table.id}", f"m:{table.id}:1:draw"):
        said = (await press(bare, ADA, custom_id)).text
        assert "can't be read" in said, f"{custom_id}: {said}"
    assert "can't be read" in (await press(bare, BOB, f"t:join:{table.id}")).text
    async with Bot(bare.tables, read_settings(None)) as bot:
        await bot._resume_computers()
        await bot._clocks.due_timer.round()
        await bot._jobs.sweep()
