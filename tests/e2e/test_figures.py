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
import pytest_asyncio
from prometheus_client.parser import text_string_to_metric_families

from tests.e2e.scenes import move, server, table
from tests.e2e.stage import LOOK, PATIENCE, Stage
from tests.e2e.test_processes import bot


def free_port() -> int:
    """Return a port that nobody has just now."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return trial.getsockname()[1]


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
