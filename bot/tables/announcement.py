"""What the bot's operator tells everybody for a while: one line at the foot of boards and hands."""

from __future__ import annotations

from collections.abc import Callable

from bot.engine.text import cleaned
from storage.announcements import ANNOUNCED
from storage.store import Store


class Announcement:
    """Knows what is announced, as it stood at the last look."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        """Take where it is read, and what tells the time, in seconds since 1970."""
        self._store = store
        self._now = now
        self._until = 0
        self._text = ""

    async def look(self) -> None:
        """Read it again."""
        found = await self._store.meta(ANNOUNCED) or "0 "
        until, _, text = found.partition(" ")
        self._until, self._text = int(until), f"📣 {cleaned(text)}"

    def text(self) -> str:
        """Return it; "" if nothing is announced, or no longer."""
        return self._text if self._now() < self._until else ""
