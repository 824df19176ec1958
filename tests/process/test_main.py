"""`python -m bot` in the test's own process: who is called with what, and what each end says."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import aiohttp
import discord
import pytest

import bot.process.app
import bot.process.check_database
import storage.bans
from bot import __main__ as line
from bot.games import find_games
from bot.process import database_commands, heartbeat, loopback, report_commands
from bot.process.exit_codes import FAILED, MISUSED, OK
from bot.process.logs import open_log
from bot.process.metrics_server import CannotListen
from bot.process.settings import Settings
from bot.process.shards import NoStartsLeft
from bot.sandbox import sandbox
from bot.sandbox.world_file import InUse
from bot.tables import verify_export
from bot.tables.verify_deal import Differs
from storage import StorageError

TOKEN = {"discord_token": "word"}


def settings(path: Path, **more: Any) -> Settings:
    """Return settings with a database in a folder, and others."""
    return Settings(_env_file=None, database=path / "games.sqlite3", **more)  # pyright: ignore[reportCallIssue]


# What is read of what somebody types


@pytest.mark.parametrize(
    ("read", "right", "wrong"),
    [
        (line._id, ["1", str((1 << 63) - 1)], ["0", str(1 << 63), "-1", "x", ""]),
        (line._port, ["0", "65535"], ["65536", "-1", "x", ""]),
    ],
)
def test_numbers_are_read_within_their_bounds(
    read: Callable[[str], int], right: list[str], wrong: list[str]
) -> None:
    for text in right:
        assert read(text) == int(text)
    for text in wrong:
        with pytest.raises(argparse.ArgumentTypeError):
            read(text)


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ([], ("run_or_try",)),
        (["run"], ("run", None, None)),
        (["run", "--deals", "d", "--clock", "c"], ("run", Path("d"), Path("c"))),
        (["sandbox"], ("sandbox", None)),
        (["sandbox", "--port", "7"], ("sandbox", 7)),
        (["backup", "f"], ("backup", Path("f"))),
        (["restore", "f"], ("restore", Path("f"))),
        (["check"], ("check",)),
        (["check", "f"], ("check", Path("f"))),
        (["ban", "person", "3"], ("ban", "person", 3)),
        (["unban", "server", "4"], ("unban", "server", 4)),
        (["announce", "Update", "--until", "2h"], ("announce", "Update", 7200)),
        (["announce", "Update"], ("announce", "Update", 86400)),
        (["announce", "--clear"], ("clear_announcement",)),
        (["reports"], ("list_reports",)),
        (["reports", "k3f9a", "f"], ("write_report", "k3f9a", Path("f"), False)),
        (["reports", "k3f9a", "f", "--now"], ("write_report", "k3f9a", Path("f"), True)),
        (["health"], ("health",)),
    ],
)
def test_each_command_calls_what_it_is_for(
    typed: list[str], wanted: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    called: list[Any] = []

    def stand_in(name: str) -> Callable[..., int]:
        def call(*given: Any) -> int:
            assert name == "check" or isinstance(given[0], Settings), f"{name} is given {given}"
            called.extend((name, *(each for each in given if not isinstance(each, Settings))))
            return 7

        return call

    for name in ("run_or_try", "run", "sandbox", "health"):
        monkeypatch.setattr(line, name, stand_in(name))
    for name in (
        *("backup", "restore", "check", "ban", "unban"),
        *("announce", "clear_announcement"),
    ):
        monkeypatch.setattr(database_commands, name, stand_in(name))
    for name in ("list_reports", "write_report"):
        monkeypatch.setattr(report_commands, name, stand_in(name))
    monkeypatch.setattr(line, "read_settings", lambda: settings(tmp_path))
    monkeypatch.setattr("sys.argv", ["bot", *typed])
    assert line.main() == 7, "its exit code isn't passed on"
    if typed == ["check"]:
        wanted = ("check", tmp_path / "games.sqlite3")
    assert tuple(called) == wanted


def test_for_how_long_is_read_in_minutes_hours_and_days() -> None:
    for text, seconds in (("1m", 60), ("90m", 5400), ("2h", 7200), ("60d", 60 * 86400)):
        assert line._seconds(text) == seconds, text
    for text in ("0m", "2", "h", "-2h", "2 h", "61d", "2w", "1.5h", ""):
        with pytest.raises(argparse.ArgumentTypeError, match="such as 90m, 2h or 3d"):
            line._seconds(text)


def test_an_id_that_is_none_is_refused_in_words_that_fit_it() -> None:
    assert line._id("9223372036854775807") == (1 << 63) - 1
    assert line._id("00000000000000000000012") == 12
    for text in ("0", "-3", "", "Bob", "1.5"):
        with pytest.raises(argparse.ArgumentTypeError, match="a whole number above 0"):
            line._id(text)
    for text in (str(1 << 63), "9" * 5000):
        with pytest.raises(argparse.ArgumentTypeError, match="larger than any id"):
            line._id(text)


@pytest.mark.parametrize("typed", [[], ["Update", "--clear"], ["Update", "--until", "soon"]])
def test_an_announcement_that_is_none_or_has_no_end_is_refused(
    typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        line.main(["announce", *typed])
    assert ended.value.code == MISUSED and "announce" in capsys.readouterr().err


# Running


def test_without_a_token_the_sandbox_opens_and_with_one_the_bot_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(line, "run", lambda _settings: 1)
    monkeypatch.setattr(line, "sandbox", lambda _settings, port: 2 if port is None else 3)
    assert line.run_or_try(settings(tmp_path, **TOKEN)) == 1
    assert not capsys.readouterr().out
    assert line.run_or_try(settings(tmp_path)) == 2
    said = capsys.readouterr().out
    assert "DISCORD_TOKEN is not set" in said and "README.md says how to get a token" in said


@pytest.mark.parametrize(
    ("option", "url", "there", "said"),
    [
        ("deals", None, True, "--deals fixes what is dealt, so it is refused"),
        ("clock", None, True, "--clock fixes the time, so it is refused"),
        ("deals", "http://127.0.0.1:1", False, "--deals: there is no file"),
        ("clock", "http://127.0.0.1:1", False, "--clock: there is no file"),
    ],
)
def test_what_is_for_tests_is_refused_on_the_real_discord_and_wants_its_file(
    option: str,
    url: str | None,
    there: bool,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "file"
    if there:
        file.write_text("0")
    asked: dict[str, Any] = {option: file}
    assert line.run(settings(tmp_path, **TOKEN, discord_url=url), **asked) == MISUSED
    assert said in capsys.readouterr().err


def test_without_a_token_nothing_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert line.run(settings(tmp_path)) == MISUSED
    assert "DISCORD_TOKEN is not set" in capsys.readouterr().err


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return what the bot is started with, each start without its log and Discord."""
    given: list[Any] = []

    async def start(*these: Any) -> int:
        given.append(these)
        return OK

    monkeypatch.setattr(bot.process.app, "main", start)
    monkeypatch.setattr(line, "open_log", lambda *_how: None)
    monkeypatch.setattr(loopback, "point_discord_at", given.append)
    return given


