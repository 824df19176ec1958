"""Metrics for whoever runs the bot: how fast it answers, what waits, what Discord refuses.

No label names a table, a person, a seat, an action or a game, so that nothing of a hand can be told
from a metric, and the number of labels never grows. A shard's number is the only number among them.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any, Final

import aiohttp
from prometheus_client import CollectorRegistry, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.process import refused_input
from bot.process.health import Watched, lines_of
from bot.process.open_interactions import request_kind
from storage.errors import StorageError

COUNTED_EVERY: Final = 60.0
"""Seconds for which the number of tables is kept: counting them walks through an index."""
LOOK: Final = 0.25
"""Seconds between two looks at how late the event loop is."""
ANSWER_SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""The bounds of the buckets, up to where Discord no longer takes a first answer."""
LATE_SECONDS: Final = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Metrics:
    """Measures answers and the event loop as time goes by, and reads the rest when asked."""

    def __init__(self, watched: Watched) -> None:
        self._watched = watched
        self._registry = CollectorRegistry()
        self._answers = Histogram(
            "kakushi_answer_seconds",
            "From when a click or command came in until Discord had its first answer",
            ["kind"],
            buckets=ANSWER_SECONDS,
            registry=self._registry,
        )
        self._late = Histogram(
            "kakushi_loop_late_seconds",
            "How late the event loop does what is due",
            buckets=LATE_SECONDS,
            registry=self._registry,
        )
        self._readings = _Readings(watched)
        self._registry.register(self._readings)
        ProcessCollector(registry=self._registry)
        self._counted = -COUNTED_EVERY
        watched.budget.trace.on_request_end.append(self._request_ended)

    async def text(self) -> bytes:
        """Return all metrics in the form that Prometheus reads."""
        if time.monotonic() >= self._counted + COUNTED_EVERY:
            # Without the database the other metrics matter all the more.
            with contextlib.suppress(StorageError):
                self._readings.tables = {**await self._watched.store.count_phases()}
            self._counted = time.monotonic()
        return generate_latest(self._registry)

    async def watch_loop(self) -> None:
        """Measure how late the event loop is, again and again until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOK
            await asyncio.sleep(LOOK)
            self._late.observe(max(0.0, loop.time() - due))

    async def _request_ended(
        self, _session: aiohttp.ClientSession, _request: Any, sent: aiohttp.TraceRequestEndParams
    ) -> None:
        """Measure a first answer: a request to `/interactions/<id>/<token>/callback`."""
        if sent.response.status >= 300 or sent.url.name != "callback":
            return
        answered = self._watched.interactions.answered(int(sent.url.parts[-3]))
        if answered is not None:
            interaction, seconds = answered
            self._answers.labels(request_kind(interaction)).observe(seconds)


class _Readings(Collector):
    """What the parts of the bot count by themselves, read when somebody asks."""

    def __init__(self, watched: Watched) -> None:
        self._watched = watched
        self.tables: Mapping[str, int] = {}

    def collect(self) -> Iterable[Metric]:
        """Yield every metric with its labels."""
        yield from self._requests()
        yield from self._storage()
        yield from self._work()
        yield from self._shards()

    def _requests(self) -> Iterable[Metric]:
        watched, counts = self._watched, self._watched.budget.counts
        watched.interactions.waiting()
        yield _counter(
            "kakushi_unanswered",
            "Clicks and commands without an answer when it was too late for one",
            watched.interactions.late,
            "kind",
        )
        yield _counter(
            "kakushi_requests",
            "Requests to Discord: with the bot's token, of which it allows 50 a second, or answers",
            {token: counts[token] for token in ("bot", "answers")},
            "what",
        )
        yield _counter(
            "kakushi_refusals",
            "Requests that Discord refused; 10,000 of 401, 403, 429 in ten minutes shut a bot out",
            {status: counts[status] for status in ("401", "403", "404", "429")},
            "status",
        )
        yield _counter(
            "kakushi_made_up",
            "What no real client sends, refused: commands, or requests for these figures",
            {what: refused_input.counts[what] for what in ("commands", "figures")},
            "what",
        )
        yield GaugeMetricFamily(
            "kakushi_requests_waiting",
            "Requests that wait for a place among those of a second",
            watched.budget.waiting,
        )

    def _storage(self) -> Iterable[Metric]:
        database = self._watched.store.database
        yield CounterMetricFamily(
            "kakushi_commits", "Transactions that were written", database.commits
        )
        yield CounterMetricFamily(
            "kakushi_refused_writes",
            "Writes that the disk or another program refused",
            database.refusals.total,
        )
        yield _gauge("kakushi_tables", "Tables in storage", self.tables, "phase")

    def _work(self) -> Iterable[Metric]:
        watched = self._watched
        waiting = {name: len(queue) for name, queue in watched.queues.items()}
        yield _gauge("kakushi_posts_waiting", "Posts that wait or are under way", waiting, "what")
        yield GaugeMetricFamily(
            "kakushi_tasks", "What the event loop has under way", len(asyncio.all_tasks())
        )
        yield GaugeMetricFamily(
            "kakushi_workers",
            "Processes for computer players that are ready",
            len(watched.workers.pids),
        )
        yield GaugeMetricFamily(
            "kakushi_worker_jobs_waiting",
            "Decisions that wait for such a process",
            watched.workers.waiting,
        )

    def _shards(self) -> Iterable[Metric]:
        watched = self._watched
        lines = {str(shard): up for shard, up in lines_of(watched.client).items()}
        yield _gauge(
            "kakushi_shard_connected", "Whether a shard hears what people do", lines, "shard"
        )
        yield _gauge(
            "kakushi_shard_latency_seconds",
            "Time of a shard's last heartbeat; none while it isn't connected",
            {str(shard): late for shard, late in watched.client.latencies if isfinite(late)},
            "shard",
        )


def _counter(name: str, text: str, values: Mapping[str, int], label: str) -> Metric:
    return _filled(CounterMetricFamily(name, text, labels=[label]), values)


def _gauge(name: str, text: str, values: Mapping[str, float], label: str) -> Metric:
    return _filled(GaugeMetricFamily(name, text, labels=[label]), values)


def _filled(family: CounterMetricFamily | GaugeMetricFamily, values: Mapping[str, float]) -> Metric:
    for value, number in values.items():
        family.add_metric([value], number)
    return family
