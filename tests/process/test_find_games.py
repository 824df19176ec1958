"""Games are found by looking, and what can't be loaded, or takes a name, is left out."""

from __future__ import annotations

import logging
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

import cogs
from bot.games import find_games
from bot.games.find_games import find_game, opponents, packages
from bot.process.app import Bot
from bot.process.settings import read_settings
from bot.tables.tables import Tables
from bot.ui.pages import catalogues
from bot.ui.pages.wording import Wording
from storage.database import Database
from storage.store import Store
from tests.up_to_date import up_to_date

BROKEN = {
    "atari": {"rules.py": "raise ValueError('atari can't be loaded')", "player.py": ""},
    "bogus": {"rules.py": "GAME = None", "player.py": ""},
    "cut": {"rules.py": "GAME = (", "player.py": ""},
    "no_game": {"rules.py": "", "player.py": ""},
    "no_rules": {"player.py": ""},
    "shut": {"__init__.py": "raise RuntimeError", "player.py": ""},
}


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put folders next to the games, each broken in its own way."""
    for name, files in BROKEN.items():
        folder = tmp_path / name
        folder.mkdir()
        for file, text in {"__init__.py": "", **files}.items():
            (folder / file).write_text(text, "utf-8")
    monkeypatch.setattr(cogs, "__path__", [*cogs.__path__, str(tmp_path)])
    yield
    for module in [each for each in sys.modules if each.split(".")[1:2] and
                   each.split(".")[1] in BROKEN]:  # fmt: skip
        del sys.modules[module]


@pytest.mark.usefixtures("broken")
def test_a_folder_that_can_not_be_loaded_is_named_and_left_out(
    caplog: pytest.LogCaptureFixture,
) -> None:
    found = opponents()
    assert {"donburiko", "kasane", "kirifuda", "korpokkur", "shiranui"} <= set(found)
    assert not set(BROKEN) & set(found)
    errors = [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR]
    for name in BROKEN:
        assert any(f"cogs.{name} is left out: " in text for text in errors), f"{name}: {errors}"


def test_a_game_is_found_by_its_key_alone() -> None:
    game = find_game("donburiko")
    assert game is not None
    assert game.info.key == "donburiko"
    for other in ("tables", "nowhere", "", "..", "donburiko.rules"):
        assert find_game(other) is None, f"{other!r} is no game"


# Packages that are installed besides

Install = Callable[[str, dict[str, str]], str]
"""Installs a package with a game of this key and these files, and returns its name."""
CALLED = """
from dataclasses import replace
from cogs.donburiko.rules import Donburiko
class Game(Donburiko):
    info = replace(Donburiko.info, key={key!r})
GAME = Game()
"""
COG = """
from bot.ui.incoming.game_commands import GameCog
from cogs.donburiko import help, picture, render
from {package}.rules import GAME
class Cog(GameCog, name={key!r}):
    game, render, help = GAME, render.RENDER, help.HELP
    {more}
async def setup(bot):
    await bot.add_cog(Cog(bot.requests))
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Return what installs packages for a test: Donburiko! under other names."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(catalogues, "_added", {})
    made: list[str] = []

    def installed(key: str, files: dict[str, str]) -> str:
        package = f"installed_{len(made)}_{key}"
        made.append(package)
        usual = {
            "__init__.py": "",
            "rules.py": CALLED.format(key=key),
            "player.py": "from cogs.donburiko.player import LEVELS, choose",
            "cog.py": COG.format(key=key, package=package, more=files.pop("more", "")),
        }
        info = {
            "METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n",
            "entry_points.txt": f"[{find_games.GROUP}]\n{key} = {package}\n",
        }
        for folder, texts in ((package, usual | files), (f"{package}-1.2.dist-info", info)):
            for name, text in texts.items():
                file = tmp_path / folder / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, "utf-8")
        return package

    yield installed
    catalogues._catalogue.cache_clear()
    for name in [each for each in sys.modules if each.startswith("installed_")]:
        del sys.modules[name]


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    """Yield a bot before it has loaded anything; modules that it lets go stay for other tests."""
    kept = {name: module for name, module in sys.modules.items() if name.startswith("cogs.")}
    database = await Database.open(up_to_date(tmp_path / "games.sqlite3"))
    async with Bot(Tables(Store(database)), read_settings(None)) as made:
        yield made
    await database.close()
    sys.modules.update(kept)


