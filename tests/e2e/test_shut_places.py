"""A channel where the bot may do nothing, and a thousand tables: Discord is hardly asked."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.bench import many_tables
from tests.e2e.stage import Stage

TABLES = 1000
MOST_REFUSALS = 100
MAY = ("send_messages_in_threads", "view_channel")
pytestmark = pytest.mark.long


@pytest.mark.parametrize("shut", [("games", "general"), ("games",)], ids=" ".join)
async def test_a_thousand_tables_of_a_shut_channel_cost_few_refusals(
    tmp_path: Path, shut: Sequence[str]
) -> None:
    """Discord shuts a bot out that is refused too often.

    The tables go on in the server's other channel; if that is shut, too, what opens the channel
    wakes them.
    """
    stage = Stage(tmp_path)
    sandbox = stage.sandbox
    await sandbox.__aenter__()
    try:
        await many_tables.fill(stage.database, sandbox, TABLES, acts=1)
        with contextlib.closing(sqlite3.connect(stage.database)) as database:
            # A table's thread has the id of its card.
            database.execute("UPDATE tables SET board_revision = -1, card_id = place_id")
            database.commit()
        for name in shut:
            sandbox.host.bot_permissions(sandbox.channel(name), take=MAY)
        await stage.start()

        def count(where: str) -> int:
            return int(stage.rows(f"SELECT count(*) FROM tables WHERE {where}")[0][0])

        if "general" in shut:
            await going_on(stage, lambda: count("asleep = 1"))
            sandbox.host.bot_permissions(sandbox.channel("games"), give=MAY)
            refused = refusals(stage)
            await going_on(stage, lambda: count("asleep = 0 AND board_revision = revision"))
        else:
            there = f"place_id = {sandbox.channel('general').id} AND board_revision = revision"
            await going_on(stage, lambda: count(f"{there} AND asleep = 0"))
            refused = refusals(stage)
        assert 0 < refused < MOST_REFUSALS, f"{refused} refusals of {TABLES} tables"
        assert await stage.stop() == 0
        stage.check()
    finally:
        await stage._leave()


def refusals(stage: Stage) -> int:
    """Return how often Discord has refused a request."""
    return len([each for each in stage.sandbox.requests if each.status == 403])


async def going_on(stage: Stage, count: Callable[[], int]) -> None:
    """Wait until all tables have come somewhere, for as long as some still do."""
    while (before := count()) < TABLES:
        await stage.stored(lambda: count() > before)
