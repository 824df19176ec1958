"""Reports: who may send how many, what is kept of them, and what their operator reads and when."""

from __future__ import annotations

import asyncio
import json
import logging
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.process import report_commands
from bot.process.exit_codes import FAILED, MISUSED, OK
from bot.process.settings import Settings
from bot.tables.clock import DAY, HOUR
from bot.tables.reports import KEPT_DAYS, LONGEST, RecentErrors, Reports
from bot.tables.table_event import TableEvent
from bot.tables.tables import Tables
from bot.tables.trouble import Trouble
from storage.database import Database
from storage.reports import ask_to_look
from storage.store import Store
from tests.tables.conftest import ADA, BOB, CLEO, DAI, EMI, Setup


def settings(setup: Setup) -> Settings:
    """Return settings with the database of the tables."""
    return Settings(_env_file=None, database=setup.path)  # pyright: ignore[reportCallIssue]


def looked(table_events: list[str]) -> int:
    """Return how often the operator has looked."""
    return table_events.count("looked")


async def done(setup: Setup, table_id: str) -> list[str]:
    """Return what is on disk of what was done at a table."""
    return [each.what for each in await setup.tables.store.table_events(table_id)]


async def test_three_a_day_from_a_person_and_one_an_hour_from_a_table(setup: Setup) -> None:
    setup.uncap()
    tables = [await setup.lobby(ADA, BOB) for _ in range(5)]
    reports = Reports(setup.tables)
    for table in tables[:3]:
        await reports.send(table, ADA.id, "It hangs")
    with pytest.raises(Trouble, match="reports a day"):
        await reports.send(tables[3], ADA.id, "It hangs")
    with pytest.raises(Trouble, match="just now"):
        await reports.send(tables[0], BOB.id, "It hangs")
    setup.time += HOUR
    await reports.send(tables[0], BOB.id, "It still hangs")
    setup.time += DAY - HOUR
    await reports.send(tables[4], ADA.id, "It hangs")
    for words, why in ((" \n\u200b", "Write what"), ("x" * (LONGEST + 1), "characters")):
        with pytest.raises(Trouble, match=why):
            await reports.send(tables[3], CLEO.id, words)
    count = await setup.database.column("SELECT count(*) FROM reports")
    assert count == [5], "what was refused is kept"
    setup.time += KEPT_DAYS * DAY
    await reports.sweep()
    assert len(await setup.database.column("SELECT id FROM reports")) == 1
    setup.time += 1
    await reports.sweep()
    assert await setup.database.column("SELECT id FROM reports") == [], "it is kept for longer"


async def test_a_report_says_what_ran_and_what_failed_and_nothing_of_the_game(setup: Setup) -> None:
    table = await setup.game(ADA, BOB)
    reports = Reports(setup.tables)
    heard, ours = reports.errors, logging.getLogger("bot.tables.tests")
    ours.addHandler(heard)
    try:
        ours.warning("not an error")
        ours.error("table %s: a listener: %s", table.id, "KeyError")
        ours.error("the Lightest card %s", "Heron")
        try:
            raise ValueError("a secret card")
        except ValueError:
            ours.exception("a secret hand")
    finally:
        ours.removeHandler(heard)
    number = await reports.send(table, DAI.id, "Nothing  happens\nhere")
    (row,) = await setup.database.all(tuple, "SELECT * FROM reports")
    assert row[:6] == (number, table.id, table.step(), DAI.id, int(setup.time), row[5])
    assert row[5].split() == ["Nothing", "happens", "here"]
    assert "format " in row[6] and "rules " in row[6] and "discord.py 2" in row[6]
    named = [each.removeprefix("bot.tables.tests: ") for each in json.loads(row[7])]
    assert named == ["KeyError", "error", "ValueError"], "an error's words are kept"
    many = RecentErrors()
    for number_of in range(30):
        many.emit(logging.LogRecord(f"a{number_of}", 40, "", 0, "x", (), None))
    assert many.kinds[0] == "a10: error" and len(many.kinds) == 20


