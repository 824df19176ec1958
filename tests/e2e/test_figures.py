"""What whoever runs the bot can watch: figures, health and a log for programs, from the process."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio
from prometheus_client.parser import text_string_to_metric_families

from tests.e2e.chairs import table_page
from tests.e2e.scenes import asked, move, server, table
from tests.e2e.stage import LOOK, PATIENCE, Stage
from tests.e2e.test_ahead import set_next
from tests.e2e.test_processes import bot
from tests.e2e.test_replays import exported as text_of
from tests.e2e.timed import sit
from tests.waiting import free_port


@pytest_asyncio.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """Yield a bot that is watched, and logs all it can as JSON."""
    port = str(free_port())
    async with Stage(tmp_path, METRICS_PORT=port, LOG_FORMAT="json", LOG_LEVEL="DEBUG") as stage:
        yield stage


async def read(stage: Stage, page: str) -> tuple[int, str]:
    """Return the status and the text of one of the bot's pages."""
    url = f"http://127.0.0.1:{stage.env['METRICS_PORT']}/{page}"
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status, await answer.text()


async def figures(stage: Stage) -> dict[str, float]:
    """Return the figures by name and, in braces, what their labels say."""
    status, text = await read(stage, "metrics")
    assert status == 200, text
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            said = ",".join(value for label, value in sample.labels.items() if label != "le")
            found[f"{sample.name}{{{said}}}" if said else sample.name] = sample.value
    return found


async def test_figures_follow_a_game_and_neither_they_nor_the_log_tell_of_anybody(
    stage: Stage,
) -> None:
    sitting = await table(stage, "Ada", "Bob", place=server(stage))
    before = await figures(stage)
    await move(sitting)
    await sitting.people[0].slash("me games")
    await stage.shown()
    after = await figures(stage)
    assert (
        after["kakushi_answer_seconds_count{component}"]
        > (before["kakushi_answer_seconds_count{component}"])
    ), "the answer to a click isn't counted"
    assert after["kakushi_answer_seconds_count{command}"] >= 1
    assert after["kakushi_commits_total"] > before["kakushi_commits_total"]
    assert after["kakushi_requests_total{bot}"] > before["kakushi_requests_total{bot}"]
    assert (after["kakushi_tables{lobby}"], after["kakushi_tables{playing}"]) == (0, 1)
    assert after["kakushi_shard_connected{0}"] == 1
    assert after["kakushi_shard_latency_seconds{0}"] > 0
    assert after["kakushi_loop_late_seconds_count"] >= 0
    assert after["process_resident_memory_bytes"] > 0
    _status, text = await read(stage, "metrics")
    ids = [person.id for person in stage.sandbox.world.people.values()]
    for word in ["Ada", "Bob", sitting.table_id, str(stage.sandbox.token), *ids]:
        assert word not in text, f"the figures tell of {word}"
    said = "\n".join(stage.log)
    for line in stage.log:
        assert set(json.loads(line)) >= {"time", "level", "logger", "message"}, line
    tokens = [stage.sandbox.token, *stage.sandbox.interactions.by_token]
    assert not [token for token in tokens if token in said], "a token is in the log"
    private = {
        line
        for hand in sitting.hands.values()
        for line in hand.text.splitlines()
        if len(line) > 5 and line not in sitting.board.text
    }
    assert private, "no hand says anything, so nothing is proven"
    assert not [line for line in private if line in said], "what a hand says is in the log"


@pytest.mark.long
@pytest.mark.takes(5)
async def test_nothing_tells_of_what_is_set_ahead_or_noted(stage: Stage, tmp_path: Path) -> None:
    """Neither figures, log, report, backup and check, nor the export, nor what others see."""
    sitting = await sit(stage, {"pace": "days"})
    mover, (waiter,) = await asked(sitting)
    await set_next(sitting, waiter)
    await waiter.slash("me note", table=sitting.table_id, text="umbrella7731 of Bob")
    rows = stage.rows("SELECT case_json, action_json FROM orders")
    planted = {"umbrella7731", "untouched", *(text for row in rows for text in row)}
    assert len(rows) == 2, "nothing is set"
    pressed = await mover.press(await table_page(sitting, mover), "Report to the bot's owner …")
    assert pressed.modal is not None
    await pressed.modal.submit(words="It hangs")
    listed = await bot(stage, "reports")
    report, copy = tmp_path / "report.json", tmp_path / "copy.db"
    said = [listed.said]
    for call in (
        ("reports", listed.said.split()[0], str(report), "--now"),
        ("backup", str(copy)),
        ("check",),
        ("health",),
    ):
        ended = await bot(stage, *call)
        assert ended.code == 0, ended.said
        said.append(ended.said)
    said += [report.read_text(), (await read(stage, "metrics"))[1]]
    await stage.restart()
    await move(sitting)
    page = (await mover.slash("table concede", table=sitting.table_id)).message
    assert page is not None, "nothing is asked before the end"
    page = (await mover.press(page, "I give up …")).message
    assert page is not None, "nothing is asked before the end"
    await mover.press(page, "I give up")
    await stage.shown()
    exported = await mover.slash("table export", table=sitting.table_id)
    said += [await text_of(stage, exported), *stage.log]
    others = [stage.person("Emi", sitting.place), mover]
    said += [each.text for person in others for each in person.sees(sitting.place)]
    found = {word for word in planted for text in said if word in text}
    assert not found, f"something tells of {found}"


async def test_health_says_what_is_wrong_and_that_it_is_over(stage: Stage) -> None:
    async def now() -> dict[str, bool]:
        status, text = await read(stage, "health")
        state = json.loads(text)
        assert status == (200 if all(state.values()) else 503), state
        return state

    async def becomes(**wanted: bool) -> None:
        async with asyncio.timeout(PATIENCE):
            while not wanted.items() <= (await now()).items():
                await asyncio.sleep(LOOK)

    await becomes(connected=True, database_writable=True, worker_alive=True)
    with contextlib.closing(sqlite3.connect(stage.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await becomes(connected=True, database_writable=False)
        other.execute("ROLLBACK")
    await becomes(database_writable=True)


async def test_a_port_that_is_taken_is_named(stage: Stage) -> None:
    await stage.stop()
    with socket.socket() as other:
        other.bind(("127.0.0.1", int(stage.env["METRICS_PORT"])))
        other.listen()
        ended = await bot(stage, "run")
    assert ended.code == 1
    assert f"METRICS_PORT {stage.env['METRICS_PORT']} can't be used: " in ended.said
    assert "Traceback" not in ended.said
    await stage.start()
