"""The clock of the bot's process, which the page sets forward."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.sandbox import NotPossible, bot_clock
from bot.sandbox.bot_clock import MOST, MOST_IN_STEPS, STEP, BotClock


async def test_time_goes_by_in_steps_or_at_once_and_never_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_clock, "PAUSE", 0)
    file, seen = tmp_path / "clock", list[int]()
    clock = BotClock(file)
    assert file.read_text("utf-8") == "0", "the bot finds no clock"
    await clock.go_by(50, lambda: seen.append(int(file.read_text("utf-8"))))
    assert seen == [STEP, 2 * STEP, 50], "what is due in between would be late"
    await clock.go_by(86_400, lambda: seen.append(clock.ahead))
    steps = [*range(50 + STEP, 50 + MOST_IN_STEPS + 1, STEP), 86_450]
    assert seen[3:] == steps, "a day takes minutes, or what is set ahead isn't played first"
    assert BotClock(file).ahead == 86_450, "what was written down lies ahead of the next start"
    for never in (0, -1, MOST + 1):
        with pytest.raises(NotPossible):
            await clock.go_by(never, lambda: None)


async def test_a_day_stops_before_an_event_that_nobody_could_come_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_clock, "PAUSE", 0)
    monkeypatch.setattr(bot_clock.time, "time", lambda: 1_000_000)
    clock = BotClock(tmp_path / "clock")
    now = 1_000_000
    starts = [(now - 1, "Over"), (now + 20 * 3600, "Later"), (now + 5 * 3600, "Tricks")]
    assert await clock.go_by(86_400, lambda: None, starts) == "Tricks"
    assert clock.ahead == 4 * 3600
    assert await clock.go_by(1800, lambda: None, starts) == "", "half an hour goes by in steps"
    assert await clock.go_by(86_400, lambda: None, starts) == "Later"
    assert await clock.go_by(86_400, lambda: None, starts) == ""
    assert clock.ahead == 19 * 3600 + 86_400
