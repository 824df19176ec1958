"""The backups that the running bot makes: when, how many, and what a killed bot has left."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from bot.process import backups
from bot.process.backups import Backups, backing_up
from bot.process.settings import Settings, read_settings
from storage import Database
from tests.waiting import until

HOUR = 3600.0
NOW = 1_800_000_000.0
PATIENCE = 60


class Bench:
    """A database, a folder for its copies, and a clock that the test sets."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "games.sqlite3"
        self.folder = folder / "copies"
        self.now = NOW

    def backups(self, every: float = HOUR, keep: int = 3) -> Backups:
        """Return what makes the copies."""
        return Backups(self.path, self.folder, every, keep, lambda: self.now)

    def names(self) -> list[str]:
        """Return what lies in the folder, in order."""
        return sorted(each.name for each in self.folder.iterdir()) if self.folder.exists() else []


@pytest.fixture
async def bench(tmp_path: Path) -> Bench:
    """Return a database that nobody uses."""
    found = Bench(tmp_path)
    await (await Database.open(found.path)).close()
    return found


async def test_the_first_copy_is_made_at_once_and_can_be_opened(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    made = bench.backups()
    made.start()
    await until(made.copies)
    await made.close()
    assert bench.names() == ["games-20270115-080000.sqlite3"]
    await (await Database.open(made.copies()[0])).close()
    said = re.search(r"made the backup games-20270115-080000.sqlite3 in (.+) s", caplog.text)
    assert said, f"no backup is logged, but {caplog.messages}"
    assert 0 <= float(said[1]) < PATIENCE, f"an empty database took {said[1]} s"


async def test_a_restart_goes_by_the_newest_copy(bench: Bench) -> None:
    made = bench.backups()
    made._copy()
    for later, due in ((0, HOUR), (600, HOUR - 600), (HOUR, 0), (5 * HOUR, 0)):
        bench.now = NOW + later
        assert made._due_in() == due, f"{later} s after the last copy"
    bench.now = NOW - 5 * HOUR
    assert made._due_in() == HOUR, "with a clock that was put back"


async def test_after_the_clock_is_put_back_new_copies_stay_and_old_ones_go(bench: Bench) -> None:
    made = bench.backups(keep=2)
    for bench.now in (NOW, NOW + HOUR, NOW - 30 * HOUR):
        made._copy()
    kept = ["games-20270114-020000.sqlite3", "games-20270115-090000.sqlite3"]
    assert bench.names() == kept, "the copy just made isn't among those that are kept"
    assert made._due_in() == HOUR, "the next copy doesn't go by the newest"


async def test_the_next_copy_is_made_when_it_is_due(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not before: each copy reads the whole database."""
    slept: list[float] = []
    made = bench.backups()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        bench.now += seconds
        if len(slept) > 3:
            raise asyncio.CancelledError

    monkeypatch.setattr(backups.asyncio, "sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        await made._run()
    assert slept == [0, HOUR, HOUR, HOUR], f"it has waited {slept} seconds"


async def test_a_folder_is_made_with_those_above_it(bench: Bench) -> None:
    bench.folder = bench.folder / "far" / "below"
    bench.backups()._copy()
    assert bench.names() == ["games-20270115-080000.sqlite3"]


async def test_backups_end_with_the_block_also_if_it_fails(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told how often in hours, and how many are kept."""
    done: list[Any] = []

    class Noted(Backups):
        """Notes what it is made with and told."""

        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            done.append(given)

        def start(self) -> None:
            """Note."""
            done.append("start")

        async def close(self) -> None:
            """Note."""
            done.append("close")

    monkeypatch.setattr(backups, "Backups", Noted)
    folder = bench.path.parent / "elsewhere"
    settings = read_settings(None).model_copy(
        update={
            "database": bench.path,
            "backup_every": 1.5,
            "backup_keep": 4,
            "backup_to": folder,
        }
    )
    with pytest.raises(RuntimeError):
        async with backing_up(settings):
            raise RuntimeError
    assert done == [(bench.path, folder, 5400.0, 4), "start", "close"]


async def test_the_newest_are_kept_and_nothing_else_is_touched(bench: Bench) -> None:
    made = bench.backups(keep=3)
    bench.folder.mkdir()
    others = {
        "games-monday.sqlite3",
        "other-20200101-000000.sqlite3",
        "games-20200101-000000.sqlite3.bak",
        ".games-monday.sqlite3.abc",
    }
    for name in (*others, ".games-20200101-000000.sqlite3.abc", "games-20200101-000000.sqlite3"):
        (bench.folder / name).write_text("x")
    for hour in range(5):
        bench.now = NOW + hour * HOUR
        made._copy()
    kept = {f"games-20270115-{hour:02}0000.sqlite3" for hour in (10, 11, 12)}
    assert set(bench.names()) == others | kept


async def test_old_copies_stay_if_a_new_one_fails(
    bench: Bench, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And it is tried again before long."""
    made = bench.backups(every=HOUR, keep=1)
    made._copy()
    whole = bench.path.read_bytes()
    bench.path.write_bytes(b"no database" * 1000)
    bench.now = NOW + HOUR
    monkeypatch.setattr(backups, "AGAIN", 0.05)
    with caplog.at_level(logging.INFO, "bot.process.backups"):
        made.start()
        await until(lambda: len(caplog.records) > 1)
        assert [each.levelname for each in caplog.records[:2]] == ["ERROR", "ERROR"]
        assert bench.names() == ["games-20270115-080000.sqlite3"]
        bench.path.write_bytes(whole)
        await until(lambda: bench.names() == ["games-20270115-090000.sqlite3"])
        await made.close()


async def test_the_end_breaks_a_copy_off(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    copying, ended = Event(), Event()

    def slowly(_source: Path, target: Path, stopped: Callable[[], bool]) -> None:
        copying.set()
        while not stopped():
            pass
        time.sleep(0.2)
        ended.set()
        raise backups.StorageError(f"{target} was broken off")

    monkeypatch.setattr(backups, "backup", slowly)
    made = bench.backups()
    made.start()
    await until(copying.is_set)
    async with asyncio.timeout(PATIENCE):
        await made.close()
    assert ended.is_set(), "a thread was left behind"
    assert bench.names() == []


async def test_settings_say_where_and_how_often(bench: Bench) -> None:
    """Without a number of hours there are none; without a folder they lie next to the database."""
    beside = bench.path.parent / "backups"
    async with backing_up(Settings(_env_file=None, database=bench.path)):  # pyright: ignore[reportCallIssue]
        await asyncio.sleep(0.05)
    assert not beside.exists()
    settings = Settings(_env_file=None, database=bench.path, backup_every=1)  # pyright: ignore[reportCallIssue]
    async with backing_up(settings):
        await until(lambda: beside.exists() and [*beside.glob("games-*.sqlite3")])
