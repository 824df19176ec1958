"""Hands that an earlier process kept fresh: only it could change them, so people are told once."""

from __future__ import annotations

from typing import Final

from bot.ui.pages.wording import Wording
from bot.ui.services import Services

OPEN_FOR: Final = 15 * 60
"""Seconds for which Discord lets an answer be changed, after which no hand lies open any more."""


class LostHands:
    """The live tables where hands may have lain open as an earlier process ended.

    It is the table's next ping or board that says so, whichever comes first.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._untold: set[str] = set()

    async def look(self, alive: int) -> None:
        """Look for these tables; `alive` is the last sign of life before this start."""
        store = self._services.tables.store
        self._untold.update(await store.played_live_since(alive - OPEN_FOR))

    def line(self, table_id: str, wording: Wording) -> str:
        """Return what is yet to be said at a table; "" for nothing."""
        if table_id not in self._untold:
            return ""
        said = wording.gettext(
            "I was offline, so open hands stopped following the game: press *My hand*."
        )
        return f"-# {said}"

    def told(self, table_id: str) -> None:
        """Take note that it was said at a table."""
        self._untold.discard(table_id)
