"""What `python -m tests.new_game` writes is a whole game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.new_game.skeleton import ROOT, BadKey, write

COPIED = ("bot", "cogs", "storage", "tests", "pyproject.toml")
KEY = "tomari"


def run(folder: Path, *command: str) -> str:
    """Run a command of Python's in a folder; return all that it says. It must go well."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def copy_of_all(folder: Path) -> Path:
    """Copy the code, for a game to be written into."""
    for name in COPIED:
        source = ROOT / name
        if source.is_file():
            shutil.copy(source, folder)
        else:
            shutil.copytree(
                source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "kept", "*.png")
            )
    return folder


def test_a_new_game_is_called_by_its_own_name_everywhere(tmp_path: Path) -> None:
    files = write(KEY, 'The "Inn" of\nTomari', tmp_path)
    assert {file.parent.name for file in files} == {KEY, "games"}
    for file in files:
        text = file.read_text("utf-8")
        compile(text, file.name, "exec")
        left = [word for word in ("nibanme", "Second Best", "二番目", "にばんめ") if word in text]
        assert not left, f"{file.name} speaks of another game: {left}"
    run(tmp_path, "ruff", "check", "--isolated", "--select", "F", "cogs", "tests")
    assert 'title=_("The Inn of Tomari")' in (tmp_path / "cogs" / KEY / "views.py").read_text()


@pytest.mark.parametrize("key", ["kasane", "tables", "Tomari", "to mari", "7", "../tomari", ""])
def test_a_key_that_no_new_game_can_have_writes_nothing(tmp_path: Path, key: str) -> None:
    with pytest.raises(BadKey):
        write(key, "Tomari", tmp_path)
    assert not [*tmp_path.iterdir()], "something was written"


def test_what_somebody_has_written_stays(tmp_path: Path) -> None:
    (there, *_others) = write(KEY, "Tomari", tmp_path)
    there.write_text("mine", "utf-8")
    with pytest.raises(BadKey):
        write(KEY, "Tomari", tmp_path)
    assert there.read_text("utf-8") == "mine"


@pytest.mark.long
def test_a_new_game_keeps_the_contract_as_it_stands(tmp_path: Path) -> None:
    copy = copy_of_all(tmp_path)
    run(copy, "tests.new_game", KEY)
    run(copy, "tests.golden")
    run(copy, "ruff", "check", "cogs", "tests/games")
    run(copy, "ruff", "format", "--check", "cogs", "tests/games")
    typed = ("--pythonpath", sys.executable, f"cogs/{KEY}", f"tests/games/test_{KEY}.py")
    run(copy, "basedpyright", *typed)
    held = ("tests/contract", "tests/golden", f"tests/games/test_{KEY}.py")
    held += ("tests/games/test_reasons.py", "tests/tables/test_take_back_alone.py")
    said = run(copy, "pytest", "-q", "-p", "no:cacheprovider", "-k", KEY, *held)
    assert " passed" in said, said