def test_an_installed_package_is_found_and_takes_no_name(
    install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    before = packages()
    mine = install("hopscotch", {})
    others = [install(key, {}) for key in ("donburiko", "tables", "hopscotch")]
    assert packages() == {**before, "hopscotch": mine}, "another name is taken, or not found"
    assert list(packages()) == [*before, "hopscotch"], "ours don't come first"
    with caplog.at_level(logging.INFO):
        find_games.log_installed()
    said = [each.getMessage() for each in caplog.records]
    assert f"the game hopscotch comes with {mine} ({mine} 1.2)" in said
    for name in others:
        assert any(f"{name} ({name} 1.2) is left out" in each for each in said), f"{name}: {said}"
    game = find_game("hopscotch")
    assert game is not None and game.info.key == "hopscotch"
    assert opponents()["hopscotch"].game is game, "computers can't play it"
    assert opponents()["donburiko"].game.__module__ == "cogs.donburiko.rules"


@pytest.mark.parametrize(
    "text", ["hopscotch", "hopscotch = not a module!", "hopscotch =", "hopscotch = cogs.tables"]
)
def test_entry_points_that_can_not_be_read_stop_nobody(
    install: Install, tmp_path: Path, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    sound = install("oak", {})
    (tmp_path / "bare-1.dist-info").mkdir()
    folder = tmp_path / "bent-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: bent\nVersion: 1\n", "utf-8")
    (folder / "entry_points.txt").write_text(f"[{find_games.GROUP}]\n{text}\n", "utf-8")
    found = packages()
    assert found.get("oak") == sound and "hopscotch" not in found, f"{found}"
    find_games.log_installed()
    assert "entry points of bent can't be read" in caplog.text, "nobody is told of them"


def test_a_game_that_calls_itself_otherwise_replaces_nothing(
    install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    name = install("hopscotch", {"rules.py": CALLED.format(key="donburiko")})
    found = opponents()
    assert "hopscotch" not in found, "its key isn't that of its entry point"
    assert found["donburiko"].game.__module__ == "cogs.donburiko.rules", "a game was replaced"
    assert f"{name} is left out: OtherKey" in caplog.text


async def test_a_package_replaces_no_command_and_no_emoji(
    bot: Bot, install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    """Nor does one without rules or commands end the start."""
    refused = [
        install("table", {}),
        install("oak", {"more": "pictures = picture.PICTURES"}),
        install("ash", {"rules.py": "raise ValueError"}),
        install("elm", {"cog.py": "import nowhere"}),
        install("fir", {"locale/ja/LC_MESSAGES/kakushi.po": 'msgid "'}),
    ]
    sound = install("hopscotch", {})
    for name in ("donburiko", "tables"):
        await bot._load(name, f"cogs.{name}")
    ours = {each.name: each for each in bot.tree.get_commands()}
    for key, package in packages().items():
        if not find_games.is_ours(package):
            await bot._load(key, package)
    for package in refused:
        assert f"{package} is left out" in caplog.text, f"{package} isn't refused"
    after = {each.name: each for each in bot.tree.get_commands()}
    assert after.pop("hopscotch"), f"{sound} isn't offered"
    assert after == ours, "commands were replaced"
    assert bot._tables.games.keys() == {"donburiko", "hopscotch"} == bot._players.keys()


def test_a_package_brings_texts_and_changes_none_of_ours(
    install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    po = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    po += 'msgid "Hop to {n}"\nmsgstr "{n}へ"\n\nmsgid "Pick a table"\nmsgstr "違う"\n'
    ours = Wording("ja").gettext("Pick a table")
    name = install("hopscotch", {"locale/ja/LC_MESSAGES/kakushi.po": po})
    catalogues.add_texts(name, find_games.folders_of(name))
    wording = Wording("ja")
    assert wording.gettext("Hop to {n}") == "{n}へ", "a package's own text isn't translated"
    assert wording.gettext("Pick a table") == ours != "違う", "a text of ours was replaced"
    assert f"{name} can't say in other words: 'Pick a table'" in caplog.text
    silent = install("oak", {})
    catalogues.add_texts(silent, find_games.folders_of(silent))
    assert f"{silent} has no texts in ja" in caplog.text
