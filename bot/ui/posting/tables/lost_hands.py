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

    The table's next ping or board says so, whichever comes first, and the first ping of everybody
    else: their hand may show since then that they wait. Whose hand lay open makes no odds.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._untold: set[str] = set()
        """Those at which nothing has been said."""
        self._told: defaultdict[str, set[int]] = defaultdict(set)
        """Who was told by a ping of their own, by table."""

    async def look(self, alive: int) -> None:
        """Look for these tables; `alive` is the last sign of life before this start."""
        store = self._services.tables.store
        for table_id in await store.played_live_since(alive - OPEN_FOR):
            self._untold.add(table_id)
            self._told[table_id].clear()

    def line(self, table_id: str, wording: Wording, people: Collection[int] = ()) -> str:
        """Return what is yet to be said at a table, or to any of these people; "" for nothing."""
        told = self._told.get(table_id)
        if told is None or not (table_id in self._untold or {*people} - told):
            return ""
        said = wording.gettext(
            "I was offline, so open hands stopped following the game: press *My hand*."
        )
        return f"-# {said}"

    def told(self, table_id: str, people: Collection[int] = ()) -> None:
        """Take note that it was said at a table, to these people."""
        self._untold.discard(table_id)
        if table_id in self._told:
            self._told[table_id].update(people)

    def drop(self, table_id: str) -> None:
        """Forget a table that is over."""
        self.told(table_id)
        self._told.pop(table_id, None)
