"""The figures: what each one counts, read as Prometheus reads them, and where they are offered."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import aiohttp
import discord
import pytest
from prometheus_client.parser import text_string_to_metric_families
from yarl import URL

from bot.process import metrics
from bot.process.metrics import COUNTED_EVERY, Metrics
from bot.process.metrics_server import CannotListen, offered
from bot.process.open_interactions import LATE, OpenInteractions
from storage.errors import DatabaseHeld
from tests.waiting import free_port


class Watched:
    """The parts of a bot that can be watched, with figures of their own."""

    def __init__(self) -> None:
        self.now = 100.0
        self.interactions = OpenInteractions(lambda: self.now)
        self.client = MagicMock(spec=discord.AutoShardedClient)
        self.client.shards = {0: MagicMock(is_closed=lambda: False)}
        self.client.shard_count = 2
        self.client.latencies = [(0, 0.25), (1, float("inf"))]
        self.budget = MagicMock(waiting=4, counts=Counter(bot=7, answers=8))
        self.budget.counts.update({"401": 1, "403": 2, "404": 3, "429": 5, "500": 9})
        self.budget.trace.on_request_end = []
        self.store = MagicMock(count_phases=AsyncMock(return_value={"lobby": 2, "playing": 6}))
        self.store.database.commits = 11
        self.store.database.refusals.total = 12
        self.workers = MagicMock(pids={1, 2, 3}, waiting=13, alive=True)
        self.queues = {"boards": [1, 2], "pings": []}


@pytest.fixture
def watched() -> Any:
    """Return what is watched."""
    return Watched()


async def read(found: Metrics) -> dict[str, float]:
    """Return the figures by name and, in braces, what their labels say."""
    read: dict[str, float] = {}
    for family in text_string_to_metric_families((await found.text()).decode()):
        for sample in family.samples:
            said = ",".join(value for label, value in sample.labels.items() if label != "le")
            read[f"{sample.name}{{{said}}}" if said else sample.name] = sample.value
    return read


def click(number: int) -> Any:
    """Return a click that nobody has answered."""
    kind = discord.InteractionType.component
    return MagicMock(id=number, type=kind, response=MagicMock(is_done=lambda: False))


async def test_each_figure_says_what_its_part_counts(watched: Any) -> None:
    found = await read(Metrics(watched))
    wanted = {
        "kakushi_requests_total{bot}": 7,
        "kakushi_requests_total{answers}": 8,
        "kakushi_refusals_total{401}": 1,
        "kakushi_refusals_total{403}": 2,
        "kakushi_refusals_total{404}": 3,
        "kakushi_refusals_total{429}": 5,
        "kakushi_requests_waiting": 4,
        "kakushi_commits_total": 11,
        "kakushi_refused_writes_total": 12,
        "kakushi_tables{lobby}": 2,
        "kakushi_tables{playing}": 6,
        "kakushi_posts_waiting{boards}": 2,
        "kakushi_posts_waiting{pings}": 0,
        "kakushi_tasks": len(asyncio.all_tasks()),
        "kakushi_workers": 3,
        "kakushi_worker_jobs_waiting": 13,
        "kakushi_shard_connected{0}": 1,
        "kakushi_shard_connected{1}": 0,
        "kakushi_shard_latency_seconds{0}": 0.25,
    }
    assert {name: found.get(name) for name in wanted} == wanted
    assert "kakushi_refusals_total{500}" not in found, "what isn't a refusal is among them"
    assert "kakushi_shard_latency_seconds{1}" not in found, "a shard without a line has a latency"


async def test_who_got_no_answer_in_time_is_counted_without_another_click(watched: Any) -> None:
    figures = Metrics(watched)
    watched.interactions.came(click(1))
    assert (await read(figures))["kakushi_unanswered_total{component}"] == 0, "it isn't late yet"
    watched.now += LATE + 1
    found = await read(figures)
    assert found["kakushi_unanswered_total{component}"] == 1, "it shows at the next click only"
    assert found["kakushi_unanswered_total{command}"] == 0


async def ended(figures_of: Any, path: str, status: int) -> None:
    """End one of the bot's requests."""
    (hook,) = figures_of.budget.trace.on_request_end
    sent = MagicMock(url=URL(f"https://discord.com/api/v10/{path}"))
    sent.response.status = status
    await hook(MagicMock(), MagicMock(), sent)