async def test_the_file_waits_for_the_end_and_is_for_its_owner_alone(
    setup: Setup, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await setup.game(ADA, BOB)
    number = await Reports(setup.tables).send(table, ADA.id, "It hangs")
    file, where = tmp_path / "report.json", settings(setup)
    assert report_commands.list_reports(where) == OK
    assert "donburiko, playing: It hangs" in capsys.readouterr().out
    assert report_commands.write_report(where, number, file, now=False) == FAILED
    assert "add --now" in capsys.readouterr().err and not file.exists()
    assert looked(await done(setup, table.id)) == 0
    assert report_commands.write_report(where, "zzzzz", file, now=True) == MISUSED
    async with setup.tables.held(table.id) as held:
        await setup.tables.change(held, [TableEvent("ended", "host")], phase="cancelled")
    assert report_commands.write_report(where, number, file, now=False) == OK
    assert stat.S_IMODE(file.stat().st_mode) == 0o600, "others can read it"
    whole = json.loads(file.read_text())
    assert whole["report"]["words"] == "It hangs" and whole["report"]["person"] == ADA.id
    assert [each["reporter"] for each in whole["seats"]] == [1, 0]
    assert len(whole["log"]) == table.step() + 1
    text = file.read_text()
    assert "Bob" not in text and str(BOB.id) not in json.dumps(whole["table"])
    assert table._secret is not None and table._secret not in text, "it tells what is still to come"
    assert report_commands.write_report(where, number, file, now=False) == MISUSED
    assert "exists already" in capsys.readouterr().err


async def test_a_running_bot_says_that_hands_were_looked_at_before_a_file_is_written(
    setup: Setup, tmp_path: Path
) -> None:
    table = await setup.game(ADA, BOB)
    reports, file = Reports(setup.tables), tmp_path / "report.json"
    number = await reports.send(table, EMI.id, "It hangs")
    setup.tables._now = lambda: 4_000_000_000.0
    loop, revision = asyncio.get_running_loop(), table.revision

    def wait(_seconds: float) -> None:
        assert not file.exists(), "it is written before the table says so"
        asyncio.run_coroutine_threadsafe(reports.heed_operator(), loop).result()

    def write(waits: Callable[[float], None]) -> int:
        return report_commands.write_report(settings(setup), number, file, True, waits)

    assert await asyncio.to_thread(write, wait) == OK
    assert table.revision == revision + 1 and table.recent[-1] == TableEvent("looked", "clock")
    assert json.loads(file.read_text())["done"][-1]["what"] == "looked"
    # Killed after it was saved and before it was crossed out: said once.
    ask_to_look(setup.path, table.id, 4_000_000_000)
    await reports.heed_operator()
    assert looked(await done(setup, table.id)) == 1
    assert await reports._store.asked_to_look() == {}


async def test_a_bot_that_does_not_answer_leaves_nothing_written(
    setup: Setup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await setup.game(ADA, BOB)
    reports, file = Reports(setup.tables), tmp_path / "report.json"
    number = await reports.send(table, ADA.id, "It hangs")
    monkeypatch.setattr(report_commands, "PATIENCE", 0.05)
    monkeypatch.setattr(report_commands, "LOOK", 0.01)
    assert report_commands.write_report(settings(setup), number, file, True) == FAILED
    assert not file.exists()
    await reports.heed_operator()
    assert looked(await done(setup, table.id)) == 0, "it is said though nobody has looked"


async def test_without_a_bot_the_table_says_it_once_there_is_one(
    setup: Setup, tmp_path: Path
) -> None:
    table = await setup.game(ADA, BOB)
    file = tmp_path / "report.json"
    number = await Reports(setup.tables).send(table, ADA.id, "It hangs")
    await setup.database.close()
    assert report_commands.write_report(settings(setup), number, file, True) == OK
    database = await Database.open(setup.path)
    tables = Tables(Store(database))
    tables.add_game(setup.tables.games["donburiko"])
    found = await tables.get(table.id)
    assert found.recent[-1] == TableEvent("looked", "clock")
    assert found.revision == table.revision + 1, "the board isn't drawn again"
    await database.close()


async def test_a_table_that_cannot_be_read_says_it_too(setup: Setup) -> None:
    table = await setup.game(ADA, BOB)
    await setup.database.write("UPDATE tables SET rules_version = 99", ())
    setup.tables.cache.drop(table)
    assert (await setup.tables.get(table.id)).frozen
    for name in (table.id, "zzzzz"):
        ask_to_look(setup.path, name, 1)
    reports = Reports(setup.tables)
    await reports.heed_operator()
    assert looked(await done(setup, table.id)) == 1
    assert await reports._store.asked_to_look() == {}, "a table that is gone is asked for for ever"