def test_the_bot_is_given_its_deals_and_its_clock(started: list[Any], tmp_path: Path) -> None:
    deals, clock = tmp_path / "deals", tmp_path / "clock"
    for file in (deals, clock):
        file.write_text("0")
    here = settings(tmp_path, **TOKEN, discord_url="http://127.0.0.1:1")
    assert line.run(here, deals, clock) == OK
    assert started == ["http://127.0.0.1:1", (here, deals, clock)]
    started.clear()
    there = settings(tmp_path, **TOKEN)
    assert line.run(there) == OK
    assert started == [(there, None, None)], "it is pointed elsewhere than at Discord"


def closed(code: int) -> discord.ConnectionClosed:
    """Return what discord.py raises when Discord closes the line for good."""
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=0, code=code)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (StorageError("The disk is full."), "The disk is full."),
        (CannotListen("The port is taken."), "The port is taken."),
        (NoStartsLeft(3, 1, 7200), "1 more starts"),
        (discord.LoginFailure("no"), line.UNKNOWN_TOKEN),
        (closed(4004), line.UNKNOWN_TOKEN),
        (closed(4011), line.MORE_SHARDS),
        (closed(4014), "Discord closed the connection for good (code 4014)."),
        (discord.GatewayNotFound(), "it didn't say where to connect"),
        (aiohttp.ClientConnectionError("no route"), "Can't reach Discord: no route"),
    ],
)
def test_what_ends_the_bot_is_said_in_one_line(
    started: list[Any],
    error: Exception,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def fail(*_given: Any) -> int:
        raise error

    monkeypatch.setattr(bot.process.app, "main", fail)
    assert line.run(settings(tmp_path, **TOKEN)) == FAILED and not started
    (words,) = capsys.readouterr().err.splitlines()
    assert said in words, words


async def test_the_heart_beats_as_long_as_the_bot_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beating: list[Any] = []

    async def beat(database: Path) -> None:
        beating.append(database)
        try:
            await asyncio.Event().wait()
        finally:
            beating.append("stopped")

    async def work(*given: Any) -> int:
        await asyncio.sleep(0)
        assert beating == [here.database] and given == (here, None, tmp_path)
        return 5

    here = settings(tmp_path)
    monkeypatch.setattr(heartbeat, "beat", beat)
    assert await line._alive(here, None, tmp_path, work) == 5
    await asyncio.sleep(0)
    assert beating == [here.database, "stopped"], "a bot that has ended seems to live"


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_has_the_work_put_its_things_away(name: signal.Signals) -> None:
    done: list[str] = []

    async def work() -> int:
        try:
            signal.raise_signal(name)
            await asyncio.wait_for(asyncio.Event().wait(), 60)
        finally:
            done.append("put away")
        return 3

    assert line._until_stopped(work()) == OK and done == ["put away"]


def test_work_that_ends_by_itself_says_how() -> None:
    async def work(code: int | None) -> int | None:
        return code

    async def fall() -> int:
        raise asyncio.CancelledError

    assert line._until_stopped(work(None)) == OK
    assert line._until_stopped(work(4)) == 4
    with pytest.raises(asyncio.CancelledError):
        line._until_stopped(fall())


def test_libraries_say_no_more_than_the_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: dict[str, Any] = {}
    monkeypatch.setattr(logging, "basicConfig", lambda **how: opened.update(how))
    levels: dict[str, int | str] = {}
    real = logging.getLogger

    def room(name: str | None = None) -> Any:
        if name in ("bot", "cogs", "storage"):
            return SimpleNamespace(setLevel=lambda level: levels.update({name: level}))
        return real(name)

    monkeypatch.setattr(logging, "getLogger", room)
    for level, others in (("DEBUG", logging.INFO), ("ERROR", logging.ERROR)):
        open_log(level)
        assert opened["level"] == others
        assert levels == dict.fromkeys(("bot", "cogs", "storage"), level)


# The sandbox


def test_the_sandbox_has_a_bot_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a database of its own, in a folder that is made, and nothing of the real Discord's."""
    served: list[dict[str, Any]] = []

    async def serve(**how: Any) -> None:
        served.append(how)

    monkeypatch.setattr(sandbox, "serve", serve)
    monkeypatch.setattr(line, "_free", lambda port: -port)
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    here = tmp_path / "far" / "below"
    assert line.sandbox(settings(here), None) == OK
    assert line.sandbox(settings(here, sandbox_port=5), None) == OK
    assert line.sandbox(settings(here, sandbox_port=5), 6) == OK
    assert [how["port"] for how in served] == [-line.SANDBOX_PORT, 5, 6]
    assert served[0]["data"] == here / "games-sandbox.world" and here.is_dir()
    env = served[0]["env"]
    assert env["DATABASE"] == str(here / "games-sandbox.sqlite3")
    for name in ("SYNC_GUILD", "KEEP_DAYS", "BACKUP_EVERY", "METRICS_PORT"):
        assert env[name] == "", f"{name} in .env would hold in the sandbox, too"
    clock = here / "games-sandbox.clock"
    assert served[0]["command"][1:] == ["-m", "bot", "run", "--clock", str(clock)]
    assert served[0]["clock"] == clock, "the page doesn't set the clock that its bot goes by"
    assert served[0]["locale"] == "ja", "a machine in Japanese has a sandbox in another language"


@pytest.mark.parametrize(
    "error", [OSError(98, "taken"), InUse("taken"), sqlite3.OperationalError("taken")]
)
def test_a_sandbox_that_cannot_open_says_why(
    error: Exception,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def serve(**_how: Any) -> None:
        raise error

    monkeypatch.setattr(sandbox, "serve", serve)
    assert line.sandbox(settings(tmp_path), 0) == FAILED
    assert "The sandbox can't open: taken" in capsys.readouterr().err


# Health, and what is checked


@pytest.mark.parametrize(
    ("silent", "code", "said"),
    [
        (None, FAILED, "No bot has run with the database"),
        (heartbeat.TOO_LONG, OK, "Alive."),
        (heartbeat.TOO_LONG + 1, FAILED, "no sign of life for"),
    ],
)
def test_health_goes_by_the_last_sign_of_life(
    silent: float | None,
    code: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(heartbeat, "silence", lambda _database: silent)
    assert line.health(settings(tmp_path)) == code
    found = capsys.readouterr()
    assert said in (found.err if code else found.out), found


@pytest.mark.parametrize(
    ("opened", "started", "one_press"), [(1, 1, True), (1, 2, False), (None, None, False)]
)
def test_a_deal_that_is_right_says_with_what_to_compare_it(
    opened: int | None,
    started: int | None,
    one_press: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    export = SimpleNamespace(
        commitment="before",
        log_print="after",
        opened_by=opened,
        started_by=started,
        begun_by_itself=opened is None,
    )
    check = MagicMock()
    monkeypatch.setattr(verify_export, "read_export", lambda _file: export)
    monkeypatch.setattr(verify_export, "replay_export", check)
    assert line.verify(Path("f")) == OK
    check.assert_called_once_with(export, find_games.find_game)
    said = capsys.readouterr().out
    assert "Verified." in said and ("by one press" in said) == one_press
    assert ("at a set time" in said) == (opened is None)
    assert "before the deal:  before" in said and "at the end:       after" in said
    check.side_effect = Differs("The move {n} isn't legal", n=3)
    assert line.verify(Path("f")) == FAILED
    assert "Something doesn't match: The move 3 isn't legal." in capsys.readouterr().out
    check.side_effect = verify_export.CannotCheck("It is no such file.")
    assert line.verify(Path("f")) == MISUSED
    assert "It is no such file." in capsys.readouterr().err


# Commands for the database


def test_a_copy_and_its_return_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here, copy = settings(tmp_path), tmp_path / "copy"
    copied, back = MagicMock(), MagicMock(return_value=None)
    monkeypatch.setattr("storage.backup", copied)
    monkeypatch.setattr("storage.restore", back)
    assert database_commands.backup(here, copy) == OK
    copied.assert_called_once_with(here.database, copy)
    assert f"{here.database} was copied to {copy}." in capsys.readouterr().out
    assert database_commands.restore(here, copy) == OK
    back.assert_called_once_with(copy, here.database)
    said = capsys.readouterr().out
    assert f"{here.database} is what {copy} holds now." in said and "kept as" not in said
    back.return_value = tmp_path / "kept"
    assert database_commands.restore(here, copy) == OK
    assert f"What was there before is kept as {tmp_path / 'kept'}." in capsys.readouterr().out
    copied.side_effect = StorageError("The disk is full.")
    assert database_commands.backup(here, copy) == FAILED
    assert "The disk is full." in capsys.readouterr().err


def test_what_a_check_finds_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report = SimpleNamespace(notes=("a game is missing",), faults=(), tables=3, nights=2)

    async def look(_database: Path) -> Any:
        return report

    monkeypatch.setattr(bot.process.check_database, "check_database", look)
    assert database_commands.check(Path("d")) == OK
    said = capsys.readouterr().out
    assert "Not checked: a game is missing" in said and "d is in order: 3 tables, 2 nights." in said
    report.faults = ("Table abcde is odd.", "Night 3 is odd.")
    assert database_commands.check(Path("d")) == FAILED
    said = capsys.readouterr().out
    assert "Table abcde is odd." in said and "d is not in order: 2 faults." in said
    assert "is in order" not in said


@pytest.mark.parametrize(
    ("name", "found", "said"),
    [
        ("ban", True, "The person 3 is banned."),
        ("ban", False, "The person 3 was already banned."),
        ("unban", True, "The person 3 may use the bot again."),
        ("unban", False, "The person 3 was not banned."),
    ],
)
def test_what_a_ban_has_done_is_told(
    name: str,
    found: bool,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    done = MagicMock(return_value=found)
    monkeypatch.setattr(storage.bans, name, done)
    here = settings(tmp_path)
    assert getattr(database_commands, name)(here, "person", 3) == OK
    done.assert_called_once_with(here.database, "person", 3)
    assert capsys.readouterr().out.strip() == said
