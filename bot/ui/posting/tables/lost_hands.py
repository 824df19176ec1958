"""Hands that an earlier process kept fresh: only it could change them, so people are told once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Final

from bot.ui.pages.wording import Wording
from bot.ui.services import Services

OPEN_FOR: Final = 15 * 60
"""Seconds for which Discord lets an answer be changed, after which no hand lies open any more."""


class LostHands:
    """The live tables where hands may have lain open as an earlier process ended.

    The table's next ping or board says so, whichever comes first, and what calls anybody else for
    the first time, or reminds them of that: their hand may show since then that they wait. Whose
    hand lay open makes no odds.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._untold: set[str] = set()
        """Those at which nothing has been said."""
        self._told: defaultdict[str, dict[int, int]] = defaultdict(dict)
        """Who was told by a ping of their own, and at which step, by table."""

    async def look(self, alive: int) -> None:
        """Look for these tables; `alive` is the last sign of life before this start."""
        store = self._services.tables.store
        for table_id in await store.played_live_since(alive - OPEN_FOR):
            self._untold.add(table_id)
            self._told[table_id].clear()

    def line(
        self, table_id: str, wording: Wording, people: Collection[int] = (), step: int = 0
    ) -> str:
        """Return what is yet to be said at a table, or to any of these people, who are called at a
        step of its game; "" for nothing.
        """
        told = self._told.get(table_id)
        if told is None:
            return ""
        if table_id not in self._untold and all(told.get(each, step) != step for each in people):
            return ""
        said = wording.gettext(
            "I was offline, so open hands stopped following the game: press *My hand*."
        )
        return f"-# {said}"

    def told(self, table_id: str, people: Collection[int] = (), step: int = 0) -> None:
        """Take note that it was said at a table, to these people, at a step of its game."""
        self._untold.discard(table_id)
        if table_id in self._told:
            for person in people:
                self._told[table_id].setdefault(person, step)

    def drop(self, table_id: str) -> None:
        """Forget a table that is over."""
        self.told(table_id)
        self._told.pop(table_id, None)
