"""A channel where the bot may do nothing, and a thousand tables: Discord is hardly asked."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from tests.bench import many_tables
from tests.e2e.stage import Stage

TABLES = 1000
pytestmark = pytest.mark.long


async def test_a_thousand_tables_of_a_shut_channel_cost_few_refusals(tmp_path: Path) -> None:
    """Discord shuts a bot out that is refused too often; what opens the channel wakes them."""
    stage = Stage(tmp_path)
    sandbox = stage.sandbox
    await sandbox.__aenter__()
    try:
        await many_tables.fill(stage.database, sandbox, TABLES, acts=1)
        with contextlib.closing(sqlite3.connect(stage.database)) as database:
            # A table's thread has the id of its card.
            database.execute("UPDATE tables SET board_revision = -1, card_id = place_id")
            database.commit()
        channel = sandbox.channel("games")
        sandbox.host.bot_permissions(channel, take=["send_messages_in_threads", "view_channel"])
        await stage.start()

        def asleep() -> int:
            return int(stage.rows("SELECT count(*) FROM tables WHERE asleep = 1")[0][0])

        await stage.stored(lambda: asleep() == TABLES)
        refused = [each for each in sandbox.requests if each.status == 403]
        assert 0 < len(refused) < 100, f"{len(refused)} refusals of {TABLES} tables"
        sandbox.host.bot_permissions(channel, give=["send_messages_in_threads", "view_channel"])
        await stage.stored(lambda: not asleep())
        assert await stage.stop() == 0
        stage.check()
    finally:
        await stage._leave()
