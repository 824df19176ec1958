"""At Discord's limits: with too many tables at once boards lag, and nothing else goes wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e import saturation
from tests.e2e.night_boards import check_board

TABLES = 200
SECONDS = 30.0
pytestmark = pytest.mark.long


async def test_two_hundred_live_tables_never_meet_the_limit_for_all(tmp_path: Path) -> None:
    """Nothing is lost, and in the end every board is right and everybody asked is called."""
    async with saturation.at_limits(tmp_path, TABLES) as (stage, sittings):
        course = await saturation.play(stage, sittings, SECONDS)
        refused = [each for each in stage.sandbox.requests if each.status == 429]
        everybody = [each.path for each in refused if each.answer.get("global")]
        assert not everybody, f"the bot met the limit for all of its requests: {everybody}"
        ((played,),) = stage.rows("SELECT count(*) FROM log WHERE interaction_id IS NOT NULL")
        # Each table's deal counts among them.
        assert played == course.moves + TABLES, "a move that was answered is lost"
        for sitting in sittings:
            check_board(stage, sitting.table_id)
        assert await stage.stop() == 0
        stage.check()
