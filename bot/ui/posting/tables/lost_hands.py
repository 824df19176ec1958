"""Hands that an earlier process kept fresh: the board says so, as not all of them can say it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.ui.pages.wording import Wording
from bot.ui.services import Services

OPEN_FOR: Final = 15 * 60
"""Seconds for which Discord lets an answer be changed, after which no hand lies open any more."""


class LostHands:
    """The live tables where hands may have lain open as an earlier process ended.

    The table's board says so until everybody who sat there then has a hand that follows again, or
    has gone. Whose hand lay open makes no odds.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._waits: dict[str, set[int] | None] = {}
        """Who has opened no hand since, by table; None where the board wasn't drawn yet."""

    async def look(self, alive: int) -> None:
        """Look for these tables; `alive` is the last sign of life before this start."""
        store = self._services.tables.store
        self._waits |= dict.fromkeys(await store.played_live_since(alive - OPEN_FOR))

    def line(self, table_id: str, looking: Mapping[int, int | None], wording: Wording) -> str:
        """Return what the board of a table says of that now; "" for nothing. `looking` is who is
        there, each with the step that their open hand shows.
        """
        if table_id not in self._waits:
            return ""
        before = self._waits[table_id]
        without = {person for person, step in looking.items() if step is None}
        waits = without if before is None else before & without
        self._waits[table_id] = waits
        if not waits:
            return ""
        said = wording.gettext(
            "I was offline, so open hands stopped following the game: press *My hand*."
        )
        return f"-# {said}"

    def drop(self, table_id: str) -> None:
        """Forget a table that is over."""
        self._waits.pop(table_id, None)
