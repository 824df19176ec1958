"""Games are found by looking, and a folder that can't be loaded is left out."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import cogs
from bot.games.find_games import find_game, opponents

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
