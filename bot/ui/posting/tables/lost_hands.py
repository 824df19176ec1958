"""Hands that an earlier process kept fresh: the board says so, as not all of them can say it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.tables.table import Table
from bot.ui.pages.wording import Wording
from bot.ui.services import Services

OPEN_FOR: Final = 15 * 60
"""Seconds for which Discord lets an answer be changed, after which no hand lies open any more."""


class LostHands:
    """The live tables where hands may have lain open as an earlier process ended.

    The table's board says so until all who sat there then and are asked have a hand that follows
    again, or have gone, or somebody has moved. Whose hand lay open makes no odds.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._waits: dict[str, set[int] | None] = {}
        """Who has opened no hand since, by table; None where the board wasn't drawn yet."""
        self._steps: dict[str, int] = {}
        """The step of each table as its board was drawn first."""

    async def look(self, alive: int) -> None:
        """Look for these tables; `alive` is the last sign of life before this start."""
        store = self._services.tables.store
        self._waits |= dict.fromkeys(await store.played_live_since(alive - OPEN_FOR))

    def line(self, table: Table, looking: Mapping[int, int | None], wording: Wording) -> str:
        """Return what the board of a table says of that now; "" for nothing. `looking` is who is
        there, each with the step that their open hand shows.
        """
        if table.id not in self._waits:
            return ""
        before, first = self._waits[table.id], self._steps.setdefault(table.id, table.step())
        without = {person for person, step in looking.items() if step is None}
        waits = without if before is None else before & without
        asked = {table.seats[seat].person for seat in table.to_act()} & looking.keys()
        moved = any(table.last_step_of(seat) > first for seat in range(len(table.seats)))
        if moved or (asked and not asked & waits):
            # Who plays sees the game again, and a hand that has stopped says so itself.
            waits = set[int]()
        self._waits[table.id] = waits
        if not waits:
            return ""
        said = wording.gettext(
            "I was offline, so open hands stopped following the game: press *My hand*."
        )
        return f"-# {said}"

    def drop(self, table_id: str) -> None:
        """Forget a table that is over."""
        self._waits.pop(table_id, None)
        self._steps.pop(table_id, None)
