"""What people note for themselves about a table: it is theirs, not their seat's, and secret."""

from __future__ import annotations

from typing import Final

from bot.engine.text import cleaned
from bot.engine.text import marked as _
from bot.tables.trouble import Trouble
from storage.store import Store

LONGEST: Final = 500
"""The most characters of a note."""


class Notes:
    """Knows all notes at tables that aren't over."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._notes: dict[tuple[str, int], str] = {}

    async def load(self) -> None:
        """Read all notes, once. Raises StorageError."""
        rows = await self._store.notes.all()
        self._notes = {(table_id, person): text for table_id, person, text in rows}

    def of(self, person: int, table_id: str) -> str:
        """Return what somebody noted about a table; "" for nothing. For their eyes only."""
        return self._notes.get((table_id, person), "")

    async def keep(self, person: int, table_id: str, typed: str) -> None:
        """Keep a note in place of the older; an empty one goes. Raises Trouble if too long."""
        text = cleaned(typed)
        if len(text) > LONGEST:
            raise Trouble(
                _("A note can have {most} characters, and this has {n}. Shorten it."),
                most=LONGEST,
                n=len(text),
            )
        await self._store.notes.save(table_id, person, text)
        self._notes.pop((table_id, person), None)
        if text:
            self._notes[table_id, person] = text

    def forget(self, person: int) -> None:
        """Forget what somebody noted."""
        self._notes = {key: text for key, text in self._notes.items() if key[1] != person}
