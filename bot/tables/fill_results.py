"""The results of games that ended before results were kept, worked out from what is stored."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bot.tables.game_json import GameJson
from bot.tables.results import results_of
from storage.rows import ResultRow, SeatRow, TableHead
from storage.store import Store

DONE: Final = "results"
"""The key of the value that is kept once all old games have been looked at."""
BATCH: Final = 20
"""How many games are looked at together."""
BREATH: Final = 0.05
"""Seconds between two batches, so that nobody at a table waits for them."""

log = logging.getLogger(__name__)


async def fill_in_results(store: Store) -> None:
    """Keep the results of all old games; one that can't be read is logged and left out.

    Each batch is a transaction of its own. Where it is broken off, the next start goes on: a game
    whose results are kept isn't looked at again, and none is touched twice.
    """
    if await store.meta(DONE) is not None:
        return
    after, count = "", 0
    while found := await store.without_results(after, BATCH):
        results: list[ResultRow] = []
        for head, seats in found:
            results += await _results(store, head, seats)
        await store.save_results(results)
        after, count = found[-1][0].id, count + len(found)
        await asyncio.sleep(BREATH)
    await store.set_meta(DONE, "filled in")
    if count:
        log.info("worked out the results of %d old games", count)


async def _results(store: Store, head: TableHead, seats: list[SeatRow]) -> list[ResultRow]:
    """Return the results of a game; none if they can't be worked out."""
    try:
        result = GameJson.load_result(head.result or "")
        steps, table_events = await store.log(head.id), await store.table_events(head.id)
        return results_of(head, result, seats, steps, table_events)
    except ValueError as error:
        # Its words may quote what is stored, so only its kind is logged.
        log.error("table %s has no results: %s", head.id, type(error).__name__)
        return []
