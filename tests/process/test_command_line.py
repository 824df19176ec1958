"""`python -m bot`: what each command does, refuses and returns, as a process of its own."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from bot import __main__ as command_line
from bot.process import logs
from bot.process.settings import Settings, read_settings
from bot.sandbox import sandbox
from storage import Database
from tests.e2e import forks

HOUSE = Path(__file__).parents[2]
SETTINGS = [name.upper() for name in Settings.model_fields]
PATIENCE = 60


class Bot(Protocol):
    """Runs the bot with some arguments and settings, to its end."""

    def __call__(self, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """Return what it said and its exit code."""
        ...


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return an environment that sets nothing but a database in an empty folder."""
    kept = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    return kept | {"PYTHONPATH": str(HOUSE), "DATABASE": str(tmp_path / "games.sqlite3")}


@pytest.fixture
def bot(tmp_path: Path, environment: dict[str, str]) -> Bot:
    """Return what runs `python -m bot` with some arguments and settings, to its end."""

    def call(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "bot", *arguments],
            cwd=tmp_path,  # where no .env lies
            env=environment | settings,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    return call


@pytest.fixture
def forked(tmp_path: Path, environment: dict[str, str], bot: Bot) -> Bot:
    """Return what runs the same, but forked, which is quick. Most are also started somewhere."""

    def call(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
        if not forks.possible():
            return bot(*arguments, **settings)
        return forks.run(arguments, tmp_path, environment | settings)

    return call


def in_one_line(done: subprocess.CompletedProcess[str]) -> str:
    """Return the one line that was said on standard error; fail if there is more."""
    (line,) = done.stderr.splitlines()
    return line


def test_run_wants_a_token(bot: Bot) -> None:
    done = bot("run")
    assert done.returncode == 2
    assert "DISCORD_TOKEN is not set" in in_one_line(done)


def test_a_bad_setting_stops_every_command(forked: Bot) -> None:
    writing = (["backup", "copy"], ["restore", "copy"])
    for arguments in ([], ["run"], ["sandbox"], *writing, ["check"], ["health"]):
        done = forked(*arguments, KEEP_DAYS="soon")
        assert done.returncode == 2
        assert in_one_line(done).startswith("KEEP_DAYS: ")


@pytest.mark.parametrize("option", ["--deals", "--clock"])
def test_fixed_deals_and_times_are_refused_on_the_real_discord(
    forked: Bot, tmp_path: Path, option: str
) -> None:
    fixed = tmp_path / "fixed"
    fixed.write_text("[]")
    done = forked("run", option, str(fixed), DISCORD_TOKEN="x")
    assert done.returncode == 2
    assert option in in_one_line(done)
    assert "DISCORD_URL" in in_one_line(done)
    assert not (tmp_path / "games.sqlite3").exists()


@pytest.mark.parametrize("option", ["--deals", "--clock"])
@pytest.mark.parametrize("url", ["https://discord.com", "http://10.0.0.1:8642"])
def test_fixed_deals_and_times_are_refused_off_this_machine(
    forked: Bot, tmp_path: Path, url: str, option: str
) -> None:
    fixed = tmp_path / "fixed"
    fixed.write_text("[]")
    done = forked("run", option, str(fixed), DISCORD_TOKEN="x", DISCORD_URL=url)
    assert done.returncode == 2
    assert in_one_line(done).startswith("DISCORD_URL: ")


@pytest.mark.parametrize("option", ["--deals", "--clock"])
def test_files_that_are_missing_are_named(forked: Bot, option: str) -> None:
    done = forked("run", option, "nowhere", DISCORD_TOKEN="x", DISCORD_URL="http://127.0.0.1:1")
    assert done.returncode == 2
    assert f"{option}: there is no file nowhere" in in_one_line(done)


def test_a_damaged_database_is_one_clear_line(forked: Bot, tmp_path: Path) -> None:
    (tmp_path / "games.sqlite3").write_bytes(b"no database at all" * 1000)
    done = forked("run", DISCORD_TOKEN="x", DISCORD_URL="http://127.0.0.1:1")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert str(tmp_path / "games.sqlite3") in done.stderr.splitlines()[-1]


def test_a_discord_that_is_away_is_one_clear_line(forked: Bot) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound but not listening: every connection is refused
        port = taken.getsockname()[1]
        done = forked("run", DISCORD_TOKEN="x", DISCORD_URL=f"http://127.0.0.1:{port}")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "Can't reach Discord" in done.stderr.splitlines()[-1]


async def make_database(path: Path) -> None:
    """Leave a database with no table in it."""
    await (await Database.open(path)).close()


@pytest.mark.takes(2.5)
def test_a_copy_is_put_back_and_checked(bot: Bot, forked: Bot, tmp_path: Path) -> None:
    assert "There is no file" in in_one_line(forked("restore", "copy.sqlite3"))
    assert "There is no database" in in_one_line(forked("check"))
    asyncio.run(make_database(tmp_path / "games.sqlite3"))
    assert bot("backup", "copy.sqlite3").returncode == 0
    done = bot("check", "copy.sqlite3")
    assert (done.returncode, done.stderr) == (0, "")
    assert "is in order: 0 tables, 0 nights." in done.stdout
    done = bot("restore", "copy.sqlite3")
    assert (done.returncode, done.stderr) == (0, "")
    (kept,) = tmp_path.glob("games-before-*.sqlite3")
    assert str(kept) in done.stdout
    with sqlite3.connect(tmp_path / "games.sqlite3") as link:
        link.execute("INSERT INTO invited VALUES ('nowhere', 5)")
    link.close()
    done = forked("check")
    assert done.returncode == 1
    assert "1 rows of invited belong to nothing." in done.stdout
    kept.write_text("no database at all" * 1000)
    done = forked("restore", str(kept))
    assert done.returncode == 1
    assert "damaged" in in_one_line(done)


def test_backup_copies_and_never_overwrites(forked: Bot, tmp_path: Path) -> None:
    assert forked("backup", "copy.sqlite3").returncode == 1  # there is nothing to copy
    asyncio.run(make_database(tmp_path / "games.sqlite3"))
    done = forked("backup", "copy.sqlite3")
    assert (done.returncode, done.stderr) == (0, "")
    copy = tmp_path / "copy.sqlite3"
    with sqlite3.connect(copy) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("SELECT count(*) FROM tables").fetchall() == [(0,)]
    before = copy.read_bytes()
    done = forked("backup", "copy.sqlite3")
    assert done.returncode == 1
    assert "copy.sqlite3" in in_one_line(done)
    assert copy.read_bytes() == before


def test_verify_needs_no_settings_and_leaves_nothing_behind(bot: Bot, tmp_path: Path) -> None:
    """Somebody who never ran a bot checks a file; what it finds stands in test_verify_export."""
    file = tmp_path / "game.json"
    file.write_text("{}")
    done = bot("verify", str(file), KEEP_DAYS="soon")
    assert done.returncode == 2
    assert "isn't the file of a game" in in_one_line(done)
    assert list(tmp_path.iterdir()) == [file]


def test_health_says_so_when_no_bot_runs(bot: Bot) -> None:
    done = bot("health")
    assert done.returncode == 1
    assert "No bot has run" in in_one_line(done)


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_a_port_is_a_number(forked: Bot, port: str) -> None:
    done = forked("sandbox", f"--port={port}")
    assert done.returncode == 2
    assert "--port" in done.stderr


def test_a_taken_port_is_left_to_its_owner() -> None:
    with socket.socket() as owner:
        owner.bind(("127.0.0.1", 0))
        owner.listen()
        port = owner.getsockname()[1]
        assert command_line._free(port) == 0
    assert command_line._free(port) == port


def test_a_taken_port_that_was_asked_for_is_named(forked: Bot) -> None:
    with socket.socket() as owner:
        owner.bind(("127.0.0.1", 0))
        owner.listen()
        port = str(owner.getsockname()[1])
        done = forked("sandbox", "--port", port)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert port in done.stderr


@pytest.fixture
def without_a_token(environment: dict[str, str], tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Start `python -m bot` as a newcomer would, and stop it in the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bot"],
        cwd=tmp_path,
        env=environment | {"SANDBOX_PORT": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    yield process
    if process.poll() is None:
        process.kill()
    process.communicate()


def test_without_a_token_the_sandbox_opens(
    without_a_token: subprocess.Popen[str], forked: Bot, tmp_path: Path
) -> None:
    assert without_a_token.stdout is not None
    said = ""
    for line in without_a_token.stdout:
        said += line
        if "http://127.0.0.1:" in line:
            break
    assert "DISCORD_TOKEN is not set" in said
    assert "http://127.0.0.1:" in said
    # A second one would share its world: refused, on whatever port.
    second = forked("sandbox", "--port=0")
    assert second.returncode == 1
    assert "Another sandbox" in in_one_line(second)
    without_a_token.send_signal(signal.SIGTERM)
    assert without_a_token.wait(PATIENCE) == 0
    # The sandbox plays on a database of its own.
    assert not (tmp_path / "games.sqlite3").exists()


def test_the_sandbox_keeps_off_what_is_meant_for_the_real_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its bot reads the same .env, so every setting that must not hold there is hidden."""
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    Path(".env").write_text("DATABASE=games.sqlite3\nSYNC_GUILD=5\nKEEP_DAYS=3\n")
    real = read_settings()
    assert (real.sync_guild, real.keep_days) == (5, 3), "the test must start from a full .env"
    served: dict[str, Any] = {}

    async def serve(**how: Any) -> None:
        served.update(how)

    monkeypatch.setattr(sandbox, "serve", serve)
    assert command_line.sandbox(real, 0) == 0
    for name, value in served["env"].items():
        monkeypatch.setenv(name, value)
    inside = read_settings()
    assert inside.database.resolve() != real.database.resolve(), "it plays on the real database"
    assert served["data"].resolve() not in (inside.database.resolve(), real.database.resolve())
    assert inside.sync_guild is None, "its commands go to a server that isn't there"
    assert inside.keep_days is None, "it deletes what a newcomer wants to look at again"


def test_libraries_never_log_what_they_send(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = ["", "bot", "cogs", "storage"]
    levels = {name: logging.getLogger(name).level for name in changed}
    handlers = logging.getLogger().handlers
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    try:
        logs.open_log("DEBUG", "json")
        (handler,) = logging.getLogger().handlers
        assert isinstance(handler.formatter, logs.JsonFormatter), "lines aren't written as JSON"
        assert logging.getLogger("bot.process.app").isEnabledFor(logging.DEBUG)
        for name in ("discord.http", "discord.gateway", "discord.webhook.async_", "aiosqlite"):
            assert logging.getLogger(name).isEnabledFor(logging.INFO)
            assert not logging.getLogger(name).isEnabledFor(logging.DEBUG)
    finally:
        logging.getLogger().handlers = handlers
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
