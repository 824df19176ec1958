"""Prove that a running bot reads what its operator announces beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.process import database_commands
from bot.process.exit_codes import FAILED, MISUSED, OK
from bot.process.settings import Settings
from bot.tables.announcement import Announcement
from storage.store import Store


def settings(path: Path) -> Settings:
    """Return settings with a database."""
    return Settings(_env_file=None, database=path)  # pyright: ignore[reportCallIssue]


async def test_a_line_is_read_until_its_end_or_until_it_is_taken_back(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 1000.0
    monkeypatch.setattr("time.time", lambda: 1000.0)
    told = Announcement(store, lambda: now)
    await told.look()
    assert told.text() == ""
    assert database_commands.announce(settings(path), "Update\nat\u202e 20:00", 60) == OK
    assert told.text() == "", "it is known before anybody looked"
    await told.look()
    assert told.text() == "📣 Update at 20:00"
    now = 1059.9
    assert told.text()
    now = 1060.0
    assert told.text() == "", "it is shown after its end"
    assert database_commands.announce(settings(path), "Later", 600) == OK
    await told.look()
    assert told.text() == "📣 Later", "a new line doesn't replace the one before"
    capsys.readouterr()
    for said in ("It is taken back.", "Nothing was announced."):
        assert database_commands.clear_announcement(settings(path)) == OK
        assert said in capsys.readouterr().out
    await told.look()
    assert told.text() == ""


async def test_what_is_too_long_or_empty_changes_nothing(
    store: Store, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    most = database_commands.MOST_ANNOUNCED
    assert database_commands.announce(settings(path), "x" * most, 60) == OK
    for text in ("x" * (most + 1), " \n\u200b"):
        assert database_commands.announce(settings(path), text, 60) == MISUSED
        assert f"Write 1 to {most} characters" in capsys.readouterr().err
    told = Announcement(store, lambda: 0.0)
    await told.look()
    assert told.text() == f"📣 {'x' * most}", "what was announced before is gone"


def test_without_a_database_the_reason_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert database_commands.announce(settings(tmp_path / "none"), "Update", 60) == FAILED
    assert "There is no database" in capsys.readouterr().err