async def test_an_answer_is_measured_once_from_the_click_on(watched: Any) -> None:
    figures = Metrics(watched)
    watched.interactions.came(click(31))
    watched.now += 0.2
    count, sums = (f"kakushi_answer_seconds_{each}{{component}}" for each in ("count", "sum"))
    await ended(watched, "interactions/31/token/messages", 200)
    await ended(watched, "interactions/31/token/callback", 300)
    await ended(watched, "interactions/31/token/callback", 404)
    assert count not in await read(figures), "it was refused, or was no first answer"
    for _ in range(2):
        await ended(watched, "interactions/31/token/callback", 204)
    found = await read(figures)
    assert found[count] == 1, "one click has one first answer"
    assert found[sums] == pytest.approx(0.2)


async def test_tables_are_counted_once_a_minute_and_left_out_if_that_fails(
    watched: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(metrics.time, "monotonic", lambda: now)
    figures = Metrics(watched)
    count = watched.store.count_phases
    await read(figures)
    now += COUNTED_EVERY - 1
    await read(figures)
    assert count.await_count == 1, "every look walks through an index"
    now += 1
    count.side_effect = DatabaseHeld("held")
    found = await read(figures)
    assert count.await_count == 2, "they are never counted again"
    assert found["kakushi_tables{playing}"] == 6, "the others are gone with them"


async def test_how_late_the_loop_is_counts_from_when_it_was_due(
    watched: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = Metrics(watched)
    monkeypatch.setattr(metrics, "LOOK", 0.01)
    watching = asyncio.create_task(figures.watch_loop())
    async with asyncio.timeout(60):
        while not (found := await read(figures))["kakushi_loop_late_seconds_count"]:
            await asyncio.sleep(0.005)
    watching.cancel()
    late = found["kakushi_loop_late_seconds_sum"]
    assert 0 < late / found["kakushi_loop_late_seconds_count"] < 30, late


# Where they are offered


async def page(port: int, name: str) -> tuple[int, str, str]:
    """Return the status, the kind and the text of a page."""
    where = f"http://127.0.0.1:{port}/{name}"
    async with aiohttp.ClientSession() as session, session.get(where) as answer:
        return answer.status, answer.headers["Content-Type"], await answer.text()


async def test_figures_and_health_are_offered_as_long_as_the_block_lasts(watched: Any) -> None:
    port = free_port()
    watched.store.set_meta = AsyncMock()
    others = asyncio.all_tasks()
    async with offered(watched, "127.0.0.1", port):
        status, kind, text = await page(port, "metrics")
        assert status == 200 and kind.startswith("text/plain; version=") and "kakushi_" in text
        status, _kind, text = await page(port, "health")
        assert status == 503, f"the second shard isn't connected, and yet: {text}"
        watched.client.shard_count = 1
        status, _kind, text = await page(port, "health")
        assert status == 200, text
    with pytest.raises(aiohttp.ClientConnectionError):
        await page(port, "metrics")
    left = {task for task in asyncio.all_tasks() - others if not task.cancelling()}
    assert not left, "it goes on measuring the loop"


async def test_without_a_port_nothing_is_measured(watched: Any) -> None:
    async with offered(watched, "127.0.0.1", None):
        assert not watched.budget.trace.on_request_end


async def test_a_port_that_is_taken_is_named(watched: Any) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CannotListen, match=f"127.0.0.1 and METRICS_PORT {port} can't be used"):
            async with offered(watched, "127.0.0.1", port):
                raise AssertionError("two have one port")
