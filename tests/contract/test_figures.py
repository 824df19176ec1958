"""No figure and no line of the log tells of a hand: labels are few, fixed, and name nobody."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from prometheus_client.parser import text_string_to_metric_families
from yarl import URL

from bot.process.health import Watched
from bot.process.metrics import Metrics
from bot.process.open_interactions import LATE, OpenInteractions

HOUSE = Path(__file__).parents[2]

MAY_BE = {
    "kind": "command|autocomplete|component|modal",
    "what": "bot|answers|commands|figures|board|hand|night|rounds",
    "status": "401|403|404|429",
    "phase": "lobby|playing|finished|cancelled",
    "shard": "[0-9]+",
    "le": r"[0-9.]+|\+Inf",
}
"""Every label there may be, and all it may say: nothing of a table, a person, a seat or a move."""


def click(number: int, kind: discord.InteractionType) -> Any:
    """Return something that a person did, full of what nobody may learn."""
    return SimpleNamespace(
        id=number,
        type=kind,
        custom_id="m:abcde:7:winter:4",
        user=SimpleNamespace(id=4711, name="Ada"),
        response=SimpleNamespace(is_done=lambda: False),
    )


def answer(number: int, status: int) -> Any:
    """Return what aiohttp reports at an answer's end."""
    url = URL(f"https://discord.com/api/v10/interactions/{number}/a-token/callback")
    return SimpleNamespace(response=SimpleNamespace(status=status), url=url)


@pytest.fixture
def watched() -> Watched:
    """Return the parts of a bot that has played."""

    async def count_phases() -> dict[str, int]:
        return {"lobby": 1, "playing": 2, "finished": 3, "cancelled": 0}

    tables = {name: {"abcde": None} for name in ("board", "hand", "night", "rounds")}
    database = SimpleNamespace(commits=7, refusals=SimpleNamespace(total=1))
    trace = SimpleNamespace(on_request_end=[])
    counts = {"bot": 5, "answers": 4, "401": 0, "403": 1, "404": 2, "429": 3}
    parts: Any = (
        SimpleNamespace(
            shards={0: SimpleNamespace(is_closed=lambda: False)},
            shard_count=1,
            latencies=[(0, 0.04)],
        ),
        SimpleNamespace(database=database, count_phases=count_phases),
        OpenInteractions(lambda: clock[0]),
        SimpleNamespace(counts=counts, trace=trace, waiting=0),
        SimpleNamespace(pids={1, 2}, waiting=3),
        tables,
    )
    return Watched(*parts)


clock = [0.0]
"""The time by which what people do is measured here."""


async def test_figures_name_no_table_no_person_no_seat_and_no_move(watched: Watched) -> None:
    metrics, open_ = Metrics(watched), watched.interactions
    nothing: Any = None
    kinds = [kind for kind in discord.InteractionType if kind is not discord.InteractionType.ping]
    for number, kind in enumerate([*kinds, *kinds]):
        open_.came(click(number, kind))
        if number < len(kinds):
            clock[0] += 0.04
            for status in (500, 204):
                await metrics._request_ended(nothing, nothing, answer(number, status))
    clock[0] += LATE
    text = (await metrics.text()).decode()
    found: dict[str, list[Any]] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, []).append(sample)
            for label, value in sample.labels.items():
                assert label in MAY_BE, f"{sample.name} has a label {label!r}"
                assert re.fullmatch(MAY_BE[label], value), f"{sample.name}: {label} is {value!r}"
    for word in ("abcde", "winter", "4711", "Ada", "a-token"):
        assert word not in text, f"the figures tell of {word}"
    assert all(sample.value == 1 for sample in found["kakushi_answer_seconds_count"]), (
        "an answer isn't counted once, or one that failed is"
    )
    assert len(found["kakushi_answer_seconds_count"]) == len(kinds)
    assert sum(sample.value for sample in found["kakushi_unanswered_total"]) == len(kinds)
    assert {s.labels["phase"]: s.value for s in found["kakushi_tables"]}["playing"] == 2
    assert [sample.value for sample in found["kakushi_commits_total"]] == [7]
    assert {s.labels["status"]: s.value for s in found["kakushi_refusals_total"]}["429"] == 3
    assert [sample.value for sample in found["kakushi_shard_latency_seconds"]] == [0.04]
    assert [sample.value for sample in found["kakushi_shard_connected"]] == [1]


async def test_every_figure_is_explained_and_every_rule_is_about_one(watched: Watched) -> None:
    metrics = Metrics(watched)
    watched.interactions.came(click(1, discord.InteractionType.component))
    nothing: Any = None
    await metrics._request_ended(nothing, nothing, answer(1, 204))
    names: set[str] = set()
    for line in (await metrics.text()).decode().splitlines():
        if found := re.match(r"kakushi_\w+", line):
            names.add(found[0])
    page = (HOUSE / "docs" / "operating.md").read_text("utf-8")
    told = set(re.findall(r"kakushi_\w+", page))
    parts = re.compile(r"_(bucket|count|sum|created)$")
    assert {parts.sub("", name) for name in names if not name.endswith("_created")} == {
        parts.sub("", name) for name in told
    }, "the page and the figures have come apart"
