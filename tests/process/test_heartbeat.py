"""The sign of life next to the database, and what `health` makes of it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from pathlib import Path

import pytest

from bot.__main__ import health
from bot.process import heartbeat
from bot.process.exit_codes import FAILED, OK
from bot.process.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return settings whose database lies in an empty folder."""
    return Settings(database=tmp_path / "games.sqlite3", discord_token=None)


def last_beat(settings: Settings, seconds_ago: float) -> None:
    """Leave a sign of life as if it had been made this many seconds ago."""
    file = heartbeat.heartbeat_file(settings.database)
    file.touch()
    then = time.time() - seconds_ago
    os.utime(file, (then, then))


def test_a_bot_that_never_ran_is_not_alive(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    assert health(settings) == FAILED
    assert "No bot has run" in capsys.readouterr().err


def test_a_fresh_beat_is_life(settings: Settings) -> None:
    last_beat(settings, 20)
    assert health(settings) == OK


def test_a_beat_may_be_late_a_few_times() -> None:
    """Three beats may go missing on a busy machine; a bot that is stuck is noticed in a minute."""
    assert 3 * heartbeat.EVERY < heartbeat.TOO_LONG <= 60


@pytest.mark.parametrize("ago", [heartbeat.TOO_LONG + 20, -7200])
def test_an_old_beat_is_none(
    settings: Settings, ago: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor is one from before the clock was put back: a bot that lives has beaten since."""
    last_beat(settings, ago)
    assert health(settings) == FAILED
    assert "no sign of life for" in capsys.readouterr().err


async def test_a_running_loop_beats_again_and_again(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "EVERY", 0)
    last_beat(settings, 1000)
    beating = asyncio.create_task(heartbeat.beat(settings.database))
    for _ in range(2):
        last_beat(settings, 1000)
        async with asyncio.timeout(10):
            while (heartbeat.silence(settings.database) or 0) > heartbeat.TOO_LONG:
                await asyncio.sleep(0)
    beating.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await beating


async def test_a_folder_that_is_missing_stops_nothing(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "EVERY", 0)
    nowhere = settings.database.parent / "nowhere" / "games.sqlite3"
    beating = asyncio.create_task(heartbeat.beat(nowhere))
    for _ in range(3):
        await asyncio.sleep(0)
    assert not beating.done()
    nowhere.parent.mkdir()
    async with asyncio.timeout(10):
        while heartbeat.silence(nowhere) is None:
            await asyncio.sleep(0)
    beating.cancel()
